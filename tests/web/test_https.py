"""The pages by HTTPS with the local certificate authority, as a phone in the local network has them: at a name that is not this machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from quepu.server.https import authority as made
from quepu.server.https.trust import CERTIFICATE
from tests.sizes import variants
from tests.web import trust_store
from tests.web.conftest import CHROMIUM, FLAGS, Watch, shoot
from tests.web.own_server import new_context, stop_server
from tests.web.table import everyone_can_use

NAME, FOREIGN = "club.local", "club.example"


def start(data: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, and what it says until it serves."""
    environment = {**os.environ, "XDG_DATA_HOME": str(data), "QUEPU_HOSTS": f"{NAME},{FOREIGN}"}
    command = [sys.executable, "-m", "quepu", "serve", "--port", "0", "--no-browser", "--lang", "en", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment)
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl-C" in line:
            return process, said
    raise AssertionError(f"the server did not start: {said}")


def port(scheme: str, said: str) -> str:
    [found, *_] = re.findall(rf"\b{scheme}://127\.0\.0\.1:(\d+)/", said)
    return str(found)


class Club:
    """A server by HTTPS, and a browser that trusts its authority; both know the server by its name."""

    def __init__(self, data: Path, browser: Browser) -> None:
        self.process, said = start(data, "--https")
        self.site, self.about = f"https://{NAME}:{port('https', said)}", f"http://{NAME}:{port('http', said)}"
        with urlopen(f"http://127.0.0.1:{port('http', said)}{CERTIFICATE}") as answer:
            self.der = answer.read()
        (data / "ca.crt").write_bytes(self.der)
        subprocess.run([sys.executable, trust_store.__file__, str(data / "home"), str(data / "ca.crt")], check=True)
        self.browser = launched(browser, data / "home")

    def close(self) -> None:
        self.browser.close()
        stop_server(self.process)


def launched(browser: Browser, home: Path) -> Browser:
    """A browser of the user with this home, for whom the names are this machine."""
    home.mkdir(exist_ok=True)
    names = f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP {FOREIGN} 127.0.0.1"
    return browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, names], env={**os.environ, "HOME": str(home)})


@pytest.fixture(scope="module")
def club(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    made = Club(tmp_path_factory.mktemp("club"), browser)
    yield made
    made.close()


def context_of(browser: Browser, site: str, watch: Watch, device: str = "phone", lang: str = "en") -> BrowserContext:
    context = new_context(browser, site, device, lang)
    watch.attach(context)
    return context


@pytest.fixture
def page(club: Club) -> Iterator[Page]:
    watch = Watch(club.site)
    watch.expected = ["net::ERR"]
    context = context_of(club.browser, club.site, watch)
    yield context.new_page()
    context.close()
    assert watch.wrong == []


SECURE = "[isSecureContext, 'serviceWorker' in navigator, 'caches' in window]"


def test_a_browser_that_trusts_the_authority_opens_the_site_and_keeps_it_for_use_without_a_network(club: Club, page: Page) -> None:
    page.goto("/offline")
    assert page.evaluate(SECURE) == [True, True, True]
    page.locator(".get-pages").click()
    expect(page.locator(".is-offline")).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/rules/guobiao")
    expect(page.locator("[data-fan], .fan-name").first).to_be_visible()


def test_the_table_plays_by_a_secure_socket(club: Club, page: Page) -> None:
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto("/play")
    page.locator(".play-now").click()
    page.wait_for_selector(".mine")
    assert sockets
    assert all(url.startswith(club.site.replace("https", "wss")) for url in sockets)


def test_the_site_can_be_installed(club: Club, page: Page) -> None:
    page.goto("/")
    wire = page.context.new_cdp_session(page)
    manifest = wire.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{club.site}/static/manifest.webmanifest", [])
    # a context of a test counts as a private window, and nothing else is wrong
    found = [error["errorId"] for error in wire.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(found) <= {"in-incognito"}


def test_by_plain_http_there_is_no_service_worker_and_the_page_says_what_to_do(browser: Browser, tmp_path: Path) -> None:
    process, said = start(tmp_path)
    site = f"http://{NAME}:{port('http', said)}"
    own, watch = launched(browser, tmp_path / "home"), Watch(site)
    watch.expected = ["Cross-Origin-Opener-Policy"]  # Chromium ignores the header by plain http, and says so
    page = context_of(own, site, watch).new_page()
    page.goto("/offline")
    assert page.evaluate(SECURE) == [False, False, False]
    expect(page.locator(".offline-why")).to_contain_text("quepu serve --lan --https")
    everyone_can_use(page)
    shoot(page, "offline-by-http")
    own.close()
    stop_server(process)
    assert watch.wrong == []


def test_a_browser_that_does_not_trust_it_yet_finds_out_how_by_http(club: Club, browser: Browser, tmp_path: Path) -> None:
    own, watch = launched(browser, tmp_path / "home"), Watch(club.about)
    watch.expected = ["Cross-Origin-Opener-Policy"]
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        own.new_page().goto(club.site)
    page = context_of(own, club.about, watch).new_page()
    page.goto("/hand?hand=1m")
    expect(page.locator("h1")).to_have_text("Let this device trust the Quepu server")
    assert page.url == f"{club.about}/"
    own.close()
    assert watch.wrong == []


@variants(("device", "lang", "scheme"), ("phone", "zh", "light"), ("phone", "en", "dark"), ("desktop", "en", "light"))
def test_everyone_can_use_the_page_about_trust(club: Club, device: str, lang: str, scheme: Any) -> None:
    watch = Watch(club.about)
    watch.expected = ["Cross-Origin-Opener-Policy"]
    context = context_of(club.browser, club.about, watch, device, lang)
    page = context.new_page()
    page.emulate_media(color_scheme=scheme)
    page.goto("/")
    everyone_can_use(page)
    shoot(page, f"trust-{device}-{lang}-{scheme}", full=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        page.locator(f'a[href="{CERTIFICATE}"]').click()
    assert Path(download.value.path()).read_bytes() == club.der
    context.close()
    assert watch.wrong == []


def test_chromium_refuses_what_the_authority_may_not_sign(club: Club, browser: Browser, tmp_path: Path) -> None:
    """Somebody has the key, and signs for a site of the internet."""
    by = made.authority(tmp_path, "box", [])
    stolen = tmp_path / "stolen.pem"
    stolen.write_bytes(made.to_pem(*made._sign(by, [FOREIGN], datetime.now(UTC))))
    (tmp_path / "ca.crt").write_bytes(by.der)
    subprocess.run([sys.executable, trust_store.__file__, str(tmp_path / "home"), str(tmp_path / "ca.crt")], check=True)
    process, said = start(tmp_path, "--https-certificate", str(stolen), "--https-key", str(stolen))
    own = launched(browser, tmp_path / "home")
    with pytest.raises(Error, match="ERR_CERT_INVALID"):
        own.new_page().goto(f"https://{FOREIGN}:{port('https', said)}/")
    own.close()
    stop_server(process)
