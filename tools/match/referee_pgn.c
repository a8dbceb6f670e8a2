#include "match/referee.h"

#include "uci/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The PGN tag Termination of a game with a fault. */
static const char *const TERMINATIONS[] = {[FAULT_TIME] = "time forfeit",
                                           [FAULT_ILLEGAL] = "illegal move",
                                           [FAULT_STALL] = "abandoned",
                                           [FAULT_CRASH] = "abandoned"};

static void add_limit(Document *out, const char *color, const PlayerLimit *limit) {
    document_add(out, "[%sTimeControl \"", color);
    if (limit->kind)
        document_add(out, "%s=%" PRId64, limit->kind, limit->number);
    else
        document_add(out, "%.10g+%.10g", (double)limit->base / 1000,
                     (double)limit->increment / 1000);
    document_add(out, "\"]\n");
}

/* Writes the comment of a move: "+0.31/12 0.018s", "-M5/20 0.2s", or the time alone. */
static void write_thought(const PlayerAnswer *said, char *text, size_t size) {
    const char sign = said->score < 0 ? '-' : '+';
    const double seconds = (double)said->time / 1e6;
    const int score = abs(said->score);
    if (!said->has_score)
        snprintf(text, size, "{%.3fs}", seconds);
    else if (score >= PLAYER_MATE - PLAYER_MATE_MOVES)
        snprintf(text, size, "{%cM%d/%d %.3fs}", sign, PLAYER_MATE - score, said->depth, seconds);
    else
        snprintf(text, size, "{%c%d.%02d/%d %.3fs}", sign, score / 100, score % 100, said->depth,
                 seconds);
}

static Move move_with_comment(const void *context, int i, const Position *pos,
                              char comment[PGN_COMMENT_SIZE]) {
    const RefereeMove *m = &((const RefereeGame *)context)->moves[i];
    write_thought(&m->said, comment, PGN_COMMENT_SIZE);
    return m->move;
}

void referee_pgn_add(Document *out, const RefereeGame *game, Player *const players[COLOR_COUNT],
                     int round, Position *pos) {
    char reason[REFEREE_REASON_SIZE];
    const PgnGame pgn = {.event = "Panoptes match",
                         .result = PGN_RESULTS[game->points],
                         .termination =
                             game->fault ? TERMINATIONS[game->fault] : pgn_termination(game->end),
                         .fen = game->fen,
                         .player = {players[WHITE]->settings->name, players[BLACK]->settings->name},
                         .round = round,
                         .count = game->count,
                         .chess960 = game->chess960,
                         .game = game,
                         .move = move_with_comment};
    referee_game_reason(game, reason, sizeof reason);
    pgn_add_tags(out, &pgn);
    add_limit(out, "White", &players[WHITE]->settings->limit);
    add_limit(out, "Black", &players[BLACK]->settings->limit);
    document_add(out, "[TerminationDetails \"%s\"]\n", reason);
    pgn_add_moves(out, &pgn, pos);
}
