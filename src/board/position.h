/* A position: a stack of states, indexed by ply, and the piece lists.
 *
 * Make reads the state of ply p and writes that of ply p + 1. So unmake restores the matrix by going
 * back one ply. Make and unmake change the lists in place.
 */
#ifndef BOARD_POSITION_H
#define BOARD_POSITION_H

#include "board/state.h"
#include "core/types.h"

enum {
    STATE_LIMIT = MAX_PLY + 8, /* the root, plies made from it, and one working space */
    KEY_LIMIT = 512 /* keys of positions before the root that are remembered, for repetitions */
};

typedef struct Position {
    State *state; /* the current one, within states[] */
    Lists lists;
    int root_ply;           /* plies of the game before states[0] */
    bool chess960;          /* castling is printed as king takes rook */
    uint8_t castle_rook[4]; /* the rook's square by right, SQUARE_NONE if the set-up lacks it */
    uint8_t castle_mask[SQUARE_COUNT]; /* rights that survive a move from or to a square */
    Bitboard castle_free[4];  /* squares that must be empty except for king and rook, by right */
    Bitboard castle_path[4];  /* squares that the king enters, by right */
    int past_count;           /* entries of past_keys */
    Key past_keys[KEY_LIMIT]; /* of the game's positions before states[0], the latest last */
    State states[STATE_LIMIT];
} Position;

/* Plies since White's first move of the game. */
static inline int game_ply(const Position *pos) {
    return pos->root_ply + (int)(pos->state - pos->states);
}

/* The cell of the piece on a square, CELL_NONE if it is empty. */
static inline Cell cell_on(const Position *pos, Square sq) {
    const Man man = pos->state->man_on[sq];
    return man == MAN_NONE ? CELL_NONE : pos->lists.cell_of[man_bit(man)];
}

static ALWAYS_INLINE Square square_of_cell(const Position *pos, Cell cell) {
    return pos->state->square_of[pos->lists.bit_of[cell]];
}

/* A debug build calls this after every change of a position, if it is not NULL. The comparator
 * (selfcheck/verify.h) sets it, since its layer is above this one. */
typedef void PositionHook(const Position *pos, const char *event);
extern PositionHook *position_hook;

static ALWAYS_INLINE void position_changed(const Position *pos, const char *event) {
#ifdef PANOPTES_VERIFY
    if (position_hook)
        position_hook(pos, event);
#else
#endif
}

/* --- setting up ---------------------------------------------------------------------------- */

/* Empties the board: no pieces, White to move, one state. The caller then calls position_put for
 * each piece. */
void position_clear(Position *pos);

/* Puts a piece on an empty square of a cleared position. position_finish must follow. */
void position_put(Position *pos, Square sq, Color c, PieceType type);

/* Completes a position after position_put: numbers cells and bits in true order of value, and computes
 * matrix and keys from scratch. The caller must first set side, castling rights and rooks, ep and rule50
 * to sound values (board/fen.h does so). */
void position_finish(Position *pos);

/* Makes the current state the root: forgets the states below it, keeps their keys for repetitions,
 * and renumbers cells and bits in true order of value. */
void position_reroot(Position *pos);

/* Copies a position. The root of the copy is the current state of `from`. */
void position_copy(Position *to, const Position *from);

/* --- positions that come again, or could come again by one move ------------------------------ */

/* Fills the table of reversible moves. Call once, after zobrist_init and geometry_init; further
 * calls change nothing. */
void repetition_init(void);

/* Returns how many times the current position occurred before, at most `enough`. Looks only at plies whose
 * keys are remembered and that follow the last irreversible move. */
int repetitions(const Position *pos, int enough);

/* True if a search, `ply` plies from its root, should score the position as a draw by repetition.
 * The position must have occurred once before in the searched line after its root, or twice before
 * in all. */
bool is_repetition(const Position *pos, int ply);

/* True if a move of the side to move repeats a position of the searched line after the root. The
 * root is `ply` plies back. The side can then draw at least. The function makes no move: the
 * difference of the two keys must be the key change of one reversible move. A hash table holds all
 * such changes (Marcel van Kervinck, "The cuckoo cycle"). */
bool upcoming_repetition(const Position *pos, int ply);

#endif
