#include "moves/generate.h"
#include "moves/notation.h"

#include <string.h>

/* What a text in SAN says of a move. */
typedef struct San {
    PieceType type, promotion; /* promotion: TYPE_NONE for none */
    int file, rank;            /* where the piece comes from; -1: not said */
    Square to;
    int castling; /* WING_SHORT or WING_LONG; -1: no castling */
} San;

/* The piece that a capital letter names; TYPE_NONE if it names none, or a pawn. */
static PieceType piece_named(char letter) {
    static const char LETTERS[] = "NBRQK";
    const char *at = letter ? strchr(LETTERS, letter) : NULL;
    return at ? KNIGHT + (int)(at - LETTERS) : TYPE_NONE;
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

/* Takes what may stand behind the target: "=Q" or "Q", then signs. False if there is more. */
static bool parse_end(const char *text, San *san) {
    const bool equals = *text == '=';
    san->promotion = piece_named(text[equals]);
    if (san->promotion == KING || (equals && san->promotion == TYPE_NONE))
        return false;
    text += equals + (san->promotion != TYPE_NONE);
    return text[strspn(text, "+#!?")] == '\0';
}

/* Reads "Nbd2", "exd5", "e8=Q+" and the like. Two squares may stand there: the last one is the
 * target. */
static bool parse_move(const char *text, San *san) {
    char names[4]; /* files and ranks, as they stand there */
    int count = 0;
    san->type = piece_named(*text);
    if (san->type == TYPE_NONE)
        san->type = PAWN;
    else
        text++;
    for (; is_file(*text) || is_rank(*text) || *text == 'x'; text++) {
        if (*text == 'x')
            continue;
        if (count == 4)
            return false;
        names[count++] = *text;
    }
    if (count < 2 || !is_file(names[count - 2]) || !is_rank(names[count - 1]))
        return false;
    san->to = square_at(names[count - 2] - 'a', names[count - 1] - '1');
    count -= 2;
    if (count && is_rank(names[count - 1]))
        san->rank = names[--count] - '1';
    if (count && is_file(names[count - 1]))
        san->file = names[--count] - 'a';
    return count == 0 && parse_end(text, san);
}

static bool parse(const char *text, San *san) {
    *san = (San){.promotion = TYPE_NONE, .file = -1, .rank = -1, .castling = -1};
    const size_t length = strcspn(text, "+#!?");
    const bool is_short = strncmp(text, "O-O", length) == 0 || strncmp(text, "0-0", length) == 0;
    const bool is_long = strncmp(text, "O-O-O", length) == 0 || strncmp(text, "0-0-0", length) == 0;
    if ((length != 3 || !is_short) && (length != 5 || !is_long))
        return parse_move(text, san);
    san->castling = length == 3 ? WING_SHORT : WING_LONG;
    return parse_end(text + length, san);
}

/* A pawn that comes from no file given goes straight on. */
static bool fits(const State *s, Move m, const San *san) {
    const Square from = move_from(m), to = move_to(m);
    const PieceType promotion = move_kind(m) == MOVE_PROMOTION ? move_promotion(m) : TYPE_NONE;
    if (move_kind(m) == MOVE_CASTLING || san->castling >= 0)
        return move_kind(m) == MOVE_CASTLING && castling_wing(m) == san->castling;
    return type_on(s, from) == san->type && to == san->to &&
           (promotion == san->promotion || san->promotion == TYPE_NONE) &&
           (san->file < 0 ? san->type != PAWN || file_of(from) == file_of(to)
                          : file_of(from) == san->file) &&
           (san->rank < 0 || rank_of(from) == san->rank);
}

int san_read(const Position *pos, const char *text, Move *m) {
    San san;
    MoveList list = {.count = 0};
    int count = 0;
    *m = MOVE_NONE;
    if (!parse(text, &san))
        return 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        if (!fits(pos->state, list.moves[i], &san))
            continue;
        *m = list.moves[i];
        count++;
    }
    return count;
}
