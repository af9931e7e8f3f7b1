# The C types of chooser.py.

cimport cython

from quepu.kernel cimport guard
from quepu.kernel.facts cimport mask_t
from quepu.kernel.opponents cimport Opponents
from quepu.kernel.payments cimport Payments
from quepu.kernel.prospects cimport Prospects
from quepu.kernel.scorer cimport Scorer
from quepu.kernel.seat cimport Seat

cdef int ACTIONS, ADDED_KONG_OF, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF, DECLARE_READY, DECLINE, PASS, REPLACE_FLOWER, WIN
cdef double LOWEST, LOWEST_VALUE
cdef int GAIN_STAGES, GAIN_STEPS
cdef double MOST_CAUTION, MOST_EAGERNESS, MOST_HASTE, MOST_RATE
cdef int ALL_DISCARDS, CONCEALED_KONG, FLOWER, KEEP, KONG, MOST_RANKS, MOST_STYLES, NO_TILE, PUNG

@cython.final
cdef class Chooser(Seat):
    cdef Prospects prospects
    cdef int[8] budgets, beyonds
    cdef double[8] hastes, cautions
    cdef int[8] memories
    cdef double[8] chows, pungs
    cdef double[8] indifferences, eagernesses, imprecisions
    cdef Opponents opponents
    cdef double[::1] gains
    cdef int style_count, has_weighed
    # the style of the last choice
    cdef double haste, caution, penalty, eagerness, imprecision
    # what the actions are worth
    cdef double[120] values
    cdef double[34] danger

    cdef int set_weaknesses(self, int i, object style) except -1
    cpdef int choose(self, bytes observation, int style=*) except -1
    cpdef tuple weighed(self, int action)
    @cython.locals(weight=double)
    cdef int has_estimates(self) except -1
    @cython.locals(counts=bytearray)
    cpdef tuple target(self, int action)
    @cython.locals(found=list)
    cpdef tuple threats(self, int kind)
    cpdef double loss_penalty(self) except? -1
    cdef int check_careful(self) except -1
    cdef int check_weighed(self, int action) except -1
    cdef void weigh_again(self, int action) noexcept nogil
    cdef int discard_with(self, int action) noexcept nogil
    cdef int decide(self, const unsigned char* cells, int style) noexcept nogil
    cdef void set_style(self, int style) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef int search(self, int melds, int ready) noexcept nogil
    cdef int search_changed(self, int melds, int ready) noexcept nogil
    cdef double value_of_discard(self, int kind) noexcept nogil
    cdef double best_discard_value(self) noexcept nogil
    cdef void find_dangers(self, const unsigned char* cells) noexcept nogil
    cdef void set_penalty(self, double value) noexcept nogil
    cdef double gain(self, double value) noexcept nogil
    @cython.locals(value=double)
    cdef double points_of(self, int action) noexcept nogil
    cdef double hand_points(self, const unsigned char* cells, int style) noexcept nogil
    cdef int answer(self) noexcept nogil
    cdef double value_of_answer(self, int action) noexcept nogil
    cdef double eager(self, double value) noexcept nogil
    cdef int take_turn(self) noexcept nogil
    @cython.locals(comes_first=int)
    cdef int by_habit(self, int best) noexcept nogil
    cdef int habitual_rank(self, int kind) noexcept nogil
    cdef int lacking_without(self, int kind) noexcept nogil
    cdef double value_of_turn(self, int action) noexcept nogil
