cimport cython
from zet.engines.kernel.checks cimport check
