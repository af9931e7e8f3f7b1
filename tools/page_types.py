"""Writes the types of the pages from the schemas of the server. With ``--check`` it only checks that they are current.

All objects of the API and of the messages over a socket are declared once, in ``quepu.server.schemas`` and ``quepu.server.play.schemas``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from quepu.server.app import create_app
from quepu.server.play.schemas import SOCKET

FILE = Path(__file__).parent.parent / "src/quepu/server/web/shared/types-generated.js"
_REF = "#/components/schemas/{model}"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_WIDTH = 140
_HEAD = """// The objects of the API and of the messages over a socket. Types only; nothing here runs.
// Written by tools/page_types.py from the schemas of the server: change those, not this file.
"""


def page_types() -> str:
    """The whole file."""
    return "\n".join([_HEAD, *(_typedef(name, schema) for name, schema in sorted(_schemas().items())), "export {};\n"])


def _typedef(name: str, schema: dict[str, Any]) -> str:
    """A type with its description, on one line if it fits."""
    description = schema.get("description", "").replace("\n", " ")
    line = f"/** {description} @typedef {{{_type(schema)}}} {name} */".replace("**  ", "** ")
    if len(line) <= _WIDTH:
        return line + "\n"
    described = [f" * {description}"] if description else []
    return "\n".join(["/**", *described, f" * @typedef {{{_type(schema, ' * ')}}} {name}", " */", ""])


def _schemas() -> dict[str, dict[str, Any]]:
    """All named schemas of the answers in the description, and those of messages."""
    found: dict[str, dict[str, Any]] = dict(create_app().openapi()["components"]["schemas"])
    _, shared = TypeAdapter.json_schemas([(one.__name__, "serialization", TypeAdapter(one)) for one in SOCKET], ref_template=_REF)
    found |= shared["$defs"]
    return {name: schema for name, schema in found.items() if not name.endswith("Request")}


def _type(schema: dict[str, Any], margin: str = "") -> str:
    """A JSON schema as a type of TypeScript; with a ``margin``, an object has one key a line."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(_type(one) for one in schema[union]))
    if schema.get("type") == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if schema.get("type") == "object":
        return _object(schema, margin)
    return _PLAIN.get(schema.get("type", ""), "any")


def _object(schema: dict[str, Any], margin: str) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'any'}>"
    required = schema.get("required", [])
    keys = [f"{key}{'' if key in required else '?'}: {_type(value)}" for key, value in schema["properties"].items()]
    if schema.get("additionalProperties") is True:
        keys.append("[key: string]: any")
    if not margin:
        return "{" + ", ".join(keys) + "}"
    return "\n".join(["{", *(f"{margin}  {key}," for key in keys), f"{margin}}}"])


if __name__ == "__main__":
    if "--check" not in sys.argv:
        FILE.write_text(page_types(), encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != page_types():
        sys.exit(f"{FILE.name} is not current: run tools/page_types.py")
