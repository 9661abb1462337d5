# The poll call of loops that run without the GIL, in C; polling.py has the same for interpreted kernels.
#
# Kernels store their Poll as a Python object and call its Python method. They then depend on these two
# lines and not on the layout of Poll: an edit of _polls.pxd compiles only the subclasses of LimitedSearch
# again. The call takes less than 0.1 us, once in 2^10 nodes or more.

cdef inline bint must_stop(object poll, long long nodes) noexcept with gil:
    return poll.should_stop(nodes)
