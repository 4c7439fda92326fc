"""Tests of the settings of servers."""
