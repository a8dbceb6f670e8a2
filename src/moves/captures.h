/* Staged captures: the victims come from the enemy's list, the capturers from the map.
 *
 * The walk neither makes nor sorts a list of all captures. The walk goes from the most valuable
 * victim down; our half of map[victim's square] is the set of capturers, least valuable first. So
 * the captures come in MVV/LVA order, one at a time. The walk has two loops: one over the pieces up
 * to DUMMY, and one over the pawns after DUMMY. The walk ends at the threshold cell.
 */
#ifndef MOVES_CAPTURES_H
#define MOVES_CAPTURES_H

#include "board/position.h"
#include "kernels/registry.h"

/* The most capturers of a victim. */
enum { CAPTURER_LIMIT = 16 };

typedef struct CaptureWalk {
    const Position *pos;
    Bitboard pinned; /* our pinned pieces */
    uint8_t victim;  /* the victim's cell */
    uint8_t target;  /* the victim's square */
    uint8_t
        threshold; /* the walk ends at the first victim whose cell is this cell or a higher one */
    uint8_t next, count; /* index of the next capturer, and number of capturers */
    uint8_t promotion;   /* the promotion that comes next for the current capturer; 0 for a queen */
    uint8_t cells[CAPTURER_LIMIT]; /* the capturers' cells, least valuable first */
} CaptureWalk;

/* Starts a walk for the side to move, which must not be in check. `threshold` is one of
 * THRESHOLD_*, or any even cell up to THRESHOLD_ALL. The walk meets only victims whose cells are
 * below the threshold. `pinned` is pinned_men of the side to move. */
void captures_start(CaptureWalk *walk, const Position *pos, Bitboard pinned, Cell threshold);

/* Kernel: advances the walk to the next victim that has legal capturers. Writes victim, target,
 * next, count and `count` cells: the capturers, least valuable first. The capturers come in the
 * order of their bits; bits out of order come last. At the end of the walk, sets victim to
 * CELL_NONE, writes nothing else and returns false. The set walk->pinned must be empty. The walk
 * must not have ended before. */
typedef bool KERNEL_ABI CapturesAdvance(CaptureWalk *walk);

/* The version picked by captures_init; read-only afterwards. */
extern CapturesAdvance *captures_advance;

/* The C reference of captures_advance. Unlike the other versions, the reference accepts a walk
 * whose set walk->pinned is not empty. */
CapturesAdvance captures_advance_c;

/* Adds the kernel to the registry. */
void captures_init(void);

/* Returns the next legal capture, or MOVE_NONE after the last capture. A pawn's capture onto the
 * last rank comes once for each promotion, queen first. The walk gives no e.p. captures: see
 * en_passant_moves. */
Move captures_next(CaptureWalk *walk);

/* True if the side to move attacks a piece that a walk with this threshold includes. `threshold` is
 * one of THRESHOLD_*. The function intersects the union of the side's columns with the squares of
 * these pieces, which is much cheaper than a walk that finds nothing. The function ignores pins,
 * and counts an under-promoted piece by its type. With THRESHOLD_ALL, an e.p. capture counts
 * too. */
bool may_capture(const State *s, Cell threshold);

/* The number of captures (also e.p.) and promotions of the side to move, which must not be in
 * check. */
int captures_count(const Position *pos);

/* Adds the legal e.p. captures of the side to move, in check or not. */
void en_passant_moves(const State *s, MoveList *list);

/* Adds the promotions of the side to move that are not captures. The side must not be in check. The
 * function finds the pre-promoted pawns after DUMMY in the ring. If queens_only is set, the
 * function leaves out under-promotions. */
void push_promotions(const Position *pos, Bitboard pinned, bool queens_only, MoveList *list);

#endif
