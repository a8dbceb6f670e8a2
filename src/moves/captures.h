/* Staged captures: victims read off the enemy's list, capturers off the map.
 *
 * No list of all captures is made or sorted. The walk goes from the most valuable victim down;
 * our half of map[victim's square] is the set of capturers, least valuable first. So the captures
 * come in MVV/LVA order, one at a time. The walk ends at the threshold cell: a loop over the
 * pieces, which ends at DUMMY at the latest, and after DUMMY a loop over the pawns.
 */
#ifndef MOVES_CAPTURES_H
#define MOVES_CAPTURES_H

#include "board/position.h"
#include "kernels/registry.h"

/* The most capturers of a victim. */
enum { CAPTURER_LIMIT = 16 };

typedef struct CaptureWalk {
    const Position *pos;
    Bitboard pinned;     /* our pinned pieces */
    uint8_t victim;      /* the victim's cell */
    uint8_t target;      /* its square */
    uint8_t threshold;   /* the walk ends at the first victim whose cell is not below */
    uint8_t next, count; /* capturers of this victim: next to come, how many */
    uint8_t promotion;   /* the type the current capturer still has to promote to, 0 if none */
    uint8_t cells[CAPTURER_LIMIT]; /* their cells, in LVA order */
} CaptureWalk;

/* Starts a walk for the side to move, which must not be in check. `threshold` is one of
 * THRESHOLD_*, or any even cell up to THRESHOLD_ALL: victims of that cell and after it are not
 * met. `pinned` is pinned_men of the mover. */
void captures_start(CaptureWalk *walk, const Position *pos, Bitboard pinned, Cell threshold);

/* Kernel: goes on from the walk's victim to the next one that has legal capturers, and expands
 * these into cells, least valuable first: the bits from the lowest up, those out of order after the
 * others. Writes victim, target, next, count and as many cells. Returns false at the end of the
 * walk, with CELL_NONE as victim and the rest left as it was. For walks without pinned pieces whose
 * end was not met before. */
typedef bool KERNEL_ABI CapturesAdvance(CaptureWalk *walk);

/* The version picked by captures_init; read-only afterwards. */
extern CapturesAdvance *captures_advance;

/* The C reference, which is also for walks with pinned pieces. */
CapturesAdvance captures_advance_c;

/* Adds the kernel to the registry. */
void captures_init(void);

/* The next legal capture, MOVE_NONE after the last. Captures by a pawn on the last rank come once
 * for each promotion, queen first. En passant is not among them: see en_passant_moves. */
Move captures_next(CaptureWalk *walk);

/* True if the side to move attacks a victim above a threshold, one of THRESHOLD_*: the union of its
 * columns, against the squares of those types. Much cheaper than a walk that finds nothing. Pins
 * are not looked at, and an under-promoted piece counts by its type. With THRESHOLD_ALL, e.p.
 * counts too. */
bool may_capture(const State *s, Cell threshold);

/* The number of captures, e.p. included, and promotions of the side to move, which must not be in
 * check. */
int captures_count(const Position *pos);

/* Adds the legal e.p. captures of the side to move, in check or not. */
void en_passant_moves(const State *s, MoveList *list);

/* Adds the promotions by pushing of the side to move, which must not be in check: from the run of
 * pre-promoted pawns after DUMMY. With queens_only, under-promotions are left out. */
void push_promotions(const Position *pos, Bitboard pinned, bool queens_only, MoveList *list);

#endif
