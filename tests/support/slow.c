#include "support/slow.h"

#include <ctype.h>
#include <string.h>

static const char *read_board(SlowBoard *b, const char *fen) {
    memset(b->man, '.', sizeof b->man);
    int rank = 7, file = 0;
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else {
            b->man[8 * rank + file++] = *fen;
        }
    }
    return fen + 1;
}

/* The right that a letter of the castling field stands for. */
static void read_right(SlowBoard *b, char letter) {
    const bool white = letter <= 'Z';
    const int king = slow_king(b, white), first = white ? 0 : 56;
    const char name = (char)tolower(letter), rook = white ? 'R' : 'r';
    int sq = first + (name - 'a');
    if (name == 'k')
        for (sq = first + 7; sq > king && b->man[sq] != rook;)
            sq--;
    if (name == 'q')
        for (sq = first; sq < king && b->man[sq] != rook;)
            sq++;
    b->rook[2 * !white + (sq < king)] = (int16_t)sq;
}

void slow_read(SlowBoard *b, const char *fen) {
    fen = read_board(b, fen);
    b->white = *fen == 'w';
    memset(b->rook, -1, sizeof b->rook);
    for (fen += 2; *fen != ' '; fen++)
        if (*fen != '-')
            read_right(b, *fen);
    fen++;
    b->quiet = b->since_null = 0;
    b->ep = *fen == '-' ? -1 : (int8_t)(fen[0] - 'a' + 8 * (fen[1] - '1'));
}

static bool is_capture(const SlowBoard *b, Move m) {
    return move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && b->man[move_to(m)] != '.');
}

uint64_t slow_perft(const SlowBoard *b, int depth, bool captures) {
    if (depth == 0)
        return 1;
    const bool all = !captures || slow_in_check(b);
    MoveList list = {.count = 0};
    slow_moves(b, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (!all && !is_capture(b, m) && move_kind(m) != MOVE_PROMOTION)
            continue;
        SlowBoard after = *b;
        slow_make(&after, m);
        leaves += slow_perft(&after, depth - 1, captures);
    }
    return leaves;
}
