/* Static exchange evaluation: what a move wins on its target square if both sides go on capturing
 * there, least valuable man first, each free to stop.
 *
 * It works on the matrix: attackers and defenders of a square are one word. When a man on a line
 * leaves, the slider behind him is among the slider bits of map[his square]. Pinned men stay out
 * unless the square is on their line; a King captures only what nobody guards any more.
 */
#ifndef MOVES_EXCHANGE_H
#define MOVES_EXCHANGE_H

#include "board/position.h"

/* What a man counts in an exchange, in centipawns. */
enum { EXCHANGE_PAWN = 100, EXCHANGE_MINOR = 300, EXCHANGE_ROOK = 500, EXCHANGE_QUEEN = 900 };

/* The value of a type in an exchange; a King, who is never lost, counts as 0. */
int exchange_type_value(PieceType type);

/* The gain of a legal move in centipawns for the mover. Castling is worth 0. */
int exchange_value(const Position *pos, Move m);

/* One move of an exchange. */
typedef struct ExchangeStep {
    Square from;
    PieceType taker;   /* who comes to the target, */
    PieceType becomes; /* what he is there: a Pawn may promote, */
    PieceType taken;   /* and whom he takes: TYPE_NONE if the first move takes nobody */
    int balance;       /* what the side that began has won if all stops here */
} ExchangeStep;

/* An exchange written down. */
typedef struct ExchangeLine {
    int count;  /* moves until one side has nobody left to take with */
    int played; /* those of them before one side does better to stop: 1 at least */
    int value;  /* for the side that began: the balance after the last one played */
    ExchangeStep steps[BIT_COUNT];
} ExchangeLine;

/* Writes down the exchange that a move begins; not castling. The move may be one of either side:
 * legal, or legal if that side were to move and not in check. line->value is exchange_value where
 * that is defined. */
void exchange_line(const Position *pos, Move m, ExchangeLine *line);

/* True if exchange_value(pos, m) >= threshold; cheaper. */
bool exchange_at_least(const Position *pos, Move m, int threshold);

#endif
