#include "match/referee.h"

#include "board/make.h"
#include "uci/pgn.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const COLORS[] = {"White", "Black"};

/* As the PGN standard names it. */
static const char *termination(const RefereeGame *game) {
    switch (game->how) {
    case REFEREE_TIME:
        return "time forfeit";
    case REFEREE_ILLEGAL:
        return "illegal move";
    case REFEREE_CRASH:
    case REFEREE_STALL:
        return "abandoned";
    case REFEREE_STOPPED:
        return "unterminated";
    default:
        return game->end >= GAME_CLEAR_WIN ? "adjudication" : "normal";
    }
}

static void add_limit(Document *out, const char *color, const PlayerLimit *limit) {
    document_add(out, "[%sTimeControl \"", color);
    if (limit->nodes)
        document_add(out, "nodes=%" PRId64, limit->nodes);
    else if (limit->movetime)
        document_add(out, "movetime=%" PRId64, limit->movetime);
    else if (limit->depth)
        document_add(out, "depth=%" PRId64, limit->depth);
    else
        document_add(out, "%g+%g", (double)limit->base / 1000, (double)limit->increment / 1000);
    document_add(out, "\"]\n");
}

static void add_tags(Document *out, const RefereeGame *game, Player *const players[], int round) {
    const time_t now = time(NULL);
    struct tm day;
    char date[16] = "????.??.??", reason[REFEREE_REASON_SIZE];
    if (localtime_r(&now, &day))
        strftime(date, sizeof date, "%Y.%m.%d", &day);
    referee_game_reason(game, reason, sizeof reason);
    document_add(out, "[Event \"Panoptes match\"]\n[Site \"?\"]\n[Date \"%s\"]\n[Round \"%d\"]\n",
                 date, round);
    for (Color c = WHITE; c <= BLACK; c++)
        document_add(out, "[%s \"%s\"]\n", COLORS[c], players[c]->settings->name);
    document_add(out, "[Result \"%s\"]\n%s[SetUp \"1\"]\n[FEN \"%s\"]\n", referee_game_result(game),
                 game->chess960 ? "[Variant \"Chess960\"]\n" : "", game->fen);
    for (Color c = WHITE; c <= BLACK; c++)
        add_limit(out, COLORS[c], &players[c]->settings->limit);
    document_add(out, "[PlyCount \"%d\"]\n[Termination \"%s\"]\n[TerminationDetails \"%s\"]\n\n",
                 game->count, termination(game), reason);
}

/* "+0.31/12 0.018s", "-M5/20 0.2s", or the time alone. */
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

static void add_move(Document *out, size_t *column, Position *pos, const RefereeGame *game, int i) {
    char word[96];
    pgn_add_move(out, column, pos, game->moves[i].move);
    write_thought(&game->moves[i].said, word, sizeof word);
    pgn_add_word(out, column, word);
}

void referee_pgn_add(Document *out, const RefereeGame *game, Player *const players[COLOR_COUNT],
                     int round, Position *pos) {
    size_t column = 0;
    add_tags(out, game, players, round);
    pos->chess960 = game->chess960;
    fen_parse(pos, game->fen, NULL, 0);
    for (int i = 0; i < game->count; i++) {
        add_move(out, &column, pos, game, i);
        position_advance(pos, game->moves[i].move);
    }
    pgn_add_word(out, &column, referee_game_result(game));
    document_add(out, "\n\n");
}
