"""The interactive scorer: type a hand, see what it is worth and why."""

from __future__ import annotations

from contextlib import suppress

from quepu.cli.terminal import Screen, edit_lines, with_arrow
from quepu.errors import NotationError, QuepuError, RuleBookError
from quepu.names import escaped
from quepu.rules import book
from quepu.rules.base import RuleBook
from quepu.score import Score, read_hand, score
from quepu.texts import say
from quepu.waits import discards, useful, waits


def prompt(rules: str, lang: str) -> int:
    """Ask for hands until the input ends."""
    edit_lines()
    screen = Screen(lang)
    rulebook = book(rules)
    print(f"{rulebook.name if lang == 'zh' else rulebook.en}\n{say(lang, 'prompt_help')}")
    while True:
        try:
            line = input("\n雀谱> ").strip()
        except KeyboardInterrupt:  # discard the line
            print()
            continue
        except EOFError:
            print()
            return 0
        word, _, rest = line.partition(" ")
        try:
            if word in ("q", "quit", "exit"):
                return 0
            elif line in ("", "?", "h", "help"):
                print(say(screen.lang, "prompt_help"))
            elif word == "rules":
                rulebook = book(rest.strip())
                print(rulebook.name if screen.lang == "zh" else rulebook.en)
            elif word == "lang":
                if rest.strip() not in ("zh", "en"):
                    raise QuepuError("not_one_of", option="lang", text=rest.strip(), known="zh, en")
                screen.lang = rest.strip()
                print(say(screen.lang, "prompt_help"))
            elif word in ("d", "打"):
                print("\n".join(screen.discards(discards(rest, rulebook))))
            else:
                print(_answer(line, rulebook, screen))
        except QuepuError as error:
            print(f"{say(screen.lang, 'error')} [{error.code}]: {escaped(error.message(screen.lang))}")
            if isinstance(error, NotationError):
                print("\n".join(with_arrow(rest if word in ("d", "打") else line, error.position)))


def _answer(line: str, rulebook: RuleBook, screen: Screen) -> str:
    """The answer to a line: a fan by name, the waits of thirteen tiles, or the score of fourteen."""
    with suppress(RuleBookError):
        return "\n\n".join(screen.fan(rulebook, fan) for fan in rulebook.find(line))
    hand, _ = read_hand(line, {}, rulebook)
    if hand.size != 13:
        result: Score = score(line, rulebook)
        return screen.score(result)
    found = waits(line, rulebook)
    if found:
        return "\n".join([screen.say("waits_for", kinds=len(found), left=sum(w.left for w in found)), *screen.waits(found)])
    from quepu.waits import distance

    return f"{screen.say('not_ready', distance=distance(line, rulebook))}\n  {screen.useful(useful(line, rulebook))}"
