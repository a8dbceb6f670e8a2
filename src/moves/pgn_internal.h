/* Signs among the moves of a game: annotations, results, passed moves. */
#ifndef MOVES_PGN_INTERNAL_H
#define MOVES_PGN_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum PgnResult { PGN_UNKNOWN = -1, PGN_BLACK_WON, PGN_DRAWN, PGN_WHITE_WON } PgnResult;

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

/* The longest sign that a text begins with, NULL for none. A sign that ends in a letter or a digit
 * ends its word; the letter of a drop, as in "N@f3", stays with it. */
const PgnSign *pgn_sign(const char *text);

/* The ASCII text for a character of Unicode among the moves: of a dash, a figurine or a fraction, " "
 * for blanks, "" for invisible characters. NULL for any other character. */
const char *pgn_ascii(unsigned character);

/* The text of a PGN file, character by character, with as much look-ahead as its reader needs. */

enum {
    PGN_BUFFER = 1 << 15,
    PGN_AHEAD = 64,         /* bytes that the buffer always has, or all that are left */
    PGN_FAR_AHEAD = 1 << 13 /* the most that pgn_look gives */
};

/* The source of the bytes: fills `bytes` with 1 to `size` of them and returns how many; 0 at the
 * end. */
typedef struct PgnSource {
    void *context;
    size_t (*read)(void *context, char *bytes, size_t size);
} PgnSource;

/* UTF-16, with or without a mark, becomes UTF-8. Zeros are left out: some programs fill up files with
 * them, and a part in UTF-16 after one in ASCII becomes readable. */
typedef struct PgnInput {
    const PgnSource *source;
    long line;  /* that the next character is in, from 1 */
    bool fresh; /* at the start of a line */
    bool begun; /* the encoding is known */
    bool dry;   /* the source has no more */
    enum { UTF8, UTF16_LITTLE, UTF16_BIG } encoding;
    bool half;          /* of UTF-16: the first byte of two was read, */
    unsigned first;     /* and is this one */
    unsigned surrogate; /* the first one of a pair; 0: none */
    size_t at, end;     /* the unread part of the buffer; a 0 follows it */
    char buffer[PGN_BUFFER + 1];
} PgnInput;

/* Makes sure that so many bytes, up to PGN_FAR_AHEAD, are there, or all that are left. Returns
 * them; a 0 is after the last. */
const char *pgn_look(PgnInput *in, size_t count);

/* Takes the next character, a byte. A carriage return ends a line unless a line feed follows it. */
int pgn_next(PgnInput *in);

/* The next bytes: PGN_AHEAD of them at least, or all that are left. */
static inline const char *pgn_ahead(PgnInput *in) {
    return in->dry || in->end - in->at >= PGN_AHEAD ? in->buffer + in->at : pgn_look(in, PGN_AHEAD);
}

/* The next byte, left where it is; 0 at the end. */
static inline int pgn_peek(PgnInput *in) {
    return (unsigned char)*pgn_ahead(in);
}

#endif
