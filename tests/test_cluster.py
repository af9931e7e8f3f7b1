"""Simulations on a cluster: the bytes of one process, whatever dies; nothing is left behind; errors are ours and come soon."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.lab import cluster
from quepu.lab.cluster import AHEAD, LOCAL, on_cluster
from quepu.lab.release import release
from quepu.lab.simulate import PART, Study, new_study, simulate
from quepu.lab.study_files import StudyFile
from quepu.lab.workers import processes

pytestmark = pytest.mark.compiled
"""Interpreted, thousands of deals take hours."""

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent
PATIENCE = 180.0
"""After so many seconds a test fails that waits for something."""


def study(parts: int = 2, **options: int) -> Study:
    return new_study("guobiao", ["swift", "beginner", "swift", "easy"], parts * PART - 100, seed=5, **options)


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "what was waited for has not happened"
        time.sleep(0.05)


# Processes, found by a mark in their environment, which all that they start have too


MARK = "QUEPU_TEST_CLUSTER"


def marked(mark: str, *words: str) -> list[int]:
    """The processes that run now with this mark and one of these words in their command lines."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}\0".encode() in (folder / "environ").read_bytes():
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if not words or any(word in command for word in words):
                    found.append(int(folder.name))
    return found


def kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


START = """
import sys
from ray._private import services
services.get_node_ip_address = lambda address=None: "127.0.0.1"
from ray.scripts.scripts import main
sys.exit(main())
"""
"""``ray start``, which takes another address of this machine for its loopback interface."""


class Nodes:
    """A cluster of several nodes on this machine, each with its own environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_USAGE_STATS_ENABLED": "0",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.marks: list[str] = []

    def add(self, cores: int, **environment: str) -> str:
        """Start a node; return its mark."""
        mark = secrets.token_hex(8)
        head = ["--head", "--port", self.address.split(":")[1], "--include-dashboard=false", f"--temp-dir={self.folder}"]
        where = [f"--address={self.address}"] if self.marks else head
        self.marks.append(mark)
        common = [f"--num-cpus={cores}", "--node-ip-address=127.0.0.1", "--object-store-memory=80000000", "--disable-usage-stats"]
        whole = {**self.environment, **environment, MARK: mark, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1"}
        command = [sys.executable, "-c", START, "start", *where, *common]
        started = subprocess.run(command, env=whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
        assert started.returncode == 0, started.stdout.decode()
        return mark

    def end(self) -> None:
        def left() -> list[int]:
            return [process for mark in self.marks for process in marked(mark)]

        for process in left():
            kill(process)
        until(lambda: not left())


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """With a short path: those of sockets are bounded."""
    with TemporaryDirectory(prefix="quepu-", dir="/tmp", ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextlib.contextmanager
def nodes_in(folder: Path) -> Iterator[Nodes]:
    nodes = Nodes(folder)
    before = {name: os.environ.get(name) for name in nodes.environment}
    os.environ |= {name: nodes.environment[name] for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER")}
    try:
        yield nodes
    finally:
        for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"):
            del os.environ[name]
            if (value := before[name]) is not None:
                os.environ[name] = value
        nodes.end()


@pytest.fixture(scope="module")
def nodes(folder: Path) -> Iterator[Nodes]:
    """The cluster that most tests use: a head with two cores."""
    with nodes_in(folder) as made:
        made.add(2)
        yield made


@pytest.fixture(scope="module")
def whole() -> Study:
    return simulate(study(), processes(1))


# The same bytes


def test_a_cluster_gives_the_bytes_of_one_process_also_after_an_interruption(nodes: Nodes, whole: Study, tmp_path: Path) -> None:
    """The study is interrupted after its first part, and continued from its file."""
    path = tmp_path / "study.json"

    def interrupt(study: Study) -> None:
        file.keep(study)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), StudyFile(path, study()) as file:
        simulate(file.study, on_cluster(nodes.address), interrupt)
    assert Study.from_bytes(path.read_bytes()).done == 1
    with StudyFile(path, study()) as file:
        simulate(file.study, on_cluster(nodes.address), file.keep)
    assert path.read_bytes() == whole.as_bytes()


def test_results_come_in_the_order_of_the_items_and_a_bounded_number_is_in_progress(nodes: Nodes) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(60):
            taken += 1
            yield number

    ahead = 0
    results = on_cluster(nodes.address)(abs, items(), 60)
    for received, result in enumerate(results):
        assert result == received
        ahead = max(ahead, taken - received)
    assert received == 59
    assert 2 < ahead <= 3 * AHEAD + 1  # two cores, or three if a node was added


def refuse(number: int) -> int:
    raise QuepuError("out_of_range", option="hands", text=repr(number), least=1, most=2)


def test_an_error_of_ours_comes_back_as_it_was_raised(nodes: Nodes) -> None:
    with pytest.raises(QuepuError) as caught:
        list(on_cluster(nodes.address)(refuse, iter([7]), 1))
    assert type(caught.value) is QuepuError
    assert str(caught.value) == "hands cannot be 7; expected an integer from 1 to 2"


# Deaths


def play_once_dead(place: str) -> int:
    """Die when it is done for the first time."""
    if not Path(place).exists():
        Path(place).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return len(place)


def always_die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_what_a_dead_worker_had_is_done_again(nodes: Nodes, tmp_path: Path) -> None:
    places = [str(tmp_path / f"{n}") for n in range(3)]
    assert list(on_cluster(nodes.address)(play_once_dead, iter(places), 3)) == [len(place) for place in places]


@pytest.mark.long
def test_a_task_that_always_takes_its_worker_down_ends_with_an_error(nodes: Nodes) -> None:
    with pytest.raises(QuepuError) as caught:
        list(on_cluster(nodes.address)(always_die, iter([1]), 1))
    assert caught.value.code == "worker_died"


def test_a_node_that_dies_in_the_middle_changes_no_byte(nodes: Nodes) -> None:
    """The raylet of a node and its workers are killed while it plays; the parts that it had are played by others."""
    mark = nodes.add(1)
    played, plain = study(6), simulate(study(6), processes(2)).as_bytes()
    killed: list[int] = []

    def kill_the_node(study: Study) -> None:
        if study.done == 1:
            until(lambda: bool(marked(mark, "ray::play")))
            killed.extend(marked(mark, "raylet", "ray::"))
            for process in killed:
                kill(process)

    simulate(played, on_cluster(nodes.address), kill_the_node)
    assert len(killed) >= 2
    assert played.as_bytes() == plain


@pytest.mark.long
def test_a_cluster_that_disappears_is_an_error_and_what_was_kept_goes_on(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    with nodes_in(folder / "other") as other:
        other.add(1)

        def kill_all(study: Study) -> None:
            file.keep(study)
            if study.done == 2:
                other.end()

        with pytest.raises(QuepuError) as caught, StudyFile(path, study(12)) as file:
            simulate(file.study, on_cluster(other.address), kill_all)
    assert caught.value.code == "cluster_lost"
    kept = Study.from_bytes(path.read_bytes())
    assert 2 <= kept.done < 12
    straight = study(12)
    assert simulate(kept, processes(2)).as_bytes() == simulate(straight, processes(2)).as_bytes()


# A cluster of this machine


def test_a_local_cluster_gives_the_same_bytes_listens_to_this_machine_only_and_leaves_nothing(
    whole: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = secrets.token_hex(8)
    monkeypatch.setenv(MARK, mark)
    folders = set(Path("/tmp").glob("quepu-*"))
    seen: list[tuple[int, str]] = []

    def look(study: Study) -> None:
        ours = marked(mark)
        seen.extend((len(ours), address) for address in listening(ours))

    found = simulate(study(), on_cluster(LOCAL, 2), look)
    assert found.as_bytes() == whole.as_bytes()
    until(lambda: not marked(mark))
    assert set(Path("/tmp").glob("quepu-*")) <= folders
    assert seen
    assert max(count for count, _ in seen) >= 4  # the driver, the store of the cluster, a raylet and a worker at least
    loopback = {"127.0.0.1", "::1", "::ffff:127.0.0.1"}
    assert {address for _, address in seen} <= loopback


def listening(processes: list[int]) -> set[str]:
    """The addresses at which these processes accept connections."""
    sockets = set()
    for process in processes:
        for file in Path(f"/proc/{process}/fd").glob("*"):
            with contextlib.suppress(OSError):
                sockets.add(os.readlink(file))
    found = set()
    for table, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                digits = bytes.fromhex(fields[1].split(":")[0])
                words = b"".join(digits[i : i + 4][::-1] for i in range(0, len(digits), 4))
                found.add(socket.inet_ntop(family, words))
    return found


@pytest.mark.parametrize("moment", [pytest.param("starts", marks=pytest.mark.long), "plays"])
def test_ctrl_c_leaves_no_process_of_a_local_cluster(moment: str, tmp_path: Path) -> None:
    mark, path = secrets.token_hex(8), tmp_path / "study.json"
    arguments = ["lab", "simulate", "--rules", "guobiao", "--hands", "10000000", "--ray", "local", "--workers", "2", "--out", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "quepu", *arguments],
        env={**os.environ, MARK: mark, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        until(lambda: bool(marked(mark, "gcs_server" if moment == "starts" else "ray::play")))
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output) == (130, b"")
        until(lambda: not marked(mark))
    finally:
        process.kill()
    assert Study.from_bytes(path.read_bytes()).done < 10000


# Errors


def code_of(arguments: list[str], capsys: Capture) -> dict[str, str]:
    assert main(["lab", *arguments, "--json"]) == 2
    output = capsys.readouterr()
    assert output.err == ""
    error: dict[str, str] = json.loads(output.out)["error"]
    return error


@pytest.mark.parametrize("command", [["simulate"], ["compare", "guobiao", "guobiao98"]], ids=["simulate", "compare"])
def test_a_cluster_that_does_not_answer_is_an_error(command: list[str], capsys: Capture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"
    error = code_of([*command, "--hands", "4", "--ray", address], capsys)
    assert error["code"] == "no_cluster"
    assert error["message"] == f"cannot use the Ray cluster {address}: Connection refused"


def test_something_else_at_the_address_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 2.0)
    monkeypatch.setattr("quepu.lab.workers.SECONDS_TO_END", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        error = code_of(["simulate", "--hands", "4", "--ray", address], capsys)
    assert error == {"code": "no_cluster", "message": f"cannot use the Ray cluster {address}: no answer within 2 s"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--ray", ""], "bad_value"),
        (["--ray", "nonsense"], "no_cluster"),
        (["--ray", "nowhere.invalid:6379"], "no_cluster"),
        (["--ray", "auto", "--workers", "2"], "not_together"),
    ],
)
def test_wrong_arguments_have_a_code(arguments: list[str], code: str, capsys: Capture) -> None:
    assert code_of(["simulate", "--hands", "4", *arguments], capsys)["code"] == code


def test_without_ray_the_error_names_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    (tmp_path / "ray.py").write_text("raise ModuleNotFoundError(name='ray')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    error = code_of(["simulate", "--hands", "4", "--ray", "local"], capsys)
    assert error["code"] == "missing_extra"
    assert error["message"] == "ray is not installed; this command requires it: python3 -m pip install 'quepu[cluster]'"


def test_a_study_without_parts_needs_no_cluster(capsys: Capture) -> None:
    assert main(["lab", "simulate", "--hands", "4", "--shard", "2/2", "--ray", "nowhere.invalid:1"]) == 0
    assert "this shard has no deals" in capsys.readouterr().out


# Nodes with another quepu


@pytest.mark.long
def test_a_node_with_another_quepu_is_refused(folder: Path, tmp_path: Path) -> None:
    """The head has no cores, so the one node plays everything: without quepu, with another one, and with one that is not compiled."""
    plain = tmp_path / "interpreted" / "quepu"
    other = tmp_path / "other" / "quepu"
    for copy in (plain, other):
        for path in (ROOT / "src/quepu").rglob("*"):
            if path.suffix in (".py", ".json") and "server" not in path.parts:
                (copy / path.relative_to(ROOT / "src/quepu")).parent.mkdir(parents=True, exist_ok=True)
                (copy / path.relative_to(ROOT / "src/quepu")).write_bytes(path.read_bytes())
    with open(other / "score.py", "a") as stream:
        stream.write("\n# another version\n")
    blocked = tmp_path / "nothing"
    blocked.mkdir()
    (blocked / "quepu.py").write_text("raise ImportError\n")
    for where, code in ((blocked, "node_without_quepu"), (other.parent, "node_differs"), (plain.parent, "node_interpreted")):
        with nodes_in(folder / code) as made:
            made.add(0)
            made.add(1, PYTHONPATH=str(where), QUEPU_REQUIRE_COMPILED="")  # set for tests, where it forbids an interpreted kernel
            with pytest.raises(QuepuError) as caught:
                simulate(study(), on_cluster(made.address))
            assert caught.value.code == code
            if code == "node_differs":
                assert caught.value.details["wanted"] == release() != caught.value.details["found"]


def test_the_release_follows_from_the_sources_and_not_from_the_pages(tmp_path: Path) -> None:
    source = "import sys; sys.path.insert(0, sys.argv[1]); from quepu.lab.release import release; print(release())"
    copy = tmp_path / "quepu"
    needed = ["__init__.py", "errors.py", "lab/__init__.py", "lab/release.py"]
    for name in needed:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / "src/quepu" / name).read_bytes())
    (copy / "__init__.py").write_text('__version__ = "1.2"\n')

    def found() -> str:
        return subprocess.run([sys.executable, "-c", source, str(tmp_path)], capture_output=True, text=True, check=True).stdout

    first = found()
    assert first.startswith("1.2 (")
    (copy / "server").mkdir()
    (copy / "server/pages.py").write_text("PAGES = 1\n")
    assert found() == first
    (copy / "rules").mkdir()
    (copy / "rules/data.json").write_text("{}\n")
    assert found() != first
