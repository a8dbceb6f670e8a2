#include "support/games.h"

#include "board/make.h"
#include "support/setup.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the weight, at least 1, with which a random player of this taste chooses a move. */
static int weight(const Position *pos, Move m, Taste taste) {
    const State *s = pos->state;
    const PieceType type = type_on(s, move_from(m));
    const bool capture = s->man_on[move_to(m)] != MAN_NONE && move_kind(m) != MOVE_CASTLING;
    switch (taste) {
    case TASTE_PROMOTE_KNIGHT:
    case TASTE_PROMOTE_BISHOP:
    case TASTE_PROMOTE_ROOK:
    case TASTE_PROMOTE_QUEEN:
        if (move_kind(m) == MOVE_PROMOTION)
            return move_promotion(m) == KNIGHT + (int)taste - TASTE_PROMOTE_KNIGHT ? 100 : 5;
        return type == PAWN ? 8 : capture ? 1 : 3;
    case TASTE_EN_PASSANT:
        if (move_kind(m) == MOVE_EN_PASSANT)
            return 100;
        if (type == PAWN)
            return abs(move_to(m) - move_from(m)) == 16 ? 20 : 6;
        return capture ? 1 : 3;
    case TASTE_CASTLE:
        if (move_kind(m) == MOVE_CASTLING)
            return 200;
        return type == KING || type == ROOK ? 1 : type == PAWN ? 10 : 20;
    case TASTE_QUIET:
        return capture ? 1 : 10;
    default:
        return 1;
    }
}

MoveList legal_list(const Position *pos) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    return list;
}

Move random_move(const Position *pos, Random *r, Taste taste) {
    const MoveList list = legal_list(pos);
    int total = 0;
    for (int i = 0; i < list.count; i++)
        total += weight(pos, list.moves[i], taste);
    if (total == 0)
        return MOVE_NONE;
    int left = random_below(r, total);
    for (int i = 0; i < list.count; i++) {
        left -= weight(pos, list.moves[i], taste);
        if (left < 0)
            return list.moves[i];
    }
    return MOVE_NONE;
}

/* Puts a letter on the n-th free file. */
static void put_free(char rank[9], int n, char letter) {
    for (int file = 0; file < 8; file++)
        if (rank[file] == '-' && n-- == 0)
            rank[file] = letter;
}

/* Writes a random back rank of Chess960: bishops on squares of both colours, king between rooks. */
static void random_rank(Random *r, char rank[9]) {
    memcpy(rank, "--------", 9);
    rank[2 * random_below(r, 4)] = 'b';
    rank[2 * random_below(r, 4) + 1] = 'b';
    put_free(rank, random_below(r, 6), 'q');
    put_free(rank, random_below(r, 5), 'n');
    put_free(rank, random_below(r, 4), 'n');
    put_free(rank, 0, 'r');
    put_free(rank, 0, 'k');
    put_free(rank, 0, 'r');
}

void random_start(Random *r, bool both, char fen[START_SIZE]) {
    char black[9], white[9], rights[5];
    random_rank(r, black);
    memcpy(white, black, sizeof white);
    if (both)
        random_rank(r, white);
    rights[0] = (char)toupper('a' + (int)(strrchr(white, 'r') - white));
    rights[1] = (char)toupper('a' + (int)(strchr(white, 'r') - white));
    rights[2] = (char)('a' + (int)(strrchr(black, 'r') - black));
    rights[3] = (char)('a' + (int)(strchr(black, 'r') - black));
    rights[4] = '\0';
    for (char *c = white; *c; c++)
        *c = (char)toupper(*c);
    snprintf(fen, START_SIZE, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", black, white, rights);
}

void random_walk(Position *pos, Random *r, Taste taste, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        const Move m = random_move(pos, r, taste);
        if (m == MOVE_NONE)
            break;
        if (plies_left(pos) == 0)
            position_reroot(pos);
        make_move(pos, m);
    }
    position_reroot(pos);
}
