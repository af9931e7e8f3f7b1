# The C types of scorer.py.

cimport cython

from quepu.kernel cimport bits, guard, row_checks
from quepu.kernel.arrange cimport Arrangements
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.fan_table cimport FanTable
from quepu.kernel.guard cimport Guarded

cdef int KINDS, MOST_FANS, MOST_HELD, NO_TILE, ROW, SELF_DRAWN, WORDS
cdef tuple SHAPES

cdef class Scorer(Guarded):
    cdef readonly FanTable table
    cdef readonly Facts facts
    cdef readonly Arrangements arrangements
    cdef mask_t one
    # the reading being scored
    cdef int held_count
    cdef unsigned char[64] held, times
    cdef mask_t[64] rivals
    cdef mask_t[3] before
    cdef mask_t eligible, counted, contested
    cdef readonly int points, sum, rate
    cdef unsigned char[192] counts
    # the best reading
    cdef unsigned char[192] best_counts
    cdef readonly int best_points, best_sum, best_rate, best_reading

    cdef int prepare(self) except -1
    @cython.locals(sum=int)
    cdef int points_of(self, mask_t open) noexcept nogil
    cdef void find_held(self) noexcept nogil
    cdef void find_wait(self) noexcept nogil
    cdef void add_held(self, int i, int times) noexcept nogil
    cdef void choose_fans(self) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    cdef void add_rivals(self, int a, int b) noexcept nogil
    cdef void run_to(self, const unsigned char* rows, Py_ssize_t count, int stage) noexcept nogil
    @cython.locals(left=mask_t)
    cdef void search(self, mask_t open) noexcept nogil
    cdef void search_with_and_without(self, int a, mask_t open) noexcept nogil
    cdef void compare_choice(self, mask_t open) noexcept nogil
    cpdef int score(self, bytes rows, Py_ssize_t at) except -1
    cdef int score_row(self, const unsigned char* rows, Py_ssize_t at) noexcept nogil
    cdef void load_row(self, const unsigned char* rows, Py_ssize_t at) noexcept nogil
    cdef void find_readings(self) noexcept nogil
    cdef int score_readings(self) noexcept nogil
    cdef void score_self_drawn(self) noexcept nogil
    cdef void score_reading(self, int reading) noexcept nogil
    cdef void score_facts(self, int reading) noexcept nogil
    cdef void keep_if_better(self, int reading) noexcept nogil
    cdef int total_points(self) noexcept nogil
    cdef int outside_points(self) noexcept nogil
    cpdef score_rows(self, bytes rows, Py_ssize_t first, Py_ssize_t last, int[::1] points, int[::1] base, int[::1] sums, int[::1] rates,
                     unsigned char[::1] win, unsigned char[::1] legal, unsigned char[::1] fans)
    cdef Py_ssize_t fill(self, const unsigned char* rows, Py_ssize_t first, Py_ssize_t last, int[::1] points, int[::1] base,
                         int[::1] sums, int[::1] rates, unsigned char[::1] win, unsigned char[::1] legal, unsigned char[::1] fans) except -2
    cpdef list stages(self, bytes rows, Py_ssize_t count)
    @cython.locals(pairs=cython.uchar[384], end=int)
    cpdef tuple result(self)
    cpdef list readings(self, bytes rows)
    cdef dict held_counts(self, mask_t which)
    cdef dict describe_reading(self)
    @cython.locals(code=int, kind=int)
    cpdef int count_in_part(self, int i, int shape, sets, mask_t concealed, int claimed, pairs) except? -1
