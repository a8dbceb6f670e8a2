/* Making and unmaking: the parts of a normal move outside make_normal, and the special moves. A
 * special move consists of normal moves and a correction:
 * - a promotion is a pawn's move, after which the pawn is replaced;
 * - en passant is a pawn's move, after which the victim is lifted;
 * - castling is a king's move and a rook's move. In Chess960 king or rook may already stand on a
 *   goal square. Then castling takes both pieces off the board and puts both on their goal squares.
 */
#include "board/make.h"

#include "board/matrix_internal.h"

/* --- Pawns --------------------------------------------------------------------------------- */

/* The e.p. square after a double push to `to`: the square that the pawn passed, if an enemy pawn
 * can legally capture on this square; else SQUARE_NONE. */
static Square ep_after_push(const State *n, Square to, Color us) {
    const Color them = opponent(us);
    const Square ep = to - pawn_push(us);
    uint32_t takers = attackers_of(n, ep, them) & n->pawns;
    while (takers)
        if (ep_keeps_king_safe(n, them, n->square_of[pop_bit32(&takers)], ep))
            return ep;
    return SQUARE_NONE;
}

void make_pawn_extra(Position *pos, State *n, Square from, Square to) {
    const Bit bit = man_bit(n->man_on[to]);
    const Color us = bit_color(bit);
    if ((from ^ to) == 16) {
        n->ep = (uint8_t)ep_after_push(n, to, us);
        n->key ^= zobrist.ep[n->ep];
        return;
    }
    Lists *l = &pos->lists;
    const Cell pawn = l->cell_of[bit], passer = pawn - 2 * PREPROMOTION;
    lists_unlink(l, pawn);
    lists_insert_behind(l, passer, cell_make(SLOT_DUMMY, us));
    l->bit_of[passer] = (uint8_t)bit;
    l->cell_of[bit] = (uint8_t)passer;
    n->mover = (uint8_t)pawn;
    n->undo |= UNDO_PREPROMOTION;
}

/* --- lifting and dropping single pieces ----------------------------------------------------- */

/* Takes a piece off the board, and its attacks out of the attack matrix. Sliders still do not
 * attack beyond the square, as if another piece stood there. The caller must update the lists. */
static void take_off(State *n, Square sq) {
    const Man man = n->man_on[sq];
    const Bit bit = man_bit(man);
    const PieceType type = man_type(man);
    const Color c = bit_color(bit);
    const uint32_t others = ~bit_mask(bit);
    matrix_toggle(n, bit, n->attacks[bit]);
    n->man_on[sq] = MAN_NONE;
    n->square_of[bit] = SQUARE_NONE;
    n->by_color[c] ^= bb(sq);
    n->by_type[type] ^= bb(sq);
    n->alive &= others;
    n->sliders &= others;
    n->pawns &= others;
    n->out_of_order &= others;
    n->key ^= zobrist.man[c][type][sq];
    n->part_key[key_part(c, type)] ^= zobrist.man[c][type][sq];
    n->material -= material_unit(c, type);
}

/* Takes a piece off a square, and lets sliders attack beyond the square. The caller must update the
 * lists. */
static void lift(State *n, Square sq) {
    take_off(n, sq);
    matrix_flip_lines(n, sq, occupied(n));
}

/* The bits that a piece of the given colour and type can take without breaking the order of value.
 * These bits are above the bits of all less valuable pieces, and below the bits of all more
 * valuable pieces. The function ignores pieces that are out of order. */
static uint32_t bits_in_order(const State *n, Color c, PieceType type) {
    uint32_t fitting = half_of(c);
    for (uint32_t left = n->alive & ~n->out_of_order & half_of(c); left;) {
        const Bit bit = pop_bit32(&left);
        const PieceType other = type_of_bit(n, bit);
        const uint32_t below = bit_mask(bit) - 1;
        if (other != type)
            fitting &= other < type ? ~below : below;
    }
    return fitting;
}

/* Puts a piece on the board, and its attacks into the attack matrix. Does not change the attacks of
 * sliders through the square: the inverse of take_off. */
static void put_on(State *n, Square sq, Bit bit, PieceType type) {
    const Color c = bit_color(bit);
    n->man_on[sq] = (uint8_t)man_make(type, bit);
    n->square_of[bit] = (uint8_t)sq;
    n->by_color[c] ^= bb(sq);
    n->by_type[type] ^= bb(sq);
    if (!(bits_in_order(n, c, type) & bit_mask(bit)))
        n->out_of_order |= bit_mask(bit);
    n->alive |= bit_mask(bit);
    if (type >= BISHOP && type <= QUEEN)
        n->sliders |= bit_mask(bit);
    if (type == PAWN)
        n->pawns |= bit_mask(bit);
    n->key ^= zobrist.man[c][type][sq];
    n->part_key[key_part(c, type)] ^= zobrist.man[c][type][sq];
    n->material += material_unit(c, type);
    matrix_toggle(n, bit, piece_attacks(c, type, sq, occupied(n)));
}

/* Puts a piece on an empty square, and ends the attacks of sliders there: the inverse of lift. */
static void drop(State *n, Square sq, Bit bit, PieceType type) {
    matrix_flip_lines(n, sq, occupied(n));
    put_on(n, sq, bit, type);
}

/* A free bit for a piece promoted to a type. First choice: the lowest bit that keeps the order and
 * is not below the type's first bit. Second choice: the highest bit that keeps the order and is
 * below the type's first bit. Third choice: the highest free bit below the type's first bit; the
 * piece is then out of order. The caller must have removed the pawn's bit from n->alive, so that
 * this bit is free. */
static Bit bit_for_promotion(const State *n, Color us, PieceType type) {
    static const uint8_t FIRST[TYPE_COUNT] = {0,        BIT_KNIGHT, BIT_BISHOP,
                                              BIT_ROOK, BIT_QUEEN,  BIT_KING};
    const uint32_t dead = ~n->alive & half_of(us), fitting = dead & bits_in_order(n, us, type);
    const uint32_t below = bit_mask(bit_make(us, FIRST[type])) - 1;
    if (fitting & ~below)
        return lowest_bit(fitting & ~below);
    return 31 - __builtin_clz(fitting ? fitting : dead & below);
}

/* --- special moves -------------------------------------------------------------------------- */

static void make_promotion(Position *pos, Move m, Color us) {
    const State *p = pos->state;
    State *n = pos->state + 1;
    Lists *l = &pos->lists;
    const Square from = move_from(m), to = move_to(m);
    const Bit pawn_bit = man_bit(p->man_on[from]);
    make_normal[us](p, n, move_make(from, to), pos);
    take_off(n, to);
    n->mover = l->cell_of[pawn_bit];
    lists_unlink(l, n->mover);
    const PieceType type = move_promotion(m);
    const Bit bit = bit_for_promotion(n, us, type);
    const Cell cell = lists_take_promotion_cell(l, us, type);
    lists_insert_behind(
        l, cell, type == QUEEN ? cell_make(SLOT_KING, us) : l->prev[cell_make(SLOT_DUMMY, us)]);
    n->displaced = l->cell_of[bit];
    n->promoted_from = (uint8_t)pawn_bit;
    l->bit_of[cell] = (uint8_t)bit;
    l->cell_of[bit] = (uint8_t)cell;
    n->undo |= UNDO_PROMOTION;
    put_on(n, to, bit, type);
}

static void make_en_passant(Position *pos, Move m, Color us) {
    const State *p = pos->state;
    State *n = pos->state + 1;
    const Square from = move_from(m), to = move_to(m), victim = to - pawn_push(us);
    make_normal[us](p, n, move_make(from, to), pos);
    n->captured = pos->lists.cell_of[man_bit(p->man_on[victim])];
    n->undo = UNDO_CAPTURE;
    lists_unlink(&pos->lists, n->captured);
    lift(n, victim);
}

/* Makes a castling as two normal moves, first the king's and then the rook's. pos->state[2] is
 * working space. Corrects the counters and the side to move in the key, which both normal moves
 * have changed. */
static void make_castling_moves(Position *pos, Move m, Color us) {
    const State *p = pos->state;
    State *n = pos->state + 1, *halfway = pos->state + 2;
    const int wing = castling_wing(m);
    make_normal[us](p, halfway, move_make(move_from(m), castled_king(us, wing)), pos);
    make_normal[us](halfway, n, move_make(move_to(m), castled_rook(us, wing)), pos);
    n->key ^= zobrist.side;
    n->rule50 = (uint16_t)(p->rule50 + 1);
    n->plies_from_null = (uint16_t)(p->plies_from_null + 1);
}

/* Makes a castling of Chess960 in which king or rook stands on a goal square before the move. */
static void make_castling_crossed(Position *pos, Move m, Color us) {
    const State *p = pos->state;
    State *n = pos->state + 1;
    const Square king = move_from(m), rook = move_to(m);
    const Bit king_bit = man_bit(p->man_on[king]), rook_bit = man_bit(p->man_on[rook]);
    *n = *p;
    n->side = (uint8_t)opponent(us);
    n->castling &= pos->castle_mask[king] & pos->castle_mask[rook];
    n->ep = SQUARE_NONE;
    n->undo = n->captured = n->mover = n->displaced = n->promoted_from = 0;
    n->rule50++;
    n->plies_from_null++;
    n->key ^= zobrist.side ^ zobrist.ep[p->ep] ^ zobrist.castling[p->castling] ^
              zobrist.castling[n->castling];
    lift(n, king);
    lift(n, rook);
    drop(n, castled_king(us, castling_wing(m)), king_bit, KING);
    drop(n, castled_rook(us, castling_wing(m)), rook_bit, ROOK);
}

void make_special(Position *pos, Move m) {
    const State *p = pos->state;
    assert(move_kind(m) != MOVE_NORMAL);
    const Color us = p->side;
    const int wing = castling_wing(m);
    if (move_kind(m) == MOVE_PROMOTION)
        make_promotion(pos, m, us);
    else if (move_kind(m) == MOVE_EN_PASSANT)
        make_en_passant(pos, m, us);
    else if (p->man_on[castled_king(us, wing)] == MAN_NONE &&
             p->man_on[castled_rook(us, wing)] == MAN_NONE)
        make_castling_moves(pos, m, us);
    else
        make_castling_crossed(pos, m, us);
    pos->state[1].move = m;
}

/* --- unmaking, and null moves ---------------------------------------------------------------- */

/* Unlinks a cell that a promotion or a pawn's move to the 7th rank has linked into a ring. Clears
 * the entries of the cell. */
static void retire_cell(Lists *l, Cell cell) {
    lists_unlink(l, cell);
    l->next[cell] = l->prev[cell] = l->bit_of[cell] = 0;
}

/* Undoes the changes of the lists by a move, the last change first. */
void undo_lists(Lists *l, const State *n) {
    if (n->undo & UNDO_PROMOTION) {
        const Bit bit = man_bit(n->man_on[move_to(n->move)]);
        const Cell cell = l->cell_of[bit];
        retire_cell(l, cell);
        lists_free_promotion_cell(l, cell);
        l->cell_of[bit] = n->displaced;
        l->cell_of[n->promoted_from] = n->mover;
        lists_relink(l, n->mover);
    }
    if (n->undo & UNDO_PREPROMOTION) {
        retire_cell(l, n->mover - 2 * PREPROMOTION);
        l->cell_of[l->bit_of[n->mover]] = n->mover;
        lists_relink(l, n->mover);
    }
    if (n->undo & UNDO_CAPTURE)
        lists_relink(l, n->captured);
}

void make_null(Position *pos) {
    const State *p = pos->state;
    State *n = pos->state + 1;
    assert(!in_check(p) && n < pos->states + STATE_LIMIT - 1);
    copy_aligned(n, p, sizeof *n);
    n->key ^= zobrist.side ^ zobrist.ep[p->ep];
    n->ep = SQUARE_NONE;
    n->side ^= 1;
    n->undo = 0;
    n->plies_from_null = 0;
    n->move = MOVE_NULL;
    pos->state = n;
    position_changed(pos, "null move");
}

void position_advance(Position *pos, Move m) {
    if (m == MOVE_NULL) {
        make_null(pos);
        pos->state->rule50++;
    } else {
        make_move(pos, m);
    }
    position_reroot(pos);
}

/* --- facts about moves before they are made --------------------------------------------------- */

static bool pawn_move_is_plausible(const Position *pos, Move m) {
    const State *s = pos->state;
    const Square from = move_from(m), to = move_to(m);
    const Color us = s->side;
    const bool promotes = relative_rank(us, to) == RANK_8;
    if (promotes != (move_kind(m) == MOVE_PROMOTION) ||
        (to == s->ep && s->ep != SQUARE_NONE && file_of(from) != file_of(to)) !=
            (move_kind(m) == MOVE_EN_PASSANT))
        return false;
    if (file_of(from) != file_of(to))
        return (geometry.leaper[us][PAWN][from] & bb(to)) &&
               (move_kind(m) == MOVE_EN_PASSANT || s->man_on[to] != MAN_NONE);
    const bool twice = to == from + 2 * pawn_push(us) && relative_rank(us, from) == RANK_2;
    return s->man_on[to] == MAN_NONE && (to == from + pawn_push(us) || twice);
}

bool move_is_plausible(const Position *pos, Move m) {
    const State *s = pos->state;
    const Square from = move_from(m), to = move_to(m);
    const Color us = s->side;
    if (!(s->by_color[us] & bb(from)))
        return false;
    if (move_kind(m) == MOVE_CASTLING)
        return from == king_square(s, us) && to == pos->castle_rook[2 * us + castling_wing(m)] &&
               (s->castling >> (2 * us + castling_wing(m)) & 1);
    if ((s->by_color[us] | s->by_type[KING]) & bb(to))
        return false;
    if (type_on(s, from) == PAWN)
        return pawn_move_is_plausible(pos, m);
    return move_kind(m) == MOVE_NORMAL && (s->attacks[man_bit(s->man_on[from])] & bb(to));
}

Key key_after(const State *s, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const Man victim = s->man_on[to];
    const Color us = s->side;
    Key key = s->key ^ zobrist.side ^ zobrist.ep[s->ep] ^ zobrist.man[us][type_on(s, from)][from] ^
              zobrist.man[us][type_on(s, from)][to];
    if (victim != MAN_NONE)
        key ^= zobrist.man[bit_color(man_bit(victim))][man_type(victim)][to];
    return key;
}
