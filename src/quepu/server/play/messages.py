"""The boundary: what clients may send to a socket or a function of play, checked by Pydantic. No other module uses Pydantic for this."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from secrets import randbelow
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from quepu.engine import play_rules
from quepu.errors import QuepuError, as_json, json_type
from quepu.json_lines import read_json
from quepu.kernel.actions import ACTIONS
from quepu.lab.simulate import KNOWN, Design, design_of
from quepu.names import cleaned, fault_of
from quepu.players import DEFAULT_LEVEL, PLAYERS
from quepu.rules import DEFAULT, named
from quepu.server.overlays import overlay_book
from quepu.server.play.schemas import ProposalKind, Speed
from quepu.server.play.settings import LIMITS, NORMAL, PHRASES, Clock, RoomSettings, match_settings
from quepu.server.schemas import Wind
from quepu.tiles import WINDS

Request = TypeVar("Request", bound=BaseModel)
Message = TypeVar("Message")

VERSION = 1
MAX_BYTES = 4096
"""The maximum size of a message to the server."""
MAX_FIRST_BYTES = 16 * 1024
"""The maximum size of the first message: a client with an invalid token, however long, gets the answer that it is unknown."""

_MAX_NAME = 200
"""The maximum number of characters of a name that are read; many of them may be invisible."""


def clean_name(text: str) -> str:
    """A name as it is displayed. Raises QuepuError if it is not valid."""
    # a name that is far too long is not cleaned: normalising thousands of combining marks would take seconds
    name = cleaned(text) if len(text) <= _MAX_NAME else text
    fault = fault_of(name, LIMITS["name"][1])
    if fault is not None:
        raise fault
    return name


def token_or_unknown(given: object) -> object:
    """Something that cannot be a token or an invitation becomes one that nobody has."""
    return given if given is None or (isinstance(given, str) and len(given) <= 100) else ""


def _known_bot(name: str) -> str:
    if name not in PLAYERS:
        raise ValueError("there is no such bot")
    return name


def _known_simulated(name: str) -> str:
    if name not in KNOWN:
        raise ValueError("there is no such player")
    return name


def _known_phrase(phrase: str) -> str:
    if phrase not in PHRASES:
        raise ValueError("there is no such phrase")
    return phrase


def _between(key: str) -> Any:
    least, most = LIMITS[key]
    return Field(ge=least, le=most)


Name = Annotated[str, Field(json_schema_extra={"maxLength": _MAX_NAME}), AfterValidator(clean_name)]
Bot = Annotated[str, Field(json_schema_extra={"enum": list(PLAYERS)}), AfterValidator(_known_bot)]
SimulatedPlayer = Annotated[str, Field(json_schema_extra={"enum": list(KNOWN)}), AfterValidator(_known_simulated)]
Number = Annotated[int, Field(ge=0, lt=2**31)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# Messages to a socket.


class Hello(Strict):
    t: Literal["hello"]
    token: Annotated[str | None, BeforeValidator(token_or_unknown)] = None
    invite: Annotated[str | None, BeforeValidator(token_or_unknown)] = None
    game: Annotated[str, Field(max_length=100)] | None = None
    after: Number | None = None


class Act(Strict):
    t: Literal["act"]
    n: Number
    action: Annotated[int, Field(ge=0, lt=ACTIONS)]
    from_hand: bool = False


class Commit(Strict):
    t: Literal["commit"]
    hand: Number
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Open(Strict):
    t: Literal["open"]
    hand: Number
    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Ready(Strict):
    t: Literal["ready"]
    hand: Number


class More(Strict):
    t: Literal["more"]
    n: Number
    done: bool = False


class Skip(Strict):
    t: Literal["skip"]
    n: Number


class ChangeSpeed(Strict):
    t: Literal["speed"]
    speed: Speed


class Phrase(Strict):
    t: Literal["phrase"]
    phrase: Annotated[str, AfterValidator(_known_phrase)]


class Propose(Strict):
    t: Literal["propose"]
    kind: ProposalKind


class Vote(Strict):
    t: Literal["vote"]
    id: Number
    agree: bool


class Remove(Strict):
    t: Literal["remove"]
    member: Number


class SeatBot(Strict):
    """The host gives a connected bot a chair, or takes it away."""

    t: Literal["seat_bot", "unseat_bot"]
    bot: Annotated[str, Field(max_length=32)]


class Rename(Strict):
    t: Literal["name"]
    name: Name


class Plain(Strict):
    """Messages that have nothing but their name."""

    t: Literal["start", "sit", "stand", "away", "back", "ping"]


ClientMessage = Act | Commit | Open | Ready | More | Skip | ChangeSpeed | Phrase | Propose | Vote | Remove | SeatBot | Rename | Plain
_MESSAGES: TypeAdapter[Hello | ClientMessage] = TypeAdapter(Annotated[Hello | ClientMessage, Field(discriminator="t")])


class BadMessage(QuepuError):
    """A message that cannot be read; ``re`` is its name, if it has one."""

    def __init__(self, reason: str, re: object = None) -> None:
        super().__init__("bad_message", reason=reason)
        self.re = re if isinstance(re, str) and len(re) <= 20 and re.isascii() else None


def read_message(text: str) -> Hello | ClientMessage:
    """A message to the socket of a room. Raises BadMessage if it is not valid."""
    return read_one_of(_MESSAGES, text)


def read_one_of(messages: TypeAdapter[Message], text: str) -> Message:
    """A message to a socket, one of those that the adapter knows. Raises BadMessage if it is not valid."""
    try:
        given = read_json(text.encode("utf-8", "surrogatepass"))
    except QuepuError as error:
        raise BadMessage("not JSON") from error
    if not isinstance(given, dict):
        raise BadMessage(f"expected an object, got {json_type(given)}")
    name = given.get("t")
    version = given.pop("v", None)
    if type(version) is not int or version != VERSION:
        raise BadMessage(f"expected version {VERSION} in v", name)
    try:
        return messages.validate_python(given)
    except (ValidationError, ValueError) as error:
        raise BadMessage(_reason(error), name) from error


def _reason(error: Exception) -> str:
    """The reason, without repeating the message."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(re.sub(r"[^\w]", "", str(part))[:20] for part in first["loc"])
        if first["type"].startswith("union_tag"):
            return "unknown type of message"
        return f"{place}: {'wrong value' if first['type'] == 'value_error' else first['msg']}"
    return "wrong value"


# Bodies of requests.


class ClockRequest(Strict):
    turn: Annotated[int, _between("turn")]
    bank: Annotated[int, _between("bank")]
    claim: Annotated[int, _between("claim")]


class JoinRequest(Strict):
    """Who joins: by which invitation, if the room has one, and with which token they were a member before."""

    name: Name
    invite: Annotated[str, Field(max_length=64)] | None = None
    token: Annotated[str, Field(max_length=100)] | None = None


class HintRequest(Strict):
    """The player who wants a hint."""

    token: Annotated[str, Field(max_length=100)]


class ForgetRequest(Strict):
    """The member who wants to be forgotten."""

    token: Annotated[str, Field(max_length=100)]


class SettingsRequest(Strict):
    """The settings of a room."""

    rules: str = DEFAULT
    overlay: str | None = None
    rounds: Annotated[int, _between("rounds")] = 1
    hands: Annotated[int, _between("hands")] | None = None
    tiles: Literal[136, 144] | None = None
    clock: ClockRequest | None = None
    bots: Bot | None = Field(default=DEFAULT_LEVEL)
    private: bool = True
    casual: bool = True
    open_hands: bool = False
    flowers: bool = True
    hints: bool = True
    friends: bool = False
    guests: bool = True
    speed: Speed = NORMAL

    def settings(self, overlay_limit: int) -> RoomSettings:
        """Raises QuepuError if there is no such rule book."""
        if self.overlay is not None and "rules" in self.model_fields_set:
            raise QuepuError("two_rules")
        book = named(self.rules) if self.overlay is None else overlay_book(self.overlay, overlay_limit)
        play_rules(book)
        return RoomSettings(
            rules=self.rules if self.overlay is None else str(book.overlay and book.overlay["base"]),
            overlay=book.overlay,
            match=match_settings(book, self.tiles, self.rounds, self.hands),
            clock=None if self.clock is None else Clock(self.clock.turn, self.clock.bank, self.clock.claim),
            bots=self.bots,
            private=self.private,
            casual=self.casual,
            open_hands=self.open_hands,
            flowers=self.flowers,
            hints=self.hints,
            friends=self.friends,
            guests=self.guests,
            speed=self.speed,
        )


class RoomRequest(SettingsRequest):
    """A new room, and the name of its first member."""

    name: Name
    start: bool = False

    def settings(self, overlay_limit: int) -> RoomSettings:
        """Raises QuepuError if there is no such rule book, or nobody to start with."""
        if self.start and self.bots is None:
            raise QuepuError("too_few_players")
        return super().settings(overlay_limit)


_CHANGED_TOGETHER = frozenset({"rules", "overlay", "tiles", "rounds", "hands"})
"""The settings that depend on each other: the book, and the match under it."""


class ChangeRequest(SettingsRequest):
    """What the host changes in the settings of a room; all that is left out stays as it is."""

    token: Annotated[str, Field(max_length=100)]

    def change(self, overlay_limit: int) -> Callable[[RoomSettings], RoomSettings]:
        """A function of the current settings. Raises QuepuError if there is no such rule book."""
        given, wanted = self.model_fields_set, self.settings(overlay_limit)
        other_rules = bool(given & {"rules", "overlay"})

        def changed(now: RoomSettings) -> RoomSettings:
            book = wanted if other_rules else now
            tiles = self.tiles if "tiles" in given or other_rules else now.match.tiles
            rounds = self.rounds if "rounds" in given else now.match.rounds
            hands = self.hands if "hands" in given else now.match.hands
            plain = {key: getattr(wanted, key) for key in given - _CHANGED_TOGETHER - {"token"}}
            match = match_settings(book.book, tiles, rounds, hands)
            return replace(now, rules=book.rules, overlay=book.overlay, match=match, **plain)

        return changed


class ContinueRequest(Strict):
    """The step from which a game continues, and who plays."""

    hand: Annotated[int, Field(ge=1, lt=2**31)]
    step: Number
    seat: Wind
    name: Name
    bots: Bot = Field(default=DEFAULT_LEVEL)

    @property
    def player(self) -> int:
        return WINDS.index(self.seat)


class ReviewRequest(Strict):
    """Whose decisions are reviewed, a player by their first seat; in one deal, or in the whole game."""

    seat: Wind
    hand: Annotated[int, Field(ge=1, lt=2**31)] | None = None

    @property
    def player(self) -> int:
        return WINDS.index(self.seat)


class CancelReviewRequest(Strict):
    """Whose review is cancelled."""

    seat: Wind

    @property
    def player(self) -> int:
        return WINDS.index(self.seat)


class StudyRequest(Strict):
    """A study of a rule book, or of an overlay; without a seed the server chooses one."""

    rules: str = DEFAULT
    overlay: str | None = None
    players: Annotated[list[SimulatedPlayer], Field(min_length=4, max_length=4)]
    hands: Annotated[int, Field(ge=1)]
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None

    def design(self, overlay_limit: int, most_hands: int) -> Design:
        """Raises QuepuError if there is no such rule book, or if the study is too large."""
        if self.overlay is not None and "rules" in self.model_fields_set:
            raise QuepuError("two_rules")
        if self.hands > most_hands:
            raise QuepuError("out_of_range", option="hands", text=str(self.hands), least=1, most=most_hands)
        book = named(self.rules) if self.overlay is None else overlay_book(self.overlay, overlay_limit)
        play_rules(book)
        return design_of(book, self.players, self.hands, randbelow(2**31) if self.seed is None else self.seed)


class CancelStudyRequest(Strict):
    """Who has started a study, by the token that they got then."""

    token: Annotated[str, Field(max_length=100)]


def read_request(kind: type[Request], given: object) -> Request:
    """The body of a request, checked. Raises QuepuError with the library's codes."""
    if not isinstance(given, dict):
        raise QuepuError("bad_json", text=f"expected an object, got {json_type(given)}")
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise QuepuError("unknown_key", text=name) from error
        if first["type"] == "missing":
            raise QuepuError("missing_key", text=name) from error
        fault = first.get("ctx", {}).get("error")
        if isinstance(fault, QuepuError):
            raise fault from error
        raise QuepuError("bad_value", option=name or "the request", text=as_json(first["input"])[:100]) from error
