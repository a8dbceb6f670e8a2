/* A position: a stack of states, indexed by ply, and the piece lists.
 *
 * make_move reads the state of ply p and writes the state of ply p + 1. So unmake_move restores the
 * matrix by going back one ply. Both functions change the lists in place.
 */
#ifndef BOARD_POSITION_H
#define BOARD_POSITION_H

#include "board/state.h"
#include "core/types.h"

enum {
    STATE_LIMIT = MAX_PLY + 8, /* the root, the states made after the root, and one working space */
    KEY_LIMIT = 512 /* the most keys of positions before the root, kept for repetitions */
};

typedef struct Position {
    State *state; /* the current state, an element of states[] */
    Lists lists;
    int root_ply;  /* plies of the game before states[0] */
    bool chess960; /* castling is printed as king takes rook */
    /* Indexed by castling right: the rook's square, or SQUARE_NONE if the set-up lacks the
     * right. */
    uint8_t castle_rook[4];
    uint8_t castle_mask[SQUARE_COUNT]; /* the rights that a move from or to a square keeps */
    /* Indexed by castling right: squares that must be empty, except for the king and the castling
     * rook. */
    Bitboard castle_free[4];
    /* Indexed by castling right: squares that the king enters. */
    Bitboard castle_path[4];
    int past_count; /* the number of keys in past_keys */
    /* The keys of the game's positions before states[0], the latest last. */
    Key past_keys[KEY_LIMIT];
    State states[STATE_LIMIT];
} Position;

/* The number of plies played in the game, 0 before White's first move. */
static inline int game_ply(const Position *pos) {
    return pos->root_ply + (int)(pos->state - pos->states);
}

/* The cell of the piece on a square, or CELL_NONE if the square is empty. */
static inline Cell cell_on(const Position *pos, Square sq) {
    const Man man = pos->state->man_on[sq];
    return man == MAN_NONE ? CELL_NONE : pos->lists.cell_of[man_bit(man)];
}

static ALWAYS_INLINE Square square_of_cell(const Position *pos, Cell cell) {
    return pos->state->square_of[pos->lists.bit_of[cell]];
}

/* A debug build calls position_hook after every change of a position, unless the hook is NULL. The
 * comparator (selfcheck/verify.h) sets the hook, since its layer is above the board's layer. */
typedef void PositionHook(const Position *pos, const char *event);
extern PositionHook *position_hook;

static ALWAYS_INLINE void position_changed(const Position *pos, const char *event) {
#ifdef PANOPTES_VERIFY
    if (position_hook)
        position_hook(pos, event);
#else
#endif
}

/* --- setting up ------------------------------------------------------------------------------ */

/* Empties the board: no pieces, White to move, one state. The caller then calls position_put for
 * each piece. */
void position_clear(Position *pos);

/* Puts a piece on an empty square of a cleared position. position_finish must follow. */
void position_put(Position *pos, Square sq, Color c, PieceType type);

/* Completes a position after position_put: gives all pieces cells and attack bits in the order of
 * value. Then computes the attack matrix and the keys from scratch. The caller must first set side,
 * castling rights and rooks, ep and rule50 to valid values, as fen_parse in board/fen.h does. */
void position_finish(Position *pos);

/* Makes the current state the root: forgets the earlier states, but keeps their keys for
 * repetitions. Gives all pieces new cells and attack bits in the order of value. */
void position_reroot(Position *pos);

/* Copies a position. The root of the copy is the current state of `from`. */
void position_copy(Position *to, const Position *from);

/* --- repetitions, and moves that would repeat a position ------------------------------------- */

/* Fills the table that upcoming_repetition uses. Call once, after zobrist_init and geometry_init;
 * further calls change nothing. */
void repetition_init(void);

/* Returns how many times the current position occurred before, at most `enough`. Looks back no
 * further than the last irreversible move and the oldest key that the position keeps. */
int repetitions(const Position *pos, int enough);

/* True if a search, `ply` plies from its root, should score the position as a draw by repetition.
 * The position must have occurred once before in the searched line after the root, or twice before
 * in the game and the searched line together. */
bool is_repetition(const Position *pos, int ply);

/* True if a move of the side to move repeats a position of the searched line after the root of the
 * search. The root is `ply` plies back. The side to move then has at least a draw. The function
 * makes no move: the difference of the two positions' keys must be the key change of one reversible
 * move. A hash table holds all such changes (Marcel van Kervinck, "The cuckoo cycle"). */
bool upcoming_repetition(const Position *pos, int ply);

#endif
