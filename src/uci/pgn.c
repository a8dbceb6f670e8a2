#include "uci/pgn.h"

#include "board/make.h"
#include "uci/uci_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- the text -------------------------------------------------------------------------------- */

const char *pgn_result(const MatchGame *game) {
    static const char *const RESULTS[] = {"0-1", "1/2-1/2", "1-0"};
    return game->end == GAME_GOES_ON ? "*" : RESULTS[game->points];
}

const char *game_end_text(const MatchGame *game) {
    static const char *const TEXTS[][COLOR_COUNT] = {
        [GAME_GOES_ON] = {"stopped", "stopped"},
        [GAME_MATE] = {"Black mates", "White mates"},
        [GAME_STALEMATE] = {"White is stalemated", "Black is stalemated"},
        [GAME_REPETITION] = {"third repetition", "third repetition"},
        [GAME_FIFTY_MOVES] = {"fifty-move rule", "fifty-move rule"},
        [GAME_MATERIAL] = {"material that cannot mate", "material that cannot mate"},
        [GAME_CLEAR_WIN] = {"a clear win by the scores", "a clear win by the scores"},
        [GAME_CLEAR_DRAW] = {"a clear draw by the scores", "a clear draw by the scores"},
        [GAME_TOO_LONG] = {"too long", "too long"},
        [GAME_TIME] = {"White loses on time", "Black loses on time"},
    };
    return TEXTS[game->end][game->to_move];
}

static const char *termination(GameEnd end) {
    switch (end) {
    case GAME_GOES_ON:
        return "unterminated";
    case GAME_TIME:
        return "time forfeit";
    case GAME_CLEAR_WIN:
    case GAME_CLEAR_DRAW:
    case GAME_TOO_LONG:
        return "adjudication";
    default:
        return "normal";
    }
}

static void add_tags(Document *out, const PgnTags *tags, const MatchGame *game) {
    static const char *const COLORS[] = {"White", "Black"};
    const time_t now = time(NULL);
    struct tm day;
    char date[16] = "????.??.??";
    if (localtime_r(&now, &day))
        strftime(date, sizeof date, "%Y.%m.%d", &day);
    document_add(out, "[Event \"Panoptes selfplay, %s\"]\n[Site \"?\"]\n[Date \"%s\"]\n",
                 tags->control, date);
    document_add(out, "[Round \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n",
                 tags->round, tags->player[WHITE], tags->player[BLACK], pgn_result(game));
    document_add(out, "[SetUp \"1\"]\n[FEN \"%s\"]\n", game->fen);
    if (game->chess960)
        document_add(out, "[Variant \"Chess960\"]\n");
    document_add(out, "[TimeControl \"%s\"]\n[PlyCount \"%d\"]\n[Termination \"%s\"]\n",
                 tags->has_clock ? tags->control : "-", game->count, termination(game->end));
    for (Color c = WHITE; c <= BLACK; c++)
        if (*tags->options[c])
            document_add(out, "[%sOptions \"%s\"]\n", COLORS[c], tags->options[c]);
    document_add(out, "\n");
}

void pgn_add_word(Document *out, size_t *column, const char *word) {
    enum { WIDTH = 80 };
    const size_t length = strlen(word);
    const bool fits = *column + 1 + length < WIDTH;
    document_add(out, "%s%s", !*column ? "" : fits ? " " : "\n", word);
    *column = fits && *column ? *column + 1 + length : length;
}

void pgn_add_move(Document *out, size_t *column, Position *pos, Move m) {
    char word[16], san[SAN_SIZE];
    const int ply = game_ply(pos);
    if (ply % 2 == 0 || *column == 0) {
        snprintf(word, sizeof word, "%d.%s", ply / 2 + 1, ply % 2 ? ".." : "");
        pgn_add_word(out, column, word);
    }
    san_write(pos, m, san);
    pgn_add_word(out, column, san);
}

/* Adds the i-th move and its comment. That of the last one also says how the game has ended: some
 * readers allow no comment behind another. */
static void add_move(Document *out, size_t *column, Position *pos, const MatchGame *game, int i) {
    const MatchMove *m = &game->moves[i];
    const SearchResult *t = &m->thought;
    const bool is_last = i == game->count - 1;
    char word[96];
    pgn_add_move(out, column, pos, m->move);
    snprintf(word, sizeof word, "{%s/%d %.3fs%s%s}",
             pawns_text(pos->state, t->evaluation, t->score).text, t->depth, (double)t->time / 1e6,
             is_last ? ", " : "", is_last ? game_end_text(game) : "");
    pgn_add_word(out, column, word);
}

void pgn_add(Document *out, const PgnTags *tags, const MatchGame *game, Position *pos) {
    size_t column = 0;
    add_tags(out, tags, game);
    fen_parse(pos, game->fen, NULL, 0);
    for (int i = 0; i < game->count; i++) {
        add_move(out, &column, pos, game, i);
        position_advance(pos, game->moves[i].move);
    }
    pgn_add_word(out, &column, pgn_result(game));
    document_add(out, "\n\n");
}

/* --- the file -------------------------------------------------------------------------------- */

FILE *pgn_open(const char *path, const char **reason) {
    *reason = atomic_write_fault(path, "[", "it is there already and is no PGN");
    FILE *file = *reason ? NULL : file_stream(path, "a", reason);
    if (file)
        setvbuf(file, NULL, _IONBF, 0); /* what could not be written must not be tried again */
    return file;
}

bool pgn_write(FILE *file, const Document *out) {
    struct stat before;
    const bool known = fstat(fileno(file), &before) == 0;
    errno = ENOMEM;
    if (!out->out_of_memory && fwrite(out->data, 1, out->length, file) == out->length &&
        fflush(file) == 0)
        return true;
    const int error = errno;
    clearerr(file);
    if (known)
        (void)!ftruncate(fileno(file), before.st_size);
    errno = error;
    return false;
}
