# The C types of hidden_tiles.py.

cimport cython

from quepu.kernel cimport guard
from quepu.kernel.chance cimport Chance
from quepu.kernel.chooser cimport Chooser
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.state cimport State

cdef int ALL_KINDS, CLAIMED, CLAIMING, DECLINE, FLOWER, FOR_KONG, LAST_DRAW, MOST_EXCHANGES, MOST_LEFT, NO_SEAT, ORDINARY, READYING, ROBBING, TRIES, TURN, WIN
cdef int CONCEALED, DISCARDS, DISCARD_COUNT, DISCARD_MARKS, DRAWN, FLOWERS, HAND, IS_OVER, LEFT, MELDS, MELD_COUNT, OBSERVATION, OFFERED, OFFERER, READY, ROBBED, ROUND, SEAT, SEATS, SEAT_BYTES, TURN_OF
cdef int CONCEALED_KONG, KONG, NO_TILE, PUNG

@cython.final
cdef class HiddenTiles(Guarded):
    cdef State dealt
    cdef Chooser chooser
    cdef Chance chance
    cdef int style, has_estimates
    # what was observed
    cdef unsigned char[408] observed
    cdef int seat, claimed, kong_count
    cdef int[42] unseen
    cdef int[4] sizes, turns
    cdef double[4] chances
    cdef double[4][34] evidence
    cdef int[16] kong_seats, kong_places
    # the tiles that are not seen: first those that are dealt, and all flowers last
    cdef unsigned char[144] pool
    cdef int pool_size, plain_size, dealt_tiles
    # the last exchange
    cdef int drawn, discarded
    # what another seat observes
    cdef unsigned char[408] cells

    @cython.locals(tile=int, copies=int)
    cdef int read(self, bytes cells) except -1
    cdef void estimate(self) noexcept nogil
    @cython.locals(tile=int, marks=int)
    cdef int read_discards(self, bytes cells) except -1
    @cython.locals(code=int, tile=int, source=int)
    cdef int read_seat(self, bytes cells, int seat, int at) except -1
    cdef int read_open_meld(self, int code) except -1
    cdef int see(self, int kind, int count) except -1
    @cython.locals(drawn=int)
    cdef int read_turn(self, bytes cells) except -1
    @cython.locals(last=int)
    cdef int read_offer(self, bytes cells) except -1
    cdef int chooses_discard(self, bytes cells) except -1
    @cython.locals(melds=int, expected=int, in_turn=int)
    cdef int check_sizes(self, bytes cells) except -1
    @cython.locals(wanted=int, plain=int, flowers=int, fours=int)
    cdef int check_unseen(self, int left) except -1
    cdef int find_reason(self, bytes cells) except -1
    @cython.locals(last=int, melds=int)
    cdef int has_claimed_kong(self) except -1
    cdef void deal(self, mask_t seed, mask_t number, int style) noexcept nogil
    @cython.locals(taken=mask_t, kind=int)
    cdef void fill_pool(self) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef int choose_kong(self, mask_t taken) noexcept nogil
    @cython.locals(first=int, is_ready=int)
    cdef void deal_hand(self, int seat) noexcept nogil
    cdef void improve(self, int seat, int is_ready) noexcept nogil
    cdef int exchange(self, int seat, int turn) noexcept nogil
    cdef void take_back(self, int seat) noexcept nogil
    @cython.locals(at=int)
    cdef void swap_in_pool(self, int tile) noexcept nogil
    cdef int waits(self, int seat) noexcept nogil
    @cython.locals(total=double, count=int)
    cdef double plausibility(self, int seat) noexcept nogil
    cdef void write_view(self, int seat) noexcept nogil
    @cython.locals(kinds=mask_t, left=int)
    cdef int choose_discard(self, int seat, int turn) noexcept nogil
    @cython.locals(at=int, other=int, tile=int)
    cdef int draw(self, int end) noexcept nogil
    cdef void allow(self) noexcept nogil
