/* The comparator: everything that is kept up move by move, against the same made anew.
 *
 * In a debug build (PANOPTES_VERIFY) it runs after every make, unmake and null move.
 */
#ifndef BOARD_VERIFY_H
#define BOARD_VERIFY_H

#include "board/position.h"

enum { VERIFY_REPORT_SIZE = 4096 };

/* Checks map and attacks against scratch, one against the transpose of the other, lists both ways,
 * bits and cells against each other, board against bitboards, masks, keys, material and King
 * squares.
 *
 * Returns true if all is well. Else writes the first difference to `report` (VERIFY_REPORT_SIZE
 * bytes): the root position, the moves that led here, the square or the cell, and for the matrix
 * the attackers missing and extra, by name. `event` says what had just been done ("make"). */
bool verify_position(const Position *pos, const char *event, char *report);

/* verify_position, and on a difference the report on stderr and abort. */
void verify_or_abort(const Position *pos, const char *event);

/* How many checks verify_or_abort has passed in this process. */
uint64_t verify_count(void);

static ALWAYS_INLINE void verify_in_debug(const Position *pos, const char *event) {
#ifdef PANOPTES_VERIFY
    verify_or_abort(pos, event);
#else
    (void)pos;
    (void)event;
#endif
}

#endif
