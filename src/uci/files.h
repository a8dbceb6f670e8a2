/* Files that commands read and write: the lines of a text, and games as PGN (Portable Game Notation). */
#ifndef UCI_FILES_H
#define UCI_FILES_H

#include "core/text.h"
#include "engine/match.h"
#include "inspect/document.h"

#include <stdio.h>

/* --- a text file in memory, by its lines ----------------------------------------------------- */

/* The lines of a text file in memory. {0} has no lines. */
typedef struct Lines {
    char *text; /* the bytes of the file, without a 0 at the end */
    size_t size;
    size_t *begins; /* the offset of each line in `text` */
    size_t count;
} Lines;

/* Reads a regular file of at most 1 GB with at least one line. Returns NULL, or the fault of the file. In both cases
 * the caller calls lines_free. */
const char *lines_read(Lines *lines, const char *path);

/* Returns a line with its end of line, which the last line may lack. */
Token lines_at(const Lines *lines, size_t index);

/* Returns the number of a line in the file, from 1, even if the caller has reordered `begins`. */
size_t lines_number(const Lines *lines, size_t index);

void lines_free(Lines *lines);

/* --- games as PGN ---------------------------------------------------------------------------- */

enum { PGN_COMMENT_SIZE = 96 };

/* A game that pgn_add_tags and pgn_add_moves write. No text may hold a double quote. */
typedef struct PgnGame {
    const char *event, *result, *termination, *fen;
    const char *player[COLOR_COUNT];
    int round, count;
    bool chess960;
    const void *game; /* the first argument of `move` */
    /* Returns the i-th move, and writes the move's comment in braces. `pos` is the position before the move. */
    Move (*move)(const void *game, int i, const Position *pos, char comment[PGN_COMMENT_SIZE]);
} PgnGame;

/* Adds the tags of a game, except those that pgn_add_moves adds. The caller may then add more tags. */
void pgn_add_tags(Document *out, const PgnGame *game);

/* Adds the tags that tell how the game ended, and the moves in SAN with their comments. `pos` is working space. */
void pgn_add_moves(Document *out, const PgnGame *game, Position *pos);

/* The results "0-1", "1/2-1/2" and "1-0", by twice White's points. */
extern const char *const PGN_RESULTS[3];

/* Returns the result of a game, or "*" for a game that was stopped. */
const char *pgn_result(const MatchGame *game);

/* Returns how a game ended in words, such as "White mates". `to_move` is the side to move at the end. */
const char *game_end_text(GameEnd end, Color to_move);

/* Returns the value of the PGN tag Termination for the end of a game, in the words of the PGN standard. */
const char *pgn_termination(GameEnd end);

/* Opens a new file, an empty file, or a file of games, to append games. Returns NULL, with the reason in *reason, if
 * the file has other contents or cannot be opened. */
FILE *pgn_open(const char *path, const char **reason);

/* Appends a document to the file and flushes the file. On an error, returns false with errno, and cuts the file to its
 * old size if possible. */
bool pgn_write(FILE *file, const Document *out);

#endif
