"""A program for Botzone's Chinese Standard Mahjong: it discards at random, claims pungs now and then, and never wins.

``json`` or ``simple`` is its interaction; with ``keep`` it asks to be kept running."""

import json
import sys
from random import Random

KEEP = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def state(requests: list[str], responses: list[str]) -> tuple[list[str], int, str]:
    """The own tiles after all requests, and the last tile that another player has discarded."""
    hand: list[str] = []
    me, last = 0, ""
    for number, request in enumerate(requests):
        words = request.split()
        said = responses[number - 1].split() if number else []
        if words[0] == "0":
            me = int(words[1])
        elif words[0] == "1":
            hand = words[5:18]
        elif words[0] == "2":
            hand.append(words[1])
        elif words[0] == "3" and int(words[1]) == me:
            if words[2] == "PLAY":
                hand.remove(words[3])
            elif words[2] == "PENG":
                assert said == words[2:], (said, words)
                hand.remove(last)
                hand.remove(last)
                hand.remove(words[3])
        elif words[0] == "3" and words[2] in ("PLAY", "PENG", "CHI"):
            last = words[-1]
    return hand, me, last


def respond(requests: list[str], responses: list[str]) -> str:
    hand, me, last = state(requests, responses)
    words = requests[-1].split()
    random = Random(" ".join(requests))
    if words[0] == "2":
        return "PLAY " + random.choice(hand)
    if words[0] == "3" and int(words[1]) != me and words[2] in ("PLAY", "PENG", "CHI") and hand.count(last) >= 2 and random.random() < 0.7:
        rest = list(hand)
        rest.remove(last)
        rest.remove(last)
        return "PENG " + random.choice(rest)
    return "PASS"


def main() -> None:
    kind, keep = sys.argv[1], "keep" in sys.argv
    if kind == "json":
        given = json.loads(sys.stdin.readline() if keep else sys.stdin.read())
        requests, responses = given["requests"], given["responses"]
    else:
        count = int(sys.stdin.readline())
        lines = [sys.stdin.readline().strip() for _ in range(2 * count - 1)]
        requests, responses = lines[::2], lines[1::2]
    while True:
        response = respond(requests, responses)
        print(json.dumps({"response": response}, indent=1) if kind == "json" else response)
        if not keep:
            return
        print(KEEP, flush=True)
        responses.append(response)
        request = sys.stdin.readline()
        if not request:
            return
        requests.append(request.strip())


main()
