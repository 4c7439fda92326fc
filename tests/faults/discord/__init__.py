"""Tests of Discord's faults: refusals, losses, duplicates and delays."""
