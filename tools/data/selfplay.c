#include "data/selfplay.h"

#include "board/make.h"
#include "core/bits.h"
#include "data/starts.h"
#include "engine/match.h"
#include "search/search.h"

#include <stdlib.h>

enum { TABLE_MEGABYTES = 1, OPENING_SCORE = 300, LONGEST = 400 };

static const ScoreRule SCORE_RULE = {
    .win_score = 2000, .win_plies = 4, .draw_score = 8, .draw_plies = 10, .draw_from = 80};

/* The random choice of one of the positions that a search evaluates. */
typedef struct LeafDraw {
    uint64_t *random, evaluated; /* positions evaluated so far */
    char fen[FEN_SIZE];          /* one of the evaluated positions; "" if there is none */
} LeafDraw;

static _Thread_local LeafDraw *leaf_draw; /* where this thread's search draws a position, or NULL */

/* The engine as one thread uses it for self-play. Players share only `settings` and `stop`. */
struct Player {
    const PlaySettings *settings;
    const atomic_bool *stop;
    int plies; /* the ply after which the game is broken off, or 0 for a whole game */
    Search *search;
    Table table;
    Position pos;
    ScoreStreaks streaks;
};

/* --- leaves ----------------------------------------------------------------------------------- */

/* Draws one of the positions that a search evaluates (those without check). Replaces the position drawn so far by the
 * n-th position with chance 1/n (reservoir sampling: Vitter, 1985). */
static bool draw_position(SelfCheck *check, Search *s, const Position *pos, const Table *table,
                          const Accumulators *accumulators) {
    LeafDraw *draw = leaf_draw;
    if (draw && !in_check(pos->state) && random_next(draw->random) % ++draw->evaluated == 0)
        fen_write(pos, draw->fen);
    return true;
}

Player *player_create(const PlaySettings *settings, const atomic_bool *stop) {
    Player *p = aligned_alloc(CACHE_LINE, sizeof *p);
    if (!p)
        return NULL;
    *p = (Player){.settings = settings, .stop = stop};
    if (settings->options.leaf)
        check_hook = (CheckHook){.position = draw_position}; /* the search calls it at each node */
    p->search = search_create(&p->table, NULL);
    if (p->search && table_resize(&p->table, TABLE_MEGABYTES)) {
        search_set_network(p->search, settings->network);
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

/* Searches the current position. If `visits` is true, the search calls check_hook at each node. */
static SearchResult search_board(Player *p, uint64_t softnodes, uint64_t nodes, bool visits) {
    SearchLimits limits = limits_none();
    limits.softnodes = (int64_t)softnodes;
    limits.nodes = (int64_t)nodes;
    const SearchSettings settings = {
        .network_use = p->settings->options.both ? NETWORK_AND_CLASSICAL : NETWORK_ITSELF,
        .self_check = visits,
        .interrupt = p->stop};
    search_prepare(p->search, &p->pos, &limits, &settings);
    return search_run(p->search);
}

/* Searches the current position. Sets ply->score for White. Returns false if the run is stopped. */
static bool search(Player *p, GamePly *ply) {
    const uint64_t nodes = p->settings->options.nodes;
    const SearchResult result = search_board(p, nodes, nodes * p->settings->options.hard, false);
    ply->move = result.best;
    ply->score = (int16_t)(p->pos.state->side == WHITE ? result.score : -result.score);
    return !*p->stop;
}

enum { RUNNING = -1 };

/* Returns the game's result, or RUNNING if neither rules nor scores nor p->plies end the game. */
static int result_now(const Player *p, const Game *g) {
    const GameEnd end = game_end(&p->pos, &p->streaks, &SCORE_RULE, LONGEST);
    if (end != GAME_GOES_ON)
        return game_points(end, p->pos.state->side, &p->streaks);
    return p->plies && g->plies >= p->plies ? RESULT_UNKNOWN : RUNNING;
}

/* Searches the opening, and sets up one of the positions that this search evaluates, drawn at random. Returns false if
 * the search evaluates no position, or if the drawn position is an end. */
static bool go_to_leaf(Player *p, uint64_t *random) {
    LeafDraw draw = {.random = random};
    leaf_draw = &draw;
    search_board(p, p->settings->options.leaf, p->settings->options.leaf, true);
    leaf_draw = NULL;
    return draw.evaluated && fen_parse(&p->pos, draw.fen, NULL, 0) &&
           game_end_by_rules(&p->pos) == GAME_GOES_ON;
}

/* Finds an opening and the first move after the opening. Returns false if the player was stopped,
 * or if no opening fits. */
static bool begin_game(Player *p, uint64_t *random, Game *g) {
    const StartKind kind = start_draw_kind(&p->settings->options, random);
    const uint64_t draws = p->settings->openings ? DRAWS_MAX : UINT64_MAX;
    for (uint64_t draw = 0; draw < draws && !*p->stop; draw++) {
        const int plies = (int)(p->settings->options.random + random_next(random) % 2);
        if (!start_draw(&p->pos, p->settings->openings, kind, plies, random) ||
            game_end_by_rules(&p->pos) != GAME_GOES_ON)
            continue;
        if (p->settings->options.leaf && !go_to_leaf(p, random))
            continue;
        if (!search(p, &g->ply[0]))
            return false;
        if (kind.odds || p->settings->options.leaf || abs(g->ply[0].score) <= OPENING_SCORE) {
            p->pos.chess960 = fen_needs_chess960(&p->pos);
            fen_write(&p->pos, g->fen);
            g->plies = 1;
            return true;
        }
    }
    return false;
}

/* Makes the last move of g->ply in the current position; counts it in *quiet if it is quiet. */
static void make_latest(Player *p, const Game *g, uint64_t *quiet) {
    const GamePly ply = g->ply[g->plies - 1];
    *quiet += ply_is_quiet(&p->pos, ply);
    score_streaks_add(&p->streaks, &SCORE_RULE, ply.score);
    position_advance(&p->pos, ply.move);
}

bool player_play(Player *p, uint64_t number, Game *g, uint64_t *quiet) {
    const GameOptions *o = &p->settings->options;
    uint64_t seed = o->seed, random = random_next(&seed) + number;
    *quiet = 0;
    p->plies = o->plies && random_next(&random) % 1000 >= o->whole ? (int)o->plies : 0;
    p->streaks = (ScoreStreaks){0};
    if (number % BATCH == 0) {
        table_clear(&p->table);
        search_forget(p->search);
    }
    if (!begin_game(p, &random, g))
        return false;
    make_latest(p, g, quiet);
    while ((g->result = result_now(p, g)) == RUNNING) {
        if (!search(p, &g->ply[g->plies]))
            return false;
        g->plies++;
        make_latest(p, g, quiet);
    }
    return true;
}
