"""One address attacks the server, within the limits and beyond them: others do not notice much, and the server ends on a signal."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from tests.server.play.conftest import Server, quick_folder

HAND = "12345678m22p [EEE] +9m"
ROOT = Path(__file__).parents[2]
ANSWER = 0.5
"""So many seconds the answer to somebody else may take, on a machine that has nothing else to do;"""
END = 5.0
"""and so many the end of the server."""


def slowness() -> float:
    """How many times longer everything takes than on a machine that has nothing else to do: 1 or more."""
    began, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < 0.05:
        pass
    return max(1.0, (time.perf_counter() - began) / (time.process_time() - used))


def score(port: int, source: str) -> float:
    """How long the answer to an ordinary question takes."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(source, 0))
    connection.request("POST", "/api/v1/score", json.dumps({"hand": HAND}), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    points = json.loads(answer.read())["points"]
    connection.close()
    assert (answer.status, points) == (200, 36)
    return time.perf_counter() - began


def test_others_are_answered_and_the_server_ends_while_one_address_does_its_worst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_LOCAL_NETWORKS", "127.0.0.1")  # so that 127.0.0.2 and 127.0.0.3 are strangers
    with quick_folder() as folder:
        server = Server(folder)
        attacker = subprocess.Popen(
            [sys.executable, "-m", "tests.server.attacker", "127.0.0.2", str(server.port)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        try:
            assert attacker.stdout is not None
            quiet = median(score(server.port, "127.0.0.3") for _ in range(9))
            assert attacker.stdout.readline() == "refused\n", "by then it has had its part"
            took, slow = [], []
            for _ in range(40):
                slow.append(slowness())
                took.append(score(server.port, "127.0.0.3"))
            server.process.send_signal(signal.SIGTERM)
            began = time.perf_counter()
            assert server.process.wait(120) == 0
            end = time.perf_counter() - began
            attacker.send_signal(signal.SIGTERM)
            answers = json.loads(attacker.communicate(timeout=120)[0])
        finally:
            attacker.kill()
            attacker.wait()
            server.kill()
    print(
        f"quiet {quiet:.3f} s; attacked {median(took):.3f} s, at most {max(took):.3f} s; end {end:.1f} s; {median(slow):.1f} times slower"
    )
    print(answers)
    assert answers["200"] > 0, "the attacker had its part"
    assert answers["429"] > 0
    assert median(took) < ANSWER * median(slow)
    assert end < END * max(slow)
