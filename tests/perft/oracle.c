/* oracle [POSITIONS]
 *
 * Stockfish as an independent witness: on seeded random positions, standard, Chess960, double
 * Chess960 and with many promoted men, its `go perft 1` and `go perft 2` must give our moves and
 * our counts for each. Exits with 77 (skipped) if stockfish is neither in PATH nor in /usr/games,
 * with 1 on a difference.
 */
#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/child.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/suite.h"
#include "support/timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77 };

/* One line of a divide: a root move and the leaves below it. */
typedef struct Branch {
    char move[MOVE_TEXT_SIZE];
    uint64_t leaves;
} Branch;

typedef struct Divide {
    int count;
    uint64_t total;
    Branch branches[MOVE_LIMIT];
} Divide;

static Child stockfish;
static uint64_t leaves_compared;

static bool find_stockfish(char *path, size_t size) {
    char places[4096], *rest = places;
    const char *in_path = getenv("PATH");
    snprintf(places, sizeof places, "%s:/usr/games", in_path ? in_path : "");
    for (char *place; (place = strtok_r(rest, ":", &rest)) != NULL;) {
        snprintf(path, size, "%s/stockfish", place);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

static int by_move(const void *a, const void *b) {
    return strcmp(((const Branch *)a)->move, ((const Branch *)b)->move);
}

static void sort_divide(Divide *d) {
    qsort(d->branches, (size_t)d->count, sizeof *d->branches, by_move);
}

/* Reads what stockfish prints for go perft; false if it falls silent. */
static bool read_divide(Divide *d) {
    char line[256];
    d->count = 0;
    while (child_line(&stockfish, line, sizeof line, PATIENCE)) {
        if (sscanf(line, "Nodes searched: %" SCNu64, &d->total) == 1) {
            sort_divide(d);
            return true;
        }
        Branch *b = &d->branches[d->count];
        if (d->count < MOVE_LIMIT &&
            sscanf(line, "%5[a-h1-8qrbn]: %" SCNu64, b->move, &b->leaves) == 2)
            d->count++;
    }
    return false;
}

static bool ask(const char *fen, bool chess960, int depth, Divide *d) {
    char text[2 * FEN_SIZE];
    snprintf(text, sizeof text,
             "setoption name UCI_Chess960 value %s\nposition fen %s\ngo perft %d\n",
             chess960 ? "true" : "false", fen, depth);
    return child_send(&stockfish, text) && read_divide(d);
}

static void divide(Position *pos, int depth, Divide *d) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    d->count = list.count;
    d->total = 0;
    for (int i = 0; i < list.count; i++) {
        Branch *b = &d->branches[i];
        move_write(pos, list.moves[i], b->move);
        make_move(pos, list.moves[i]);
        b->leaves = perft(pos, depth - 1, PERFT_BULK, NULL);
        unmake_move(pos);
        d->total += b->leaves;
    }
    sort_divide(d);
}

/* Prints the branches that differ; both divides are sorted. */
static void explain(const Divide *ours, const Divide *theirs) {
    int i = 0, j = 0;
    while (i < ours->count || j < theirs->count) {
        const Branch *a = &ours->branches[i], *b = &theirs->branches[j];
        const int order = i == ours->count ? 1 : j == theirs->count ? -1 : strcmp(a->move, b->move);
        if (order < 0)
            printf("  %s: ours only\n", a->move);
        else if (order > 0)
            printf("  %s: stockfish only\n", b->move);
        else if (a->leaves != b->leaves)
            printf("  %s: %" PRIu64 ", stockfish %" PRIu64 "\n", a->move, a->leaves, b->leaves);
        i += order <= 0;
        j += order >= 0;
    }
}

static bool same(const Divide *a, const Divide *b) {
    if (a->count != b->count || a->total != b->total)
        return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->branches[i].move, b->branches[i].move) != 0 ||
            a->branches[i].leaves != b->branches[i].leaves)
            return false;
    return true;
}

static bool compare(Position *pos) {
    static Divide ours, theirs;
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    for (int depth = 1; depth <= 2; depth++) {
        if (!ask(fen, pos->chess960, depth, &theirs)) {
            printf("%s: stockfish fell silent at depth %d\n", fen, depth);
            return false;
        }
        divide(pos, depth, &ours);
        leaves_compared += ours.total;
        if (!same(&ours, &theirs)) {
            printf("%s: depth %d: %" PRIu64 " leaves, stockfish %" PRIu64 "\n", fen, depth,
                   ours.total, theirs.total);
            explain(&ours, &theirs);
            return false;
        }
    }
    return true;
}

/* A position of the many-piece suite, by number. */
static void many_men(Position *pos, int number) {
    Suite suite;
    if (!suite_open(&suite, SUITES[1]))
        exit(2);
    const int line = number % suite_size(SUITES[1]);
    for (int i = 0; suite_next(&suite); i++)
        if (i == line)
            position_set(pos, suite.line);
}

/* By turns: standard, Chess960, double Chess960, many men; after 0 to 79 random plies. */
static void random_position(Position *pos, Random *r, int number) {
    char fen[START_SIZE];
    const int kind = number % 4;
    pos->chess960 = kind == 1 || kind == 2;
    random_start(r, kind == 2, fen);
    if (kind == 3)
        many_men(pos, number / 4);
    else
        position_set(pos, kind == 0 ? FEN_START : fen);
    random_walk(pos, r, random_below(r, TASTE_COUNT), random_below(r, 80));
}

int main(int argc, char **argv) {
    const int wanted = argc > 1 ? atoi(argv[1]) : 1000;
    char path[4096];
    setup_tables();
    if (!find_stockfish(path, sizeof path) || !child_start(&stockfish, path, NULL)) {
        printf("no stockfish in PATH or /usr/games: apt-get install stockfish\n");
        return SKIPPED;
    }
    Position *pos = position_new();
    Random r = {1000};
    int differ = 0, done = 0;
    for (; done < wanted && differ < 5; done++) {
        random_position(pos, &r, done);
        differ += !compare(pos);
    }
    free(pos);
    child_send(&stockfish, "quit\n");
    child_end(&stockfish, 2000);
    printf("%d positions, %d differ, %" PRIu64 " leaves at depths 1 and 2\n", done, differ,
           leaves_compared);
    return differ || !done ? 1 : 0;
}
