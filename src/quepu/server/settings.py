"""The settings of a server, most of which the environment can set."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from quepu.errors import QuepuError

WEB = Path(__file__).with_name("web")
PYODIDE = Path(sys.prefix, "share/quepu/pyodide")
PREFIX = "QUEPU_"
NONE = "none"
"""The value of a variable that switches off a rate limit, or empties a list."""

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: how many tokens it gains a second, and how many it holds."""

    per_second: float
    burst: float


_RATE = {"range": (0.001, 1_000_000)}
"""The metadata of a rate. The environment can set it by two variables, or switch it off."""


def _limit(default: Any, least: float, most: float) -> Any:
    """A field that the environment can set, with the range of its values."""
    return field(default=default, metadata={"range": (least, most)})


def _list(default: tuple[str, ...], wanted: str, check: Callable[[str], object], is_secret: bool = False) -> Any:
    """A list that the environment can set, with commas between its items; ``check`` raises ValueError for an item that is wrong. The
    values of a secret are in no error and in no representation."""
    return field(default=default, repr=not is_secret, metadata={"wanted": wanted, "check": check, "is_secret": is_secret})


def _secret(text: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9\-._~+/=]{16,200}", text):
        raise ValueError


def _origin(text: str) -> None:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}" != text or not parts.netloc:
        raise ValueError(text)


_NETWORKS = "addresses or networks, as 10.0.0.0/8"


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a server, whom it trusts, and where its pages are. ``docs/http.md`` has the variable of each."""

    web: Path = WEB
    """The pages: HTML files, and all else below ``/static``."""
    pyodide: Path = PYODIDE
    """The files of Pyodide, which lets browsers use pages offline; where they are not, the server does not offer it."""
    rate: Rate | None = field(default=Rate(per_second=20, burst=200), metadata=_RATE)
    """The tokens of each address for the API; None: no limit."""
    local_rate: Rate | None = field(default=Rate(per_second=500, burst=5000), metadata=_RATE)
    """The tokens of each local address."""
    page_rate: Rate | None = field(default=Rate(per_second=50, burst=1000), metadata=_RATE)
    """Requests of each address for pages and their files; local addresses have no such limit."""
    token_seconds: float = _limit(0.005, 0.0001, 1)
    """The processor time that a token pays for."""
    token_bytes: int = _limit(4096, 1, 2**30)
    """The stored bytes that a token pays for."""
    head_seconds: float = _limit(10, 0.1, 3600)
    """How long a connection may take until the head of a request has arrived."""
    body_limit: int = _limit(64 * 1024, 1024, 2**26)
    batch_body_limit: int = _limit(512 * 1024, 1024, 2**26)
    batch_limit: int = _limit(1000, 1, 100_000)
    overlay_limit: int = _limit(32 * 1024, 64, 2**20)
    record_limit: int = _limit(2**20, 1024, 2**26)
    continue_limit: int = _limit(2**20, 1024, 2**28)
    """The maximum size of the journal of a game that continues another."""
    review_rate: Rate | None = field(default=Rate(per_second=40, burst=24_000), metadata=_RATE)
    """The tokens of each address for reviews of games, which run in the background; local addresses have no such limit."""
    review_samples: int = _limit(512, 8, 8192)
    """In how many random deals a review tries each action."""
    address_reviews: int = _limit(4, 1, 10_000)
    """The maximum number of reviews of one address that wait or run."""
    reviews_limit: int = _limit(200, 1, 100_000)
    """The maximum number of reviews that wait or run."""
    study_rate: Rate | None = field(default=Rate(per_second=100, burst=60_000), metadata=_RATE)
    """The tokens of each address for studies of the laboratory, which run in the background; local addresses have no such limit."""
    study_hands: int = _limit(50_000, 1, 10**9)
    """The maximum number of deals of a study."""
    address_studies: int = _limit(4, 1, 10_000)
    """The maximum number of studies of one address that wait or run."""
    studies_limit: int = _limit(100, 1, 100_000)
    """The maximum number of studies that wait or run."""
    stored_studies: int = _limit(10_000, 1, 10_000_000)
    """If more studies are stored, the oldest that do not run are pruned."""
    study_days: float = _limit(90, 0.01, 36_500)
    """A study is pruned after this time without progress."""
    document_body_limit: int = _limit(512 * 1024, 1024, 2**26)
    """The maximum size of a request with entries of a score sheet, a club or a tournament."""
    document_file_limit: int = _limit(8 * 2**20, 1024, 2**28)
    """The maximum size of a request that imports a whole document."""
    stored_documents: int = _limit(100_000, 1, 10_000_000)
    """If more documents are stored, no new ones are accepted."""
    document_days: float = _limit(3650, 0.01, 36_500)
    """A document is pruned after this time without being read or written."""
    address_waiting: int = _limit(50, 0, 100_000)
    """How many requests of one address may wait for new entries; local addresses may have more. A request beyond it is answered at once."""
    waiting_limit: int = _limit(5000, 0, 1_000_000)
    """The same for all addresses together."""
    body_seconds: float = _limit(10, 0.1, 3600)
    """How long a body may take to arrive."""
    answer_seconds: float = _limit(20, 0.1, 3600)
    """How long an answer may take, including the wait for a free thread."""
    threads: int = _limit(4, 2, 256)
    """How many answers are computed at the same time; one address has at most half of them."""
    compute: int = _limit(0, 0, 256)
    """The number of processes that compute answers; 0: threads of the process that serves do."""
    match_seconds: float = _limit(30, 0, 3600)
    """How long people wait for others of similar strength before bots take the seats that are free."""
    deserted_seconds: float = _limit(600, 0.1, 86_400)
    """How long a rated game that all people have left waits for them before bots play on, until it is over."""
    stored_events: int = _limit(10_000, 1, 10_000_000)
    """If more duplicate events are stored, no new ones are accepted."""
    event_days: float = _limit(365, 0.01, 36_500)
    """A duplicate event is pruned this long after it was made; the records of its games are kept."""
    event_players: int = _limit(400, 1, 100_000)
    """The maximum number of people in a duplicate event."""
    pace: float = 1
    """A factor on the pauses of bots and claims: 1 suits people, 0 is none."""
    socket_rate: Rate | None = field(default=Rate(per_second=10, burst=60), metadata=_RATE)
    """Messages of each connection to a room, at a pace of 1."""
    address_socket_rate: Rate | None = field(default=Rate(per_second=100, burst=1000), metadata=_RATE)
    """Messages of all connections of an address together, at a pace of 1."""
    connect_rate: Rate | None = field(default=Rate(per_second=2, burst=100), metadata=_RATE)
    """Connections to rooms that an address may open."""
    local_connect_rate: Rate | None = field(default=Rate(per_second=100, burst=2000), metadata=_RATE)
    """The same for each local address."""
    member_connect_rate: Rate | None = field(default=Rate(per_second=0.5, burst=20), metadata=_RATE)
    """Connections that one member may open, at a pace of 1."""
    room_connect_rate: Rate | None = field(default=Rate(per_second=5, burst=200), metadata=_RATE)
    """Connections that all people without a token may open to one room, at a pace of 1."""
    connection_rate: Rate | None = field(default=Rate(per_second=20, burst=200), metadata=_RATE)
    """Connections of any kind that an address may open; local addresses and trusted proxies have no such limit."""
    room_connections: int = _limit(200, 1, 100_000)
    """Connections to a room of people without a token; there is always a place for a member."""
    address_connections: int = _limit(100, 1, 100_000)
    """The maximum number of connections of one address to rooms, and of other ones; local addresses may have more."""
    session_days: float = _limit(90, 0.01, 3650)
    """How long somebody stays signed in."""
    stored_accounts: int = _limit(100_000, 0, 10_000_000)
    """If more accounts are stored, no new ones are accepted; 0: none at all."""
    sign_up_rate: Rate | None = field(default=Rate(per_second=0.01, burst=20), metadata=_RATE)
    """New accounts from each address; local addresses have no such limit."""
    sign_in_rate: Rate | None = field(default=Rate(per_second=0.02, burst=5), metadata=_RATE)
    """Wrong passwords and recovery codes for one name from one address."""
    address_sign_in_rate: Rate | None = field(default=Rate(per_second=0.1, burst=20), metadata=_RATE)
    """The same for all names from one address; local addresses have no such limit."""
    name_sign_in_rate: Rate | None = field(default=Rate(per_second=0.1, burst=100), metadata=_RATE)
    """The same for one name from all addresses."""
    bot_turn_seconds: float = _limit(5, 0.05, 600)
    """How long a connected bot may take for its turn."""
    bot_claim_seconds: float = _limit(3, 0.05, 600)
    """How long it may take to answer a tile on offer. People have longer, so among people it delays nothing."""
    bot_rate: Rate | None = field(default=Rate(per_second=100, burst=2000), metadata=_RATE)
    """Questions to the bots of an address in games without people; local addresses have no such limit."""
    bot_games: int = _limit(100, 1, 100_000)
    """The maximum number of games among connected bots at the same time."""
    ladder_seconds: float = _limit(10, 0, 86_400)
    """The pause of a bot between two games of the ladder."""
    stored_bots: int = _limit(100_000, 1, 10_000_000)
    """If more bots are stored, no new ones are accepted."""
    bot_days: float = _limit(365, 0.01, 36_500)
    """A bot is deleted after this time without a connection."""
    hosts: tuple[str, ...] | None = None
    """The host names of this server, besides ``localhost`` and numeric addresses; None: any."""
    origins: tuple[str, ...] = _list((), "origins, as https://example.org", _origin)
    """The origins of other pages that may open sockets."""
    trusted_proxies: tuple[str, ...] = _list((), _NETWORKS, ip_network)
    """The proxies whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are trusted."""
    local_networks: tuple[str, ...] = _list(("127.0.0.0/8", "::1"), _NETWORKS, ip_network)
    """The addresses of this machine, and others that are trusted like it."""
    metrics_tokens: tuple[str, ...] = _list((), "tokens of 16 to 200 letters, digits and -._~+/=", _secret, is_secret=True)
    """The tokens with which other addresses than local ones may read the metrics."""
    room_days: float = _limit(90, 0.01, 36_500)
    """A room is pruned after this time without use; records are kept longer."""
    record_days: float = _limit(36_500, 0.01, 36_500)
    """A game that is over is pruned with its record after this time."""
    rooms_limit: int = _limit(5000, 1, 10_000_000)
    """If more rooms are stored, those that were not used for longest are pruned, except those with a game in play."""
    unrecorded_limit: int = _limit(1000, 0, 10_000_000)
    """If more games are stored that ended before their first deal did, and so have no record, the oldest are pruned."""
    journal_seconds: float = _limit(3600, 0, 31_536_000)
    """How long the journal of a game is kept after its record is stored."""
    upkeep_seconds: float = _limit(3600, 0.01, 31_536_000)
    """The time from one upkeep of the database to the next."""
    drain_seconds: float = _limit(0, 0, 86_400)
    """How long a node that is asked to end lets its running games go on, before it leaves them to others."""
    ready_seconds: float = _limit(5, 0.01, 3600)
    """The store is not ready if a small write takes longer."""
    disk_reserve: int = _limit(64 * 2**20, 0, 2**40)
    """The store is not ready if fewer bytes are free on its disk."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
        """The settings from the environment; those in ``given`` take precedence. A wrong value raises QuepuError."""
        values: dict[str, Any] = {}
        for variable in variables():
            text = environment.get(variable.name, "").strip()
            if text and variable.field not in given:
                variable.set(values, variable.read(text))
        return cls(**{**values, **given})


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the environment: the field that it sets, and for a rate which part."""

    name: str
    field: str
    part: str | None
    default: Any
    range: tuple[float, float] | None
    wanted: str
    check: Callable[[str], object] | None = None
    is_whole: bool = False
    is_secret: bool = False

    def read(self, text: str) -> Any:
        """Parse its value. Raises QuepuError with the name and what is expected."""
        if text == NONE and (self.part is not None or self.check is not None):
            return None if self.check is None else ()
        try:
            if self.range is None:
                items = tuple(item.strip() for item in text.split(",") if item.strip())
                for item in items:
                    assert self.check is not None
                    self.check(item)
                return items
            value = int(text) if self.is_whole else float(text)
            if not (math.isfinite(value) and self.range[0] <= value <= self.range[1]):
                raise ValueError(text)
        except ValueError as error:
            raise QuepuError("bad_variable", option=self.name, text="…" if self.is_secret else text[:100], wanted=self.wanted) from error
        return value

    def set(self, values: dict[str, Any], value: Any) -> None:
        """Set its value among those of the fields. A rate is switched off if one of its parts is."""
        if self.part is None:
            values[self.field] = value
            return
        before = values.get(self.field, _DEFAULTS[self.field])
        if before is None or value is None:
            values[self.field] = None
        else:
            parts = {"per_second": before.per_second, "burst": before.burst, self.part: value}
            values[self.field] = Rate(**parts)


def variables() -> Iterator[Variable]:
    """All variables of the environment, in the order of the fields."""
    for one in fields(Settings):
        if "check" in one.metadata:
            wanted, check = one.metadata["wanted"], one.metadata["check"]
            is_secret = one.metadata["is_secret"]
            yield Variable(PREFIX + one.name.upper(), one.name, None, one.default, None, wanted, check, is_secret=is_secret)
        elif "range" in one.metadata:
            least, most = one.metadata["range"]
            wanted = f"{least:g}–{most:.15g}"
            if not isinstance(one.default, Rate):
                yield Variable(PREFIX + one.name.upper(), one.name, None, one.default, (least, most), wanted, is_whole=one.type == "int")
                continue
            for part in ("per_second", "burst"):
                name = f"{PREFIX}{one.name}_{part}".upper()
                default = float(getattr(one.default, part))
                yield Variable(name, one.name, part, default, (least, most), f"{wanted}, {NONE}")


_DEFAULTS: dict[str, Any] = {one.name: one.default for one in fields(Settings)}


def networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """Parse addresses and networks."""
    return tuple(ip_network(text) for text in texts)
