/* Random games: the positions that tests run through. */
#ifndef SUPPORT_GAMES_H
#define SUPPORT_GAMES_H

#include "board/position.h"
#include "moves/generate.h"
#include "support/dice.h"

/* The moves that a random player prefers. Every taste can play every legal move. */
typedef enum Taste {
    TASTE_ANY,
    TASTE_PROMOTE_KNIGHT, /* advances pawns, and promotes to a knight */
    TASTE_PROMOTE_BISHOP,
    TASTE_PROMOTE_ROOK,
    TASTE_PROMOTE_QUEEN,
    TASTE_EN_PASSANT, /* prefers double pushes and e.p. captures */
    TASTE_CASTLE,     /* clears the back rank, then castles */
    TASTE_QUIET,      /* avoids captures */
    TASTE_COUNT
} Taste;

/* All legal moves. */
MoveList legal_list(const Position *pos);

/* A legal move of the side to move, MOVE_NONE if there is none. */
Move random_move(const Position *pos, Random *r, Taste taste);

enum { START_SIZE = 96 };

/* Writes the FEN of a random Chess960 start. With `both`, each side has a start of its own (double
 * Chess960). */
void random_start(Random *r, bool both, char fen[START_SIZE]);

/* Makes `plies` random moves, or fewer if the game ends. At the end makes the position the root. */
void random_walk(Position *pos, Random *r, Taste taste, int plies);

#endif
