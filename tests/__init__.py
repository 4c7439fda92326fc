"""The tests of Krupier; their packages mirror those of the product.

They use the source files of the rules unless KRUPIER_RULES says otherwise (`make test-rules`: both kinds).
"""

import os
import pkgutil

import pytest

os.environ.setdefault("KRUPIER_RULES", "pure")
# Without this, failures in test modules show the compared values, and failures in helper modules do not.
pytest.register_assert_rewrite(*(f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)))
