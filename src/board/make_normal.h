/* Kernels: a normal move with the whole matrix update and the keys, the hottest routine of all. One
 * for each colour. */
#ifndef BOARD_MAKE_NORMAL_H
#define BOARD_MAKE_NORMAL_H

#include "board/position.h"
#include "kernels/abi.h"

/* Makes a legal MOVE_NORMAL of the routine's colour: reads p, writes all of n, and unlinks a
 * captured piece in the lists of pos, whose castle_mask it reads. Returns true after a double push
 * or if a pawn is now on its 7th rank: then n->ep or the lists lack what make_pawn_extra adds. The
 * states are aligned to cache lines and do not overlap. */
typedef bool KERNEL_ABI MakeNormal(const State *p, State *n, uint32_t move, Position *pos);

/* The versions picked by make_normal_init, by the mover's colour; read-only afterwards. */
extern MakeNormal *make_normal[COLOR_COUNT];

/* Adds the kernels to the registry. */
void make_normal_init(void);

#endif
