"""Runs the examples in the docstrings of the Python package, the binding's included."""
import doctest
import importlib
import pkgutil
import sys

import warner

failed = tried = 0
for module in [warner, *(importlib.import_module(f"warner.{m.name}") for m in pkgutil.iter_modules(warner.__path__))]:
    result = doctest.testmod(module)
    failed += result.failed
    tried += result.attempted
print(f"{tried} examples, {failed} failed")
sys.exit(failed > 0 or tried == 0)
