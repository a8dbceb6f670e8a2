#include "eval/kpk.h"

#include "board/geometry.h"
#include "eval/spans.h"

#include <stdlib.h>

/* The Pawn is White's and stands on files a-d, ranks 2-7: 24 places. */
enum { PAWN_PLACES = 24, POSITIONS = 2 * PAWN_PLACES * SQUARE_COUNT * SQUARE_COUNT };

static uint32_t won[POSITIONS / 32]; /* a bit a position */
static bool made;

typedef enum Verdict { UNKNOWN, DRAWN, WON, IMPOSSIBLE } Verdict;

static int index_of(Color to_move, Square pawn, Square white, Square black) {
    const int place = (rank_of(pawn) - RANK_2) * 4 + file_of(pawn);
    return ((to_move * PAWN_PLACES + place) * SQUARE_COUNT + white) * SQUARE_COUNT + black;
}

static Square pawn_of(int place) {
    return square_at(place % 4, place / 4 + RANK_2);
}

static Bitboard steps(Square king) {
    return geometry.leaper[WHITE][KING][king];
}

/* What is known of a position before any move is looked at. */
static Verdict first_verdict(Color to_move, Square pawn, Square white, Square black) {
    const Bitboard guarded = geometry.leaper[WHITE][PAWN][pawn];
    if (distance(white, black) <= 1 || white == pawn || black == pawn ||
        (to_move == WHITE && (guarded & bb(black))))
        return IMPOSSIBLE;
    if (to_move == WHITE) {
        /* The Pawn promotes and the Queen cannot be taken. */
        const Square last = pawn + 8;
        return rank_of(pawn) == RANK_7 && white != last && black != last &&
                       (distance(black, last) > 1 || distance(white, last) == 1)
                   ? WON
                   : UNKNOWN;
    }
    const Bitboard flight = steps(black) & ~steps(white) & ~guarded;
    if (!(flight & ~bb(pawn)) && !(flight & bb(pawn)))
        return guarded & bb(black) ? WON : DRAWN; /* only stalemate comes to pass */
    return flight & bb(pawn) ? DRAWN : UNKNOWN;
}

/* White wins if one move does, Black draws if one does; what leads nowhere else is known at once.
 */
static Verdict verdict_by_moves(const uint8_t *table, Color to_move, Square pawn, Square white,
                                Square black) {
    const Verdict good = to_move == WHITE ? WON : DRAWN, bad = to_move == WHITE ? DRAWN : WON;
    bool all_bad = true;
    for (Bitboard to = steps(to_move == WHITE ? white : black); to;) {
        const Square sq = pop_bit(&to);
        const Verdict v = (Verdict)(to_move == WHITE ? table[index_of(BLACK, pawn, sq, black)]
                                                     : table[index_of(WHITE, pawn, white, sq)]);
        if (v == good)
            return good;
        all_bad &= v == bad || v == IMPOSSIBLE;
    }
    for (int push = 1; to_move == WHITE && push <= 2; push++) {
        const Square to = pawn + 8 * push;
        if (rank_of(to) == RANK_8 || to == white || to == black ||
            (push == 2 && rank_of(pawn) != RANK_2))
            break;
        const Verdict v = (Verdict)table[index_of(BLACK, to, white, black)];
        if (v == good)
            return good;
        all_bad &= v == bad;
    }
    return all_bad ? bad : UNKNOWN;
}

/* One pass over all positions; true if something new came out. */
static bool pass(uint8_t *table, bool first) {
    bool changed = false;
    for (int i = 0; i < POSITIONS; i++) {
        if (!first && table[i] != UNKNOWN)
            continue;
        const Square black = i % 64, white = i / 64 % 64, pawn = pawn_of(i / 4096 % PAWN_PLACES);
        const Color to_move = i / 4096 / PAWN_PLACES;
        table[i] = (uint8_t)(first ? first_verdict(to_move, pawn, white, black)
                                   : verdict_by_moves(table, to_move, pawn, white, black));
        changed |= table[i] != UNKNOWN;
    }
    return changed;
}

void kpk_init(void) {
    if (made)
        return;
    uint8_t *table = malloc(POSITIONS);
    if (!table)
        abort();
    pass(table, true);
    while (pass(table, false))
        ;
    for (int i = 0; i < POSITIONS; i++)
        won[i / 32] |= (uint32_t)(table[i] == WON) << i % 32;
    free(table);
    made = true;
}

bool kpk_wins(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move) {
    const int flip = (strong == WHITE ? 0 : 56) ^ (file_of(pawn) > FILE_D ? 7 : 0);
    const int i = index_of(to_move ^ strong, pawn ^ flip, strong_king ^ flip, weak_king ^ flip);
    return won[i / 32] >> i % 32 & 1;
}
