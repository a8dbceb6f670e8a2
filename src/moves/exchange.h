/* Static exchange evaluation (SEE): the gain of a move if both sides go on capturing on its target
 * square. The least valuable piece captures first, and each side is free to stop. A piece whose bit
 * is out of order (board/state.h) comes last, after the king.
 *
 * SEE works on the matrix: the attackers and defenders of a square are one 32-bit row. When a piece
 * leaves a square, map[that square] names the slider behind the piece. A pinned piece captures only
 * if the target is on the pin's line, or if the pinner has left. A king captures only if the enemy
 * has no attacker left.
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
    PieceType taken;   /* the captured type; TYPE_NONE if the first move captures nothing */
    int balance;       /* the gain of the side that began, if the exchange stops here */
} ExchangeStep;

/* An exchange, move by move. */
typedef struct ExchangeLine {
    int count;  /* the number of steps if both sides capture as long as they can */
    int played; /* the number of steps if each side stops before it would lose by going on; >= 1 */
    int value;  /* the gain of the side that began, after `played` steps */
    ExchangeStep steps[BIT_COUNT];
} ExchangeLine;

/* Writes the exchange that a move begins to `line`. The move must not be castling. The move may
 * belong to the side that is not to move, and may leave a check unanswered. Otherwise the move must
 * be legal. For a legal move line->value equals exchange_value. */
void exchange_line(const Position *pos, Move m, ExchangeLine *line);

/* True if exchange_value(pos, m) >= threshold; cheaper than exchange_value. */
bool exchange_at_least(const Position *pos, Move m, int threshold);

#endif
