"""The code that must be fast: plain Python files, compiled by Cython if there is a compiler. See ``docs/architecture.md``."""

import os
from importlib.util import find_spec


def is_compiled() -> bool:
    """Whether the kernel runs compiled."""
    spec = find_spec("quepu.kernel.facts")
    return spec is not None and not str(spec.origin).endswith(".py")


if os.environ.get("QUEPU_REQUIRE_COMPILED") == "1" and not is_compiled():
    raise ImportError("QUEPU_REQUIRE_COMPILED is set, but the kernel of quepu is not compiled")
