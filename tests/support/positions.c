#include "support/positions.h"

#include "board/fen.h"
#include "board/make.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>

#define SUITE(name) TEST_DATA_DIR "/perft/" name ".epd"

const char *const SUITES[] = {
    SUITE("classic"),
    SUITE("many_pieces"),
    SUITE("enpassant_ferdy"),
    SUITE("single_check_ferdy"),
    SUITE("double_check_ferdy"),
    SUITE("chess960"), /* CHESS960_SUITES */
    SUITE("dfrc"),
    NULL,
};

/* Opens a suite. Ends the program if that fails. */
static void open_suite(Suite *suite, const char *path) {
    if (suite_open(suite, path))
        return;
    fprintf(stderr, "%s: cannot be read\n", path);
    exit(2);
}

static int suites_size(void) {
    Suite suite;
    int lines = 0;
    for (int i = 0; SUITES[i]; i++)
        for (open_suite(&suite, SUITES[i]); suite_next(&suite);)
            lines++;
    return lines;
}

/* Visits every n-th line of all suites, so that about `count` lines are visited; visits all if the
 * suites have fewer. */
static int visit_suites(Position *pos, int count, Random *r, Visit *visit) {
    const int all = suites_size(), stride = count < all ? all / count : 1;
    int line = 0, visited = 0;
    for (int i = 0; SUITES[i]; i++) {
        Suite suite;
        open_suite(&suite, SUITES[i]);
        pos->chess960 = i >= CHESS960_SUITES;
        while (suite_next(&suite)) {
            if (line++ % stride)
                continue;
            position_set(pos, suite.line);
            visit(pos, r);
            visited++;
        }
    }
    pos->chess960 = false;
    return visited;
}

/* Plays a game of up to 120 plies and visits each position. */
static int visit_game(Position *pos, int game, int limit, Random *r, Visit *visit) {
    char fen[START_SIZE];
    int visited = 0;
    pos->chess960 = game % 3 > 0;
    random_start(r, game % 3 == 2, fen);
    position_set(pos, pos->chess960 ? fen : FEN_START);
    for (int ply = 0; ply < 120 && visited < limit; ply++) {
        const Move m = random_move(pos, r, game % TASTE_COUNT);
        if (m == MOVE_NONE)
            break;
        make_move(pos, m);
        visit(pos, r);
        visited++;
    }
    pos->chess960 = false;
    return visited;
}

int visit_positions(Position *pos, int count, Visit *visit) {
    Random r = {2026};
    int visited = visit_suites(pos, count / 2 + 1, &r, visit);
    for (int game = 0; visited < count; game++)
        visited += visit_game(pos, game, count - visited, &r, visit);
    return visited;
}

void position_flip(Position *to, const Position *from, int by) {
    const State *s = from->state;
    position_clear(to);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (s->man_on[sq] == MAN_NONE)
            continue;
        const Color c = bit_color(man_bit(s->man_on[sq]));
        position_put(to, sq ^ by, by & 56 ? opponent(c) : c, type_on(s, sq));
    }
    to->state->side = (uint8_t)(by & 56 ? opponent(s->side) : s->side);
    position_finish(to);
}
