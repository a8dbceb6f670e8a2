#include "support/three_men.h"

#include "board/geometry.h"
#include "core/bits.h"

enum { POSITIONS = 2 * 64 * 64 * 64, OPEN = 255, PLIES_MAX = 200 };

/* Plies to mate, OPEN where there is none (yet). */
static uint8_t queen_table[POSITIONS], rook_table[POSITIONS], pawn_table[POSITIONS];

static uint8_t *table_of(PieceType type) {
    return type == QUEEN ? queen_table : type == ROOK ? rook_table : pawn_table;
}

static uint8_t *entry(PieceType type, ThreeMen p) {
    return &table_of(type)[((p.side * 64 + p.white_king) * 64 + p.black_king) * 64 + p.man];
}

static Bitboard king_moves(Square sq) {
    return piece_attacks(WHITE, KING, sq, 0);
}

/* The squares that White's piece attacks; Black's king hides nothing from it. */
static Bitboard man_attacks(PieceType type, ThreeMen p) {
    return piece_attacks(WHITE, type, p.man, bb(p.white_king));
}

bool three_men_legal(PieceType type, ThreeMen p) {
    if (p.white_king == p.black_king || p.white_king == p.man || p.black_king == p.man ||
        king_moves(p.white_king) & bb(p.black_king))
        return false;
    if (type == PAWN && (p.man < 8 || p.man >= 56))
        return false;
    return p.side == BLACK || !(man_attacks(type, p) & bb(p.black_king));
}

/* The least plies to mate after Black's best answer; OPEN if there is none or it is not known. */
static int white_best(PieceType type, ThreeMen p) {
    int best = OPEN;
    ThreeMen n = p;
    n.side = BLACK;
    for (Bitboard to = king_moves(p.white_king) & ~king_moves(p.black_king) & ~bb(p.man); to;) {
        n.white_king = pop_bit(&to);
        const int plies = *entry(type, n);
        best = plies < best ? plies : best;
    }
    n.white_king = p.white_king;
    const Bitboard men = bb(p.white_king) | bb(p.black_king);
    Bitboard to = piece_attacks(WHITE, type, p.man, men);
    if (type == PAWN) {
        to = bb(p.man + 8) & ~men;
        if (to && rank_of(p.man) == RANK_2)
            to |= bb(p.man + 16) & ~men;
    }
    for (to &= ~men; to;) {
        n.man = pop_bit(&to);
        int plies = OPEN;
        if (type == PAWN && n.man >= 56) {
            const int queen = *entry(QUEEN, n), rook = *entry(ROOK, n);
            plies = queen < rook ? queen : rook;
        } else {
            plies = *entry(type, n);
        }
        best = plies < best ? plies : best;
    }
    return best;
}

/* The most plies to mate that Black can make it, -1 if he is mated; OPEN if he gets away, is
 * stalemated, or it is not known. */
static int black_best(PieceType type, ThreeMen p) {
    int best = -1;
    ThreeMen n = p;
    n.side = WHITE;
    const Bitboard attacked = man_attacks(type, p) | king_moves(p.white_king);
    for (Bitboard to = king_moves(p.black_king) & ~attacked; to;) {
        n.black_king = pop_bit(&to);
        const int plies = n.black_king == p.man ? OPEN : *entry(type, n);
        best = plies > best ? plies : best;
    }
    if (best < 0 && !(man_attacks(type, p) & bb(p.black_king)))
        return OPEN;
    return best;
}

static ThreeMen position_at(int index) {
    return (ThreeMen){index >> 18, index >> 12 & 63, index >> 6 & 63, index & 63};
}

/* Settles what is settled in a number of plies; how many positions that were. */
static int settle(PieceType type, int plies) {
    int count = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const ThreeMen p = position_at(i);
        if (p.side != (plies % 2 ? WHITE : BLACK) || *entry(type, p) != OPEN ||
            !three_men_legal(type, p))
            continue;
        const int best = p.side == WHITE ? white_best(type, p) : black_best(type, p);
        if (best != OPEN && best < plies) {
            *entry(type, p) = (uint8_t)plies;
            count++;
        }
    }
    return count;
}

static void solve(PieceType type) {
    uint8_t *table = table_of(type);
    for (int i = 0; i < POSITIONS; i++)
        table[i] = OPEN;
    /* With a pawn, a promotion may come in at any length. */
    for (int plies = 0, idle = 0; plies < PLIES_MAX && idle < (type == PAWN ? 40 : 2); plies++)
        idle = settle(type, plies) ? 0 : idle + 1;
}

void three_men_solve(void) {
    solve(QUEEN);
    solve(ROOK);
    solve(PAWN);
}

int three_men_plies(PieceType type, ThreeMen p) {
    const int plies = *entry(type, p);
    return plies == OPEN ? -1 : plies;
}
