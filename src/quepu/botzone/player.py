"""Our players at Botzone's tables: the response to the last request, from all requests and responses of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from quepu.botzone.tiles import BY_NAME, FIRST_FLOWER, response_of
from quepu.engine.game import Player
from quepu.engine.observation import decode
from quepu.errors import QuepuError
from quepu.kernel.actions import CHOW_LOW, CLAIM_PUNG, CLAIMED, FROM_HAND, PASS, WIN
from quepu.notation import format_tiles, parse_tiles
from quepu.players.position import observation_of
from quepu.rules.base import RuleBook
from quepu.score import score
from quepu.tiles import NAMES, WINDS

_TILES, _WITH_FLOWERS, _DEALT = 136, 144, 13
_OWN_WALL = 34
"""Without flowers each player draws from a wall of their own: the duplicate format."""


class BotzonePlayer:
    """A player of the library behind Botzone's protocol."""

    def __init__(self, player: Player, book: RuleBook) -> None:
        self.player = player
        self.book = book

    def respond(self, requests: Sequence[str], responses: Sequence[str]) -> str:
        """The response to the last request. Raises QuepuError if the requests are not as the protocol has them."""
        game = Seen()
        try:
            for number, request in enumerate(requests):
                game.take(request.split(), responses[number - 1].split() if number else [])
            return self._response(game)
        except (IndexError, ValueError, KeyError) as error:
            raise QuepuError("bad_botzone", text=requests[-1][:100] if requests else "") from error

    def _response(self, game: Seen) -> str:
        if not game.asks:
            return "PASS"
        view = game.view()
        if game.on_kong and game.drawn is not None and self._is_win(view):
            return response_of(WIN, None, None)
        action = self._choose(view, game)
        offered = game.offered
        if offered is None or action not in range(CHOW_LOW, CLAIM_PUNG + 1):
            return response_of(action, offered, None)
        discard = self._choose(game.view_after(action), game)
        return response_of(action, offered, discard)

    def _is_win(self, view: dict[str, Any]) -> bool:
        """Whether the hand has the shape of a win. A view does not say that the drawn tile replaces a kong."""
        own = view["seats"][WINDS.index(view["seat"])]["melds"]
        melds = [f"({meld['tiles']})" if meld["type"] == "concealed_kong" else f"[{meld['tiles']}]" for meld in own]
        concealed = list(parse_tiles(view["hand"]))
        concealed.remove(NAMES.index(view["drawn"]))
        return score(" ".join([format_tiles(concealed), *melds, f"+{view['drawn']} | self"]), rules=self.book).win

    def _choose(self, view: dict[str, Any], game: Seen) -> int:
        try:
            cells = observation_of({"view": view, "round": WINDS[game.round]}, self.book)
        except QuepuError as error:
            if error.code == "nothing_to_decide":
                return PASS
            raise
        seen = decode(cells)
        return seen.legal[0] if len(seen.legal) == 1 else self.player.choose(seen)


@dataclass(slots=True)
class Seen:
    """What a player has seen of a game on Botzone."""

    me: int = 0
    round: int = 0
    hand: list[int] = field(default_factory=list)
    flowers: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    melds: list[list[dict[str, Any]]] = field(default_factory=lambda: [[], [], [], []])
    discards: list[list[list[Any]]] = field(default_factory=lambda: [[], [], [], []])
    turn: int = 0
    drawn: int | None = None
    """The tile that the player has just drawn."""
    offered: int | None = None
    robbing: bool = False
    asks: bool = False
    """Whether the last request asks for a decision."""
    draws: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """How many tiles each has drawn, without those of the deal."""
    has_drawn: bool = False
    """The player whose turn it is has drawn, so a kong is a concealed one."""
    has_kong: bool = False
    """The player whose turn it is has made a kong, and has not drawn for it yet."""
    on_kong: bool = False
    """The drawn tile replaces a kong: a win is 杠上开花, which alone is worth the minimum."""

    def take(self, words: list[str], said: list[str]) -> None:
        """The next request; ``said`` is the response to the one before."""
        self.asks = False
        if words[0] == "0":
            self.me, self.round = int(words[1]), int(words[2])
        elif words[0] == "1":
            self._deal(words)
        elif words[0] == "2":
            self._draw(self.me, BY_NAME[words[1]])
            self.asks = True
        else:
            self._seen(int(words[1]), words[2], [BY_NAME[word] for word in words[3:]], said)

    def _deal(self, words: list[str]) -> None:
        counts = [int(word) for word in words[1:5]]
        self.hand = [BY_NAME[word] for word in words[5 : 5 + _DEALT]]
        if len(self.hand) != _DEALT or len(words) != 5 + _DEALT + sum(counts):
            raise ValueError
        flowers = iter(words[5 + _DEALT :])
        self.flowers = [[BY_NAME[next(flowers)] for _ in range(count)] for count in counts]

    def _draw(self, seat: int, tile: int | None) -> None:
        if self.robbing:  # nobody has robbed the kong
            self._complete_kong(self.turn, self._offer())
        self.has_kong, self.on_kong = False, self.has_kong
        self.turn, self.drawn, self.offered, self.robbing, self.has_drawn = seat, tile, None, False, True
        self.draws[seat] += 1
        if tile is not None:
            self.hand.append(tile)

    def _seen(self, seat: int, what: str, tiles: list[int], said: list[str]) -> None:
        """Something that all see."""
        if what == "BUHUA":
            self._draw(seat, None)
            self.draws[seat] -= 1  # a flower is not counted among the tiles that are drawn
            self.flowers[seat].append(tiles[0])
        elif what == "DRAW":
            self._draw(seat, None)
        elif what == "PLAY":
            self._discard(seat, tiles[0], from_hand=tiles[0] != self.drawn)
        elif what == "PENG":
            self._claim(seat, [self._offer()] * 3)
            self._discard(seat, tiles[0], from_hand=True)
        elif what == "CHI":
            self._claim(seat, [tiles[0] - 1, tiles[0], tiles[0] + 1])
            self._discard(seat, tiles[1], from_hand=True)
        elif what == "BUGANG":
            self._add_to_pung(seat, tiles[0])
        elif self.has_drawn:
            self._concealed_kong(seat, BY_NAME[said[1]] if seat == self.me else None)
        else:
            self._claim(seat, [self._offer()] * 4)

    def _offer(self) -> int:
        if self.offered is None:
            raise ValueError
        return self.offered

    def _discard(self, seat: int, tile: int, from_hand: bool) -> None:
        if seat == self.me:
            self.hand.remove(tile)
        self.discards[seat].append([NAMES[tile], FROM_HAND * from_hand])
        self.turn, self.drawn, self.offered, self.robbing, self.has_drawn = seat, None, tile, False, False
        self.asks = seat != self.me

    def _claim(self, seat: int, tiles: list[int]) -> None:
        """A chow, a pung or a kong with the tile on offer."""
        tile, source = self._offer(), self.turn
        if seat == self.me:
            rest = list(tiles)
            rest.remove(tile)
            for one in rest:
                self.hand.remove(one)
        self.discards[source][-1][1] |= CLAIMED
        kind = "kong" if len(tiles) > 3 else "pung" if tiles[0] == tiles[1] else "chow"
        self.melds[seat].append({"type": kind, "tiles": format_tiles(tiles), "claimed": NAMES[tile], "from": WINDS[source]})
        self.turn, self.drawn, self.offered, self.has_drawn, self.has_kong = seat, None, None, False, kind == "kong"

    def _add_to_pung(self, seat: int, tile: int) -> None:
        """A pung becomes a kong, unless somebody robs it."""
        if seat == self.me:
            self.hand.remove(tile)
        self.turn, self.drawn, self.offered, self.robbing, self.has_drawn = seat, None, tile, True, False
        self.asks = seat != self.me

    def _complete_kong(self, seat: int, tile: int) -> None:
        for meld in self.melds[seat]:
            if meld["type"] == "pung" and meld["tiles"] == format_tiles([tile] * 3):
                meld["type"], meld["tiles"] = "kong", format_tiles([tile] * 4)
        self.has_kong = True

    def _concealed_kong(self, seat: int, tile: int | None) -> None:
        tiles = "" if tile is None else format_tiles([tile] * 4)
        if tile is not None:
            self.hand = [one for one in self.hand if one != tile]
        self.melds[seat].append({"type": "concealed_kong", "tiles": tiles, "claimed": None, "from": None})
        self.has_kong = True
        self.turn, self.drawn, self.offered, self.has_drawn = seat, None, None, False

    # As a view.

    def wall_left(self) -> int:
        """The number of tiles in the wall. Without flowers each player has a wall of their own: there is nothing left when that of the next
        player is empty."""
        drawn = sum(self.draws)
        if any(self.flowers):
            return _WITH_FLOWERS - 4 * _DEALT - drawn - sum(map(len, self.flowers))
        own = _OWN_WALL - _DEALT
        return 0 if self.draws[(self.turn + 1) % 4] >= own else _TILES - 4 * _DEALT - drawn

    def view(self) -> dict[str, Any]:
        """What the player sees, as the network protocol has it."""
        return {
            "seat": WINDS[self.me],
            "hand": format_tiles(self.hand),
            "drawn": None if self.drawn is None else NAMES[self.drawn],
            "turn": WINDS[self.turn],
            "offer": None if self.offered is None else self._offer_json(self.offered),
            "wall_left": self.wall_left(),
            "seats": [self._seat(seat) for seat in range(4)],
            "result": None,
        }

    def _offer_json(self, tile: int) -> dict[str, Any]:
        return {"seat": WINDS[self.turn], "tile": NAMES[tile], "robbing": self.robbing}

    def _seat(self, seat: int) -> dict[str, Any]:
        concealed = _DEALT - 3 * len(self.melds[seat]) + (seat == self.turn and self.offered is None)
        return {
            "concealed": concealed,
            "melds": self.melds[seat],
            "discards": self.discards[seat],
            "flowers": format_tiles([flower for flower in sorted(self.flowers[seat]) if flower >= FIRST_FLOWER]),
            "ready": None,
        }

    def view_after(self, action: int) -> dict[str, Any]:
        """What the player sees after a chow or a pung of theirs, before the discard."""
        tile = self._offer()
        low = tile - (action - CHOW_LOW)
        self._claim(self.me, [tile] * 3 if action == CLAIM_PUNG else [low, low + 1, low + 2])
        return self.view()
