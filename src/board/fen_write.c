#include "board/fen.h"
#include "core/minmax.h"
#include "core/names.h"

#include <stdio.h>

/* '?' for what is no piece: the comparator writes broken positions, too. */
static char letter_of(Man man) {
    const PieceType type = man_type(man);
    return piece_letter(bit_color(man_bit(man)), type);
}

static char *write_rank(const State *s, int rank, char *out) {
    int empty = 0;
    for (int file = 0; file < 8; file++) {
        const Man man = s->man_on[square_at(file, rank)];
        if (man == MAN_NONE) {
            empty++;
            continue;
        }
        if (empty)
            *out++ = (char)('0' + empty);
        empty = 0;
        *out++ = letter_of(man);
    }
    if (empty)
        *out++ = (char)('0' + empty);
    return out;
}

/* True if no other rook of the colour stands further out than the one castled with. */
static bool is_outermost(const State *s, Color c, int wing, Square rook) {
    const Bitboard lower = ((Bitboard)1 << file_of(rook)) - 1; /* as on rank 1 */
    const Bitboard outer = wing == WING_SHORT ? 0xFE & ~(lower << 1) : lower;
    return !(men_of(s, c, ROOK) & (c == WHITE ? outer : outer << 56));
}

static char *write_castling(const Position *pos, char *out) {
    const State *s = pos->state;
    if (!(s->castling & CASTLE_ALL))
        *out++ = '-';
    for (int right = 0; right < 4; right++) {
        if (!(s->castling >> right & 1))
            continue;
        const Color c = right / 2;
        const int wing = right % 2;
        const Square rook = pos->castle_rook[right];
        const bool by_wing = !pos->chess960 && is_outermost(s, c, wing, rook);
        const int letter = by_wing ? "KQ"[wing] : 'A' + file_of(rook);
        *out++ = (char)(c == WHITE ? letter : letter - 'A' + 'a');
    }
    return out;
}

void fen_write(const Position *pos, char *out) {
    const State *s = pos->state;
    char *at = out;
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        at = write_rank(s, rank, at);
        *at++ = rank == RANK_1 ? ' ' : '/';
    }
    *at++ = s->side == WHITE ? 'w' : 'b';
    *at++ = ' ';
    at = write_castling(pos, at);
    snprintf(at, (size_t)(out + FEN_SIZE - at), " %s %d %d",
             s->ep == SQUARE_NONE ? "-" : square_name(s->ep), min_int(s->rule50, FEN_HALFMOVE_MAX),
             min_int(game_ply(pos) / 2 + 1, FEN_FULLMOVE_MAX));
}
