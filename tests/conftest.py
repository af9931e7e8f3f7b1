"""What all tests share."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

# No example is too slow: machines are noisy, and time is the benchmarks' business.
settings.register_profile("quepu", deadline=None)
settings.load_profile("quepu")

# Whatever runs the tests may ignore Ctrl-C, as a shell does for what runs behind it; processes that tests start and interrupt would too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class FailuresAtOnce:
    """Print each failure when it happens: a run that is ended from outside never gets to pytest's own summary."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            lines = report.longreprtext.splitlines()[-20:]
            self.terminal.write_line("")
            self.terminal.write_line("\n".join([f"FAILED {report.nodeid} ({report.when}, {report.duration:.0f} s)", *lines]))


@pytest.hookimpl(trylast=True)  # when there is a terminal reporter
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailuresAtOnce(terminal))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bound every test: one that hangs must fail by name, not use up the time of the whole run."""
    for item in items:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(4 * 3600 if item.get_closest_marker("long") else 400))


@contextmanager
def without_playwrights_loop(item: pytest.Item) -> Iterator[None]:
    """Playwright leaves its event loop marked as running in this thread, and a process may run other tests after those of the pages: they
    could not start a loop of their own."""
    if Path(__file__).parent / "web" in item.path.parents:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with without_playwrights_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with without_playwrights_loop(item):
        return (yield)


@pytest.fixture
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a locale in the environment, commands print English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
