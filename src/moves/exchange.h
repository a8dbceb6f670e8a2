/* Static exchange evaluation (SEE): the gain of a move if both sides go on capturing on its target
 * square. The least valuable piece captures first, and each side is free to stop.
 *
 * SEE works on the matrix: attackers and defenders of a square are one word. When a piece leaves a
 * line, the slider behind it is among the slider bits of map[the square it left]. A pinned piece
 * captures only if the target is on the pin's line, or if the pinner has left. A king captures only
 * on a square that is no longer guarded.
 */
#ifndef MOVES_EXCHANGE_H
#define MOVES_EXCHANGE_H

#include "board/position.h"

/* The values of pieces in an exchange, in centipawns. */
enum { EXCHANGE_PAWN = 100, EXCHANGE_MINOR = 300, EXCHANGE_ROOK = 500, EXCHANGE_QUEEN = 900 };

/* The value of a type in an exchange. A king is never lost and counts as 0. */
int exchange_type_value(PieceType type);

/* The gain of a legal move in centipawns for the mover. Castling is worth 0. */
int exchange_value(const Position *pos, Move m);

/* One move of an exchange. */
typedef struct ExchangeStep {
    Square from;
    PieceType taker;   /* the piece that moves to the target */
    PieceType becomes; /* the type of `taker` on the target, since a pawn may promote */
    PieceType taken;   /* the type of its victim; TYPE_NONE if the first move captures nothing */
    int balance;       /* the gain of the side that began, if the exchange stops here */
} ExchangeStep;

/* An exchange written down. */
typedef struct ExchangeLine {
    int count;  /* steps until the side to move has no piece that can take */
    int played; /* steps before one side does better to stop, at least 1 */
    int value;  /* for the side that began: the balance after the last step played */
    ExchangeStep steps[BIT_COUNT];
} ExchangeLine;

/* Writes down the exchange that a move other than castling begins. The move must be legal, at least
 * if its side were to move and not in check. For a legal move line->value equals exchange_value. */
void exchange_line(const Position *pos, Move m, ExchangeLine *line);

/* True if exchange_value(pos, m) >= threshold; cheaper. */
bool exchange_at_least(const Position *pos, Move m, int threshold);

#endif
