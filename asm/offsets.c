/* Offsets and sizes of C structs for NASM. The Makefile compiles this to assembly and turns every
 * "->NAME VALUE" in the output into "%define NAME VALUE" of offsets.inc: nothing is copied by hand. */
#include "board/position.h"
#include "board/state_difference.h"
#include "board/zobrist.h"
#include "moves/captures.h"
#include "network/sums.h"

#define EMIT(name, value) __asm__ volatile(".ascii \"->" name " %c0\"" : : "i"(value))

void offsets(void);

void offsets(void) {
    EMIT("MAN_NONE", MAN_NONE);
    EMIT("SQUARE_NONE", SQUARE_NONE);
    EMIT("UNDO_CAPTURE", UNDO_CAPTURE);
    EMIT("STATE_ATTACKS", offsetof(State, attacks));
    EMIT("STATE_MAP", offsetof(State, map));
    EMIT("STATE_MAN_ON", offsetof(State, man_on));
    EMIT("STATE_SQUARE_OF", offsetof(State, square_of));
    EMIT("STATE_ALIVE", offsetof(State, alive));
    EMIT("STATE_SLIDERS", offsetof(State, sliders));
    EMIT("STATE_OUT_OF_ORDER", offsetof(State, out_of_order));
    EMIT("STATE_SIDE", offsetof(State, side));
    EMIT("STATE_CASTLING", offsetof(State, castling));
    EMIT("STATE_EP", offsetof(State, ep));
    EMIT("STATE_UNDO", offsetof(State, undo));
    EMIT("STATE_CAPTURED", offsetof(State, captured));
    EMIT("BITS_PER_COLOR", BITS_PER_COLOR);
    EMIT("STATE_RULE50", offsetof(State, rule50));
    EMIT("STATE_SINCE_NULL", offsetof(State, since_null));
    EMIT("STATE_MOVE", offsetof(State, move));
    EMIT("STATE_BY_COLOR", offsetof(State, by_color));
    EMIT("STATE_BY_TYPE", offsetof(State, by_type));
    EMIT("STATE_KINGS", offsetof(State, by_type[KING]));
    EMIT("STATE_KEY", offsetof(State, key));
    EMIT("STATE_PART_KEY", offsetof(State, part_key));
    EMIT("STATE_MATERIAL", offsetof(State, material));
    EMIT("POSITION_CASTLE_MASK", offsetof(Position, castle_mask));
    EMIT("POSITION_STATE", offsetof(Position, state));
    EMIT("POSITION_BIT_OF", offsetof(Position, lists.bit_of));
    EMIT("POSITION_NEXT", offsetof(Position, lists.next));
    EMIT("POSITION_PREV", offsetof(Position, lists.prev));
    EMIT("POSITION_CELL_OF", offsetof(Position, lists.cell_of));
    EMIT("GEOMETRY_LEAPER", offsetof(Geometry, leaper));
    EMIT("LEAPER_COLOR_SIZE", sizeof geometry.leaper[0]);
    EMIT("GEOMETRY_BEYOND", offsetof(Geometry, beyond));
    EMIT("GEOMETRY_LINES", offsetof(Geometry, lines));
    EMIT("LINES_LOWER", offsetof(CutLines, lower));
    EMIT("LINES_UPPER", offsetof(CutLines, upper));
    EMIT("ZOBRIST_MAN", offsetof(Zobrist, man));
    EMIT("ZOBRIST_COLOR_SIZE", sizeof zobrist.man[0]);
    EMIT("ZOBRIST_CASTLING", offsetof(Zobrist, castling));
    EMIT("ZOBRIST_EP", offsetof(Zobrist, ep));
    EMIT("ZOBRIST_SIDE", offsetof(Zobrist, side));
    EMIT("CELL_NONE", CELL_NONE);
    EMIT("THRESHOLD_PIECES", THRESHOLD_PIECES);
    EMIT("WALK_POS", offsetof(CaptureWalk, pos));
    EMIT("WALK_VICTIM", offsetof(CaptureWalk, victim));
    EMIT("WALK_TARGET", offsetof(CaptureWalk, target));
    EMIT("WALK_THRESHOLD", offsetof(CaptureWalk, threshold));
    EMIT("WALK_NEXT", offsetof(CaptureWalk, next));
    EMIT("WALK_COUNT", offsetof(CaptureWalk, count));
    EMIT("WALK_CELLS", offsetof(CaptureWalk, cells));
    EMIT("PART_PLACED", offsetof(StatePart, placed));
    EMIT("PART_PAIRS", offsetof(StatePart, pairs));
    EMIT("PART_PLACED_COUNT", offsetof(StatePart, placed_count));
    EMIT("PART_PAIR_COUNT", offsetof(StatePart, pair_count));
    EMIT("DIFFERENCE_GONE", offsetof(StateDifference, gone));
    EMIT("DIFFERENCE_COME", offsetof(StateDifference, come));
    EMIT("NETWORK_HIDDEN", offsetof(Network, shape.hidden));
    EMIT("NETWORK_PIECES", offsetof(Network, pieces));
    EMIT("NETWORK_PAIRS", offsetof(Network, pairs));
    EMIT("ROWS_GONE", offsetof(SumRows, gone));
    EMIT("ROWS_COME", offsetof(SumRows, come));
    EMIT("SUMS_PIECES", offsetof(SumPart, pieces));
    EMIT("SUMS_PAIRS", offsetof(SumPart, pairs.at));
    EMIT("SUMS_PIECE_COUNT", offsetof(SumPart, piece_count));
    EMIT("SUMS_PAIR_COUNT", offsetof(SumPart, pairs.count));
    EMIT("SUM_ONE", SUM_ONE);
    EMIT("SQUARE_SHIFT", SQUARE_SHIFT);
    EMIT("SQUARE_ONE", SQUARE_ONE);
}
