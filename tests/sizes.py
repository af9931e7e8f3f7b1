"""The same test on few cases, in ``make test``, and on many, in ``make test-long``."""

from __future__ import annotations

import pytest

from quepu.kernel import is_compiled


def sizes(few: int, many: int, interpreted: int | None = None) -> pytest.MarkDecorator:
    """A parameter ``count``: a small one, a large one in the long runs, and another one for interpreted runs."""
    if not is_compiled() and interpreted is not None:
        few = interpreted
    return pytest.mark.parametrize("count", [few, pytest.param(many, marks=pytest.mark.long)])


def variants(names: str | tuple[str, ...], first: object, *others: object) -> pytest.MarkDecorator:
    """Parameters of a test: the first in every run, the others in the long runs."""
    return pytest.mark.parametrize(names, [first, *(_long(other) for other in others)])


def _long(values: object) -> object:
    return pytest.param(*values if isinstance(values, tuple) else (values,), marks=pytest.mark.long)
