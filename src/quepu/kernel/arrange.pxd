# The C types of arrange.py.

cimport cython

from quepu.kernel cimport bits
from quepu.kernel.facts cimport Facts, mask_t

cdef int EIGHT_FLOWERS, KNITTED_HONOURS, KNITTED_STRAIGHT, MOST_READINGS, NO_TILE, PUNG, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef int KNOWN_SUITS, KNOWN_WAITS, SUIT_READINGS

@cython.final
cdef class Arrangements:
    cdef unsigned char[34] left
    cdef unsigned char[4] group, over
    cdef int wanted, wanted_pairs, wanted_shape, testing, completes
    cdef readonly int count
    cdef unsigned char[64] shape
    cdef signed char[64] pair
    cdef unsigned char[256] sets
    cdef mask_t orphans
    cdef mask_t[6] knitted_kinds
    # what completes suits: whose it is, and the kinds
    cdef unsigned int[8192] waiting_suits
    cdef unsigned short[8192] known_waits
    # the readings of suits: whose they are, how many, their pairs and sets
    cdef unsigned int[4096] read_suits
    cdef unsigned char[4096] reading_count
    cdef unsigned char[16384] suit_pairs
    cdef unsigned char[65536] suit_sets
    cdef int[4] place

    cdef int find(self, Facts f, int shapes, int four_as_two_pairs) noexcept nogil
    @cython.locals(pairs=int)
    cdef void find_sets(self, Facts f) noexcept nogil
    cdef int are_all_there(self, Facts f) noexcept nogil
    cdef unsigned int suit_key(self, Facts f, int suit) noexcept nogil
    cdef void join(self, Facts f, int suit, int taken, int pair) noexcept nogil
    @cython.locals(tiles="unsigned int", place="unsigned int")
    cdef int place_of(self, Facts f, int suit) noexcept nogil
    cdef void read_suit(self, Facts f, int suit, int place) noexcept nogil
    cdef void walk_for(self, int shape, int sets) noexcept nogil
    cdef void walk(self, int kind, int taken, int pair) noexcept nogil
    cdef void add_reading(self, int shape, int pair) noexcept nogil
    cdef int is_seven_pairs(self, Facts f, int four_as_two_pairs) noexcept nogil
    cdef int is_knitted_with_honours(self, Facts f) noexcept nogil
    cdef void find_knitted_straights(self, Facts f) noexcept nogil
    cdef int is_only_wait(self, Facts f, int shapes, int four_as_two_pairs, int fifth_tile_waits) noexcept nogil
    @cython.locals(waits=int)
    cdef int completes_sets(self, Facts f, int fifth_tile_waits) noexcept nogil
    cdef int others_split(self, Facts f, int wanting, int pair_suit) noexcept nogil
    @cython.locals(tiles=mask_t, place=int)
    cdef int completed_by(self, Facts f, int suit, int pairs) noexcept nogil
    cdef int find_waits(self, int tiles, int honours, int pairs) noexcept nogil
    cdef int splits(self, int tiles, int honours, int pairs) noexcept nogil
    @cython.locals(chows=int)
    cdef int are_sets(self, int tiles, int honours) noexcept nogil
    cdef int completes_pairs(self, Facts f, int four_as_two_pairs) noexcept nogil
    cdef int completes_knitted(self, Facts f) noexcept nogil
    cdef void read(self, int i, Facts f) noexcept nogil
