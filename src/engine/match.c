#include "engine/match.h"

#include "board/make.h"
#include "core/bits.h"
#include "moves/generate.h"
#include "os/thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- openings -------------------------------------------------------------------------------- */

enum { PLIES = 8, SEARCH_DEPTH = 5, TABLE_MEGABYTES = 1 };

struct Openings {
    Search *search;
    Position pos;
    Table table;
    uint64_t state; /* state of the random numbers */
};

Openings *openings_create(uint64_t seed) {
    Openings *o = aligned_new(sizeof *o);
    if (!o)
        return NULL;
    *o = (Openings){.state = seed};
    o->search = search_create(&o->table, NULL);
    if (o->search && table_resize(&o->table, TABLE_MEGABYTES))
        return o;
    search_free(o->search);
    aligned_free(o);
    return NULL;
}

void openings_free(Openings *o) {
    if (!o)
        return;
    search_free(o->search);
    table_free(&o->table);
    aligned_free(o);
}

uint64_t openings_draw(Openings *o, uint64_t n) {
    assert(n > 0);
    return (uint64_t)((unsigned __int128)random_next(&o->state) * n >> 64);
}

/* Plays `plies` random moves. Returns false if the game ends during or after these moves. */
static bool play_random(Openings *o, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        MoveList list = {.count = 0};
        legal_moves(&o->pos, &list);
        if (!list.count)
            return false;
        position_advance(&o->pos, list.moves[openings_draw(o, (uint64_t)list.count)]);
    }
    return legal_count(&o->pos) > 0 && !is_rule_draw(o->pos.state);
}

/* Returns the score of a short search with empty histories. */
static int search_score(Openings *o) {
    SearchLimits limits = limits_none();
    limits.depth = SEARCH_DEPTH;
    table_clear(&o->table);
    search_forget(o->search);
    search_prepare(o->search, &o->pos, &limits, NULL);
    return search_run(o->search).score;
}

bool openings_try(Openings *o, const char *start, char fen[FEN_SIZE]) {
    if (!fen_parse(&o->pos, start, NULL, 0) || !play_random(o, PLIES + (int)openings_draw(o, 2)) ||
        abs(search_score(o)) > OPENING_SCORE_MAX)
        return false;
    fen_write(&o->pos, fen);
    return true;
}

/* --- game end -------------------------------------------------------------------------------- */

GameEnd game_end_by_rules(const Position *pos) {
    if (legal_count(pos) == 0)
        return in_check(pos->state) ? GAME_MATE : GAME_STALEMATE;
    if (insufficient_material(pos->state))
        return GAME_MATERIAL;
    if (is_rule_draw(pos->state))
        return GAME_FIFTY_MOVES;
    return repetitions(pos, 2) >= 2 ? GAME_REPETITION : GAME_GOES_ON;
}

void score_streaks_add(ScoreStreaks *s, const ScoreRule *rule, int score) {
    s->plies++;
    s->white = score >= rule->win_score ? s->white + 1 : 0;
    s->black = score <= -rule->win_score ? s->black + 1 : 0;
    s->level = score <= rule->draw_score && score >= -rule->draw_score ? s->level + 1 : 0;
}

GameEnd game_end(const Position *pos, const ScoreStreaks *s, const ScoreRule *rule, int longest) {
    const GameEnd rules = game_end_by_rules(pos);
    if (rules != GAME_GOES_ON)
        return rules;
    if (s->plies >= longest)
        return GAME_TOO_LONG;
    if (!rule)
        return GAME_GOES_ON;
    if (s->white >= rule->win_plies || s->black >= rule->win_plies)
        return GAME_CLEAR_WIN;
    return s->plies >= rule->draw_from && s->level >= rule->draw_plies ? GAME_CLEAR_DRAW
                                                                       : GAME_GOES_ON;
}

int game_points(GameEnd end, Color to_move, const ScoreStreaks *s) {
    if (end == GAME_MATE || end == GAME_TIME)
        return to_move == WHITE ? 0 : 2;
    if (end == GAME_CLEAR_WIN)
        return s->white ? 2 : 0;
    return 1;
}

/* The rule of `adjudicate`, in reported centipawns (see eval/wdl.h). A win needs scores of 7 pawns
 * in three moves of each side. A draw needs scores of at most 0.08 pawns in eight moves of each
 * side, from move 40 on. */
static const ScoreRule SCORE_RULE = {
    .win_score = 700, .win_plies = 6, .draw_score = 8, .draw_plies = 16, .draw_from = 80};

/* Returns the limits of the side to move. left[side] is the microseconds left on the clock of a
 * side. */
static SearchLimits limits_of(const TimeControl *control, const int64_t left[COLOR_COUNT]) {
    SearchLimits limits = limits_none();
    limits.movetime = control->movetime;
    limits.nodes = control->nodes;
    limits.depth = control->depth;
    if (control->base == LIMIT_NONE)
        return limits;
    for (Color c = WHITE; c <= BLACK; c++) {
        limits.clock[c] = left[c] / 1000;
        limits.increment[c] = control->increment;
    }
    return limits;
}

/* Returns a search's score in reported centipawns, the unit of SCORE_RULE. The score of a proven
 * win or loss exceeds all limits of SCORE_RULE, so the function does not convert it. */
static int shown_score(const SearchResult *thought, int material) {
    return score_is_decisive(thought->score)
               ? thought->score
               : wdl_centipawns(thought->evaluation, thought->score, material);
}

/* Returns the microseconds that a clock loses for a move that took `took` microseconds. */
static int64_t charge(const TimeControl *control, const SearchResult *thought, int64_t took) {
    return control->nodestime ? (int64_t)(thought->nodes * 1000) / control->nodestime : took;
}

/* Lets the player to move think, and makes the move on `pos`. Returns GAME_TIME if the player's
 * clock has run out. A search tests the clock only every few hundred nodes. So a clock that counts
 * nodes (nodestime) may fall below 0. It then becomes 0, and the game goes on. */
static GameEnd play_move(Engine *player, const TimeControl *control, int64_t left[COLOR_COUNT],
                         Position *pos, const atomic_bool *stop, MatchGame *game) {
    const Color us = pos->state->side;
    const SearchLimits limits = limits_of(control, left);
    MatchMove *m = &game->moves[game->count];
    const int64_t start = clock_microseconds();
    m->thought = engine_analyse(player, pos, &limits, stop, NULL);
    m->thought.time = charge(control, &m->thought, clock_microseconds() - start);
    m->move = m->thought.best;
    if (*stop)
        return GAME_GOES_ON;
    left[us] -= m->thought.time;
    if (control->nodestime)
        left[us] = max_int64(left[us], 0);
    if (control->base != LIMIT_NONE && left[us] < 0)
        return GAME_TIME;
    left[us] += 1000 * control->increment;
    game->count++;
    position_advance(pos, m->move);
    return GAME_GOES_ON;
}

bool match_play(Engine *const players[COLOR_COUNT], const MatchSettings *settings, const char *fen,
                Position *pos, const atomic_bool *stop, MatchGame *game) {
    const int64_t base = 1000 * settings->control.base;
    int64_t left[COLOR_COUNT] = {base, base};
    const ScoreRule *const rule = settings->adjudicate ? &SCORE_RULE : NULL;
    ScoreStreaks streaks = {0};
    if (!fen_parse(pos, fen, NULL, 0))
        return false;
    fen_write(pos, game->fen);
    game->chess960 = pos->chess960;
    game->count = 0;
    engine_forget(players[WHITE]);
    engine_forget(players[BLACK]);
    while ((game->end = game_end(pos, &streaks, rule, MATCH_PLIES_MAX)) == GAME_GOES_ON) {
        const Color us = pos->state->side;
        const int material = wdl_material(pos->state);
        game->end = play_move(players[us], &settings->control, left, pos, stop, game);
        if (*stop || game->end != GAME_GOES_ON)
            break;
        const int score = shown_score(&game->moves[game->count - 1].thought, material);
        score_streaks_add(&streaks, &SCORE_RULE, us == WHITE ? score : -score);
    }
    game->to_move = pos->state->side;
    game->points = game_points(game->end, game->to_move, &streaks);
    return game->end != GAME_GOES_ON;
}

/* --- the difference in strength --------------------------------------------------------------- */

/* Returns the Elo difference at which a player expects `share` of the points. Replaces shares near
 * 0 and 1 by 0.0001 and 0.9999, so that the result is finite. */
static double elo_of(double share) {
    const double least = 1e-4, inside = fmin(fmax(share, least), 1 - least);
    return 400 * log10(inside / (1 - inside));
}

EloEstimate elo_estimate(const int counts[], int kinds) {
    double n = 0, mean = 0, variance = 0;
    int most = 0;
    for (int i = 0; i < kinds; i++) {
        n += counts[i];
        mean += counts[i] * i / (kinds - 1.0);
        most = max_int(most, counts[i]);
    }
    mean /= n;
    if (n < 2 || most == n)
        return (EloEstimate){NAN, NAN, NAN};
    for (int i = 0; i < kinds; i++)
        variance += counts[i] * pow(i / (kinds - 1.0) - mean, 2) / n;
    const double error = 1.96 * sqrt(variance / n);
    return (EloEstimate){elo_of(mean), elo_of(mean - error), elo_of(mean + error)};
}
