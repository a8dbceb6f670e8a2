/* Cells and bits: the place of a piece in the order of value, and its number as an attacker.
 *
 * A *slot* is a place in the descending order of value; cell = 2 * slot + colour. So cell ^ 1 is
 * the opponent's cell of the same slot, and a smaller cell is a more valuable piece. Slots 18 to 31
 * may hold under-promoted pieces of any type, so that these slots do not reflect the value. The
 * living cells of a colour are a doubly linked ring in descending value: king, queens, rooks,
 * bishops, knights, DUMMY, pre-promoted pawns (pawns on their 7th rank), other pawns, and back to
 * the king. Pieces under-promoted since the root come directly before DUMMY, whatever their type.
 * DUMMY is always in the ring, and has the highest cell number.
 *
 * A *bit* (0-15 White, 16-31 Black) is a piece's place in an attacker set. Within a colour the
 * value rises with the bit, so the lowest set bit is the least valuable attacker.
 * State.out_of_order marks the exceptions: pieces promoted since the root for which no bit that
 * keeps this order was free.
 */
#ifndef BOARD_CELLS_H
#define BOARD_CELLS_H

#include "core/types.h"

#include <assert.h>

enum {
    SLOT_KING = 0,
    SLOT_QUEEN = 1,
    SLOT_PROMOTED_QUEEN = 2, /* 2-15 */
    SLOT_ROOK = 16,          /* 16, 17 */
    SLOT_UNDERPROMOTED = 18, /* 18-31: rooks, bishops or knights */
    SLOT_BISHOP = 32,        /* 32, 33 */
    SLOT_KNIGHT = 34,        /* 34, 35 */
    SLOT_PREPROMOTED = 36,   /* 36-43: pawns on their 7th rank */
    SLOT_PAWN = 44,          /* 44-51 */
    SLOT_DUMMY = 52,
    SLOT_COUNT = 53,
    /* A side has 14 promotion slots for queens, and 14 others for rooks, bishops and knights. These
     * slots suffice: a side has 15 pieces and pawns beside its king, and the first queen has a slot
     * of its own. */
    PROMOTION_SLOTS = 14,
    /* The mask of promotion slots when all slots are taken. */
    PROMOTION_MASK = (1 << PROMOTION_SLOTS) - 1,
    /* A pawn that reaches its 7th rank changes to a slot that is lower by this number. */
    PREPROMOTION = SLOT_PAWN - SLOT_PREPROMOTED
};

/* A cell index, 0 to CELL_COUNT - 1; or CELL_NONE for no cell. */
typedef int Cell;
enum { CELL_COUNT = 2 * SLOT_COUNT, CELL_NONE = 0xFF };

/* A bit index, 0 to 31. */
typedef int Bit;
enum {
    BIT_COUNT = 32,
    BITS_PER_COLOR = 16,
    BIT_KNIGHT = 8,
    BIT_BISHOP = 10,
    BIT_ROOK = 12,
    BIT_QUEEN = 14,
    BIT_KING = 15
};

/* Thresholds for a walk over victims. A walk with threshold T ends at the first victim whose cell is
 * T or higher. An under-promoted piece has a low cell, but its type's place in the list. */
enum {
    THRESHOLD_NOTHING = 0,
    THRESHOLD_QUEENS = 2 * SLOT_ROOK,
    THRESHOLD_ROOKS = 2 * SLOT_BISHOP,
    THRESHOLD_PIECES = 2 * SLOT_PREPROMOTED,
    THRESHOLD_PREPROMOTED = 2 * SLOT_PAWN,
    THRESHOLD_ALL = 2 * SLOT_DUMMY
};

static ALWAYS_INLINE Cell cell_make(int slot, Color c) {
    return 2 * slot + c;
}

static ALWAYS_INLINE int slot_of(Cell cell) {
    return cell >> 1;
}

static ALWAYS_INLINE Color cell_color(Cell cell) {
    return cell & 1;
}

/* The mask of a colour's 16 bits in an attacker set. */
static ALWAYS_INLINE uint32_t half_of(Color c) {
    return c == WHITE ? 0x0000FFFFu : 0xFFFF0000u;
}

static ALWAYS_INLINE Bit bit_make(Color c, int bit_of_16) {
    return c * BITS_PER_COLOR + bit_of_16;
}

static ALWAYS_INLINE Color bit_color(Bit bit) {
    return bit >> 4;
}

static ALWAYS_INLINE uint32_t bit_mask(Bit bit) {
    return (uint32_t)1 << bit;
}

/* The piece lists. make_move changes the lists in place, and unmake_move undoes the changes. */
typedef struct Lists {
    /* The ring of living cells. A cell that has left the ring keeps its links for unmake. */
    uint8_t next[CELL_COUNT];
    uint8_t prev[CELL_COUNT];
    /* The link between lists and matrix: the bit of each cell, and the cell of each bit. An entry
     * is valid for a living piece, and for a captured piece that unmake may restore. */
    uint8_t bit_of[CELL_COUNT];
    uint8_t cell_of[BIT_COUNT];
    /* One bit for each promotion slot, set while the slot is taken. The slot of a captured piece
     * stays taken, since unmake may need the links of the piece's cell; a new root frees the
     * slot. */
    uint16_t promoted_queens[COLOR_COUNT];
    uint16_t underpromoted[COLOR_COUNT];
} Lists;

/* Takes a living cell out of its ring. The cell must be neither the king's nor DUMMY. */
static ALWAYS_INLINE void lists_unlink(Lists *l, Cell cell) {
    assert(slot_of(cell) != SLOT_KING && slot_of(cell) != SLOT_DUMMY);
    assert(l->next[l->prev[cell]] == cell && l->prev[l->next[cell]] == cell);
    l->next[l->prev[cell]] = l->next[cell];
    l->prev[l->next[cell]] = l->prev[cell];
}

/* Undoes lists_unlink. The caller must first undo all later changes of the ring. */
static ALWAYS_INLINE void lists_relink(Lists *l, Cell cell) {
    assert(l->next[l->prev[cell]] == l->next[cell] && l->prev[l->next[cell]] == l->prev[cell]);
    l->next[l->prev[cell]] = (uint8_t)cell;
    l->prev[l->next[cell]] = (uint8_t)cell;
}

/* Links a dead cell into the ring directly after a living cell. */
static ALWAYS_INLINE void lists_insert_behind(Lists *l, Cell cell, Cell living) {
    assert(l->prev[l->next[living]] == living && l->next[l->prev[living]] == living);
    l->prev[cell] = (uint8_t)living;
    l->next[cell] = l->next[living];
    lists_relink(l, cell);
}

/* Empties both rings except for king and DUMMY, and frees all slots. */
void lists_clear(Lists *l);

/* Links a piece into the ring after the pieces linked so far: a pawn at the end of the ring, any
 * other piece directly before DUMMY. The ring is in order only if the caller appends in descending
 * value. */
void lists_append(Lists *l, Cell cell, Bit bit);

/* Takes the first free slot for a piece promoted to a type, KNIGHT to QUEEN, and returns its cell.
 * At least one slot is free if the colour had at most 16 pieces at the root. */
Cell lists_take_promotion_cell(Lists *l, Color c, PieceType type);

/* Frees the promotion slot of a cell. The slot must be taken. */
void lists_free_promotion_cell(Lists *l, Cell cell);

/* Frees the promotion slots of all pieces except the owners of the bits in `alive`. Afterwards the
 * caller must not unmake any earlier move. */
void lists_free_dead_cells(Lists *l, uint32_t alive);

#endif
