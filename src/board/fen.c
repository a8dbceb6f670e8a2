#include "board/fen.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char FEN_START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum { FIELDS_NEEDED = FEN_HALFMOVE };

/* A FEN as the parser reads it. The parser sets the position up only after it has accepted all
 * fields. */
typedef struct Fen {
    Token fields[FEN_FIELD_COUNT];
    int field_count;
    Token surplus; /* the first text after the last field */
    FenFault *fault;
    Bitboard by_color[COLOR_COUNT];
    Bitboard by_type[TYPE_COUNT];
    Square castle_rook[4];
    Color side;
    int castling;
    char dropped[5]; /* letters of the castling rights that the board rules out */
    Square ep;
    int rule50;
    int fullmove;
} Fen;

static Bitboard men(const Fen *f, Color c, PieceType type) {
    return f->by_color[c] & f->by_type[type];
}

static Square king_of(const Fen *f, Color c) {
    return lowest_bit(men(f, c, KING));
}

static int back_rank(Color c) {
    return c == WHITE ? RANK_1 : RANK_8;
}

/* Returns the squares of a colour's pieces that attack `sq` if the squares of `occupancy` are
 * occupied. */
static Bitboard attackers(const Fen *f, Square sq, Color by, Bitboard occupancy) {
    Bitboard set = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        set |= piece_attacks(opponent(by), type, sq, occupancy) & men(f, by, type);
    return set;
}

/* --- refusals ------------------------------------------------------------------------------ */

/* Reports a fault and its square. Returns false, so that a caller can write `return
 * refuse_at(...)`. */
__attribute__((format(printf, 4, 5))) static bool refuse_at(const Fen *f, FenField field, Square sq,
                                                            const char *format, ...) {
    va_list args;
    f->fault->field = field;
    f->fault->square = sq;
    va_start(args, format);
    vsnprintf(f->fault->reason, sizeof f->fault->reason, format, args);
    va_end(args);
    return false;
}

/* Reports a fault that has no square. */
#define refuse(f, field, ...) refuse_at(f, field, SQUARE_NONE, __VA_ARGS__)

/* Appends a note to the report about a FEN that is accepted. */
__attribute__((format(printf, 3, 4))) static void note(const Fen *f, FenField field,
                                                       const char *format, ...) {
    char *text = f->fault->reason;
    const size_t size = sizeof f->fault->reason, used = strlen(text);
    if (!used)
        f->fault->field = field;
    va_list args;
    va_start(args, format);
    const size_t begin = used + (size_t)snprintf(text + used, size - used, "%s", used ? "; " : "");
    if (begin < size)
        vsnprintf(text + begin, size - begin, format, args);
    va_end(args);
}

enum { QUOTE_BYTES = 12 };

/* A printable copy of a part of the FEN, in quotes. Blanks and unprintable bytes become \xNN; a
 * long part is cut. */
typedef struct Quote {
    char text[4 * QUOTE_BYTES + 6];
} Quote;

static Quote quote(Token part) {
    Quote q;
    char *out = q.text;
    *out++ = '\'';
    for (size_t i = 0; i < part.length && i < QUOTE_BYTES; i++) {
        const unsigned byte = (unsigned char)part.text[i];
        if (byte > ' ' && byte < 0x7F) {
            *out++ = (char)byte;
        } else {
            *out++ = '\\';
            *out++ = 'x';
            *out++ = "0123456789ABCDEF"[byte >> 4];
            *out++ = "0123456789ABCDEF"[byte & 15];
        }
    }
    strcpy(out, part.length > QUOTE_BYTES ? "...'" : "'");
    return q;
}

/* --- fields -------------------------------------------------------------------------------- */

static bool is_blank(char ch) {
    return ch == ' ' || ch == '\t';
}

static void split(Fen *f, const char *fen) {
    const char *at = fen, *end = fen + strlen(fen);
    while (end > at && (is_blank(end[-1]) || end[-1] == '\r' || end[-1] == '\n'))
        end--;
    while (at < end && !f->surplus.length) {
        while (is_blank(*at))
            at++;
        const char *start = at;
        while (at < end && !is_blank(*at))
            at++;
        const Token field = {start, (size_t)(at - start)};
        if (f->field_count < FEN_FIELD_COUNT)
            f->fields[f->field_count++] = field;
        else
            f->surplus = field;
    }
}

/* Refuses a FEN with fewer than four fields. */
static bool check_fields(const Fen *f) {
    static const char *const WANTED[FIELDS_NEEDED] = {
        "give the pieces rank by rank, from rank 8 down", "give w or b",
        "give rights such as KQkq, or -", "give a square, or -"};
    if (f->field_count >= FIELDS_NEEDED)
        return true;
    return refuse(f, f->field_count, "missing; %s", WANTED[f->field_count]);
}

/* --- the board field ----------------------------------------------------------------------- */

/* Puts the piece of a letter on the board; false if no piece has this letter. */
static bool put_letter(Fen *f, char letter, Square sq) {
    const char *found = strchr(PIECE_LETTERS, letter);
    if (!found)
        return false;
    const int man = (int)(found - PIECE_LETTERS);
    f->by_color[man / TYPE_COUNT] |= bb(sq);
    f->by_type[man % TYPE_COUNT] |= bb(sq);
    return true;
}

/* Reads one rank from *at to the next '/' or `end`. */
static bool parse_rank(Fen *f, int rank, const char **at, const char *end) {
    int file = 0;
    bool after_digit = false;
    for (; *at < end && **at != '/'; (*at)++) {
        const char ch = **at;
        const bool digit = ch >= '1' && ch <= '8';
        if (digit && after_digit)
            return refuse(f, FEN_BOARD, "two digits in a row on rank %d; write their sum",
                          rank + 1);
        if (file >= 8)
            return refuse(f, FEN_BOARD, "rank %d has more than 8 squares; give 8", rank + 1);
        if (!digit && !put_letter(f, ch, square_at(file, rank)))
            return refuse_at(f, FEN_BOARD, square_at(file, rank),
                             "unknown letter %s on %s; use PNBRQK, pnbrqk and 1 to 8",
                             quote((Token){&ch, 1}).text, square_name(square_at(file, rank)));
        file += digit ? ch - '0' : 1;
        after_digit = digit;
    }
    if (file == 8)
        return true;
    return refuse(f, FEN_BOARD, "rank %d has %s than 8 squares; give 8", rank + 1,
                  file < 8 ? "fewer" : "more");
}

static bool parse_board(Fen *f) {
    const Token field = f->fields[FEN_BOARD];
    const char *at = field.text, *end = at + field.length;
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        if (!parse_rank(f, rank, &at, end))
            return false;
        if (rank == RANK_1 && at == end)
            return true;
        if (rank == RANK_1)
            return refuse(f, FEN_BOARD, "more than 8 ranks; give 8, with 7 '/' between them");
        if (at == end)
            return refuse(f, FEN_BOARD, "%d rank%s; give 8, with 7 '/' between them", 8 - rank,
                          rank == RANK_8 ? "" : "s");
        at++; /* the '/' */
    }
    return true;
}

static bool check_king(const Fen *f, Color c) {
    Bitboard kings = men(f, c, KING);
    const int count = popcount(kings);
    if (count == 1)
        return true;
    if (count == 0)
        return refuse(f, FEN_BOARD, "%s has no king; add one", color_name(c));
    const Square first = pop_bit(&kings), second = pop_bit(&kings);
    if (count == 2)
        return refuse_at(f, FEN_BOARD, second, "%s has two kings, on %s and %s; leave one",
                         color_name(c), square_name(first), square_name(second));
    return refuse_at(f, FEN_BOARD, second, "%s has %d kings, on %s, %s and elsewhere; leave one",
                     color_name(c), count, square_name(first), square_name(second));
}

/* Returns how many pieces of a set beyond `native` promotions must explain. */
static int beyond(Bitboard set, int native) {
    return max_int(popcount(set) - native, 0);
}

/* Refuses more pieces than a side can have, and notes more pieces than promotions can explain. Each
 * bishop of the first position stays on squares of its colour. */
static bool check_promotions(const Fen *f, Color c) {
    const int pawns = popcount(men(f, c, PAWN)), total = popcount(f->by_color[c]);
    const Bitboard bishops = men(f, c, BISHOP), dark = bishops & DARK_SQUARES;
    const int promoted = beyond(men(f, c, KNIGHT), 2) + beyond(dark, 1) +
                         beyond(bishops ^ dark, 1) + beyond(men(f, c, ROOK), 2) +
                         beyond(men(f, c, QUEEN), 1);
    if (pawns > 8)
        return refuse(f, FEN_BOARD, "%s has %d pawns; leave 8 at most", color_name(c), pawns);
    if (total > 16)
        return refuse(f, FEN_BOARD, "%s has %d pieces; leave 16 at most", color_name(c), total);
    if (pawns + promoted > 8)
        note(f, FEN_BOARD, "%s has %d pawns and %d promoted, more than a game gives", color_name(c),
             pawns, promoted);
    return true;
}

static bool check_men(const Fen *f) {
    const Bitboard misplaced = f->by_type[PAWN] & (rank_bb(RANK_1) | rank_bb(RANK_8));
    if (!check_king(f, WHITE) || !check_king(f, BLACK))
        return false;
    if (misplaced) {
        const Square sq = lowest_bit(misplaced);
        return refuse_at(f, FEN_BOARD, sq, "%s has a pawn on %s; no pawn can stand on rank %d",
                         color_name(f->by_color[BLACK] & bb(sq) ? BLACK : WHITE), square_name(sq),
                         rank_of(sq) + 1);
    }
    return check_promotions(f, WHITE) && check_promotions(f, BLACK);
}

/* --- side, castling, en passant ------------------------------------------------------------ */

static bool parse_side(Fen *f) {
    const Token field = f->fields[FEN_SIDE];
    if (!token_is(field, "w") && !token_is(field, "b"))
        return refuse(f, FEN_SIDE, "%s is not a side; write w or b", quote(field).text);
    f->side = *field.text == 'w' ? WHITE : BLACK;
    const Color idle = opponent(f->side);
    const Square king = king_of(f, idle);
    const Bitboard checkers = attackers(f, king, f->side, f->by_color[WHITE] | f->by_color[BLACK]);
    if (!checkers)
        return true;
    return refuse_at(
        f, FEN_SIDE, king,
        "%s is to move, but the %s king on %s is in check from %s; give the move to %s "
        "or end the check",
        color_name(f->side), color_name(idle), square_name(king), square_name(lowest_bit(checkers)),
        color_name(idle));
}

/* Remembers a castling right that the board rules out. Returns true, since the FEN stays
 * acceptable. */
static bool drop_right(Fen *f, char letter) {
    f->dropped[strlen(f->dropped)] = letter;
    return true;
}

/* Adds the castling right that a letter names. If king or rook does not stand on its square, drops
 * the right. */
static bool parse_right(Fen *f, char letter) {
    const Color c = letter >= 'a' ? BLACK : WHITE;
    const char name = (char)(c == BLACK ? letter - 'a' + 'A' : letter);
    const bool by_wing = name == 'K' || name == 'Q';
    if (!by_wing && (name < 'A' || name > 'H'))
        return refuse(f, FEN_CASTLING, "%s names no right; use KQkq, letters of files, or -",
                      quote((Token){&letter, 1}).text);
    const Square king = king_of(f, c);
    if (rank_of(king) != back_rank(c))
        return drop_right(f, letter);
    const bool is_short = by_wing ? name == 'K' : name - 'A' > file_of(king);
    Bitboard rooks = men(f, c, ROOK) & rank_bb(back_rank(c));
    rooks &= is_short ? ~(bb(king) - 1) : bb(king) - 1;
    rooks &= by_wing ? ~(Bitboard)0 : FILE_A_BB << (name - 'A');
    if (!rooks)
        return drop_right(f, letter);
    const int right = 2 * c + (is_short ? WING_SHORT : WING_LONG);
    if (f->castling >> right & 1)
        return refuse(f, FEN_CASTLING,
                      "%s has two rights on the %s-file side of the king; leave one", color_name(c),
                      is_short ? "h" : "a");
    f->castling |= 1 << right;
    f->castle_rook[right] = is_short ? highest_bit(rooks) : lowest_bit(rooks);
    return true;
}

static bool parse_castling(Fen *f) {
    const Token field = f->fields[FEN_CASTLING];
    if (token_is(field, "-"))
        return true;
    if (field.length > 4)
        return refuse(f, FEN_CASTLING, "%s is too long; give four rights at most",
                      quote(field).text);
    for (size_t i = 0; i < field.length; i++)
        if (!parse_right(f, field.text[i]))
            return false;
    if (*f->dropped)
        note(f, FEN_CASTLING, "castling %s is left out: king and rook do not stand for it",
             f->dropped);
    return true;
}

/* True if a pawn of the side that is not to move may just have passed a square. */
static bool pawn_passed(const Fen *f, Square ep) {
    const Color us = f->side;
    const Bitboard occupancy = f->by_color[WHITE] | f->by_color[BLACK];
    return relative_rank(us, ep) == RANK_6 && !(occupancy & (bb(ep) | bb(ep + pawn_push(us)))) &&
           men(f, opponent(us), PAWN) & bb(ep - pawn_push(us));
}

/* True if the side to move can legally capture the pawn that has passed a square. */
static bool ep_is_legal(const Fen *f, Square ep) {
    const Color us = f->side, them = opponent(us);
    const Square pushed = ep - pawn_push(us);
    const Bitboard occupancy = f->by_color[WHITE] | f->by_color[BLACK];
    Bitboard takers = geometry.leaper[them][PAWN][ep] & men(f, us, PAWN);
    while (takers) {
        const Bitboard after = (occupancy ^ bb(pop_bit(&takers)) ^ bb(pushed)) | bb(ep);
        if (!(attackers(f, king_of(f, us), them, after) & ~bb(pushed)))
            return true;
    }
    return false;
}

static bool parse_ep(Fen *f) {
    const Token field = f->fields[FEN_EP];
    const Square sq = field.length == 2 ? square_read(field.text) : SQUARE_NONE;
    if (token_is(field, "-"))
        return true;
    if (sq == SQUARE_NONE)
        return refuse(f, FEN_EP, "%s is not a square; write one such as e3, or -",
                      quote(field).text);
    if (!pawn_passed(f, sq))
        note(f, FEN_EP, "en passant on %s is left out: no pawn can just have passed it",
             square_name(sq));
    else if (ep_is_legal(f, sq))
        f->ep = sq;
    return true;
}

/* --- counters ------------------------------------------------------------------------------ */

/* Reads a number from 0 to max; *number keeps its value if the field is missing. */
static bool parse_number(const Fen *f, int field, int max, int *number) {
    if (field >= f->field_count)
        return true;
    const Token digits = f->fields[field];
    int value = 0;
    for (size_t i = 0; i < digits.length; i++) {
        const char ch = digits.text[i];
        if (ch >= '0' && ch <= '9')
            value = 10 * value + ch - '0';
        if (ch < '0' || ch > '9' || value > max)
            return refuse(f, field, "%s is not a number from 0 to %d; write one, or leave it out",
                          quote(digits).text, max);
    }
    *number = value;
    return true;
}

static bool parse_counters(Fen *f) {
    if (!parse_number(f, FEN_HALFMOVE, FEN_HALFMOVE_MAX, &f->rule50) ||
        !parse_number(f, FEN_FULLMOVE, FEN_FULLMOVE_MAX, &f->fullmove))
        return false;
    if (f->surplus.length)
        return refuse(f, FEN_FULLMOVE, "%s follows it; nothing may, take that out",
                      quote(f->surplus).text);
    if (f->fullmove == 0) /* some programs count full moves from 0 */
        f->fullmove = 1;
    return true;
}

/* --- setting up ---------------------------------------------------------------------------- */

static void set_castling(Position *pos, const Fen *f) {
    pos->state->castling = (uint8_t)f->castling;
    for (int right = 0; right < 4; right++) {
        if (!(f->castling >> right & 1))
            continue;
        const uint8_t others = (uint8_t) ~(1 << right);
        pos->castle_rook[right] = (uint8_t)f->castle_rook[right];
        pos->castle_mask[f->castle_rook[right]] &= others;
        pos->castle_mask[king_of(f, right / 2)] &= others;
    }
}

static void set_position(Position *pos, const Fen *f) {
    position_clear(pos);
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Bitboard left = men(f, c, type); left;)
                position_put(pos, pop_bit(&left), c, type);
    set_castling(pos, f);
    pos->state->side = (uint8_t)f->side;
    pos->state->ep = (uint8_t)f->ep;
    pos->state->rule50 = (uint16_t)f->rule50;
    pos->root_ply = 2 * (f->fullmove - 1) + (f->side == BLACK);
    position_finish(pos);
}

bool fen_check(Position *pos, const char *fen, FenFault *fault) {
    Fen f = {.fault = fault, .ep = SQUARE_NONE, .fullmove = 1};
    fault->reason[0] = '\0';
    fault->square = SQUARE_NONE;
    /* The order matters: parse_side needs one king of each colour; castling and e.p. need board and
     * side. */
    split(&f, fen);
    if ((f.field_count && (!parse_board(&f) || !check_men(&f))) || !check_fields(&f) ||
        !parse_side(&f) || !parse_castling(&f) || !parse_ep(&f) || !parse_counters(&f))
        return false;
    if (pos)
        set_position(pos, &f);
    return true;
}

const char *fen_field_name(FenField field) {
    static const char *const NAMES[FEN_FIELD_COUNT] = {"board",      "side",     "castling",
                                                       "en passant", "halfmove", "fullmove"};
    return NAMES[field];
}

bool fen_parse(Position *pos, const char *fen, char *error, size_t error_size) {
    FenFault fault;
    if (fen_check(pos, fen, &fault))
        return true;
    snprintf(error, error_size, "FEN %s field: %s", fen_field_name(fault.field), fault.reason);
    return false;
}

/* --- fen write ------------------------------------------------------------------------------- */

/* Returns '?' for an invalid piece, since the comparator also writes broken positions. */
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

/* True if no other rook of the colour stands further out than the castling rook. */
static bool is_outermost(const State *s, Color c, int wing, Square rook) {
    /* The squares of rank 1 on the files below the rook's file. */
    const Bitboard lower = ((Bitboard)1 << file_of(rook)) - 1;
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

bool fen_needs_chess960(const Position *pos) {
    for (int right = 0; right < 4; right++) {
        const Color c = right / 2;
        const int file = right % 2 == WING_SHORT ? FILE_H : FILE_A;
        if ((pos->state->castling >> right & 1) && (file_of(pos->castle_rook[right]) != file ||
                                                    file_of(king_square(pos->state, c)) != FILE_E))
            return true;
    }
    return false;
}
