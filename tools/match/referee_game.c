#include "match/referee_game.h"

#include "board/make.h"
#include "moves/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Centipawns as the engines give them. Both must see it: a win for four moves each, a draw for
 * eight, not before move 40. */
static const ScoreRule SCORE_RULE = {
    .win_score = 700, .win_plies = 8, .draw_score = 8, .draw_plies = 16, .draw_from = 80};

/* What counts as no sign of either. */
enum { SCORE_UNKNOWN = 350 };

enum { MOVES_ROOM = REFEREE_PLIES_MAX * 6, LINES_ROOM = MOVES_ROOM + FEN_SIZE + 256 };

/* The moves as UCI sends them, each behind a blank. */
typedef struct Record {
    char moves[MOVES_ROOM];
    size_t length;
} Record;

/* --- a move ----------------------------------------------------------------------------------- */

/* The lines that ask for a move. A clock shows a millisecond at least. */
static void write_question(const RefereeGame *game, const Record *record, Player *const players[],
                           Color us, char lines[LINES_ROOM]) {
    const PlayerLimit *const limit = &players[us]->settings->limit;
    int n = snprintf(lines, LINES_ROOM, "position fen %s%s%s\n", game->fen,
                     record->length ? " moves" : "", record->moves);
    if (limit->nodes) {
        snprintf(lines + n, (size_t)(LINES_ROOM - n), "go nodes %" PRId64 "\n", limit->nodes);
    } else if (limit->movetime) {
        snprintf(lines + n, (size_t)(LINES_ROOM - n), "go movetime %" PRId64 "\n", limit->movetime);
    } else {
        static const char NAMES[] = "wb";
        n += snprintf(lines + n, (size_t)(LINES_ROOM - n), "go");
        for (Color c = WHITE; c <= BLACK; c++)
            if (players[c]->settings->limit.base)
                n += snprintf(lines + n, (size_t)(LINES_ROOM - n),
                              " %ctime %" PRId64 " %cinc %" PRId64, NAMES[c],
                              game->left[c] < 1000 ? 1 : game->left[c] / 1000, NAMES[c],
                              players[c]->settings->limit.increment);
        snprintf(lines + n, (size_t)(LINES_ROOM - n), "\n");
    }
}

/* The microseconds that the side to move may take; -1 if it has no clock. */
static int64_t allowance(const RefereeGame *game, const PlayerLimit *limit, Color us) {
    enum { MOVETIME_GRACE = 100000 }; /* an engine stops when its time is over, not before */
    if (limit->nodes)
        return -1;
    return limit->movetime ? limit->movetime * 1000 + MOVETIME_GRACE : game->left[us];
}

static RefereeEnd end_by_fault(PlayerFault fault) {
    static const RefereeEnd ENDS[] = {REFEREE_BY_GAME, REFEREE_STOPPED, REFEREE_TIME, REFEREE_STALL,
                                      REFEREE_CRASH};
    return ENDS[fault];
}

/* Lets the side to move play. */
static RefereeEnd play_move(RefereeGame *game, Player *const players[], Record *record,
                            Position *pos) {
    char lines[LINES_ROOM], text[MOVE_TEXT_SIZE];
    const Color us = pos->state->side;
    const PlayerLimit *const limit = &players[us]->settings->limit;
    RefereeMove *const m = &game->moves[game->count];
    write_question(game, record, players, us, lines);
    const PlayerFault fault =
        player_think(players[us], lines, allowance(game, limit, us), &m->said);
    if (fault != PLAYER_FINE)
        return end_by_fault(fault);
    m->move = move_read(pos, m->said.move);
    if (m->move == MOVE_NONE) {
        char reason[ILLEGAL_SIZE];
        const bool known = move_illegal(pos, m->said.move, reason);
        snprintf(game->illegal, sizeof game->illegal, "%s%s%s", m->said.move, known ? ", " : "",
                 reason);
        return REFEREE_ILLEGAL;
    }
    game->left[us] += limit->increment * 1000 - m->said.time;
    game->count++;
    const int score = m->said.has_score ? m->said.score : SCORE_UNKNOWN;
    score_streaks_add(&game->streaks, &SCORE_RULE, us == WHITE ? score : -score);
    move_write(pos, m->move, text);
    record->length += (size_t)snprintf(record->moves + record->length,
                                       sizeof record->moves - record->length, " %s", text);
    make_move(pos, m->move);
    position_reroot(pos);
    return REFEREE_BY_GAME;
}

/* --- a game ----------------------------------------------------------------------------------- */

static GameEnd end_now(const RefereeGame *game, const Position *pos) {
    const GameEnd rules = game_end_by_rules(pos);
    if (rules != GAME_GOES_ON)
        return rules;
    return game->count == REFEREE_PLIES_MAX ? GAME_TOO_LONG
                                            : game_end_by_scores(&game->streaks, &SCORE_RULE);
}

static int points_of(const RefereeGame *game) {
    if (game->how != REFEREE_BY_GAME || game->end == GAME_MATE)
        return game->to_move == WHITE ? 0 : 2;
    if (game->end == GAME_CLEAR_WIN)
        return game->streaks.white ? 2 : 0;
    return 1;
}

/* Makes both ready. The side that is not loses, as if it were to move. */
static bool prepare(RefereeGame *game, Player *const players[]) {
    for (Color c = WHITE; c <= BLACK; c++) {
        game->how = end_by_fault(player_prepare(players[c]));
        if (game->how != REFEREE_BY_GAME) {
            game->to_move = c;
            game->points = points_of(game);
            return false;
        }
    }
    return true;
}

void referee_game_play(RefereeGame *game, Player *const players[COLOR_COUNT], const char *fen,
                       Position *pos) {
    Record record = {{0}, 0};
    fen_parse(pos, fen, NULL, 0);
    fen_write(pos, game->fen);
    game->count = 0;
    game->end = GAME_GOES_ON;
    game->streaks = (ScoreStreaks){0};
    for (Color c = WHITE; c <= BLACK; c++)
        game->left[c] = players[c]->settings->limit.base * 1000;
    if (!prepare(game, players))
        return;
    while (game->how == REFEREE_BY_GAME && (game->end = end_now(game, pos)) == GAME_GOES_ON)
        game->how = play_move(game, players, &record, pos);
    game->to_move = pos->state->side;
    game->points = points_of(game);
}

/* --- as text ---------------------------------------------------------------------------------- */

const char *referee_game_result(const RefereeGame *game) {
    static const char *const RESULTS[] = {"0-1", "1/2-1/2", "1-0"};
    return game->how == REFEREE_STOPPED ? "*" : RESULTS[game->points];
}

/* In words how rules or scores have ended it. */
static const char *end_text(const RefereeGame *game) {
    static const char *const TEXTS[] = {
        [GAME_GOES_ON] = "it goes on",
        [GAME_MATE] = "mate",
        [GAME_STALEMATE] = "stalemate",
        [GAME_REPETITION] = "third repetition",
        [GAME_FIFTY_MOVES] = "fifty-move rule",
        [GAME_MATERIAL] = "material that cannot mate",
        [GAME_CLEAR_WIN] = "a clear win by the scores",
        [GAME_CLEAR_DRAW] = "a clear draw by the scores",
        [GAME_TOO_LONG] = "too long",
        [GAME_TIME] = "time",
    };
    return TEXTS[game->end];
}

void referee_game_reason(const RefereeGame *game, char *text, size_t size) {
    static const char *const FAULTS[] = {[REFEREE_TIME] = "loses on time",
                                         [REFEREE_ILLEGAL] = "makes an illegal move: ",
                                         [REFEREE_CRASH] = "disconnects",
                                         [REFEREE_STALL] = "stalls",
                                         [REFEREE_STOPPED] = "is stopped"};
    if (game->how == REFEREE_BY_GAME)
        snprintf(text, size, "%s", end_text(game));
    else
        snprintf(text, size, "%s %s%s", game->to_move == WHITE ? "White" : "Black",
                 FAULTS[game->how], game->how == REFEREE_ILLEGAL ? game->illegal : "");
}
