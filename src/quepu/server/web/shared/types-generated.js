// The objects of the API and of the messages over a socket. Types only; nothing here runs.
// Written by tools/page_types.py from the schemas of the server: change those, not this file.

/** The account of the browser that asks; null for a guest. @typedef {{account: OwnAccount | null}} AccountAnswer */

/**
 * What an action brings on average. Errors are half widths of 95 % intervals.
 * @typedef {{
 *   action: number,
 *   points: number,
 *   error: number,
 *   win: number,
 *   win_error: number,
 *   deal_in: number,
 *   samples: number,
 *   behind: number,
 *   behind_error: number,
 * }} ActionEstimateJson
 */

/**
 * What every legal action of a position brings, the best average first; ``choice`` is what the player master would do. It need not be the first: master also weighs the hand itself.
 * @typedef {{
 *   rules: string,
 *   seat: "E" | "S" | "W" | "N",
 *   hand: string,
 *   drawn: string | null,
 *   offered: string | null,
 *   choice: number,
 *   samples: number,
 *   seed: number,
 *   actions: ActionEstimateJson[],
 * }} AnalyseAnswer
 */

/**
 * ``name`` is that of a banned account.
 * @typedef {{
 *   id: string,
 *   kind: "account" | "address",
 *   subject: string,
 *   name: string | null,
 *   reason: string,
 *   created: number,
 *   until: number | null,
 * }} BanJson
 */

/**
 * The win with the greatest number of points.
 * @typedef {{
 *   sheet: string,
 *   rules: string,
 *   deal: number,
 *   points: number,
 *   hand: string | null,
 *   fans: string[],
 *   when: number,
 * }} BestHand
 */

/**
 * @typedef {{
 *   id: string,
 *   name: BothLanguages,
 *   about: BothLanguages,
 *   source: string,
 *   source_en: string,
 *   minimum: number,
 *   flower_points: number,
 *   has_fu: boolean,
 *   shapes: ("standard" | "seven_pairs" | "thirteen_orphans" | "knitted_honours" | "knitted_straight" | "eight_flowers")[],
 *   fan_count: number,
 *   count_note: BothLanguages | null,
 *   options: Option[],
 *   formula: BothLanguages,
 *   payments: BothLanguages,
 *   categories: Category[],
 *   fans: Fan[],
 *   exclusions: Graph,
 *   overlay: OverlayContent | null,
 * }} Book
 */

/** @typedef {{new: BothLanguages, known: BothLanguages}} BookFact */

/**
 * A book for players of another: what is different, and hands to compare.
 * @typedef {{
 *   rules: string,
 *   known: string,
 *   lead: BothLanguages,
 *   facts: BookFact[],
 *   hands: string[],
 * }} BookLessonJson
 */

/**
 * @typedef {{
 *   id: string,
 *   name: BothLanguages,
 *   about: BothLanguages,
 *   source: string,
 *   source_en: string,
 *   minimum: number,
 *   flower_points: number,
 *   has_fu: boolean,
 *   shapes: ("standard" | "seven_pairs" | "thirteen_orphans" | "knitted_honours" | "knitted_straight" | "eight_flowers")[],
 *   fan_count: number,
 *   count_note: BothLanguages | null,
 *   options: Option[],
 * }} BookSummary
 */

/** @typedef {{turn_seconds: number, claim_seconds: number, faults: number, hands: number}} BotLimits */

/** @typedef {{zh: string, en: string}} BothLanguages */

/** @typedef {{bots: ConnectedBot[], limits: BotLimits}} BotsAnswer */

/** What no draw can be better than; it need not be possible to reach. @typedef {{most_meetings: number, squares: number}} Bound */

/** @typedef {{cancelled: true}} CancelledAnswer */

/** @typedef {{name: string, en: string}} Category */

/**
 * What a chow, a pung or a kong gives and loses: the distance from ready ``before`` it and after it, the best discard and the best aim then; what that aim would be worth if the set were ``concealed``; and the fans that are lost.
 * @typedef {{
 *   action: number,
 *   before: number,
 *   distance: number | null,
 *   discard: string | null,
 *   hopeless: boolean,
 *   aim: HandAim | null,
 *   concealed: number | null,
 *   lost: FanInBrief[],
 * }} ClaimAdvice
 */

/** The member of this room is the person who is signed in. @typedef {{room: string}} ClaimedAnswer */

/** @typedef {{turn: number, bank: number, claim: number}} ClockSettings */

/**
 * A rule book in use, or an overlay of it.
 * @typedef {{
 *   key: string,
 *   rules: string,
 *   name: BothLanguages,
 *   reduced_scores: boolean,
 * }} ClubBook
 */

/**
 * A listed document that cannot be used: deleted, never sent, of another kind, or without its first entry.
 * @typedef {{
 *   document: string,
 *   code: string,
 * }} ClubProblem
 */

/**
 * The results of a member or a guest.
 * @typedef {{
 *   rank: number,
 *   member: string | null,
 *   name: string,
 *   sheets: number,
 *   deals: number,
 *   points: number,
 *   average: number,
 *   ranks: number[],
 *   standard: number,
 *   reduced: number | null,
 * }} ClubRow
 */

/**
 * A sheet that a club lists.
 * @typedef {{
 *   id: string,
 *   key: string,
 *   title: string,
 *   when: number,
 *   names: string[],
 *   members: (string | null)[],
 *   scores: number[],
 *   ranks: number[],
 *   deals: number,
 *   over: boolean,
 *   counts: boolean,
 * }} ClubSheet
 */

/**
 * A club, from its own entries.
 * @typedef {{
 *   name: string,
 *   rules: string | null,
 *   about: string,
 *   members: Member[],
 *   seasons: Season[],
 *   sheets: string[],
 *   tournaments: string[],
 *   undone: string[],
 *   ignored: Ignored[],
 * }} ClubState
 */

/**
 * @typedef {{
 *   club: ClubState,
 *   season: string | null,
 *   rules: string | null,
 *   books: ClubBook[],
 *   standings: Record<string, ClubRow[]>,
 *   evenings: Evening[],
 *   tournaments: ClubTournament[],
 *   problems: ClubProblem[],
 * }} ClubSummary
 */

/**
 * A tournament that a club lists.
 * @typedef {{
 *   id: string,
 *   name: string,
 *   rules: string,
 *   players: number,
 *   rounds: number,
 *   played: number,
 *   finished: boolean,
 *   when: number,
 * }} ClubTournament
 */

/** New recovery codes, which are not shown again. @typedef {{codes: string[]}} CodesAnswer */

/** @typedef {{hand: string, scores: Record<string, Win | NoWin>, differences: LinesInBothLanguages, fans: DifferentFan[]}} CompareAnswer */

/**
 * A bot that is connected: whether hosts may give it a chair, of which rule books it plays the ladder, and in how many games it is.
 * @typedef {{
 *   bot: string,
 *   name: string,
 *   owner: string | null,
 *   program: string,
 *   rooms: boolean,
 *   ladder: string[],
 *   games: number,
 * }} ConnectedBot
 */

/**
 * A fan that counts; with ``en`` in a comparison.
 * @typedef {{
 *   id: string,
 *   name: string,
 *   count: number,
 *   fu?: number,
 *   fan?: number,
 *   points?: number,
 *   percent?: number,
 *   en?: string,
 * }} CountedFan
 */

/** The document is stored. @typedef {{id: string, seq: number, at: number}} CreatedAnswer */

/** @typedef {{rules: string, level: number, seed: number, weak: string[], hand: string, score: ExplainedWin, date: string}} DailyAnswer */

/** The document is deleted. @typedef {{}} DeletedAnswer */

/** @typedef {{bot: string}} DeletedBotAnswer */

/** @typedef {{a: BookSummary, b: BookSummary, book: Record<string, Pair>, fans: FanDifference[]}} DiffAnswer */

/** A fan that the books differ in. @typedef {{id: string, name: string, en: string, books: Record<string, Judgement>}} DifferentFan */

/** @typedef {{tile: string, distance: number, useful: TileLeft[], useful_left: number, waits: Wait[]}} Discard */

/** @typedef {{win: Win | null, discards: Discard[]}} DiscardsAnswer */

/**
 * An entry: its head, and the fields of its type.
 * @typedef {{
 *   id: string,
 *   at: number,
 *   when: number,
 *   t: string,
 *   [key: string]: any,
 * }} DocumentEntry
 */

/**
 * A draw of tables and seats. Players are numbers from 0.
 * @typedef {{
 *   players: number,
 *   seed: number,
 *   method: "exact" | "transversal" | "search",
 *   rounds: number[][][],
 *   sitting_out: number[][],
 *   quality: Quality,
 *   bound: Bound,
 *   by_chance: number,
 * }} DrawAnswer
 */

/** @typedef {{from: string, to: string, kind: "excludes" | "against"}} Edge */

/**
 * The entries after a number, in the order of their arrival. ``seq`` is the number of the last of them; if it is smaller than the number that was given, the document is older than what the client knows.
 * @typedef {{
 *   kind: "sheet" | "club" | "tournament",
 *   id: string,
 *   entries: DocumentEntry[],
 *   seq: number,
 *   more: boolean,
 *   at: number,
 *   digest: number,
 *   has_pin: boolean,
 *   writable: boolean,
 * }} EntriesAnswer
 */

/** @typedef {{error: ErrorDetails}} ErrorAnswer */

/**
 * @typedef {{
 *   code: string,
 *   message: string,
 *   position?: number,
 *   line?: number,
 *   reason?: string,
 *   fan?: string,
 *   rules?: string,
 * }} ErrorDetails
 */

/** @typedef {{date: string, sheets: ClubSheet[]}} Evening */

/**
 * An event. The commitments are the SHA-256 of the seed of each deal, and known from the beginning; the seeds follow at the end.
 * @typedef {{
 *   id: string,
 *   title: string,
 *   rules: string,
 *   match: MatchLength,
 *   deals: number,
 *   people: number,
 *   bots: string | null,
 *   status: "open" | "running" | "over",
 *   created: number,
 *   started: number | null,
 *   ended: number | null,
 *   commitments: string[],
 *   seeds: string[] | null,
 *   players: EventPerson[],
 *   tables: EventTableJson[],
 *   you: OwnPlace | null,
 *   organiser: boolean,
 * }} EventAnswer
 */

/** What was paid in a deal at all tables, table by table. @typedef {{deal: number, seats: EventSeat[]}} EventDeal */

/** @typedef {{number: number, name: string, player: string | null, table: number | null}} EventPerson */

/**
 * @typedef {{
 *   table: number,
 *   seat: "E" | "S" | "W" | "N",
 *   number: number | null,
 *   name: string,
 *   payment: number,
 *   difference: number,
 * }} EventSeat
 */

/**
 * The place of somebody: what they won more than the mean of all at the same seats with the same tiles.
 * @typedef {{
 *   rank: number,
 *   number: number,
 *   name: string,
 *   table: number,
 *   score: number,
 *   difference: number,
 * }} EventStanding
 */

/**
 * A table; its game is named when the event is over.
 * @typedef {{
 *   table: number,
 *   deals: number,
 *   finished: boolean,
 *   game: string | null,
 * }} EventTableJson
 */

/** @typedef {{events: ListedEvent[]}} EventsAnswer */

/**
 * A fan that counts, with its rule and its tiles.
 * @typedef {{
 *   id: string,
 *   name: string,
 *   count: number,
 *   fu?: number,
 *   fan?: number,
 *   points?: number,
 *   percent?: number,
 *   en: string,
 *   category: string,
 *   text: BothLanguages,
 *   tiles: string,
 *   groups: string[],
 * }} ExplainedFan
 */

/**
 * The score of a winning hand, explained.
 * @typedef {{
 *   win: true,
 *   legal: boolean,
 *   points: number,
 *   base: number,
 *   fu?: number,
 *   fan?: number,
 *   sum?: number,
 *   percent?: number,
 *   rules: string,
 *   minimum: number,
 *   hand: string,
 *   fans: ExplainedFan[],
 *   refused: RefusedFan[],
 *   steps: LinesInBothLanguages,
 *   payments: BothLanguages | null,
 *   reading: Reading,
 *   others: Reading[],
 * }} ExplainedWin
 */

/** The minimum or maximum points of any hand with a fan, and such a hand. @typedef {{points: number, hand: string}} Extreme */

/**
 * @typedef {{
 *   fu?: number,
 *   fan?: number,
 *   points?: number,
 *   percent?: number,
 *   id: string,
 *   name: string,
 *   row_name: string,
 *   en: string,
 *   pinyin: string,
 *   category: string,
 *   section: string,
 *   section_en: string,
 *   text: BothLanguages,
 *   excludes: string[],
 *   against: string[],
 *   yes: string[],
 *   no: string[],
 *   floor: Extreme | null,
 *   ceiling: Extreme | null,
 * }} Fan
 */

/**
 * What an overlay changes in a fan.
 * @typedef {{
 *   fu?: number,
 *   fan?: number,
 *   points?: number,
 *   percent?: number,
 *   enabled?: boolean,
 *   excludes_add?: string[],
 *   excludes_remove?: string[],
 * }} FanChange
 */

/** @typedef {{rules: string, id: string, name: string, en: string, count: number}} FanCount */

/**
 * A fan that only one book has, with its value there; or one that differs, with what does.
 * @typedef {{
 *   id: string,
 *   name: string,
 *   en: string,
 *   only?: "a" | "b",
 *   value?: FanValue,
 *   changes?: Record<string, Pair>,
 * }} FanDifference
 */

/** @typedef {{id: string, name: string, count: number, en: string}} FanInBrief */

/** @typedef {{fan: string, hands: number}} FanMade */

/**
 * The value of a fan: ``fu`` and ``fan`` in books of 副 × 翻, ``points`` or ``percent`` in others.
 * @typedef {{
 *   fu?: number,
 *   fan?: number,
 *   points?: number,
 *   percent?: number,
 * }} FanValue
 */

/** @typedef {{rules: string, fans: Fan[]}} FansAnswer */

/** @typedef {{room: string, games: number}} ForgottenAnswer */

/** @typedef {{id: string, name: string, is_operator: boolean, created: number, seen: number}} FoundAccount */

/** At most 200 accounts, the newest first. @typedef {{accounts: FoundAccount[]}} FoundAccountsAnswer */

/** A room of a friend that is open to friends. @typedef {{room: string, host: HostJson, rules: string, overlay: boolean}} FriendsTable */

/**
 * A decision with the estimates for all its legal actions, the best average first. The ``choice`` of master need not be the first: it also weighs the hand itself.
 * @typedef {{
 *   hand: number,
 *   step: number,
 *   seat: "E" | "S" | "W" | "N",
 *   offered: string | null,
 *   action: number,
 *   choice: number,
 *   cost: number,
 *   cost_error: number,
 *   mistake: boolean,
 *   points: number,
 *   error: number,
 *   choice_points: number,
 *   win: number,
 *   choice_win: number,
 *   samples: number,
 *   why: BothLanguages | null,
 *   actions: ActionEstimateJson[],
 * }} FullReviewDecision
 */

/**
 * A page of the hands with most points.
 * @typedef {{
 *   rules: string,
 *   books: string[],
 *   first: number,
 *   hands: GreatHand[],
 *   more: boolean,
 * }} GalleryAnswer
 */

/**
 * A game; ``scores`` and ``hands`` when it is over, times in seconds since 1970.
 * @typedef {{
 *   game: string,
 *   room: string | null,
 *   status: "playing" | "finished",
 *   rules: string,
 *   overlay: OverlayContent | null,
 *   players: string[],
 *   match: GameMatch,
 *   scores: number[] | null,
 *   hands: number | null,
 *   created: number,
 *   finished: number | null,
 * }} GameAnswer
 */

/**
 * Something that happened. The further keys depend on ``t``; they are those of a record (docs/table.md).
 * @typedef {{
 *   t: string,
 *   [key: string]: any,
 * }} GameEvent
 */

/** @typedef {{tiles: number, rounds: number, hands: number | null, flowers_at_once?: true}} GameMatch */

/** @typedef {{step: number, events: GameEvent[], view: ViewJson, scores: number[]}} GameStep */

/**
 * What excludes what: 不计 from the fan that counts to the one that does not, 互斥 once for both.
 * @typedef {{
 *   nodes: Node[],
 *   edges: Edge[],
 * }} Graph
 */

/**
 * A hand that was won: the deal and the step of the replay that shows it.
 * @typedef {{
 *   game: string,
 *   deal: number,
 *   step: number,
 *   seat_player: number,
 *   player: string | null,
 *   name: string,
 *   rules: string,
 *   points: number,
 *   self_drawn: boolean,
 *   hand: string,
 *   fans: Record<string, number>,
 *   finished: number,
 * }} GreatHand
 */

/**
 * A winning hand within reach that may win: on a discard, or only by self-draw. ``missing`` are the tiles that it lacks, the winning one last.
 * @typedef {{
 *   points: number,
 *   fans: FanInBrief[],
 *   self_drawn: boolean,
 *   missing: string[],
 *   hand: string,
 * }} HandAim
 */

/**
 * @typedef {{
 *   number: number,
 *   round: "E" | "S" | "W" | "N",
 *   dealer: number,
 *   seats: number[],
 *   dice: number[],
 *   commitment: string,
 *   nonce_commitments?: (string | null)[],
 * }} HandOfGame
 */

/** @typedef {{status: "ok", version: string, compiled: boolean}} HealthAnswer */

/**
 * About one's own hand at the update ``n``: the win that is offered, or why it may not win now; the waits of thirteen tiles or the discards of fourteen; what to aim for, the best first, null where that is not searched; what each legal claim gives and loses; and what a beginner may well do, null where there is nothing to decide.
 * @typedef {{
 *   game: string,
 *   n: number,
 *   why: WhyNoWin | null,
 *   win: WinInBrief | null,
 *   waits: WaitsAnswer | null,
 *   discards: DiscardsAnswer | null,
 *   hopeless: boolean,
 *   aims: HandAim[] | null,
 *   claims: ClaimAdvice[],
 *   suggestion: SuggestionJson | null,
 * }} HintAnswer
 */

/** @typedef {{id: string, name: string}} HostJson */

/**
 * An entry without effect, and why.
 * @typedef {{
 *   entry: string,
 *   reason: "unknown_player" | "unknown_member" | "unknown_entry" | "unknown_table" | "player_twice" | "merged_already" | "ends_before_it_begins" | "not_running" | "itself" | "no_round",
 * }} Ignored
 */

/**
 * The document that the file has become, or was added to.
 * @typedef {{
 *   id: string,
 *   seq: number,
 *   kind: "sheet" | "club" | "tournament",
 * }} ImportedAnswer
 */

/** @typedef {{room: string, member: number, token: string}} JoinedAnswer */

/** @typedef {{number: number, token: string}} JoinedEvent */

/** Whether a book counts a fan, and the value or why not. @typedef {{zh: string, en: string, counts: boolean}} Judgement */

/** The number of the stored profile. @typedef {{number: number}} KeptAnswer */

/** A new key of the document. @typedef {{key: string}} KeyAnswer */

/**
 * What a study can be: the players, the maximum number of deals, and how many days it is kept.
 * @typedef {{
 *   players: ("efficient" | "swift" | "careful" | "beginner" | "easy" | "normal" | "strong")[],
 *   default_player: "efficient" | "swift" | "careful" | "beginner" | "easy" | "normal" | "strong",
 *   most_hands: number,
 *   part: number,
 *   days: number,
 * }} LabAnswer
 */

/** @typedef {{rules: string, standings: LadderPlace[], latest: LadderGame[]}} LadderAnswer */

/**
 * A game of the ladder; bots that were deleted have no name any more.
 * @typedef {{
 *   game: string,
 *   names: (string | null)[],
 *   ranks: number[],
 *   ended: number,
 * }} LadderGame
 */

/**
 * A bot of the ladder, or a built-in player: its rating, which begins at 1500, and the standard deviation of it.
 * @typedef {{
 *   bot: string,
 *   name: string,
 *   owner: string | null,
 *   builtin: boolean,
 *   games: number,
 *   rating: number,
 *   deviation: number,
 * }} LadderPlace
 */

/**
 * The win that ended the deal, explained, and who pays what; null and empty while it goes on, or if nobody won. ``score`` is null too if somebody won by flowers.
 * @typedef {{
 *   game: string | null,
 *   hand: number | null,
 *   score: ExplainedWin | null,
 *   payments: PaymentJson[],
 * }} LastScoreAnswer
 */

/**
 * A moment at the table, as the learner sees it.
 * @typedef {{
 *   view: ViewJson,
 *   dice: number[],
 *   round: "E" | "S" | "W" | "N",
 *   number: number,
 *   tiles: number,
 * }} LessonBoard
 */

/** @typedef {{id: string, title: BothLanguages, about: BothLanguages, steps: LessonStep[]}} LessonChapter */

/**
 * An answer to choose from: words, a hand, or a legal action with the tiles that it discards or puts together.
 * @typedef {{
 *   right: boolean,
 *   text: BothLanguages | null,
 *   hand: string | null,
 *   action: number | null,
 *   word: "discard" | "chow" | "pung" | "kong" | "win" | "pass" | null,
 *   tiles: string,
 *   why: BothLanguages | null,
 *   after: LessonBoard | null,
 * }} LessonOption
 */

/**
 * @typedef {{
 *   id: string,
 *   text: BothLanguages,
 *   rows: string[],
 *   board: LessonBoard | null,
 *   score: string | null,
 *   task: LessonTask | null,
 * }} LessonStep
 */

/**
 * ``pick``: tiles from a row, as many as an answer has; ``choose``: an option; ``act``: an action at the table.
 * @typedef {{
 *   kind: "pick" | "choose" | "act",
 *   ask: BothLanguages,
 *   right: BothLanguages,
 *   hint: BothLanguages,
 *   tiles: string,
 *   answers: string[],
 *   options: LessonOption[],
 * }} LessonTask
 */

/** @typedef {{rules: string, chapters: LessonChapter[], books: BookLessonJson[]}} LessonsAnswer */

/** @typedef {{zh: string[], en: string[]}} LinesInBothLanguages */

/**
 * @typedef {{
 *   id: string,
 *   title: string,
 *   rules: string,
 *   deals: number,
 *   people: number,
 *   status: "open" | "running" | "over",
 *   joined: number,
 *   created: number,
 * }} ListedEvent
 */

/**
 * @typedef {{
 *   place: number,
 *   player: string,
 *   name: string | null,
 *   bot: string | null,
 *   rating: RatingJson,
 *   mean_rank: number,
 * }} ListedPlayer
 */

/**
 * @typedef {{
 *   id: string,
 *   rules: string,
 *   overlay: boolean,
 *   phase: "lobby" | "playing" | "over",
 *   host: string | null,
 *   seated: number,
 *   spectators: number,
 * }} ListedRoom
 */

/** @typedef {{id: string, key: string}} MadeEvent */

/** @typedef {{at: number, text: string}} MaintenanceJson */

/**
 * A ticket: with it one asks for the state, and it is the token of the room.
 * @typedef {{
 *   ticket: string,
 *   bots_after: number,
 *   every: number,
 * }} MatchAnswer
 */

/** @typedef {{tiles: number, rounds: number, hands: number | null}} MatchLength */

/**
 * How a ticket stands.
 * @typedef {{
 *   status: "waiting" | "ready",
 *   waited: number,
 *   waiting: number,
 *   room: string | null,
 *   member: number | null,
 * }} MatchState
 */

/**
 * @typedef {{
 *   type: "chow" | "pung" | "kong" | "concealed_kong",
 *   tiles: string,
 *   claimed: string | null,
 *   from: "E" | "S" | "W" | "N" | null,
 * }} MeldJson
 */

/** @typedef {{id: string, name: string, left: boolean, merged: string[]}} Member */

/**
 * What a member has done in the sheets that count. A rate is null where there is nothing to divide by.
 * @typedef {{
 *   member: Member,
 *   season: string | null,
 *   rules: string | null,
 *   books: ClubBook[],
 *   sheets: number,
 *   deals: number,
 *   wins: number,
 *   self_drawn: number,
 *   deal_ins: number,
 *   draws: number,
 *   win_rate: number | null,
 *   self_drawn_rate: number | null,
 *   deal_in_rate: number | null,
 *   average_win: number | null,
 *   average_deal_in: number | null,
 *   kongs: number,
 *   penalties: number,
 *   points: number,
 *   average: number | null,
 *   ranks: number[],
 *   average_rank: number | null,
 *   standard: number,
 *   reduced: number | null,
 *   best: BestHand | null,
 *   fans: FanCount[],
 *   over_time: PointInTime[],
 * }} MemberStatistics
 */

/**
 * What has to be done before the tournament is complete.
 * @typedef {{
 *   what: "draw" | "result" | "conflict" | "not_zero" | "withdrawn" | "no_sheet" | "other_draw",
 *   round: number,
 *   table: number | null,
 *   player: string | null,
 *   code: string | null,
 * }} Missing
 */

/** @typedef {{id: string, name: string, count: number}} NamedFan */

/**
 * A new bot; ``token`` is the proof of who it is, and shown only now.
 * @typedef {{
 *   bot: string,
 *   name: string,
 *   token: string,
 * }} NewBotAnswer
 */

/** @typedef {{win: false, reason: string}} NoWin */

/** @typedef {{id: string, name: string, en: string, category: string}} Node */

/** @typedef {{seat: "E" | "S" | "W" | "N", tile: string, robbing: boolean}} OfferJson */

/**
 * A new room; ``token`` is the proof of who made it.
 * @typedef {{
 *   room: string,
 *   member: number,
 *   token: string,
 *   game: string | null,
 * }} OpenedAnswer
 */

/**
 * What an operator looks at.
 * @typedef {{
 *   reports: ReportJson[],
 *   bans: BanJson[],
 *   rooms: OperatorRoom[],
 *   maintenance: MaintenanceJson | null,
 * }} OperatorAnswer
 */

/** @typedef {{room: string, rules: string, private: boolean, playing: boolean, touched: number, seated: string[]}} OperatorRoom */

/**
 * A book with an option: what the option is called, and what it changes, by the fan's id.
 * @typedef {{
 *   id: string,
 *   name: BothLanguages,
 *   changes: Record<string, Record<string, number>>,
 * }} Option
 */

/** An overlay, read. @typedef {{base: string, name?: string, minimum?: number, fan?: Record<string, FanChange>}} OverlayContent */

/** One's own account. @typedef {{id: string, name: string, created: number, is_operator: boolean, codes_left: number}} OwnAccount */

/**
 * A game of the account. ``claimed``: it was played as a guest.
 * @typedef {{
 *   game: string,
 *   rules: string,
 *   overlay: Record<string, any> | null,
 *   players: string[],
 *   player: number,
 *   scores: number[] | null,
 *   hands: number | null,
 *   created: number,
 *   finished: number | null,
 *   claimed: boolean,
 * }} OwnGameJson
 */

/** Games of the account, the newest first. @typedef {{games: OwnGameJson[]}} OwnGamesAnswer */

/** The place of who asks. @typedef {{number: number, room: string | null, member: number | null}} OwnPlace */

/** A value in one book and in the other; null where a book has none. @typedef {{a: any, b: any}} Pair */

/**
 * @typedef {{
 *   hand: string,
 *   size: number,
 *   assumed_winning: boolean,
 *   says_discarded: boolean,
 *   says_winds: boolean,
 *   rules: string | null,
 * }} ParseAnswer
 */

/**
 * What a seat pays to the winner, and why, step by step.
 * @typedef {{
 *   seat: "E" | "S" | "W" | "N",
 *   points: number,
 *   why: StepsInBothLanguages,
 * }} PaymentJson
 */

/**
 * Friends; who was asked, and who asks; who is blocked; tables of friends.
 * @typedef {{
 *   friends: PersonJson[],
 *   asked: PersonJson[],
 *   asking: PersonJson[],
 *   blocked: PersonJson[],
 *   tables: FriendsTable[],
 * }} PeopleAnswer
 */

/** Somebody, and since when. @typedef {{id: string, name: string, since: number}} PersonJson */

/** Whether the document has a PIN. @typedef {{has_pin: boolean}} PinAnswer */

/**
 * @typedef {{
 *   bots: string[],
 *   levels: string[],
 *   default_bot: string,
 *   phrases: Record<string, BothLanguages>,
 *   speeds: ("instant" | "fast" | "normal" | "leisurely")[],
 *   claim_seconds: Record<string, number[]>,
 *   limits: Record<string, number[]>,
 * }} PlayAnswer
 */

/**
 * A game of a player, who is number ``player`` in it.
 * @typedef {{
 *   game: string,
 *   player: number,
 *   rules: string,
 *   finished: number,
 *   rank: number,
 *   score: number,
 *   players: string[],
 *   scores: number[],
 * }} PlayedGame
 */

/**
 * A player: somebody with an account, or a bot.
 * @typedef {{
 *   player: string,
 *   name: string | null,
 *   bot: string | null,
 *   created: number | null,
 *   books: PlayerBook[],
 *   games: PlayedGame[],
 * }} PlayerAnswer
 */

/**
 * What a player has done under a rule book, in their latest games (1,000 at most); points are sums.
 * @typedef {{
 *   rules: string,
 *   rating: RatingJson | null,
 *   place: number | null,
 *   history: RatingPoint[],
 *   games: number,
 *   score: number,
 *   ranks: number[],
 *   deals: number,
 *   wins: number,
 *   self_drawn: number,
 *   deal_ins: number,
 *   drawn: number,
 *   opened: number,
 *   points_won: number,
 *   points_dealt_in: number,
 *   fans: FanMade[],
 *   best: GreatHand[],
 * }} PlayerBook
 */

/**
 * A page of the leaderboard: in the order of the rating less three deviations.
 * @typedef {{
 *   rules: string,
 *   books: string[],
 *   total: number,
 *   first: number,
 *   players: ListedPlayer[],
 * }} PlayersAnswer
 */

/**
 * A sheet, and the points of the member up to and with it.
 * @typedef {{
 *   sheet: string,
 *   key: string,
 *   title: string,
 *   when: number,
 *   points: number,
 *   total: number,
 *   rank: number,
 * }} PointInTime
 */

/** @typedef {{rules: string, level: number, seed: number, weak: string[], hand: string, score: ExplainedWin}} PracticeAnswer */

/**
 * A rank, and who has it: several where it is shared.
 * @typedef {{
 *   rank: number,
 *   players: string[],
 *   names: string[],
 *   total: number,
 *   points: number,
 * }} Prize
 */

/** What the account keeps; null if nothing was stored. @typedef {{number: number, profile: Record<string, any> | null}} ProfileAnswer */

/**
 * What a player is asked for: one of the legal actions, or whether they are ready; what a win is worth, if they may win.
 * @typedef {{
 *   legal?: number[],
 *   win?: WinInBrief,
 *   ready?: true,
 * }} Prompt
 */

/**
 * How evenly people meet, history included.
 * @typedef {{
 *   pairs_met: Record<string, number>,
 *   most_meetings: number,
 *   squares: number,
 *   seat_spread: number,
 *   played_spread: number,
 * }} Quality
 */

/** @typedef {{rank: number | null, player: string, total: number, points: number}} RankAfter */

/**
 * A rating and its standard deviation; everybody begins with 1500 and 500.
 * @typedef {{
 *   rating: number,
 *   deviation: number,
 *   games: number,
 *   rated: number,
 * }} RatingJson
 */

/**
 * The rating after a game, and by how much it has changed.
 * @typedef {{
 *   at: number,
 *   rating: number,
 *   deviation: number,
 *   change: number,
 * }} RatingPoint
 */

/**
 * Which fans a player can no longer make in this deal, by their ids, as of the update ``n``.
 * @typedef {{
 *   game: string,
 *   n: number,
 *   out: string[],
 * }} ReachAnswer
 */

/**
 * One way to read the tiles.
 * @typedef {{
 *   shape: "standard" | "seven_pairs" | "thirteen_orphans" | "knitted_honours" | "knitted_straight" | "eight_flowers",
 *   groups: string[],
 *   points: number,
 *   fu?: number,
 *   fan?: number,
 *   fans: NamedFan[],
 * }} Reading
 */

/** @typedef {{status: "ready"}} ReadyAnswer */

/**
 * A fan that holds and does not count.
 * @typedef {{
 *   id: string,
 *   name: string,
 *   en: string,
 *   count: number,
 *   by: string,
 *   clause: BothLanguages,
 * }} RefusedFan
 */

/**
 * A report: HTML with classes, for the style sheet `/static/report.css`, without scripts and styles. It is of all ``deals`` that have been simulated; ``complete`` if those are all that are wanted. ``parquet``: the server can write the tables as Parquet.
 * @typedef {{
 *   html: string,
 *   tables: ReportTable[],
 *   deals: number,
 *   complete: boolean,
 *   parquet: boolean,
 * }} ReportAnswer
 */

/**
 * ``by`` is who has reported ``name``; both are null if the account does not exist any more.
 * @typedef {{
 *   id: string,
 *   created: number,
 *   reporter: string | null,
 *   by: string | null,
 *   account: string | null,
 *   room: string | null,
 *   name: string | null,
 *   reason: "cheating" | "insult" | "stalling" | "name" | "other",
 *   text: string,
 *   closed: number | null,
 * }} ReportJson
 */

/** A table of a report, which `csv` has. @typedef {{id: string, title: BothLanguages}} ReportTable */

/** @typedef {{winner: "E" | "S" | "W" | "N" | null, loser: "E" | "S" | "W" | "N" | null, points: number, hand: string}} ResultJson */

/** @typedef {{standings: EventStanding[], deal: EventDeal | null}} ResultsAnswer */

/**
 * How far the review of a player is: ``done`` of ``total`` decisions, or how many reviews are ``ahead`` of it; the deals that are done; the mistakes so far, the most expensive first; and the decisions of one deal, null if they are not known.
 * @typedef {{
 *   game: string,
 *   seat: "E" | "S" | "W" | "N",
 *   status: "idle" | "waiting" | "running",
 *   error: string | null,
 *   yours: boolean,
 *   ahead: number,
 *   done: number,
 *   total: number,
 *   reviewed: ("E" | "S" | "W" | "N")[],
 *   hands: ReviewedDeal[],
 *   mistakes: ReviewDecision[],
 *   decisions: FullReviewDecision[] | null,
 * }} ReviewAnswer
 */

/**
 * A decision of a player: ``step`` is the one after which they chose, ``offered`` the tile that they could claim. ``cost``: how many expected points less the ``action`` brings than master's ``choice``; it is a ``mistake`` if that is more than its error. Errors are half widths of 95 % intervals.
 * @typedef {{
 *   hand: number,
 *   step: number,
 *   seat: "E" | "S" | "W" | "N",
 *   offered: string | null,
 *   action: number,
 *   choice: number,
 *   cost: number,
 *   cost_error: number,
 *   mistake: boolean,
 *   points: number,
 *   error: number,
 *   choice_points: number,
 *   win: number,
 *   choice_win: number,
 *   samples: number,
 *   why: BothLanguages | null,
 * }} ReviewDecision
 */

/**
 * A deal whose review is done: how many decisions there were, in how many master agrees, and what the mistakes cost.
 * @typedef {{
 *   hand: number,
 *   decisions: number,
 *   agreed: number,
 *   mistakes: number,
 *   cost: number,
 * }} ReviewedDeal
 */

/**
 * @typedef {{
 *   id: string,
 *   settings: RoomSettings,
 *   phase: "lobby" | "playing" | "over",
 *   game: string | null,
 *   host: number | null,
 *   members: RoomMember[],
 *   players: RoomPlayer[] | null,
 *   bots: RoomBot[],
 *   spectators: number,
 *   proposal: RoomProposal | null,
 *   settled: SettledProposal | null,
 *   arranged: "match" | "event" | null,
 *   rated: boolean,
 * }} Room
 */

/** @typedef {{room: Room}} RoomAnswer */

/** A connected bot that has a chair. @typedef {{bot: string, name: string}} RoomBot */

/** @typedef {{member: number, name: string, chair: number | null, here: boolean, account: string | null}} RoomMember */

/** @typedef {{name: string, member: number | null, bot: string | null, here: boolean, away: boolean, bot_in: number | null}} RoomPlayer */

/** @typedef {{id: number, kind: "takeback" | "rematch" | "end", by: number, agreed: number[], asked: number[]}} RoomProposal */

/**
 * @typedef {{
 *   tiles: number,
 *   rounds: number,
 *   hands: number | null,
 *   rules: string,
 *   overlay: BothLanguages | null,
 *   clock: ClockSettings | null,
 *   bots: string | null,
 *   private: boolean,
 *   casual: boolean,
 *   open_hands: boolean,
 *   flowers: boolean,
 *   hints: boolean,
 *   friends: boolean,
 *   guests: boolean,
 *   speed: "instant" | "fast" | "normal" | "leisurely",
 * }} RoomSettings
 */

/** @typedef {{rooms: ListedRoom[]}} RoomsAnswer */

/** @typedef {{default: string, books: BookSummary[]}} RulesAnswer */

/** @typedef {{id: string, name: string, begins: number, ends: number | null}} Season */

/** @typedef {{concealed: number, melds: MeldJson[], discards: any[][], flowers: string, ready: string | null}} SeatJson */

/**
 * How a proposal has ended; it is ``dropped`` if it could not be carried out any more.
 * @typedef {{
 *   id: number,
 *   kind: "takeback" | "rematch" | "end",
 *   by: number,
 *   outcome: "agreed" | "refused" | "withdrawn" | "expired" | "dropped",
 * }} SettledProposal
 */

/** The account; the cookies of a session come with it. @typedef {{account: OwnAccount}} SignedInAnswer */

/** The new account, and its recovery codes, which are not shown again. @typedef {{account: OwnAccount, codes: string[]}} SignedUpAnswer */

/** @typedef {{round: number, standings: RankAfter[]}} StandingsAfter */

/**
 * @typedef {{
 *   rank: number | null,
 *   player: string,
 *   name: string,
 *   team: string | null,
 *   substitute: boolean,
 *   withdrawn: number | null,
 *   total: number,
 *   points: number,
 *   places: number[],
 *   played: number,
 *   penalty: number,
 *   by_round: (number | null)[],
 * }} StandingsRow
 */

/** A study that has been started; with the ``token`` it can be cancelled. @typedef {{id: string, token: string}} StartedStudyAnswer */

/**
 * A deal, step by step; ``score`` is the win, explained, and ``payments`` who pays what and why.
 * @typedef {{
 *   game: string,
 *   hand: HandOfGame,
 *   hands: number,
 *   players: string[],
 *   steps: GameStep[],
 *   score: ExplainedWin | null,
 *   payments: PaymentJson[],
 * }} StepsAnswer
 */

/** @typedef {{zh: string[], en: string[]}} StepsInBothLanguages */

/**
 * The entries are stored: the number of the last entry of the document, and the greatest logical time.
 * @typedef {{
 *   seq: number,
 *   at: number,
 * }} StoredAnswer
 */

/**
 * A study: what is simulated, and how far it is.
 * @typedef {{
 *   id: string,
 *   status: "waiting" | "running" | "done" | "cancelled" | "failed",
 *   error: string | null,
 *   rules: string,
 *   overlay: OverlayContent | null,
 *   name: BothLanguages,
 *   players: ("efficient" | "swift" | "careful" | "beginner" | "easy" | "normal" | "strong")[],
 *   hands: number,
 *   seed: number,
 *   deals: number,
 *   ahead: number,
 *   seconds_left: number | null,
 *   created: number,
 *   expires: number | null,
 * }} StudyAnswer
 */

/**
 * What a careful bot would do now from what the player sees, and why. A discard makes the hand ``ready``; is ``safe``, where what promises more is more dangerous; keeps the ``aim``, or leaves it ``nearest`` to a win; a claim or kong makes it ``ready`` or ``nearer``, or of more ``worth``. The hand is better left alone where the best claim, which is ``instead``, leaves it ``hopeless`` or ``no_nearer``, or brings it nearer, but has ``lost`` fans, makes it too much ``cheaper`` or promises ``less``. The last tile may win (``last_ready``) or not (``last_far``). Otherwise it is simply the ``best``.
 * @typedef {{
 *   action: number,
 *   reason: "win" | "ready" | "safe" | "aim" | "nearest" | "best" | "nearer" | "worth" | "hopeless" | "lost" | "no_nearer" | "cheaper" | "less" | "last_ready" | "last_far",
 *   instead: number | null,
 *   aim: HandAim | null,
 *   because: string,
 * }} SuggestionJson
 */

/**
 * Everything that a viewer sees of a session.
 * @typedef {{
 *   game: string,
 *   n: number,
 *   you: number | null,
 *   hand: HandOfGame | null,
 *   scores: number[],
 *   view: ViewJson | null,
 *   waits: Waiting,
 *   prompt: Prompt | null,
 *   answered: number | null,
 *   commit: number | null,
 *   open: number | null,
 *   bot_discards: number,
 * }} TableJson
 */

/** @typedef {{rank: number, team: string, total: number, points: number, players: string[]}} TeamRow */

/** @typedef {{tile: string, left: number}} TileLeft */

/**
 * The timer of a round. While it runs ``ends`` is the time at which it ends, in ms; while it is paused ``left`` is what is left.
 * @typedef {{
 *   round: number,
 *   running: boolean,
 *   ends: number | null,
 *   left: number | null,
 * }} Timer
 */

/** @typedef {{rounds: number, hands: number | null}} TournamentDeals */

/**
 * @typedef {{
 *   entry: string,
 *   player: string,
 *   round: number,
 *   points: number,
 *   of: "standing" | "table",
 *   note: string,
 *   counts: boolean,
 * }} TournamentPenalty
 */

/**
 * @typedef {{
 *   id: string,
 *   name: string,
 *   member: string | null,
 *   team: string | null,
 *   substitute: boolean,
 *   withdrawn: number | null,
 * }} TournamentPlayer
 */

/** @typedef {{round: number, entry: string | null, tables: TournamentTable[], sitting_out: string[], complete: boolean}} TournamentRound */

/**
 * @typedef {{
 *   name: string,
 *   rules: string,
 *   overlay: string | null,
 *   rounds: number,
 *   minutes: number,
 *   system: "standard" | "reduced" | "points",
 *   deals: TournamentDeals | null,
 *   club: string | null,
 *   about: string,
 * }} TournamentSettings
 */

/**
 * @typedef {{
 *   settings: TournamentSettings,
 *   players: TournamentPlayer[],
 *   rounds: TournamentRound[],
 *   current: number | null,
 *   penalties: TournamentPenalty[],
 *   standings: StandingsRow[],
 *   after: StandingsAfter[],
 *   teams: TeamRow[],
 *   quality: Quality | null,
 *   timer: Timer | null,
 *   missing: Missing[],
 *   finished: boolean,
 *   prizes: Prize[] | null,
 *   undone: string[],
 *   ignored: Ignored[],
 * }} TournamentState
 */

/**
 * A table of a round. Lists of four are by 東南西北, as ``players``.
 * @typedef {{
 *   table: number,
 *   players: string[],
 *   points: number[] | null,
 *   penalties: number[],
 *   counted: number[] | null,
 *   ranks: number[] | null,
 *   standard: number[] | null,
 *   reduced: number[] | null,
 *   origin: "result" | "sheet" | null,
 *   entry: string | null,
 *   candidates: string[],
 *   conflict: boolean,
 *   not_zero: boolean,
 *   sheet: string | null,
 *   sheet_deals: number | null,
 *   sheet_scores: number[] | null,
 *   sheet_over: boolean,
 *   other_draw: string[],
 * }} TournamentTable
 */

/** @typedef {{n: number, events: GameEvent[]}} Update */

/** @typedef {{game: string}} UploadedAnswer */

/**
 * What a seat sees; ``hands`` if all hands are open.
 * @typedef {{
 *   seat: "E" | "S" | "W" | "N" | null,
 *   hand: string,
 *   drawn: string | null,
 *   turn: "E" | "S" | "W" | "N",
 *   offer: OfferJson | null,
 *   wall_left: number,
 *   seats: SeatJson[],
 *   result: ResultJson | null,
 *   hands?: string[],
 * }} ViewJson
 */

/**
 * A tile that wins. A score is null where the circumstances rule that way of winning out.
 * @typedef {{
 *   tile: string,
 *   left: number,
 *   discard: Win | null,
 *   self_drawn: Win | null,
 * }} Wait
 */

/**
 * @typedef {{
 *   for: "commit" | "ready" | "turn" | "claims" | "over" | "paused" | "vote",
 *   left?: number | null,
 *   bank?: number | null,
 *   held?: boolean,
 *   window?: boolean,
 *   seat?: "E" | "S" | "W" | "N",
 *   players?: number[],
 *   hand?: number,
 *   commitment?: string,
 *   nonce_commitments?: (string | null)[],
 * }} Waiting
 */

/** @typedef {{distance: number, waits: Wait[], useful: TileLeft[]}} WaitsAnswer */

/** @typedef {{reason: "no_tile" | "flowers_in_hand" | "below_minimum" | "not_a_win", score: ExplainedWin | Win | NoWin | null}} WhyNoWin */

/**
 * The score of a winning hand.
 * @typedef {{
 *   win: true,
 *   legal: boolean,
 *   points: number,
 *   base: number,
 *   fu?: number,
 *   fan?: number,
 *   sum?: number,
 *   percent?: number,
 *   rules: string,
 *   minimum: number,
 *   hand: string,
 *   fans: CountedFan[],
 * }} Win
 */

/** The points of a win, and its fans, the most valuable first. @typedef {{points: number, fans: FanInBrief[]}} WinInBrief */

/** It is done. @typedef {{}} quepu__server__accounts__schemas__DoneAnswer */

/** @typedef {{done: true}} quepu__server__events__schemas__DoneAnswer */

export {};
