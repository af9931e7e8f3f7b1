"""Argparse with messages in both languages, errors as QuepuErrors, and the options that several commands share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NoReturn

from quepu.errors import QuepuError
from quepu.lab.cores import most_workers
from quepu.rules import BOOKS, DEFAULT
from quepu.texts import say

LONGEST = 300
"""The maximum length of an argparse message, which may quote a whole argument."""


class UsageError(QuepuError):
    """An invalid command line. ``usage`` shows the syntax."""

    def __init__(self, reason: str, usage: str) -> None:
        self.usage = usage
        super().__init__("usage", reason=reason if len(reason) <= LONGEST else reason[:LONGEST] + "…")


class Parser(argparse.ArgumentParser):
    """Raises UsageError instead of ending the process, accepts no abbreviated options, and does not ignore a failed write."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, self.format_usage())

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)


class Number(argparse.Action):
    """An option with a number from ``least`` to ``most``. It is an integer if ``most`` is one."""

    def __init__(self, *, least: float, most: float, **settings: Any) -> None:
        super().__init__(**settings)
        self.least, self.most = least, most

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        setattr(namespace, self.dest, self.read(str(values)))

    def read(self, text: str) -> float:
        whole = isinstance(self.most, int)
        pattern = r"[0-9]{1,18}" if whole else r"[0-9]{1,18}(\.[0-9]{0,18})?"
        if re.fullmatch(pattern, text) and self.least <= float(text) <= self.most:
            return int(text) if whole else float(text)
        code = "out_of_range" if whole else "decimal_out_of_range"
        shown = text if text.lstrip("-").isdecimal() else repr(text)
        raise QuepuError(code, option="/".join(self.option_strings), text=shown, least=self.least, most=self.most)


@contextmanager
def words_in(lang: str) -> Iterator[None]:
    """Let argparse use this language while parsers are made and used. It gets every message from these two functions of its module."""
    words = vars(argparse)
    before = {name: words[name] for name in ("_", "ngettext")}
    if lang == "zh":
        words.update(_=_chinese, ngettext=lambda one, several, count: _chinese(several))
    try:
        yield
    finally:
        words.update(before)


def _chinese(text: str) -> str:
    """A message of argparse in Chinese. An unknown message, from another version of argparse, stays English."""
    return _CHINESE.get(text, text)


_CHINESE = {
    "usage: ": "用法：",
    "positional arguments": "参数",
    "options": "选项",
    "show this help message and exit": "显示本帮助",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s：%(message)s",
    "unrecognized arguments: %s": "不认识的参数：%s",
    "not allowed with argument %s": "不能与 %s 同用",
    "ignored explicit argument %r": "不能带值 %r",
    "the following arguments are required: %s": "缺少 %s",
    "expected one argument": "后面要有一个值",
    "expected at least one argument": "后面至少要有一个值",
    "expected %s arguments": "后面要有 %s 个值",
    "invalid choice: %(value)r (choose from %(choices)s)": "不能是 %(value)r，应为 %(choices)s 之一",
}


def language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of ``--lang``, in any position, else of the environment. It is needed before parsing, also if parsing fails."""
    words = _before_dashes(words)
    given = [word[7:] for word in words if word.startswith("--lang=")]
    given += [following for word, following in pairwise(words) if word == "--lang"]
    known = [lang for lang in given if lang in ("zh", "en")]
    if known:
        return known[-1]
    locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return "zh" if locale.startswith("zh") else "en"


def wants_json(words: Sequence[str]) -> bool:
    """Whether the answer, and therefore also an error, is JSON."""
    return not {"--json", "--jsonl"}.isdisjoint(_before_dashes(words))


def _before_dashes(words: Sequence[str]) -> Sequence[str]:
    """The words before ``--``, which may be options."""
    return words[: words.index("--")] if "--" in words else words


def not_empty(option: str, value: str | None) -> str | None:
    """The value of an option for a file, a folder or an address. Raises QuepuError if it is empty."""
    if value == "":
        raise QuepuError("bad_value", option=option, text="''")
    return value


def show_help(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """A command that prints the help, for a command line without a subcommand."""

    def run(options: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    return run


# Options that several commands have.


def add_rules(parser: argparse.ArgumentParser, lang: str) -> None:
    parser.add_argument("--rules", default=DEFAULT, metavar="BOOK", help=say(lang, "cli_rules", known=", ".join(BOOKS), default=DEFAULT))


def add_answer(parser: argparse.ArgumentParser, lang: str) -> None:
    """``--json`` and ``--lang``, for a command that prints an answer."""
    parser.add_argument("--json", action="store_true", help=say(lang, "cli_json"))
    add_language(parser, lang)


def add_language(parser: argparse.ArgumentParser, lang: str) -> None:
    parser.add_argument("--lang", choices=("zh", "en"), default=lang, help=say(lang, "cli_lang"))


def add_workers(parser: argparse.ArgumentParser, lang: str) -> None:
    most = most_workers()
    parser.add_argument("--workers", action=Number, least=1, most=most, metavar="N", help=say(lang, "cli_workers", most=most))
