"""The program `python -m rules arena`, which lets computer players play against each other and compares them."""
