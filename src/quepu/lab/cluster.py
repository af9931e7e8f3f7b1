"""Work on a cluster, with Ray.

A process of its own talks to Ray, the *driver*: Ray waits for minutes for a cluster that does not answer, writes its log to the terminal,
and may end the process that uses it. Only results and our own errors come from the driver, and it can be ended at any moment.

Each task compares the quepu of its node with ours before it does anything, so it does not matter when a node joins: results of different
versions are never added up.
"""

from __future__ import annotations

import os
import pickle
import secrets
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, TypeVar

from quepu.errors import QuepuError
from quepu.exit_codes import describe_exit
from quepu.lab.cores import cores
from quepu.lab.release import release
from quepu.lab.workers import Executor, started

Item = TypeVar("Item")
Result = TypeVar("Result")

LOCAL = "local"
SECONDS_TO_CONNECT = 60.0
SECONDS_TO_REACH = 10.0
"""How long an address may take to accept a connection at all."""
AHEAD = 4
"""Tasks per core that are waiting or in progress: the cores have work while the next result takes longer, and memory is bounded."""
LOOK_SECONDS = 5.0
"""How often the cores of the cluster are counted again: nodes come and go."""
RETRIES = 5
"""How often a task is done again after its worker or node has died. One that takes its worker down each time must end sometime."""
STORE = 100_000_000
"""The memory of a local cluster for objects, in bytes; results are small."""
LONGEST_REASON = 300


def on_cluster(address: str, workers: int | None = None) -> Executor:
    """Work on a Ray cluster with an address as ``ray.init`` takes it, or on one of ``workers`` processes, by default one per core, that is
    started on this machine and ends with the work (``local``)."""

    def execute(work: Callable[[Item], Result], items: Iterable[Item], total: int) -> Generator[Result, None, None]:
        with ExitStack() as stack:
            folder = stack.enter_context(_folder()) if address == LOCAL else ""
            count = min(workers or cores(), max(1, total))
            drivers = stack.enter_context(started(_drive, (work, address, count, folder), 1))
            [(line, process)] = drivers.items()
            yield from _results(line, process, address, iter(items))

    return execute


@contextmanager
def _folder() -> Iterator[str]:
    """The folder of a local cluster. Its path must be short, because the paths of sockets in it are bounded."""
    with TemporaryDirectory(prefix="quepu-", dir="/tmp" if Path("/tmp").is_dir() else None, ignore_cleanup_errors=True) as folder:
        yield folder


def _results(line: Connection, process: SpawnProcess, address: str, items: Iterator[Any]) -> Iterator[Any]:
    """What the driver sends, and items for it when it wants more."""
    try:
        if not line.poll(SECONDS_TO_CONNECT):
            seconds = f"{SECONDS_TO_CONNECT:.0f}"
            raise QuepuError("no_cluster", text=address, reason=(f"{seconds} 秒内没有回应", f"no answer within {seconds} s"))
        while True:
            kind, value = line.recv()
            if kind == "wanted":
                line.send(list(islice(items, value)))
            elif kind == "result":
                yield value
            elif kind == "error":
                raise value
            else:
                return
    except (EOFError, ConnectionError) as error:
        process.join()
        raise QuepuError("cluster_lost", reason=describe_exit(process.exitcode or 0)) from error


# The driver


def _drive(line: Connection, work: Callable[[Any], Any], address: str, workers: int, folder: str) -> None:
    """The process that talks to Ray, in a session of its own: Ctrl-C is for the parent only."""
    os.setsid()
    signal.signal(signal.SIGTERM, _leave)
    with open(os.devnull, "w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    try:
        with _connected(address, workers, folder) as ray, closing(_answers(ray, line, work)) as answers:
            for answer in answers:
                line.send(("result", answer))
        line.send(("end", None))
    except (EOFError, BrokenPipeError):  # the parent has ended
        pass
    except Exception as error:  # the parent raises it
        line.send(("error", error))
    finally:
        # a cluster that was interrupted while it started leaves processes that look for it for a while
        os.killpg(0, signal.SIGKILL)


def _leave(*_: object) -> NoReturn:
    sys.exit()


@contextmanager
def _connected(address: str, workers: int, folder: str) -> Iterator[Any]:
    """The module ``ray``, connected to the cluster."""
    settings: dict[str, Any] = {"address": address, "configure_logging": False, "log_to_driver": False}
    if address == LOCAL:
        _keep_private()
        settings |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": STORE}
        settings |= {"_temp_dir": folder, "_node_ip_address": "127.0.0.1"}
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise QuepuError("missing_extra", text="ray", extra="cluster") from error
    try:
        try:
            _reach(address, ray)
            ray.init(**settings)
        except Exception as error:
            raise QuepuError("no_cluster", text=address, reason=_reason(error)) from error
        signal.signal(signal.SIGTERM, _leave)  # Ray has installed a handler of its own
        yield ray
    finally:
        ray.shutdown()


def _keep_private() -> None:
    """Set the environment of a local cluster. It listens on the loopback interface only, as Ray does by default where it has no clusters of
    several machines, and only to those who know a token; its workers have the quepu of this process."""
    here = str(Path(__file__).parents[2])
    os.environ |= {
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "PYTHONPATH": os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])]),
    }


def _reach(address: str, ray: Any) -> None:
    """Connect to an address of the form host:port. Ray itself would try for minutes. Raises OSError."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    # Ray, too, takes the address of this machine for its loopback interface
    others = [ray.util.get_node_ip_address()] if host in ("localhost", "127.0.0.1", "::1") else []
    for last, name in enumerate([host, *others], -len(others)):
        try:
            socket.create_connection((name.strip("[]"), int(port)), SECONDS_TO_REACH).close()
            return
        except OSError:
            if last == 0:
                raise


def _answers(ray: Any, line: Connection, work: Callable[[Any], Any]) -> Generator[Any, None, None]:
    """The results of ``work`` for the items that the parent sends, in their order."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_task())
    waiting: deque[Any] = deque()
    more, most, look = True, 0, 0.0
    while True:
        if time.monotonic() >= look:
            most, look = AHEAD * _cores(ray), time.monotonic() + LOOK_SECONDS
        if more and len(waiting) < most:
            wanted = most - len(waiting)
            line.send(("wanted", wanted))
            items = line.recv()
            more = len(items) == wanted
            waiting.extend(task.remote(release(), pickle.dumps((work, item))) for item in items)
        if not waiting:
            return
        yield _checked(*_got(ray, waiting.popleft()))


def _cores(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 0)))


def _got(ray: Any, task: Any) -> Any:
    try:
        return ray.get(task)
    except ray.exceptions.WorkerCrashedError as error:
        raise QuepuError("worker_died", reason=_reason(error)) from error
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise QuepuError("cluster_lost", reason=_reason(error)) from error


def _task() -> Callable[[str, bytes], tuple[str, str | None, bool, Any]]:
    def play(wanted: str, data: bytes) -> tuple[str, str | None, bool, Any]:
        """Sent to the node as code, because the node may have another quepu, or none. Returns the node, its release, whether it is
        compiled, and the answer."""
        from ray.util import get_node_ip_address

        node = str(get_node_ip_address())  # type: ignore[no-untyped-call]
        try:
            from quepu.kernel import is_compiled
            from quepu.lab.release import release
        except ImportError:
            return node, None, False, None
        found = release()
        if found != wanted or not is_compiled():
            return node, found, is_compiled(), None
        from pickle import loads

        from quepu.lab.workers import answer_of

        return node, found, True, answer_of(*loads(data))

    return play


def _checked(node: str, found: str | None, compiled: bool, answer: Any) -> Any:
    """The result that a task has returned. Raises the error that it has returned, or QuepuError if the node has another quepu."""
    if found is None:
        raise QuepuError("node_without_quepu", node=node)
    if found != release():
        raise QuepuError("node_differs", node=node, found=found, wanted=release())
    if not compiled:
        raise QuepuError("node_interpreted", node=node)
    result, error = answer
    if error is not None:
        raise error
    return result


def _reason(error: Exception) -> str:
    """An error of Ray or of the system in one line."""
    text = " ".join(str(getattr(error, "strerror", None) or error).split()) or type(error).__name__
    return text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "…"
