#include "tools/bitbase_words.h"

#include "eval/spans.h"

/* --- turning ---------------------------------------------------------------------------------- */

uint8_t turned[TURNS][SQUARE_COUNT];  /* a square, turned */
uint8_t turn_of[2][SQUARE_COUNT];     /* by pawns and white king */
uint8_t king_place[2][SQUARE_COUNT];  /* of a king that needs no turn */
uint8_t king_at[2][KINGS_WITH_PAWNS]; /* the inverse */

void turns_init(void) {
    for (int turn = 0; turn < TURNS; turn++)
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            const Square seen = sq ^ (turn & MIRROR_FILES ? 7 : 0) ^ (turn & MIRROR_RANKS ? 56 : 0);
            turned[turn][sq] =
                (uint8_t)(turn & TRANSPOSE ? square_at(rank_of(seen), file_of(seen)) : seen);
        }
    for (int pawns = 0; pawns < 2; pawns++) {
        int places = 0;
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            const int file = edge_distance(file_of(sq)), rank = edge_distance(rank_of(sq));
            int turn = file_of(sq) > FILE_D ? MIRROR_FILES : 0;
            if (!pawns)
                turn |= (rank_of(sq) > RANK_4 ? MIRROR_RANKS : 0) | (rank > file ? TRANSPOSE : 0);
            turn_of[pawns][sq] = (uint8_t)turn;
            if (turn == 0) {
                king_at[pawns][places] = (uint8_t)sq;
                king_place[pawns][sq] = (uint8_t)places++;
            }
        }
    }
}

Square turned_from(Square sq, int turn) {
    const Square seen = turn & TRANSPOSE ? square_at(rank_of(sq), file_of(sq)) : sq;
    return seen ^ (turn & MIRROR_FILES ? 7 : 0) ^ (turn & MIRROR_RANKS ? 56 : 0);
}

static Bitboard swap_bits(Bitboard b, Bitboard mask, int shift) {
    const Bitboard different = (b ^ b << shift) & mask;
    return b ^ different ^ different >> shift;
}

/* Turns a word back: bit sq of the result is bit turned[turn][sq] of the word. */
static Bitboard turned_back(Bitboard b, int turn) {
    if (turn & TRANSPOSE) {
        b = swap_bits(b, 0x0F0F0F0F00000000u, 28);
        b = swap_bits(b, 0x3333000033330000u, 14);
        b = swap_bits(b, 0x5500550055005500u, 7);
    }
    if (turn & MIRROR_RANKS)
        b = __builtin_bswap64(b);
    if (turn & MIRROR_FILES) {
        b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
        b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
        b = (b >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (b & 0x0F0F0F0F0F0F0F0Fu) << 4;
    }
    return b;
}

/* --- looking up ------------------------------------------------------------------------------- */

Bitboard bitbase_wins(const Bitbase *base, const Placement *p, Color winner, Color to_move) {
    const int turn = turn_of[base->pawns][p->white_king];
    return turned_back(base->wins[winner][to_move][place_of(base, p, turn)], turn);
}

/* --- checks ----------------------------------------------------------------------------------- */

static Bitboard stepped(Bitboard kings) {
    const Bitboard beside = beside_bb(kings), rows = kings | beside;
    return beside | rows << 8 | rows >> 8;
}

/* The squares of pieces other than the black king. */
static Bitboard occupied_by(const Bitbase *base, const Placement *p) {
    Bitboard all = bb(p->white_king);
    for (int i = 0; i < base->count; i++)
        all |= bb(p->at[i]);
    return all;
}

/* The black kings with which a side's king is in check, whoever is to move. */
static Bitboard checks(const Bitbase *base, const Placement *p, Color checked) {
    const Bitboard all = occupied_by(base, p);
    Bitboard kings = king_steps(p->white_king);
    for (int i = 0; i < base->count; i++) {
        if (base->kind[i].color == checked)
            continue;
        const Bitboard attacks =
            piece_attacks(base->kind[i].color, base->kind[i].type, p->at[i], all);
        if (checked == BLACK)
            kings |= attacks;
        else if (attacks & bb(p->white_king))
            kings |= ~geometry.between[p->at[i]][p->white_king];
    }
    return kings;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* What is asked of the positions that moves lead to. */
typedef struct Question {
    enum { IS_WON, IS_NOT_WON, IS_LEGAL } about;
    Color winner;
    Color to_move; /* after the move */
} Question;

/* The black kings for which the answer is yes. */
static Bitboard ask(const Bitbase *base, const Placement *p, Question q) {
    if (q.about == IS_LEGAL)
        return ~checks(base, p, opponent(q.to_move));
    const Bitboard wins = bitbase_wins(base, p, q.winner, q.to_move);
    return q.about == IS_WON ? wins : ~wins;
}

/* The placement without its i-th piece, as without[i] has it. */
static Placement without(const Placement *p, int i) {
    Placement rest = *p;
    for (int j = i; j + 1 < BITBASE_OTHERS; j++)
        rest.at[j] = p->at[j + 1];
    return rest;
}

static int piece_on(const Bitbase *base, const Placement *p, Square sq) {
    for (int i = 0; i < base->count; i++)
        if (p->at[i] == sq)
            return i;
    return -1;
}

/* The answer after the i-th piece, a pawn, has become something else where it stands: any of the
 * four will do. */
static Bitboard ask_promoted(const Bitbase *base, const Placement *p, int i, Question q) {
    Bitboard kings = 0;
    for (PieceType type = KNIGHT; type <= QUEEN; type++) {
        const Promotion *promotion = &base->promoted[i][type];
        Placement n = *p;
        for (int j = 0; j < base->count; j++)
            n.at[j] = p->at[promotion->from[j]];
        kings |= ask(promotion->base, &n, q);
    }
    return kings;
}

/* The i-th piece goes to a square, where it captures or may promote. */
static Bitboard ask_move(const Bitbase *base, const Placement *p, int i, Square to, Question q) {
    Placement n = *p;
    n.at[i] = to;
    const Bitboard kings = ~(geometry.between[p->at[i]][to] | bb(to));
    int mover = i;
    const int taken = piece_on(base, p, to);
    if (taken >= 0) {
        n = without(&n, taken);
        base = base->without[taken];
        mover -= taken < i;
    }
    if (base->kind[mover].type == PAWN && (rank_of(to) == RANK_1 || rank_of(to) == RANK_8))
        return kings & ask_promoted(base, &n, mover, q);
    return kings & ask(base, &n, q);
}

/* Where the i-th piece may go, as if the black king were not there. */
static Bitboard targets(const Bitbase *base, const Placement *p, int i, Bitboard all,
                        Bitboard own) {
    const Color c = base->kind[i].color;
    const Square from = p->at[i];
    const Bitboard attacks = piece_attacks(c, base->kind[i].type, from, all) & ~own;
    if (base->kind[i].type != PAWN)
        return attacks;
    const int up = pawn_push(c);
    Bitboard to = attacks & all;
    if (!(all & bb(from + up))) {
        to |= bb(from + up);
        if (rank_of(from) == (c == WHITE ? RANK_2 : RANK_7))
            to |= bb(from + 2 * up) & ~all;
    }
    return to;
}

static Bitboard ask_white_king(const Bitbase *base, const Placement *p, Bitboard own, Question q) {
    Bitboard kings = 0;
    for (Bitboard to = king_steps(p->white_king) & ~own; to;) {
        Placement n = *p;
        n.white_king = pop_bit(&to);
        const int taken = piece_on(base, p, n.white_king);
        const Bitboard free = ~bb(n.white_king);
        if (taken >= 0) {
            n = without(&n, taken);
            kings |= free & ask(base->without[taken], &n, q);
        } else {
            kings |= free & ask(base, &n, q);
        }
    }
    return kings;
}

static Bitboard ask_black_king(const Bitbase *base, const Placement *p, Bitboard all, Question q) {
    Bitboard kings = stepped(ask(base, p, q) & ~all);
    for (int i = 0; i < base->count; i++) {
        if (base->kind[i].color == BLACK)
            continue;
        const Placement n = without(p, i);
        if (ask(base->without[i], &n, q) >> p->at[i] & 1)
            kings |= king_steps(p->at[i]);
    }
    return kings;
}

/* The answer after some move of the i-th piece. The white king stands where it is stored. */
static ALWAYS_INLINE Bitboard ask_moves(const Bitbase *base, const Placement *p, int i,
                                        Bitboard all, Bitboard own, Question q, Bitboard wanted) {
    const Square from = p->at[i];
    Bitboard kings = 0, to = targets(base, p, i, all, own);
    Bitboard other = to & (base->kind[i].type == PAWN || q.about == IS_LEGAL ? ~(Bitboard)0 : all);
    to ^= other;
    while (other)
        kings |= ask_move(base, p, i, pop_bit(&other), q);
    if (!to)
        return kings;
    const Bitboard *words = &base->wins[q.winner][q.to_move][place_of(base, p, 0)];
    const Bitboard invert = q.about == IS_WON ? 0 : ~(Bitboard)0;
    const ptrdiff_t stride = (ptrdiff_t)base->stride[i];
    while (to && wanted & ~kings) {
        const Square sq = pop_bit(&to);
        kings |= (words[(sq - from) * stride] ^ invert) & ~(geometry.between[from][sq] | bb(sq));
    }
    return kings;
}

/* Those of the wanted black kings for which some move leads to a position of which the answer is
 * yes. */
static ALWAYS_INLINE Bitboard some_move(const Bitbase *base, const Placement *p, Question q,
                                        Bitboard wanted) {
    const Color mover = opponent(q.to_move);
    const Bitboard all = occupied_by(base, p);
    Bitboard own = bb(p->white_king), kings = 0;
    for (int i = 0; i < base->count; i++)
        if (base->kind[i].color == mover)
            own |= bb(p->at[i]);
    if (mover == BLACK)
        kings = ask_black_king(base, p, all, q);
    for (int i = base->count - 1; i >= 0 && wanted & ~kings; i--)
        if (base->kind[i].color == mover)
            kings |= ask_moves(base, p, i, all, own, q, wanted);
    if (mover == WHITE && wanted & ~kings)
        kings |= ask_white_king(base, p, own, q);
    return kings & wanted;
}

/* --- words ------------------------------------------------------------------------------------ */

Bitboard word_of(const Bitbase *base, const Placement *p, Color winner, Color to_move,
                 Bitboard was) {
    const Color next = opponent(to_move);
    const Bitboard illegal = checks(base, p, next);
    const Bitboard open = ~occupied_by(base, p) & ~illegal & ~was;
    if (winner == to_move) {
        const Bitboard won = open ? some_move(base, p, (Question){IS_WON, winner, next}, open) : 0;
        return was | won | (illegal & ~occupied_by(base, p));
    }
    if (!open)
        return was;
    const Bitboard lost = open & ~some_move(base, p, (Question){IS_NOT_WON, winner, next}, open);
    const Bitboard calm = lost ? lost & ~checks(base, p, to_move) : 0;
    if (!calm)
        return was | lost;
    /* No move at all, and no check: stalemate. */
    return was | (lost & ~(calm & ~some_move(base, p, (Question){IS_LEGAL, winner, next}, calm)));
}
