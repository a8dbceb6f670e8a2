/* Making a normal move: the reference of the NASM versions in asm/make_normal.asm.
 *
 * How the matrix is kept current. Let occ1 be the parent's occupancy without `from`, and occ2 be
 * occ1 with `to`.
 * - The mover's column becomes its attacks from `to` under occ1 (`to` itself never matters).
 * - A captured piece's column becomes 0.
 * - The line of every slider that attacked `from` opens, except that of a captured slider: the
 *   slider's ray beyond `from`, up to the next piece of occ2, flips from unattacked to attacked.
 * - On a quiet move the line of every slider that attacked `to` closes, except that of the mover:
 *   the slider's ray beyond `to`, up to the next piece of occ1, flips from attacked to unattacked.
 *   On a capture the lines were closed at `to` already.
 *
 * Nd4-f5 opens the line of the rook on d1 and closes the line of the rook on f8. The drawing leaves
 * out other lines (+ attacked, * attacked now, - attacked no longer):
 *
 *     8  . . . . . r . .        8  . . . * . r . .
 *     7  . . . . . + . .        7  . . . * . + . .
 *     6  . . . . . + . .        6  . . . * . + . .
 *     5  . . . . . + . .        5  . . . * . N . .
 *     4  . . . N . + . .        4  . . . + . - . .
 *     3  . . . + . + . .        3  . . . + . - . .
 *     2  . . . + . + . .        2  . . . + . - . .
 *     1  . . . R . + . .        1  . . . R . - . .
 *        a b c d e f g h           a b c d e f g h
 *
 * The parent's map names the sliders that attacked `from` or `to`: the slider bits of map[from] and
 * map[to]. A slider along whose line the mover moves needs no special case. If the mover moves away
 * from the slider, the slider attacked only `from`. Its ray opens from `from` up to and including
 * `to`. If the mover moves towards the slider, the slider attacked both squares, and both rules
 * above flip squares. The ray beyond `to` flips from the square after `to` to the next piece beyond
 * `from`. The ray beyond `from` flips from the square after `from` to the same piece. The squares
 * beyond `from` flip twice and stay attacked. So the slider loses only the squares after `to`, up
 * to and including `from`.
 */
#include "board/make.h"

#include "board/matrix_internal.h"

#include <string.h>

/* Indexed by type: all ones if the type slides along files and ranks (rook lines) or along
 * diagonals (bishop lines), else 0. */
static const Bitboard USES_ROOK_LINES[8] = {[ROOK] = ~(Bitboard)0, [QUEEN] = ~(Bitboard)0};
static const Bitboard USES_BISHOP_LINES[8] = {[BISHOP] = ~(Bitboard)0, [QUEEN] = ~(Bitboard)0};

/* For each slider of `set`, flips the squares that the slider attacks beyond sq. `lines` has the
 * squares from sq to the next piece in each direction. */
static ALWAYS_INLINE void flip_rays(const State *p, State *n, MapRows *rows, uint32_t set,
                                    Square sq, Bitboard lines) {
    while (set) {
        const Bit bit = pop_bit32(&set);
        const Bitboard d = geometry.beyond[sq][p->square_of[bit]] & lines;
        n->attacks[bit] ^= d;
        rows_toggle(rows, bit, d);
    }
}

/* Removes the victim on `to` from the new state: the piece, its column, and its cell in the ring.
 * Returns the victim's bit. */
static ALWAYS_INLINE Bit remove_victim(const State *p, State *n, MapRows *rows, Square to,
                                       Color them, Position *pos) {
    const Man victim = p->man_on[to];
    const Bit dead = man_bit(victim);
    const PieceType dead_type = man_type(victim);
    rows_clear(rows, dead, p->attacks[dead]);
    n->attacks[dead] = 0;
    n->square_of[dead] = SQUARE_NONE;
    n->alive &= ~bit_mask(dead);
    n->sliders &= ~bit_mask(dead);
    n->pawns &= ~bit_mask(dead);
    n->out_of_order &= ~bit_mask(dead);
    n->by_color[them] ^= bb(to);
    n->by_type[dead_type] ^= bb(to);
    n->key ^= zobrist.man[them][dead_type][to];
    n->part_key[key_part(them, dead_type)] ^= zobrist.man[them][dead_type][to];
    n->material -= material_unit(them, dead_type);
    n->rule50 = 0;
    n->captured = pos->lists.cell_of[dead];
    n->undo = UNDO_CAPTURE;
    lists_unlink(&pos->lists, n->captured);
    return dead;
}

static ALWAYS_INLINE bool make(const State *restrict p, State *restrict n, uint32_t m,
                               Position *pos, const Color us) {
    const Color them = opponent(us);
    const Square from = move_from((Move)m), to = move_to((Move)m);
    const Man man = p->man_on[from], victim = p->man_on[to];
    assert((uintptr_t)p % CACHE_LINE == 0 && (uintptr_t)n % CACHE_LINE == 0 && p != n);
    assert(man != MAN_NONE && bit_color(man_bit(man)) == us);
    assert(victim == MAN_NONE || (bit_color(man_bit(victim)) == them && man_type(victim) != KING));
    const Bit bit = man_bit(man);
    const PieceType type = man_type(man);
    const Bitboard from_to = bb(from) | bb(to);
    const Bitboard occ1 = occupied(p) ^ bb(from), occ2 = occ1 | bb(to);

    uint32_t opening = p->map[from] & p->sliders & ~bit_mask(bit);
    uint32_t closing = p->map[to] & p->sliders & ~bit_mask(bit);

    MapRows rows = rows_load(p->map, n->map);
    memcpy(n->attacks, p->attacks, sizeof n->attacks);
    memcpy(n->man_on, p->man_on, sizeof *n - offsetof(State, man_on));

    n->man_on[from] = MAN_NONE;
    n->man_on[to] = (uint8_t)man;
    n->square_of[bit] = (uint8_t)to;
    n->by_color[us] ^= from_to;
    n->by_type[type] ^= from_to;
    n->side = (uint8_t)them;
    n->castling &= pos->castle_mask[from] & pos->castle_mask[to];
    n->ep = SQUARE_NONE;
    n->undo = n->captured = n->mover = n->displaced = n->promoted_from = 0;
    n->rule50 = type == PAWN ? 0 : (uint16_t)(p->rule50 + 1);
    n->plies_from_null = (uint16_t)(p->plies_from_null + 1);
    n->move = (Move)m;
    n->reserved = 0;

    const Bitboard rook_lines = rook_attacks(to, occ1), bishop_lines = bishop_attacks(to, occ1);
    const Bitboard attacks = geometry.leaper[us][type][to] | (rook_lines & USES_ROOK_LINES[type]) |
                             (bishop_lines & USES_BISHOP_LINES[type]);
    rows_toggle(&rows, bit, p->attacks[bit] ^ attacks);
    n->attacks[bit] = attacks;

    const Key moved = zobrist.man[us][type][from] ^ zobrist.man[us][type][to];
    n->key = p->key ^ moved ^ zobrist.side ^ zobrist.ep[p->ep] ^ zobrist.castling[p->castling] ^
             zobrist.castling[n->castling];
    n->part_key[key_part(us, type)] ^= moved;
    if (victim != MAN_NONE) {
        const Bit dead = remove_victim(p, n, &rows, to, them, pos);
        opening &= ~bit_mask(dead);
        closing = 0;
    }
    if (opening)
        flip_rays(p, n, &rows, opening, from, queen_attacks(from, occ2));
    if (closing)
        flip_rays(p, n, &rows, closing, to, rook_lines | bishop_lines);
    rows_store(&rows, n->map);
    return type == PAWN && ((from ^ to) == 16 || relative_rank(us, to) == RANK_7);
}

static bool KERNEL_ABI make_white_c(const State *p, State *n, uint32_t m, Position *pos) {
    return make(p, n, m, pos, WHITE);
}

static bool KERNEL_ABI make_black_c(const State *p, State *n, uint32_t m, Position *pos) {
    return make(p, n, m, pos, BLACK);
}

MakeNormal make_white_sse4, make_white_avx2, make_white_avx512;
MakeNormal make_black_sse4, make_black_avx2, make_black_avx512;

static Kernel kernels[COLOR_COUNT] = {
    {.name = "make_white",
     .versions =
         {
             KERNEL_C(make_white_c),
             KERNEL_NASM("sse4", CPU_BASELINE, 0, make_white_sse4),
             KERNEL_NASM("avx2", CPU_AVX2, 0, make_white_avx2),
             KERNEL_NASM("avx512", CPU_AVX512, 0, make_white_avx512),
         }},
    {.name = "make_black",
     .versions = {
         KERNEL_C(make_black_c),
         KERNEL_NASM("sse4", CPU_BASELINE, 0, make_black_sse4),
         KERNEL_NASM("avx2", CPU_AVX2, 0, make_black_avx2),
         KERNEL_NASM("avx512", CPU_AVX512, 0, make_black_avx512),
     }}};

MakeNormal *make_normal[COLOR_COUNT] = {make_white_c, make_black_c};

void make_normal_init(void) {
    for (Color c = WHITE; c <= BLACK; c++)
        make_normal[c] = (MakeNormal *)kernel_add(&kernels[c]);
}
