#include "moves/notation.h"

#include "core/names.h"
#include "moves/generate.h"

#include <stdio.h>
#include <string.h>

/* True if the step to the square where castling takes a king is no ordinary king's move. */
static bool is_long_step(Square from, Square to) {
    return from - to > 1 || to - from > 1;
}

void move_write(const Position *pos, Move m, char text[MOVE_TEXT_SIZE]) {
    if (m == MOVE_NONE || m == MOVE_NULL) {
        memcpy(text, "0000", 5);
        return;
    }
    Square to = move_to(m);
    if (move_kind(m) == MOVE_CASTLING && !pos->chess960) {
        /* By the move's own rank: it may be one of a line, for the other side than is to move. */
        const Square king =
            square_at(castling_wing(m) == WING_SHORT ? FILE_G : FILE_C, rank_of(to));
        to = is_long_step(move_from(m), king) ? king : to;
    }
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    snprintf(text, MOVE_TEXT_SIZE, "%s%s%.*s", square_name(move_from(m)), square_name(to),
             promotes ? 1 : 0, &(char){piece_letter(BLACK, move_promotion(m))});
}

/* The square that two characters name, SQUARE_NONE if none. */
static Square read_square(const char *text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return SQUARE_NONE;
    return square_at(text[0] - 'a', text[1] - '1');
}

/* The castling move that a king's move means: onto its own rook, or to the square where castling
 * takes it, if no ordinary move leads there. */
static Move read_castling(const Position *pos, Square from, Square to) {
    const Color us = pos->state->side;
    for (int wing = WING_SHORT; wing <= WING_LONG; wing++) {
        const Square rook = pos->castle_rook[2 * us + wing];
        const bool two_steps = to == castled_king(us, wing) && is_long_step(from, to);
        const Move m = move_make_kind(from, rook & 63, MOVE_CASTLING);
        if (rook != SQUARE_NONE && (to == rook || two_steps) && move_is_legal(pos, m))
            return m;
    }
    return MOVE_NONE;
}

Move move_read(const Position *pos, const char *text) {
    const State *s = pos->state;
    const size_t length = strnlen(text, 6);
    if (length != 4 && length != 5)
        return MOVE_NONE;
    const Square from = read_square(text), to = read_square(text + 2);
    if (from == SQUARE_NONE || to == SQUARE_NONE)
        return MOVE_NONE;
    Move m = move_make(from, to);
    if (length == 5) {
        const char *letter = strchr(PIECE_LETTERS, text[4]);
        const PieceType type = letter ? (int)(letter - PIECE_LETTERS) % TYPE_COUNT : TYPE_NONE;
        m = type >= KNIGHT && type <= QUEEN ? move_make_promotion(from, to, type) : MOVE_NONE;
    } else if (type_on(s, from) == PAWN && to == s->ep && file_of(from) != file_of(to)) {
        m = move_make_kind(from, to, MOVE_EN_PASSANT);
    } else if (from == king_square(s, s->side)) {
        const Move castling = read_castling(pos, from, to);
        m = castling != MOVE_NONE ? castling : m;
    }
    return move_is_legal(pos, m) ? m : MOVE_NONE;
}
