"""Strictness: what the real Discord refuses, refused with its codes and words.

`openapi` asks Discord's own document, where one is at hand: types, lengths, ranges and choices of every request. The
document is not part of this project, so the other modules know all that too; and they alone know what the document does
not say: sums over a message (parts, letters), names and ids that must differ, fields that exclude each other, files
that must be there, presets that must be as many as may be chosen, which flags a route takes, and Discord's codes.
"""
