"""``quepu play``: a person plays against three bots on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quepu import notation, tiles
from quepu.cli.drawing import Seating, TableScreen, kong_kind
from quepu.cli.terminal import Screen
from quepu.engine.deal import Deal
from quepu.engine.events import Event, Won
from quepu.engine.game import MatchInPlay, Player
from quepu.engine.match import MatchSettings
from quepu.engine.record import RecordWriter
from quepu.engine.shuffle import Secret, secret_for
from quepu.engine.view import View, seen
from quepu.errors import NotationError
from quepu.kernel.actions import (
    CHOW_HIGH,
    CHOW_LOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    DECLINE,
    PASS,
    REPLACE_FLOWER,
    WIN,
)
from quepu.names import escaped
from quepu.players import in_words
from quepu.players.hints import Claim, Hint, Suggestion, hint, no_win
from quepu.players.master import Judgement, Master
from quepu.players.reasons import Reason, reason
from quepu.rules.base import RuleBook
from quepu.score import score
from quepu.waits import Discard, WaitsReport

HINTS = 6
"""The number of discards that a hint shows."""

PERSON = 0
"""The person is the first player, who starts as 東."""

LETTERS = {
    WIN: "w",
    CLAIM_PUNG: "p",
    CLAIM_KONG: "k",
    PASS: "n",
    DECLARE_READY: "r",
    REPLACE_FLOWER: "f",
    DECLINE: "d",
}
ALIASES = {"和": "w", "胡": "w", "碰": "p", "杠": "k", "吃": "c", "过": "n", "听": "r", "花": "f", "打": ""}


class Quit(Exception):
    """The person leaves the match."""


class Undo(Exception):
    """The person undoes the last decision."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is chosen before a match begins."""

    book: RuleBook
    names: tuple[str, ...]
    """The names of all four players, the person first."""
    bots: tuple[Player, ...]
    seed: int
    settings: MatchSettings
    practice: bool
    bot_names: tuple[str, ...] = ()
    """The names of the bots in ``quepu.players``."""


class BotChoice(NamedTuple):
    """What a bot chose, and what is needed to say why."""

    seat: int
    observation: bytes
    action: int
    judgement: Judgement | None
    """Of ``master``: the numbers that decided. A second search would have others."""


class EventBuffer:
    """Passes events to a record. In practice mode they may be undone, so they are kept until the deal is over."""

    def __init__(self, record: RecordWriter | None, practice: bool) -> None:
        self.record = record
        self.practice = practice
        self.pending: list[Event] = []

    def write(self, event: Event) -> None:
        self.pending.append(event)
        if not self.practice:
            self.flush()

    def flush(self) -> None:
        """Write the events that were kept."""
        if self.record is not None:
            for event in self.pending:
                self.record.write(event)
            self.record.flush()
        self.pending.clear()


class TerminalMatch:
    """A match at a terminal. ``ask`` reads a line for a prompt, ``show`` prints."""

    def __init__(
        self,
        setup: Setup,
        screen: Screen,
        record: RecordWriter | None = None,
        ask: Callable[[str], str] = input,
        show: Callable[[str], None] = print,
    ) -> None:
        self.setup = setup
        self.screen = screen
        self.say = screen.say
        self.draw = TableScreen(screen)
        self.ask_line = ask
        self.show = show
        self.buffer = EventBuffer(record, setup.practice)
        self.game = MatchInPlay(setup.book, setup.settings, self.buffer.write)
        self.players: list[Player | None] = [None, *setup.bots]
        self.rounds: list[list[tuple[int, int]]] = []
        """The choices in this deal: a list for all seats that had to act at the same time."""
        self.decided: list[bool] = []
        """For each of these lists, whether the person had a choice."""
        self.bot_choices: list[list[BotChoice]] = []
        """For each of these lists, the choices of the bots that had one."""

    def run(self) -> bool:
        """Play the match; return whether it was played to its end."""
        book = self.setup.book
        title = self.screen.paint(book.name if self.screen.lang == "zh" else book.en, "bold")
        self.show(f"{title}  {self.say('play_seed', seed=self.setup.seed)}")
        self.show(self.say("play_help_short"))
        try:
            while not self.game.over:
                self.play_deal(secret_for(self.setup.seed, self.game.match.number))
            self.show("\n" + self.say("play_over"))
            self.show("\n".join(self.standings()))
        except (Quit, EOFError):
            self.show("\n" + self.say("play_left"))
            return False
        finally:
            self.buffer.flush()
        return True

    def standings(self) -> list[str]:
        order = sorted(range(4), key=lambda player: -self.game.match.scores[player])
        return self.screen.columns([[self.setup.names[player], f"{self.game.match.scores[player]:+d}"] for player in order])

    # One deal.

    def play_deal(self, secret: Secret) -> None:
        self.rounds.clear()
        self.decided.clear()
        self.bot_choices.clear()
        self.at = list(self.game.match.seats)
        self.seat = self.at.index(PERSON)
        self.number = self.game.match.number
        self.scores = [self.game.match.scores[player] for player in self.at]
        self.names = [self.setup.names[player] for player in self.at]
        self.messages: list[str] = []
        """Sentences about events since the table was last shown."""
        self.add_messages(self.game.begin(secret))
        deal = self.game.deal
        while self.game.deal is not None:
            deal = self.game.deal
            try:
                chosen = self.choices(deal)
            except Undo:
                self.undo(secret)
                continue
            self.rounds.append(chosen)
            for seat, action in chosen:
                self.add_messages(self.game.apply(seat, action))
        self.buffer.flush()
        if deal is not None:
            self.finish(deal)

    def choices(self, deal: Deal) -> list[tuple[int, int]]:
        """The actions of all seats that must act, the person first, who may undo instead. Nobody sees the choice of another."""
        asked = deal.asked()
        chosen = []
        mine = deal.view(self.seat) if self.seat in asked else None
        has_choice = mine is not None and len(mine.legal) > 1
        if mine is not None:
            chosen.append((self.seat, self.decide(deal, mine) if has_choice else mine.legal[0]))
        self.decided.append(has_choice)
        self.bot_choices.append([])
        for seat in asked:
            bot = self.players[self.at[seat]]
            if bot is not None:
                view = deal.view(seat)
                action = bot.choose(view) if len(view.legal) > 1 else view.legal[0]
                chosen.append((seat, action))
                if len(view.legal) > 1:
                    judgement = bot.judgement if isinstance(bot, Master) else None
                    self.bot_choices[-1].append(BotChoice(seat, view.observation, action, judgement))
        return chosen

    def undo(self, secret: Secret) -> None:
        """Start the same deal again and repeat everything up to the person's last decision."""
        kept = len(self.rounds)
        while kept and not self.decided[kept - 1]:
            kept -= 1
        if not kept:
            self.show(self.say("play_nothing_to_undo"))
            return
        del self.rounds[kept - 1 :], self.decided[kept - 1 :], self.bot_choices[kept - 1 :]
        self.buffer.pending.clear()
        self.messages = [self.say("play_undone")]
        self.game.abandon()
        self.game.begin(secret)
        for chosen in self.rounds:
            for seat, action in chosen:
                self.game.apply(seat, action)

    def add_messages(self, events: Sequence[Event]) -> None:
        """Describe the events as the person sees them."""
        for event in events:
            sentence = self.draw.sentence(seen(event, self.seat, bool(self.game.match.rules.shows_concealed_kongs)), self.names)
            if sentence:
                self.messages.append(sentence)

    def finish(self, deal: Deal) -> None:
        """Show the end of a deal: all tiles, the explained score of the winner, the payments."""
        hands = {seat: deal.state.hand(seat) for seat in range(4)}
        self.show("\n".join(["", *self.draw.table(deal.view(self.seat), Seating(self.number, self.names, self.scores), hands), ""]))
        self.show("\n".join("  " + line for line in self.messages))
        for event in deal.events:
            if isinstance(event, Won):
                self.show("\n" + self.screen.score(score(event.hand, self.setup.book)))
        for payment in deal.payments():
            why = payment.zh if self.screen.lang == "zh" else payment.en
            self.show("  " + self.say("play_pays", who=self.names[payment.seat], points=payment.points, why=self.screen.clauses(why)))
        self.show("\n" + "\n".join(self.standings()))
        while not self.game.over:
            line = self.ask_line("\n" + self.say("play_next") + " ").strip()
            if line in ("q", "quit"):
                raise Quit
            if line != "y":
                return
            self.show("\n".join(self.bot_reasons(0)))

    # The person's decisions.

    def decide(self, deal: Deal, view: View) -> int:
        self.show_table(view)
        typed = self.typed_actions(view)
        while True:
            line = self.ask_line(self.prompt(view, typed)).strip()
            word = ALIASES.get(line[:1], line[:1]) + line[1:]
            if word in typed:
                return typed[word]
            action = self.default(view) if not line else self.tile_action(word, view)
            if action is not None:
                return action
            self.other_command(word, deal, view)

    def show_table(self, view: View) -> None:
        lines = self.draw.table(view, Seating(self.number, self.names, self.scores), {})
        self.show("\n".join(["", *("  " + line for line in self.messages), "", *lines, ""]))
        self.messages.clear()

    def typed_actions(self, view: View) -> dict[str, int]:
        """The legal actions that are not discards, by what the person types. Several chows or kongs get different names."""
        found: dict[str, int] = {}
        chows = [action for action in view.legal if CHOW_LOW <= action <= CHOW_HIGH]
        kongs = [action for action in view.legal if CONCEALED_KONG_OF <= action < CHOW_LOW]
        for action in view.legal:
            if action in LETTERS:
                found[LETTERS[action]] = action
            elif action in chows:
                found["c" if len(chows) == 1 else f"c{1 + chows.index(action)}"] = action
            elif action in kongs:
                found["k" if len(kongs) == 1 else "k" + tiles.NAMES[kong_kind(action)]] = action
        return found

    def prompt(self, view: View, typed: dict[str, int]) -> str:
        words = [f"{self.screen.paint(f'[{key}]', 'bold')} {self.label(action, view)}" for key, action in typed.items()]
        if view.offer is not None:
            words.insert(0, self.say("play_offer", who=self.names[view.offer.seat], tile=self.screen.tile_name(view.offer.tile)))
        elif any(action < CONCEALED_KONG_OF for action in view.legal):
            words.insert(0, self.say("play_discard"))
        return "  ".join([*words, self.screen.paint("[h] [?]", "dim")]) + " > "

    def label(self, action: int, view: View) -> str:
        return self.draw.action(action, view)

    def default(self, view: View) -> int | None:
        """The action for an empty line: pass, or discard the drawn tile."""
        if PASS in view.legal:
            return PASS
        return view.drawn if view.drawn in view.legal else None

    def tile_action(self, word: str, view: View) -> int | None:
        """The discard of the tile with this name; None if it is not a legal discard."""
        try:
            [kind] = notation.parse_tiles(word)
        except (NotationError, ValueError):
            return None
        return kind if kind in view.legal and view.offer is None else None

    def other_command(self, word: str, deal: Deal, view: View) -> None:
        if word == "q":
            raise Quit
        if word == "u":
            if self.setup.practice:
                raise Undo
            self.show(self.say("play_no_undo"))
        elif word == "h":
            self.show("\n".join(self.hints(deal, view)))
        elif word == "y":
            self.show("\n".join(self.bot_reasons(self.last_decision())) if self.setup.practice else self.say("play_no_reasons"))
        elif word == "t":
            self.show_table(view)
        elif word == "w":
            self.show("\n".join(self.why_no_win(deal)))
        else:
            if word != "?":
                self.show(self.say("play_unknown", text=escaped(word if len(word) < 40 else word[:30] + "…")))
            self.show(self.say("play_help"))

    # Why the bots did what they did. A reason reveals hidden tiles, so it is shown in practice, or after the deal.

    def last_decision(self) -> int:
        """The number of the last list of choices in which the person had one; 0 before the first."""
        return max((number for number, has_choice in enumerate(self.decided) if has_choice), default=0)

    def bot_reasons(self, first: int) -> list[str]:
        """Why the bots chose what they chose, from this list of choices on; passes where nothing was claimed are left out."""
        lines = []
        for one in (one for choices in self.bot_choices[first:] for one in choices):
            if one.action != PASS:
                found = reason(self.setup.book, one.observation, self.setup.bot_names[self.at[one.seat] - 1], one.action, one.judgement)
                lines.append("  " + self.say("suggest_why", who=self.names[one.seat], text=found.as_text(self.screen.lang)))
        return lines or [self.say("play_nothing_to_explain")]

    # Hints.

    def hints(self, deal: Deal, view: View) -> list[str]:
        found = hint(view, self.setup.book, no_win(deal, self.seat), deal.offered_win(self.seat))
        lines = [""]
        if found.suggestion is not None and found.suggestion.word != "win":
            lines += [self.suggestion(found.suggestion, found, view), self.because(found.suggestion.because), ""]
        if found.discards is not None:
            lines += self.screen.discards(found.discards.discards[:HINTS])
        else:
            lines += self.waits(found.waits)
        if found.win is not None:
            lines += ["", self.screen.offered_win(found.win)]
        if found.aims:
            lines += ["", self.say("aims"), *self.screen.aims(found.aims)]
        elif found.hopeless:
            lines += ["", self.no_aims()]
        for action, claim in found.claims.items():
            lines += ["", self.say("play_after", action=self.label(action, view)), *self.claim(claim)]
        if found.no_win is not None and found.no_win.reason == "below_minimum":
            lines += ["", *self.why_no_win(deal)]
        return [*lines, ""]

    def suggestion(self, suggestion: Suggestion, found: Hint, view: View) -> str:
        """What to do and why, in a line."""
        action, instead = suggestion.action, suggestion.instead
        is_discard = action < CONCEALED_KONG_OF
        act = self.say("suggest_discard", tile=self.screen.tile_name(action)) if is_discard else self.label(action, view)
        fans = ""
        if suggestion.word == "aim" and suggestion.aim is not None:
            fans = self.screen.main_fans(suggestion.aim.score, 1) or self.say("aim_plain")
        elif instead is not None:
            fans = self.screen.fan_names(found.claims[instead].lost[:2])
        claim = "" if instead is None else self.label(instead, view)
        return self.say("suggest", act=act, why=self.say(f"suggest_{suggestion.word}", fans=fans, claim=claim))

    def because(self, found: Reason) -> str:
        """The whole reason of a bot."""
        return "  " + self.say("suggest_why", who=in_words(found.player, self.screen.lang), text=found.as_text(self.screen.lang))

    def no_aims(self) -> str:
        minimum = self.setup.book.minimum
        return self.say("no_aims", minimum=minimum) if minimum else self.say("no_aims_free")

    def claim(self, claim: Claim) -> list[str]:
        """What a claim gives and loses."""
        after = claim.after
        lines = self.screen.discards([after]) if isinstance(after, Discard) else self.waits(after)
        words = [] if after is None else [self.say("claim_distance", before=claim.before, after=after.distance)]
        if claim.lost:
            words.append(self.say("claim_lost", fans=self.screen.fan_names(claim.lost)))
        if claim.hopeless:
            words.append(self.no_aims())
        if claim.aim is not None and claim.concealed is not None and claim.concealed > claim.aim.score.points:
            words.append(self.say("claim_cheaper", concealed=claim.concealed))
        lines += ["  " + self.screen.clauses(words)]
        return lines if claim.aim is None else [*lines, *self.screen.aims([claim.aim])]

    def waits(self, found: WaitsReport | None) -> list[str]:
        if found is None:
            return [self.say("play_flowers_first")]
        if found.waits:
            left = sum(wait.left for wait in found.waits)
            return [self.say("waits_for", kinds=len(found.waits), left=left), *self.screen.waits(found.waits)]
        return [self.say("not_ready", distance=found.distance), "  " + self.screen.useful(found.useful)]

    def why_no_win(self, deal: Deal) -> list[str]:
        reason = deal.why_no_win(self.seat)
        if reason is None:
            return []
        worth = [self.screen.score(reason.score)] if reason.score is not None and reason.score.win else []
        return [self.say(f"no_win_{reason.reason}"), *worth]
