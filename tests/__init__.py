"""Tests mirror the rooms.

They run on the sources of the rules unless KRUPIER_RULES says otherwise (make test-rules: on both).
"""

import os

os.environ.setdefault("KRUPIER_RULES", "pure")
