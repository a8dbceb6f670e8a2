/* Games as PGN (Portable Game Notation). */
#ifndef UCI_PGN_H
#define UCI_PGN_H

#include "engine/match.h"
#include "inspect/document.h"

#include <stdio.h>

enum { PGN_COMMENT_SIZE = 96 };

/* A game to write. No text may hold a double quote. */
typedef struct PgnGame {
    const char *event, *result, *termination, *fen;
    const char *player[COLOR_COUNT];
    int round, count;
    bool chess960;
    const void *game; /* for `move`: */
    /* Returns the i-th move, and writes the comment on it in braces. `pos` is before the move. */
    Move (*move)(const void *game, int i, const Position *pos, char comment[PGN_COMMENT_SIZE]);
} PgnGame;

/* Adds the tags that every game has, except those of its end. More may follow. */
void pgn_add_tags(Document *out, const PgnGame *game);

/* Adds the tags of the end, and the moves in SAN with their comments. `pos` is a buffer. */
void pgn_add_moves(Document *out, const PgnGame *game, Position *pos);

/* "1-0", "0-1", "1/2-1/2" or "*" for a game that was stopped. */
const char *pgn_result(const MatchGame *game);

/* In words how a game with `to_move` to move has ended, such as "White mates". */
const char *game_end_text(GameEnd end, Color to_move);

/* Its end as the tag Termination of the PGN standard names it. */
const char *pgn_termination(const MatchGame *game);

/* Opens a file to add games to: one that is empty, or new, or has games already. Returns NULL, with
 * the reason, if that fails or it is a file of another kind. */
FILE *pgn_open(const char *path, const char **reason);

/* Writes a document to the end of the file, and out to the system. Returns false, with errno, if
 * that fails; the file is then cut back to its old end, if possible. */
bool pgn_write(FILE *file, const Document *out);

#endif
