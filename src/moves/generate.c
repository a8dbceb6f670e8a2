#include "moves/generate.h"

#include "moves/captures.h"
#include "moves/emit.h"
#include "moves/pins.h"

#include <assert.h>

/* Moves of one piece to a set of squares. */
static ALWAYS_INLINE void put_targets(MoveList *list, Square from, Bitboard targets) {
    while (targets)
        list_add(list, move_make(from, pop_bit(&targets)));
}

/* Moves of pawns that all step alike, to a set of squares not on the last rank. */
static ALWAYS_INLINE void put_steps(MoveList *list, Bitboard targets, int step) {
    list->count = (int)(emit_steps(targets, step, list->moves + list->count) - list->moves);
}

static ALWAYS_INLINE void put_promotions(MoveList *list, Bitboard targets, int step) {
    while (UNLIKELY(targets)) {
        const Square to = pop_bit(&targets);
        for (PieceType type = QUEEN; type >= KNIGHT; type--)
            list_add(list, move_make_promotion(to - step, to, type));
    }
}

/* --- The king ------------------------------------------------------------------------------ */

/* King moves to squares of a set that the enemy does not attack. The map does not look through the
 * king: the caller leaves out the squares behind it on a checker's line. */
static ALWAYS_INLINE void king_moves(const State *s, MoveList *list, Bitboard targets,
                                     const Color us) {
    targets &= s->attacks[bit_make(us, BIT_KING)] & ~attacked_squares(s, opponent(us));
    put_targets(list, king_square(s, us), targets);
}

bool castling_is_legal(const Position *pos, int wing) {
    const State *s = pos->state;
    const Color us = s->side;
    assert(!in_check(s));
    return may_castle(pos, us, wing, attacked_squares(s, opponent(us)), pinned_men(s, us));
}

static ALWAYS_INLINE void castling_moves(const Position *pos, MoveList *list, Bitboard pinned,
                                         const Color us) {
    const State *s = pos->state;
    if (LIKELY(!(s->castling >> (2 * us) & 3)))
        return;
    const Bitboard attacked = attacked_squares(s, opponent(us));
    for (int wing = WING_SHORT; wing <= WING_LONG; wing++)
        if (may_castle(pos, us, wing, attacked, pinned))
            list_add(list, move_make_kind(king_square(s, us), pos->castle_rook[2 * us + wing],
                                          MOVE_CASTLING));
}

/* --- the others, not in check -------------------------------------------------------------- */

static ALWAYS_INLINE void piece_moves(const State *s, MoveList *list, Bitboard pinned,
                                      Bitboard targets, const Color us) {
    uint32_t pieces = s->alive & ~s->pawns & half_of(us) & ~bit_mask(bit_make(us, BIT_KING));
    for (Bitboard left = pinned & ~s->by_type[PAWN]; UNLIKELY(left);) {
        const Square from = pop_bit(&left);
        const Bit bit = man_bit(s->man_on[from]);
        pieces &= ~bit_mask(bit);
        put_targets(list, from, s->attacks[bit] & targets & ray_through(king_square(s, us), from));
    }
    list->count = (int)(emit_pieces(s, pieces, targets, list->moves + list->count) - list->moves);
}

/* Which moves are wanted. */
typedef enum Wanted { QUIETS, ALL_MOVES } Wanted;

/* Moves of a set of pawns to squares of `allowed`; e.p. apart. */
static ALWAYS_INLINE void pawn_set_moves(const State *s, MoveList *list, Bitboard pawns,
                                         Bitboard allowed, const Wanted wanted, const Color us) {
    const Bitboard empty = ~occupied(s), last = rank_bb(us == WHITE ? RANK_8 : RANK_1);
    const Bitboard third = rank_bb(us == WHITE ? RANK_3 : RANK_6);
    const int up = pawn_push(us);
    const Bitboard one = push_bb(us, pawns) & empty;
    const Bitboard two = push_bb(us, one & third) & empty & allowed;
    put_steps(list, one & allowed & ~last, up);
    put_steps(list, two, 2 * up);
    if (wanted == QUIETS)
        return;
    const Bitboard victims = s->by_color[opponent(us)] & allowed;
    const int left = us == WHITE ? 7 : -9, right = us == WHITE ? 9 : -7;
    const Bitboard takes_left = pawn_west(us, pawns) & victims;
    const Bitboard takes_right = pawn_east(us, pawns) & victims;
    put_steps(list, takes_left & ~last, left);
    put_steps(list, takes_right & ~last, right);
    put_promotions(list, takes_left & last, left);
    put_promotions(list, takes_right & last, right);
    put_promotions(list, one & allowed & last, up);
}

static ALWAYS_INLINE void pawn_moves(const State *s, MoveList *list, Bitboard pinned,
                                     const Wanted wanted, const Color us) {
    const Bitboard pawns = men_of(s, us, PAWN);
    pawn_set_moves(s, list, pawns & ~pinned, ~(Bitboard)0, wanted, us);
    for (Bitboard left = pawns & pinned; UNLIKELY(left);) {
        const Square from = pop_bit(&left);
        pawn_set_moves(s, list, bb(from), ray_through(king_square(s, us), from), wanted, us);
    }
}

static ALWAYS_INLINE void moves_not_in_check(const Position *pos, MoveList *list, Bitboard pinned,
                                             const Wanted wanted, const Color us) {
    const State *s = pos->state;
    const Bitboard targets = wanted == QUIETS ? ~occupied(s) : ~s->by_color[us];
    king_moves(s, list, targets, us);
    castling_moves(pos, list, pinned, us);
    piece_moves(s, list, pinned, targets, us);
    pawn_moves(s, list, pinned, wanted, us);
}

void quiet_moves(const Position *pos, Bitboard pinned, MoveList *list) {
    assert(!in_check(pos->state) && pinned == pinned_men(pos->state, pos->state->side));
    if (pos->state->side == WHITE)
        moves_not_in_check(pos, list, pinned, QUIETS, WHITE);
    else
        moves_not_in_check(pos, list, pinned, QUIETS, BLACK);
}

/* --- evasions ------------------------------------------------------------------------------ */

/* The lone checker is taken: by those of its attackers that are not pinned. */
static void capture_checker(const State *s, MoveList *list, Square checker, Bitboard pinned,
                            Color us) {
    uint32_t takers = attackers_of(s, checker, us) & ~bit_mask(bit_make(us, BIT_KING));
    while (takers) {
        const Bit bit = pop_bit32(&takers);
        const Square from = s->square_of[bit];
        if (pinned & bb(from))
            continue;
        if ((s->pawns >> bit & 1) && relative_rank(us, checker) == RANK_8)
            for (PieceType type = QUEEN; type >= KNIGHT; type--)
                list_add(list, move_make_promotion(from, checker, type));
        else
            list_add(list, move_make(from, checker));
    }
}

/* A piece goes between: pieces as the map of the squares between shows, pawns by their pushes. */
static void interpose(const State *s, MoveList *list, Bitboard between, Bitboard pinned, Color us) {
    const uint32_t pieces = s->alive & ~s->pawns & ~bit_mask(bit_make(us, BIT_KING));
    for (Bitboard left = between; left;) {
        const Square to = pop_bit(&left);
        uint32_t set = attackers_of(s, to, us) & pieces;
        while (set) {
            const Square from = s->square_of[pop_bit32(&set)];
            if (!(pinned & bb(from)))
                list_add(list, move_make(from, to));
        }
    }
    const Bitboard pawns = men_of(s, us, PAWN) & ~pinned;
    const Bitboard last = rank_bb(us == WHITE ? RANK_8 : RANK_1);
    pawn_set_moves(s, list, pawns, between, QUIETS, us);
    put_promotions(list, push_bb(us, pawns) & between & last, pawn_push(us));
}

void evasion_moves(const Position *pos, MoveList *list) {
    const State *s = pos->state;
    const Color us = s->side;
    const Square king = king_square(s, us);
    const uint32_t checkers = checkers_of(s, us);
    assert(checkers != 0);
    Bitboard shadow = 0; /* squares behind the king on the lines of checking sliders */
    for (uint32_t left = checkers & s->sliders; left;)
        shadow |= geometry.beyond[king][s->square_of[pop_bit32(&left)]];
    king_moves(s, list, ~s->by_color[us] & ~shadow, us);
    if (checkers & (checkers - 1))
        return;
    const Bitboard pinned = pinned_men(s, us);
    const Square checker = s->square_of[lowest_bit(checkers)];
    capture_checker(s, list, checker, pinned, us);
    en_passant_moves(s, list);
    interpose(s, list, geometry.between[king][checker], pinned, us);
}

/* --- all moves ----------------------------------------------------------------------------- */

void legal_moves(const Position *pos, MoveList *list) {
    const State *s = pos->state;
    if (UNLIKELY(in_check(s))) {
        evasion_moves(pos, list);
        return;
    }
    if (s->side == WHITE)
        moves_not_in_check(pos, list, pinned_men(s, WHITE), ALL_MOVES, WHITE);
    else
        moves_not_in_check(pos, list, pinned_men(s, BLACK), ALL_MOVES, BLACK);
    en_passant_moves(s, list);
}
