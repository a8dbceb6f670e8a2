#include "tools/wdl/pgn.h"

#include "board/fen.h"
#include "board/make.h"
#include "moves/notation.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 32, LINE = 1024, PLIES = 2048 };

/* A position with a score: counted once the result is known to be sound. */
typedef struct Scored {
    int material;
    double score;
    Color side;
} Scored;

typedef struct Game {
    Position pos;
    bool started, broken;
    Outcome white; /* the result */
    bool has_result;
    int ply, count;
    Scored before; /* the position that the latest move was made in */
    Scored scored[PLIES];
} Game;

/* --- moves ----------------------------------------------------------------------------------- */

/* MOVE_NONE unless exactly one legal move is meant. */
static Move read_move(const Position *pos, const char *word) {
    Move found = move_read(pos, word);
    if (found == MOVE_NONE && san_read(pos, word, &found) != 1)
        found = MOVE_NONE;
    return found;
}

/* --- a game ---------------------------------------------------------------------------------- */

static void refuse(Game *game, PgnRead *read, const char *what, const char *word) {
    if (!game->broken && !read->why[0])
        snprintf(read->why, sizeof read->why, "game %ld, ply %d: %s '%.40s'",
                 read->games + read->unread + 1, game->ply + 1, what, word);
    game->broken = true;
}

static void begin(Game *game) {
    char error[FEN_ERROR_SIZE];
    memset(game, 0, offsetof(Game, scored));
    fen_parse(&game->pos, FEN_START, error, sizeof error);
}

/* The game is over: its positions count if all was well. */
static void finish(Game *game, PgnRead *read, FitCounts *counts) {
    if (!game->started)
        return;
    if (!game->has_result)
        refuse(game, read, "no result", "");
    for (int i = 0; i < game->count && !game->broken; i++) {
        const Scored *s = &game->scored[i];
        const Outcome outcome = s->side == WHITE ? game->white : OUTCOME_WIN - game->white;
        fit_count(counts, s->material, s->score, outcome);
    }
    if (game->broken)
        read->unread++;
    else
        read->games++;
    begin(game);
}

/* A header line: [Name "value"]. */
static void read_header(Game *game, PgnRead *read, const char *line) {
    char name[WORD], value[LINE], error[FEN_ERROR_SIZE];
    game->started = true;
    if (sscanf(line, "[%31s \"%1023[^\"]\"]", name, value) != 2)
        return;
    if (strcmp(name, "FEN") == 0 && !fen_parse(&game->pos, value, error, sizeof error))
        refuse(game, read, "bad FEN", value);
    if (strcmp(name, "Result") == 0) {
        game->has_result = value[0] != '*';
        game->white = strcmp(value, "1-0") == 0   ? OUTCOME_WIN
                      : strcmp(value, "0-1") == 0 ? OUTCOME_LOSS
                                                  : OUTCOME_DRAW;
    }
}

static void play(Game *game, PgnRead *read, char *word) {
    const Move m = game->broken ? MOVE_NONE : read_move(&game->pos, word);
    if (m == MOVE_NONE) {
        refuse(game, read, "no legal move", word);
        return;
    }
    game->before = (Scored){wdl_material(game->pos.state), NAN, game->pos.state->side};
    make_move(&game->pos, m);
    position_reroot(&game->pos);
    game->ply++;
}

/* The score that a comment begins with. */
static void take_score(Game *game, bool raw, const char *comment) {
    char *end;
    const double pawns = strtod(comment, &end);
    if (end == comment || *end != '/' || !game->ply || game->count == PLIES)
        return;
    game->before.score = raw ? 100 * pawns : wdl_score(100 * pawns, game->before.material);
    game->scored[game->count++] = game->before;
}

/* A word of the movetext: a move, unless it is a number, a result or a sign. */
static void take_word(Game *game, PgnRead *read, char *word) {
    word += strspn(word, "0123456789.");
    if (isalpha((unsigned char)*word))
        play(game, read, word);
}

/* --- the file -------------------------------------------------------------------------------- */

/* Reads what stands up to a character of `ends`, cut to size; the end is eaten. */
static void read_until(FILE *file, const char *ends, char *text, size_t size) {
    size_t used = 0;
    for (int c; (c = getc(file)) != EOF && !strchr(ends, c);)
        if (used + 1 < size)
            text[used++] = (char)c;
    text[used] = '\0';
}

PgnRead pgn_count(FILE *file, bool raw, FitCounts *counts) {
    PgnRead read = {0};
    char text[LINE];
    Game *game =
        aligned_alloc(CACHE_LINE, (sizeof *game + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    bool moves = false; /* the headers of the game are read */
    if (!game)
        return read;
    begin(game);
    for (int c; (c = getc(file)) != EOF;) {
        if (isspace(c))
            continue;
        if (c == '[') {
            if (moves)
                finish(game, &read, counts);
            moves = false;
            ungetc(c, file);
            read_until(file, "\n", text, sizeof text);
            read_header(game, &read, text);
        } else if (c == '{') {
            read_until(file, "}", text, sizeof text);
            take_score(game, raw, text);
        } else {
            moves = true;
            ungetc(c, file);
            read_until(file, " \t\r\n", text, WORD);
            take_word(game, &read, text);
        }
    }
    finish(game, &read, counts);
    free(game);
    return read;
}
