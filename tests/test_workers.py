"""Work shared among processes: in order, without waiting for what never comes."""

from __future__ import annotations

import os
import signal
import time

import pytest

from quepu.errors import QuepuError
from quepu.lab.workers import map_in_processes


def later_if_even(number: int) -> int:
    if number % 2 == 0:
        time.sleep(0.05)
    return number * number


def refuse(number: int) -> int:
    raise QuepuError("out_of_range", option="hands", text=repr(number), least=1, most=2)


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def much(number: int) -> bytes:
    """More than a pipe holds, so that most of the time some process is in the middle of sending."""
    return bytes([number % 256]) * 3_000_000


def own_process(number: int) -> int:
    return os.getpid()


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("count", [0, 1, 2, 15])
def test_results_come_in_the_order_of_the_items(count: int) -> None:
    assert list(map_in_processes(later_if_even, range(count), workers=2)) == [number * number for number in range(count)]


def test_an_error_in_a_worker_is_raised_in_the_parent() -> None:
    with pytest.raises(QuepuError) as caught:
        list(map_in_processes(refuse, [7], workers=2))
    assert str(caught.value) == "hands cannot be 7; expected an integer from 1 to 2"


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(QuepuError) as caught:
        list(map_in_processes(die, range(10), workers=2))
    assert (caught.value.code, str(caught.value)) == ("worker_died", "a worker process died (SIGKILL)")


def test_closing_the_generator_leaves_no_process() -> None:
    results = map_in_processes(own_process, range(100), workers=2)
    processes = {next(results) for _ in range(20)}
    results.close()
    assert [process for process in processes if not gone(process)] == []


def test_it_can_end_while_results_are_being_sent() -> None:
    for taken in range(6):
        results = map_in_processes(much, range(100), workers=2)
        for number in range(taken):
            assert next(results)[:1] == bytes([number])
        results.close()
