"""Reading the command line: argparse, with its words in both languages and its errors as QuepuErrors."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NoReturn

from quepu.errors import QuepuError

LONGEST = 300
"""No more characters of an argparse message are shown: it may quote a whole argument."""


class UsageError(QuepuError):
    """The command line cannot be read. ``usage`` shows how it is written."""

    def __init__(self, reason: str, usage: str) -> None:
        self.usage = usage
        super().__init__("usage", reason=reason if len(reason) <= LONGEST else reason[:LONGEST] + "…")


class Parser(argparse.ArgumentParser):
    """Raises UsageError instead of ending the process, takes no abbreviated options, and lets a failed write be noticed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, self.format_usage())

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)


class Number(argparse.Action):
    """An option that is a number from ``least`` to ``most``: a whole one where these are."""

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
    """Let argparse speak this language while parsers are made and used. It takes every sentence from these two functions of its own."""
    words = vars(argparse)
    before = {name: words[name] for name in ("_", "ngettext")}
    if lang == "zh":
        words.update(_=_chinese, ngettext=lambda one, several, count: _chinese(several))
    try:
        yield
    finally:
        words.update(before)


def _chinese(text: str) -> str:
    """A sentence of argparse in Chinese; one of another version of it stays English."""
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
    """``--lang``, wherever it is, else the language of the environment. It is needed before, and also where, the words cannot be parsed."""
    words = _before_dashes(words)
    given = [word[7:] for word in words if word.startswith("--lang=")]
    given += [following for word, following in pairwise(words) if word == "--lang"]
    known = [lang for lang in given if lang in ("zh", "en")]
    if known:
        return known[-1]
    locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return "zh" if locale.startswith("zh") else "en"


def wants_json(words: Sequence[str]) -> bool:
    """Whether the answer, and so an error too, is to be JSON."""
    return not {"--json", "--jsonl"}.isdisjoint(_before_dashes(words))


def _before_dashes(words: Sequence[str]) -> Sequence[str]:
    """The words among which there are options."""
    return words[: words.index("--")] if "--" in words else words


def not_empty(option: str, value: str | None) -> str | None:
    """The file, folder or address of an option, which cannot be empty."""
    if value == "":
        raise QuepuError("bad_value", option=option, text="''")
    return value


def show_help(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """A command without its subcommand shows what there is."""

    def run(options: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    return run
