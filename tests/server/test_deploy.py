"""What operators get in ``deploy``: units that systemd accepts, settings that there are, requirements that are pinned, a container file."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from quepu.cli import main
from quepu.server.settings import variables

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
audit = SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "audit.py")))
OTHER_VARIABLES = {"QUEPU_HOSTS", "QUEPU_DATABASE", "QUEPU_LOG", "XDG_CACHE_HOME", "PYTHONUNBUFFERED", "QUEPU_REQUIRE_COMPILED"}
UNITS = ("quepu.service", "quepu-backup.service", "quepu-backup.timer")


def known_variables() -> set[str]:
    return {one.name for one in variables()} | OTHER_VARIABLES


# systemd.


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units, with a program that is here."""
    folder = tmp_path_factory.mktemp("units")
    for name in UNITS:
        (folder / name).write_text((DEPLOY / name).read_text("utf-8").replace("/opt/quepu/bin/quepu", sys.executable))
    return folder


def systemd(*arguments: str) -> str:
    program = shutil.which("systemd-analyze")
    assert program, "these tests need systemd-analyze (make test installs Debian's systemd)"
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_units(units: Path, name: str) -> None:
    assert systemd("verify", str(units / name)) == ""


@pytest.mark.parametrize("name", ["quepu.service", "quepu-backup.service"])
def test_the_services_are_confined(units: Path, name: str) -> None:
    said = systemd("security", "--offline=true", "--threshold=20", "--no-pager", str(units / name))
    [level] = re.findall(r"exposure level for [\w.-]+: ([\d.]+) OK", said)
    assert float(level) < 2


@pytest.mark.parametrize("name", ["quepu.service", "quepu-backup.service"])
def test_the_services_run_commands_that_there_are(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    [line] = re.findall(r"^ExecStart=/opt/quepu/bin/quepu (.*)$", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)
    assert main([*shlex.split(line), "--help"]) == 0
    assert "usage: quepu" in capsys.readouterr().out
    assert main([*shlex.split(line), "--unknown"]) == 2, "the options before are accepted"
    assert "unrecognized arguments: --unknown" in capsys.readouterr().err


def test_the_service_is_started_only_when_the_site_can_be_used() -> None:
    text = (DEPLOY / "quepu.service").read_text("utf-8")
    assert re.findall(r"^(?:Type|TimeoutStartSec|Restart)=.*", text, re.MULTILINE) == [
        "Type=notify",
        "Restart=on-failure",
        "TimeoutStartSec=infinity",
    ]


def test_the_settings_for_the_service_are_known() -> None:
    lines = [line.lstrip("#") for line in (DEPLOY / "quepu.env").read_text("utf-8").splitlines() if re.match(r"#?\w+=", line)]
    assert {line.partition("=")[0] for line in lines} <= known_variables()
    assert len(lines) > 5


# The container.


def steps() -> list[tuple[str, str]]:
    """The instructions of the container file."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def test_the_container_copies_files_that_are_in_the_repository_and_not_ignored() -> None:
    ignored = (ROOT / ".containerignore").read_text("utf-8").split()
    for instruction, rest in steps():
        if instruction == "COPY" and "--from" not in rest:
            *sources, _ = rest.split()
            for source in sources:
                assert (ROOT / source).exists(), source
                assert source not in ignored


def test_the_image_is_built_in_the_format_that_keeps_its_health_check() -> None:
    """The default format of podman has none."""
    commands = re.findall(
        r"podman build [^\n]*", (DEPLOY / "Containerfile").read_text("utf-8") + (ROOT / "docs" / "operations.md").read_text("utf-8")
    )
    assert len(commands) == 2
    assert [command for command in commands if "--format docker" not in command] == []


def test_the_container_serves_as_a_user_without_rights_and_with_known_settings(capsys: pytest.CaptureFixture[str]) -> None:
    found = dict(reversed(steps()))
    assert found["USER"] == "quepu"
    command = json.loads(found["ENTRYPOINT"])
    assert command[0] == "/opt/quepu/bin/quepu"
    assert main([*command[1:], "--help"]) == 0
    assert "usage: quepu serve" in capsys.readouterr().out
    assert {one.partition("=")[0] for one in found["ENV"].split()} <= known_variables()
    test = json.loads(found["HEALTHCHECK"].partition("CMD ")[2])
    compile(test[2], "HEALTHCHECK", "exec")
    assert {name for name, _ in steps()} <= {
        "FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT"
    }  # fmt: skip


# The requirements.


def pins(text: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9_.-]+)(?:\[\w+\])?==([^\s;]+)", text, re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def test_what_operators_install_is_what_we_test_with_and_has_hashes() -> None:
    text = (DEPLOY / "requirements.txt").read_text("utf-8")
    ours = pins((ROOT / "requirements-run.txt").read_text("utf-8")) | pins((DEPLOY / "requirements.in").read_text("utf-8"))
    theirs = pins(text)
    assert {name: theirs.get(name) for name in ours} == ours, "make requirements"
    assert pins((ROOT / "requirements-dev.txt").read_text("utf-8"))["psycopg"] == theirs["psycopg"]
    for block in re.split(r"\n(?=\w)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip()):
        assert re.fullmatch(r"\S+==\S+( ; [^\n]*?)? \\\n(    --hash=sha256:[0-9a-f]{64}( \\\n)?)+", block), block


def test_every_package_can_be_installed_with_its_hash() -> None:
    installs, withdrawn = audit.install(DEPLOY / "requirements.txt")
    assert installs
    assert withdrawn == []


def test_a_package_with_another_hash_is_found(tmp_path: Path) -> None:
    text = (DEPLOY / "requirements.txt").read_text("utf-8")
    [segno] = re.findall(r"^segno==(?:.|\n(?= ))*", text, re.MULTILINE)
    (tmp_path / "requirements.txt").write_text(re.sub("[0-9a-f]{64}", "0" * 64, segno))
    assert audit.install(tmp_path / "requirements.txt") == (False, [])


@pytest.mark.parametrize(
    ("found", "code", "printed"),
    [
        (None, audit.NOT_AUDITED, "advisories: none could be read; nothing was looked up\n"),
        (
            {"dependencies": [{"name": "a", "skip_reason": "not found"}]},
            audit.NOT_AUDITED,
            "advisories: none could be read; nothing was looked up\n",
        ),
        ({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, 0, "advisories: 1 of 1 packages were looked up\n"),
        (
            {
                "dependencies": [
                    {"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}, {"id": "CVE-2", "fix_versions": []}]},
                    {"name": "b", "skip_reason": "not found"},
                ]
            },
            audit.FAILED,
            "a 1: CVE-1, fixed in: 2\na 1: CVE-2, fixed in: none yet\nadvisories: 1 of 2 packages were looked up\n",
        ),
    ],
)
def test_the_audit_fails_for_an_advisory_and_says_what_it_could_not_look_up(
    found: dict[str, object] | None, code: int, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.report(found) == code
    assert capsys.readouterr().out == printed
