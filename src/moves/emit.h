/* Kernels of the generators: from sets of squares to moves.
 *
 * In C, one move at a time. In NASM, for CPUs with AVX-512 VBMI2, one piece at a time: the numbers
 * of its target squares are compressed to the front of a register and stored at once. For CPUs with
 * AVX2, three to eight moves at a time, with one branch for all of them.
 */
#ifndef MOVES_EMIT_H
#define MOVES_EMIT_H

#include "board/state.h"
#include "kernels/abi.h"

/* How many moves may be written beyond the last one: the rest of a register. */
enum { EMIT_SLACK = 32 };

/* Writes the moves of each piece of a set to the squares of `targets` that it attacks: pieces by
 * ascending bit, squares in ascending order. Returns the end. There is room for EMIT_SLACK more
 * moves. */
typedef Move *KERNEL_ABI EmitPieces(const State *s, uint32_t men, Bitboard targets, Move *out);

/* Writes the moves of pawns that come from `step` squares behind to the squares of `targets`, at
 * most 32, in ascending order. Returns the end. There is room for EMIT_SLACK more moves. */
typedef Move *KERNEL_ABI EmitSteps(Bitboard targets, int step, Move *out);

/* The versions picked by emit_init; read-only afterwards. */
extern EmitPieces *emit_pieces;
extern EmitSteps *emit_steps;

/* Adds the kernels to the registry. */
void emit_init(void);

#endif
