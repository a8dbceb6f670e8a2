/* Signs among the moves of a game: annotations, results, passed moves. */
#ifndef MOVES_PGN_SIGNS_H
#define MOVES_PGN_SIGNS_H

typedef enum PgnResult { PGN_UNKNOWN = -1, PGN_BLACK_WON, PGN_DRAWN, PGN_WHITE_WON } PgnResult;

typedef enum SignKind {
    SIGN_NAG,    /* value: its number */
    SIGN_RESULT, /* value: a PgnResult */
    SIGN_NULL,   /* a move is passed */
    SIGN_NOTHING /* says what the move says, as "+" and "e.p." do */
} SignKind;

typedef struct PgnSign {
    const char *text;
    SignKind kind;
    int value;
} PgnSign;

/* The longest sign that a text begins with, NULL for none. A sign that ends in a letter or a digit
 * ends its word. */
const PgnSign *pgn_sign(const char *text);

/* How ASCII writes a character beyond it among the moves: a dash, a figurine, or a fraction as text;
 * " " for blanks, "" for what is not seen. NULL for any other character. */
const char *pgn_ascii(unsigned character);

#endif
