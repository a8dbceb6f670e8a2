#include "core/text.h"
#include "inspect/inspect.h"
#include "inspect/phrases.h"

static void add_cell(Document *out, const Position *pos, Cell cell) {
    const Lists *l = &pos->lists;
    document_add(out, "  %4d  %4d  %-14s  ", cell, slot_of(cell), slot_name(cell));
    if (slot_of(cell) == SLOT_DUMMY)
        document_add(out, "%3s  %-9s", "-", "-");
    else
        document_add(out, "%3d  %-9s", l->bit_of[cell],
                     piece_phrase(pos->state, square_of_cell(pos, cell)).text);
    document_add(out, "  %4d  %4d\n", l->prev[cell], l->next[cell]);
}

void lists_text(Document *out, const Position *pos) {
    const Lists *l = &pos->lists;
    for (Color c = WHITE; c <= BLACK; c++) {
        const Cell king = cell_make(SLOT_KING, c);
        document_add(out,
                     "%s%s's list:\n  cell  slot  slot for        bit  piece      prev  next\n",
                     c == WHITE ? "" : "\n", color_name(c));
        Cell cell = king;
        do {
            add_cell(out, pos, cell);
            cell = l->next[cell];
        } while (cell != king);
    }
}
