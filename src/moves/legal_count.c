/* Counting legal moves without making a list: popcounts over columns. */
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/pins.h"

#include <assert.h>

typedef enum Counted { ALL_MOVES, CAPTURES } Counted;

/* Pieces of the colour: the native bits are added up without a branch, since dead ones attack
 * nothing; promoted pieces with a pawn's bit follow. Pinned pieces keep to their line. */
static ALWAYS_INLINE int count_pieces(const State *s, Bitboard pinned, Bitboard targets,
                                      const Color us) {
    const Bitboard *columns = &s->attacks[bit_make(us, 0)];
    int count = 0;
    for (int i = BIT_KNIGHT; i < BIT_KING; i++)
        count += popcount(columns[i] & targets);
    uint32_t odd = s->alive & half_of(us) & ~s->pawns & 0x00FF00FFu;
    while (UNLIKELY(odd))
        count += popcount(s->attacks[pop_bit32(&odd)] & targets);
    for (Bitboard left = pinned & ~s->by_type[PAWN]; UNLIKELY(left);) {
        const Square from = pop_bit(&left);
        const Bitboard reach = s->attacks[man_bit(s->man_on[from])] & targets;
        count -= popcount(reach & ~ray_through(king_square(s, us), from));
    }
    return count;
}

/* The squares of a line through the king, see CutLines. */
static ALWAYS_INLINE Bitboard king_line(const State *s, Color us, int line) {
    const CutLines *lines = &geometry.lines[king_square(s, us)];
    return lines->lower[line] | lines->upper[line];
}

/* A pinned pawn keeps to its line: it pushes on the king's file, and takes along the diagonal that it
 * stands on. A move to the last rank counts four times. */
static ALWAYS_INLINE int count_pawns(const State *s, Bitboard pinned, const Counted counted,
                                     const Color us) {
    enum { FILES, RANKS, DIAGONALS, ANTIDIAGONALS };
    const Bitboard last = rank_bb(us == WHITE ? RANK_8 : RANK_1);
    const Bitboard third = rank_bb(us == WHITE ? RANK_3 : RANK_6);
    const Bitboard empty = ~occupied(s), victims = s->by_color[opponent(us)];
    const Bitboard pawns = men_of(s, us, PAWN), unpinned = ~pinned;
    const Bitboard to_west = unpinned | king_line(s, us, us == WHITE ? ANTIDIAGONALS : DIAGONALS);
    const Bitboard to_east = unpinned | king_line(s, us, us == WHITE ? DIAGONALS : ANTIDIAGONALS);
    const Bitboard west = pawn_west(us, pawns & to_west) & victims;
    const Bitboard east = pawn_east(us, pawns & to_east) & victims;
    const Bitboard one = push_bb(us, pawns & (unpinned | king_line(s, us, FILES))) & empty;
    int count = popcount(west) + popcount(east);
    if (counted == ALL_MOVES)
        count += popcount(one) + popcount(push_bb(us, one & third) & empty);
    if (UNLIKELY((west | east | one) & last)) {
        count += 3 * (popcount(west & last) + popcount(east & last));
        count += (counted == ALL_MOVES ? 3 : 4) * popcount(one & last);
    }
    return count;
}

static ALWAYS_INLINE int count_for(const Position *pos, const Counted counted, const Color us) {
    const State *s = pos->state;
    const Bitboard pinned = pinned_men(s, us);
    const Bitboard targets = counted == CAPTURES ? s->by_color[opponent(us)] : ~s->by_color[us];
    const Bitboard king = s->attacks[bit_make(us, BIT_KING)] & targets;
    const Bitboard attacked = attacked_squares(s, opponent(us));
    int count = count_pieces(s, pinned, targets, us) + popcount(king & ~attacked);
    count += count_pawns(s, pinned, counted, us);
    if (counted == ALL_MOVES && UNLIKELY(s->castling >> (2 * us) & 3))
        count += may_castle(pos, us, WING_SHORT, attacked, pinned) +
                 may_castle(pos, us, WING_LONG, attacked, pinned);
    if (UNLIKELY(s->ep != SQUARE_NONE)) {
        MoveList list;
        list.count = 0;
        en_passant_moves(s, &list);
        count += list.count;
    }
    return count;
}

static int count_evasions(const Position *pos) {
    MoveList list;
    list.count = 0;
    evasion_moves(pos, &list);
    return list.count;
}

int legal_count(const Position *pos) {
    if (UNLIKELY(in_check(pos->state)))
        return count_evasions(pos);
    return pos->state->side == WHITE ? count_for(pos, ALL_MOVES, WHITE)
                                     : count_for(pos, ALL_MOVES, BLACK);
}

int captures_count(const Position *pos) {
    assert(!in_check(pos->state));
    return pos->state->side == WHITE ? count_for(pos, CAPTURES, WHITE)
                                     : count_for(pos, CAPTURES, BLACK);
}
