"""People at different nodes of a site: each has an address of their own, by which nginx sends their requests to one of the nodes."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.cookies import SimpleCookie
from itertools import count
from typing import Any

import sqlalchemy as sa

from quepu.server.play.store_tables import accounts
from tests.server.cluster.nodes import SECONDS, Node, nginx, two_nodes
from tests.server.play.client import Client
from tests.server.play.conftest import quick_folder

PASSWORD = "correct horse"
_PATIENCE = 300
_STRANGERS = {
    "QUEPU_LOCAL_NETWORKS": "127.0.0.1",  # all other addresses of this machine are strangers
    "QUEPU_SIGN_UP_RATE_PER_SECOND": "none",
    "QUEPU_SIGN_IN_RATE_PER_SECOND": "none",
    "QUEPU_ADDRESS_SIGN_IN_RATE_PER_SECOND": "none",
}


class Person:
    """Somebody's browser: an address, and the cookies of the site."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        self.cookies: dict[str, str] = {}
        self.id = ""

    def at(self, port: int) -> Person:
        """The same browser, as it was a moment ago, at another port."""
        found = Person(port, self.address)
        found.cookies, found.id = dict(self.cookies), self.id
        return found

    def ask(self, method: str, path: str, body: object = None, bearer: str | None = None) -> tuple[int, Any]:
        """The status, and the answer or the code of its error."""
        here = f"http://127.0.0.1:{self.port}"
        headers = {"Content-Type": "application/json", "Origin": here, "Sec-Fetch-Site": "same-origin"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            headers["Quepu-Token"] = self.cookies.get("quepu_token", "")
        if bearer is not None:
            headers["Authorization"] = f"Bearer {bearer}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS, source_address=(self.address, 0))
        connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = json.loads(answer.read())
        self._keep(answer.headers.get_all("Set-Cookie") or [])
        connection.close()
        return answer.status, content["error"]["code"] if "error" in content else content

    def _keep(self, cookies: list[str]) -> None:
        for text in cookies:
            for name, cookie in SimpleCookie(text).items():
                self.cookies[name] = cookie.value
                if cookie["max-age"] == "0":
                    del self.cookies[name]

    def get(self, path: str, bearer: str | None = None) -> Any:
        status, content = self.ask("GET", path, bearer=bearer)
        assert status == 200, content
        return content

    def post(self, path: str, body: object) -> Any:
        status, content = self.ask("POST", path, body)
        assert status == 200, content
        return content

    def sign_up(self, name: str) -> Person:
        self.id = self.post("/account/sign-up", {"name": name, "password": PASSWORD})["account"]["id"]
        return self

    @property
    def name(self) -> str | None:
        """Who is signed in."""
        account = self.get("/account")["account"]
        return None if account is None else account["name"]

    def client(self, room: str, token: str | None, port: int | None = None) -> Client:
        """A connection of theirs to a room."""
        client = Client(port or self.port, room, token)
        client.options["local_addr"] = (self.address, 0)
        return client


class People:
    """Two nodes behind nginx, and the people who use them."""

    def __init__(self, nodes: list[Node], port: int, database: str) -> None:
        self.nodes = nodes
        self.port = port
        self.database = database
        self._addresses = count(2)
        self._names = count(1)

    def person(self, node: int) -> Person:
        """A new person whose requests nginx sends to this node."""
        while True:
            found = Person(self.port, f"127.0.0.{next(self._addresses)}")
            before = self.nodes[node].requests("/api/v1/play")
            found.get("/play")
            if self.nodes[node].requests("/api/v1/play") > before:
                return found

    def signed_up(self, node: int, name: str = "Person") -> Person:
        """A new person with an account."""
        return self.person(node).sign_up(f"{name} {_LETTERS[next(self._names)]}")

    def operator(self, node: int) -> Person:
        """One who operates the site."""
        found = self.signed_up(node, "Olga")
        with self.connection() as connection:
            connection.execute(accounts.update().where(accounts.c.id == found.id).values(is_operator=True))
        return found

    @contextmanager
    def connection(self) -> Iterator[sa.Connection]:
        """One to the database, besides those of the nodes; committed at its end."""
        engine = sa.create_engine(self.database)
        with engine.begin() as connection:
            yield connection
        engine.dispose()


_LETTERS = "abcdefghijkmnopqrstuvwxyz"


@contextmanager
def people_of(database: str, **settings: str) -> Iterator[People]:
    with ExitStack() as stack:
        folder = stack.enter_context(quick_folder())
        nodes = stack.enter_context(two_nodes(folder, database, "--pace", "0", **_STRANGERS, **settings))
        port = stack.enter_context(nginx(folder, [node.port for node in nodes]))
        yield People(nodes, port, database)


async def again() -> None:
    """A moment later, a client connects once more."""
    await asyncio.sleep(0.05)


def until(what: Callable[[], object]) -> None:
    """Wait until something has come true that another node hears of."""
    end = time.monotonic() + _PATIENCE
    while not what():
        assert time.monotonic() < end, "it has not come true"
        time.sleep(0.02)
