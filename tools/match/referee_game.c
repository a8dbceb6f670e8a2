#include "match/referee.h"

#include "board/make.h"
#include "core/types.h"
#include "moves/notation.h"
#include "uci/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The rule for ending a game by scores, in the engines' centipawns. Both engines must agree: on a
 * win for four moves each, or on a draw for eight moves each, from move 40 on. */
static const ScoreRule SCORE_RULE = {
    .win_score = 700, .win_plies = 8, .draw_score = 8, .draw_plies = 16, .draw_from = 80};

/* A score that counts neither for a win nor for a draw. */
enum { SCORE_UNKNOWN = 350 };

enum { MOVES_ROOM = REFEREE_PLIES_MAX * 6, LINES_ROOM = MOVES_ROOM + FEN_SIZE + 256 };

/* The moves in UCI notation, each after a blank. */
typedef struct Record {
    char moves[MOVES_ROOM];
    size_t length;
} Record;

/* --- a move ----------------------------------------------------------------------------------- */

/* Writes the lines that ask `us` for a move. If `more` is a move, the lines ask `us` to ponder on
 * the position after that move. An engine whose time is almost over is told 1 ms, and not 0. */
static void write_question(const RefereeGame *game, const Record *record, Player *const players[],
                           Color us, const char *more, char lines[LINES_ROOM]) {
    const PlayerLimit *const limit = &players[us]->settings->limit;
    const char *const go = *more ? "go ponder" : "go";
    int n =
        snprintf(lines, LINES_ROOM, "position fen %s%s%s%s%s\n", game->fen,
                 record->length || *more ? " moves" : "", record->moves, *more ? " " : "", more);
    n += snprintf(lines + n, (size_t)(LINES_ROOM - n), "%s", go);
    if (limit->kind)
        n += snprintf(lines + n, (size_t)(LINES_ROOM - n), " %s %" PRId64, limit->kind,
                      limit->number);
    for (Color c = WHITE; c <= BLACK && !limit->kind; c++)
        if (players[c]->settings->limit.base)
            n += snprintf(lines + n, (size_t)(LINES_ROOM - n), " %ctime %" PRId64 " %cinc %" PRId64,
                          "wb"[c], game -> left[c] < 1000 ? 1 : game -> left[c] / 1000, "wb"[c],
                          players[c] -> settings -> limit.increment);
    snprintf(lines + n, (size_t)(LINES_ROOM - n), "\n");
}

/* The microseconds that the side to move may take; -1 if it has no clock. */
static int64_t allowance(const RefereeGame *game, const PlayerLimit *limit, Color us) {
    enum { MOVETIME_GRACE = 100000 }; /* an engine stops after its time is over, not before */
    if (!limit->kind)
        return game->left[us];
    return strcmp(limit->kind, "movetime") == 0 ? limit->number * 1000 + MOVETIME_GRACE : -1;
}

/* Ends the pondering of a side that expected another move than the one played. */
static Fault end_pondering(RefereeGame *game, Player *const players[], Color us) {
    PlayerAnswer unused;
    if (game->expected[us] == MOVE_NONE)
        return FAULT_NONE;
    game->expected[us] = MOVE_NONE;
    return player_answer(players[us], "stop\n", &unused);
}

/* Lets a side ponder on the answer that it expects. `pos` is the position after its own move. */
static void begin_pondering(RefereeGame *game, Player *const players[], const Record *record,
                            Position *pos, Color us, const char *expected) {
    char lines[LINES_ROOM];
    game->expected[us] = game->ponders && *expected ? move_read(pos, expected) : MOVE_NONE;
    if (game->expected[us] == MOVE_NONE)
        return;
    write_question(game, record, players, us, expected, lines);
    player_send(players[us], lines);
}

/* Asks the side to move for a move, by ponderhit if it has pondered on the latest move. */
static Fault ask(RefereeGame *game, Player *const players[], const Record *record, Color us,
                 PlayerAnswer *said) {
    const Move last = game->count ? game->moves[game->count - 1].move : MOVE_NONE;
    const bool hit = game->expected[us] != MOVE_NONE && game->expected[us] == last;
    char lines[LINES_ROOM] = "ponderhit\n";
    if (hit) {
        game->expected[us] = MOVE_NONE;
    } else {
        const Fault fault = end_pondering(game, players, us);
        if (fault)
            return fault;
        write_question(game, record, players, us, "", lines);
    }
    return player_think(players[us], lines, allowance(game, &players[us]->settings->limit, us),
                        said);
}

/* Asks the side to move for a move, and makes it on the board. */
static Fault play_move(RefereeGame *game, Player *const players[], Record *record, Position *pos) {
    char text[MOVE_TEXT_SIZE];
    const Color us = pos->state->side;
    RefereeMove *const m = &game->moves[game->count];
    const Fault fault = ask(game, players, record, us, &m->said);
    if (fault)
        return fault;
    m->move = move_read(pos, m->said.move);
    if (m->move == MOVE_NONE) {
        char reason[ILLEGAL_SIZE];
        const bool known = move_illegal(pos, m->said.move, reason);
        snprintf(game->illegal, sizeof game->illegal, "%s%s%s", m->said.move, known ? ", " : "",
                 reason);
        return FAULT_ILLEGAL;
    }
    game->left[us] =
        max_int64(0, game->left[us] - m->said.time) + players[us]->settings->limit.increment * 1000;
    game->count++;
    const int score = m->said.has_score ? m->said.score : SCORE_UNKNOWN;
    score_streaks_add(&game->streaks, &SCORE_RULE, us == WHITE ? score : -score);
    move_write(pos, m->move, text);
    record->length += (size_t)snprintf(record->moves + record->length,
                                       sizeof record->moves - record->length, " %s", text);
    position_advance(pos, m->move);
    begin_pondering(game, players, record, pos, us, m->said.ponder);
    return FAULT_NONE;
}

/* --- a game ----------------------------------------------------------------------------------- */

/* Prepares both players. If a side is not ready, it loses, and is stored as the side to move. */
static bool prepare(RefereeGame *game, Player *const players[]) {
    for (Color c = WHITE; c <= BLACK; c++) {
        game->fault = player_prepare(players[c], game->chess960);
        if (game->fault) {
            game->to_move = c;
            return false;
        }
    }
    return true;
}

void referee_game_play(RefereeGame *game, Player *const players[COLOR_COUNT], const char *fen,
                       Position *pos) {
    Record record = {{0}, 0};
    fen_parse(pos, fen, NULL, 0);
    pos->chess960 = game->chess960 |= fen_needs_chess960(pos);
    fen_write(pos, game->fen);
    game->count = 0;
    game->expected[WHITE] = game->expected[BLACK] = MOVE_NONE;
    game->end = GAME_GOES_ON;
    game->streaks = (ScoreStreaks){0};
    for (Color c = WHITE; c <= BLACK; c++)
        game->left[c] = players[c]->settings->limit.base * 1000;
    if (prepare(game, players)) {
        while (!game->fault && (game->end = game_end(pos, &game->streaks, &SCORE_RULE,
                                                     REFEREE_PLIES_MAX)) == GAME_GOES_ON)
            game->fault = play_move(game, players, &record, pos);
        game->to_move = pos->state->side;
    }
    /* a side with a fault loses like a mated side */
    game->points = game_points(game->fault ? GAME_MATE : game->end, game->to_move, &game->streaks);
    for (Color c = WHITE; c <= BLACK; c++)
        if (players[c]->process.pid && end_pondering(game, players, c))
            disturbance_lost(players[c], "it does not stop to ponder");
}

/* --- as text ---------------------------------------------------------------------------------- */

void referee_game_reason(const RefereeGame *game, char *text, size_t size) {
    static const char *const FAULTS[] = {[FAULT_TIME] = "loses on time",
                                         [FAULT_ILLEGAL] = "makes an illegal move: ",
                                         [FAULT_STALL] = "stalls",
                                         [FAULT_CRASH] = "disconnects"};
    if (!game->fault)
        snprintf(text, size, "%s", game_end_text(game->end, game->to_move));
    else
        snprintf(text, size, "%s %s%s", game->to_move == WHITE ? "White" : "Black",
                 FAULTS[game->fault], game->fault == FAULT_ILLEGAL ? game->illegal : "");
}
