/* Who attacks a square, man by man: what each may do there, and what that is worth.
 *
 * For looking into a position, whoever is to move: an attacker's move is judged as if his side were
 * to move and not in check.
 */
#ifndef MOVES_ATTACKERS_H
#define MOVES_ATTACKERS_H

#include "moves/exchange.h"

/* What an attacker may do. */
typedef enum AttackerState {
    ATTACKER_FREE,   /* go to the square */
    ATTACKER_PINNED, /* nothing: he is pinned to another line */
    ATTACKER_BARRED, /* nothing: he is the King, and the square is guarded */
    ATTACKER_BEHIND  /* take part when the man before him, an attacker too, has left their line */
} AttackerState;

typedef struct Attacker {
    Square from;
    PieceType type;
    AttackerState state;
    Square before; /* of the man he stands behind; else SQUARE_NONE */
    Move move; /* what takes him to the square; MOVE_NONE if he may not, if his own man or a King
                  is there, or if it is empty and he is a Pawn */
    int value; /* of the exchange that this move begins; 0 without one */
} Attacker;

/* The attackers of one colour: those of the map least valuable first, then those behind them. */
typedef struct AttackerList {
    int count;
    Attacker men[BITS_PER_COLOR];
} AttackerList;

void attackers_list(const Position *pos, Square sq, Color c, AttackerList *list);

/* The best of the exchanges that a colour may begin on a square, by its least valuable man if
 * several are as good: a move, or MOVE_NONE; *value is what it is worth, 0 without one. */
Move best_exchange(const Position *pos, Square sq, Color c, int *value);

#endif
