#include "selfplay.h"

#include "board/make.h"
#include "board/repetition.h"
#include "core/random.h"
#include "moves/generate.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLE_MEGABYTES = 1,
    OPENING_SCORE = 300,
    WIN_SCORE = 2000,
    WIN_PLIES = 4,
    DRAW_SCORE = 8,
    DRAW_PLIES = 10,
    DRAW_FROM = 80,
    LONGEST = 400
};

/* Nothing of it is shared with another player but the settings and the flag. */
struct Player {
    const PlaySettings *settings;
    const atomic_bool *stop;
    uint64_t nodes; /* soft limit of a move of the game at hand */
    Search *search;
    Table table;
    Position pos;
};

Player *player_create(const PlaySettings *settings, const atomic_bool *stop) {
    Player *p = aligned_alloc(CACHE_LINE, sizeof *p);
    if (!p)
        return NULL;
    *p = (Player){.settings = settings, .stop = stop};
    p->search = search_create(&p->table, NULL);
    if (p->search && table_resize(&p->table, TABLE_MEGABYTES)) {
        p->search->interrupt = stop;
        return p;
    }
    player_free(p);
    return NULL;
}

void player_free(Player *p) {
    if (!p)
        return;
    search_free(p->search);
    table_free(&p->table);
    free(p);
}

/* --- one game --------------------------------------------------------------------------------- */

/* Forgets the games before: the table and the histories, which keep their memory. */
static void forget(Player *p) {
    table_clear(&p->table);
    history_clear(&p->search->history);
    p->search->previous_score = 0;
}

/* Searches the position on the board; the score is White's. False if it was stopped. */
static bool search(Player *p, GamePly *ply) {
    SearchLimits limits = limits_none();
    limits.softnodes = (int64_t)p->nodes;
    limits.nodes = (int64_t)(p->nodes * p->settings->hard);
    search_prepare(p->search, &p->pos, &limits, 0);
    ply->move = search_run(p->search).best;
    const int score = p->search->roots[0].score;
    ply->score = (int16_t)(p->pos.state->side == WHITE ? score : -score);
    return !*p->stop;
}

/* How many of the latest plies in a row have scores of at least `low` and at most `high`. */
static int streak(const Game *g, int low, int high) {
    int n = 0;
    while (n < g->plies && g->ply[g->plies - 1 - n].score >= low &&
           g->ply[g->plies - 1 - n].score <= high)
        n++;
    return n;
}

enum { RUNNING = -1 };

/* The result, if the rules or the scores say that the game is over. */
static int result_now(const Position *pos, const Game *g) {
    if (legal_count(pos) == 0)
        return !in_check(pos->state) ? 1 : pos->state->side == WHITE ? 0 : 2;
    if (is_rule_draw(pos->state) || repetitions(pos, 2) >= 2 || g->plies >= LONGEST)
        return 1;
    if (streak(g, WIN_SCORE, INT16_MAX) >= WIN_PLIES)
        return 2;
    if (streak(g, INT16_MIN, -WIN_SCORE) >= WIN_PLIES)
        return 0;
    if (g->plies >= DRAW_FROM && streak(g, -DRAW_SCORE, DRAW_SCORE) >= DRAW_PLIES)
        return 1;
    return RUNNING;
}

/* Finds an opening and plays its first move; false if it was stopped. */
static bool begin_game(Player *p, uint64_t *random, Game *g) {
    const StartKind kind = start_draw_kind(&p->settings->shares, random);
    do {
        if (*p->stop)
            return false;
        const int plies = (int)(p->settings->random + random_next(random) % 2);
        g->plies = 0;
        if (!start_draw(&p->pos, kind, plies, random) || result_now(&p->pos, g) != RUNNING)
            continue;
        forget(p);
        if (!search(p, &g->ply[0]))
            return false;
        g->plies = kind.odds || abs(g->ply[0].score) <= OPENING_SCORE;
    } while (g->plies == 0);
    fen_write(&p->pos, g->fen);
    return true;
}

/* Makes the latest move of the game on the board. */
static void make_latest(Player *p, const Game *g, uint64_t *quiet) {
    const GamePly ply = g->ply[g->plies - 1];
    *quiet += ply_is_quiet(&p->pos, ply);
    make_move(&p->pos, ply.move);
    position_reroot(&p->pos);
}

/* Plays from the start position by the book until it knows no more; false if it was stopped. Up to
 * a quarter more nodes make games that leave the book in one place differ. */
static bool play_by_book(Player *p, uint64_t *random, Game *g, uint64_t *quiet) {
    p->pos.chess960 = false;
    fen_parse(&p->pos, FEN_START, NULL, 0);
    strcpy(g->fen, FEN_START);
    g->plies = 0;
    p->nodes += random_next(random) % (p->nodes / 4 + 1);
    forget(p);
    while (result_now(&p->pos, g) == RUNNING) {
        GamePly *ply = &g->ply[g->plies];
        const Move m = book_move(p->settings->book, &p->pos, false, random_next(random));
        if (m == MOVE_NONE)
            return true;
        if (!search(p, ply))
            return false;
        ply->move = m;
        g->plies++;
        make_latest(p, g, quiet);
    }
    return true;
}

/* The same with random moves, and the first behind them. */
static bool play_random(Player *p, uint64_t *random, Game *g, uint64_t *quiet) {
    if (!begin_game(p, random, g))
        return false;
    make_latest(p, g, quiet);
    return true;
}

bool player_play(Player *p, uint64_t number, Game *g, uint64_t *quiet) {
    uint64_t seed = p->settings->seed;
    uint64_t random = random_next(&seed) + number;
    *quiet = 0;
    p->nodes = p->settings->nodes;
    if (!(p->settings->book ? play_by_book : play_random)(p, &random, g, quiet))
        return false;
    while ((g->result = result_now(&p->pos, g)) == RUNNING) {
        if (!search(p, &g->ply[g->plies]))
            return false;
        g->plies++;
        make_latest(p, g, quiet);
    }
    return true;
}
