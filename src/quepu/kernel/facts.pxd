# The C types of facts.py.

cimport cython

from quepu.kernel cimport bits, fact_bits

ctypedef unsigned long long mask_t

cdef int CLOSED_WAIT, CONCEALED_KONG, EDGE_WAIT, FIVES, FLAGS, FLOWER_COUNT, FLOWER_MASK, KONG, MELDS, MIDDLES, NO_TILE, OUTERS, PAIR_WAIT, PUNG, READY, TILES_LEFT, WINDS
cdef mask_t SIMPLE_KINDS

@cython.final
cdef class Facts:
    # the hand
    cdef unsigned char[34] held
    cdef unsigned char[34] total
    cdef unsigned char[4] melds
    cdef readonly int meld_count, claimed, winning
    cdef readonly int self_drawn, last_tile, kong, first_turn, last_copy
    cdef readonly int seat, round, flowers, flower_mask, ready, tiles_left
    cdef readonly mask_t kinds, fours
    # the concealed tiles of each suit (and the honours), three bits for each kind, the lowest first; and how many they are
    cdef int[4] suit_tiles
    cdef int[4] suit_size
    # the reading
    cdef readonly int shape
    cdef unsigned char[4] sets
    cdef readonly int set_count, chow_count, pung_count, kong_count, concealed_count
    cdef readonly mask_t chows, chows_twice, chows_thrice, chows_four_times
    cdef readonly mask_t pungs, kongs, concealed_pungs, pairs, knitted, picked
    cdef readonly int wait, only_wait, chain, open_sets
    cdef readonly mask_t has
    cdef mask_t one
    cdef mask_t[9] starts
    cdef mask_t[34] adds_low, adds_high

    @cython.locals(low=mask_t, high=mask_t)
    cdef void load(self, const unsigned char* rows, Py_ssize_t at) noexcept nogil
    cdef void split_suits(self, mask_t low, mask_t high) noexcept nogil
    cdef void hold(self, int kind, int copies) noexcept nogil
    cdef void count(self, int kind, int copies) noexcept nogil
    @cython.locals(tiles=mask_t)
    cdef void draw(self, const mask_t* words, int winning) noexcept nogil
    cdef void set_flags(self, int flags) noexcept nogil
    cdef void set_circumstances(self, int flags, int ready, int tiles_left) noexcept nogil
    cdef void clear(self, int shape) noexcept nogil
    cdef void begin(self, int shape) noexcept nogil
    cdef void add_set(self, int code, int concealed) noexcept nogil
    cdef void add_concealed_set(self, int code) noexcept nogil
    cdef void add_pair(self, int kind) noexcept nogil
    cdef void pick(self, int sets) noexcept nogil
    @cython.locals(characters=int, dots=int, bamboos=int, chow_suits=int, second=int, numbers=int, number_count=int, suits=int, one=mask_t)
    cdef void finish(self) noexcept nogil
    cdef void turn_to_self_draw(self) noexcept nogil
    cdef mask_t bit(self, int kind) noexcept nogil
    cdef int size(self, mask_t mask) noexcept nogil
    cdef int only(self, mask_t kinds) noexcept nogil
    cdef int suit(self, mask_t mask, int suit) noexcept nogil
    cdef int suit_count(self) noexcept nogil
    cdef int numbers(self) noexcept nogil
    cdef int number_count(self) noexcept nogil
    cdef int colour_count(self) noexcept nogil
    cdef int eleven_number_count(self) noexcept nogil
    cdef mask_t in_sequence(self, mask_t mask, int step, int length) noexcept nogil
    cdef int in_three_suits(self, mask_t mask, int step) noexcept nogil
    cdef int in_two_suits(self, mask_t mask) noexcept nogil
    cdef int is_nine_gates(self) noexcept nogil
    cdef int chows_apart(self, int i, int j) noexcept nogil
    cdef int chow_copies(self, int kind) noexcept nogil
    cdef int groups_of_four(self, int kind) noexcept nogil
