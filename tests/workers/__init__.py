"""Tests of several bot processes on one server's database."""
