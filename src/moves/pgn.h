/* Games in PGN, one after the other.
 *
 * Understood is the import format of PGN and what people have beside it. Tags: FEN sets the game up,
 * Variant may name chess or Chess960, Result counts where no result ends the moves; odd quotes,
 * brackets and names cost at most the tag, which then is a comment. Moves as san_read takes them,
 * glued to numbers and signs or not. Comments in braces, or from ; to the end of the line; lines
 * that begin with %; variations; annotations as $3, !?, +/= or in Unicode. UTF-8, UTF-16, else
 * single bytes; byte order marks, blanks and ends of line of every kind.
 *
 * A game begins with tags after moves, or with tags that the game has already after an empty line;
 * without tags after a result, or with move 1 after an empty line. Nothing passes from one game to
 * the next; a line that begins with ; between two games is passed over. A comment or a variation
 * without an end ends at the next game's tags.
 *
 * Files are hostile input: any bytes may be given. What a game's fault is, is reported with the line.
 * No more moves of the game are then handed on; what follows up to its end is, as one comment.
 */
#ifndef MOVES_PGN_H
#define MOVES_PGN_H

#include "board/position.h"
#include "moves/pgn_internal.h"

enum {
    PGN_PLIES = 12000,      /* the longest game, which ends by the rule of 75 moves, has fewer */
    PGN_TEXT_MAX = 1 << 24, /* bytes of a text that is handed on; a longer one is left out, */
    PGN_VARIATION_MAX = 1 << 18, /* and so is a variation: a comment says so in its place */
    PGN_DEPTH = 256              /* of variations within each other; likewise */
};

/* Called while a game is read. Any of them may be NULL. Texts have no zeros in them, and are valid
 * until the call returns. */
typedef struct PgnHandler {
    void *context;
    void (*tag)(void *context, const char *name, const char *value);
    /* A move is about to be made in a position, by position_advance: a legal one, or MOVE_NULL where the side
     * to move is not in check. */
    void (*move)(void *context, const Position *pos, Move m);
    /* The text after the latest move, or before the first: a comment, without its braces; a
     * NAG, 0 to 255; a variation with its parentheses and all in them, on one line, its annotations
     * as NAGs, its moves in SAN as far as they were read. */
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
