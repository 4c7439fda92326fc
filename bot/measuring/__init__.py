"""What counts as a number, and what time it is: the small measures that every room relies on."""
