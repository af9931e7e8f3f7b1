# The C types of sweep.py.

from quepu.kernel.arrange cimport Arrangements
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.scorer cimport Scoring, Table

cdef int CONCEALED_KONG, FLAGS, KONG, MELDS, MOST_FANS, NO_TILE, PUNG, ROW, TILES_LEFT, WINDS
cdef int SET_TYPES, CHOW_TYPES, NEVER, LAST_TILE, ON_KONG, FIRST_TURN, LAST_COPY, MOST_SIGNED

cpdef int low_kind(int type) noexcept nogil

cdef class Sweep:
    cdef Scoring desk
    cdef Table table
    cdef Facts facts
    cdef Arrangements arrangements
    cdef readonly long long hands
    cdef mask_t one
    # what the book looks at
    cdef int size, flags, rounds, waits, accidental_count, particular_count, image_count
    cdef unsigned char[96] accidental, looks_at
    cdef mask_t[6] particular
    cdef unsigned char[1224] images
    cdef unsigned int[32] needs
    # what was found
    cdef int[96] least, greatest
    cdef unsigned char[2304] least_row, greatest_row
    # the arrangement
    cdef int round, pair, set_count, image
    cdef int[4] set_type, state
    cdef int[34] total
    # the hand and its wins
    cdef unsigned char[24] row
    cdef int[34] held, only_waits
    cdef mask_t[34] signatures
    cdef int meld_count, kongs, last_copy, robbed, possible

    cpdef standard(self, int pair, int first)
    cdef void go_through(self, int pair, int first) noexcept nogil
    cdef int add(self, int type, int sign) noexcept nogil
    cdef int is_canonical(self) noexcept nogil
    cdef int suit_name(self, int suit) noexcept nogil
    cdef void go_through_images(self) noexcept nogil
    cdef int lies_in(self, int image) noexcept nogil
    cdef void expose(self, int i) noexcept nogil
    cdef void lay_out(self) noexcept nogil
    cdef void win_every_way(self) noexcept nogil
    cdef void lay(self, int winning, int flags) noexcept nogil
    cdef void sign(self) noexcept nogil
    cdef mask_t how_waited_for(self, int kind) noexcept nogil
    cdef int is_last_copy(self, int kind) noexcept nogil
    cdef int stands_for_all(self, int kind, int self_drawn) noexcept nogil
    cdef void win(self, int winning, int self_drawn) noexcept nogil
    cdef void set_win(self, int winning, int flags) noexcept nogil
    cdef void score(self, int winning, int flags) noexcept nogil
    cdef int score_plain(self, int winning, int flags) noexcept nogil
    cdef int could_matter(self) noexcept nogil
    cdef void hold_accidental(self) noexcept nogil
    cdef mask_t sure_to_count(self, int settled) noexcept nogil
    cdef void note(self, int winning, int flags) noexcept nogil
    cpdef special(self, bytes tiles, sets)
