/* A verifier of renju proofs, written from docs/formats/renju-proof.md and docs/renju/rules.md alone.
 * It shares nothing with zet:  cc -std=c99 -O2 -o renju_proof renju_proof.c && ./renju_proof < FILE
 * For each proof of lines it says "valid", "unused" (it holds; some part was never needed) or "invalid". */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4000000
typedef struct { int cell, part, used; } Answer;
typedef struct { int move, threat, n, seen; Answer *answer; } Part;
static Part *parts[MOST];  /* zet accepts as many */
static int n_parts, size, restricted, exact[2];
static signed char board[24 * 24];
static char line[1 << 16];
static const int STEP[4] = {1, 24, 25, 23};

/* A point such as h8 is 24 * row + column, both from 1; 0 for none. */
static int point(const char **s) {
    if (!islower((unsigned char)**s)) return 0;
    int x = *(*s)++ - 'a' + 1, y = 0;
    while (isdigit((unsigned char)**s)) y = 10 * y + *(*s)++ - '0';
    return x <= size && y >= 1 && y <= size ? 24 * y + x : 0;
}

static int run(int at, int step, int color) {  /* stones of a color in a row through a stone */
    int n = 1;
    for (int p = at + step; board[p] == color; p += step) n++;
    for (int p = at - step; board[p] == color; p -= step) n++;
    return n;
}

static int five(int at, int color) {  /* whether a stone of a color on an empty point makes five */
    int found = 0;
    board[at] = (signed char)color;
    for (int k = 0; k < 4; k++) {
        int n = run(at, STEP[k], color);
        found |= exact[color - 1] ? n == 5 : n >= 5;
    }
    board[at] = 0;
    return found;
}

/* The points that make exactly five in one line, together with the black stone at a point. */
static int fours(int at, int step, int *where) {
    int n = 0;
    for (int k = -4; k <= 4; k++) {
        int p = at + k * step, linked = 1;
        if (p < 0 || p >= 576 || board[p]) continue;
        for (int j = k < 0 ? k + 1 : 1; j < (k < 0 ? 0 : k); j++) linked &= board[at + j * step] == 1;
        board[p] = 1;
        if (linked && run(p, step, 1) == 5) where[n++] = p;
        board[p] = 0;
    }
    return n;
}

static int straight(int at, int step) {  /* four in a row with both ends making five */
    int where[9];
    return run(at, step, 1) == 4 && fours(at, step, where) == 2;
}

static int forbidden(int at) {  /* whether Black may not play on an empty point */
    int n_fours = 0, n_threes = 0, over = 0, where[9];
    if (!restricted || five(at, 1)) return 0;
    board[at] = 1;
    for (int k = 0; k < 4; k++) {
        over |= run(at, STEP[k], 1) > 5;
        n_fours += straight(at, STEP[k]) ? 1 : fours(at, STEP[k], where);
    }
    for (int k = 0; k < 4 && !over && n_fours < 2; k++)
        for (int j = -3; j <= 3; j++) {
            int p = at + j * STEP[k], good = 0;
            if (p < 0 || p >= 576 || board[p]) continue;
            board[p] = 1;
            int linked = 1;
            for (int i = j < 0 ? j : 0; i <= (j < 0 ? 0 : j); i++) linked &= board[at + i * STEP[k]] == 1;
            good = linked && straight(p, STEP[k]);
            board[p] = 0;
            if (good && !five(p, 1) && !forbidden(p)) { n_threes++; break; }
        }
    board[at] = 0;
    return over || n_fours > 1 || n_threes > 1;
}

static int holds(int number, int color) {  /* whether a color to move wins by a part */
    Part *part = parts[number];
    int at = part->move, other = 3 - color, ok = 1, stop = 0;
    part->seen = 1;
    if (board[at] || (color == 1 && forbidden(at))) return 0;
    if (part->threat < 0) return five(at, color);
    board[at] = (signed char)color;
    for (int p = 0; p < 576 && ok; p++) ok = board[p] || !five(p, other);
    Part *next = parts[part->threat];
    if (next->threat < 0 && !board[next->move] && five(next->move, color)) {
        stop = next->move;  /* a four: only the point that stops it matters */
        next->seen = 1;
    } else
        ok = ok && holds(part->threat, color);
    for (int p = 0; p < 576 && ok; p++) {
        if (board[p] || (stop && p != stop) || (other == 1 && forbidden(p))) continue;
        int reply = part->threat;
        for (int i = 0; i < part->n; i++)
            if (part->answer[i].cell == p) reply = part->answer[i].part, part->answer[i].used = 1;
        board[p] = (signed char)other;
        ok = holds(reply, color);
        board[p] = 0;
    }
    board[at] = 0;
    return ok;
}

static int next_line(void) {  /* blank lines and lines that begin with # are skipped */
    while (fgets(line, sizeof line, stdin))
        if (line[0] != '#' && strspn(line, " \t\r\n") < strlen(line)) return 1;
    return 0;
}

static int head(int *color) {  /* proof PARTS RULE [SIZExSIZE] BLACK/WHITE SIDE */
    char rule[16], rest[4096], side[16];
    int used = 0, wide, high, stone = 1;
    if (sscanf(line, "proof %d %15s %n", &n_parts, rule, &used) < 2 || n_parts < 1) return 0;
    const char *s = line + used;
    size = 15;
    if (sscanf(s, "%dx%d %n", &wide, &high, &used) == 2 && wide == high) size = wide, s += used;
    if (sscanf(s, "%4095s %15s", rest, side) != 2 || size > 22 || n_parts > MOST) return 0;
    restricted = exact[0] = !strcmp(rule, "renju");
    exact[0] = exact[1] = !strcmp(rule, "standard");
    exact[0] |= restricted;
    if (!restricted && !exact[0] && strcmp(rule, "freestyle")) return 0;
    memset(board, 3, sizeof board);
    for (int y = 1; y <= size; y++) memset(board + 24 * y + 1, 0, (size_t)size);
    for (s = rest; *s;) {
        if (*s == '/') { stone = 2; s++; continue; }
        int at = point(&s);
        if (!at || board[at]) return 0;
        board[at] = (signed char)stone;
    }
    *color = side[0] == 'b' ? 1 : 2;
    for (int p = 0; p < 576; p++)  /* nothing is won in a game that is over */
        if (board[p] == 1 || board[p] == 2) {
            int was = board[p], over;
            board[p] = 0, over = five(p, was), board[p] = (signed char)was;
            if (over) return 0;
        }
    return 1;
}

static int part_line(int number) {  /* MOVE [THREAT ANSWER:PART ...] */
    Part *part = parts[number] = calloc(1, sizeof(Part));
    const char *s = line + strspn(line, " \t");
    part->threat = -1;
    if (!part || !(part->move = point(&s))) return 0;
    char *end;
    while (isspace((unsigned char)*s)) s++;
    if (!*s) return 1;
    part->threat = (int)strtol(s, &end, 10);
    for (s = end; ; ) {
        while (isspace((unsigned char)*s)) s++;
        if (!*s) break;
        part->answer = realloc(part->answer, (size_t)(part->n + 1) * sizeof(Answer));
        if (!part->answer) return 0;
        Answer *one = part->answer + part->n;
        *one = (Answer){point(&s), 0, 0};
        if (!one->cell || *s++ != ':') return 0;
        one->part = (int)strtol(s, &end, 10);
        if (end == s || one->part < 0 || one->part >= number) return 0;
        for (int i = 0; i < part->n; i++)  /* an answer is given once */
            if (part->answer[i].cell == one->cell) return 0;
        s = end, part->n++;
    }
    return part->threat >= 0 && part->threat < number;
}

int main(void) {
    int color, number = 0, ahead = next_line();
    while (ahead) {
        int ok = head(&color), unused = 0;
        ahead = next_line();
        for (int i = 0; ok && i < n_parts; i++) {
            ok = ahead && strncmp(line, "proof ", 6) && part_line(i);
            if (ok) ahead = next_line();
        }
        ok = ok && holds(n_parts - 1, color);
        for (int i = 0; ok && i < n_parts; i++) {
            unused |= !parts[i]->seen;
            for (int k = 0; k < parts[i]->n; k++) unused |= parts[i]->seen && !parts[i]->answer[k].used;
        }
        printf("%d %s\n", ++number, !ok ? "invalid" : unused ? "unused" : "valid");
        while (ahead && strncmp(line, "proof ", 6)) ahead = next_line();
        for (int i = 0; i < MOST && parts[i]; i++) free(parts[i]->answer), free(parts[i]), parts[i] = 0;
    }
    return 0;
}
