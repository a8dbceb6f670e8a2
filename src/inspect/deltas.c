#include "inspect/deltas.h"

#include "core/text.h"
#include "inspect/inspect.h"
#include "inspect/phrases.h"

static Owner owner_of(const Position *pos, Bit bit) {
    const State *s = pos->state;
    if (!(s->alive & bit_mask(bit)))
        return (Owner){TYPE_NONE, SQUARE_NONE, CELL_NONE};
    return (Owner){type_of_bit(s, bit), s->square_of[bit], pos->lists.cell_of[bit]};
}

static bool owners_differ(Owner a, Owner b) {
    return a.type != b.type || a.square != b.square || a.cell != b.cell;
}

int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]) {
    int count = 0;
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard old = before->state->attacks[bit], new = after->state->attacks[bit];
        const Delta d = {bit, owner_of(before, bit), owner_of(after, bit), old & ~new, new & ~old};
        if (old != new || owners_differ(d.before, d.after))
            out[count++] = d;
    }
    return count;
}

/* --- as text --------------------------------------------------------------------------------- */

static void add_owner(Document *out, Owner o) {
    if (o.type == TYPE_NONE)
        document_add(out, "%-20s", "none");
    else
        document_add(out, "%-6s %s, cell %-3d", type_name(o.type), square_name(o.square), o.cell);
}

/* Lost squares with a minus, gained squares with a plus. */
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

/* The pieces of a set of bits, each with a sign before it. */
static void add_pieces(Document *out, const State *s, uint32_t set, char sign) {
    while (set) {
        const Square sq = s->square_of[pop_bit32(&set)];
        document_add(out, "  %c%s", sign, piece_phrase(s, sq).text);
    }
}

/* A bit that changes its owner shows up as well: the old owner goes, the new one comes. */
static void add_rows(Document *out, const State *p, const State *n) {
    int count = 0;
    document_add(out, "\nsquare  attackers: - no longer, + newly\n");
    for (Square sq = A1; sq <= H8; sq++) {
        const uint32_t change = p->map[sq] ^ n->map[sq];
        if (!change)
            continue;
        count++;
        document_add(out, "%-6s", square_name(sq));
        add_pieces(out, p, change & p->map[sq], '-');
        add_pieces(out, n, change & n->map[sq], '+');
        document_add(out, "\n");
    }
    document_add(out, "%d of 64 rows of the map change.\n", count);
}

void diff_text(Document *out, const Position *before, const Position *after) {
    Delta deltas[BIT_COUNT];
    const int count = deltas_between(before, after, deltas);
    add_columns(out, deltas, count);
    document_add(out, "%d of 32 columns change.\n", count);
    add_rows(out, before->state, after->state);
}
