"""The feature for interactive lessons."""
