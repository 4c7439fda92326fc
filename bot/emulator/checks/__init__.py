"""Strictness: what the real Discord refuses, refused with its codes and words."""
