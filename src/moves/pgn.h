/* Games in PGN, one after the other.
 *
 * Understood: tags (FEN sets the game up, Variant may name Chess960 and no other game, Result
 * counts where no result ends the moves), moves in SAN or as UCI writes them, move numbers,
 * comments in braces or from ; to the end of the line, lines that begin with %, variations, NAGs
 * ($3, !?, +-), a byte order mark, ends of line of every system. Texts are handed on as they are,
 * in whatever encoding. Files are hostile input: any bytes may be given. What a game's fault is, is
 * reported with the line. A game with a fault is passed over from there on; the next begins with
 * the next tag behind moves. A comment or a variation without an end ends at the next game's tags.
 */
#ifndef MOVES_PGN_H
#define MOVES_PGN_H

#include "board/position.h"

typedef enum PgnResult { PGN_UNKNOWN = -1, PGN_BLACK_WON, PGN_DRAWN, PGN_WHITE_WON } PgnResult;

enum {
    PGN_PLIES = 2048,      /* no game is longer */
    PGN_TEXT_MAX = 1 << 20 /* bytes of a text that is handed on; what is more of it is cut */
};

/* Where the bytes come from: fills `bytes` with 1 to `size` of them and returns how many; 0 at the
 * end. */
typedef struct PgnSource {
    void *context;
    size_t (*read)(void *context, char *bytes, size_t size);
} PgnSource;

/* Called while a game is read. Any of them may be NULL. Texts have no zeros in them, and are valid
 * until the call returns. */
typedef struct PgnHandler {
    void *context;
    void (*tag)(void *context, const char *name, const char *value);
    /* A move is about to be made in a position. */
    void (*move)(void *context, const Position *pos, Move m);
    /* What stands behind the latest move, or before the first: a comment, without its braces; a
     * NAG, 0 to 255; a variation with its parentheses and all in them, on one line. */
    void (*comment)(void *context, const char *text);
    void (*nag)(void *context, int number);
    void (*variation)(void *context, const char *text);
    /* The game is over, `pos` its last position. Not good: it has a fault, which was reported.
     * False ends the reading. */
    bool (*end)(void *context, const Position *pos, PgnResult result, bool good);
    /* A game has a fault. Numbers count from 1; `reason` is one printable line. */
    void (*fault)(void *context, long game, long line, const char *reason);
} PgnHandler;

typedef struct PgnCount {
    long games, faults; /* all, and those with a fault */
    bool out_of_memory; /* which ended the reading */
} PgnCount;

/* Reads all games of a source. */
PgnCount pgn_read(const PgnSource *source, const PgnHandler *handler);

#endif
