#include "eval/pawns.h"

#include "eval/spans.h"
#include "eval/squares.h"

enum { PAWN_TABLE_SIZE = 1 << 11 };

/* One for each thread, without a lock: a structure comes again soon or never. It is small, since the
 * start of every thread clears it, even of one that never evaluates. */
static _Thread_local PawnEntry table[PAWN_TABLE_SIZE] __attribute__((aligned(CACHE_LINE)));

/* The pawns of both colours from one colour's side. */
typedef struct Structure {
    Bitboard ours, theirs;
    Bitboard our_attacks, their_attacks;
} Structure;

static ALWAYS_INLINE bool is_passed(const Structure *p, Color c, Square sq) {
    const Bitboard front = front_span(c, bb(sq));
    return !(p->theirs & (front | beside_bb(front))) && !(p->ours & front);
}

/* No pawn in front on the file, and at least as many helpers as enemy pawns on the files beside. */
static ALWAYS_INLINE bool is_candidate(const Structure *p, Color c, Square sq) {
    const Bitboard front = front_span(c, bb(sq)), sides = beside_bb(front);
    const Bitboard helpers = beside_bb(bb(sq)) | beside_bb(front_span(opponent(c), bb(sq)));
    return !(front & (p->theirs | p->ours)) &&
           popcount(p->theirs & sides) <= popcount(p->ours & helpers);
}

/* Isolated: no neighbour. Backward: all neighbours are ahead, and the pawn can not safely advance.
 */
static ALWAYS_INLINE Tapered weakness(const Structure *p, Color c, Square sq, Trace *t) {
    const Bitboard front = front_span(c, bb(sq));
    const Bitboard neighbours = p->ours & beside_bb(file_fill(bb(sq)));
    const int opposed = (front & p->theirs) != 0;
    Tapered sum = 0;
    if (!neighbours)
        sum += term(t, c, WEIGHT_ISOLATED + opposed, 1);
    else if (!(neighbours & ~beside_bb(front)) &&
             (bb(sq + pawn_push(c)) & (p->their_attacks | p->theirs)))
        sum += term(t, c, WEIGHT_BACKWARD + opposed, 1);
    if (front & p->ours)
        sum += term(t, c, WEIGHT_DOUBLED + !neighbours, 1);
    return sum;
}

static ALWAYS_INLINE Tapered pawn_value(const Structure *p, Color c, Square sq, PawnEntry *entry,
                                        Trace *t) {
    const int rank = relative_rank(c, sq);
    Tapered sum = term(t, c, pawn_square(c, sq), 1);
    sum += weakness(p, c, sq, t);
    if (p->ours & beside_bb(bb(sq)))
        sum += term(t, c, WEIGHT_PHALANX + rank, 1);
    const Bitboard supporters = p->ours & pawn_attacks_bb(opponent(c), bb(sq));
    if (supporters)
        sum += term(t, c, WEIGHT_SUPPORTED + rank, popcount(supporters));
    if (is_passed(p, c, sq))
        entry->passed |= bb(sq);
    else if (is_candidate(p, c, sq))
        sum += term(t, c, WEIGHT_CANDIDATE + rank, 1);
    return sum;
}

/* Groups of neighbouring files that hold pawns. */
static ALWAYS_INLINE int islands(Bitboard pawns) {
    const unsigned files = (unsigned)(file_fill(pawns) & 0xFF);
    return popcount(files & ~(files << 1));
}

static ALWAYS_INLINE Tapered structure(const State *s, Color c, PawnEntry *entry, Trace *t) {
    const Color them = opponent(c);
    Structure p = {men_of(s, c, PAWN), men_of(s, them, PAWN), 0, 0};
    p.our_attacks = pawn_attacks_bb(c, p.ours);
    p.their_attacks = pawn_attacks_bb(them, p.theirs);
    entry->reach[c] = p.our_attacks | front_span(c, p.our_attacks);
    Tapered sum = term(t, c, WEIGHT_ISLANDS, islands(p.ours));
    for (Bitboard left = p.ours; left;)
        sum += pawn_value(&p, c, pop_bit(&left), entry, t);
    return sum;
}

static ALWAYS_INLINE void make_entry(const State *s, PawnEntry *entry, Trace *t) {
    const Bitboard white = men_of(s, WHITE, PAWN), black = men_of(s, BLACK, PAWN);
    const Bitboard wing = 0x0F0F0F0F0F0F0F0Fu, pawns = s->by_type[PAWN];
    entry->key = ~s->part_key[PART_PAWNS];
    entry->passed = 0;
    entry->rammed = (uint8_t)popcount(white << 8 & black);
    entry->both_wings = (pawns & wing) && (pawns & ~wing);
    entry->score = structure(s, WHITE, entry, t);
    entry->score -= structure(s, BLACK, entry, t);
}

static NO_INLINE void renew_entry(const State *s, PawnEntry *entry) {
    make_entry(s, entry, NULL);
}

PawnEntry *pawns_probe(const State *s) {
    PawnEntry *entry = &table[s->part_key[PART_PAWNS] % PAWN_TABLE_SIZE];
    if (UNLIKELY(entry->key != ~s->part_key[PART_PAWNS]))
        renew_entry(s, entry);
    return entry;
}

void pawns_trace(const State *s, PawnEntry *entry, Trace *t) {
    make_entry(s, entry, t);
}
