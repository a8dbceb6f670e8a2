#include "soak/soak_game.h"

#include "board/make.h"
#include "core/types.h"
#include "moves/notation.h"
#include "soak/soak_losses.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_SIZE = MOVES_SIZE + FEN_SIZE + 128 };

/* One time in so many. */
static bool now_and_then(Game *g, int times) {
    return random_below(g->random, times) == 0;
}

/* The lines that ask for a move: the game, one more move if there is one, and what the clocks say.
 */
static void write_question(const Game *g, Move more, char lines[LINES_SIZE]) {
    char text[MOVE_TEXT_SIZE] = "";
    const int increment = (int)(g->settings->increment / 1000);
    if (more)
        move_write(g->pos, more, text);
    snprintf(lines, LINES_SIZE,
             "position fen %s moves%s%s%s\ngo %swtime %" PRId64 " btime %" PRId64
             " winc %d binc %d",
             g->fen, g->moves, more ? " " : "", text, more ? "ponder " : "",
             max_int64(1, g->clock[WHITE] / 1000), max_int64(1, g->clock[BLACK] / 1000), increment,
             increment);
}

static bool prepare(Game *g) {
    const GameSettings *s = g->settings;
    for (Color c = WHITE; c <= BLACK; c++) {
        g->clock[c] = s->base;
        player_say(g->players[c],
                   "setoption name UCI_Chess960 value %s\nsetoption name Threads value %d\n"
                   "setoption name Hash value %d\nsetoption name Ponder value %s\nucinewgame",
                   s->chess960 ? "true" : "false", s->threads, s->hash,
                   s->ponder ? "true" : "false");
        if (!player_wait_ready(g->players[c]))
            return false;
    }
    g->pos->chess960 = s->chess960;
    position_set(g->pos, g->fen);
    g->plies = 0;
    g->moves[0] = '\0';
    return true;
}

/* --- a move ---------------------------------------------------------------------------------- */

/* Ends a ponder search whose move did not come. A GUI waits for the answer, or does not. */
static bool end_pondering(Player *p, Player *other, bool wait) {
    p->pondering = false;
    player_say(p, "stop");
    return !wait || player_wait(p, other, 0, player_patience);
}

/* Asks the side to move, which may have pondered; its clock runs from *from on. */
static bool begin_move(Game *g, Player *p, Player *other, Move last, int64_t *from,
                       GameSums *sums) {
    char lines[LINES_SIZE];
    const Color us = g->pos->state->side;
    if (p->pondering && last == g->expected[us]) {
        sums->hits++;
        p->pondering = false;
        *from = micros_now();
        player_say(p, now_and_then(g, 16) ? "ponderhit\nstop" : "ponderhit");
        return p->runs;
    }
    if (p->pondering && !end_pondering(p, other, !now_and_then(g, 4)))
        return false;
    write_question(g, MOVE_NONE, lines);
    *from = micros_now();
    player_ask(p, g->pos, lines);
    return p->runs;
}

/* What impatient users and GUIs send while an engine thinks. */
static void disturb(Game *g, Player *p, Player *other) {
    if (now_and_then(g, 16)) {
        p->ready++;
        player_say(p, "isready");
    }
    if (now_and_then(g, 40)) {
        const int64_t until = micros_now() + random_below(g->random, 10000);
        while (p->asked && p->runs && micros_now() < until)
            if (!player_listen(p, 1) && other->runs)
                player_listen(other, 0);
        player_say(p, "stop");
    }
}

/* Charges the clock of a side. False if it has lost on time. */
static bool charge(Game *g, Color us, int64_t took, GameSums *sums) {
    const int64_t over = took - g->clock[us], limit = g->clock[us] + g->settings->margin;
    const bool late = took > limit;
    sums->longest_over = max_int64(sums->longest_over, over);
    g->clock[us] = max_int64(0, -over) + g->settings->increment;
    sums->late += over > 0;
    if (!late)
        return true;
    if (in_time((double)took / 1000, (double)limit / 1000)) {
        sums->excused++;
        return true;
    }
    lose(LOSS_TIME, "%c answers after %.1f ms with %.1f ms on the clock", g->players[us]->name,
         (double)took / 1000, (double)(took - over) / 1000);
    player_print(g->players[us]);
    return false;
}

/* Lets the side to move play. MOVE_NONE if the game cannot go on. */
static Move play_move(Game *g, Move last, GameSums *sums) {
    const Color us = g->pos->state->side;
    Player *p = g->players[us], *other = g->players[opponent(us)];
    char text[MOVE_TEXT_SIZE];
    int64_t from;
    if (!begin_move(g, p, other, last, &from, sums))
        return MOVE_NONE;
    disturb(g, p, other);
    if (!player_wait(p, other, 0, (int)(g->clock[us] / 1000) + player_patience) ||
        !charge(g, us, p->answered_at - from, sums))
        return MOVE_NONE;
    if (p->best == MOVE_NONE)
        return MOVE_NONE;
    move_write(g->pos, p->best, text);
    snprintf(g->moves + strlen(g->moves), sizeof g->moves - strlen(g->moves), " %s", text);
    make_move(g->pos, p->best);
    position_reroot(g->pos);
    g->plies++;
    return p->best;
}

/* Lets the side that has just moved think on about its opponent's answer. */
static void begin_pondering(Game *g, GameSums *sums) {
    const Color us = opponent(g->pos->state->side);
    Player *p = g->players[us];
    char lines[LINES_SIZE];
    if (now_and_then(g, 64))
        player_say(p, now_and_then(g, 2) ? "stop" : "ponderhit"); /* they come too late */
    if (!g->settings->ponder || !p->runs || p->ponder == MOVE_NONE)
        return;
    write_question(g, p->ponder, lines);
    g->expected[us] = p->ponder;
    position_copy(g->after, g->pos);
    make_move(g->after, p->ponder);
    p->pondering = true;
    sums->pondered++;
    player_ask(p, g->after, lines);
}

/* --- a game ---------------------------------------------------------------------------------- */

/* Both must be ready for another game. */
static bool conclude(Game *g) {
    bool good = true;
    for (Color c = WHITE; c <= BLACK; c++) {
        Player *p = g->players[c];
        if (p->pondering)
            good = end_pondering(p, NULL, true) && good;
        good = p->runs && player_wait(p, NULL, 0, player_patience) && player_wait_ready(p) && good;
    }
    return good;
}

bool game_play(Game *g, GameSums *sums) {
    const int lost = losses_total();
    GameEnd end = GAME_GOES_ON;
    Move last = MOVE_NONE;
    if (!prepare(g))
        return false;
    while ((end = game_end_by_rules(g->pos)) == GAME_GOES_ON && g->plies < g->settings->plies) {
        if (last)
            begin_pondering(g, sums);
        last = play_move(g, last, sums);
        if (!last)
            break;
    }
    const bool whole = last != MOVE_NONE || end != GAME_GOES_ON;
    sums->plies += g->plies;
    sums->games += whole;
    sums->decided += whole && end == GAME_MATE;
    sums->drawn += whole && end != GAME_MATE && end != GAME_GOES_ON;
    sums->too_long += whole && end == GAME_GOES_ON;
    const bool good = conclude(g) && whole;
    if (losses_total() != lost)
        printf("    it was: position fen %s moves%s; %d threads, %d MB%s%s\n", g->fen, g->moves,
               g->settings->threads, g->settings->hash, g->settings->ponder ? ", pondering" : "",
               g->settings->chess960 ? ", Chess960" : "");
    return good;
}

/* --- starts ----------------------------------------------------------------------------------- */

void starts_init(Starts *starts, uint64_t seed) {
    *starts = (Starts){{seed * 2 + 1}, openings_create(seed), position_new()};
    if (!starts->openings)
        exit(2);
}

void starts_free(Starts *starts) {
    openings_free(starts->openings);
    free(starts->pos);
}

bool starts_draw(Starts *starts, bool chess960, char fen[FEN_SIZE]) {
    enum { TRIES = 10000 };
    char start[FEN_SIZE];
    for (int i = 0; i < TRIES; i++) {
        snprintf(start, sizeof start, "%s", FEN_START);
        if (chess960)
            random_start(&starts->random, random_below(&starts->random, 3) == 0, start);
        if (openings_try(starts->openings, start, fen))
            return true;
    }
    return false;
}
