/* English names, for reports and messages. */
#ifndef CORE_NAMES_H
#define CORE_NAMES_H

#include "core/types.h"

/* "a1" to "h8", "--" for anything else. */
const char *square_name(Square sq);

/* "White" or "Black". */
const char *color_name(Color c);

/* The letters of FEN: White's by type, then Black's. */
extern const char PIECE_LETTERS[];

/* 'P' to 'K' for White, 'p' to 'k' for Black; '?' if there is no such type. */
char piece_letter(Color c, PieceType type);

/* "Pawn" to "King", "ghost" for anything else. */
const char *type_name(PieceType type);

#endif
