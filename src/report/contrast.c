/* Contrast: what the pieces on the board say of two lines of play, and what the search does. */
#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"

#include <stdlib.h>

/* --- quiet positions -------------------------------------------------------------------------- */

static bool wins_something(const Position *pos) {
    ThreatList list;
    threats_list(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        if (t->by == pos->state->side && t->now && threat_is_capture(t))
            return true;
    }
    return false;
}

bool is_quiet(const Position *pos) {
    return !in_check(pos->state) && !wins_something(pos);
}

/* --- trades ----------------------------------------------------------------------------------- */

Trade pieces_ahead(const State *s, Color us) {
    Trade ahead = {{0}};
    for (PieceType type = PAWN; type < KING; type++)
        ahead.won[type] = popcount(men_of(s, us, type)) - popcount(men_of(s, opponent(us), type));
    return ahead;
}

int trade_value(const Trade *t) {
    int value = 0;
    for (PieceType type = PAWN; type < KING; type++)
        value += t->won[type] * exchange_type_value(type);
    return value;
}

Trade trade_less(const Trade *a, const Trade *b) {
    Trade rest = *a;
    for (PieceType type = PAWN; type < KING; type++)
        rest.won[type] -= b->won[type];
    return rest;
}

Trade trade_beyond(const Trade *a, const Trade *b) {
    for (PieceType type = PAWN; type < KING; type++) {
        const int all = a->won[type], both = b->won[type];
        if ((both > 0 && all < both) || (both < 0 && all > both))
            return *a;
    }
    return trade_less(a, b);
}

/* Adds "a queen, two pawns and a knight": the pieces won, or with the sign -1 those lost. */
static void add_pieces(Document *out, const Trade *t, int sign) {
    static const char *const NUMBERS[] = {"", "a ", "two ", "three ", "four ", "five ", "six "};
    int kinds = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        kinds += sign * t->won[type] > 0;
    for (PieceType type = KING; type >= PAWN; type--) {
        const int count = sign * t->won[type];
        if (count <= 0)
            continue;
        if (type == KING)
            document_add_text(out, "the exchange");
        else
            document_add(out, "%s%s%s", NUMBERS[min_int(count, 6)], type_word(type),
                         count > 1 ? "s" : "");
        kinds--;
        document_add_text(out, kinds > 1 ? ", " : kinds == 1 ? " and " : "");
    }
}

/* The same trade as players call it. A knight for a bishop is nothing; a rook for one of them is
 * the exchange, which is counted where the king stands. */
static Trade by_name(Trade t) {
    int *minor = t.won;
    while (minor[KNIGHT] * minor[BISHOP] < 0) {
        const int sign = minor[KNIGHT] > 0 ? 1 : -1;
        minor[KNIGHT] -= sign;
        minor[BISHOP] += sign;
    }
    const int minors = minor[KNIGHT] + minor[BISHOP];
    if (minors == -t.won[ROOK] && abs(minors) == 1 && !t.won[QUEEN]) {
        t.won[KING] = t.won[ROOK];
        t.won[ROOK] = t.won[KNIGHT] = t.won[BISHOP] = 0;
    }
    return t;
}

void trade_text(Document *out, const Trade *t, int sign) {
    const Trade named = by_name(*t);
    bool pays = false;
    for (PieceType type = PAWN; type <= KING; type++)
        pays |= sign * named.won[type] < 0;
    add_pieces(out, &named, sign);
    if (pays)
        document_add_text(out, " for ");
    add_pieces(out, &named, -sign);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The moves of a line after which it is quiet, and what they have won. */
typedef struct Quiet {
    int count;
    int plies[OUTCOME_PLIES];
    Trade trades[OUTCOME_PLIES];
} Quiet;

/* The first of the quiet positions from which on all have nearly the balance of the last. */
static Outcome settled(const Quiet *q) {
    enum { SHARE = 3 }; /* a pawn more or less is not told of a piece or a rook */
    int i = q->count - 1;
    const int last = trade_value(&q->trades[i]);
    while (i > 0 && SHARE * abs(trade_value(&q->trades[i - 1]) - last) <= abs(last))
        i--;
    return (Outcome){
        .plies = q->plies[i], .value = trade_value(&q->trades[i]), .trade = q->trades[i]};
}

/* True if the last move has put a piece where the next one takes it for nothing, though it took nothing and its
 * side was not in check. */
static bool gives_away(Position *pos, Move last, Move next) {
    return move_to(last) == move_to(next) && pos->state[-1].man_on[move_to(last)] == MAN_NONE &&
           !in_check(&pos->state[-1]) && played_exchange(pos, next) >= EXCHANGE_PAWN;
}

Outcome outcome_of_line(Position *pos, const Trade *base, const Move *moves, int count) {
    const Color us = pos->state->side;
    Quiet quiet = {.count = 0};
    int made = 0;
    while (made < count && made < OUTCOME_PLIES &&
           !(made > 1 && gives_away(pos, moves[made - 1], moves[made]))) {
        make_move(pos, moves[made++]);
        if (!is_quiet(pos))
            continue;
        const Trade ahead = pieces_ahead(pos->state, us);
        quiet.plies[quiet.count] = made;
        quiet.trades[quiet.count++] = trade_less(&ahead, base);
    }
    while (made-- > 0)
        unmake_move(pos);
    return quiet.count ? settled(&quiet) : (Outcome){.plies = 0};
}

bool line_mates(Position *pos, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        make_move(pos, moves[i]);
    const bool mates = in_check(pos->state) && legal_count(pos) == 0;
    for (int i = 0; i < count; i++)
        unmake_move(pos);
    return mates;
}

bool contrast_holds(const Contrast *c) {
    enum { CENTIPAWNS_MOST = 2, TOLERANCE = 60, SHARE_LEAST = 5, DECIDED = 1000, AT_ONCE = 4 };
    const int pieces = c->better.value - c->worse.value;
    const bool loses = c->worse.plies && c->worse.value <= -EXCHANGE_MINOR;
    return c->worse.plies && (c->better.plies || loses) && pieces > 0 &&
           pieces <= CENTIPAWNS_MOST * c->searched + TOLERANCE &&
           ((loses && c->worse.plies <= AT_ONCE) ||
            SHARE_LEAST * pieces >= min_int(c->searched, DECIDED));
}
