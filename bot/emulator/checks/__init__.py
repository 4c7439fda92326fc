"""Strict checks: requests that the real Discord refuses are refused with its codes and texts.

`openapi` uses Discord's own document if it is available: types, lengths, ranges and choices of every request. The
document is not part of this project, so the other modules know all that too. Only they know what the document does not
say: sums over a message (parts, letters), names and ids that must differ, fields that exclude each other, missing
files, numbers of presets, the flags of a route, and Discord's codes.
"""
