/* Plain alpha-beta for dots and boxes with the extra move, to measure zet's solver against: dots ROWS COLUMNS BITS.

   The state is the set of free fences. What a player can take he takes, but for the last two boxes of a chain or
   four of one that is closed at both ends, which he may leave. A table of 2^BITS slots holds two bounds for each set,
   the least of its images under the symmetries of the board; of a corner's two outer fences either is the other.
   The value is found by null windows, the first at 0. Prints the value, the states visited and the seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t Set;
typedef struct { Set key; int8_t low, high; uint8_t left; } Slot;

static int rows, columns, n_fences, n_boxes, n_maps, box_of[64][2];
static Set box[64], corner[4], across[4], image_of[8][64], images[8][8][256], mask;
static Slot *table;
static long long nodes, history[64];

static int fence(int r, int c) { /* the number of the fence at a place of the matrix: rows of 0 1 0 1, 1 0 1 0 */
    return r / 2 * (2 * columns + 1) + (r & 1 ? columns + c / 2 : c / 2);
}

static Set least_image(Set free) {
    Set best = ~(Set)0;
    for (int map = 0; map < n_maps; map++) {
        Set image = 0;
        for (int part = 0; part < n_fences; part += 8) image |= images[map][part / 8][free >> part & 255];
        for (int i = 0; i < 4; i++)
            if ((image & across[i]) && !(image & corner[i])) image ^= across[i] | corner[i];
        if (image < best) best = image;
    }
    return best;
}

static int sides(Set free, int b) { return __builtin_popcountll(free & box[b]); }

static int taken(Set free, int f) { /* the boxes that painting a fence takes */
    int n = 0;
    for (int i = 0; i < 2; i++) n += box_of[f][i] >= 0 && (free & box[box_of[f][i]]) == (Set)1 << f;
    return n;
}

/* Walk along a chain from box b by fence f; return its length, and the fences passed. */
static int walk(Set free, int b, int f, int *path) {
    int n = 0;
    for (;;) {
        path[n++] = f;
        int next = box_of[f][0] == b ? box_of[f][1] : box_of[f][0];
        if (next < 0 || sides(free, next) > 2) return n;
        b = next;
        Set rest = free & box[b] & ~((Set)1 << f);
        if (!rest) { path[n] = -1; return n + 1; } /* closed at this end too */
        f = __builtin_ctzll(rest);
    }
}

static int search(Set free, int alpha, int beta, int open);

static int capture(Set free, int alpha, int beta, int open, int *done) {
    int path[65], deal = -1, n, half = 0, first = -1;
    *done = 0;
    for (int b = 0; b < n_boxes; b++)
        if (sides(free, b) == 1) {
            n = walk(free, b, __builtin_ctzll(free & box[b]), path);
            *done = 1;
            int closed = path[n - 1] < 0;
            if (n == 2 && !closed) { if (half != 2) half = 2, first = path[0], deal = path[1]; }
            else if (n == 4 && closed) { if (!half) half = 4, first = path[0], deal = path[1]; }
            else { half = 0; first = path[0]; deal = -1; break; }
        }
    if (!*done) return 0;
    int gain = taken(free, first);
    int best = gain + search(free & ~((Set)1 << first), alpha - gain, beta - gain, open - gain);
    if (deal < 0 || best >= beta) return best;
    if (best > alpha) alpha = best;
    int other = -search(free & ~((Set)1 << deal), -beta, -alpha, open);
    return other > best ? other : best;
}

static int search(Set free, int alpha, int beta, int open) {
    int done;
    if (!free) return 0;
    nodes++;
    if (open <= alpha) return open;
    if (-open >= beta) return -open;
    int value = capture(free, alpha, beta, open, &done);
    if (done) return value;
    Set key = least_image(free);
    Slot *slot = table + ((key * 0x9E3779B97F4A7C15u >> 20) & mask & ~(Set)1), *put = 0;
    int low = -open, high = open, left = __builtin_popcountll(free);
    for (int i = 0; i < 2; i++)
        if (slot[i].key == key) { put = slot + i; low = put->low; high = put->high; }
    if (low >= beta) return low;
    if (high <= alpha || low == high) return high;
    if (low > alpha) alpha = low;
    if (high < beta) beta = high;
    Set safe = 0, loose = 0, seen = 0;
    int best = -99, floor = alpha;
    for (Set rest = free; rest; rest &= rest - 1) {
        int f = __builtin_ctzll(rest), tight = 0;
        for (int i = 0; i < 2; i++) tight |= box_of[f][i] >= 0 && sides(free, box_of[f][i]) == 2;
        if (!tight) safe |= (Set)1 << f;
    }
    for (int i = 0; i < 4; i++) /* one of a corner's two outer fences will do */
        if ((safe & corner[i]) && (safe & across[i])) safe ^= across[i];
    for (int b = 0; b < n_boxes; b++) { /* one move of each chain: of two boxes the one in the middle */
        if (sides(free, b) != 2 || (seen >> b & 1)) continue;
        Set fences = free & box[b];
        int pick = __builtin_ctzll(fences), length = 1;
        for (Set ends = fences; ends; ends &= ends - 1)
            for (int here = b, f = __builtin_ctzll(ends);;) {
                here = box_of[f][0] + box_of[f][1] - here;
                if (here < 0 || (seen >> here & 1) || sides(free, here) != 2) break;
                seen |= (Set)1 << here;
                if (++length == 2) pick = f;
                f = __builtin_ctzll(free & box[here] & ~((Set)1 << f));
            }
        seen |= (Set)1 << b;
        loose |= (Set)1 << pick;
    }
    for (int kind = 0; kind < 2 && best < beta; kind++)
        for (Set rest = kind ? loose : safe; rest && best < beta;) {
            int f = __builtin_ctzll(rest);
            for (Set others = rest; others; others &= others - 1)
                if (history[__builtin_ctzll(others)] > history[f]) f = __builtin_ctzll(others);
            rest &= ~((Set)1 << f);
            int v = -search(free & ~((Set)1 << f), -beta, -alpha, open);
            if (v >= beta) history[f] += left;
            if (v > best) best = v;
            if (v > alpha) alpha = v;
        }
    if (best >= beta) low = best; else if (best <= floor) high = best; else low = high = best;
    if (!put) put = slot[0].left <= slot[1].left ? slot : slot + 1;
    *put = (Slot){key, low, high, left};
    return best;
}

int main(int count, char **words) {
    if (count != 4) return 2;
    rows = atoi(words[1]), columns = atoi(words[2]);
    mask = ((Set)1 << atoi(words[3])) - 1;
    table = calloc(mask + 1, sizeof *table);
    n_boxes = rows * columns, n_maps = rows == columns ? 8 : 4;
    for (int f = 0; f < 64; f++) box_of[f][0] = box_of[f][1] = -1;
    for (int r = 0; r <= 2 * rows; r++)
        for (int c = 0; c <= 2 * columns; c++) {
            if ((r & 1) == (c & 1)) continue;
            int f = fence(r, c);
            if (f >= n_fences) n_fences = f + 1;
            for (int map = 0; map < n_maps; map++) {
                int y = map & 1 ? 2 * rows - r : r, x = map & 2 ? 2 * columns - c : c;
                image_of[map][f] = (Set)1 << (map & 4 ? fence(x, y) : fence(y, x));
            }
        }
    for (int map = 0; map < n_maps; map++)
        for (int part = 0; part < 8; part++)
            for (int bits = 1; bits < 256; bits++)
                images[map][part][bits] =
                    images[map][part][bits & (bits - 1)] | image_of[map][8 * part + __builtin_ctz(bits)];
    for (int b = 0; b < n_boxes; b++) {
        int r = 2 * (b / columns) + 1, c = 2 * (b % columns) + 1;
        int around[4] = {fence(r - 1, c), fence(r, c - 1), fence(r, c + 1), fence(r + 1, c)};
        for (int i = 0; i < 4; i++) {
            box[b] |= (Set)1 << around[i];
            box_of[around[i]][box_of[around[i]][0] >= 0] = b;
        }
    }
    for (int i = 0; i < 4; i++) {
        int y = i & 1 ? 2 * rows : 0, x = i & 2 ? 2 * columns : 0;
        corner[i] = (Set)1 << fence(y, x ? x - 1 : 1);
        across[i] = (Set)1 << fence(y ? y - 1 : 1, x);
    }
    Set all = n_fences == 64 ? ~(Set)0 : ((Set)1 << n_fences) - 1;
    int low = -n_boxes, high = n_boxes, least = 0;
    clock_t started = clock();
    while (low < high) {
        int value = search(all, least - 1, least, n_boxes);
        if (value >= least) low = value, least = value + 1; else high = value, least = value;
        if (least <= low) least = low + 1;
        if (getenv("SHOW")) fprintf(stderr, "%d..%d %lld\n", low, high, nodes);
    }
    printf("%d %lld %.3f\n", low, nodes, (double)(clock() - started) / CLOCKS_PER_SEC);
}
