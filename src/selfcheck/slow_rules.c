#include "selfcheck/verify.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the rules -------------------------------------------------------------------------------- */

static bool is_white(char man) {
    return man >= 'A' && man <= 'Z';
}

/* True if a piece of a colour stands on the square. */
static bool owns(const SlowBoard *b, int sq, bool white) {
    return b->man[sq] != '.' && is_white(b->man[sq]) == white;
}

static char letter_of(const SlowBoard *b, int sq) {
    return (char)tolower(b->man[sq]);
}

int slow_king(const SlowBoard *b, bool white) {
    for (int sq = 0; sq < 64; sq++)
        if (b->man[sq] == (white ? 'K' : 'k'))
            return sq;
    return -1;
}

void slow_take(SlowBoard *b, const State *s, const uint8_t rooks[4]) {
    memset(b->man, '.', sizeof b->man);
    for (int sq = 0; sq < 64; sq++) {
        const Man man = s->man_on[sq];
        if (man != MAN_NONE)
            b->man[sq] = "PpNnBbRrQqKk"[2 * man_type(man) + (man_bit(man) >= BITS_PER_COLOR)];
    }
    b->white = s->side == WHITE;
    for (int right = 0; right < 4; right++)
        b->rook[right] = (int16_t)(s->castling >> right & 1 ? rooks[right] : -1);
    b->ep = (int8_t)(s->ep < SQUARE_COUNT ? s->ep : -1);
    b->quiet = s->rule50;
    b->since_null = s->plies_from_null;
}

/* The square of the rook that a letter of the castling field names: K names the outermost rook on
 * the king's h-side, Q on the a-side, other letters the rook of a file. Returns -1 if K or Q finds
 * no rook. */
static int named_rook(const SlowBoard *b, char letter) {
    const bool white = is_white(letter);
    const char name = (char)toupper(letter), rook = white ? 'R' : 'r';
    const int home = white ? 0 : 56, king = slow_king(b, white);
    if (name != 'K' && name != 'Q')
        return home + (name - 'A') % 8;
    for (int sq = name == 'K' ? home + 7 : home; sq != king && sq / 8 == home / 8;
         sq += name == 'K' ? -1 : 1)
        if (b->man[sq & 63] == rook)
            return sq;
    return -1;
}

void slow_read(SlowBoard *b, const char *fen) {
    int sq = 56;
    memset(b, 0, sizeof *b);
    memset(b->man, '.', sizeof b->man);
    for (; *fen != ' '; fen++) {
        if (*fen == '/')
            sq -= 16;
        else if (isdigit((unsigned char)*fen))
            sq += *fen - '0';
        else
            b->man[sq++ & 63] = *fen;
    }
    b->white = fen[1] == 'w';
    memset(b->rook, -1, sizeof b->rook);
    for (fen += 3; *fen != ' '; fen++) {
        const int rook = named_rook(b, *fen);
        if (*fen != '-' && rook >= 0)
            b->rook[2 * !is_white(*fen) + (rook < slow_king(b, is_white(*fen)))] = (int16_t)rook;
    }
    b->ep = (int8_t)(fen[1] == '-' ? -1 : fen[1] - 'a' + 8 * (fen[2] - '1'));
    const char *counters = strchr(fen + 1, ' ');
    b->quiet = counters ? atoi(counters) : 0;
}

void slow_write(Move m, bool chess960, char text[MOVE_TEXT_SIZE]) {
    const int from = move_from(m), home = from / 8 * 8;
    const int goal = home + (move_to(m) > from ? 6 : 2);
    const bool steps = move_kind(m) == MOVE_CASTLING && !chess960 && abs(goal - from) > 1;
    const int to = steps ? goal : move_to(m);
    snprintf(text, MOVE_TEXT_SIZE, "%c%c%c%c%.1s", 'a' + from % 8, '1' + from / 8, 'a' + to % 8,
             '1' + to / 8, move_kind(m) == MOVE_PROMOTION ? &"nbrq"[m >> 12 & 3] : "");
}

SlowText slow_text(Move m) {
    SlowText t;
    slow_write(m, true, t.text);
    return t;
}

bool slow_same(const SlowBoard *a, const SlowBoard *b) {
    return a->white == b->white && a->ep == b->ep &&
           memcmp(a->rook, b->rook, sizeof a->rook) == 0 &&
           memcmp(a->man, b->man, sizeof a->man) == 0;
}

/* --- attacks ------------------------------------------------------------------------------- */

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* True if all squares strictly between two squares of a line are empty. */
static bool clear_between(const SlowBoard *b, int from, int to) {
    const int step = sign(to / 8 - from / 8) * 8 + sign(to % 8 - from % 8);
    for (int sq = from + step; sq != to; sq += step)
        if (b->man[sq] != '.')
            return false;
    return true;
}

bool slow_reaches(const SlowBoard *b, int from, int to) {
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

int slow_shield(const SlowBoard *b, int from, int to) {
    const int step = sign(to / 8 - from / 8) * 8 + sign(to % 8 - from % 8);
    int shield = -1;
    SlowBoard alone = *b;
    memset(alone.man, '.', sizeof alone.man);
    alone.man[from] = b->man[from];
    if (!strchr("bqr", letter_of(b, from)) || !slow_reaches(&alone, from, to))
        return -1;
    for (int sq = from + step; sq != to; sq += step) {
        if (b->man[sq] != '.' && shield >= 0)
            return -1;
        shield = b->man[sq] != '.' ? sq : shield;
    }
    return shield;
}

bool slow_attacked(const SlowBoard *b, int sq, bool by_white) {
    for (int from = 0; from < 64; from++)
        if (owns(b, from, by_white) && slow_reaches(b, from, sq))
            return true;
    return false;
}

bool slow_in_check(const SlowBoard *b) {
    return slow_attacked(b, slow_king(b, b->white), !b->white);
}

/* --- moves --------------------------------------------------------------------------------- */

static int forward(const SlowBoard *b) {
    return b->white ? 8 : -8;
}

void slow_make(SlowBoard *b, Move m) {
    const int from = move_from(m), to = move_to(m), home = b->white ? 0 : 56;
    const char man = b->man[from];
    const bool takes = move_kind(m) != MOVE_CASTLING && b->man[to] != '.';
    b->ep = -1;
    b->quiet = takes || tolower(man) == 'p' ? 0 : b->quiet + 1;
    b->since_null++;
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

void slow_null(SlowBoard *b) {
    b->white = !b->white;
    b->ep = -1;
    b->since_null = 0;
}

static bool pawn_may_go(const SlowBoard *b, Move m) {
    const int from = move_from(m), to = move_to(m), up = forward(b);
    const bool last = to / 8 == (b->white ? 7 : 0);
    if (last != (move_kind(m) == MOVE_PROMOTION))
        return false;
    if (move_kind(m) == MOVE_EN_PASSANT)
        return to == b->ep && slow_reaches(b, from, to);
    if (b->man[to] != '.')
        return slow_reaches(b, from, to);
    if (to == from + up)
        return true;
    return to == from + 2 * up && from / 8 == (b->white ? 1 : 6) && b->man[from + up] == '.';
}

/* True if the rules allow a castling. As for every move, slow_is_legal tests whether the king is in
 * check after the castling. */
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
    return move_kind(m) == MOVE_NORMAL && slow_reaches(b, from, to);
}

bool slow_is_legal(const SlowBoard *b, Move m) {
    if (!is_pseudo_legal(b, m))
        return false;
    SlowBoard after = *b;
    slow_make(&after, m);
    return !slow_attacked(&after, slow_king(&after, b->white), !b->white);
}

static void try_move(const SlowBoard *b, Move m, MoveList *list) {
    if (slow_is_legal(b, m))
        list_add(list, m);
}

/* The steps of pieces. The first four steps are the rook's, the next four the bishop's; queen and
 * king have all eight of these. The last eight steps are the knight's. */
static const int8_t STEPS[16][2] = {{0, 1},   {0, -1},  {1, 0},  {-1, 0}, {1, 1},  {1, -1},
                                    {-1, 1},  {-1, -1}, {1, 2},  {2, 1},  {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The squares, a bit each, that a piece of the side to move reaches by its steps: targets of
 * possible legal moves. A pawn's squares may wrap around the edge of the board. */
static uint64_t stepped(const SlowBoard *b, int from) {
    const char letter = letter_of(b, from);
    const int up = forward(b);
    uint64_t to = 0;
    for (int side = -1; side <= 1 && letter == 'p'; side++)
        to |= 1ull << ((from + up + side) & 63);
    if (letter == 'p')
        return to | 1ull << ((from + 2 * up) & 63);
    const int first = letter == 'n' ? 8 : letter == 'b' ? 4 : 0;
    const int last = letter == 'n' ? 16 : letter == 'r' ? 4 : 8;
    for (int i = first; i < last; i++) {
        int file = from % 8, rank = from / 8;
        do {
            file += STEPS[i][0];
            rank += STEPS[i][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            to |= 1ull << (8 * rank + file);
        } while (letter != 'n' && letter != 'k' && b->man[8 * rank + file] == '.');
    }
    return to;
}

void slow_moves(const SlowBoard *b, MoveList *list) {
    for (int from = 0; from < 64; from++) {
        if (!owns(b, from, b->white))
            continue;
        const uint64_t steps = stepped(b, from);
        for (int to = 0; to < 64; to++) {
            if (!(steps >> to & 1))
                continue;
            try_move(b, move_make(from, to), list);
            if (letter_of(b, from) != 'p')
                continue;
            if (to == b->ep)
                try_move(b, move_make_kind(from, to, MOVE_EN_PASSANT), list);
            for (PieceType type = KNIGHT; type <= QUEEN && (to < 8 || to >= 56); type++)
                try_move(b, move_make_promotion(from, to, type), list);
        }
        for (int right = 0; right < 4 && letter_of(b, from) == 'k'; right++)
            if (b->rook[right] >= 0)
                try_move(b, move_make_kind(from, b->rook[right], MOVE_CASTLING), list);
    }
}

bool slow_is_mate(const SlowBoard *b) {
    MoveList list = {.count = 0};
    if (!slow_in_check(b))
        return false;
    slow_moves(b, &list);
    return list.count == 0;
}

int slow_rights(const SlowBoard *b) {
    int rights = 0;
    for (int right = 0; right < 4; right++)
        rights |= (b->rook[right] >= 0) << right;
    return rights;
}

int slow_ep(const SlowBoard *b) {
    for (int from = 0; from < 64 && b->ep >= 0; from++)
        if (letter_of(b, from) == 'p' &&
            slow_is_legal(b, move_make_kind(from, b->ep, MOVE_EN_PASSANT)))
            return b->ep;
    return -1;
}

bool slow_is_dead(const SlowBoard *b) {
    int knights = 0, bishops[2] = {0}; /* on dark and on light squares */
    for (int sq = 0; sq < 64; sq++) {
        const char letter = letter_of(b, sq);
        if (letter == 'p' || letter == 'r' || letter == 'q')
            return false;
        knights += letter == 'n';
        bishops[(sq / 8 + sq % 8) % 2] += letter == 'b';
    }
    const int all = bishops[0] + bishops[1];
    return knights + all <= 1 || (knights == 0 && (bishops[0] == all || bishops[1] == all));
}

/* --- the attack matrix from scratch ----------------------------------------------------------- */

/* Enters an attack of `bit` on the square at (file, rank). Returns false if the square is off the
 * board. */
static bool enter(ScratchMatrix *m, int bit, int file, int rank) {
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    const int sq = rank * 8 + file;
    m->attacks[bit] |= 1ull << sq;
    m->map[sq] |= 1u << bit;
    return true;
}

/* Enters the attacks along a direction from (file, rank): one step, or if `slides` is set, up to
 * the edge or the first piece. */
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
