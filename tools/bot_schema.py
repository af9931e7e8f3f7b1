"""Writes ``docs/bots.schema.json``, the JSON Schema of the messages between the server and bots. With ``--check`` it only checks that it is
current."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from quepu.server.bots.schemas import message_schema

FILE = Path(__file__).parent.parent / "docs/bots.schema.json"


def main(check: bool) -> int:
    text = json.dumps(message_schema(), ensure_ascii=False, indent=1) + "\n"
    if check:
        return int(not FILE.exists() or FILE.read_text("utf-8") != text)
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
