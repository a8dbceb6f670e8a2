/* Forsyth-Edwards Notation: from text to a position and back.
 *
 * The caller of fen_parse must first fill the tables (engine/engine.h).
 */
#ifndef BOARD_FEN_H
#define BOARD_FEN_H

#include "board/position.h"

enum {
    FEN_SIZE = 128,                /* fits every FEN of fen_write, its final 0 included */
    FEN_ERROR_SIZE = 256,          /* fits every message of fen_parse */
    FEN_HALFMOVE_MAX = RULE50_MAX, /* the most that fen_parse accepts and fen_write writes */
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

/* The reason for which a FEN is refused, or a note on an odd FEN that is accepted. */
typedef struct FenFault {
    FenField field;
    Square square;               /* the square of the fault, or SQUARE_NONE */
    char reason[FEN_ERROR_SIZE]; /* one printable line: the fault and the remedy */
} FenFault;

/* The starting position. */
extern const char FEN_START[];

/* Sets a position up from a FEN. Returns true if it accepts the FEN; `error` then stays as it was.
 * Else `pos` stays as it was. `error` then gets one printable line, cut to error_size: the field,
 * the square if there is one, the fault and the remedy. error_size may be 0. `fen` may hold any
 * bytes before its final 0. pos->chess960 stays as it was in either case.
 *
 * Blanks or tabs separate the fields. The function skips blanks before the text, and blanks, CR and
 * LF after it. It needs four fields. A missing halfmove clock becomes 0; a missing fullmove number,
 * or a 0 there, becomes 1. The function refuses numbers above FEN_HALFMOVE_MAX or FEN_FULLMOVE_MAX,
 * and text after the sixth field.
 *
 * Castling: K and k mean the outermost rook on the h-file side of the king (X-FEN); Q and q, on the
 * a-file side. File letters (HAha, Shredder-FEN) mean the rook on that file. Both may be mixed.
 * King and rook may stand on any file of their back rank, whatever pos->chess960 is. The function
 * drops a right that the board rules out. It refuses two rights of a colour on one wing.
 *
 * En passant: the function keeps the square if some capture on it is legal, else drops it.
 *
 * Besides text without a meaning, the function refuses: a side without exactly one king, or with
 * more than 16 pieces or 8 pawns; pawns on the 1st or 8th rank; a check to the side that is not to
 * move. It accepts checks and material that no game leads to, since problems and test suites have
 * them.
 */
bool fen_parse(Position *pos, const char *fen, char *error, size_t error_size);

/* The same as fen_parse, with the reason in parts. If `pos` is NULL, the function only checks the
 * FEN. If the FEN is accepted, fault->reason notes three oddities: material that no game leads to,
 * a castling right that the board rules out, and an e.p. square that no pawn can just have passed.
 * Else the reason is empty. An e.p. square on which nothing can capture gets no note, since many
 * programs write an e.p. square after every double step. */
bool fen_check(Position *pos, const char *fen, FenFault *fault);

/* "board", "side", "castling", "en passant", "halfmove" or "fullmove". */
const char *fen_field_name(FenField field);

/* Writes the six-field FEN of a position to `out`, FEN_SIZE bytes. Writes castling in X-FEN: as K,
 * Q, k or q, or as the rook's file if another rook of its colour stands further out. If
 * pos->chess960 is set, writes all rights as letters of files. Writes the e.p. square only if a
 * capture on it is legal. */
void fen_write(const Position *pos, char *out);

#endif
