/* Reads games in PGN, one after the other.
 *
 * The reader understands the import format of PGN, and the deviations that people's files have:
 * - Tags: FEN sets the game up. Variant may name chess or Chess960. The tag Result counts if no
 *   result follows the moves. A tag with odd quotes or brackets becomes a comment.
 * - Moves as san_read takes them, also without a blank after numbers and before signs. Russian
 *   letters and figurines name pieces. After a Spanish or French letter, "R" is the game's king.
 * - Comments in braces, or from ; to the end of the line. Lines that begin with %. Variations.
 *   Annotations as $3, !?, +/= or in Unicode.
 * - UTF-8, UTF-16, else single bytes. Byte order marks, blanks and ends of line of every kind.
 *   Full-width characters, and letters that look like Latin ones. Fences of Markdown.
 * - A heading before the first game, which becomes a comment.
 *
 * A game begins with tags after moves, or with a repeated tag after an empty line. A game without
 * tags begins after a result, or with move 1 after an empty line. The reader skips a line that
 * begins with ; between two games. A comment or a variation without an end ends at the next game's
 * tags.
 *
 * Files are hostile input: any bytes may come. The reader reports a fault of a game with its line.
 * After the fault the reader passes on no more moves of the game; it passes on the rest of the game
 * as one comment.
 */
#ifndef MOVES_PGN_H
#define MOVES_PGN_H

#include "board/position.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum PgnResult { PGN_UNKNOWN = -1, PGN_BLACK_WON, PGN_DRAWN, PGN_WHITE_WON } PgnResult;

/* The source of the bytes: `read` fills `bytes` with 1 to `size` bytes and returns their number, or
 * returns 0 at the end of the source. */
typedef struct PgnSource {
    void *context;
    size_t (*read)(void *context, char *bytes, size_t size);
} PgnSource;

enum {
    /* The most plies of a game; under the fifty-move rule no game is longer. */
    PGN_PLIES = 12000,
    /* The most bytes of a text. The reader replaces a longer text by a comment. */
    PGN_TEXT_MAX = 1 << 24,
    /* The most bytes of a variation. The reader replaces a longer variation by a comment. */
    PGN_VARIATION_MAX = 1 << 18,
    /* The deepest nesting of variations. The reader replaces deeper variations by a comment. */
    PGN_DEPTH = 256
};

/* The functions that the reader calls. Any of them may be NULL. A text holds no zeros before its
 * end, and is valid until the function returns. */
typedef struct PgnHandler {
    void *context;
    void (*tag)(void *context, const char *name, const char *value);
    /* The reader is about to make a move in `pos`: a legal one, or MOVE_NULL where the side to move
     * is not in check. */
    void (*move)(void *context, const Position *pos, Move m);
    /* The text after the latest move, or before the first move: a comment without its braces, a NAG
     * (0 to 255), or a variation. A variation is one line with its parentheses and NAGs. The reader
     * gives the variation's moves in SAN as far as it can read them. */
    void (*comment)(void *context, const char *text);
    void (*nag)(void *context, int number);
    void (*variation)(void *context, const char *text);
    /* The game is over; `pos` is its last position. `good` is false after a reported fault. If
     * `end` returns false, the reader stops. */
    bool (*end)(void *context, const Position *pos, PgnResult result, bool good);
    /* A game has a fault. `game` and `line` count from 1; `reason` is one printable line. */
    void (*fault)(void *context, long game, long line, const char *reason);
} PgnHandler;

typedef struct PgnCount {
    long games, faults; /* all games, and the games with a fault */
    bool out_of_memory; /* the reader stopped because memory was short */
} PgnCount;

/* Reads all games of a source. */
PgnCount pgn_read(const PgnSource *source, const PgnHandler *handler);

/* --- the parts of the reader: signs, and the text character by character ---------------------- */

/* Signs among the moves of a game: annotations, results, passed moves. */

typedef enum SignKind {
    SIGN_NAG,    /* value: the number of the NAG */
    SIGN_RESULT, /* value: a PgnResult */
    SIGN_NULL,   /* the side to move passes */
    SIGN_NOTHING /* repeats a property of the move, such as "+" and "e.p." */
} SignKind;

typedef struct PgnSign {
    const char *text;
    SignKind kind;
    int value;
} PgnSign;

/* Returns the longest sign that a text begins with, or NULL. A sign that ends in a letter or a
 * digit must be a whole word. For example "N" is the sign of a novelty, but "Nf3" and the drop
 * "N@f3" do not begin with this sign. */
const PgnSign *pgn_sign(const char *text);

/* Returns ASCII for a Unicode character among the moves, such as a dash, a figurine or a fraction.
 * Signs of currency, which show a font's figurines as text, name pieces.
 * Returns " " for a blank, "" for an invisible character, and NULL for any other character. */
const char *pgn_ascii(unsigned character);

/* Puts Latin letters for the Cyrillic and Greek letters of a token that look like them or name a
 * piece in Russian, if the token then begins with a move. */
void pgn_make_latin(char *token);

/* The text of a PGN file, character by character, with as much look-ahead as its reader needs. */

enum {
    PGN_BUFFER = 1 << 15,
    PGN_AHEAD = 64,         /* the buffer always has so many bytes, or all the bytes left */
    PGN_FAR_AHEAD = 1 << 13 /* the most bytes that pgn_look promises */
};

/* A reader of characters. The reader converts UTF-16, with or without a byte order mark, to UTF-8.
 * The reader leaves out zero bytes, with which some programs fill up files. So a part in UTF-16
 * after a part in ASCII is readable, too. */
typedef struct PgnInput {
    const PgnSource *source;
    long line;  /* the line of the next character, from 1 */
    bool fresh; /* the next character starts a line */
    bool begun; /* the reader has detected the encoding */
    bool dry;   /* the source has no more bytes */
    enum { UTF8, UTF16_LITTLE, UTF16_BIG } encoding;
    bool half;          /* UTF-16: the first byte of a unit was read */
    unsigned first;     /* UTF-16: the first byte of the unit */
    unsigned surrogate; /* UTF-16: the first unit of a surrogate pair, or 0 */
    size_t at, end;     /* the unread part of the buffer, which a 0 follows */
    char buffer[PGN_BUFFER + 1];
} PgnInput;

/* Reads until the buffer has `count` bytes (at most PGN_FAR_AHEAD), or all the bytes left. Returns
 * the bytes, which end with a 0. */
const char *pgn_look(PgnInput *in, size_t count);

/* Returns the next byte and moves past this byte; 0 at the end. A carriage return ends a line
 * unless a line feed follows. */
int pgn_next(PgnInput *in);

/* Returns the next bytes: at least PGN_AHEAD of them, or all bytes that are left. */
static inline const char *pgn_ahead(PgnInput *in) {
    return in->dry || in->end - in->at >= PGN_AHEAD ? in->buffer + in->at : pgn_look(in, PGN_AHEAD);
}

/* Returns the next byte without moving past it; 0 at the end. */
static inline int pgn_peek(PgnInput *in) {
    return (unsigned char)*pgn_ahead(in);
}

#endif
