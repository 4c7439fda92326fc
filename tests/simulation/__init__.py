"""A deterministic simulation of a whole evening: Discord, the bot, its disk and its players follow from one seed.

`make simulate` (docs/faults.md) runs it. One process, one virtual clock and one source of random numbers: a seed and a
commit give the same evening to the byte.
"""
