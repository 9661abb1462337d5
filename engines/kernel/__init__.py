"""Code that the kernels of all games share: bits, polls, clocks, random numbers, resizable arrays."""
