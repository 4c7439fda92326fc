"""Features: one folder each, with commands.py (what Discord calls), view.py (its messages) and service.py."""
