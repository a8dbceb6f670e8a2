/* Games in PGN, one after the other.
 *
 * The reader understands the import format of PGN, and the deviations that people's files have:
 * - Tags: FEN sets the game up. Variant may name chess or Chess960. The tag Result counts if no
 *   result follows the moves. A tag with odd quotes or brackets becomes a comment.
 * - Moves as san_read takes them, also without a blank after numbers and before signs.
 * - Comments in braces, or from ; to the end of the line. Lines that begin with %. Variations.
 *   Annotations as $3, !?, +/= or in Unicode.
 * - UTF-8, UTF-16, else single bytes. Byte order marks, blanks and ends of line of every kind.
 *
 * A game begins with tags after moves, or with a repeated tag after an empty line. Without tags it
 * begins after a result, or with move 1 after an empty line. The reader skips a line that begins
 * with ; between two games. A comment or a variation without an end ends at the next game's tags.
 *
 * Files are hostile input: any bytes may come. The reader reports a fault of a game with its line.
 * It then hands on no more moves of the game, but the rest of the game as one comment.
 */
#ifndef MOVES_PGN_H
#define MOVES_PGN_H

#include "board/position.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum PgnResult { PGN_UNKNOWN = -1, PGN_BLACK_WON, PGN_DRAWN, PGN_WHITE_WON } PgnResult;

/* The source of the bytes: `read` fills `bytes` with 1 to `size` bytes and returns how many; 0 at
 * the end. */
typedef struct PgnSource {
    void *context;
    size_t (*read)(void *context, char *bytes, size_t size);
} PgnSource;

enum {
    PGN_PLIES = 12000,           /* with the fifty-move rule no game has more */
    PGN_TEXT_MAX = 1 << 24,      /* bytes of a text; a comment replaces a longer one */
    PGN_VARIATION_MAX = 1 << 18, /* bytes of a variation; a comment replaces a longer one */
    PGN_DEPTH = 256              /* nested variations; a comment replaces deeper ones */
};

/* The functions that the reader calls. Any of them may be NULL. A text holds no zeros before its end, and is
 * valid until the function returns. */
typedef struct PgnHandler {
    void *context;
    void (*tag)(void *context, const char *name, const char *value);
    /* The reader is about to make a move in `pos`: a legal one, or MOVE_NULL where the side to move
     * is not in check. */
    void (*move)(void *context, const Position *pos, Move m);
    /* The text after the latest move, or before the first: a comment without its braces, a NAG (0
     * to 255), or a variation. A variation is one line with its parentheses and NAGs. Its moves are
     * in SAN as far as they could be read. */
    void (*comment)(void *context, const char *text);
    void (*nag)(void *context, int number);
    void (*variation)(void *context, const char *text);
    /* The game is over; `pos` is its last position. `good` is false after a reported fault. If
     * the function returns false, the reader stops. */
    bool (*end)(void *context, const Position *pos, PgnResult result, bool good);
    /* A game has a fault. Numbers count from 1; `reason` is one printable line. */
    void (*fault)(void *context, long game, long line, const char *reason);
} PgnHandler;

typedef struct PgnCount {
    long games, faults; /* all, and those with a fault */
    bool out_of_memory; /* the reader stopped, since memory was short */
} PgnCount;

/* Reads all games of a source. */
PgnCount pgn_read(const PgnSource *source, const PgnHandler *handler);

/* --- the parts of the reader: signs, and the text character by character ---------------------- */

/* Signs among the moves of a game: annotations, results, passed moves. */

typedef enum SignKind {
    SIGN_NAG,    /* value: its number */
    SIGN_RESULT, /* value: a PgnResult */
    SIGN_NULL,   /* a move is passed */
    SIGN_NOTHING /* repeats a property of the move, such as "+" and "e.p." */
} SignKind;

typedef struct PgnSign {
    const char *text;
    SignKind kind;
    int value;
} PgnSign;

/* The longest sign that a text begins with, NULL for none. A sign that ends in a letter or a digit must end
 * its word. So neither "Nf3" nor the drop "N@f3" begins with the sign "N". */
const PgnSign *pgn_sign(const char *text);

/* Returns ASCII for a Unicode character among the moves, such as a dash, a figurine or a fraction.
 * Returns " " for a blank, "" for an invisible character, and NULL for any other. */
const char *pgn_ascii(unsigned character);

/* The text of a PGN file, character by character, with as much look-ahead as its reader needs. */

enum {
    PGN_BUFFER = 1 << 15,
    PGN_AHEAD = 64,         /* the buffer always has so many bytes, or all that are left */
    PGN_FAR_AHEAD = 1 << 13 /* the most bytes that pgn_look promises */
};

/* A reader of characters. It converts UTF-16, with or without a byte order mark, to UTF-8. It
 * leaves out zero bytes, with which some programs fill up files. So a part in UTF-16 after a part
 * in ASCII is readable, too. */
typedef struct PgnInput {
    const PgnSource *source;
    long line;  /* the line of the next character, from 1 */
    bool fresh; /* at the start of a line */
    bool begun; /* the encoding is known */
    bool dry;   /* the source has no more bytes */
    enum { UTF8, UTF16_LITTLE, UTF16_BIG } encoding;
    bool half;          /* UTF-16: the first byte of a unit was read */
    unsigned first;     /* UTF-16: the first byte of the unit */
    unsigned surrogate; /* UTF-16: the first unit of a pair; 0: none */
    size_t at, end;     /* the unread part of the buffer; a 0 follows it */
    char buffer[PGN_BUFFER + 1];
} PgnInput;

/* Reads until the buffer has `count` bytes (at most PGN_FAR_AHEAD), or all that are left. Returns the
 * bytes, which end with a 0. */
const char *pgn_look(PgnInput *in, size_t count);

/* Returns the next byte and moves past it; 0 at the end. A carriage return ends a line unless a line feed
 * follows it. */
int pgn_next(PgnInput *in);

/* Returns the next bytes: at least PGN_AHEAD of them, or all bytes that are left. */
static inline const char *pgn_ahead(PgnInput *in) {
    return in->dry || in->end - in->at >= PGN_AHEAD ? in->buffer + in->at : pgn_look(in, PGN_AHEAD);
}

/* The next byte, left where it is; 0 at the end. */
static inline int pgn_peek(PgnInput *in) {
    return (unsigned char)*pgn_ahead(in);
}

#endif
