/* Offsets and sizes of C structs for NASM. The Makefile compiles this file to assembly, and turns
 * every "->NAME VALUE" in the output into a line "%define NAME VALUE" of offsets.inc. */
#include "board/position.h"
#include "board/state.h"
#include "board/state_difference.h"
#include "moves/captures.h"
#include "network/accumulator.h"

enum { MATERIAL_STEP = MATERIAL_SHIFT(WHITE, KNIGHT) - MATERIAL_SHIFT(WHITE, PAWN) };

/* Assumptions of the kernels besides the offsets. Each group names the file that relies on the
 * group. */
#define SAME(a, b, what) _Static_assert((a) == (b), what)
#define BEHIND(type, a, b)                                                                         \
    _Static_assert(offsetof(type, b) == offsetof(type, a) + sizeof(((type *)0)->a),                \
                   #b " follows " #a " directly")

/* All kernels: widths of elements, and the numbers of colours and bits. */
SAME(sizeof empty_state.attacks[0], 8, "columns are qwords");
SAME(sizeof empty_state.map[0], 4, "rows are dwords, a colour's half of them a word");
SAME(sizeof empty_state.man_on[0], 1, "men are bytes");
SAME(sizeof empty_state.square_of[0], 1, "squares are bytes");
SAME(sizeof empty_state.by_color, 16, "occupancy is the first two bitboards");
SAME(sizeof(Move), 2, "moves are words");
_Static_assert(WHITE == 0 && BLACK == 1, "a colour chooses the half of a row, 16 bits each");
_Static_assert(BIT_COUNT == 32 && BITS_PER_COLOR == 16 && BIT_KING == 15, "0x7FFF: no king");

/* make_normal.asm: the routine copies whole cache lines, which begin at these fields. */
_Static_assert(offsetof(State, attacks) % CACHE_LINE == 0 && sizeof empty_state.attacks == 256 &&
                   offsetof(State, map) % CACHE_LINE == 0 && sizeof empty_state.map == 256,
               "four lines of columns, four of rows");
SAME(offsetof(State, man_on) % CACHE_LINE, 0, "the board is a line");
SAME(offsetof(State, square_of), offsetof(State, man_on) + CACHE_LINE, "squares follow the board");
SAME(offsetof(State, by_color), offsetof(State, square_of) + CACHE_LINE, "squares to counters");
SAME(offsetof(State, key), offsetof(State, by_color) + CACHE_LINE, "eight bitboards are a line");
SAME(sizeof(State), offsetof(State, key) + CACHE_LINE, "keys and material are the last line");
BEHIND(State, by_color, by_type);

/* make_normal.asm: CLEAR_MAP clears a bit in the four masks at once. */
SAME(offsetof(State, alive) % 16, 0, "the masks are loaded aligned");
BEHIND(State, alive, sliders);
BEHIND(State, sliders, pawns);
BEHIND(State, pawns, out_of_order);
SAME(sizeof empty_state.alive, 4, "masks are dwords");

/* make_normal.asm: the routine writes the eight bytes from `side` on as one qword: the side, the
 * e.p. square and zeros. Afterwards it writes the castling rights into this qword. It writes two
 * more pairs of fields as dwords: rule50 with plies_from_null, and the move with `reserved`. */
BEHIND(State, side, castling);
SAME(offsetof(State, ep), offsetof(State, side) + 2, "SQUARE_NONE << 16 is e.p.");
BEHIND(State, castling, ep);
BEHIND(State, ep, undo);
BEHIND(State, undo, captured);
BEHIND(State, captured, mover);
BEHIND(State, mover, displaced);
BEHIND(State, displaced, promoted_from);
BEHIND(State, promoted_from, rule50);
SAME(offsetof(State, rule50), offsetof(State, side) + 8, "the fields are a qword");
BEHIND(State, rule50, plies_from_null);
SAME(offsetof(State, move), offsetof(State, rule50) + 4, "both counters are a dword");
BEHIND(State, move, reserved);
SAME(offsetof(State, by_color), offsetof(State, move) + 4, "the move is stored as a dword");

/* make_normal.asm: a Man is type << 5 | bit. Tables by type have 8 entries, and tables of keys by
 * type have 6. ROW is 64 * type + square: 48-55 or 8-15 for a pawn on its 7th rank. */
_Static_assert(PAWN == 0 && KNIGHT == 1 && BISHOP == 2 && ROOK == 3 && QUEEN == 4 && KING == 5 &&
                   TYPE_COUNT == 6,
               "uses_rook_lines, uses_bishop_lines, counter_masks, parts and units by type");
SAME(sizeof zobrist.man[0][0], 64 * sizeof(Key), "ROW is an index of keys");
SAME(sizeof geometry.leaper[0][0], 64 * sizeof(Bitboard), "ROW is an index of leapers");
SAME(sizeof geometry.beyond[0], 1 << 9, "FLIP_RAYS shifts the square by 9");
SAME(sizeof geometry.lines[0], 1 << 6, "SLIDE shifts the square by 6");
SAME(offsetof(CutLines, upper), offsetof(CutLines, lower) + 32, "four lanes of lines");

/* make_normal.asm: in `units` the entry of each type is the entry of the type before, shifted by
 * MATERIAL_STEP bits. In `parts` all pieces other than pawns have the same entry. */
SAME(MATERIAL_SHIFT(WHITE, QUEEN) - MATERIAL_SHIFT(WHITE, PAWN), 4 * MATERIAL_STEP, "even steps");
SAME(MATERIAL_SHIFT(BLACK, QUEEN) - MATERIAL_SHIFT(BLACK, PAWN), 4 * MATERIAL_STEP, "even steps");
SAME(KEY_PART(WHITE, KNIGHT), KEY_PART(WHITE, KING), "one part for all pieces");
SAME(KEY_PART(BLACK, KNIGHT), KEY_PART(BLACK, KING), "one part for all pieces");

/* state_difference.asm stores several elements of an array at once from a register, so it relies on
 * their layout: a ThreatPair is a dword, a PlacedPiece is a word. */
_Static_assert(sizeof(ThreatPair) == 4 && offsetof(ThreatPair, attacker) == 0 &&
                   offsetof(ThreatPair, from) == 1 && offsetof(ThreatPair, target) == 2 &&
                   offsetof(ThreatPair, to) == 3,
               "a pair is attacker, from << 8, target << 16, to << 24");
_Static_assert(sizeof(PlacedPiece) == 2 && offsetof(PlacedPiece, piece) == 0 &&
                   offsetof(PlacedPiece, square) == 1 && PLACED_LIMIT == 32,
               "a piece is a word, and 32 of them a cache line");
SAME(offsetof(StatePart, placed) % CACHE_LINE, 0, "pieces are stored aligned");
SAME(sizeof(int), 4, "counts are dwords");

/* accumulator.asm: the offsets of rows (places) and their counts are dwords. Weights are words
 * for pieces and bytes for pairs. */
SAME(sizeof(((RowList *)0)->pieces[0]), 4, "places are dwords");
SAME(sizeof(((PairPlaces *)0)->at[0]), 4, "places are dwords");
SAME(NETWORK_HIDDEN_STEP, 64, "as many sums are whole registers of each kind");
SAME(NETWORK_HIDDEN % NETWORK_HIDDEN_STEP, 0, "the step of WEIGH");

/* captures_advance.asm: a walk's fields and the lists are bytes. */
SAME(sizeof(((CaptureWalk *)0)->cells[0]), 1, "cells are bytes");
SAME(sizeof(((Lists *)0)->next[0]), 1, "links are bytes");
SAME(sizeof(((Lists *)0)->cell_of), 32, "16 cells of each colour's bits");

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
    EMIT("STATE_RULE50", offsetof(State, rule50));
    EMIT("STATE_MOVE", offsetof(State, move));
    EMIT("STATE_BY_COLOR", offsetof(State, by_color));
    EMIT("STATE_KINGS", offsetof(State, by_type[KING]));
    EMIT("STATE_KEY", offsetof(State, key));
    EMIT("STATE_PART_KEY", offsetof(State, part_key));
    EMIT("STATE_MATERIAL", offsetof(State, material));
    EMIT("MATERIAL_OF_WHITE", MATERIAL_SHIFT(WHITE, PAWN));
    EMIT("MATERIAL_OF_BLACK", MATERIAL_SHIFT(BLACK, PAWN));
    EMIT("MATERIAL_STEP", MATERIAL_STEP);
    EMIT("PART_OF_WHITE_PAWN", KEY_PART(WHITE, PAWN) * sizeof(Key));
    EMIT("PART_OF_WHITE_PIECE", KEY_PART(WHITE, KNIGHT) * sizeof(Key));
    EMIT("PART_OF_BLACK_PAWN", KEY_PART(BLACK, PAWN) * sizeof(Key));
    EMIT("PART_OF_BLACK_PIECE", KEY_PART(BLACK, KNIGHT) * sizeof(Key));
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
    EMIT("DIFFERENCE_REMOVED", offsetof(StateDifference, removed));
    EMIT("DIFFERENCE_ADDED", offsetof(StateDifference, added));
    EMIT("NETWORK_HIDDEN", NETWORK_HIDDEN);
    EMIT("NETWORK_HIDDEN_STEP", NETWORK_HIDDEN_STEP);
    EMIT("NETWORK_PIECES", offsetof(Network, pieces));
    EMIT("NETWORK_PAIRS", offsetof(Network, pairs));
    EMIT("ROWS_REMOVED", offsetof(AccumulatorRows, removed));
    EMIT("ROWS_ADDED", offsetof(AccumulatorRows, added));
    EMIT("SUMS_PIECES", offsetof(RowList, pieces));
    EMIT("SUMS_PAIRS", offsetof(RowList, pairs.at));
    EMIT("SUMS_PIECE_COUNT", offsetof(RowList, piece_count));
    EMIT("SUMS_PAIR_COUNT", offsetof(RowList, pairs.count));
    EMIT("ACCUMULATOR_ONE", ACCUMULATOR_ONE);
    EMIT("SQUARE_SHIFT", SQUARE_SHIFT);
    EMIT("SQUARE_ONE", SQUARE_ONE);
}
