#include "board/position.h"

#include "board/cells.h"
#include "board/matrix_internal.h"
#include "core/bits.h"

#include <string.h>

/* --- state ----------------------------------------------------------------------------------- */

bool insufficient_material(const State *s) {
    if (s->by_type[PAWN] | s->by_type[ROOK] | s->by_type[QUEEN])
        return false;
    const Bitboard bishops = s->by_type[BISHOP], minors = bishops | s->by_type[KNIGHT];
    return !several(minors) || (!s->by_type[KNIGHT] &&
                                ((bishops & DARK_SQUARES) == 0 || (bishops & ~DARK_SQUARES) == 0));
}

bool is_rule_draw(const State *s) {
    return s->rule50 >= 100 || insufficient_material(s);
}

/* --- zobrist --------------------------------------------------------------------------------- */

Zobrist zobrist;

void zobrist_init(void) {
    if (zobrist.side)
        return;
    uint64_t seed = 0x50414E4F50544553u;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++)
                zobrist.man[c][type][sq] = random_next(&seed);
    Key right[4];
    for (int i = 0; i < 4; i++)
        right[i] = random_next(&seed);
    for (int rights = 0; rights <= CASTLE_ALL; rights++)
        for (int i = 0; i < 4; i++)
            if (rights >> i & 1)
                zobrist.castling[rights] ^= right[i];
    for (int file = 0; file < 8; file++) {
        const Key k = random_next(&seed);
        for (int rank = 0; rank < 8; rank++)
            zobrist.ep[square_at(file, rank)] = k;
    }
    zobrist.side = random_next(&seed);
}

Keys keys_from_scratch(const State *s) {
    Keys keys = {0};
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        if (man == MAN_NONE)
            continue;
        const Color c = bit_color(man_bit(man));
        keys.part[key_part(c, man_type(man))] ^= zobrist.man[c][man_type(man)][sq];
    }
    keys.whole = keys.part[PART_PAWNS] ^ keys.part[PART_WHITE] ^ keys.part[PART_BLACK] ^
                 zobrist.castling[s->castling] ^ zobrist.ep[s->ep] ^
                 (s->side == BLACK ? zobrist.side : 0);
    return keys;
}

PositionHook *position_hook;

/* --- numbering: cells and bits of the pieces on the board ----------------------------------- */

/* Returns the slot of a piece on sq if n pieces of its type already have slots. *extra counts the
 * under-promotion slots that are taken. */
static int slot_for(PieceType type, int n, Color c, Square sq, int *extra) {
    static const uint8_t FIRST[TYPE_COUNT] = {SLOT_PAWN, SLOT_KNIGHT, SLOT_BISHOP,
                                              SLOT_ROOK, SLOT_QUEEN,  SLOT_KING};
    if (type == PAWN && relative_rank(c, sq) == RANK_7)
        return SLOT_PREPROMOTED + n;
    if (type >= KNIGHT && type <= ROOK && n >= 2)
        return SLOT_UNDERPROMOTED + (*extra)++;
    return FIRST[type] + n; /* the slots of promoted queens follow SLOT_QUEEN */
}

/* Gives a piece its attack bit and its cell, and puts the piece on the board. */
static void number_man(Position *pos, Square sq, PieceType type, Bit bit, Cell cell) {
    State *s = pos->state;
    lists_append(&pos->lists, cell, bit);
    s->man_on[sq] = (uint8_t)man_make(type, bit);
    s->square_of[bit] = (uint8_t)sq;
    s->alive |= bit_mask(bit);
    if (type == PAWN)
        s->pawns |= bit_mask(bit);
    if (type >= BISHOP && type <= QUEEN)
        s->sliders |= bit_mask(bit);
    s->material += material_unit(cell_color(cell), type);
}

/* Gives a colour's pieces, from the most valuable down, bits in descending order. Usually each type
 * starts at its highest bit, TOP. If more valuable pieces have taken this bit, the type starts at
 * the next lower free bit. If the pieces that follow need more bits, the type starts higher: with
 * eight pawns and three knights, the knights start at bit 10. At most 16 pieces always fit, and the
 * pawns always get bits 0 to 7. */
static void number_color(Position *pos, Color c) {
    static const int TOP[TYPE_COUNT] = {BIT_KNIGHT - 1, BIT_BISHOP - 1, BIT_ROOK - 1,
                                        BIT_QUEEN - 1,  BIT_QUEEN,      BIT_KING};
    int bit = BITS_PER_COLOR, extra = 0, left = popcount(pos->state->by_color[c]);
    for (PieceType type = KING; type >= PAWN; type--) {
        const Bitboard men = men_of(pos->state, c, type);
        const Bitboard first = type == PAWN ? men & rank_bb(c == WHITE ? RANK_7 : RANK_2) : men;
        int n = 0;
        bit = min_int(bit, max_int(TOP[type] + 1, left));
        left -= popcount(men);
        for (int pass = 0; pass < 2; pass++) { /* Pawns on the 7th rank come before the others */
            for (Bitboard set = pass == 0 ? first : men & ~first; set; n++) {
                const Square sq = pop_bit(&set);
                const Cell cell = cell_make(slot_for(type, n, c, sq, &extra), c);
                number_man(pos, sq, type, bit_make(c, --bit), cell);
            }
        }
    }
}

/* Builds the attack matrix, columns and rows, of the pieces on the board. */
static void build_matrix(State *s) {
    memset(s->attacks, 0, sizeof s->attacks);
    memset(s->map, 0, sizeof s->map);
    for (uint32_t men = s->alive; men;) {
        const Bit bit = pop_bit32(&men);
        const Square sq = s->square_of[bit];
        matrix_toggle(s, bit,
                      piece_attacks(bit_color(bit), man_type(s->man_on[sq]), sq, occupied(s)));
    }
}

/* Computes the piece lists, attack bits, attack matrix, keys and material from by_color, by_type,
 * side, castling and ep. */
static void number_men(Position *pos) {
    State *s = pos->state;
    lists_clear(&pos->lists);
    memset(s->man_on, MAN_NONE, sizeof s->man_on);
    memset(s->square_of, SQUARE_NONE, sizeof s->square_of);
    s->alive = s->sliders = s->pawns = s->out_of_order = 0;
    s->material = 0;
    number_color(pos, WHITE);
    number_color(pos, BLACK);
    build_matrix(s);
    const Keys keys = keys_from_scratch(s);
    s->key = keys.whole;
    memcpy(s->part_key, keys.part, sizeof s->part_key);
    s->undo = s->captured = s->mover = s->displaced = s->promoted_from = 0;
}

/* --- setting up ---------------------------------------------------------------------------- */

void position_clear(Position *pos) {
    const bool chess960 = pos->chess960;
    memset(pos, 0, offsetof(Position, states));
    pos->chess960 = chess960;
    memset(pos->castle_rook, SQUARE_NONE, sizeof pos->castle_rook);
    memset(pos->castle_mask, CASTLE_ALL, sizeof pos->castle_mask);
    pos->state = pos->states;
    memset(pos->state, 0, sizeof *pos->state);
    pos->state->ep = SQUARE_NONE;
}

void position_put(Position *pos, Square sq, Color c, PieceType type) {
    assert(!(occupied(pos->state) & bb(sq)) && type >= PAWN && type <= KING);
    pos->state->by_color[c] |= bb(sq);
    pos->state->by_type[type] |= bb(sq);
}

/* Sets, for each castling right, the squares that must be empty and the squares that the king
 * enters. */
static void set_castle_paths(Position *pos) {
    for (int right = 0; right < 4; right++) {
        const Color c = right / 2;
        const Square rook = pos->castle_rook[right], rook_to = castled_rook(c, right % 2);
        if (rook == SQUARE_NONE)
            continue;
        const Square king = king_square(pos->state, c), king_to = castled_king(c, right % 2);
        pos->castle_path[right] = geometry.between[king][king_to] | bb(king_to);
        pos->castle_free[right] =
            (pos->castle_path[right] | geometry.between[rook][rook_to] | bb(rook_to)) & ~bb(king) &
            ~bb(rook);
    }
}

void position_finish(Position *pos) {
    assert(popcount(men_of(pos->state, WHITE, KING)) == 1);
    assert(popcount(men_of(pos->state, BLACK, KING)) == 1);
    number_men(pos);
    set_castle_paths(pos);
    position_changed(pos, "set-up");
}

/* Adds a key to past_keys, the keys of the positions before the root. */
static void remember_key(Position *pos, Key key) {
    if (pos->past_count == KEY_LIMIT) { /* forget the older half */
        pos->past_count = KEY_LIMIT / 2;
        memmove(pos->past_keys, pos->past_keys + KEY_LIMIT / 2, KEY_LIMIT / 2 * sizeof(Key));
    }
    pos->past_keys[pos->past_count++] = key;
}

/* Limits a counter of plies at the root to RULE50_MAX, since the counter has only 16 bits. */
static void limit_counter(uint16_t *plies) {
    if (*plies > RULE50_MAX)
        *plies = RULE50_MAX;
}

void position_reroot(Position *pos) {
    for (const State *s = pos->states; s < pos->state; s++)
        remember_key(pos, s->key);
    pos->root_ply = game_ply(pos);
    if (pos->state != pos->states)
        pos->states[0] = *pos->state;
    pos->state = pos->states;
    limit_counter(&pos->state->rule50);
    limit_counter(&pos->state->plies_from_null);
    number_men(pos);
    position_changed(pos, "reroot");
}

void position_copy(Position *to, const Position *from) {
    assert(to != from);
    memcpy(to, from, offsetof(Position, states));
    for (const State *s = from->states; s < from->state; s++)
        remember_key(to, s->key);
    to->root_ply = game_ply(from);
    to->states[0] = *from->state;
    to->state = to->states;
    lists_free_dead_cells(&to->lists, to->state->alive);
}

/* --- repetition ------------------------------------------------------------------------------ */

/* The key of the position `back` plies ago, a key that pos must still keep. */
static Key past_key(const Position *pos, int back) {
    const int depth = (int)(pos->state - pos->states);
    return back <= depth ? pos->state[-back].key : pos->past_keys[pos->past_count - (back - depth)];
}

/* Returns how many plies ago the current position last occurred, or 0 if it did not occur. Looks
 * back `from` plies or more, up to the last capture, pawn move or null move. `from` is at least 4,
 * since both sides must move away and back. */
static int previous_occurrence(const Position *pos, int from) {
    const State *s = pos->state;
    const int known = pos->past_count + (int)(pos->state - pos->states);
    const int limit = min_int(known, min_int(s->rule50, s->plies_from_null));
    for (int back = from; back <= limit; back += 2)
        if (past_key(pos, back) == s->key)
            return back;
    return 0;
}

int repetitions(const Position *pos, int enough) {
    int count = 0;
    for (int back = 4; count < enough && (back = previous_occurrence(pos, back)) != 0; back += 2)
        count++;
    return count;
}

bool is_repetition(const Position *pos, int ply) {
    assert(ply >= 0);
    const int back = previous_occurrence(pos, 4);
    return back && (back < ply || previous_occurrence(pos, back + 2));
}

/* --- moves that can be taken back ---------------------------------------------------------- */

/* A cuckoo hash table of all reversible moves. An entry's key is the change that the move makes in
 * the position's key. The entry lies at first_place or second_place of its key, so a lookup
 * compares at most two keys. */
enum { CUCKOO_SIZE = 8192 };
static Key cuckoo_key[CUCKOO_SIZE];
static Move cuckoo_move[CUCKOO_SIZE];

static unsigned first_place(Key key) {
    return key % CUCKOO_SIZE;
}

static unsigned second_place(Key key) {
    return (key >> 16) % CUCKOO_SIZE;
}

/* Inserts an entry. If another entry is in the place, that entry moves to its second place, and so
 * on. */
static void cuckoo_insert(Key key, Move move) {
    for (unsigned i = first_place(key); move != MOVE_NONE;) {
        const Key old_key = cuckoo_key[i];
        const Move old_move = cuckoo_move[i];
        cuckoo_key[i] = key;
        cuckoo_move[i] = move;
        key = old_key;
        move = old_move;
        i = i == first_place(key) ? second_place(key) : first_place(key);
    }
}

void repetition_init(void) {
    static bool filled;
    if (filled)
        return;
    filled = true;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = KNIGHT; type <= KING; type++)
            for (Square from = 0; from < SQUARE_COUNT; from++)
                for (Square to = from + 1; to < SQUARE_COUNT; to++)
                    if (piece_attacks(c, type, from, 0) & bb(to))
                        cuckoo_insert(zobrist.man[c][type][from] ^ zobrist.man[c][type][to] ^
                                          zobrist.side,
                                      move_make(from, to));
}

bool upcoming_repetition(const Position *pos, int ply) {
    const State *s = pos->state;
    const int known = (int)(s - pos->states);
    /* The earlier position lies after the root: fewer than `ply` plies back. */
    const int limit = min_int(min_int(ply - 1, known), min_int(s->rule50, s->plies_from_null));
    /* One more move would complete the repetition, so the earlier position is an odd number of
     * plies back. */
    for (int back = 3; back <= limit; back += 2) {
        const Key difference = s->key ^ s[-back].key;
        unsigned i = first_place(difference);
        if (cuckoo_key[i] != difference)
            i = second_place(difference);
        if (cuckoo_key[i] != difference || !difference)
            continue;
        const Square a = move_from(cuckoo_move[i]), b = move_to(cuckoo_move[i]);
        if (!(geometry.between[a][b] & occupied(s)) && s->by_color[s->side] & (bb(a) | bb(b)))
            return true;
    }
    return false;
}

/* --- lists ------------------------------------------------------------------------------------ */

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

/* The first promotion cell at or above `slot` that is in no ring. */
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
    /* All slots can be taken only after a fault that did not free a slot; the comparator reports
     * such a fault. The function then returns a cell outside the ring, so that the ring is not
     * damaged. */
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
