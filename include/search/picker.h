/* The move picker: legal moves one at a time, the promising first, each exactly once.
 *
 * Not in check: the table's move; promotions to Queens; captures as the staged walk gives them,
 * those that lose by exchange put off; e.p.; killers; quiets by history; the captures put off and
 * the under-promotions. In check: the table's move, then all evasions by score. In quiescence:
 * promotions to Queens and captures down to the threshold, losing ones left out; in check all
 * evasions.
 *
 * The search reads no field of a picker and writes none.
 */
#ifndef SEARCH_PICKER_H
#define SEARCH_PICKER_H

#include "moves/captures.h"
#include "search/history.h"

typedef struct Picker {
    const Position *pos;
    const History *history;
    int stage;
    bool skip_quiets, quiescence;
    uint8_t index;  /* next of list */
    uint8_t killer; /* next killer */
    Move table_move, killers[2];
    Bitboard pinned;
    Cell threshold;
    CaptureWalk walk;
    MoveList list;    /* of the stage under way */
    MoveList put_off; /* losing captures and under-promotions */
    int scores[MOVE_LIMIT];
} Picker;

/* All legal moves. table_move may be any encoding; it comes first if it is legal. */
void picker_init(Picker *p, const Position *pos, const History *history, Move table_move, int ply);

/* Quiescence: `threshold` is the cell at which the walk over victims ends (see captures.h). */
void picker_init_quiescence(Picker *p, const Position *pos, const History *history, Move table_move,
                            Cell threshold);

/* The next move, MOVE_NONE after the last. */
Move picker_next(Picker *p);

/* From here on quiet moves are left out. No effect in check. */
void picker_skip_quiets(Picker *p);

/* True for a move that takes or promotes: what the search does not count as quiet. */
static ALWAYS_INLINE bool is_tactical(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE);
}

#endif
