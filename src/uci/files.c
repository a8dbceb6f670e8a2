/* Files that commands read and write: the lines of a text, and games as PGN. */
#include "uci/files.h"

#include "board/make.h"
#include "moves/notation.h"
#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- lines -------------------------------------------------------------------------------------- */

static const char NO_MEMORY[] = "there is not enough memory for it";

/* Returns the offset of the line after the line at an offset, or the size of the text after the last line. */
static size_t next_line(const Lines *lines, size_t line) {
    const char *feed = memchr(lines->text + line, '\n', lines->size - line);
    return feed ? (size_t)(feed - lines->text) + 1 : lines->size;
}

/* Finds the lines of the text. Returns false if memory is short. */
static bool index_lines(Lines *lines) {
    size_t size = 0;
    for (size_t line = byte_order_mark(lines->text, lines->size); line < lines->size;
         line = next_line(lines, line)) {
        if (lines->count == size) {
            size = size ? 2 * size : 1024;
            size_t *begins = realloc(lines->begins, size * sizeof *begins);
            if (!begins)
                return false;
            lines->begins = begins;
        }
        lines->begins[lines->count++] = line;
    }
    return true;
}

/* Reads an open file. Returns NULL, or the fault of the file. */
static const char *read_text(Lines *lines, FILE *file) {
    static const off_t SIZE_MAX_READ = (off_t)1 << 30;
    struct stat status;
    if (fstat(fileno(file), &status))
        return strerror(errno);
    if (status.st_size > SIZE_MAX_READ)
        return "it is larger than 1 GB";
    const size_t size = (size_t)status.st_size;
    lines->text = malloc(size + 1);
    if (!lines->text)
        return NO_MEMORY;
    lines->size = fread(lines->text, 1, size, file);
    if (ferror(file))
        return strerror(errno);
    if (!index_lines(lines))
        return NO_MEMORY;
    return lines->count ? NULL : "it is empty";
}

const char *lines_read(Lines *lines, const char *path) {
    const char *fault;
    FILE *file = regular_file_stream(path, &fault);
    *lines = (Lines){0};
    if (!file)
        return fault;
    fault = read_text(lines, file);
    fclose(file);
    return fault;
}

Token lines_at(const Lines *lines, size_t index) {
    const size_t line = lines->begins[index];
    return (Token){lines->text + line, next_line(lines, line) - line};
}

size_t lines_number(const Lines *lines, size_t index) {
    size_t number = 1;
    for (size_t line = 0; line < lines->begins[index]; line = next_line(lines, line))
        number += next_line(lines, line) <= lines->begins[index];
    return number;
}

void lines_free(Lines *lines) {
    free(lines->text);
    free(lines->begins);
    *lines = (Lines){0};
}

/* --- games as PGN ------------------------------------------------------------------------------- */

const char *const PGN_RESULTS[3] = {"0-1", "1/2-1/2", "1-0"};

const char *pgn_result(const MatchGame *game) {
    return game->end == GAME_GOES_ON ? "*" : PGN_RESULTS[game->points];
}

const char *game_end_text(GameEnd end, Color to_move) {
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
    return TEXTS[end][to_move];
}

const char *pgn_termination(GameEnd end) {
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

void pgn_add_tags(Document *out, const PgnGame *game) {
    const time_t now = time(NULL);
    struct tm day;
    char date[16] = "????.??.??";
    if (localtime_r(&now, &day))
        strftime(date, sizeof date, "%Y.%m.%d", &day);
    document_add(out, "[Event \"%s\"]\n[Site \"?\"]\n[Date \"%s\"]\n[Round \"%d\"]\n", game->event,
                 date, game->round);
    document_add(out, "[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n", game->player[WHITE],
                 game->player[BLACK], game->result);
    document_add(out, "[SetUp \"1\"]\n[FEN \"%s\"]\n%s", game->fen,
                 game->chess960 ? "[Variant \"Chess960\"]\n" : "");
}

/* Adds a word after a blank, or after an end of line if the line would exceed 80 characters. *column is the length of
 * the present line, 0 before the first word. */
static void add_word(Document *out, size_t *column, const char *word) {
    enum { WIDTH = 80 };
    const size_t length = strlen(word);
    const bool fits = *column + 1 + length < WIDTH;
    document_add(out, "%s%s", !*column ? "" : fits ? " " : "\n", word);
    *column = fits && *column ? *column + 1 + length : length;
}

void pgn_add_moves(Document *out, const PgnGame *game, Position *pos) {
    size_t column = 0;
    document_add(out, "[PlyCount \"%d\"]\n[Termination \"%s\"]\n\n", game->count,
                 game->termination);
    pos->chess960 = game->chess960;
    fen_parse(pos, game->fen, NULL, 0);
    for (int i = 0; i < game->count; i++) {
        char number[16], san[SAN_SIZE], comment[PGN_COMMENT_SIZE];
        const int ply = game_ply(pos);
        const Move m = game->move(game->game, i, pos, comment);
        snprintf(number, sizeof number, "%d.%s", ply / 2 + 1, ply % 2 ? ".." : "");
        if (ply % 2 == 0 || i == 0)
            add_word(out, &column, number);
        san_write(pos, m, san);
        add_word(out, &column, san);
        add_word(out, &column, comment);
        position_advance(pos, m);
    }
    add_word(out, &column, game->result);
    document_add(out, "\n\n");
}

/* --- the file of games -------------------------------------------------------------------------- */

FILE *pgn_open(const char *path, const char **reason) {
    *reason = atomic_write_fault(path, "[", "it exists already and is not a PGN");
    FILE *file = *reason ? NULL : file_stream(path, "a", reason);
    if (file)
        /* without a buffer, so that bytes of a failed write are not written again */
        setvbuf(file, NULL, _IONBF, 0);
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
