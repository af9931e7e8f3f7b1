"""The entry of the laboratory: files of simulations."""

from __future__ import annotations

import json

from quepu.errors import QuepuError
from quepu.lab.simulate import Study, merge
from quepu.lab.simulated import figures
from tests.fuzz.entry import Entry, documented
from tests.fuzz.library import refused
from tests.fuzz.mutation import Mutator


class Studies(Entry):
    name = "studies"
    tokens = tuple(
        f'"{word}"'.encode()
        for word in (
            *("quepu_study", "design", "rules", "overlay", "players", "seed", "hands", "shard", "done", "counts", "deals", "draws", "wins"),
            *("points", "fans", "times", "fan_points", "together", "payments", "refused", "refusals", "flowers", "discards", "deal_ins"),
            *("swift", "strong", "guobiao", "lingque28", "woodshole", "0,0,1", "3,3,0", "0,0", "all_chows", "all_chows,self_drawn"),
        )
    )

    def mutate(self, mutator: Mutator) -> bytes:
        """Most changes of a count are found by its sums, so some keep them: they move counts to another key."""
        chance = mutator.random.random()
        if chance < 0.4:
            return self.moved(mutator)
        return mutator.json(mutator.seed()) if chance < 0.8 else mutator.next()

    def moved(self, mutator: Mutator) -> bytes:
        data, random = mutator.seed(), mutator.random
        try:
            content = json.loads(data)
            counter = random.choice([value for value in content["counts"].values() if isinstance(value, dict) and value])
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            return mutator.change(data)
        source = random.choice(list(counter))
        target = random.choice([*counter, str(random.randrange(1000)), mutator.word(), source.replace("1", "2")])
        count = counter[source]
        amount = random.choice((1, count)) if type(count) is int else count
        for key, change in ((source, -1), (target, 1)):
            before = counter.get(key, 0)
            if type(before) is int and type(amount) is int:
                counter[key] = before + change * amount
        return json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def run(self, data: bytes) -> str:
        try:
            study = Study.from_bytes(data)
        except QuepuError as error:
            return f"{documented(error)} {str(error.details.get('reason', '')).partition(':')[0][:30]}"
        written = study.as_bytes()
        assert Study.from_bytes(written).as_bytes() == written
        assert study.counts.deals == study.expected_deals()
        if study.counts.deals:
            json.dumps(figures(study), allow_nan=False)
        return f"{study.design.rules} {study.is_complete} {refused(QuepuError, lambda: merge([study]))}"
