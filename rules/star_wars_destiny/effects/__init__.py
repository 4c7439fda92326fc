"""The effect language in which cards are written; `docs/writing-cards.md` teaches it.

A word of the language is a frozen dataclass whose fields are its parts. A step answers four questions: `able` (could it
do anything, as far as an onlooker sees), `payable` (could it be done completely, as a price), `first` (what would it
ask first), and `do`, which does it and says whether it was fully done.
"""
