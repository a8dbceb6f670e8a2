#include "board/cells.h"

#include "core/bits.h"

#include <string.h>

void lists_clear(Lists *l) {
    memset(l, 0, sizeof *l);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Cell king = cell_make(SLOT_KING, c), dummy = cell_make(SLOT_DUMMY, c);
        l->next[king] = l->prev[king] = (uint8_t)dummy;
        l->next[dummy] = l->prev[dummy] = (uint8_t)king;
    }
}

void lists_append(Lists *l, Cell cell, Bit bit) {
    const Color c = cell_color(cell);
    const bool pawn = slot_of(cell) >= SLOT_PREPROMOTED;
    const Cell before = cell_make(pawn ? SLOT_KING : SLOT_DUMMY, c);
    if (slot_of(cell) != SLOT_KING)
        lists_insert_behind(l, cell, l->prev[before]);
    l->bit_of[cell] = (uint8_t)bit;
    l->cell_of[bit] = (uint8_t)cell;
    if (slot_of(cell) >= SLOT_PROMOTED_QUEEN && slot_of(cell) < SLOT_ROOK)
        l->promoted_queens[c] |= (uint8_t)(1 << (slot_of(cell) - SLOT_PROMOTED_QUEEN));
    if (slot_of(cell) >= SLOT_UNDERPROMOTED && slot_of(cell) < SLOT_BISHOP)
        l->underpromoted[c] |= (uint8_t)(1 << (slot_of(cell) - SLOT_UNDERPROMOTED));
}

Cell lists_take_promotion_cell(Lists *l, Color c, PieceType type) {
    uint8_t *taken = type == QUEEN ? &l->promoted_queens[c] : &l->underpromoted[c];
    const int base = type == QUEEN ? SLOT_PROMOTED_QUEEN : SLOT_UNDERPROMOTED;
    assert(type >= KNIGHT && type <= QUEEN && *taken != 0xFF);
    const int free_slot = lowest_bit(~(uint64_t)*taken);
    *taken |= (uint8_t)(1 << free_slot);
    return cell_make(base + free_slot, c);
}

void lists_free_promotion_cell(Lists *l, Cell cell) {
    const bool queen = slot_of(cell) < SLOT_ROOK;
    uint8_t *taken =
        queen ? &l->promoted_queens[cell_color(cell)] : &l->underpromoted[cell_color(cell)];
    const int slot = slot_of(cell) - (queen ? SLOT_PROMOTED_QUEEN : SLOT_UNDERPROMOTED);
    assert(slot >= 0 && slot < PROMOTION_SLOTS && (*taken >> slot & 1));
    *taken &= (uint8_t) ~(1 << slot);
}
