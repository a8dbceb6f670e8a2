/* Games in files: sources of games, also packed ones, and the game of `position pgn`. */
#include "uci/uci_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- game source ----------------------------------------------------------------------------- */

/* The packings: the first bytes of a packed file, the ending of the file's name, and the command that unpacks the
 * file. */
static const struct {
    const char *head, *ending, *command[7];
} PACKINGS[] = {{"\x1F\x8B", ".gz", {"gzip", "-dc"}},
                {"PK\x03\x04", ".zip", {"unzip", "-Cp", "-P", "", "/dev/stdin", "*.pgn"}},
                {"\x28\xB5\x2F\xFD", ".zst", {"zstd", "-dc"}},
                {"BZh", ".bz2", {"bzip2", "-dc"}},
                {"\xFD\x37zXZ", ".xz", {"xz", "-dc"}}};
enum { PACKING_COUNT = sizeof PACKINGS / sizeof *PACKINGS };

bool game_source_is_stdin(const char *path) {
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0 ||
           strcmp(path, "/dev/fd/0") == 0;
}

size_t game_source_unpacked_length(const char *path) {
    const size_t length = strlen(path);
    for (int i = 0; i < PACKING_COUNT; i++) {
        const size_t ending = strlen(PACKINGS[i].ending);
        if (length > ending && strcmp(path + length - ending, PACKINGS[i].ending) == 0)
            return length - ending;
    }
    return length;
}

bool game_source_open(GameSource *s, const char *path, const char *command) {
    const char *reason = NULL;
    struct stat status;
    *s = (GameSource){.path = game_source_is_stdin(path) ? "standard input" : path};
    s->file = game_source_is_stdin(path) ? stdin : file_stream(path, "r", &reason);
    if (!s->file)
        return output_error("%s: '%s': %s; give a file of games in PGN", command, path, reason);
    s->regular = fstat(fileno(s->file), &status) == 0 && S_ISREG(status.st_mode);
    s->start = s->regular ? lseek(fileno(s->file), 0, SEEK_CUR) : 0;
    return true;
}

/* If the file is packed, starts the program that unpacks the file. */
static bool unpack(GameSource *s, const char *command) {
    int i = 0;
    while (i < PACKING_COUNT && memcmp(s->head, PACKINGS[i].head, strlen(PACKINGS[i].head)) != 0)
        i++;
    s->is_packed = i < PACKING_COUNT;
    if (!s->is_packed)
        return true;
    const char *program = PACKINGS[i].command[0];
    if (!s->regular)
        return output_error("%s: the input of the pipe is packed by %s; unpack it first, as "
                            "%s %s FILE | panoptes %s - ...",
                            command, program, program, PACKINGS[i].command[1], command);
    lseek(fileno(s->file), s->start, SEEK_SET);
    const char *fault = filter_open(&s->unpacked, PACKINGS[i].command, fileno(s->file));
    return !fault || output_error("%s: '%s' is packed by %s, which cannot be started: %s", command,
                                  s->path, program, fault);
}

bool game_source_begin(GameSource *s, const char *command) {
    filter_close(&s->unpacked);
    s->damaged = false;
    memset(s->head, 0, sizeof s->head);
    if (s->regular)
        fseeko(s->file, s->start, SEEK_SET);
    if ((s->held = fread(s->head, 1, sizeof s->head, s->file)) == 0)
        return output_error("%s: '%s' %s; give games in PGN", command, s->path,
                            ferror(s->file) ? "cannot be read" : "is empty");
    return unpack(s, command);
}

size_t game_source_read(GameSource *s, char *bytes, size_t size) {
    if (s->is_packed) {
        const size_t count = s->unpacked.output ? fread(bytes, 1, size, s->unpacked.output) : 0;
        if (!count)
            s->damaged |= !filter_close(&s->unpacked);
        return count;
    }
    if (!s->held)
        return fread(bytes, 1, size, s->file);
    const size_t count = s->held < size ? s->held : size;
    memcpy(bytes, s->head, count);
    memmove(s->head, s->head + count, s->held -= count);
    return count;
}

const char *game_source_fault(const GameSource *s) {
    if (s->damaged)
        return memcmp(s->head, "PK", 2) == 0
                   ? "it is damaged or cut off, or no file in it has a name that ends in .pgn"
                   : "it is damaged or cut off: it cannot be unpacked to its end";
    return ferror(s->file) ? "the games cannot be read to their end" : NULL;
}

void game_source_close(GameSource *s) {
    filter_close(&s->unpacked);
    if (s->file && s->file != stdin)
        fclose(s->file);
    *s = (GameSource){0};
}

#define USAGE "write position pgn FILE [game N] [MOVE]"

enum { NO_PLY = -1 };

/* The game and the position that the user wants, and the progress of reading the file. */
typedef struct Reading {
    GameFile *game;
    GameSource source;
    int64_t number; /* the number of the game that the user asks for, from 1 */
    /* the number of plies before the position that the user asks for; NO_PLY for the last position */
    int wanted;
    int64_t games; /* the number of games before the present game */
    /* the game_ply of the first position of the game, and of the last position */
    int first, last;
    bool reached; /* the game has the position that the user asks for */
    bool found;   /* the file has the game that the user asks for */
    /* the number of the file's line at which the game has a fault; 0 without a fault */
    long line;
    char fault[256];
} Reading;

/* --- the file --------------------------------------------------------------------------------- */

static size_t read_bytes(void *context, char *bytes, size_t size) {
    Reading *r = context;
    return game_source_read(&r->source, bytes, size);
}

static bool is_wanted(const Reading *r) {
    return r->games + 1 == r->number;
}

static void begin(Reading *r, const Position *pos) {
    if (*r->game->start)
        return;
    fen_write(pos, r->game->start);
    r->first = game_ply(pos);
}

static void take_move(void *context, const Position *pos, Move m) {
    Reading *r = context;
    if (!is_wanted(r))
        return;
    begin(r, pos);
    r->reached |= game_ply(pos) == r->wanted;
    if (!r->reached)
        r->game->moves[r->game->count++] = m;
}

static void take_fault(void *context, long number, long line, const char *reason) {
    Reading *r = context;
    if (!is_wanted(r))
        return;
    r->line = line;
    snprintf(r->fault, sizeof r->fault, "%s", reason);
}

/* Ends a game. The user may ask for any position before a fault of the game. If the fault comes before the first move,
 * even the start position may be wrong. Then every position is refused. */
static bool take_end(void *context, const Position *pos, PgnResult result, bool good) {
    Reading *r = context;
    r->found = is_wanted(r);
    r->games++;
    if (!r->found)
        return true;
    const bool begun = good || *r->game->start;
    begin(r, pos);
    r->last = game_ply(pos);
    r->reached |= r->wanted == NO_PLY ? good : begun && r->last == r->wanted;
    return false;
}

/* --- faults ----------------------------------------------------------------------------------- */

/* The number of a move as a text: "23" or "23...". */
typedef struct MoveNumber {
    char text[16];
} MoveNumber;

static MoveNumber number_at(int ply) {
    MoveNumber n;
    snprintf(n.text, sizeof n.text, "%d%s", ply / 2 + 1, ply % 2 ? "..." : "");
    return n;
}

/* Reports why the file does not have the game or the position that the user asks for. */
static bool explain_fault(const Reading *r, const PgnCount *count) {
    const char *path = r->source.path, *fault = game_source_fault(&r->source);
    if (count->out_of_memory)
        return output_error("position: not enough memory for '%s'", path);
    if (fault)
        return output_error("position: '%s': %s", path, fault);
    if (!r->found)
        return output_error("position: '%s' has %" PRId64 " game%s", path, r->games,
                            r->games == 1 ? "" : "s");
    if (r->line && r->game->count)
        return output_error("position: '%s', line %ld: %s; a MOVE up to %s can be given", path,
                            r->line, r->fault, number_at(r->last).text);
    if (r->line)
        return output_error("position: '%s', line %ld: %s", path, r->line, r->fault);
    return output_error("position: the game goes from %s to %s; give one of these as MOVE",
                        number_at(r->first).text, number_at(r->last).text);
}

/* --- the arguments ---------------------------------------------------------------------------- */

/* Reads "23", "23.", "23w", "23..." or "23b". Sets *ply to the number of plies before this move. */
static bool read_number(Token token, int *ply) {
    static const struct {
        const char *text;
        int black;
    } SIDES[] = {{"", 0}, {".", 0}, {"w", 0}, {"...", 1}, {"b", 1}};
    size_t digits = 0;
    int64_t number;
    while (digits < token.length && token.text[digits] >= '0' && token.text[digits] <= '9')
        digits++;
    if (!token_number((Token){token.text, digits}, &number) || number < 1 ||
        number > FEN_FULLMOVE_MAX)
        return false;
    const Token side = {token.text + digits, token.length - digits};
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++)
        if (token_is(side, SIDES[i].text)) {
            *ply = 2 * ((int)number - 1) + SIDES[i].black;
            return true;
        }
    return false;
}

/* Reads the arguments after the path: the game and the move. */
static bool read_wish(Reading *r, Tokens tokens) {
    if (token_take(&tokens, "game")) {
        const Token token = token_next(&tokens);
        if (!token_number(token, &r->number) || r->number < 1)
            return output_error("position: '%s' is not the number of a game; " USAGE,
                                token_show(token).text);
    }
    const Token move = token_next(&tokens), more = token_peek(tokens);
    if (move.length && !read_number(move, &r->wanted))
        return output_error("position: '%s' names no move; write 23 or 23w for White's 23rd move, "
                            "23... or 23b for Black's",
                            token_show(move).text);
    return !more.length ||
           output_error("position: '%s' is one token too many; " USAGE, token_show(more).text);
}

static bool read_game(Reading *r, const char *path) {
    const char *reason;
    const PgnSource source = {r, read_bytes};
    const PgnHandler handler = {
        .context = r, .move = take_move, .end = take_end, .fault = take_fault};
    r->source =
        (GameSource){.path = path, .file = regular_file_stream(path, &reason), .regular = true};
    if (!r->source.file)
        return output_error("position: '%s': %s; " USAGE, path, reason);
    bool good = game_source_begin(&r->source, "position");
    if (good) {
        const PgnCount count = pgn_read(&source, &handler);
        good = r->reached && !game_source_fault(&r->source) && !count.out_of_memory;
        if (!good)
            explain_fault(r, &count);
    }
    game_source_close(&r->source);
    return good;
}

bool game_file_read(GameFile *game, Tokens tokens) {
    Reading r = {.game = game, .number = 1, .wanted = NO_PLY};
    char *path = token_take_quoted(&tokens);
    if (!path || !*path) {
        output_error(path ? "position: no file is given for pgn; " USAGE
                          : "position: not enough memory");
        free(path);
        return false;
    }
    game->start[0] = '\0';
    game->count = 0;
    const bool good = read_wish(&r, tokens) && read_game(&r, path);
    free(path);
    return good;
}
