"""What a fuzzer is: an entry for bytes from outside, its known inputs, and what must hold whatever comes in."""

from __future__ import annotations

import json
from pathlib import Path

from quepu.errors import MESSAGES, QuepuError
from tests.fuzz.mutation import Mutator

CORPUS = Path(__file__).parent / "corpus"


class Entry:
    """One entry. ``run`` does with an input what a stranger can have done with it and returns how it ended: ``ok``, the code of a
    documented error, or more detail. Anything else raises, and is a failure."""

    name: str
    tokens: tuple[bytes, ...] = ()
    is_binary: bool = False

    def seeds(self) -> list[bytes]:
        """The known inputs: real ones, broken ones, and some that Atheris found; more where the tests have them elsewhere."""
        found = json.loads((CORPUS / f"{self.name}.json").read_text("utf-8"))
        return [read_seed(text, self.is_binary) for texts in found.values() for text in texts]

    def mutate(self, mutator: Mutator) -> bytes:
        """A new input."""
        return mutator.next()

    def run(self, data: bytes) -> str:
        raise NotImplementedError

    def close(self) -> None:
        """Stop everything that was started for this entry."""


def read_seed(text: str, is_binary: bool) -> bytes:
    """Bytes as a corpus file has them: in hexadecimal, or as text in which \\udcXX is a byte that is not UTF-8."""
    return bytes.fromhex(text) if is_binary else text.encode("utf-8", "surrogateescape")


def documented(error: QuepuError) -> str:
    """The code of an error that is one of ours: listed, with a sentence in both languages, and JSON."""
    assert error.code in MESSAGES, error.code
    for lang in ("en", "zh"):
        said = error.as_dict(lang)
        assert isinstance(said["message"], str)
        assert said["message"]
        json.dumps(said)
    return error.code
