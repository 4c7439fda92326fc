"""The cards of Awakenings and its two starter sets, by type and colour."""
