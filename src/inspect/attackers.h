/* The attackers of a square, piece by piece: what each may do there, and what that is worth.
 *
 * Either side may be to move: an attacker's move is judged as if its side were to move and not in
 * check.
 */
#ifndef INSPECT_ATTACKERS_H
#define INSPECT_ATTACKERS_H

#include "moves/exchange.h"

/* What an attacker may do. */
typedef enum AttackerState {
    ATTACKER_FREE,   /* move to the square */
    ATTACKER_PINNED, /* nothing: it is pinned to another line */
    ATTACKER_BARRED, /* nothing: it is the king, and the square is guarded */
    ATTACKER_BEHIND  /* join in once the piece before it, an attacker too, has left their line */
} AttackerState;

typedef struct Attacker {
    Square from;
    PieceType type;
    AttackerState state;
    Square before; /* of the piece it stands behind; else SQUARE_NONE */
    Move
        move; /* its move to the square; MOVE_NONE if it may not move there, if a king or a piece of
                  its own side stands there, or if it is a pawn and the square is empty */
    int value; /* of the exchange that this move begins; 0 without one */
} Attacker;

/* The attackers of one colour: those in the map, least valuable first, then those behind them. */
typedef struct AttackerList {
    int count;
    Attacker attackers[BITS_PER_COLOR];
} AttackerList;

void attackers_list(const Position *pos, Square sq, Color c, AttackerList *list);

/* The best exchange that a colour may begin on a square; among equals that of the least valuable
 * piece. Returns its move, or MOVE_NONE. *value is what it is worth, 0 without one. */
Move best_exchange(const Position *pos, Square sq, Color c, int *value);

#endif
