#include "moves/notation.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- moves in standard algebraic notation, taken apart --------------------------------------- */

/* The parts of a move that a text in SAN gives. */
typedef struct San {
    PieceType type, promotion; /* `promotion` may be TYPE_NONE */
    int file, rank;            /* the origin; -1 if the text does not give it */
    Square to;                 /* the target; on rank 1 if is_short is set */
    bool is_short;             /* a pawn's capture that names no rank, as "exd" */
    bool takes;                /* the text has the sign of a capture */
    int castling;              /* WING_SHORT, WING_LONG, or -1 without castling */
} San;

/* True if a castling king moves by two files or more, which no normal move of a king does. */
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
        /* The king's target. The rank is taken from the move and not from the side to move, since
         * the move may belong to the other side. */
        const Square king =
            square_at(castling_wing(m) == WING_SHORT ? FILE_G : FILE_C, rank_of(to));
        to = is_long_step(move_from(m), king) ? king : to;
    }
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    snprintf(text, MOVE_TEXT_SIZE, "%s%s%.*s", square_name(move_from(m)), square_name(to),
             promotes ? 1 : 0, &(char){piece_letter(BLACK, move_promotion(m))});
}

/* Returns the castling that a king's move names: a move onto its own rook, or by two files or more
 * to the king's castled square. Returns MOVE_NONE for any other move. */
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
    const Square from = square_read(text), to = square_read(text + 2);
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

/* --- san ------------------------------------------------------------------------------------- */

/* Returns the piece type that a letter names, or TYPE_NONE. The letter is a capital of English
 * ("N"), German ("S"), Spanish or French ("C"). If `small` is set, the letter may also be a small
 * English letter. "R" is always the rook. */
static PieceType piece_named(char letter, bool small) {
    static const char LETTERS[] = "PNBRQK"
                                  "PSLTDK"
                                  "PCATDK"
                                  "PCFTDK"
                                  "pnbrqk";
    const char *at = letter ? strchr(LETTERS, letter) : NULL;
    return at && (small || at < LETTERS + 24) ? PAWN + (int)(at - LETTERS) % 6 : TYPE_NONE;
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

/* True for the letters O and o of castling, and for a zero. */
static bool is_castle(char c) {
    return c == 'O' || c == 'o' || c == '0';
}

/* Reads the promotion that may follow a pawn's last square: "=Q", "Q", "/Q" or "(Q)". */
static const char *parse_promotion(const char *text, San *san) {
    const bool sign = *text && strchr("=/(", *text);
    const PieceType type = piece_named(text[sign], true);
    if (type == TYPE_NONE || type == PAWN || type == KING)
        return text;
    if (*text == '(' && text[2] != ')')
        return text;
    san->promotion = type;
    return text + sign + 1 + (*text == '(');
}

/* Reads "Nbd2", "exd5", "e2-e4", "e8=Q" and similar moves. If the text has two squares, the second
 * square is the target. Returns the end of the move, or NULL if the text begins with no such
 * move. */
static const char *parse_move(const char *text, San *san) {
    char names[4]; /* files and ranks in the order of the text */
    int read = 0, count = 0;
    bool separated = false;
    const char *end = NULL;
    san->type = piece_named(*text, false);
    if (san->type == TYPE_NONE)
        san->type = PAWN;
    else
        text++;
    for (;; text++) {
        if (*text && strchr("x:-", *text) && is_file(text[1]) && is_rank(text[2]) && !separated) {
            separated = true;
            san->takes = *text != '-';
            continue;
        }
        if (read == 4 || !(is_file(*text) || is_rank(*text)))
            break;
        names[read++] = *text;
        if (read > 1 && is_file(names[read - 2]) && is_rank(names[read - 1])) {
            count = read - 2;
            end = text + 1;
        }
    }
    if (!end)
        return NULL;
    san->to = square_at(names[count] - 'a', names[count + 1] - '1');
    if (count && is_rank(names[count - 1]))
        san->rank = names[--count] - '1';
    if (count && is_file(names[count - 1]))
        san->file = names[--count] - 'a';
    if (count || (san->type == PAWN && san->rank >= 0 && san->file < 0))
        return NULL; /* "1e4" is a number and a move */
    const int rank = rank_of(san->to);
    return san->type == PAWN && (rank == RANK_1 || rank == RANK_8) ? parse_promotion(end, san)
                                                                   : end;
}

/* Reads a pawn's capture that names no rank: "exd", "e:d", "ed:", "ed". Returns NULL for other
 * texts. */
static const char *parse_short_capture(const char *text, San *san) {
    const bool between = is_file(*text) && text[1] && strchr("x:", text[1]);
    const char *to = text + 1 + between;
    if (!is_file(*text) || !is_file(*to) || (!between && isalnum((unsigned char)to[1])) ||
        is_rank(to[1]) || is_file(to[1]) || (*to - *text != 1 && *text - *to != 1))
        return NULL;
    san->type = PAWN;
    san->file = *text - 'a';
    san->to = square_at(*to - 'a', RANK_1);
    san->is_short = san->takes = true;
    return to + 1 + (to[1] == ':');
}

/* Reads castling: "O-O-O", with small letters, zeros, or without hyphens. Returns NULL for other
 * texts. */
static const char *parse_castling(const char *text, San *san) {
    int count = 0;
    for (; count < 3 && is_castle(text[count && *text == '-']); count++)
        text += 1 + (count && *text == '-');
    san->castling = count == 2 ? WING_SHORT : WING_LONG;
    return count >= 2 && !is_castle(*text) ? text : NULL;
}

/* Reads a move at the beginning of a text. Returns the move's length without signs, or 0 without a
 * move. */
static size_t parse(const char *text, San *san) {
    *san = (San){.type = TYPE_NONE, .promotion = TYPE_NONE, .file = -1, .rank = -1, .castling = -1};
    const char *end = is_castle(*text) ? parse_castling(text, san) : parse_short_capture(text, san);
    end = end || is_castle(*text) ? end : parse_move(text, san);
    return end ? (size_t)(end - text) : 0;
}

/* Reads a move as san_read does, but without a position. A move with both squares and without a
 * piece's letter has the type PAWN. Returns false if the text is not a move. */
static bool san_parse(const char *text, San *san) {
    const size_t length = parse(text, san);
    return length && !text[length + strspn(text + length, "+#!?")];
}

size_t san_length(const char *text, char plain[SAN_SIZE]) {
    San san;
    const size_t length = parse(text, &san);
    if (!length)
        return 0;
    if (san.castling >= 0) {
        strcpy(plain, san.castling == WING_SHORT ? "O-O" : "O-O-O");
        return length;
    }
    char *out = plain;
    if (san.type != PAWN)
        *out++ = piece_letter(WHITE, san.type);
    if (san.file >= 0)
        *out++ = (char)('a' + san.file);
    if (san.rank >= 0)
        *out++ = (char)('1' + san.rank);
    if (san.takes)
        *out++ = 'x';
    memcpy(out, square_name(san.to), 2);
    out += san.is_short ? 1 : 2;
    if (san.promotion != TYPE_NONE) {
        *out++ = '=';
        *out++ = piece_letter(WHITE, san.promotion);
    }
    *out = '\0';
    return length;
}

/* True if a legal move agrees with all parts that a text gives. A text without the file of origin,
 * such as "d5" or "xd5", means a pawn's capture if it has the sign of a capture, else a push. */
static bool fits(const State *s, Move m, const San *san) {
    const Square from = move_from(m), to = move_to(m);
    const PieceType promotion = move_kind(m) == MOVE_PROMOTION ? move_promotion(m) : TYPE_NONE;
    if (move_kind(m) == MOVE_CASTLING || san->castling >= 0)
        return move_kind(m) == MOVE_CASTLING && castling_wing(m) == san->castling;
    return type_on(s, from) == san->type &&
           (san->is_short ? file_of(to) == file_of(san->to) : to == san->to) &&
           (promotion == san->promotion || san->promotion == TYPE_NONE) &&
           (san->file < 0 ? san->type != PAWN || san->takes == (file_of(from) != file_of(to))
                          : file_of(from) == san->file) &&
           (san->rank < 0 || rank_of(from) == san->rank);
}

/* Reads a move whose text gives the squares of origin and target. Goes by UCI's notation, in which
 * "g1f3" may be the move of any piece, and "e1g1" may be castling. */
static Move read_squares(const Position *pos, const San *san) {
    char text[MOVE_TEXT_SIZE];
    const char promotion = piece_letter(BLACK, san->promotion == TYPE_NONE ? KING : san->promotion);
    snprintf(text, sizeof text, "%s%s%.*s", square_name(square_at(san->file, san->rank)),
             square_name(san->to), san->promotion != TYPE_NONE, &promotion);
    return move_read(pos, text);
}

int san_read(const Position *pos, const char *text, Move *m) {
    San san;
    MoveList list = {.count = 0};
    int count = 0;
    *m = MOVE_NONE;
    if (!san_parse(text, &san))
        return 0;
    const bool plain = san.type == PAWN && *text != 'P'; /* two squares, of any piece */
    if (san.file >= 0 && san.rank >= 0 &&
        (plain || (san.type == KING &&
                   square_at(san.file, san.rank) == king_square(pos->state, pos->state->side))) &&
        (*m = read_squares(pos, &san)) != MOVE_NONE)
        return 1;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        if (!fits(pos->state, list.moves[i], &san))
            continue;
        *m = list.moves[i];
        count++;
    }
    return count;
}

/* --- san write ------------------------------------------------------------------------------- */

/* Distinguishes a piece from other pieces of the type that can go to the same square. Writes the
 * file of the piece if the file suffices, else the rank if the rank suffices, else both. Returns
 * the end of the text. */
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

/* Writes a move other than castling, without the sign of check. Returns the end of the text. */
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
    if (m == MOVE_NULL) {
        strcpy(text, "--");
        return;
    }
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

/* --- illegal --------------------------------------------------------------------------------- */

/* Writes a reason. Returns true, so that the caller can return this call. */
__attribute__((format(printf, 2, 3))) static bool say(char *reason, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(reason, ILLEGAL_SIZE, format, args);
    va_end(args);
    return true;
}

/* Returns the square of a piece of colour `by` that attacks a square, or SQUARE_NONE. */
static Square attacker(const State *s, Square sq, Color by) {
    const uint32_t set = attackers_of(s, sq, by);
    return set ? s->square_of[lowest_bit(set)] : SQUARE_NONE;
}

/* --- the king's safety ----------------------------------------------------------------------- */

/* Writes that the king is in check, and from which square. The checker is one that the move neither
 * takes nor blocks or, for a king's move, a slider on whose line the king stays. Of several such
 * checkers names the most valuable one. So the function prefers another checker to a pawn that the
 * move captures e.p.: the loop does not know that this pawn leaves the board. */
static bool say_check(const State *s, Square from, Square to, char *reason) {
    const Square king = king_square(s, s->side);
    Square checker = SQUARE_NONE;
    for (uint32_t left = attackers_of(s, king, opponent(s->side)); left;) {
        const Square sq = s->square_of[pop_bit32(&left)];
        if (from == king ? has_bit(geometry.between[sq][to], king)
                         : sq != to && !has_bit(geometry.between[king][sq], to))
            checker = sq;
    }
    return say(reason, "the King is in check from %s", square_name(checker));
}

/* Writes why the king may not go to a square that it reaches. */
static bool why_king(const State *s, Square to, char *reason) {
    const Square enemy = attacker(s, to, opponent(s->side));
    return enemy != SQUARE_NONE
               ? say(reason, "%s is attacked from %s", square_name(to), square_name(enemy))
               : say_check(s, king_square(s, s->side), to, reason);
}

/* Names the enemy slider that pins a piece. The piece must be pinned. */
static bool say_pin(const State *s, Square pinned, char *reason) {
    uint32_t sliders = s->map[pinned] & s->sliders & half_of(opponent(s->side));
    Square from;
    do
        from = s->square_of[pop_bit32(&sliders)];
    while (sliders && !has_bit(geometry.between[king_square(s, s->side)][from], pinned));
    return say(reason, "the %s on %s is pinned by the %s on %s", type_name(type_on(s, pinned)),
               square_name(pinned), type_name(type_on(s, from)), square_name(from));
}

/* Writes why a piece other than the king may not go to a square that it reaches. */
static bool why_piece(const State *s, Square from, Square to, char *reason) {
    if (has_bit(pinned_men(s, s->side), from) && !pin_allows(king_square(s, s->side), from, to))
        return say_pin(s, from, reason);
    return say_check(s, from, to, reason);
}

/* --- castling -------------------------------------------------------------------------------- */

/* Writes why castling to a wing is illegal or, if it is legal, how it is written. */
static bool why_castling(const Position *pos, int wing, char *reason) {
    const State *s = pos->state;
    const int right = 2 * s->side + wing;
    if (!(s->castling >> right & 1))
        return say(reason, "%s has no right to castle %s", color_name(s->side),
                   wing == WING_SHORT ? "short" : "long");
    if (in_check(s))
        return say_check(s, pos->castle_rook[right], king_square(s, s->side), reason);
    const Bitboard blocked = pos->castle_free[right] & occupied(s);
    if (blocked)
        return say(reason, "castling needs %s free", square_name(lowest_bit(blocked)));
    for (Bitboard path = pos->castle_path[right]; path;) {
        const Square sq = pop_bit(&path), enemy = attacker(s, sq, opponent(s->side));
        if (enemy != SQUARE_NONE)
            return say(reason, "castling passes %s, which is attacked from %s", square_name(sq),
                       square_name(enemy));
    }
    if (has_bit(pinned_men(s, s->side), pos->castle_rook[right])) /* in Chess960 */
        return say_pin(s, pos->castle_rook[right], reason);
    return say(reason, "castling is written %s", wing == WING_SHORT ? "O-O" : "O-O-O");
}

/* Returns the wing to which a king's move castles, or would castle if the side had the right; -1
 * for other moves. */
static int wing_of(const Position *pos, Square from, Square to) {
    const State *s = pos->state;
    if (from != king_square(s, s->side))
        return -1;
    for (int wing = WING_SHORT; wing <= WING_LONG; wing++) {
        const int right = 2 * s->side + wing;
        const bool has_right = s->castling >> right & 1;
        if ((has_right && to == pos->castle_rook[right]) ||
            (to == castled_king(s->side, wing) && (to - from > 1 || from - to > 1) &&
             (has_right || from == (s->side == WHITE ? E1 : E8))))
            return wing;
    }
    return -1;
}

/* --- ways ------------------------------------------------------------------------------------ */

/* If a pawn cannot make a step or a capture, returns true and writes a reason. Ignores the king's
 * safety. */
static bool pawn_cannot(const State *s, Square from, Square to, char *reason) {
    const int up = pawn_push(s->side);
    const bool twice = to == from + 2 * up && relative_rank(s->side, from) == RANK_2;
    if (has_bit(geometry.leaper[s->side][PAWN][from], to)) {
        if (s->man_on[to] != MAN_NONE || to == s->ep)
            return false;
        const bool passed = relative_rank(s->side, to) == RANK_6 &&
                            has_bit(men_of(s, opponent(s->side), PAWN), to - up);
        return say(reason,
                   passed ? "the Pawn on %s cannot be taken en passant"
                          : "there is nothing to capture on %s",
                   square_name(passed ? to - up : to));
    }
    if (to != from + up && !twice)
        return say(reason, "the Pawn on %s does not reach %s", square_name(from), square_name(to));
    const Square first = from + up, blocked = s->man_on[first] != MAN_NONE ? first : to;
    return s->man_on[blocked] != MAN_NONE &&
           say(reason, "the Pawn on %s is blocked on %s", square_name(from), square_name(blocked));
}

/* If a piece cannot reach a square, returns true and writes a reason. Ignores the king's safety. */
static bool cannot_reach(const State *s, Square from, Square to, char *reason) {
    const PieceType type = type_on(s, from);
    if (has_bit(s->by_color[s->side], to))
        return say(reason, "%s's own %s stands on %s", color_name(s->side),
                   type_name(type_on(s, to)), square_name(to));
    if (type == PAWN)
        return pawn_cannot(s, from, to, reason);
    if (has_bit(s->attacks[man_bit(s->man_on[from])], to))
        return false;
    const Bitboard blocked = geometry.between[from][to] & occupied(s);
    if (has_bit(piece_attacks(s->side, type, from, 0), to) && blocked)
        return say(reason, "the %s on %s is blocked on %s", type_name(type), square_name(from),
                   square_name(lowest_bit(blocked)));
    return say(reason, "the %s on %s does not reach %s", type_name(type), square_name(from),
               square_name(to));
}

/* Writes why a move from square to square is illegal. The move must be illegal. `promotion` is a
 * letter of FEN, or 0. */
static bool why_illegal(const Position *pos, Square from, Square to, char promotion, char *reason) {
    const State *s = pos->state;
    const Man man = s->man_on[from];
    if (man == MAN_NONE)
        return say(reason, "no piece stands on %s", square_name(from));
    if (bit_color(man_bit(man)) != s->side)
        return say(reason, "%s is to move", color_name(s->side));
    const int wing = wing_of(pos, from, to);
    if (wing >= 0 && !promotion)
        return why_castling(pos, wing, reason);
    if (wing < 0 && cannot_reach(s, from, to, reason))
        return true;
    const bool last = man_type(man) == PAWN && relative_rank(s->side, to) == RANK_8;
    if (last ? !promotion || !strchr("nbrqNBRQ", promotion) : promotion)
        return say(reason,
                   last ? "a promotion names its piece, as in %s%sq" : "%s%s promotes nothing",
                   square_name(from), square_name(to));
    return man_type(man) == KING ? why_king(s, to, reason) : why_piece(s, from, to, reason);
}

/* --- texts ----------------------------------------------------------------------------------- */

/* The letter of the piece to which a pawn promotes, or 0. */
static char promotion_letter(const San *san) {
    return san->promotion == TYPE_NONE ? '\0' : "pnbrqk"[san->promotion];
}

/* Writes why a move in SAN is illegal. If an own piece stands on the target square, writes this. Else if one of the
 * pieces that the text may mean reaches the target square, writes why this piece may not go there. Else writes that no
 * such piece reaches the square or, if the text can mean only one piece, why this piece does not reach it. */
static bool why_san(const Position *pos, const San *san, char *reason) {
    const State *s = pos->state;
    char ignored[ILLEGAL_SIZE];
    Bitboard meant = men_of(s, s->side, san->type), reaching = 0;
    const int file = san->file < 0 && san->type == PAWN ? file_of(san->to) : san->file;
    /* A capture without a file, such as "xd5", comes from another file. */
    const bool aside = san->file < 0 && san->type == PAWN && san->takes;
    meant &= aside ? ~(FILE_A_BB << file) : file < 0 ? ~(Bitboard)0 : FILE_A_BB << file;
    meant &= san->rank < 0 ? ~(Bitboard)0 : rank_bb(san->rank);
    for (Bitboard left = meant; left;) {
        const Square from = pop_bit(&left);
        reaching |= cannot_reach(s, from, san->to, ignored) ? 0 : bb(from);
    }
    if (!meant)
        return say(reason, "%s has no such %s", color_name(s->side), type_name(san->type));
    if (!reaching && several(meant) && !(s->by_color[s->side] & bb(san->to)))
        return say(reason, "no %s of %s reaches %s", type_name(san->type), color_name(s->side),
                   square_name(san->to));
    return why_illegal(pos, lowest_bit(reaching ? reaching : meant), san->to, promotion_letter(san),
                       reason);
}

bool move_illegal(const Position *pos, const char *text, char reason[ILLEGAL_SIZE]) {
    const size_t length = strlen(text);
    const bool is_uci = length == 4 || length == 5;
    const Square from = is_uci ? square_read(text) : SQUARE_NONE;
    const Square to = is_uci ? square_read(text + 2) : SQUARE_NONE;
    San san;
    Move m;
    *reason = '\0';
    if (from != SQUARE_NONE && to != SQUARE_NONE)
        return move_read(pos, text) == MOVE_NONE && why_illegal(pos, from, to, text[4], reason);
    if (san_read(pos, text, &m) > 0 || !san_parse(text, &san) || san.is_short)
        return false;
    if (san.type == PAWN && *text != 'P' && san.file >= 0 && san.rank >= 0)
        return why_illegal(pos, square_at(san.file, san.rank), san.to, promotion_letter(&san),
                           reason);
    return san.castling >= 0 ? why_castling(pos, san.castling, reason) : why_san(pos, &san, reason);
}
