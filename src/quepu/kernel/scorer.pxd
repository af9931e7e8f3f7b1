# The C types of scorer.py.

cimport cython

from quepu.kernel.arrange cimport Arrangements
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.guard cimport Guarded

ctypedef int (*predicate_t)(Facts, int) noexcept nogil

cdef int KINDS, MOST_COMBINATIONS, MOST_FANS, MOST_HELD, MOST_VALUE, NO_TILE, RIVALS, ROW, TAKES_ALL
cdef int WORDS, NEEDS_BYTES
cdef tuple SHAPES

cpdef int no_fan(Facts f) noexcept nogil

@cython.final
cdef class FanTable(Guarded):
    cdef readonly int size, shapes, four_as_two_pairs, minimum, flower_points, nothing, fifth_tile_waits, plain_count, combination_count, outside_count, words
    cdef predicate_t[192] predicates
    cdef mask_t[192] needs
    cdef int[192] fu, fan, grade, percent, outside
    cdef unsigned char[192] category, merged, order, contested, combinations, outsiders
    cdef unsigned char[11] first_combination
    cdef unsigned char[36864] rivals
    cdef mask_t[5376] askable
    cdef mask_t[576] against
    cdef mask_t one

    cdef tuple column(self, given)
    cdef int value(self, int given) except -1
    cdef int enter_fans(self, tuple predicates, tuple needs, tuple fu, tuple fan, tuple category, tuple merged, tuple grade, tuple percent,
                        tuple outside) except -1
    @cython.locals(i=int, taken=int, pungs=int, first=int)
    cdef int enter_order(self, tuple order, tuple takes, tuple of_pungs) except -1
    cdef int enter_rivals(self, int a, int b, int how) except -1
    @cython.locals(needing=mask_t[8], every=mask_t)
    cdef void find_askable(self, int byte, int word) noexcept
    cdef int ask(self, int i, Facts f) noexcept nogil

cdef class Scorer(Guarded):
    cdef readonly FanTable table
    cdef readonly Facts facts
    cdef readonly Arrangements arrangements
    cdef mask_t one
    # the reading being judged
    cdef int held_count
    cdef unsigned char[64] held, times
    cdef mask_t[64] rivals
    cdef mask_t[3] before
    cdef mask_t eligible, counted, contested
    cdef readonly int points, fu, fan
    cdef unsigned char[192] counts
    # the best reading
    cdef unsigned char[192] best_counts
    cdef readonly int best_points, best_fu, best_fan, best_reading

    cdef int prepare(self) except -1
    @cython.locals(sum=int)
    cdef int worth(self, mask_t open) noexcept nogil
    cdef void judge(self) noexcept nogil
    @cython.locals(open=mask_t)
    cdef void ask_fans(self) noexcept nogil
    cdef void look_at_wait(self) noexcept nogil
    cdef void hold(self, int i, int times) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    cdef void set_against(self, int a, int b) noexcept nogil
    cdef void run_to(self, const unsigned char* rows, Py_ssize_t count, int stage) noexcept nogil
    @cython.locals(left=mask_t)
    cdef void choose(self, mask_t open) noexcept nogil
    cdef void take_or_leave(self, int a, mask_t open) noexcept nogil
    cdef void consider(self, mask_t open) noexcept nogil
    cpdef int score(self, bytes rows, Py_ssize_t at) except -1
    cdef int score_row(self, const unsigned char* rows, Py_ssize_t at) noexcept nogil
    cdef int score_readings(self) noexcept nogil
    cdef void try_reading(self, int reading) noexcept nogil
    cdef void take(self, int reading) noexcept nogil
    cdef int total(self) noexcept nogil
    cdef int best_outside(self) noexcept nogil
    cpdef score_rows(self, bytes rows, Py_ssize_t first, Py_ssize_t last, int[::1] points, int[::1] base, int[::1] fu, int[::1] fan,
                     unsigned char[::1] win, unsigned char[::1] legal, unsigned char[::1] fans)
    cdef Py_ssize_t fill(self, const unsigned char* rows, Py_ssize_t first, Py_ssize_t last, int[::1] points, int[::1] base, int[::1] fu,
                         int[::1] fan, unsigned char[::1] win, unsigned char[::1] legal, unsigned char[::1] fans) except -2
    cpdef list stages(self, bytes rows, Py_ssize_t count)
    cpdef list readings(self, bytes rows)
    @cython.locals(pairs=cython.uchar[384], end=int)
    cpdef tuple result(self)
    @cython.locals(code=int, kind=int)
    cpdef int ask_part(self, int i, int shape, sets, mask_t concealed, int claimed, pairs) except? -1
