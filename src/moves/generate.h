/* Legal moves. Every generator gives legal moves only, each once. */
#ifndef MOVES_GENERATE_H
#define MOVES_GENERATE_H

#include "board/position.h"
#include "board/state.h"
#include "kernels/registry.h"

#include <stdatomic.h>

/* Adds the quiet moves of the side to move, which must not be in check. Adds castling too, but no
 * promotions (see captures.h). `pinned` is pinned_men of the side to move. */
void quiet_moves(const Position *pos, Bitboard pinned, MoveList *list);

/* Adds all moves of the side to move, which must be in check. */
void evasion_moves(const Position *pos, MoveList *list);

/* Adds all moves of the side to move, in check or not. */
void legal_moves(const Position *pos, MoveList *list);

/* The number of moves that legal_moves would add. Makes no list. */
int legal_count(const Position *pos);

/* True if the side to move may castle to a wing now. The side must not be in check. */
bool castling_is_legal(const Position *pos, int wing);

/* True if a move is legal, that is, if legal_moves adds the move. `m` may be any 16 bits. The
 * function reads the matrix, and makes no move. */
bool move_is_legal(const Position *pos, Move m);

/* True if the king of `us` may stand on `to`: no enemy attacks the square, and it is not behind the
 * king on the line of a checking slider. */
bool king_may_go(const State *s, Square king, Square to, Color us);

/* True if a legal move gives check. The function makes the move and unmakes it. */
bool gives_check(Position *pos, Move m);

/* Returns a legal move that mates at once, or MOVE_NONE. Leaves the position as it was. */
Move mating_move(Position *pos);

/* Kernels of the generators: these kernels turn sets of squares into moves.
 *
 * The C reference writes one move at a time. The NASM version for AVX-512 VBMI2 writes all moves of
 * a piece at once: it compresses the numbers of the target squares to the front of a register. The
 * NASM version for AVX2 writes six or eight moves at a time, with one branch for all these moves.
 */

/* The most moves that a kernel writes after the last valid move: the rest of a register. */
enum { EMIT_SLACK = 32 };

/* Writes the moves of the pieces whose bits are in `men` to those squares of `targets` that each
 * piece attacks: pieces by ascending bit, squares in ascending order. Returns the end of the moves.
 * The buffer must have room for EMIT_SLACK more moves. */
typedef Move *KERNEL_ABI EmitPieces(const State *s, uint32_t men, Bitboard targets, Move *out);

/* Writes a pawn's move to each square of `targets`, from the square whose number is lower by
 * `step`. The targets are at most 32, and come in ascending order. Returns the end of the moves.
 * The buffer must have room for EMIT_SLACK more moves. */
typedef Move *KERNEL_ABI EmitSteps(Bitboard targets, int step, Move *out);

/* The versions picked by emit_init; read-only afterwards. */
extern EmitPieces *emit_pieces;
extern EmitSteps *emit_steps;

/* Adds the kernels to the registry. */
void emit_init(void);

/* --- perft: counting the leaves of the tree of legal moves ----------------------------------- */

typedef enum PerftMode {
    PERFT_BULK, /* perft counts the moves of the last ply without making them */
    PERFT_FULL, /* perft makes every move */
    /* Perft generates only captures (also e.p.) and promotions. If the side to move is in check,
     * perft generates all moves. Perft counts the moves of the last ply without making them. */
    PERFT_CAPTURES
} PerftMode;

/* Returns the number of leaves at `depth` plies (0 to MAX_PLY); depth 0 has one leaf. If `stop` is
 * not NULL and becomes true, perft returns early, and the result means nothing. */
uint64_t perft(Position *pos, int depth, PerftMode mode, const atomic_bool *stop);

/* Adds the moves that perft makes or counts in a position. */
void perft_moves(const Position *pos, PerftMode mode, MoveList *list);

#endif
