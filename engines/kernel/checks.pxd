# Checks of the arguments of kernels, in C; checks.py has the same functions for interpreted kernels.

cdef inline int check(bint holds, str refusal) except -1:
    if not holds:
        raise ValueError(refusal)
    return 0

cdef inline int check_all(object numbers, object least, object most, str refusal) except -1:
    if len(numbers):
        check(least <= min(numbers) and max(numbers) <= most, refusal)
    return 0

cdef inline bytes checked_bytes(object values, Py_ssize_t length, str refusal):
    check(len(values) == length, refusal)
    found = bytes(values)
    check(len(found) == length, refusal)
    return found
