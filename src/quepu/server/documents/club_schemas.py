"""The JSON of clubs, tournaments and draws, as OpenAPI describes it. ``docs/clubs.md`` explains it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.club.draws import LEAST_PLAYERS, MOST_PLAYERS, MOST_ROUNDS, SEEDS
from quepu.server.play.messages import Strict
from quepu.server.schemas import BothLanguages, LanguageQuery, closed

Four = Annotated[list[int], Field(min_length=4, max_length=4)]
FourNumbers = Annotated[list[float], Field(min_length=4, max_length=4)]
FourTexts = Annotated[list[str], Field(min_length=4, max_length=4)]
Key = Annotated[str, Field(description="What is counted together: the id of a rule book; with ~ and 8 letters, an overlay of it.")]


@closed
class Ignored(TypedDict):
    """An entry without effect, and why."""

    entry: str
    reason: Literal[
        "unknown_player",
        "unknown_member",
        "unknown_entry",
        "unknown_table",
        "player_twice",
        "merged_already",
        "ends_before_it_begins",
        "not_running",
        "itself",
        "no_round",
    ]


# Draws.


@closed
class Quality(TypedDict):
    """How evenly people meet, history included."""

    pairs_met: Annotated[dict[str, int], Field(description="The number of pairs by how often they meet.")]
    most_meetings: int
    squares: Annotated[int, Field(description="The sum of the squares of the meetings of all pairs: what is minimised.")]
    seat_spread: Annotated[int, Field(description="The maximum, over players, of how much more often they have one wind than another.")]
    played_spread: Annotated[int, Field(description="How many more rounds one player plays than another.")]


@closed
class Bound(TypedDict):
    """What no draw can be better than; it need not be possible to reach."""

    most_meetings: int
    squares: int


@closed
class DrawAnswer(TypedDict):
    """A draw of tables and seats. Players are numbers from 0."""

    players: int
    seed: int
    method: Annotated[Literal["exact", "transversal", "search"], Field(description="How it was made: nobody meets twice in the first two.")]
    rounds: Annotated[list[list[Four]], Field(description="For each round its tables: the players at 東南西北.")]
    sitting_out: Annotated[list[list[int]], Field(description="For each round the players at no table.")]
    quality: Quality
    bound: Bound
    by_chance: Annotated[float, Field(description="The squares that a draw by lot is expected to have.")]


_Index = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]


class DrawRequest(Strict):
    """Tables and seats for some rounds."""

    players: Annotated[int, Field(ge=LEAST_PLAYERS, le=MOST_PLAYERS)]
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] = 0
    history: Annotated[
        list[Annotated[list[Annotated[list[_Index], Field(min_length=4, max_length=4)]], Field(max_length=MOST_PLAYERS // 4)]],
        Field(max_length=MOST_ROUNDS, default_factory=list, description="The rounds that have been played."),
    ]
    absent: Annotated[list[_Index], Field(max_length=MOST_PLAYERS, default_factory=list, description="Players who do not play any more.")]
    sitting_out: Annotated[
        list[Annotated[int, Field(ge=0, le=MOST_ROUNDS)]] | None,
        Field(max_length=MOST_PLAYERS, description="How often each player has sat out; if left out, as the history has it."),
    ] = None


# Clubs.


@closed
class Member(TypedDict):
    id: str
    name: str
    left: bool
    merged: Annotated[list[str], Field(description="The ids of the members that were merged into this one.")]


@closed
class Season(TypedDict):
    id: str
    name: str
    begins: int
    ends: int | None


@closed
class ClubState(TypedDict):
    """A club, from its own entries."""

    name: str
    rules: str | None
    about: str
    members: list[Member]
    seasons: list[Season]
    sheets: Annotated[list[str], Field(description="The ids of the documents, in the order in which they were listed.")]
    tournaments: list[str]
    undone: list[str]
    ignored: list[Ignored]


@closed
class ClubRow(TypedDict):
    """The results of a member or a guest."""

    rank: Annotated[int, Field(description="By points, then 标准分; equal ones share it.")]
    member: Annotated[str | None, Field(description="Null for a guest.")]
    name: str
    sheets: int
    deals: int
    points: int
    average: Annotated[float, Field(description="Points a sheet.")]
    ranks: Annotated[Four, Field(description="How often first to fourth; equal scores share the better rank.")]
    standard: Annotated[float, Field(description="标准分: 4, 2, 1, 0 by rank; equal scores share the mean.")]
    reduced: Annotated[float | None, Field(description="约化分数, in books that have it.")]


@closed
class ClubBook(TypedDict):
    """A rule book in use, or an overlay of it."""

    key: Key
    rules: str
    name: BothLanguages
    reduced_scores: bool


@closed
class ClubSheet(TypedDict):
    """A sheet that a club lists."""

    id: str
    key: Key
    title: str
    when: Annotated[int, Field(description="The time of its first entry, in ms.")]
    names: FourTexts
    members: Annotated[list[str | None], Field(min_length=4, max_length=4)]
    scores: Four
    ranks: Four
    deals: int
    over: bool
    counts: Annotated[bool, Field(description="It has a deal, so it is in the standings; also when it is not over.")]


@closed
class Evening(TypedDict):
    date: Annotated[str, Field(json_schema_extra={"format": "date"})]
    sheets: list[ClubSheet]


@closed
class ClubTournament(TypedDict):
    """A tournament that a club lists."""

    id: str
    name: str
    rules: str
    players: int
    rounds: int
    played: Annotated[int, Field(description="The number of rounds whose results are complete.")]
    finished: bool
    when: int


@closed
class ClubProblem(TypedDict):
    """A listed document that cannot be used: deleted, never sent, of another kind, or without its first entry."""

    document: str
    code: str


@closed
class ClubSummary(TypedDict):
    club: ClubState
    season: str | None
    rules: Key | None
    books: list[ClubBook]
    standings: Annotated[dict[str, list[ClubRow]], Field(description="By key, as in books.")]
    evenings: Annotated[list[Evening], Field(description="The latest first.")]
    tournaments: list[ClubTournament]
    problems: list[ClubProblem]


@closed
class BestHand(TypedDict):
    """The win with the greatest number of points."""

    sheet: str
    rules: str
    deal: Annotated[int, Field(description="The number of the deal in its sheet.")]
    points: int
    hand: str | None
    fans: list[str]
    when: int


@closed
class FanCount(TypedDict):
    rules: str
    id: str
    name: str
    en: str
    count: int


@closed
class PointInTime(TypedDict):
    """A sheet, and the points of the member up to and with it."""

    sheet: str
    key: Key
    title: str
    when: int
    points: int
    total: int
    rank: int


@closed
class MemberStatistics(TypedDict):
    """What a member has done in the sheets that count. A rate is null where there is nothing to divide by."""

    member: Member
    season: str | None
    rules: Key | None
    books: list[ClubBook]
    sheets: int
    deals: int
    wins: int
    self_drawn: int
    deal_ins: int
    draws: int
    win_rate: Annotated[float | None, Field(description="Wins a deal.")]
    self_drawn_rate: Annotated[float | None, Field(description="Self-draws a win.")]
    deal_in_rate: Annotated[float | None, Field(description="Deal-ins a deal.")]
    average_win: Annotated[float | None, Field(description="The mean of the points of the hands won.")]
    average_deal_in: Annotated[float | None, Field(description="The mean of the points of the hands dealt into.")]
    kongs: int
    penalties: Annotated[int, Field(description="What penalties brought or cost.")]
    points: int
    average: float | None
    ranks: Four
    average_rank: float | None
    standard: float
    reduced: float | None
    best: BestHand | None
    fans: list[FanCount]
    over_time: list[PointInTime]


# Tournaments.


@closed
class TournamentDeals(TypedDict):
    rounds: int
    hands: int | None


@closed
class TournamentSettings(TypedDict):
    name: str
    rules: str
    overlay: Annotated[str | None, Field(description="The text of the overlay.")]
    rounds: int
    minutes: int
    system: Literal["standard", "reduced", "points"]
    deals: TournamentDeals | None
    club: str | None
    about: str


@closed
class TournamentPlayer(TypedDict):
    id: str
    name: str
    member: str | None
    team: str | None
    substitute: Annotated[bool, Field(description="Fills a seat and is not ranked.")]
    withdrawn: Annotated[int | None, Field(description="From this round on they do not play.")]


@closed
class TournamentTable(TypedDict):
    """A table of a round. Lists of four are by 東南西北, as ``players``."""

    table: int
    players: FourTexts
    points: Annotated[list[int] | None, Field(description="The result, without penalties; null if there is none.")]
    penalties: FourNumbers
    counted: Annotated[list[float] | None, Field(description="The result with the penalties of the table: what is ranked.")]
    ranks: Annotated[list[int] | None, Field(description="Equal ones share the better rank.")]
    standard: Annotated[list[float] | None, Field(description="标准分.")]
    reduced: Annotated[list[float] | None, Field(description="约化分数; null if the tournament does not use it.")]
    origin: Annotated[Literal["result", "sheet"] | None, Field(description="Where the result is from.")]
    entry: Annotated[str | None, Field(description="The entry that counts.")]
    candidates: Annotated[list[str], Field(description="The entries that give a result; more than one is a conflict.")]
    conflict: bool
    not_zero: Annotated[bool, Field(description="The result does not add up to 0.")]
    sheet: Annotated[str | None, Field(description="The document of the sheet of the table.")]
    sheet_deals: Annotated[int | None, Field(description="The number of deals on the sheet; null without a sheet.")]
    sheet_scores: Annotated[list[int] | None, Field(description="The scores of the sheet now.")]
    sheet_over: bool
    other_draw: Annotated[list[str], Field(description="Results and sheets of other players, from before the draw changed: not counted.")]


@closed
class TournamentRound(TypedDict):
    round: int
    entry: Annotated[str | None, Field(description="The draw that counts.")]
    tables: list[TournamentTable]
    sitting_out: list[str]
    complete: Annotated[bool, Field(description="All tables have results.")]


@closed
class TournamentPenalty(TypedDict):
    entry: str
    player: str
    round: int
    points: float
    of: Literal["standing", "table"]
    note: str
    counts: Annotated[bool, Field(description="False if the player has no result at a table of the round.")]


@closed
class StandingsRow(TypedDict):
    rank: Annotated[int | None, Field(description="Null for a substitute.")]
    player: str
    name: str
    team: str | None
    substitute: bool
    withdrawn: int | None
    total: Annotated[float, Field(description="What is ranked first: 标准分, 约化分数 or points, with the penalties of the standing.")]
    points: Annotated[float, Field(description="比赛分: the sum of the table points.")]
    places: Annotated[Four, Field(description="How often first to fourth.")]
    played: int
    penalty: Annotated[float, Field(description="The penalties of the standing, contained in total.")]
    by_round: Annotated[list[float | None], Field(description="What each round added to total, without penalties; null if not played.")]


@closed
class RankAfter(TypedDict):
    rank: int | None
    player: str
    total: float
    points: float


@closed
class StandingsAfter(TypedDict):
    round: int
    standings: list[RankAfter]


@closed
class TeamRow(TypedDict):
    rank: int
    team: str
    total: float
    points: float
    players: list[str]


@closed
class Timer(TypedDict):
    """The timer of a round. While it runs ``ends`` is the time at which it ends, in ms; while it is paused ``left`` is what is left."""

    round: int
    running: bool
    ends: int | None
    left: int | None


@closed
class Missing(TypedDict):
    """What has to be done before the tournament is complete."""

    what: Literal["draw", "result", "conflict", "not_zero", "withdrawn", "no_sheet", "other_draw"]
    round: int
    table: int | None
    player: str | None
    code: Annotated[str | None, Field(description="Why the sheet cannot be used.")]


@closed
class Prize(TypedDict):
    """A rank, and who has it: several where it is shared."""

    rank: int
    players: list[str]
    names: list[str]
    total: float
    points: float


@closed
class TournamentState(TypedDict):
    settings: TournamentSettings
    players: list[TournamentPlayer]
    rounds: Annotated[list[TournamentRound], Field(description="All rounds of the settings, also those without a draw.")]
    current: Annotated[int | None, Field(description="The first round that is not complete.")]
    penalties: list[TournamentPenalty]
    standings: list[StandingsRow]
    after: Annotated[list[StandingsAfter], Field(description="The standings after each round that has a result.")]
    teams: list[TeamRow]
    quality: Annotated[Quality | None, Field(description="Of the whole draw; null without one.")]
    timer: Timer | None
    missing: list[Missing]
    finished: bool
    prizes: Annotated[list[Prize] | None, Field(description="The prize list; null until it is finished.")]
    undone: list[str]
    ignored: list[Ignored]


class MemberQuery(LanguageQuery):
    season: str | SkipJsonSchema[None] = Field(None, max_length=40, description="The id of a season; all sheets if left out.")
    rules: str | SkipJsonSchema[None] = Field(None, max_length=40, description="A key of books; all if left out.")


class SummaryQuery(MemberQuery):
    zone: int = Field(0, ge=-840, le=840, description="Minutes east of UTC: they decide what day an evening was.")
