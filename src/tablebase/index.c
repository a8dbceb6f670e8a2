/* The index of a position: a number for the placement of its men.
 *
 * Positions that are equal by symmetry share an index. The leading men are encoded together. With
 * pawns, the leading men are the pawns of one side. Without pawns, the leading men are three single
 * men if any man besides the kings is single, else the two kings. A man is single if no other man
 * has its colour and type. The leading men decide how the board is turned: the turn brings the
 * first man into the triangle a1-d1-d4, or the leading pawn onto files a to d. The other men follow
 * in groups of equal men. Each group is encoded as a set among the squares that are still free. The
 * index is the sum of the groups' numbers, each times its factor. */
#include "tablebase/tablebase_internal.h"

enum {
    TRIANGLE = 10, /* squares of a1-d1-d4: six below the diagonal, then four on it */
    HALF = 28,     /* squares below the long diagonal */
    /* Numbers of placements of three men. FIRST_OFF: the first man stands off the diagonal a1-h8.
     * SECOND_OFF: the first stands on it, the second off. THIRD_OFF: only the third stands off. */
    FIRST_OFF = 6 * 63 * 62,
    SECOND_OFF = 4 * HALF * 62,
    THIRD_OFF = 4 * 7 * HALF,
    THREE_MEN = FIRST_OFF + SECOND_OFF + THIRD_OFF + 4 * 7 * 6,
    TWO_KINGS = 462
};

static uint32_t choices[TABLEBASE_MEN_MAX][SQUARE_COUNT];
static uint16_t kings[TRIANGLE]
                     /* the number of the two kings' placement; 0 if the kings are adjacent */
                     [SQUARE_COUNT];

uint64_t choose(int n, int k) {
    assert(n >= 0 && n < SQUARE_COUNT && k >= 0 && k < TABLEBASE_MEN_MAX);
    return choices[k][n];
}

/* --- numbers of squares ---------------------------------------------------------------------- */

/* Returns by how many ranks a square is above the diagonal a1-h8; below the diagonal the number is
 * negative. */
static int above_diagonal(Square sq) {
    return rank_of(sq) - file_of(sq);
}

/* Returns the number of a square below the diagonal, among all squares below the diagonal of a
 * board of `width` files. */
static int below_diagonal(Square sq, int width) {
    const int rank = rank_of(sq);
    return rank * (width - 1) - rank * (rank - 1) / 2 + file_of(sq) - rank - 1;
}

static int in_triangle(Square sq) {
    return above_diagonal(sq) ? below_diagonal(sq, 4) : 6 + rank_of(sq);
}

/* Returns the number of a pawn's square. A file nearer to the edge has higher numbers; on each
 * file, lower ranks have higher numbers. The pawn with the highest number leads. */
static int pawn_number(Square sq) {
    const int file = file_of(sq), from_rim = file < 4 ? file : 7 - file;
    return 47 - 12 * from_rim - 2 * (rank_of(sq) - 1) - (file >= 4);
}

static void number_kings(void) {
    uint16_t number = 0;
    for (int both_on_diagonal = 0; both_on_diagonal <= 1; both_on_diagonal++) {
        for (int i = 0; i < TRIANGLE; i++) {
            Square first = A1;
            while (file_of(first) > 3 || above_diagonal(first) > 0 || in_triangle(first) != i)
                first++;
            for (Square second = 0; second < SQUARE_COUNT; second++) {
                const bool is_near =
                    has_bit(bb(first) | geometry.leaper[WHITE][KING][first], second);
                const int above = above_diagonal(second);
                if (is_near || (i >= 6 && above > 0) ||
                    (i >= 6 && above == 0) != (both_on_diagonal != 0))
                    continue;
                kings[i][second] = number++;
            }
        }
    }
    assert(number == TWO_KINGS);
}

void index_init(void) {
    if (choices[0][0])
        return;
    for (int n = 0; n < SQUARE_COUNT; n++) {
        choices[0][n] = 1;
        for (int k = 1; k < TABLEBASE_MEN_MAX && n; k++)
            choices[k][n] = choices[k][n - 1] + choices[k - 1][n - 1];
    }
    number_kings();
}

/* --- the leading men ------------------------------------------------------------------------- */

/* Returns the number of placements of `count` pawns whose leading pawn stands on `file`, below
 * `rank`. */
static uint64_t pawns_below(int count, int file, int rank) {
    uint64_t sum = 0;
    for (int r = RANK_2; r < rank; r++)
        sum += choose(pawn_number(square_at(file, r)), count - 1);
    return sum;
}

uint64_t leading_placements(const TableFile *t, int file) {
    return t->pawns[0] ? pawns_below(t->pawns[0], file, RANK_8)
                       : (uint64_t)(t->leading == 2 ? TWO_KINGS : THREE_MEN);
}

/* Returns the index of `count` pawns; at[0] is the leading pawn. The other pawns are encoded as the
 * set of their numbers (pawn_number). */
static uint64_t pawns_index(const Square *at, int count) {
    uint64_t numbers = 0, index = pawns_below(count, file_of(at[0]), rank_of(at[0]));
    for (int i = 1; i < count; i++)
        numbers |= (uint64_t)1 << pawn_number(at[i]);
    for (int i = 1; numbers; i++)
        index += choose(pop_bit(&numbers), i);
    return index;
}

/* Returns the index of three men. The number of a man is its square, minus one for each earlier man
 * of `at` on a lower square. */
static uint64_t three_men_index(const Square *at) {
    const int second = at[1] - (at[1] > at[0]);
    const int third = at[2] - (at[2] > at[0]) - (at[2] > at[1]);
    const int rank = rank_of(at[0]), second_rank = rank_of(at[1]) - (at[1] > at[0]);
    if (above_diagonal(at[0]))
        return (uint64_t)((in_triangle(at[0]) * 63 + second) * 62 + third);
    if (above_diagonal(at[1]))
        return (uint64_t)(FIRST_OFF + (rank * HALF + below_diagonal(at[1], 8)) * 62 + third);
    if (above_diagonal(at[2]))
        return (uint64_t)(FIRST_OFF + SECOND_OFF + (rank * 7 + second_rank) * HALF +
                          below_diagonal(at[2], 8));
    return (uint64_t)(FIRST_OFF + SECOND_OFF + THIRD_OFF + (rank * 7 + second_rank) * 6 +
                      rank_of(at[2]) - (at[2] > at[0]) - (at[2] > at[1]));
}

static uint64_t leading_index(const TableFile *t, const Square *at) {
    return t->pawns[0]       ? pawns_index(at, t->leading)
           : t->leading == 3 ? three_men_index(at)
                             : kings[in_triangle(at[0])][at[1]];
}

/* --- turning --------------------------------------------------------------------------------- */

/* Turns all squares so that the first lies in the triangle a1-d1-d4. The first leading man that is
 * off the diagonal a1-h8 is then below the diagonal. */
static void turn_into_triangle(Square *at, int men, int leading) {
    const int turn = (file_of(at[0]) > 3 ? 7 : 0) | (rank_of(at[0]) > 3 ? 56 : 0);
    int first = 0;
    for (int i = 0; i < men; i++)
        at[i] ^= turn;
    while (first < leading && above_diagonal(at[first]) == 0)
        first++;
    if (first == leading || above_diagonal(at[first]) < 0)
        return;
    for (int i = 0; i < men; i++)
        at[i] = square_at(rank_of(at[i]), file_of(at[i]));
}

/* Returns the square of the leading pawn, which has the highest pawn_number, on the board turned by
 * `turn`. */
static Square leading_pawn(Bitboard pawns, int turn) {
    Square leader = pop_bit(&pawns) ^ turn;
    while (pawns) {
        const Square sq = pop_bit(&pawns) ^ turn;
        if (pawn_number(sq) > pawn_number(leader))
            leader = sq;
    }
    return leader;
}

/* Lists the squares of the men in the order of encoding, on the board turned by `turn`. */
static void list_squares(const State *s, const Pairs *p, int men, bool is_turned, int turn,
                         Square *at) {
    Bitboard seen = 0;
    for (int i = 0; i < men; i++) {
        const Color c = (p->man[i] >> 3) ^ is_turned;
        const Bitboard left = men_of(s, c, (p->man[i] & 7) - 1) & ~seen;
        const Square sq = lowest_bit(left);
        seen |= bb(sq);
        at[i] = sq ^ turn;
    }
}

/* --- the index ------------------------------------------------------------------------------- */

/* Returns the index of a set of squares among all sets of the same size. The sets consist of
 * squares from `lowest` on that are not in `taken`. */
static uint64_t set_index(Bitboard set, Bitboard taken, int lowest) {
    uint64_t index = 0;
    for (int i = 1; set; i++) {
        const Square sq = pop_bit(&set);
        index += choose(sq - popcount(taken & (bb(sq) - 1)) - lowest, i);
    }
    return index;
}

static uint64_t index_of(const TableFile *t, const Pairs *p, const Square *at) {
    uint64_t index = leading_index(t, at) * p->factor[0];
    Bitboard taken = 0;
    for (int i = 0; i < t->leading; i++)
        taken |= bb(at[i]);
    for (int group = 1, i = t->leading; group < p->groups; group++) {
        Bitboard set = 0;
        for (int end = i + p->group_size[group]; i < end; i++)
            set |= bb(at[i]);
        const bool are_pawns = group == 1 && t->pawns[0] && t->pawns[1];
        index += set_index(set, taken, are_pawns ? 8 : 0) * p->factor[group];
        taken |= set;
    }
    return index;
}

Place table_place(const TableFile *t, const State *s, bool is_turned) {
    Square at[TABLEBASE_MEN_MAX] = {0}; /* gcc 14 does not see that list_squares fills the array */
    is_turned |= t->symmetric && s->side == BLACK;
    Place place = {.side = s->side ^ is_turned};
    int turn = is_turned ? 56 : 0, file = 0;
    Square leader = SQUARE_NONE;
    if (t->pawns[0]) {
        leader = leading_pawn(men_of(s, t->leader ^ is_turned, PAWN), turn);
        if (file_of(leader) > 3) {
            leader ^= 7;
            turn ^= 7;
        }
        file = file_of(leader);
    }
    place.pairs = &t->pairs[file][t->sides == 2 ? place.side : 0];
    list_squares(s, place.pairs, t->name.men, is_turned, turn, at);
    for (int i = 0; i < t->pawns[0]; i++) {
        if (at[i] == leader) {
            at[i] = at[0];
            at[0] = leader;
        }
    }
    if (!t->pawns[0])
        turn_into_triangle(at, t->name.men, t->leading);
    place.index = index_of(t, place.pairs, at);
    return place;
}
