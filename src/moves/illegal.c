#include "moves/illegal.h"

#include "core/text.h"
#include "moves/notation.h"
#include "moves/notation_internal.h"
#include "moves/tactics.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes a reason. Returns true, for the caller to return. */
__attribute__((format(printf, 2, 3))) static bool say(char *reason, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(reason, ILLEGAL_SIZE, format, args);
    va_end(args);
    return true;
}

/* One of the attackers of a square by a colour, SQUARE_NONE without any. */
static Square attacker(const State *s, Square sq, Color by) {
    const uint32_t set = attackers_of(s, sq, by);
    return set ? s->square_of[lowest_bit(set)] : SQUARE_NONE;
}

/* --- the king's safety ----------------------------------------------------------------------- */

static bool say_check(const State *s, char *reason) {
    return say(reason, "the King is in check from %s",
               square_name(attacker(s, king_square(s, s->side), opponent(s->side))));
}

/* Why the king may not go to a square that it reaches. */
static bool why_king(const State *s, Square to, char *reason) {
    const Square enemy = attacker(s, to, opponent(s->side));
    return enemy != SQUARE_NONE
               ? say(reason, "%s is attacked from %s", square_name(to), square_name(enemy))
               : say_check(s, reason); /* it would stay on the checker's line */
}

/* Names the enemy slider that pins a piece. */
static bool say_pin(const State *s, Square pinned, char *reason) {
    Square from = SQUARE_NONE;
    for (uint32_t left = s->map[pinned] & s->sliders & half_of(opponent(s->side)); left;) {
        from = s->square_of[pop_bit32(&left)];
        if (has_bit(geometry.between[king_square(s, s->side)][from], pinned))
            break;
    }
    return say(reason, "the %s on %s is pinned by the %s on %s", type_name(type_on(s, pinned)),
               square_name(pinned), type_name(type_on(s, from)), square_name(from));
}

/* Why another piece may not go to a square that it reaches. */
static bool why_piece(const State *s, Square from, Square to, char *reason) {
    if (has_bit(pinned_men(s, s->side), from) && !pin_allows(king_square(s, s->side), from, to))
        return say_pin(s, from, reason);
    return say_check(s, reason);
}

/* --- castling -------------------------------------------------------------------------------- */

/* Why castling to a wing is illegal. */
static bool why_castling(const Position *pos, int wing, char *reason) {
    const State *s = pos->state;
    const int right = 2 * s->side + wing;
    if (!(s->castling >> right & 1))
        return say(reason, "%s has no right to castle %s", color_name(s->side),
                   wing == WING_SHORT ? "short" : "long");
    if (in_check(s))
        return say_check(s, reason);
    const Bitboard blocked = pos->castle_free[right] & occupied(s);
    if (blocked)
        return say(reason, "castling needs %s free", square_name(lowest_bit(blocked)));
    for (Bitboard path = pos->castle_path[right]; path;) {
        const Square sq = pop_bit(&path), enemy = attacker(s, sq, opponent(s->side));
        if (enemy != SQUARE_NONE)
            return say(reason, "castling passes %s, which is attacked from %s", square_name(sq),
                       square_name(enemy));
    }
    return say_pin(s, pos->castle_rook[right], reason); /* nothing else is left */
}

/* The wing to which a king's move castles, -1 if it does not. */
static int wing_of(const Position *pos, Square from, Square to) {
    const State *s = pos->state;
    if (from != king_square(s, s->side))
        return -1;
    for (int wing = WING_SHORT; wing <= WING_LONG; wing++)
        if (to == pos->castle_rook[2 * s->side + wing] ||
            (to == castled_king(s->side, wing) && (to - from > 1 || from - to > 1)))
            return wing;
    return -1;
}

/* --- ways ------------------------------------------------------------------------------------ */

/* Whether a pawn can make a step or a capture, kings apart; says why not. */
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

/* Whether a piece cannot reach a square, whatever becomes of its king; says why. */
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

/* Why a move from square to square is illegal, which it is. */
static bool why_illegal(const Position *pos, Square from, Square to, bool promotes, char *reason) {
    const State *s = pos->state;
    const Man man = s->man_on[from];
    if (man == MAN_NONE)
        return say(reason, "no piece stands on %s", square_name(from));
    if (bit_color(man_bit(man)) != s->side)
        return say(reason, "%s is to move", color_name(s->side));
    const int wing = wing_of(pos, from, to);
    if (wing >= 0)
        return why_castling(pos, wing, reason);
    if (cannot_reach(s, from, to, reason))
        return true;
    const bool last = man_type(man) == PAWN && relative_rank(s->side, to) == RANK_8;
    if (last != promotes)
        return say(reason,
                   last ? "a promotion names its piece, as in %s%sq" : "%s%s promotes nothing",
                   square_name(from), square_name(to));
    return man_type(man) == KING ? why_king(s, to, reason) : why_piece(s, from, to, reason);
}

/* --- texts ----------------------------------------------------------------------------------- */

/* Why SAN is illegal: by a piece that reaches the square, else by the only one that may be meant. */
static bool why_san(const Position *pos, const San *san, char *reason) {
    const State *s = pos->state;
    char ignored[ILLEGAL_SIZE];
    Bitboard meant = men_of(s, s->side, san->type), reaching = 0;
    const int file = san->file < 0 && san->type == PAWN ? file_of(san->to) : san->file;
    meant &= file < 0 ? ~(Bitboard)0 : FILE_A_BB << file;
    meant &= san->rank < 0 ? ~(Bitboard)0 : rank_bb(san->rank);
    for (Bitboard left = meant; left;) {
        const Square from = pop_bit(&left);
        reaching |= cannot_reach(s, from, san->to, ignored) ? 0 : bb(from);
    }
    if (!meant)
        return say(reason, "%s has no such %s", color_name(s->side), type_name(san->type));
    if (!reaching && several(meant))
        return say(reason, "no %s of %s reaches %s", type_name(san->type), color_name(s->side),
                   square_name(san->to));
    return why_illegal(pos, lowest_bit(reaching ? reaching : meant), san->to,
                       san->promotion != TYPE_NONE, reason);
}

static bool is_square(const char *text) {
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

bool move_illegal(const Position *pos, const char *text, char reason[ILLEGAL_SIZE]) {
    const size_t length = strlen(text);
    San san;
    Move m;
    *reason = '\0';
    if ((length == 4 || length == 5) && is_square(text) && is_square(text + 2))
        return move_read(pos, text) == MOVE_NONE &&
               why_illegal(pos, square_at(text[0] - 'a', text[1] - '1'),
                           square_at(text[2] - 'a', text[3] - '1'), length == 5, reason);
    if (san_read(pos, text, &m) > 0 || !san_parse(text, &san))
        return false;
    if (san.type == PAWN && san.file >= 0 && san.rank >= 0)
        return why_illegal(pos, square_at(san.file, san.rank), san.to, san.promotion != TYPE_NONE,
                           reason);
    return san.castling >= 0 ? why_castling(pos, san.castling, reason) : why_san(pos, &san, reason);
}
