/* Making and unmaking moves. */
#ifndef BOARD_MAKE_H
#define BOARD_MAKE_H

#include "board/position.h"
#include "kernels/registry.h"

/* A kernel that makes a legal MOVE_NORMAL; each colour has a kernel. Reads p and pos->castle_mask,
 * and writes all of n, with its matrix and keys. Unlinks a captured piece from the lists of pos.
 * Returns true if a pawn made a double push or reached its 7th rank. The caller must then call
 * make_pawn_extra, which completes n->ep or the lists. The states must be aligned to cache lines,
 * and must not overlap. */
typedef bool KERNEL_ABI MakeNormal(const State *p, State *n, uint32_t move, Position *pos);

/* The kernel versions for this CPU, indexed by the mover's colour. make_normal_init sets them;
 * nothing changes them afterwards. */
extern MakeNormal *make_normal[COLOR_COUNT];

/* Adds the kernels to the registry. */
void make_normal_init(void);

/* For asserts: false if the board or the matrix shows that a move cannot be legal. The function
 * ignores pins and checks. */
bool move_is_plausible(const Position *pos, Move m);

/* Makes castling, e.p. captures and promotions. Only make_move calls this function. */
void make_special(Position *pos, Move m);

/* Completes two kinds of pawn moves. A pawn that reaches its 7th rank gets a pre-promoted cell. A
 * double push sets the e.p. square. Only make_move calls this function, after the kernel has made
 * state n; `from` and `to` are the squares of the move. */
void make_pawn_extra(Position *pos, State *n, Square from, Square to);

/* Restores the lists as they were before the move that led to state n. Only unmake_move calls this
 * function. */
void undo_lists(Lists *l, const State *n);

/* Makes a legal move. At most STATE_LIMIT - 2 moves may be made from one root: the state above the
 * new state is working space. */
static ALWAYS_INLINE void make_move(Position *pos, Move m) {
    const State *p = pos->state;
    State *n = pos->state + 1;
    assert(n < pos->states + STATE_LIMIT - 1 && move_is_plausible(pos, m));
    if (UNLIKELY(move_kind(m) != MOVE_NORMAL))
        make_special(pos, m);
    else if (UNLIKELY(make_normal[p->side](p, n, m, pos)))
        make_pawn_extra(pos, n, move_from(m), move_to(m));
    pos->state++;
    position_changed(pos, "make");
}

/* Takes back the latest move made since the root. */
static ALWAYS_INLINE void unmake_move(Position *pos) {
    assert(pos->state > pos->states);
    const State *n = pos->state--;
    if (n->undo == UNDO_CAPTURE)
        lists_relink(&pos->lists, n->captured);
    else if (UNLIKELY(n->undo))
        undo_lists(&pos->lists, n);
    position_changed(pos, "unmake");
}

/* Makes a null move; unmake_move takes it back. The side to move must not be in check. */
void make_null(Position *pos);

/* Plays a move of a game: the new position becomes a root, so that the move cannot be unmade.
 * MOVE_NULL passes the turn. The pass counts as a ply, also for the fifty-move rule. */
void position_advance(Position *pos, Move m);

/* The probable key after a legal move, computed without making the move, for a prefetch. The key is
 * exact for a normal move that neither loses a castling right nor sets an e.p. square. */
Key key_after(const State *s, Move m);

#endif
