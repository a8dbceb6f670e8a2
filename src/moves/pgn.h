/* Games in PGN, one after the other.
 *
 * The reader understands the import format of PGN, and the deviations that people's files have:
 * - Tags: FEN sets the game up. Variant may name chess or Chess960. Result counts if no result ends
 *   the moves. A tag with odd quotes or brackets becomes a comment.
 * - Moves as san_read takes them, also without a blank after numbers and before signs.
 * - Comments in braces, or from ; to the end of the line. Lines that begin with %. Variations.
 *   Annotations as $3, !?, +/= or in Unicode.
 * - UTF-8, UTF-16, else single bytes. Byte order marks, blanks and ends of line of every kind.
 *
 * A game begins with tags after moves, or with a repeated tag after an empty line. Without tags it
 * begins after a result, or with move 1 after an empty line. A line that begins with ; between two
 * games is skipped. A comment or a variation without an end ends at the next game's tags.
 *
 * Files are hostile input: any bytes may be given. A fault of a game is reported with its line. The
 * reader then hands on no more moves of the game, and the rest of the game as one comment.
 */
#ifndef MOVES_PGN_H
#define MOVES_PGN_H

#include "board/position.h"
#include "moves/pgn_internal.h"

enum {
    PGN_PLIES = 12000,      /* the longest game, which ends by the rule of 75 moves, has fewer */
    PGN_TEXT_MAX = 1 << 24, /* bytes of a text; a comment replaces a longer one */
    PGN_VARIATION_MAX = 1 << 18, /* bytes of a variation; a comment replaces a longer one */
    PGN_DEPTH = 256              /* nested variations; a comment replaces deeper ones */
};

/* Called while a game is read. Any of them may be NULL. Texts have no zeros in them, and are valid
 * until the call returns. */
typedef struct PgnHandler {
    void *context;
    void (*tag)(void *context, const char *name, const char *value);
    /* A move is about to be made in a position, by position_advance: a legal one, or MOVE_NULL where the side
     * to move is not in check. */
    void (*move)(void *context, const Position *pos, Move m);
    /* The text after the latest move, or before the first: a comment without its braces, a NAG (0 to
     * 255), or a variation. A variation is one line with its parentheses, with NAGs and with moves in
     * SAN as far as they could be read. */
    void (*comment)(void *context, const char *text);
    void (*nag)(void *context, int number);
    void (*variation)(void *context, const char *text);
    /* The game is over; `pos` is its last position. `good` is false after a reported fault. The
     * reading ends if this returns false. */
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
