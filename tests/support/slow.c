#include "support/slow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_white(char man) {
    return man >= 'A' && man <= 'Z';
}

/* True if a piece of a colour stands on the square; no letter is between the two ranges. */
static bool owns(const SlowBoard *b, int sq, bool white) {
    return b->man[sq] != '.' && is_white(b->man[sq]) == white;
}

static char letter_of(const SlowBoard *b, int sq) {
    return (char)tolower(b->man[sq]);
}

static int king_of(const SlowBoard *b, bool white) {
    for (int sq = 0; sq < 64; sq++)
        if (b->man[sq] == (white ? 'K' : 'k'))
            return sq;
    abort();
}

/* --- reading ------------------------------------------------------------------------------- */

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
    const bool white = is_white(letter);
    const int king = king_of(b, white), first = white ? 0 : 56;
    const char name = (char)tolower(letter), rook = white ? 'R' : 'r';
    int sq = first + (name - 'a');
    if (name == 'k')
        for (sq = first + 7; sq > king && b->man[sq] != rook;)
            sq--;
    if (name == 'q')
        for (sq = first; sq < king && b->man[sq] != rook;)
            sq++;
    b->rook[2 * !white + (sq < king)] = (int8_t)sq;
}

void slow_read(SlowBoard *b, const char *fen) {
    fen = read_board(b, fen);
    b->white = *fen == 'w';
    memset(b->rook, -1, sizeof b->rook);
    for (fen += 2; *fen != ' '; fen++)
        if (*fen != '-')
            read_right(b, *fen);
    fen++;
    b->ep = *fen == '-' ? -1 : (int8_t)(fen[0] - 'a' + 8 * (fen[1] - '1'));
}

/* --- attacks ------------------------------------------------------------------------------- */

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* True if all squares strictly between two on a line are empty. */
static bool clear_between(const SlowBoard *b, int from, int to) {
    const int step = sign(to / 8 - from / 8) * 8 + sign(to % 8 - from % 8);
    for (int sq = from + step; sq != to; sq += step)
        if (b->man[sq] != '.')
            return false;
    return true;
}

/* True if the piece on `from` attacks `to`. */
static bool reaches(const SlowBoard *b, int from, int to) {
    const int files = abs(to % 8 - from % 8), ranks = abs(to / 8 - from / 8);
    const bool straight = (files == 0) != (ranks == 0), diagonal = files == ranks && files;
    switch (b->man[from]) {
    case 'P':
        return files == 1 && to / 8 == from / 8 + 1;
    case 'p':
        return files == 1 && to / 8 == from / 8 - 1;
    case 'N':
    case 'n':
        return files * ranks == 2;
    case 'K':
    case 'k':
        return files <= 1 && ranks <= 1 && from != to;
    case 'B':
    case 'b':
        return diagonal && clear_between(b, from, to);
    case 'R':
    case 'r':
        return straight && clear_between(b, from, to);
    case 'Q':
    case 'q':
        return (straight || diagonal) && clear_between(b, from, to);
    default:
        return false;
    }
}

bool slow_attacked(const SlowBoard *b, int sq, bool by_white) {
    for (int from = 0; from < 64; from++)
        if (owns(b, from, by_white) && reaches(b, from, sq))
            return true;
    return false;
}

bool slow_in_check(const SlowBoard *b) {
    return slow_attacked(b, king_of(b, b->white), !b->white);
}

/* --- moves --------------------------------------------------------------------------------- */

static int forward(const SlowBoard *b) {
    return b->white ? 8 : -8;
}

static bool is_capture(const SlowBoard *b, Move m) {
    return move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && b->man[move_to(m)] != '.');
}

void slow_make(SlowBoard *b, Move m) {
    const int from = move_from(m), to = move_to(m), home = b->white ? 0 : 56;
    const char man = b->man[from];
    b->ep = -1;
    b->man[from] = '.';
    if (move_kind(m) == MOVE_CASTLING) {
        b->man[to] = '.';
        b->man[home + (to > from ? 6 : 2)] = man;
        b->man[home + (to > from ? 5 : 3)] = b->white ? 'R' : 'r';
    } else {
        b->man[to] = man;
    }
    if (move_kind(m) == MOVE_EN_PASSANT)
        b->man[to - forward(b)] = '.';
    if (move_kind(m) == MOVE_PROMOTION) {
        const char letter = "nbrq"[move_promotion(m) - KNIGHT];
        b->man[to] = b->white ? (char)toupper(letter) : letter;
    }
    if (tolower(man) == 'p' && abs(to - from) == 16)
        b->ep = (int8_t)((from + to) / 2);
    for (int right = 0; right < 4; right++)
        if (b->rook[right] == from || b->rook[right] == to ||
            (tolower(man) == 'k' && right / 2 == !b->white))
            b->rook[right] = -1;
    b->white = !b->white;
}

static bool pawn_may_go(const SlowBoard *b, Move m) {
    const int from = move_from(m), to = move_to(m), up = forward(b);
    const bool last = to / 8 == (b->white ? 7 : 0);
    if (last != (move_kind(m) == MOVE_PROMOTION))
        return false;
    if (move_kind(m) == MOVE_EN_PASSANT)
        return to == b->ep && reaches(b, from, to);
    if (b->man[to] != '.')
        return reaches(b, from, to);
    if (to == from + up)
        return true;
    return to == from + 2 * up && from / 8 == (b->white ? 1 : 6) && b->man[from + up] == '.';
}

/* Castling but for a check on the king where it arrives, which slow_is_legal looks for anyway. */
static bool may_castle(const SlowBoard *b, Move m) {
    const int king = move_from(m), rook = move_to(m), home = b->white ? 0 : 56;
    const bool is_short = rook > king;
    const int king_to = home + (is_short ? 6 : 2), rook_to = home + (is_short ? 5 : 3);
    if (letter_of(b, king) != 'k' || b->rook[2 * !b->white + !is_short] != rook)
        return false;
    for (int sq = home; sq < home + 8; sq++) {
        const bool on_way = (sq - king) * (sq - king_to) <= 0;
        const bool on_rooks_way = (sq - rook) * (sq - rook_to) <= 0;
        if ((on_way || on_rooks_way) && sq != king && sq != rook && b->man[sq] != '.')
            return false;
        if (on_way && slow_attacked(b, sq, !b->white))
            return false;
    }
    return true;
}

static bool is_pseudo_legal(const SlowBoard *b, Move m) {
    const int from = move_from(m), to = move_to(m);
    if (!owns(b, from, b->white))
        return false;
    if (move_kind(m) != MOVE_PROMOTION && (m >> 12 & 3))
        return false;
    if (move_kind(m) == MOVE_CASTLING)
        return may_castle(b, m);
    if (owns(b, to, b->white) || from == to)
        return false;
    if (letter_of(b, from) == 'p')
        return pawn_may_go(b, m);
    return move_kind(m) == MOVE_NORMAL && reaches(b, from, to);
}

bool slow_is_legal(const SlowBoard *b, Move m) {
    if (!is_pseudo_legal(b, m))
        return false;
    SlowBoard after = *b;
    slow_make(&after, m);
    return !slow_attacked(&after, king_of(&after, b->white), !b->white);
}

static void try_move(const SlowBoard *b, Move m, MoveList *list) {
    if (slow_is_legal(b, m))
        list_add(list, m);
}

void slow_moves(const SlowBoard *b, MoveList *list) {
    for (int from = 0; from < 64; from++) {
        if (!owns(b, from, b->white))
            continue;
        for (int to = 0; to < 64; to++) {
            try_move(b, move_make(from, to), list);
            if (letter_of(b, from) == 'k')
                try_move(b, move_make_kind(from, to, MOVE_CASTLING), list);
            if (letter_of(b, from) != 'p')
                continue;
            try_move(b, move_make_kind(from, to, MOVE_EN_PASSANT), list);
            for (PieceType type = KNIGHT; type <= QUEEN; type++)
                try_move(b, move_make_promotion(from, to, type), list);
        }
    }
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
