/* Games in PGN, one after the other.
 *
 * Understood: tags (FEN sets the game up, Result counts where no result ends the moves), moves in
 * SAN or as UCI writes them, move numbers, comments in braces or from ; to the end of the line,
 * lines that begin with %, variations, NAGs ($3, !?). Files are hostile input: any bytes may be
 * given. A fault of a game is reported with its line. A game with a fault is passed over from
 * there on; the next begins with the next tag behind moves.
 */
#ifndef PGN_READER_H
#define PGN_READER_H

#include "board/position.h"

#include <stdio.h>

typedef enum PgnResult { PGN_UNKNOWN = -1, PGN_BLACK_WON, PGN_DRAWN, PGN_WHITE_WON } PgnResult;

enum { PGN_PLIES = 2048 }; /* no game is longer */

/* Called while a game is read. Any of them may be NULL. */
typedef struct PgnHandler {
    void *context;
    /* A move is about to be made in a position. */
    void (*move)(void *context, const Position *pos, Move m);
    /* A comment in braces, outside of variations; long ones are cut. */
    void (*comment)(void *context, const char *text);
    /* The game is over. Not good: it has a fault, which was reported. */
    void (*end)(void *context, PgnResult result, bool good);
    /* A game has a fault. Numbers count from 1; `reason` is one printable line. */
    void (*fault)(void *context, long game, long line, const char *reason);
} PgnHandler;

typedef struct PgnCount {
    long games, faults; /* all, and those with a fault */
    int error;          /* errno if the file cannot be read to its end or memory is short, else 0 */
} PgnCount;

/* Reads all games of a file. */
PgnCount pgn_read(FILE *file, const PgnHandler *handler);

#endif
