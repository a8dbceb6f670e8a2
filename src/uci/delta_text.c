#include "uci/delta_text.h"

#include "core/names.h"
#include "uci/move_words.h"

#include <stdio.h>

const char *slot_name(Cell cell) {
    static const struct {
        int first;
        const char *name;
    } SLOTS[] = {{SLOT_DUMMY, "DUMMY"},
                 {SLOT_PAWN, "Pawn"},
                 {SLOT_PREPROMOTED, "pre-promoted"},
                 {SLOT_KNIGHT, "Knight"},
                 {SLOT_BISHOP, "Bishop"},
                 {SLOT_UNDERPROMOTED, "under-promoted"},
                 {SLOT_ROOK, "Rook"},
                 {SLOT_PROMOTED_QUEEN, "promoted Queen"},
                 {SLOT_QUEEN, "Queen"},
                 {SLOT_KING, "King"}};
    int i = 0;
    while (slot_of(cell) < SLOTS[i].first)
        i++;
    return SLOTS[i].name;
}

void squares_text(Document *out, Bitboard set) {
    for (const char *blank = ""; set; blank = " ")
        document_add(out, "%s%s", blank, square_name(pop_bit(&set)));
}

static void add_owner(Document *out, Owner o) {
    if (o.type == TYPE_NONE)
        document_add(out, "%-20s", "nobody");
    else
        document_add(out, "%-6s %s, cell %-3d", type_name(o.type), square_name(o.square), o.cell);
}

/* Squares lost with a minus, gained with a plus. */
static void add_change(Document *out, Bitboard lost, Bitboard gained) {
    if (lost)
        document_add(out, "  -");
    squares_text(out, lost);
    if (gained)
        document_add(out, "  +");
    squares_text(out, gained);
    if (!lost && !gained)
        document_add(out, "  the same squares");
    document_add(out, "\n");
}

static void add_columns(Document *out, const Delta *deltas, int count) {
    document_add(out, "bit  before               after                 squares attacked: - no "
                      "longer, + newly\n");
    for (int i = 0; i < count; i++) {
        document_add(out, "%3d  ", deltas[i].bit);
        add_owner(out, deltas[i].before);
        document_add(out, " ");
        add_owner(out, deltas[i].after);
        add_change(out, deltas[i].lost, deltas[i].gained);
    }
}

/* The men of a set of bits, each with a sign before him. */
static void add_men(Document *out, const State *s, uint32_t set, char sign) {
    while (set) {
        const Square sq = s->square_of[pop_bit32(&set)];
        document_add(out, "  %c%s", sign, man_words(s, sq).text);
    }
}

/* Attackers of a square that come or go with the owner of their bit count by name too. */
static void add_rows(Document *out, const State *p, const State *n) {
    int count = 0;
    document_add(out, "\nsquare  attackers: - no longer, + newly\n");
    for (Square sq = A1; sq <= H8; sq++) {
        const uint32_t change = p->map[sq] ^ n->map[sq];
        if (!change)
            continue;
        count++;
        document_add(out, "%-6s", square_name(sq));
        add_men(out, p, change & p->map[sq], '-');
        add_men(out, n, change & n->map[sq], '+');
        document_add(out, "\n");
    }
    document_add(out, "%d of 64 rows of the map change.\n", count);
}

void delta_text(Document *out, const Position *before, const Position *after) {
    Delta deltas[BIT_COUNT];
    const int count = deltas_between(before, after, deltas);
    add_columns(out, deltas, count);
    document_add(out, "%d of 32 columns change.\n", count);
    add_rows(out, before->state, after->state);
}
