"""The tests of Krupier; their packages mirror those of the product.

They use the source files of the rules unless KRUPIER_RULES says otherwise (`make test-rules`: both kinds).
"""

import os

os.environ.setdefault("KRUPIER_RULES", "pure")
