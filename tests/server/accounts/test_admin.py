"""``quepu admin``, beside a running server and without one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quepu.cli.main import main
from quepu.server.play.store import Store
from tests.server.accounts.browser import PASSWORD, Browser, opened

Capture = pytest.CaptureFixture[str]


def admin(capsys: Capture, url: str, *words: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["admin", *words, "--database", url, "--json", "--lang", "en"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_beside_a_running_server_operators_are_made_and_accounts_banned(database: str, capsys: Capture) -> None:
    store = Store(database)
    with opened(store=store) as site:
        ann, bo = Browser(site), Browser(site)
        ann.sign_up("Ann")
        bo_id = bo.sign_up("Bo")["account"]["id"]
        assert ann.ask("GET", "/operator") == (403, "not_an_operator")
        assert [one["name"] for one in admin(capsys, database, "operators", "--add", " ann")] == ["Ann"]
        assert ann.get("/operator")["bans"] == []
        assert [one["name"] for one in admin(capsys, database, "accounts")] == ["Bo", "Ann"]
        assert [one["name"] for one in admin(capsys, database, "accounts", "B")] == ["Bo"]
        [ban] = admin(capsys, database, "ban", "Bo", "--days", "1", "--reason", "cheating")
        assert (ban["kind"], ban["subject"], ban["name"], ban["reason"]) == ("account", bo_id, "Bo", "cheating")
        assert bo.name is None
        assert bo.refused("/account/sign-in", {"name": "Bo", "password": PASSWORD}) == (403, "account_banned")
        assert admin(capsys, database, "bans") == [ban]
        assert admin(capsys, database, "unban", ban["id"]) == []
        bo.sign_in("Bo")
        [network] = admin(capsys, database, "ban", "--address", "198.51.100.9/24")
        assert (network["kind"], network["subject"], network["until"]) == ("address", "198.51.100.0/24", None)
        bo.post("/account/report", {"account": bo_id, "reason": "other", "text": "x"})
        [report] = admin(capsys, database, "reports")
        assert (report["by"], report["closed"]) == ("Bo", None)
        assert admin(capsys, database, "reports", "--close", report["id"])[0]["closed"] is not None
        room = bo.post("/rooms", {"name": "Bo"})["room"]
        assert [(one["room"], one["seated"]) for one in admin(capsys, database, "rooms")] == [(room, ["Bo"])]
        [planned] = admin(capsys, database, "maintenance", "--in", "30", "--text", "更新")
        assert ann.get("/operator")["maintenance"] == planned
        assert admin(capsys, database, "maintenance", "--off") == []
        assert admin(capsys, database, "operators", "--remove", "Ann") == []
        assert ann.ask("GET", "/operator") == (403, "not_an_operator")
    store.close()


def test_on_a_terminal_it_prints_columns(tmp_path: Path, capsys: Capture) -> None:
    store = Store(f"sqlite:///{tmp_path / 'quepu.db'}")
    with opened(store=store) as site:
        Browser(site).sign_up("雀友")
        Browser(site).sign_up("Ann")
    store.close()
    assert main(["admin", "operators", "--add", "雀友", "--data", str(tmp_path), "--lang", "zh"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert (head.split(), row.split()[0]) == (["name", "id"], "雀友")
    assert main(["admin", "bans", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""


def test_on_a_terminal_it_says_what_it_did_where_no_table_shows_it(tmp_path: Path, capsys: Capture) -> None:
    url = f"sqlite:///{tmp_path / 'quepu.db'}"
    Store(url).close()

    def said(*words: str) -> list[str]:
        assert main(["admin", *words, "--database", url, "--lang", "en"]) == 0
        return capsys.readouterr().out.splitlines()

    [ban] = admin(capsys, url, "ban", "--address", "198.51.100.9")
    assert said("unban", ban["id"]) == ["the ban is lifted"]
    assert main(["admin", "unban", ban["id"], "--database", url, "--lang", "en"]) == 2
    assert f"there is no ban {ban['id']}, or it is lifted already" in capsys.readouterr().err
    assert said("maintenance") == ["no maintenance is planned"]
    head, row = said("maintenance", "--in", "30", "--text", "update")
    assert (head.split(), row.split()[2:]) == (["at", "text"], ["update"])
    assert said("maintenance", "--off") == ["maintenance is off: games may begin"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["operators", "--add", "Nobody"], "no_such_account"),
        (["ban", "Nobody"], "no_such_account"),
        (["ban"], "needs_one_of"),
        (["ban", "Ann", "--address", "10.0.0.1"], "needs_one_of"),
        (["ban", "--address", "house"], "wrong_network"),
        (["ban", "--address", "0.0.0.0/0"], "network_too_large"),
        (["ban", "--address", "::/0"], "network_too_large"),
        (["ban", "--address", "::ffff:0:0/100"], "network_too_large"),
        (["ban", "--address", "127.0.0.1"], "bans_this_machine"),
        (["ban", "--address", "127.8.0.0/16"], "bans_this_machine"),
        (["ban", "--address", "::1"], "bans_this_machine"),
        (["ban", "--address", "::ffff:127.0.0.1"], "bans_this_machine"),
        (["unban", "a" * 16], "no_such_ban"),
        (["maintenance", "--in", "-1"], "decimal_out_of_range"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, capsys: Capture, words: list[str], code: str) -> None:
    Store(f"sqlite:///{tmp_path / 'quepu.db'}").close()
    assert main(["admin", *words, "--data", str(tmp_path), "--json"]) == 2
    captured = capsys.readouterr()
    assert code in captured.out + captured.err


def test_no_database_is_created(tmp_path: Path, capsys: Capture) -> None:
    assert main(["admin", "bans", "--data", str(tmp_path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "no_database"
    assert list(tmp_path.iterdir()) == []
