"""The arithmetic of each scoring family: sums of fans made of sets (国标), sums with percentages (Woods Hole), 副 × 翻 (灵雀).

A plain sum is ``Scorer`` itself. ``quepu.rules.family`` has the words and the settlement. The C types are in ``counting.pxd``.
"""

from quepu.kernel import bits
from quepu.kernel.chains import chains
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import EIGHT_FLOWERS, MOST_FANS, PUNG, RIVALS, SEVEN_PAIRS


class CombinationScorer(Scorer):
    """A sum, as 国标 counts, with its principles for fans that are made of two, three or four sets.

    Such a fan is found for each choice of sets that makes it. Which of them count together:

    - 不拆移 and 不重复: two fans never share two sets, since the second would split the first.
    - 不得相同: the same fan twice never shares a set.
    - 套算一次: a set not yet combined joins those combined once. As the order is free, this means: the fans, as links between the sets,
      never close a cycle.
    - 就高不就低: of all that is allowed the maximum counts; ``search`` finds it exactly.
    """

    sets: list[int]
    number: list[int]
    member: list[int]
    choice: list[int]
    makes: list[int]
    known_pairs: list[int]
    known_triples: list[int]

    def find_held(self) -> None:
        """The fans of the whole hand, then those of each choice of sets."""
        self.find_wait()
        self.find_held_of_sets()

    def find_wait(self) -> None:
        if self.facts.wait and self.facts.only_wait < 0:
            self.find_only_wait()

    def find_only_wait(self) -> None:
        self.facts.only_wait = self.arrangements.is_only_wait(
            self.facts, self.table.shapes, self.table.four_as_two_pairs, self.table.fifth_tile_waits
        )

    def find_held_of_sets(self) -> None:
        Scorer.find_held(self)
        self.first_link = self.held_count
        self.find_combinations(0)
        self.find_combinations(1)

    def find_combinations(self, pungs: int) -> None:
        """The fans made of two or more chows, or pungs. Larger ones first and fan by fan, so that among equal choices the melds' order
        does not decide. What two or three sets make they always make, so it is remembered; four may look at the pair too."""
        count = 0
        for i in range(self.facts.set_count):
            self.number[count] = self.facts.sets[i] & 63
            self.member[count] = 1 << i
            count += (self.facts.sets[i] >= PUNG) == pungs and self.facts.sets[i] & 63 < 27
        if count == 4:
            self.choice[0] = 15
            self.makes[0] = self.fans_of(15, 4, pungs)
            self.add_combinations(1, 4, pungs)
        choices = 0
        for c in range(2, count):
            for b in range(1, c):
                for a in range(b):
                    sets = self.member[a] | self.member[b] | self.member[c]
                    place = ((27 * pungs + self.number[a]) * 27 + self.number[b]) * 27 + self.number[c]
                    if self.known_triples[place] == 0:
                        self.known_triples[place] = 1 | self.fans_of(sets, 3, pungs) << 1
                    self.choice[choices] = sets
                    self.makes[choices] = self.known_triples[place] >> 1
                    choices += 1
        self.add_combinations(choices, 3, pungs)
        choices = 0
        for b in range(1, count):
            for a in range(b):
                sets = self.member[a] | self.member[b]
                place = (27 * pungs + self.number[a]) * 27 + self.number[b]
                if self.known_pairs[place] == 0:
                    self.known_pairs[place] = 1 | self.fans_of(sets, 2, pungs) << 1
                self.choice[choices] = sets
                self.makes[choices] = self.known_pairs[place] >> 1
                choices += 1
        self.add_combinations(choices, 2, pungs)

    def add_combinations(self, choices: int, size: int, pungs: int) -> None:
        """Enter the fans that these choices of sets make."""
        made = 0
        for j in range(choices):
            made |= self.makes[j]
        while made:
            fan = bits.lowest_bit(made)
            made &= made - 1
            for j in range(choices):
                self.sets[self.held_count] = self.choice[j]
                self.add_held(self.table.combinations[self.table.first_combination[5 * pungs + size] + fan], self.makes[j] >> fan & 1)

    def fans_of(self, sets: int, size: int, pungs: int) -> int:
        """The fans that these sets make, a bit each."""
        self.facts.pick(sets)
        made = 0
        first = self.table.first_combination[5 * pungs + size]
        for j in range(first, self.table.first_combination[5 * pungs + size + 1]):
            if self.table.count_fan(self.table.combinations[j], self.facts):
                made |= 1 << j - first
        return made

    def find_rivals(self) -> None:
        Scorer.find_rivals(self)
        for a in range(self.first_link, self.held_count):
            for b in range(self.first_link, a):
                shared = self.sets[a] & self.sets[b]
                # two sets in common, or the same fan with one
                if shared and (shared & (shared - 1) or self.held[a] == self.held[b]):
                    self.add_rivals(a, b)

    def compare_choice(self, open: int) -> None:
        """As always, but where the sets close a cycle one link after the other is left out."""
        links = open >> self.first_link
        for _ in range(2):
            if links:
                links &= links - 1
        # two links close no cycle, as they never share two sets
        if links == 0 or not self.has_cycle(open):
            Scorer.compare_choice(self, open)
            return
        for a in range(self.held_count - 1, self.first_link - 1, -1):
            if open >> a & 1:
                without = open & ~(self.one << a)
                if self.points_of(without) > self.points:
                    self.search(without)

    def has_cycle(self, open: int) -> int:
        """Whether the links between the sets close a cycle: joining them one by one, some link joins what is joined already."""
        joined = 0x8421  # four groups of four bits: at first each set with itself alone
        for a in range(self.first_link, self.held_count):
            if open >> a & 1:
                together = 0
                for i in range(4):
                    if self.sets[a] >> i & 1:
                        group = joined >> 4 * i & 15
                        if together & group:
                            return 1
                        together |= group
                for i in range(4):
                    if together >> i & 1:
                        joined = joined & ~(15 << 4 * i) | together << 4 * i
        return 0

    def links(self) -> list[tuple[int, int, bool]]:
        self.check_usable()
        return [(self.held[a], self.sets[a], bool(self.counted >> a & 1)) for a in range(self.first_link, self.held_count)]


class SheetScorer(CombinationScorer):
    """A sum with percentages on it, as the sheet of Woods Hole counts.

    - An item that is part of another item is not counted in addition to it, wherever the other holds.
    - A set serves in one group of table III and one of table IV. Only these groups, with the items they include, are a choice.
    """

    def prepare(self) -> None:
        self.chains = chains()

    def find_held(self) -> None:
        if self.facts.shape == SEVEN_PAIRS and self.facts.chain < 0:
            self.facts.chain = self.chains.best(self.facts)
        self.find_wait()
        self.find_held_of_sets()

    def find_wait(self) -> None:
        if self.facts.only_wait < 0 and self.facts.shape != SEVEN_PAIRS and self.facts.shape != EIGHT_FLOWERS:
            self.find_only_wait()

    def points_of(self, open: int) -> int:
        """The rate is the percentages added up."""
        self.sum = self.rate = 0
        for a in range(self.held_count):
            if open >> a & 1:
                self.sum += self.table.fan[self.held[a]] * self.times[a]
                self.rate += self.table.percent[self.held[a]]
        return self.raised(self.sum, self.rate)

    def raised(self, sum: int, percent: int) -> int:
        """A sum with its percentages, a half rounded up."""
        return (sum * (100 + percent) + 50) // 100

    def total_points(self) -> int:
        return self.raised(self.best_sum + self.outside_points(), self.best_rate)

    def choose_fans(self) -> None:
        self.find_rivals()
        self.points = -1
        self.eligible = ((self.one << self.held_count) - 1) & ~self.included_fans()
        self.search(self.eligible)
        self.points = self.points_of(self.counted)

    def included_fans(self) -> int:
        """What comes with some item of the whole hand that holds. Where only one of several comes with it, there is one less."""
        gone = 0
        fan, less = -1, 0
        for b in range(self.held_count):
            if self.held[b] != fan:
                fan = self.held[b]
                less = self.included_count(fan)
            if less >= self.times[b]:
                gone |= self.one << b
                less -= self.times[b]
            else:
                self.times[b] -= less
                less = 0
        return gone

    def included_count(self, fan: int) -> int:
        """How many of a fan come with the item that includes the maximum of them."""
        most = 0
        if self.table.contested[fan]:
            for a in range(self.first_link):
                most = max(most, self.table.rivals[self.held[a] * MOST_FANS + fan] - RIVALS)
        return most

    def find_rivals(self) -> None:
        """Groups of one table that share a set; the groups and what comes with them; and where only one of several ways counts."""
        Scorer.find_rivals(self)
        for a in range(self.first_link, self.held_count):
            for b in range(self.first_link, a):
                if self.sets[a] & self.sets[b] and self.table.category[self.held[a]] == self.table.category[self.held[b]]:
                    self.add_rivals(a, b)

    def compare_choice(self, open: int) -> None:
        """Cycles are allowed."""
        Scorer.compare_choice(self, open)


class ProductScorer(Scorer):
    """副 × 翻, as 灵雀 counts: the sum is 副, the rate 翻."""

    def prepare(self) -> None:
        self.merged = self.most = self.second = self.jumps = self.concealed = 0

    def points_of(self, open: int) -> int:
        fu = 0
        most = most_category = second = merged = merged_sum = merged_category = 0
        for a in range(self.held_count):
            if open >> a & 1:
                i = self.held[a]
                fu += self.table.fu[i] * self.times[a]
                fan = self.table.fan[i]
                if self.table.merged[i]:
                    # 番牌: the four are one fan, with as many 翻 as it has pungs, and 1 if it has none
                    merged_category = self.table.category[i]
                    merged = max(merged, fan)
                    if self.table.merged[i] == 2:
                        merged_sum += fan
                elif fan > most:
                    if self.table.category[i] != most_category:
                        second = most
                    most = fan
                    most_category = self.table.category[i]
                elif fan > second and self.table.category[i] != most_category:
                    second = fan
        merged = max(merged, merged_sum)
        if merged > most:
            if merged_category != most_category:
                second = most
            most = merged
        elif merged > second and merged_category != most_category:
            second = merged
        self.merged = merged
        self.most = most
        self.second = second
        self.jumps = second * second > 2 * most
        self.concealed = self.facts.claimed == 0
        self.sum = fu
        self.rate = most + self.jumps + self.concealed
        return self.sum * self.rate

    def trace(self) -> dict[str, int]:
        """``merged``: the 翻 of 番牌 as one fan. ``most``: the maximum 翻 of one fan; ``second``: that among the other categories.
        ``jumps`` (复合跳翻) and ``concealed`` (门清跳翻): the 翻 that are added to it."""
        self.check_usable()
        return {"merged": self.merged, "most": self.most, "second": self.second, "jumps": self.jumps, "concealed": self.concealed}
