"""The JSON of documents: what the API takes, checked by Pydantic, and what it returns, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.club.entries import DOCUMENT_LETTERS, FIELDS, KEY_LETTERS, LETTERS, MOST_AT, MOST_AT_ONCE, MOST_WHEN
from quepu.server.play.messages import Strict
from quepu.server.schemas import LanguageQuery, closed

Kind = Literal["sheet", "club", "tournament"]
DocumentId = Annotated[str, Field(pattern=f"^[{LETTERS}]{{{DOCUMENT_LETTERS}}}$")]
Key = Annotated[str, Field(pattern=f"^[{LETTERS}]{{{KEY_LETTERS}}}$", description="Allows changing the document. The server keeps a hash.")]
_TYPES = ", ".join(sorted(set().union(*FIELDS.values())))
Entries = Annotated[
    list[dict[str, Any]],
    Field(description=f"Entries of the types that the kind has: {_TYPES}.", json_schema_extra={"maxItems": MOST_AT_ONCE}),
]
Pin = Annotated[str, Field(pattern="^[0-9]{4,12}$")]
MOST_WAIT = 25


class CreateRequest(Strict):
    """A new document. With a right key of one that is there, its entries are added to it."""

    kind: Kind
    id: DocumentId
    key: Key
    entries: Entries


class EntriesRequest(Strict):
    """Entries to be added."""

    entries: Entries


class PinRequest(Strict):
    """A PIN for the document, or none; ``revoke`` also ends all other keys."""

    pin: Pin | None
    revoke: bool = False


class UnlockRequest(Strict):
    """The PIN of a document."""

    pin: Pin


class DeleteRequest(Strict):
    """Nothing: the key says that it is allowed."""


class ImportRequest(Strict):
    """An exported file; as a ``copy`` it becomes a new document, else it is the document of its id."""

    key: Key
    file: dict[str, Any]
    copy_: Annotated[bool, Field(alias="copy")] = False


class EntriesQuery(LanguageQuery):
    after: int = Field(0, ge=0, lt=2**31, description="The number of the last entry that is known.")
    wait: float = Field(0, ge=0, le=MOST_WAIT, allow_inf_nan=False, description="How many seconds to wait if there is nothing new.")


@with_config(ConfigDict(extra="allow"))
class DocumentEntry(TypedDict):
    """An entry: its head, and the fields of its type."""

    id: str
    at: Annotated[int, Field(ge=1, le=MOST_AT)]
    when: Annotated[int, Field(ge=0, le=MOST_WHEN)]
    t: str


@closed
class StoredAnswer(TypedDict):
    """The entries are stored: the number of the last entry of the document, and the greatest logical time."""

    seq: int
    at: int


@closed
class CreatedAnswer(TypedDict):
    """The document is stored."""

    id: str
    seq: int
    at: int


@closed
class ImportedAnswer(TypedDict):
    """The document that the file has become, or was added to."""

    id: str
    seq: int
    kind: Kind


SheetStateAnswer = Annotated[dict[str, Any], Field(description="All that follows from the entries: `quepu.club.sheet.sheet_state`.")]
"""The state of a score sheet."""


class TableQuery(LanguageQuery):
    table: str = Field(max_length=64, description="The table; a sheet has `deals` and `scores`.")


@closed
class EntriesAnswer(TypedDict):
    """The entries after a number, in the order of their arrival. ``seq`` is the number of the last of them; if it is smaller than the
    number that was given, the document is older than what the client knows."""

    kind: Kind
    id: str
    entries: list[DocumentEntry]
    seq: int
    more: Annotated[bool, Field(description="Whether there are further entries.")]
    at: Annotated[int, Field(description="The greatest logical time.")]
    digest: Annotated[
        int, Field(description="Compares the ids of all entries: the sum of the first four bytes of the SHA-256 of each, modulo 2^32.")
    ]
    has_pin: bool
    writable: Annotated[bool, Field(description="Whether the key that was sent is right.")]


@closed
class PinAnswer(TypedDict):
    """Whether the document has a PIN."""

    has_pin: bool


@closed
class KeyAnswer(TypedDict):
    """A new key of the document."""

    key: str


@closed
class DeletedAnswer(TypedDict):
    """The document is deleted."""
