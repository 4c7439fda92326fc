"""The page of the local table: as much of Discord's client as a game needs, in the browser."""
