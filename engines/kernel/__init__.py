"""What the kernels of all games share: bits, polls, clocks, random numbers, arrays that grow."""
