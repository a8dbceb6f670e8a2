/* Forsyth-Edwards Notation: from text to a position and back.
 *
 * Call tables_init (engine/engine.h) before fen_parse.
 */
#ifndef BOARD_FEN_H
#define BOARD_FEN_H

#include "board/position.h"

enum {
    FEN_SIZE = 128,                /* bytes for any FEN of fen_write and its final 0 */
    FEN_ERROR_SIZE = 256,          /* bytes for any message of fen_parse */
    FEN_HALFMOVE_MAX = RULE50_MAX, /* the greatest halfmove clock of a FEN */
    FEN_FULLMOVE_MAX = 99999
};

/* The fields of a FEN. */
typedef enum FenField {
    FEN_BOARD,
    FEN_SIDE,
    FEN_CASTLING,
    FEN_EP,
    FEN_HALFMOVE,
    FEN_FULLMOVE,
    FEN_FIELD_COUNT
} FenField;

/* The reason why a FEN is refused, or a note on an unusual FEN that is accepted. */
typedef struct FenFault {
    FenField field;
    Square square;               /* the square of the fault, or SQUARE_NONE */
    char reason[FEN_ERROR_SIZE]; /* one printable line: the fault and the remedy */
} FenFault;

/* The starting position. */
extern const char FEN_START[];

/* Sets a position up from a FEN. If the function accepts the FEN, it returns true and leaves
 * `error` as it was. If the function refuses the FEN, it leaves `pos` as it was, and writes one
 * printable line to `error`, cut to error_size: the field, the square if there is one, the fault
 * and the remedy. error_size may be 0. `fen` may hold any bytes before its final 0. The function
 * never changes pos->chess960.
 *
 * Blanks or tabs separate the fields. The function skips blanks before the text, and blanks, CR and
 * LF after the text. A FEN must have at least four fields. A missing halfmove clock becomes 0; a
 * fullmove number that is missing or 0 becomes 1. The function refuses numbers above
 * FEN_HALFMOVE_MAX or FEN_FULLMOVE_MAX, and text after the sixth field.
 *
 * Castling: K and k mean the outermost rook on the h-file side of the king (X-FEN); Q and q mean
 * the outermost rook on the a-file side. File letters (HAha, Shredder-FEN) mean the rook on that
 * file. A FEN may mix the two notations. King and rook may stand on any file of their back rank,
 * whatever pos->chess960 is. The function drops a right that the board rules out. It refuses two
 * rights of a colour on one wing.
 *
 * En passant: the function drops the square if no legal move captures on the square.
 *
 * Besides text without a meaning, the function refuses: a side without exactly one king, or with
 * more than 16 pieces or 8 pawns; pawns on the 1st or 8th rank; a check to the side that is not to
 * move. The function accepts checks and material that cannot arise in a game, since problems and
 * test suites have such positions.
 */
bool fen_parse(Position *pos, const char *fen, char *error, size_t error_size);

/* Like fen_parse, but returns the field, the square and the reason of a fault separately in *fault.
 * If `pos` is NULL, the function only checks the FEN. If the FEN is accepted, fault->reason notes
 * three faults: material that cannot arise in a game, a castling right that the board rules out,
 * and an e.p. square that no pawn can just have passed. Without such a fault the reason is empty.
 * An e.p. square on which nothing can capture gets no note, since many programs write an e.p.
 * square after every double step. */
bool fen_check(Position *pos, const char *fen, FenFault *fault);

/* Returns the name of a field: "board", "side", "castling", "en passant", "halfmove" or
 * "fullmove". */
const char *fen_field_name(FenField field);

/* Writes the six-field FEN of a position to `out`, which must have FEN_SIZE bytes. Writes castling
 * in X-FEN: a right is K, Q, k or q, or the rook's file if another rook of the colour stands
 * further out. If pos->chess960 is set, writes all rights as letters of files. Writes the e.p.
 * square only if a capture on the square is legal. */
void fen_write(const Position *pos, char *out);

/* True if a castling right exists only in Chess960: the king or the rook of the right is not on the file of standard
 * chess. */
bool fen_needs_chess960(const Position *pos);

#endif
