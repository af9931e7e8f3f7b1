# The C types of state.py.

cimport cython

from quepu.kernel cimport guard
from quepu.kernel.legal_actions cimport LegalActions

cdef int ACTIONS, ADDED_KONG_OF, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CLAIMED, CLAIMING, CONCEALED_KONG_OF, DECLARE_READY, DECLINE
cdef int FOR_FLOWER, FOR_KONG, FROM_HAND, LAST_DRAW, NO_SEAT, ORDINARY, OVER, READYING, REPLACE_FLOWER, ROBBING, TURN, WIN
cdef int DEALT, DECLARED, DISCARDED, DREW, ENTRY, EXHAUSTED, HAS_EIGHT_FLOWERS, LAID_FLOWER, MADE_KONG, TOOK, WON
cdef int OF_PASS, OF_CHOW, OF_PUNG, OF_WIN
cdef int CONCEALED_KONG, DEALT_TILES, KONG, NO_TILE, PUNG, ROW
cdef const unsigned char* SEATS_DEALT

cdef int dealt_to(int place) noexcept nogil

@cython.final
cdef class State(LegalActions):
    cdef dict rules
    cdef public object listener

    cpdef State copy(self)
    cpdef State independent_copy(self)
    cpdef copy_from(self, State other)
    cpdef equals(self, State other)
    @cython.locals(place=int, chosen=int)
    cpdef apply(self, seat, action, bint from_hand=*)
    cpdef start(self, bytes wall)
    @cython.locals(wind=int)
    cpdef clear(self, round=*)
    cpdef release(self)
    @cython.locals(at=int, size=int, other=int)
    cpdef rearrange(self, int seat, bytes tiles)
    cpdef dict dump(self)
    cdef int attempt(self, int seat, int action, int from_hand) noexcept nogil
    cdef int has_another(self, int seat, int action) noexcept nogil
    cdef emit(self)
    cdef void deal(self) noexcept nogil
    cdef void replace_dealt_flowers(self) noexcept nogil
    cdef void draw_tile(self, int seat, int why) noexcept nogil
    cdef void start_draw(self, int seat, int why) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void expose_flower(self, int seat, int tile) noexcept nogil
    cdef void replace_flower(self) noexcept nogil
    cdef void declare_ready(self) noexcept nogil
    cdef void discard(self, int tile, int from_hand) noexcept nogil
    cdef void offer(self, int tile, int phase) noexcept nogil
    cpdef int is_held(self) noexcept nogil
    cdef void continue_play(self) noexcept nogil
    cdef void make_concealed_kong(self, int kind) noexcept nogil
    cdef void add_to_pung(self, int kind) noexcept nogil
    cdef void finish_added_kong(self) noexcept nogil
    cdef void respond(self, int seat, int action) noexcept nogil
    cdef void resolve(self) noexcept nogil
    cdef void claim(self, int seat, int action) noexcept nogil
    cdef void win(self, int seat, int source) noexcept nogil
    cdef void win_by_flowers(self, int seat) noexcept nogil
    cdef void exhaust(self, int declined) noexcept nogil
    cdef void end(self, int winner, int loser) noexcept nogil
    cdef void allow_again(self) noexcept
