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
        l->promoted_queens[c] |= (uint16_t)(1 << (slot_of(cell) - SLOT_PROMOTED_QUEEN));
    if (slot_of(cell) >= SLOT_UNDERPROMOTED && slot_of(cell) < SLOT_BISHOP)
        l->underpromoted[c] |= (uint16_t)(1 << (slot_of(cell) - SLOT_UNDERPROMOTED));
}

/* The first promotion cell from a slot on that is in no ring. */
static Cell first_unlinked(const Lists *l, int slot, Color c) {
    Cell cell = cell_make(slot, c);
    for (int i = 1; i < PROMOTION_SLOTS && l->next[l->prev[cell]] == cell; i++)
        cell += 2;
    return cell;
}

Cell lists_take_promotion_cell(Lists *l, Color c, PieceType type) {
    uint16_t *taken = type == QUEEN ? &l->promoted_queens[c] : &l->underpromoted[c];
    const int base = type == QUEEN ? SLOT_PROMOTED_QUEEN : SLOT_UNDERPROMOTED;
    assert(type >= KNIGHT && type <= QUEEN && *taken != PROMOTION_MASK);
    /* All are taken only if some were not freed, which the comparator reports. The ring stays whole. */
    if (UNLIKELY(*taken == PROMOTION_MASK))
        return first_unlinked(l, base, c);
    const int free_slot = lowest_bit(~(uint64_t)*taken);
    *taken |= (uint16_t)(1 << free_slot);
    return cell_make(base + free_slot, c);
}

void lists_free_promotion_cell(Lists *l, Cell cell) {
    const bool queen = slot_of(cell) < SLOT_ROOK;
    uint16_t *taken =
        queen ? &l->promoted_queens[cell_color(cell)] : &l->underpromoted[cell_color(cell)];
    const int slot = slot_of(cell) - (queen ? SLOT_PROMOTED_QUEEN : SLOT_UNDERPROMOTED);
    assert(slot >= 0 && slot < PROMOTION_SLOTS && (*taken >> slot & 1));
    *taken &= (uint16_t) ~(1 << slot);
}

void lists_free_dead_cells(Lists *l, uint32_t alive) {
    uint64_t slots[COLOR_COUNT] = {0};
    while (alive) {
        const Cell cell = l->cell_of[pop_bit32(&alive)];
        slots[cell_color(cell)] |= (uint64_t)1 << slot_of(cell);
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        l->promoted_queens[c] = slots[c] >> SLOT_PROMOTED_QUEEN & PROMOTION_MASK;
        l->underpromoted[c] = slots[c] >> SLOT_UNDERPROMOTED & PROMOTION_MASK;
    }
}
