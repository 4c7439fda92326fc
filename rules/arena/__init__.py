"""The commands `arena`, `calibration` and `puzzles` of `python -m rules`: games between computer players."""
