/* The tables of the evaluation: square control, pawn structure, king shelter, and distances between
 * squares. */
#include "eval/eval_internal.h"

#include "core/bits.h"
#include "moves/exchange.h"
#include "moves/tactics.h"

#include <stdlib.h>

/* --- square control -------------------------------------------------------------------------- */

/* The class of a set of attackers: the number of attackers of each type, as the digits of one
 * mixed-radix number. */
enum {
    CLASS_PAWN = 1,
    CLASS_MINOR = 2, /* 0 to 2 minor pieces */
    CLASS_ROOK = 6,  /* 0 to 2 rooks */
    CLASS_QUEEN = 18,
    CLASS_KING = 36,
    CLASS_COUNT = 72
};

/* True if the side to move wins the piece on a square by an exchange. Indices: the type of the
 * piece, the class of the attackers, the class of the guards. */
static bool is_won[QUEEN + 1][CLASS_COUNT][CLASS_COUNT];

/* The value of a piece in an exchange. The king is worth more than all other pieces together, so
 * the king never takes a guarded piece. */
static const int16_t VALUE[TYPE_COUNT] = {EXCHANGE_PAWN, EXCHANGE_MINOR, EXCHANGE_MINOR,
                                          EXCHANGE_ROOK, EXCHANGE_QUEEN, 10 * EXCHANGE_QUEEN};

/* Writes the value of each attacker of a class, in ascending order. Returns the number of
 * attackers. */
static int men_of_class(int class, int values[8]) {
    const int counts[TYPE_COUNT] = {class % CLASS_MINOR,
                                    class % CLASS_ROOK / CLASS_MINOR,
                                    0,
                                    class % CLASS_QUEEN / CLASS_ROOK,
                                    class % CLASS_KING / CLASS_QUEEN,
                                    class / CLASS_KING};
    int n = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        for (int i = 0; i < counts[type]; i++)
            values[n++] = VALUE[type];
    return n;
}

/* The gain of the side to move by an exchange on the square of a piece worth `standing`. `ours` are
 * the values of the attackers of the side to move, `theirs` those of the other side. */
static int gain(int standing, const int *ours, int our_count, const int *theirs, int their_count) {
    if (our_count == 0)
        return 0;
    const int rest = standing - gain(ours[0], theirs, their_count, ours + 1, our_count - 1);
    return max_int(rest, 0);
}

void square_control_init(void) {
    for (int i = 0; i < CLASS_COUNT; i++) {
        for (int j = 0; j < CLASS_COUNT; j++) {
            int ours[8], theirs[8];
            const int our_count = men_of_class(i, ours), their_count = men_of_class(j, theirs);
            for (PieceType victim = PAWN; victim <= QUEEN; victim++)
                is_won[victim][i][j] =
                    gain(VALUE[victim], ours, our_count, theirs, their_count) > 0;
        }
    }
}

static ALWAYS_INLINE int two_at_most(int n) {
    return min_int(n, 2);
}

/* The class of a colour's half of a row. */
static ALWAYS_INLINE int class_of(const State *s, PieceBits bits, uint32_t half) {
    const uint32_t kings =
        bit_mask(bit_make(WHITE, BIT_KING)) | bit_mask(bit_make(BLACK, BIT_KING));
    return CLASS_PAWN * ((half & s->pawns) != 0) +
           CLASS_MINOR * two_at_most(popcount(half & bits.minors)) +
           CLASS_ROOK * two_at_most(popcount(half & bits.rooks)) +
           CLASS_QUEEN * ((half & bits.queens) != 0) + CLASS_KING * ((half & kings) != 0);
}

/* Returns a row of the map without the pieces pinned to a line that does not include the row's
 * square. */
static uint32_t without_pinned(const State *s, uint32_t word, Square sq, uint32_t pinned) {
    for (uint32_t left = word & pinned; left;) {
        const Bit bit = pop_bit32(&left);
        if (!pin_allows(king_square(s, bit_color(bit)), s->square_of[bit], sq))
            word &= ~bit_mask(bit);
    }
    return word;
}

/* Returns a row of the map, and the sliders behind the row's attackers: sliders that attack an
 * attacker and stand on the attacker's line to the square. Does not add sliders behind the added
 * sliders. */
static uint32_t with_batteries(const State *s, uint32_t word, Square sq) {
    for (uint32_t left = word; left;) {
        const Square front = s->square_of[pop_bit32(&left)];
        for (uint32_t behind = s->map[front] & s->sliders & ~word; behind;) {
            const Bit bit = pop_bit32(&behind);
            if (has_bit(geometry.beyond[front][sq], s->square_of[bit]))
                word |= bit_mask(bit);
        }
    }
    return word;
}

bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned) {
    assert((s->by_color[opponent(c)] & ~s->by_type[KING]) & bb(sq));
    const uint32_t word = with_batteries(s, without_pinned(s, s->map[sq], sq, pinned), sq);
    const int ours = class_of(s, bits, word & half_of(c));
    const int theirs = class_of(s, bits, word & half_of(opponent(c)));
    return is_won[type_on(s, sq)][ours][theirs];
}

/* --- pawns ----------------------------------------------------------------------------------- */

enum { PAWN_TABLE_SIZE = 1 << 11 };

/* The pawn structures of a thread. Each thread has its own table, so that the table needs no lock.
 * A small table is enough, since most structures recur soon or never. For a new thread, a larger
 * table would also take longer to clear. */
static _Thread_local PawnEntry pawn_entries[PAWN_TABLE_SIZE] __attribute__((aligned(CACHE_LINE)));

/* The pawns and pawn attacks of both sides; `ours` are the pawns that are evaluated. */
typedef struct Structure {
    Bitboard ours, theirs;
    Bitboard our_attacks, their_attacks;
} Structure;

static ALWAYS_INLINE bool is_passed(const Structure *p, Color c, Square sq) {
    const Bitboard front = front_span(c, bb(sq));
    return !(p->theirs & (front | beside_bb(front))) && !(p->ours & front);
}

/* True if no pawn stands in front of the pawn on its file, and enough own pawns help the pawn. A
 * helper stands on a file beside the pawn, level with the pawn or behind. There must be at least as
 * many helpers as enemy pawns ahead on the files beside. */
static ALWAYS_INLINE bool is_candidate(const Structure *p, Color c, Square sq) {
    const Bitboard front = front_span(c, bb(sq)), sides = beside_bb(front);
    const Bitboard helpers = beside_bb(bb(sq)) | beside_bb(front_span(opponent(c), bb(sq)));
    return !(front & (p->theirs | p->ours)) &&
           popcount(p->theirs & sides) <= popcount(p->ours & helpers);
}

/* The penalty for an isolated, backward or doubled pawn. An isolated pawn has no own pawn on the
 * files beside. A backward pawn has own pawns on the files beside, all ahead, and cannot safely
 * advance. */
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

/* The number of groups of neighbouring files that hold pawns. */
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
    trace_about(t, SQUARE_NONE);
    Tapered sum = term(t, c, WEIGHT_ISLANDS, islands(p.ours));
    for (Bitboard left = p.ours; left;) {
        const Square sq = pop_bit(&left);
        trace_about(t, sq);
        sum += pawn_value(&p, c, sq, entry, t);
    }
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

static NO_INLINE void renew_pawns(const State *s, PawnEntry *entry) {
    make_entry(s, entry, NULL);
}

PawnEntry *pawns_probe(const State *s) {
    PawnEntry *entry = &pawn_entries[s->part_key[PART_PAWNS] % PAWN_TABLE_SIZE];
    if (UNLIKELY(entry->key != ~s->part_key[PART_PAWNS]))
        renew_pawns(s, entry);
    return entry;
}

void pawns_trace(const State *s, PawnEntry *entry, Trace *t) {
    make_entry(s, entry, t);
}

/* --- shelter --------------------------------------------------------------------------------- */

enum { SHELTER_TABLE_SIZE = 1 << 12 };

/* The shelters of a thread. Each thread has its own table, which needs no lock. */
static _Thread_local Shelter shelters[SHELTER_TABLE_SIZE] __attribute__((aligned(CACHE_LINE)));

/* Finds the pawn of a set that is nearest to a colour's back rank. Returns its rank as the colour
 * counts ranks, or 0 for an empty set. */
static ALWAYS_INLINE int nearest_rank(Color c, Bitboard men) {
    return !men ? 0 : relative_rank(c, c == WHITE ? lowest_bit(men) : highest_bit(men));
}

/* Adds the pawns on one file to a shelter. `ahead` has the king's rank and all ranks in front. */
static ALWAYS_INLINE void add_file(Shelter *shelter, const State *s, Color c, int file,
                                   Bitboard ahead, Trace *t) {
    const int own = nearest_rank(c, men_of(s, c, PAWN) & file_bb(file) & ahead);
    const int enemy = nearest_rank(c, men_of(s, opponent(c), PAWN) & file_bb(file) & ahead);
    const int edge = edge_distance(file);
    shelter->score += term(t, c, WEIGHT_SHELTER + 8 * edge + own, 1);
    if (own && enemy == own + 1)
        shelter->score += term(t, c, WEIGHT_STORM_BLOCKED + enemy, 1);
    else
        shelter->score += term(t, c, WEIGHT_STORM + 8 * edge + enemy, 1);
    shelter->danger = (int16_t)(shelter->danger + term(t, c, WEIGHT_DANGER_SHELTER + own, 1) +
                                term(t, c, WEIGHT_DANGER_STORM + enemy, 1));
}

/* The value of all pawns by their squares as seen from the king (board_facing), and of the king's
 * distance to the nearest pawn. Without pawns the distance is 0. */
static ALWAYS_INLINE Tapered pawns_around(const State *s, Color c, Square king, Trace *t) {
    const int facing = board_facing(king, c);
    int nearest = s->by_type[PAWN] ? 7 : 0;
    Tapered sum = 0;
    for (Bitboard left = s->by_type[PAWN]; left;) {
        const Square sq = pop_bit(&left);
        const int enemy = !has_bit(s->by_color[c], sq), d = distance(king, sq);
        sum += term(t, c, WEIGHT_KING_PAWNS + BOARDS_FACING * enemy + (facing ^ sq), 1);
        nearest = min_int(d, nearest);
    }
    return sum + term(t, c, WEIGHT_KING_PAWN_DISTANCE, nearest);
}

static ALWAYS_INLINE Shelter make_shelter(const State *s, Color c, Trace *t) {
    const Square king = king_square(s, c);
    const int file = file_of(king);
    const int first = file == FILE_A ? FILE_A : file == FILE_H ? FILE_F : file - 1;
    const Bitboard rank = rank_bb(rank_of(king)), ahead = rank | front_span(c, rank);
    trace_about(t, king);
    Shelter shelter = {0, pawns_around(s, c, king, t), 0};
    for (int f = first; f < first + 3; f++)
        add_file(&shelter, s, c, f, ahead, t);
    return shelter;
}

static NO_INLINE void renew_shelter(const State *s, Color c, Key key, Shelter *entry) {
    *entry = c == WHITE ? make_shelter(s, WHITE, NULL) : make_shelter(s, BLACK, NULL);
    entry->key = key;
}

Shelter shelter_probe(const State *s, Color c) {
    /* The kings' squares are numbered 1 to 128. */
    const Key king = hash_multiply((Key)(SQUARE_COUNT * c + king_square(s, c) + 1));
    const Key key = ~(s->part_key[PART_PAWNS] ^ king);
    Shelter *entry = &shelters[key % SHELTER_TABLE_SIZE];
    if (UNLIKELY(entry->key != key))
        renew_shelter(s, c, key, entry);
    return *entry;
}

Shelter shelter_trace(const State *s, Color c, Trace *t) {
    return make_shelter(s, c, t);
}

/* --- spans ----------------------------------------------------------------------------------- */

uint8_t distances[SQUARE_COUNT][SQUARE_COUNT];
Bitboard two_away[SQUARE_COUNT];

void spans_init(void) {
    for (Square a = 0; a < SQUARE_COUNT; a++) {
        for (Square b = 0; b < SQUARE_COUNT; b++) {
            const int files = abs(file_of(a) - file_of(b)), ranks = abs(rank_of(a) - rank_of(b));
            distances[a][b] = (uint8_t)max_int(files, ranks);
            two_away[a] |= distances[a][b] == 2 ? bb(b) : 0;
        }
    }
}
