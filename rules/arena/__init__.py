"""The commands `arena`, `calibration`, `puzzles` and `judge` of `python -m rules`: games between computer players."""
