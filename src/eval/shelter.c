#include "eval/shelter.h"

#include "core/random.h"
#include "eval/squares.h"

enum { SHELTER_TABLE_SIZE = 1 << 12 };

/* One for each thread, without a lock, like the table of pawn structures. */
static _Thread_local Shelter table[SHELTER_TABLE_SIZE] __attribute__((aligned(CACHE_LINE)));

/* The rank of the pawn nearest to a colour's back rank, as the colour counts it; 0 if there is
 * none. */
static ALWAYS_INLINE int nearest_rank(Color c, Bitboard men) {
    return !men ? 0 : relative_rank(c, c == WHITE ? lowest_bit(men) : highest_bit(men));
}

/* One file of a shelter, from the king's rank on. */
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

/* All pawns by their squares on the board facing the king, and how far the nearest is (0 if there
 * is none). */
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
    Shelter shelter = {0, pawns_around(s, c, king, t), 0};
    for (int f = first; f < first + 3; f++)
        add_file(&shelter, s, c, f, ahead, t);
    return shelter;
}

static NO_INLINE void renew_entry(const State *s, Color c, Key key, Shelter *entry) {
    *entry = c == WHITE ? make_shelter(s, WHITE, NULL) : make_shelter(s, BLACK, NULL);
    entry->key = key;
}

Shelter shelter_probe(const State *s, Color c) {
    /* The kings' squares are numbered 1 to 128. */
    const Key king = hash_multiply((Key)(SQUARE_COUNT * c + king_square(s, c) + 1));
    const Key key = ~(s->part_key[PART_PAWNS] ^ king);
    Shelter *entry = &table[key % SHELTER_TABLE_SIZE];
    if (UNLIKELY(entry->key != key))
        renew_entry(s, c, key, entry);
    return *entry;
}

Shelter shelter_trace(const State *s, Color c, Trace *t) {
    return make_shelter(s, c, t);
}
