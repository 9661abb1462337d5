/* A verifier of proofs that a side never gets a line in m,n,k, written from docs/formats/ttt-proof.md.
 * It shares nothing with zet:  cc -std=c99 -O2 -o ttt_proof ttt_proof.c && ./ttt_proof < FILE
 * For each proof it says "valid", "unused" (it holds; some part was never needed) or "invalid". */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 65536
typedef unsigned __int128 Cells;
typedef struct { char *text; char used; } Part;
static Part parts[MOST];
static int n_parts, width, height, n_cells, k, n_lines, n_images;
static Cells lines[2048];
static int image[8][128];
static char line[1 << 16];
static int failed;  /* since the beginning of a proof */

/* A position: the stones of the attacker and of the defender. The attacker is to move. */
typedef struct { Cells own, other; } Position;

static Cells bit(int cell) { return (Cells)1 << cell; }

static Cells board(void) { return ~(Cells)0 >> (128 - n_cells); }  /* 1 to 128 cells */

static Cells fail(void) { failed = 1; return 0; }

static void make_lines(void) {
    static const int STEP[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    n_lines = n_images = 0;
    for (int cell = 0; cell < n_cells; cell++)
        for (int way = 0; way < 4; way++) {
            int x = cell % width, y = cell / width;
            int last_x = x + (k - 1) * STEP[way][0], last_y = y + (k - 1) * STEP[way][1];
            if (last_x < 0 || last_x >= width || last_y >= height || (k == 1 && way)) continue;
            Cells mask = 0;
            for (int i = 0; i < k; i++) mask |= bit((y + i * STEP[way][1]) * width + x + i * STEP[way][0]);
            lines[n_lines++] = mask;
        }
    for (int turn = 0; turn < 8; turn++) {
        if (turn & 4 && width != height) continue;
        for (int cell = 0; cell < n_cells; cell++) {
            int x = cell % width, y = cell / width, swap;
            if (turn & 1) x = width - 1 - x;
            if (turn & 2) y = height - 1 - y;
            if (turn & 4) swap = x, x = y, y = swap;
            image[n_images][cell] = y * width + x;
        }
        n_images++;
    }
}

static Cells turned(Cells cells, int turn) {
    Cells found = 0;
    for (int cell = 0; cell < n_cells; cell++)
        if (cells >> cell & 1) found |= bit(image[turn][cell]);
    return found;
}

static int has_line(Cells stones) {
    for (int i = 0; i < n_lines; i++)
        if ((stones & lines[i]) == lines[i]) return 1;
    return 0;
}

static Cells completing(Cells own, Cells other) {  /* the cells that complete a line */
    Cells found = 0;
    for (int i = 0; i < n_lines; i++) {
        Cells open = lines[i] & ~own;
        if (!(lines[i] & other) && !(open & (open - 1))) found |= open;
    }
    return found;
}

static Cells pairs(Position here, const char *s) {  /* the zone of a part with pairs, unless it fails */
    Cells zone = 0, pair[128], rest = 0, sum = 0;
    int n = 0, one, two, used;
    for (; sscanf(s, "%d-%d%n", &one, &two, &used) == 2; s += used) {
        if (one < 0 || two < 0 || one >= n_cells || two >= n_cells || one == two || n == 128) return fail();
        pair[n] = bit(one) | bit(two);
        if (pair[n] & (zone | here.own | here.other)) return fail();
        zone |= pair[n++];
    }
    for (int i = 0; i < n_lines; i++) {
        int held = lines[i] & here.other ? 1 : 0;
        for (int j = 0; j < n; j++) held |= (lines[i] & pair[j]) == pair[j];
        if (held) continue;
        int empty = 0;
        for (Cells left = lines[i] & ~here.own & ~zone; left; left &= left - 1) empty++;
        rest |= lines[i] & ~here.own;
        sum += (Cells)1 << (k - empty);  /* in units of 1 / 2^k */
    }
    return 2 * sum < (Cells)1 << k ? zone | rest : fail();
}

static Cells holds(Position here, int number) {  /* the zone of a part in a position, unless it fails */
    const char *s = parts[number].text;
    Cells empty = board() & ~here.own & ~here.other;
    Cells zone = 0, to_answer = empty, moved = 0;
    parts[number].used = 1;
    if (s[0] == '-') return pairs(here, "");
    if (strchr(s, '-')) return pairs(here, s);
    if (completing(here.own, here.other)) return fail();
    Cells threats = completing(here.other, here.own);
    if (threats) to_answer = threats & (threats - 1) ? 0 : threats, zone = empty;
    while (*s && *s != '*') {
        char *end;
        long move = strtol(s, &end, 10), answer = -1, part = -1;
        if (end == s) return fail();
        if (*end == '>') answer = strtol(end + 1, &end, 10);
        if (*end == ':') part = strtol(end + 1, &end, 10);
        for (s = end; isspace((unsigned char)*s);) s++;
        if (move < 0 || move >= n_cells || !(empty >> move & 1) || moved >> move & 1) return fail();
        moved |= bit((int)move);
        Position after = {here.own | bit((int)move), here.other};
        Cells held = empty & ~bit((int)move), left = held;
        if (has_line(after.own)) return fail();
        if (!left) {
            if (answer >= 0) return fail();  /* the game is over */
        } else {
            if (answer < 0 || answer >= n_cells || !(left >> answer & 1)) return fail();
            after.other |= bit((int)answer);
            if (has_line(after.other) || !(left & ~bit((int)answer))) {
                if (part >= 0) return fail();
            } else {
                if (part < 0 || part >= number) return fail();
                held = holds(after, (int)part);
                if (failed) return fail();
                held |= bit((int)answer);
            }
        }
        for (int turn = 0; turn < n_images; turn++)
            if (turned(here.own, turn) == here.own && turned(here.other, turn) == here.other) {
                to_answer &= turned(held, turn);
                zone |= turned(held, turn);
            }
    }
    return to_answer ? fail() : zone;
}

static int next_line(void) {  /* blank lines and lines that begin with # are skipped */
    while (fgets(line, sizeof line, stdin))
        if (line[0] != '#' && strspn(line, " \t\r\n") < strlen(line)) return 1;
    return 0;
}

/* proof PARTS K SIDE POSITION [ANSWER]; whether the attacker gets no line, after the parts are read. */
static int proof(int *ahead) {
    char side, cells[256], turn;
    int answer = -1, n = 0, column = 0, i;
    Position here = {0, 0};
    int fields = sscanf(line, "proof %d %d %c %255s %c %d", &n_parts, &k, &side, cells, &turn, &answer);
    if (fields < 5 || n_parts < 0 || n_parts > MOST || k < 1) return 0;
    width = 0, height = 1;
    for (char *s = cells; *s; s++)
        if (*s == '/') {
            if (s[1]) height++, width = width ? width : column;
            column = 0;
        } else {
            if (n == 128) return 0;
            if (*s == side) here.own |= bit(n);
            else if (*s != '.') here.other |= bit(n);
            n++, column++;
        }
    n_cells = n;
    if (!strchr(cells, '/')) width = height = 3;
    if (!width) width = n / height;
    if (!n_cells || width * height != n_cells) return 0;
    int mine = 0, theirs = 0;  /* a position: the sides move in turn, and either may have begun */
    for (char *s = cells; *s; s++) mine += *s == turn, theirs += *s != turn && *s != '.' && *s != '/';
    if (mine != theirs && mine + 1 != theirs) return 0;
    make_lines();
    *ahead = next_line();
    for (i = 0; i < n_parts && *ahead && strncmp(line, "proof ", 6); i++) {
        parts[i].text = strcpy(malloc(strlen(line) + 1), line + strspn(line, " \t"));
        *ahead = next_line();
    }
    if (i < n_parts || has_line(here.own)) return 0;
    if (turn != side) {
        if (answer < 0 || answer >= n_cells || (here.own | here.other) >> answer & 1) return 0;
        if (has_line(here.other)) return 0;
        here.other |= bit(answer);
    } else if (answer >= 0)
        return 0;
    if (has_line(here.other) || (here.own | here.other) == board()) return 1;
    failed = !n_parts;
    if (n_parts) holds(here, n_parts - 1);
    return !failed;
}

int main(void) {
    int number = 0, ahead = next_line();
    while (ahead) {
        int unused = 0, was_read = 1, ok;
        n_parts = 0;
        ahead = -1;
        ok = proof(&ahead);
        if (ahead < 0) was_read = 0, ahead = next_line();
        for (int i = 0; was_read && i < n_parts; i++) unused |= !parts[i].used;
        printf("%d %s\n", ++number, !ok ? "invalid" : unused ? "unused" : "valid");
        while (ahead && strncmp(line, "proof ", 6)) ahead = next_line();
        for (int i = 0; i < MOST && parts[i].text; i++)
            free(parts[i].text), parts[i].text = 0, parts[i].used = 0;
    }
    return 0;
}
