"""Strict checks: requests that the real Discord refuses are refused with its codes and texts.

`openapi` checks types, lengths, ranges and choices of every request against Discord's own document, if it is available.
The document is not part of this project, so the other modules check the same and more: sums over a message (parts,
letters), names and ids that must differ, fields that exclude each other, missing files, numbers of presets, the flags
of a route, and Discord's codes.
"""
