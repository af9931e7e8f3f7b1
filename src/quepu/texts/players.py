"""The players of ``quepu.players``, for people."""

from __future__ import annotations

from quepu.texts.text import Text

LEVELS_IN_WORDS: dict[str, tuple[Text, Text]] = {
    "beginner": (
        ("新手", "Beginner"),
        (
            "刚学会：只顾自己的牌，见牌就吃碰，常忘了起和。",
            "Has just learnt to play: sees its own tiles, claims too much, forgets the minimum.",
        ),
    ),
    "easy": (
        ("初级", "Easy"),
        ("会打，但粗心：记不住打过的牌，爱吃爱碰。", "Knows how to play, but is careless: forgets old discards, likes to claim."),
    ),
    "normal": (
        ("中级", "Normal"),
        ("稳定的牌友：朝能和的牌打，偶有小失误。", "A steady player: goes for hands that may win, with small mistakes."),
    ),
    "strong": (
        ("高级", "Strong"),
        ("最强的机器人：算得清，也防别人和牌。", "The strongest bot: calculates well, and watches what others may win with."),
    ),
}
"""The levels, which are players too: what people choose, the weakest first. For each its name, and what to expect of it."""

PLAYERS_IN_WORDS: dict[str, Text] = {
    **{level: (f"{name[0]}机器人", f"{name[1].lower()} bot") for level, (name, _) in LEVELS_IN_WORDS.items()},
    "random": ("随机机器人", "random bot"),
    "first": ("简单机器人", "simple bot"),
    "swift": ("敏捷机器人", "swift bot"),
    "efficient": ("快攻机器人", "quick bot"),
    "careful": ("稳健机器人", "careful bot"),
    "master": ("大师机器人", "master bot"),
}
"""What people call the players of ``quepu.players``. The names themselves are for programs and records."""

PLAYERS_ABOUT: dict[str, Text] = {
    **{level: about for level, (_, about) in LEVELS_IN_WORDS.items()},
    "random": ("乱打：每次随便选一个合法的动作。", "Plays anything: each time a legal action at random."),
    "first": ("能和就和，否则总选第一个合法的动作；供测试用。", "Wins when it can, else takes the first legal action; made for tests."),
    "swift": ("思路同快攻机器人，算得少，打得快；不防别人。", "The idea of the quick bot with a smaller search; does not defend."),
    "efficient": ("朝最近的、够起和的牌打；不防别人。", "Heads for the nearest hand that is allowed to win; does not defend."),
    "careful": (
        "还掂量每张打出去的牌会不会放铳；“高级”就是它。",
        "Also weighs what each discard may give away; the level Strong is this bot.",
    ),
    "master": (
        "先在许多副随机的牌里试打，再决定；想得更久。",
        "Tries its choices in many random deals before it acts, so it takes longer.",
    ),
}
"""What to expect of each player, in a line."""
