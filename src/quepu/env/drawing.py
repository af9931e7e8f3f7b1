"""An episode as text, drawn as the command line draws a table."""

from __future__ import annotations

from collections.abc import Sequence

from quepu.cli.drawing import Seating, TableScreen
from quepu.cli.terminal import Screen
from quepu.env.episode import Episode
from quepu.errors import QuepuError
from quepu.players import in_words

RENDER_MODES = ["ansi", "human"]


def check_render_mode(mode: object, known: Sequence[str]) -> None:
    if mode is not None and mode not in known:
        raise QuepuError("not_one_of", option="render_mode", text=str(mode), known=", ".join(known))


def render(episode: Episode, player: int, mode: str | None) -> str | None:
    """The table as a player sees it: returned as text (``ansi``), printed (``human``), or nothing without a mode."""
    if mode is None:
        return None
    drawn = text(episode, player)
    if mode == "ansi":
        return drawn
    print(drawn)
    return None


def text(episode: Episode, player: int) -> str:
    match = episode.game.match
    number = match.number if episode.game.deal is not None else match.number - 1
    names = [in_words(episode.names[one], "en") for one in episode.seats]
    seating = Seating(number, names, [match.scores[one] for one in episode.seats])
    return "\n".join(TableScreen(Screen("en", fancy=False)).table(episode.view(player), seating, {}))
