/* Games as PGN (Portable Game Notation). */
#ifndef UCI_PGN_H
#define UCI_PGN_H

#include "engine/match.h"
#include "inspect/document.h"

#include <stdio.h>

/* What the tags of a game say besides the game itself. None may hold a double quote. */
typedef struct PgnTags {
    const char *control; /* as the user wrote it */
    bool has_clock;      /* `control` is seconds+increment */
    int round;
    const char *player[COLOR_COUNT];
    const char *options[COLOR_COUNT]; /* of the players; "" for none */
} PgnTags;

/* Adds a game: tags, FEN included, and moves in SAN, each with {score/depth seconds}, the score in
 * pawns for the side that moved; the last one also with how the game has ended. `pos` is room to
 * work in. */
void pgn_add(Document *out, const PgnTags *tags, const MatchGame *game, Position *pos);

/* For other games: adds a word and a blank before it, or an end of line if the line would have more
 * than 80 characters. *column: where the line stands, 0 before the first word. */
void pgn_add_word(Document *out, size_t *column, const char *word);

/* Adds a move in SAN, with its number if it is White's or the first word. */
void pgn_add_move(Document *out, size_t *column, Position *pos, Move m);

/* "1-0", "0-1", "1/2-1/2" or "*" for a game that was stopped. */
const char *pgn_result(const MatchGame *game);

/* In words how the game has ended, such as "White mates". */
const char *game_end_text(const MatchGame *game);

/* Opens a file to add games to: one that is empty, or new, or has games already. Returns NULL, with
 * the reason, if that fails or it is a file of another kind. */
FILE *pgn_open(const char *path, const char **reason);

/* Writes a document to the end of the file, and out to the system. Returns false, with errno, if
 * that fails; the file is then cut back to its old end, if possible. */
bool pgn_write(FILE *file, const Document *out);

#endif
