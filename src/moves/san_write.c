#include "board/make.h"
#include "core/names.h"
#include "moves/generate.h"
#include "moves/notation.h"

#include <string.h>

/* Writes what marks the piece among others of its type that can go to the same square: its file if
 * that is enough, else its rank, else both. Returns the end. */
static char *write_origin(const Position *pos, Move m, char *out) {
    const State *s = pos->state;
    const Square from = move_from(m);
    bool others = false, same_file = false, same_rank = false;
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Square other = move_from(list.moves[i]);
        if (move_to(list.moves[i]) != move_to(m) || other == from ||
            type_on(s, other) != type_on(s, from))
            continue;
        others = true;
        same_file |= file_of(other) == file_of(from);
        same_rank |= rank_of(other) == rank_of(from);
    }
    if (others && (!same_file || same_rank))
        *out++ = square_name(from)[0];
    if (same_file)
        *out++ = square_name(from)[1];
    return out;
}

/* Writes a move that is no castling, without the sign of check. Returns the end. */
static char *write_normal(const Position *pos, Move m, char *out) {
    const State *s = pos->state;
    const PieceType type = type_on(s, move_from(m));
    const bool captures = type_on(s, move_to(m)) != TYPE_NONE || move_kind(m) == MOVE_EN_PASSANT;
    if (type == PAWN && captures) {
        *out++ = square_name(move_from(m))[0];
    } else if (type != PAWN) {
        *out++ = piece_letter(WHITE, type);
        out = type == KING ? out : write_origin(pos, m, out);
    }
    if (captures)
        *out++ = 'x';
    memcpy(out, square_name(move_to(m)), 2);
    out += 2;
    if (move_kind(m) == MOVE_PROMOTION) {
        *out++ = '=';
        *out++ = piece_letter(WHITE, move_promotion(m));
    }
    return out;
}

void san_write(Position *pos, Move m, char text[SAN_SIZE]) {
    char *end;
    if (move_kind(m) == MOVE_CASTLING)
        end = text + strlen(strcpy(text, castling_wing(m) == WING_SHORT ? "O-O" : "O-O-O"));
    else
        end = write_normal(pos, m, text);
    make_move(pos, m);
    if (in_check(pos->state))
        *end++ = legal_count(pos) ? '+' : '#';
    unmake_move(pos);
    *end = '\0';
}
