cimport cython

from zet.engines.kernel.checks cimport *
from zet.engines.renju._network cimport NetworkBoard
from zet.engines.renju._shapes cimport _shape_of
from zet.engines.renju.constants cimport *

@cython.final
cdef class NetworkLearner(NetworkBoard):
    cdef int n_heads
    # `values`, `pools` and `hidden` are the inputs, sums and units of the forward pass, which the
    # backward pass reads again; `back` has the derivatives with respect to the inputs of the first layer.
    cdef float[::1] numbers, slopes, means, squares, tables, bends, values, pools, hidden, back
    cdef int[::1] rows, own_at, shape_at
    cdef double mean_left, square_left
    cdef readonly double loss
    cdef readonly long long n_seen, n_waiting

    cdef void _spread_out(self) noexcept nogil
    cdef void _gather(self) noexcept nogil
    cdef void _learn(self, int color, double target) noexcept nogil
    cdef void _step(self, float rate) noexcept nogil
