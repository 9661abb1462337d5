/* A plain solver of m,n,k games in C, to compare `zet ttt solve` with.

   cc -O3 -march=native -o mnk tests/benchmarks/mnk.c && ./mnk ROWS COLUMNS K BITS

   Alpha-beta over the values -1, 0 and 1 for the side to move, with one mask of 64 bits for each side and a
   transposition table of 2^BITS entries that are always replaced. A side that can complete a line does so; a side
   whose opponent threatens a line blocks it. Other moves go from the center outwards. A position in which no line
   is left to either side is a draw. Prints the value, the positions visited, and the CPU seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t mask;
typedef struct {
    mask own, other;
    signed char lower, upper;
} entry;

enum { MAX_LINES = 256 };

static int n_cells, n_lines, bits, n_through[64];
static mask lines[MAX_LINES], through[64][MAX_LINES], full;
static int order[64];
static entry *table;
static long long visited;

static int completes(mask own, int cell)
{
    for (int i = 0; i < n_through[cell]; i++)
        if (!(through[cell][i] & ~own))
            return 1;
    return 0;
}

static int is_drawn(mask own, mask other)
{
    for (int i = 0; i < n_lines; i++)
        if (!(lines[i] & own) || !(lines[i] & other))
            return 0;
    return 1;
}

static int search(mask own, mask other, int alpha, int beta)
{
    mask empty = full & ~(own | other), moves = empty;
    int best = -1, first = alpha;
    visited++;
    if (!empty || is_drawn(own, other))
        return 0;
    for (mask rest = empty; rest; rest &= rest - 1)
        if (completes(own, __builtin_ctzll(rest)))
            return 1;
    for (mask rest = empty; rest; rest &= rest - 1)
        if (completes(other, __builtin_ctzll(rest))) {
            if (moves != empty)
                return -1;
            moves = rest & -rest;
        }
    mask key = (own * 0x9E3779B97F4A7C15u ^ (other * 0xC2B2AE3D27D4EB4Fu)) * 0xFF51AFD7ED558CCDu;
    entry *place = &table[key >> (64 - bits)];
    if ((own | other) && place->own == own && place->other == other) {
        if (place->lower >= beta || place->lower == place->upper)
            return place->lower;
        if (place->upper <= alpha)
            return place->upper;
    }
    for (int i = 0; i < n_cells && best < beta; i++) {
        mask bit = (mask)1 << order[i];
        if (moves & bit) {
            int value = -search(other, own | bit, -beta, -alpha);
            if (value > best)
                best = value;
            if (best > alpha)
                alpha = best;
            if (best == 1)
                break;
        }
    }
    entry found = {own, other, best > first ? best : -1, best < beta ? best : 1};
    *place = found;
    return best;
}

int main(int count, char **words)
{
    if (count != 5)
        return 2;
    int rows = atoi(words[1]), columns = atoi(words[2]), k = atoi(words[3]);
    n_cells = rows * columns, bits = atoi(words[4]);
    if (n_cells < 1 || n_cells > 64 || k < 1 || bits < 1 || bits > 30)
        return 2;
    full = n_cells == 64 ? ~(mask)0 : ((mask)1 << n_cells) - 1;
    int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int cell = 0; cell < n_cells; cell++)
        for (int way = 0; way < 4; way++) {
            int row = cell / columns, column = cell % columns;
            int last_row = row + (k - 1) * steps[way][0], last = column + (k - 1) * steps[way][1];
            if (last_row >= rows || last < 0 || last >= columns || (k == 1 && way))
                continue;
            mask line = 0;
            for (int i = 0; i < k; i++)
                line |= (mask)1 << ((row + i * steps[way][0]) * columns + column + i * steps[way][1]);
            if (n_lines == MAX_LINES)
                return 2;
            lines[n_lines++] = line;
        }
    for (int cell = 0; cell < n_cells; cell++)
        for (int i = 0; i < n_lines; i++)
            if (lines[i] >> cell & 1)
                through[cell][n_through[cell]++] = lines[i] & ~((mask)1 << cell);
    int n_ordered = 0;
    for (int distance = 0; distance <= rows + columns; distance++)
        for (int cell = 0; cell < n_cells; cell++)
            if (abs(2 * (cell / columns) - rows + 1) + abs(2 * (cell % columns) - columns + 1) == distance)
                order[n_ordered++] = cell;
    table = calloc((size_t)1 << bits, sizeof *table);
    if (!table || n_ordered != n_cells)
        return 2;
    clock_t start = clock();
    int value = n_lines ? search(0, 0, -1, 1) : 0;
    printf("%d %lld %.3f\n", value, visited, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
