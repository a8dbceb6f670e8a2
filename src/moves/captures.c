#include "moves/captures.h"

#include "core/stats.h"
#include "moves/tactics.h"

void captures_start(CaptureWalk *walk, const Position *pos, Bitboard pinned, Cell threshold) {
    assert(!in_check(pos->state) && threshold % 2 == 0 && threshold <= THRESHOLD_ALL);
    assert(pinned == pinned_men(pos->state, pos->state->side));
    STAT(WALKS);
    walk->pos = pos;
    walk->pinned = pinned;
    walk->victim = (uint8_t)cell_make(SLOT_KING, opponent(pos->state->side));
    walk->threshold = (uint8_t)threshold;
    walk->next = walk->count = 0;
    walk->promotion = 0;
}

bool may_capture(const State *s, Cell threshold) {
    Bitboard victims = s->by_color[opponent(s->side)];
    if (threshold >= THRESHOLD_ALL)
        return s->ep != SQUARE_NONE || (attacked_squares(s, s->side) & victims);
    Bitboard types = 0;
    if (threshold > THRESHOLD_NOTHING)
        types |= s->by_type[QUEEN];
    if (threshold > THRESHOLD_QUEENS)
        types |= s->by_type[ROOK];
    if (threshold > THRESHOLD_ROOKS)
        types |= s->by_type[BISHOP] | s->by_type[KNIGHT];
    if (threshold > THRESHOLD_PIECES)
        types |= s->by_type[PAWN] & rank_bb(s->side == WHITE ? RANK_2 : RANK_7);
    victims &= types;
    return victims && (attacked_squares(s, s->side) & victims);
}

/* Returns our pieces that may legally capture on a square. The king may capture if no enemy guards
 * the square; a pinned piece may capture if the square is on the pin's line. */
static ALWAYS_INLINE uint32_t legal_capturers(const State *s, Square target, Bitboard pinned,
                                              Color us) {
    uint32_t set = attackers_of(s, target, us);
    if (!set)
        return 0;
    if (attackers_of(s, target, opponent(us)))
        set &= ~bit_mask(bit_make(us, BIT_KING));
    if (UNLIKELY(pinned)) {
        for (uint32_t left = set; left;) {
            const Bit bit = pop_bit32(&left);
            const Square from = s->square_of[bit];
            if ((pinned & bb(from)) && !pin_allows(king_square(s, us), from, target))
                set &= ~bit_mask(bit);
        }
    }
    return set;
}

/* Writes the cells of a set of attackers, in ascending value. Returns the number of cells. */
static ALWAYS_INLINE int scan_cells(uint32_t set, uint32_t out_of_order, const uint8_t *cell_of,
                                    uint8_t *cells) {
    uint32_t ordered = set & ~out_of_order, rest = set & out_of_order;
    int n = 0;
    while (ordered)
        cells[n++] = cell_of[pop_bit32(&ordered)];
    while (rest)
        cells[n++] = cell_of[pop_bit32(&rest)];
    return n;
}

/* Writes the capturers of the victim in a cell to the walk. Returns false if nothing may capture
 * the victim. */
static ALWAYS_INLINE bool expand(CaptureWalk *walk, Cell victim) {
    const Position *pos = walk->pos;
    const State *s = pos->state;
    const Square target = square_of_cell(pos, victim);
    STAT(VICTIMS);
    const uint32_t set = legal_capturers(s, target, walk->pinned, s->side);
    if (!set)
        return false;
    STAT(VICTIMS_ATTACKED);
    walk->victim = (uint8_t)victim;
    walk->target = (uint8_t)target;
    walk->next = 0;
    walk->count = (uint8_t)scan_cells(set, s->out_of_order, pos->lists.cell_of, walk->cells);
    return true;
}

/* Goes on to the next victim that has capturers, and writes these capturers; false at the end of
 * the walk. There is one loop for the pieces and one for the pawns. No threshold is above DUMMY's
 * cell, so that DUMMY ends the loop over the pieces at the latest. After the last pawn the ring
 * begins again with the king. The loop over the pawns subtracts THRESHOLD_PIECES from the cell and
 * compares unsigned. So the king's cell becomes a huge number, and ends the loop. */
bool KERNEL_ABI captures_advance_c(CaptureWalk *walk) {
    const uint8_t *next = walk->pos->lists.next;
    const Cell threshold = walk->threshold;
    Cell cell = walk->victim;
    if (cell < THRESHOLD_PIECES) {
        while ((cell = next[cell]) < threshold)
            if (expand(walk, cell))
                return true;
        STAT_ADD(WALKS_AT_DUMMY, slot_of(cell) == SLOT_DUMMY);
        if (threshold <= THRESHOLD_PIECES) {
            walk->victim = CELL_NONE;
            return false;
        }
        STAT(PAWN_LOOPS);
    }
    const unsigned pawns = (unsigned)(threshold - THRESHOLD_PIECES);
    while ((unsigned)(cell = next[cell]) - THRESHOLD_PIECES < pawns)
        if (expand(walk, cell))
            return true;
    walk->victim = CELL_NONE;
    return false;
}

CapturesAdvance captures_advance_avx2;

static Kernel kernel = {.name = "captures_advance",
                        .versions = {KERNEL_C(captures_advance_c),
                                     KERNEL_NASM("avx2", CPU_AVX2, 0, captures_advance_avx2)}};

CapturesAdvance *captures_advance = captures_advance_c;

void captures_init(void) {
    captures_advance = (CapturesAdvance *)kernel_add(&kernel);
}

/* Calls the C reference if pieces are pinned or the build is that of `make stats`, else the version
 * of the kernel that captures_init picked. */
static ALWAYS_INLINE bool advance(CaptureWalk *walk) {
    return UNLIKELY(walk->pinned || stats_of_walks) ? captures_advance_c(walk)
                                                    : captures_advance(walk);
}

Move captures_next(CaptureWalk *walk) {
    if (walk->next == walk->count && (walk->victim == CELL_NONE || !advance(walk)))
        return MOVE_NONE;
    const Square to = walk->target;
    const Cell capturer = walk->cells[walk->next];
    const Square from = square_of_cell(walk->pos, capturer);
    /* A pre-promoted pawn captures only onto the last rank. */
    if (LIKELY(slot_of(capturer) < SLOT_PREPROMOTED || slot_of(capturer) >= SLOT_PAWN)) {
        walk->next++;
        return move_make(from, to);
    }
    const PieceType type = walk->promotion ? walk->promotion : QUEEN;
    walk->promotion = (uint8_t)(type - 1);
    if (type == KNIGHT) {
        walk->promotion = 0;
        walk->next++;
    }
    return move_make_promotion(from, to, type);
}

void en_passant_moves(const State *s, MoveList *list) {
    if (LIKELY(s->ep == SQUARE_NONE))
        return;
    const Color us = s->side;
    const Square ep = s->ep, victim = ep - pawn_push(us);
    uint32_t takers = attackers_of(s, ep, us) & s->pawns;
    /* An e.p. capture answers a check if it takes the checking pawn or blocks a slider's line. It
     * cannot answer a check by a knight or by another pawn. */
    if (checkers_of(s, us) & ~s->sliders & ~bit_mask(man_bit(s->man_on[victim])))
        return;
    while (takers) {
        const Square from = s->square_of[pop_bit32(&takers)];
        if (ep_keeps_king_safe(s, us, from, ep))
            list_add(list, move_make_kind(from, ep, MOVE_EN_PASSANT));
    }
}

void push_promotions(const Position *pos, Bitboard pinned, bool queens_only, MoveList *list) {
    const State *s = pos->state;
    const Color us = s->side;
    assert(!in_check(s) && pinned == pinned_men(s, us));
    Cell cell = pos->lists.next[cell_make(SLOT_DUMMY, us)];
    for (; slot_of(cell) >= SLOT_PREPROMOTED && slot_of(cell) < SLOT_PAWN;
         cell = pos->lists.next[cell]) {
        const Square from = square_of_cell(pos, cell), to = from + pawn_push(us);
        if (s->man_on[to] != MAN_NONE ||
            ((pinned & bb(from)) && !pin_allows(king_square(s, us), from, to)))
            continue;
        for (PieceType type = QUEEN; type >= (queens_only ? QUEEN : KNIGHT); type--)
            list_add(list, move_make_promotion(from, to, type));
    }
}
