#include "selfcheck/verify.h"

#include <string.h>

/* Enters an attack of `bit` on the square at (file, rank). Returns false if that is off the
 * board. */
static bool enter(ScratchMatrix *m, int bit, int file, int rank) {
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    const int sq = rank * 8 + file;
    m->attacks[bit] |= 1ull << sq;
    m->map[sq] |= 1u << bit;
    return true;
}

/* Enters the attacks along a direction from (file, rank): one step, or if `slides`, up to the edge
 * or the first piece. */
static void walk(const State *s, ScratchMatrix *m, int bit, int file, int rank, const int step[2],
                 bool slides) {
    do {
        file += step[0];
        rank += step[1];
        if (!enter(m, bit, file, rank))
            return;
    } while (slides && s->man_on[rank * 8 + file] == MAN_NONE);
}

static void attack_from(const State *s, ScratchMatrix *m, int sq) {
    static const int ROOK_STEPS[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int BISHOP_STEPS[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const int KNIGHT_STEPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                           {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    const int man = s->man_on[sq], type = man >> 5, bit = man & 31;
    const int file = sq % 8, rank = sq / 8;
    if (type == PAWN)
        for (int side = -1; side <= 1; side += 2)
            walk(s, m, bit, file, rank, (const int[2]){side, bit < 16 ? 1 : -1}, false);
    if (type == KNIGHT)
        for (int i = 0; i < 8; i++)
            walk(s, m, bit, file, rank, KNIGHT_STEPS[i], false);
    for (int i = 0; i < 4; i++) {
        if (type == ROOK || type == QUEEN || type == KING)
            walk(s, m, bit, file, rank, ROOK_STEPS[i], type != KING);
        if (type == BISHOP || type == QUEEN || type == KING)
            walk(s, m, bit, file, rank, BISHOP_STEPS[i], type != KING);
    }
}

void scratch_build(const State *s, ScratchMatrix *out) {
    memset(out, 0, sizeof *out);
    for (int sq = 0; sq < 64; sq++)
        if (s->man_on[sq] != MAN_NONE)
            attack_from(s, out, sq);
}
