# How a loop without the GIL calls a Poll, in C; polling.py is the same for interpreted kernels.
#
# Kernels keep their Poll as an object and call it by its Python method, so that they depend on these two
# lines and not on the layout of Poll: an edit of _polls.pxd compiles only the subclasses of LimitedSearch
# again. The call takes under 0.1 us, once in 2^10 nodes or more.

cdef inline bint must_stop(object poll, long long nodes) noexcept with gil:
    return poll.should_stop(nodes)
