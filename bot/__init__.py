"""Who may press what, how it looks, when, and in which words."""
