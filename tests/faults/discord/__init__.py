"""What Discord refuses, loses, sends twice or too late."""
