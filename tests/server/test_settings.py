"""Every limit can be set by the environment, and the documentation has each of them."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from quepu.errors import QuepuError
from quepu.server.settings import Rate, Settings, variables

DOCS = Path(__file__).parents[2] / "docs" / "http.md"
OTHERS = {"web", "pace", "hosts", "pyodide"}
"""The fields that are not limits: the command has other ways to set them."""


def test_the_environment_sets_every_limit() -> None:
    assert {variable.field for variable in variables()} == {one.name for one in fields(Settings)} - OTHERS
    environment = {
        "QUEPU_RATE_PER_SECOND": "3.5",
        "QUEPU_RATE_BURST": "40",
        "QUEPU_LOCAL_RATE_BURST": "none",
        "QUEPU_THREADS": "8",
        "QUEPU_BODY_SECONDS": "2.5",
        "QUEPU_ORIGINS": "https://a.example, http://b.example:8080",
        "QUEPU_TRUSTED_PROXIES": "10.0.0.1,fd00::/8",
        "QUEPU_LOCAL_NETWORKS": "none",
        "QUEPU_BATCH_LIMIT": " ",
        "QUEPU_UNKNOWN": "x",
    }
    expected = Settings(
        rate=Rate(3.5, 40),
        local_rate=None,
        threads=8,
        body_seconds=2.5,
        origins=("https://a.example", "http://b.example:8080"),
        trusted_proxies=("10.0.0.1", "fd00::/8"),
        local_networks=(),
    )
    assert Settings.from_environment(environment) == expected
    assert Settings.from_environment({}) == Settings()
    assert Settings.from_environment({"QUEPU_THREADS": "8"}, threads=3, pace=0) == Settings(threads=3, pace=0)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("QUEPU_THREADS", "1", "2–256"),
        ("QUEPU_THREADS", "many", "2–256"),
        ("QUEPU_THREADS", "2.5", "2–256"),
        ("QUEPU_RATE_BURST", "0", "0.001–1000000, none"),
        ("QUEPU_RATE_PER_SECOND", "nan", "0.001–1000000, none"),
        ("QUEPU_BODY_SECONDS", "inf", "0.1–3600"),
        ("QUEPU_TRUSTED_PROXIES", "10.0.0.1, example.org", "addresses or networks, as 10.0.0.0/8"),
        ("QUEPU_TRUSTED_PROXIES", "10.0.0.1/8", "addresses or networks, as 10.0.0.0/8"),
        ("QUEPU_ORIGINS", "example.org", "origins, as https://example.org"),
        ("QUEPU_ORIGINS", "https://example.org/", "origins, as https://example.org"),
    ],
)
def test_a_wrong_value_is_refused_with_its_name_and_what_is_expected(name: str, text: str, wanted: str) -> None:
    with pytest.raises(QuepuError) as caught:
        Settings.from_environment({name: text})
    assert caught.value.as_dict() == {
        "code": "bad_variable",
        "message": f"the environment variable {name} cannot be {text!r}; expected: {wanted}",
    }


def test_the_documentation_has_every_variable_with_its_default_and_its_values() -> None:
    rows = re.findall(r"^\| `(QUEPU_\w+)` \| (.*?) \| (.*?) \|", DOCS.read_text("utf-8"), re.MULTILINE)
    documented = [row for row in rows if row[0] not in ("QUEPU_HOSTS", "QUEPU_DATABASE")]

    def shown(default: object) -> str:
        if isinstance(default, tuple):
            return f"`{','.join(default)}`" if default else "none"
        return f"{default:.15g}"

    assert documented == [(one.name, shown(one.default), one.wanted) for one in variables()]
