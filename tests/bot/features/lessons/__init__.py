"""Tests of interactive lessons."""
