"""The engine: play by every rule book, from the wall to the record of a match.

``Deal`` is one deal, ``MatchInPlay`` a match; ``play_match`` lets four players play one. A player knows only what ``view`` returns, or
``observation``, which is the same as bytes. ``Tables`` plays thousands of deals in one call.
"""

from quepu.engine.batch import Sampler, Tables
from quepu.engine.deal import Deal, NoWin, Outcome
from quepu.engine.game import MatchInPlay, MatchResult, Player, play_deal, play_match
from quepu.engine.match import Match, MatchSettings, reduced_scores
from quepu.engine.observation import decode, observation
from quepu.engine.record import Header, Record, RecordWriter, read_record
from quepu.engine.replay import replay, verify
from quepu.engine.rules import PlayRules, play_rules
from quepu.engine.shuffle import Secret
from quepu.engine.view import Feed, View, view

__all__ = [
    "Deal",
    "Feed",
    "Header",
    "Match",
    "MatchInPlay",
    "MatchResult",
    "MatchSettings",
    "NoWin",
    "Outcome",
    "PlayRules",
    "Player",
    "Record",
    "RecordWriter",
    "Sampler",
    "Secret",
    "Tables",
    "View",
    "decode",
    "observation",
    "play_deal",
    "play_match",
    "play_rules",
    "read_record",
    "reduced_scores",
    "replay",
    "verify",
    "view",
]
