/* The plain way to play match5 against the greedy player: every placement of every pattern as a pair of
 * bit masks, tried in the order of play at each red move. Same rules and random numbers as the kernel, so
 * that the games are the same to the last move. */
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 Mask;
typedef struct { Mask white, blue; int level, focus; } Placement;

static uint64_t chance;
static int draw(uint64_t below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (int)(((chance >> 33) * below) >> 31);
}

static Mask fives[140];
static Mask one(int field) { return (Mask)1 << field; }

static int wins(Mask stones, int last) {
    for (int i = 0; i < 140; i++)
        if ((fives[i] & one(last)) && (fives[i] & ~stones) == 0) return 1;
    return 0;
}

static int completes(Mask stones, Mask others) {
    int best = 81;
    for (int i = 0; i < 140; i++) {
        if (fives[i] & others) continue;
        Mask open = fives[i] & ~stones;
        if (open && !(open & (open - 1))) {
            uint64_t low = (uint64_t)open;
            int field = low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(open >> 64));
            if (field < best) best = field;
        }
    }
    return best < 81 ? best : -1;
}

static int any(Mask taken, int n_moves) {
    int n = draw(81 - n_moves);
    for (int field = 0; field < 81; field++)
        if (!(taken & one(field)) && n-- == 0) return field;
    return -1;
}

static int answer(const Placement *placements, int count, Mask red, Mask blue) {
    Mask taken = red | blue;
    int found = -1, level = 0;
    for (int i = 0; i < count; i++) {
        const Placement *p = placements + i;
        if (found >= 0 && p->level > level) break;
        if (p->white & taken) continue;
        if (!(p->blue & ~red)) return p->focus;
        if (found < 0 && !(p->blue & ~blue)) { found = p->focus; level = p->level; }
    }
    return found;
}

/* masks: white low, white high, blue low, blue high for each placement; result: wins, losses, draws */
void play(const uint64_t *masks, const int *levels, const int *foci, int count, const uint64_t *rows,
          uint64_t seed, int64_t games, int64_t *result, Placement *room) {
    for (int i = 0; i < 140; i++) fives[i] = (Mask)rows[2 * i + 1] << 64 | rows[2 * i];
    for (int i = 0; i < count; i++) {
        room[i].white = (Mask)masks[4 * i + 1] << 64 | masks[4 * i];
        room[i].blue = (Mask)masks[4 * i + 3] << 64 | masks[4 * i + 2];
        room[i].level = levels[i];
        room[i].focus = foci[i];
    }
    memset(result, 0, 3 * sizeof *result);
    for (int64_t game = 0; game < games; game++) {
        chance = seed ^ (uint64_t)((game + 1) * 0x9E3779B1LL);
        if (!chance) chance = 1;
        for (int i = 0; i < 12; i++) draw(1);
        Mask red = 0, blue = 0;
        int is_red = game % 2 == 0, outcome = 2;
        for (int n = 0; n < 81; n++, is_red = !is_red) {
            int field;
            if (is_red) {
                field = answer(room, count, red, blue);
            } else {
                field = completes(blue, red);
                if (field < 0) field = completes(red, blue);
            }
            if (field < 0) field = any(red | blue, n);
            if (is_red) red |= one(field); else blue |= one(field);
            if (wins(is_red ? red : blue, field)) { outcome = is_red ? 0 : 1; break; }
        }
        result[outcome]++;
    }
}
