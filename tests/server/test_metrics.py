"""Metrics: who may read them, what they count, and that they hold nothing of what clients send; the dashboard names no other ones."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from quepu import __version__
from quepu.errors import QuepuError
from quepu.server.app import create_app
from quepu.server.play.store import Store
from quepu.server.play.store_connect import file_url
from quepu.server.settings import Rate, Settings
from tests.server.play.client import Client, Message, first
from tests.server.play.conftest import Server, quick_folder

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
TOKEN, OTHER = "a-token-of-the-operator", "another-token-of-theirs"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0)


def metrics_of(app_client: TestClient) -> Samples:
    answer = app_client.get("/metrics")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    return read(answer.text)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        yield server
        server.kill()


def text_at(server: Server) -> str:
    with urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def metrics_at(server: Server) -> Samples:
    return read(text_at(server))


# Who may read them.


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("10.0.0.9", {}, 200),
        ("198.51.100.7", {}, 403),
        ("198.51.100.7", {"Authorization": f"Bearer {TOKEN}"}, 200),
        ("198.51.100.7", {"Authorization": f"bearer {OTHER}"}, 200),
        ("198.51.100.7", {"Authorization": f"Bearer {TOKEN}x"}, 403),
        ("198.51.100.7", {"Authorization": f"Basic {TOKEN}"}, 403),
        ("198.51.100.7", {"Authorization": "Bearer \xff"}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "198.51.100.7"}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "198.51.100.7", "Authorization": f"Bearer {TOKEN}"}, 200),
    ],
)
def test_only_local_addresses_and_tokens_may_read_them(client: str, headers: dict[str, str], status: int) -> None:
    settings = Settings(metrics_tokens=(TOKEN, OTHER), local_networks=("127.0.0.0/8", "::1", "10.0.0.0/8"))
    with TestClient(create_app(settings), client=(client, 1)) as site:
        answer = site.get("/metrics", headers={name.encode(): text.encode("latin-1") for name, text in headers.items()})
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["error"] == {
            "code": "metrics_private",
            "message": "metrics are for this machine, local networks, and programs with a token",
        }


def test_without_tokens_an_empty_one_is_wrong() -> None:
    with TestClient(create_app(), client=("198.51.100.7", 1)) as site:
        assert site.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403


@pytest.mark.parametrize("text", ["short", "a token of many words", "Zeichen-außerhalb-von-ASCII", "x" * 201])
def test_a_token_that_is_refused_is_not_shown(text: str) -> None:
    with pytest.raises(QuepuError) as caught:
        Settings.from_environment({"QUEPU_METRICS_TOKENS": f"{TOKEN},{text}"})
    assert caught.value.code == "bad_variable"
    assert TOKEN not in str(caught.value)
    assert text not in str(caught.value)


def test_the_tokens_are_in_no_representation_of_the_settings() -> None:
    settings = Settings.from_environment({"QUEPU_METRICS_TOKENS": f"{TOKEN},{OTHER}"})
    assert settings.metrics_tokens == (TOKEN, OTHER)
    assert TOKEN not in repr(settings)


# What they count.


def test_requests_are_counted_by_their_function_and_status(web: Path) -> None:
    with TestClient(create_app(Settings(web=web)), client=("127.0.0.1", 1)) as site:
        before = metrics_of(site)
        for path in ("/api/v1/health", "/api/v1/health?secret=5ec3e7", "/api/v1/5ec3e7", "/5ec3e7", "/static/style.css", "/static/5ec3e7"):
            site.get(path, headers={"User-Agent": "5ec3e7"})
        site.request("5EC3E7", "/api/v1/health")
        site.post("/api/v1/score", content=b"5ec3e7")
        site.get("/api/v1/rules/5ec3e7")
        answer = site.get("/metrics")
        after = read(answer.text)
    grown = {
        tuple(dict(labels)[key] for key in ("function", "status")): int(count - before.get((name, labels), 0))
        for (name, labels), count in after.items()
        if name == "quepu_requests_total" and count > before.get((name, labels), 0)
    }
    assert grown == {
        ("health", "200"): 1,
        ("health", "400"): 1,
        ("health", "405"): 1,
        ("none", "404"): 1,
        ("page", "404"): 1,
        ("page", "200"): 1,  # the metrics before
        ("static", "200"): 1,
        ("static", "404"): 1,
        ("score", "415"): 1,
        ("book", "404"): 1,
    }
    assert (
        value(after, "quepu_request_seconds_count", function="health") - value(before, "quepu_request_seconds_count", function="health")
        == 3
    )
    assert "5ec3e7" not in answer.text.casefold()


def test_refusals_are_counted_by_their_reason() -> None:
    settings = Settings(rate=Rate(per_second=0.01, burst=1), hosts=("tables.example",))
    app = create_app(settings)
    other = TestClient(app, client=("198.51.100.7", 1), base_url="http://tables.example")
    with TestClient(app, client=("127.0.0.1", 1), base_url="http://tables.example") as local:
        before = metrics_of(local)
        statuses = [other.get("/api/v1/health").status_code for _ in range(3)]
        statuses.append(other.get("/api/v1/health", headers={"Host": "evil.example"}).status_code)
        after = metrics_of(local)
    assert statuses == [200, 429, 429, 421]
    refused = [
        value(after, "quepu_refused_total", reason=reason) - value(before, "quepu_refused_total", reason=reason)
        for reason in ("rate", "host")
    ]
    assert refused == [2, 1]


def test_a_game_is_seen_from_its_begin_to_its_end(server: Server) -> None:
    before = metrics_at(server)
    opened = server.post("/rooms", {"name": "Ann", "rules": "guobiao", "hands": 2, "bots": "swift"})

    acts: list[int] = []

    def choose(table: Message) -> int:
        acts.append(first(table))
        return acts[-1]

    async def play() -> Samples:
        client = Client(server.port, opened["room"], opened["token"], choose)
        watching = Client(server.port, opened["room"], None)
        await client.open()
        await watching.open()
        await client.send({"t": "start"})
        await client.play(lambda client: client.hand_number() == 1)
        during = await asyncio.to_thread(metrics_at, server)
        await client.play()
        assert client.errors == []
        await client.close()
        await watching.close()
        return during

    during = asyncio.run(play())
    after = metrics_at(server)

    def grown(name: str, to: Samples, **labels: str) -> float:
        return value(to, name, **labels) - value(before, name, **labels)

    assert grown("quepu_rooms", during, phase="playing") == 1
    assert grown("quepu_sockets", during, kind="member") == 1
    assert grown("quepu_sockets", during, kind="spectator") == 1
    assert grown("quepu_games_started_total", during, rules="guobiao") == 1
    assert grown("quepu_games_finished_total", during, rules="guobiao") == 0
    assert grown("quepu_games_finished_total", after, rules="guobiao") == 1
    assert grown("quepu_deals_total", after, rules="guobiao") == 2
    assert grown("quepu_message_seconds_count", after, type="start") == 1
    for name in ("quepu_bot_seconds_count", "quepu_store_wait_seconds_count", "quepu_store_commit_seconds_count"):
        assert grown(name, after) > 0
    assert grown("quepu_message_seconds_count", after, type="act") == len(acts)
    assert value(after, "quepu_ready") == 1
    assert value(after, "quepu_store_failures_total") == 0
    assert value(after, "quepu_disk_free_bytes") > 0
    assert value(after, "process_open_fds") > 0
    assert value(after, "quepu_loop_delay_seconds_count") > 0
    [version] = [dict(labels) for name, labels in after if name == "quepu_version_info"]
    assert version == {"version": __version__, "kernel": "compiled"}


def test_a_store_that_cannot_be_used_is_shown(tmp_path: Path) -> None:
    settings = Settings(disk_reserve=2**40)
    store = Store(file_url(tmp_path / "quepu.db"))
    try:
        with TestClient(create_app(settings, store), client=("127.0.0.1", 1)) as site:
            assert value(metrics_of(site), "quepu_ready") == 0
    finally:
        store.close()


# The dashboard.


def test_the_dashboard_shows_only_metrics_and_labels_that_there_are(server: Server) -> None:
    families = {family.name: family for family in text_string_to_metric_families(text_at(server))}
    known = {
        name + ending
        for name, family in families.items()
        for ending in {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
    }
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    variables = [one["query"]["query"] for one in dashboard["templating"]["list"] if one["type"] == "query"]
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    assert len(expressions) > 20
    for expression in (*expressions, *variables):
        named = set(re.findall(r"\b(?:quepu|process|python)_\w+", expression))
        assert named
        assert named <= known, expression
        assert [expression.count(one) for one in "({["] == [expression.count(one) for one in ")}]"]
    quepu = {name for name in known if name.startswith("quepu_") and not name.endswith(("_sum", "_count", "_bucket"))}
    shown = set(re.findall(r"quepu_\w+", " ".join(expressions)))
    assert quepu - shown == {"quepu_pruned_total"}, "everything else is on the dashboard"
    labels = {name for expression in expressions for group in re.findall(r"by \(([^)]*)\)", expression) for name in group.split(", ")}
    assert labels == {"le", "function", "instance", "kind", "phase", "pool", "reason", "status", "type"}
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(ids)) == len(ids)
