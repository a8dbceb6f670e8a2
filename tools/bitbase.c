/* All black kings at once: a word holds a bit for each square of the black king, for one placement
 * of the other pieces, one side to move and one winner. A word follows from those that a move leads
 * to, and is looked at again when one of these has changed, until nothing changes. They begin with no wins, so the sets only
 * grow, from the mates and from what captures and promotions lead to.
 *
 * A position in which the side not to move is in check counts as won by the side to move. So moves
 * into check come out as lost, without being looked for.
 */
#include "tools/bitbase.h"

#include "core/names.h"
#include "tools/bitbase_words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASES_MAX = 256 };

static Bitbase *bases[BASES_MAX];
static int base_count;

/* --- solving ---------------------------------------------------------------------------------- */

static bool may_stand(Kind k, Square sq) {
    return k.type != PAWN || (rank_of(sq) != RANK_1 && rank_of(sq) != RANK_8);
}

/* How many pieces stand on the same squares in all words of a block. */
static int fixed_pieces(const Bitbase *base) {
    return base->block_words > 1 ? base->count - 1 : base->count;
}

/* Sets up the first placement of a block, where the last of several pieces is still to come; false
 * if two pieces stand on one square. */
static bool place_block(const Bitbase *base, size_t block, Placement *p) {
    int at[BITBASE_OTHERS] = {0};
    if (base->count == 3) {
        at[1] = block % SQUARE_COUNT;
        block /= SQUARE_COUNT;
    }
    const int king = (int)(block % (size_t)base->kings);
    at[0] = (int)(block / (size_t)base->kings);
    p->white_king = king_at[base->pawns][king];
    Bitboard all = bb(p->white_king);
    for (int i = 0; i < fixed_pieces(base); i++) {
        if (all & bb(at[i]) || !may_stand(base->kind[i], at[i]))
            return false;
        all |= bb(at[i]);
        p->at[i] = at[i];
    }
    return true;
}

/* One side's words of a block; true if one of them has grown. */
static bool renew(Bitbase *base, size_t block, Color winner, Color side) {
    Placement p = {0};
    if (!place_block(base, block, &p))
        return false;
    const int last = base->count - 1;
    Bitboard *words = &base->wins[winner][side][block * (size_t)base->block_words];
    bool grown = false;
    for (int i = 0; i < base->block_words; i++) {
        if (base->block_words > 1) {
            p.at[last] = i;
            if (!may_stand(base->kind[last], i) || i == p.white_king || i == p.at[0] ||
                (last == 2 && i == p.at[1]))
                continue;
        }
        const Bitboard now = word_of(base, &p, winner, side, words[i]);
        grown |= now != words[i];
        words[i] = now;
    }
    return grown;
}

/* A block has grown for one side to move: those that a move of the other side leads from, to here,
 * are stale. Where the first piece is a pawn, the blocks of less advanced ones have not been looked
 * at yet. */
static void spread(Bitbase *base, size_t block, Color side) {
    const Color mover = opponent(side);
    uint8_t *stale = base->stale[mover];
    Placement p = {0};
    place_block(base, block, &p);
    /* The last piece and the black king. */
    stale[block] = 1;
    for (int i = 0; i < fixed_pieces(base); i++) {
        const Kind k = base->kind[i];
        if (k.color != mover || (i == 0 && k.type == PAWN))
            continue;
        const ptrdiff_t stride = (ptrdiff_t)base->stride[i] / base->block_words;
        Bitboard from = piece_attacks(mover, k.type, p.at[i], 0);
        if (k.type == PAWN)
            from = rank_bb(RANK_2) | rank_bb(RANK_7) | bb(p.at[i] - pawn_push(mover));
        while (from)
            stale[(ptrdiff_t)block + (pop_bit(&from) - p.at[i]) * stride] = 1;
    }
    if (mover == BLACK)
        return;
    /* The white king may have come from where its placement was turned. */
    for (int turn = 0; turn < TURNS; turn++) {
        Placement n = p;
        for (Square to = 0; to < SQUARE_COUNT; to++) {
            if (turn_of[base->pawns][to] != turn || turned[turn][to] != p.white_king)
                continue;
            for (int i = 0; i < base->count; i++)
                n.at[i] = turned_from(p.at[i], turn);
            for (Bitboard from = king_steps(to); from;) {
                n.white_king = pop_bit(&from);
                if (turn_of[base->pawns][n.white_king] == 0)
                    stale[place_of(base, &n, 0) / (size_t)base->block_words] = 1;
            }
        }
    }
}

/* Renews the stale blocks of some squares of the first piece until there are none. */
static void settle(Bitbase *base, Color winner, Bitboard squares) {
    const size_t each = base->count ? base->blocks / SQUARE_COUNT : base->blocks;
    bool any = true;
    while (any) {
        any = false;
        for (Color side = WHITE; side <= BLACK; side++)
            for (Bitboard left = squares; left;) {
                const size_t first = (size_t)pop_bit(&left) * each;
                for (size_t block = first; block < first + each; block++) {
                    if (!base->stale[side][block])
                        continue;
                    base->stale[side][block] = 0;
                    if (renew(base, block, winner, side)) {
                        spread(base, block, side);
                        any = true;
                    }
                }
            }
    }
}

static void solve(Bitbase *base, BitbaseProgress *progress) {
    const bool down = base->kind[0].color == WHITE;
    for (Color winner = WHITE; winner <= BLACK; winner++) {
        for (Color side = WHITE; side <= BLACK; side++)
            memset(base->stale[side], 1, base->blocks);
        if (!base->pawns) {
            if (progress)
                progress(base->name, winner * 50);
            settle(base, winner, base->count ? ~(Bitboard)0 : 1);
            continue;
        }
        /* The pawn furthest up first: nothing leads back from where it goes. A step of the king may
         * mirror the files. */
        for (int i = 0; i < 24; i++) {
            const Square sq = square_at(i % 4, down ? RANK_7 - i / 4 : RANK_2 + i / 4);
            if (progress)
                progress(base->name, (winner * 24 + i) * 100 / 48);
            settle(base, winner, bb(sq) | bb(sq ^ 7));
        }
    }
}

/* --- material --------------------------------------------------------------------------------- */

/* Pawns first, then by colour and value. */
static int rank_of_kind(Kind k) {
    return (k.type == PAWN ? 0 : 16) + k.color * 8 + (QUEEN - k.type);
}

static void name_of(char *name, const Kind *kinds, int count) {
    int n = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        name[n++] = 'K';
        for (PieceType type = QUEEN; type >= PAWN; type--)
            for (int i = 0; i < count; i++)
                if (kinds[i].color == c && kinds[i].type == type)
                    name[n++] = PIECE_LETTERS[type];
        name[n++] = c == WHITE ? '-' : '\0';
    }
}

static const Bitbase *base_of(const Kind *kinds, int count, BitbaseProgress *progress);

/* Solves what captures and promotions lead to. */
static void link_bases(Bitbase *base, BitbaseProgress *progress) {
    for (int i = 0; i < base->count; i++) {
        Kind kinds[BITBASE_OTHERS];
        int n = 0;
        for (int j = 0; j < base->count; j++)
            if (j != i)
                kinds[n++] = base->kind[j];
        base->without[i] = base_of(kinds, n, progress);
        if (base->kind[i].type != PAWN)
            continue;
        for (PieceType type = KNIGHT; type <= QUEEN; type++) {
            Promotion *promotion = &base->promoted[i][type];
            Kind now[BITBASE_OTHERS];
            memcpy(now, base->kind, sizeof now);
            now[i].type = (uint8_t)type;
            promotion->base = base_of(now, base->count, progress);
            /* Pieces of one kind may stand in any order. */
            bool used[BITBASE_OTHERS] = {false};
            for (int k = 0; k < base->count; k++)
                for (int j = 0; j < base->count; j++)
                    if (!used[j] &&
                        rank_of_kind(now[j]) == rank_of_kind(promotion->base->kind[k])) {
                        used[j] = true;
                        promotion->from[k] = (uint8_t)j;
                        break;
                    }
        }
    }
}

static void *reserve(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "bitbase: no memory for %zu MB\n", count * size >> 20);
        exit(2);
    }
    return memory;
}

/* The solved base of some pieces, in any order. */
static const Bitbase *base_of(const Kind *kinds, int count, BitbaseProgress *progress) {
    Bitbase wanted = {.count = count};
    memcpy(wanted.kind, kinds, (size_t)count * sizeof *kinds);
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && rank_of_kind(wanted.kind[j]) < rank_of_kind(wanted.kind[j - 1]);
             j--) {
            const Kind k = wanted.kind[j];
            wanted.kind[j] = wanted.kind[j - 1];
            wanted.kind[j - 1] = k;
        }
    name_of(wanted.name, kinds, count);
    for (int i = 0; i < base_count; i++)
        if (strcmp(bases[i]->name, wanted.name) == 0)
            return bases[i];
    wanted.pawns = count && wanted.kind[0].type == PAWN;
    wanted.kings = wanted.pawns ? KINGS_WITH_PAWNS : KINGS_WITHOUT;
    Bitbase *base = reserve(1, sizeof *base);
    *base = wanted;
    link_bases(base, progress);
    const size_t words = (size_t)base->kings << (6 * count);
    base->block_words = count > 1 ? SQUARE_COUNT : 1;
    base->blocks = words / (size_t)base->block_words;
    base->stride[0] = (size_t)base->kings << (6 * (count > 1 ? count - 1 : 0));
    for (int i = 1; i < count; i++)
        base->stride[i] = (size_t)1 << (6 * (count - 1 - i));
    for (Color side = WHITE; side <= BLACK; side++) {
        for (Color winner = WHITE; winner <= BLACK; winner++)
            base->wins[winner][side] = reserve(words, sizeof(Bitboard));
        base->stale[side] = reserve(base->blocks, 1);
    }
    solve(base, progress);
    for (Color side = WHITE; side <= BLACK; side++)
        free(base->stale[side]);
    assert(base_count < BASES_MAX);
    bases[base_count++] = base;
    return base;
}

const Bitbase *bitbase_solve(const char *name, BitbaseProgress *progress, const char **why) {
    Kind kinds[BITBASE_OTHERS];
    int count = 0;
    bool pawns[COLOR_COUNT] = {false, false};
    const char *c = name;
    for (Color color = WHITE; color <= BLACK; color++) {
        *why = "it is not written like KBP-KN";
        if (*c++ != 'K')
            return NULL;
        for (; *c && *c != '-'; c++) {
            const char *letter = memchr(PIECE_LETTERS, *c, KING);
            if (!letter)
                return NULL;
            if (count == BITBASE_OTHERS) {
                *why = "there are more than three pieces beside the kings";
                return NULL;
            }
            kinds[count++] = (Kind){(uint8_t)color, (uint8_t)(letter - PIECE_LETTERS)};
            pawns[color] |= letter == PIECE_LETTERS;
        }
        if (*c != (color == WHITE ? '-' : '\0'))
            return NULL;
        c++;
    }
    if (pawns[WHITE] && pawns[BLACK]) {
        *why = "both sides have pawns: en passant is not known here";
        return NULL;
    }
    turns_init();
    return base_of(kinds, count, progress);
}

int bitbase_kinds(const Bitbase *base, Kind kinds[BITBASE_OTHERS]) {
    memcpy(kinds, base->kind, sizeof base->kind);
    return base->count;
}

void bitbase_free_all(void) {
    while (base_count) {
        Bitbase *base = bases[--base_count];
        for (Color winner = WHITE; winner <= BLACK; winner++)
            for (Color side = WHITE; side <= BLACK; side++)
                free(base->wins[winner][side]);
        free(base);
    }
}
