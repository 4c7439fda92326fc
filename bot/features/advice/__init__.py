"""The feature that tells a player which move a computer would make in their place."""
