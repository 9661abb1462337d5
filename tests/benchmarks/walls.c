/* Plain alpha-beta on walls, to hold the compiled kernel against: the same search, in plain C.

   cc -O3 -o walls tests/benchmarks/walls.c && ./walls ROWS COLUMNS DEPTH

   Successors in the seed's order, no shuffle; the root counts as one state and so does each leaf. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_FENCES = 600, INFINITE = 1 << 14 };

static int n_fences, n_boxes;
static int box[MAX_FENCES][2], sides[MAX_FENCES], after[MAX_FENCES], before[MAX_FENCES];
static long long states;

static int search(int depth, int alpha, int beta)
{
    int best = -INFINITE;
    states++;
    if (after[n_fences] == n_fences)
        return 0;
    for (int fence = after[n_fences]; fence != n_fences; fence = after[fence]) {
        int one = box[fence][0], two = box[fence][1], value;
        if (depth == 1) {
            states++;
            value = (sides[one] == 1) + (sides[two] == 1);
        } else {
            after[before[fence]] = after[fence];
            before[after[fence]] = before[fence];
            int gained = (--sides[one] == 0) + (--sides[two] == 0);
            value = gained - search(depth - 1, gained - beta, gained - alpha);
            sides[one]++, sides[two]++;
            after[before[fence]] = before[after[fence]] = fence;
        }
        if (value > best)
            best = value;
        if (best >= beta)
            break;
        if (best > alpha)
            alpha = best;
    }
    return best;
}

int main(int count, char **words)
{
    if (count != 4)
        return 2;
    int rows = atoi(words[1]), columns = atoi(words[2]), depth = atoi(words[3]);
    n_boxes = rows * columns;
    for (int column = 0; column <= 2 * columns; column++)
        for (int row = 0; row <= 2 * rows; row++)
            if (row % 2 != column % 2) {
                int found[2] = {n_boxes, n_boxes}, n = 0;
                for (int step = -1; step <= 1; step += 2) {
                    int r = row + (row % 2 ? 0 : step), c = column + (row % 2 ? step : 0);
                    if (r > 0 && c > 0 && r < 2 * rows && c < 2 * columns)
                        found[n++] = r / 2 * columns + c / 2;
                }
                box[n_fences][0] = found[0], box[n_fences][1] = found[1];
                n_fences++;
            }
    for (int b = 0; b < n_boxes; b++)
        sides[b] = 4;
    sides[n_boxes] = INFINITE;
    for (int fence = 0; fence <= n_fences; fence++) {
        after[fence] = fence < n_fences ? fence + 1 : 0;
        before[fence] = fence ? fence - 1 : n_fences;
    }
    clock_t start = clock();
    int value = search(depth, -INFINITE, INFINITE);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%d %lld %.6f\n", value, states, seconds);
    return 0;
}
