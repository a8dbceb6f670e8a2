#include "report/gains.h"

#include "board/make.h"
#include "core/text.h"
#include "core/types.h"
#include "inspect/threats.h"
#include "moves/exchange.h"
#include "moves/generate.h"

/* --- the end of a line ------------------------------------------------------------------------ */

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

static bool is_quiet(const Position *pos) {
    return in_check(pos->state) ? legal_count(pos) == 0 : !wins_something(pos);
}

/* --- what was taken --------------------------------------------------------------------------- */

/* Notes what a colour has lost; false if it has promoted a pawn. */
static bool count_lost(const State *before, const State *after, Color c, int lost[TYPE_COUNT]) {
    for (PieceType type = PAWN; type < KING; type++) {
        lost[type] = popcount(men_of(before, c, type)) - popcount(men_of(after, c, type));
        if (lost[type] < 0)
            return false;
    }
    return true;
}

static int value_of(const int lost[TYPE_COUNT]) {
    int value = 0;
    for (PieceType type = PAWN; type < KING; type++)
        value += lost[type] * exchange_type_value(type);
    return value;
}

static void weigh(const State *before, const State *after, Gain *gain) {
    int *white = gain->lost[WHITE], *black = gain->lost[BLACK];
    if (!count_lost(before, after, WHITE, white) || !count_lost(before, after, BLACK, black))
        return;
    const int balance = value_of(black) - value_of(white);
    gain->side = balance > 0 ? WHITE : BLACK;
    gain->value = balance > 0 ? balance : -balance;
    for (PieceType type = PAWN; type < KING; type++) {
        const int both = min_int(white[type], black[type]);
        white[type] -= both;
        black[type] -= both;
    }
}

Gain gain_of_line(Position *pos, const Move *moves, int count) {
    const State *begin = pos->state;
    const int most = min_int(count, GAIN_PLIES);
    Gain gain = {.plies = 0};
    int made = 0;
    while (made < most) {
        make_move(pos, moves[made++]);
        if (!is_quiet(pos))
            continue;
        gain = (Gain){.plies = made, .mate = in_check(pos->state)};
        weigh(begin, pos->state, &gain);
        if (gain.mate)
            gain.side = opponent(pos->state->side);
    }
    while (made-- > 0)
        unmake_move(pos);
    return gain;
}

/* --- in words --------------------------------------------------------------------------------- */

/* Adds "a Queen, two Pawns and a Knight". */
static void add_pieces(Document *out, const int lost[TYPE_COUNT]) {
    static const char *const NUMBERS[] = {"", "a ", "two ", "three ", "four ", "five ", "six "};
    int kinds = 0;
    for (PieceType type = PAWN; type < KING; type++)
        kinds += lost[type] > 0;
    for (PieceType type = QUEEN; type >= PAWN; type--) {
        if (!lost[type])
            continue;
        document_add(out, "%s%s%s%s", NUMBERS[min_int(lost[type], 6)], type_name(type),
                     lost[type] > 1 ? "s" : "",
                     kinds > 2    ? ", "
                     : kinds == 2 ? " and "
                                  : "");
        kinds--;
    }
}

void gain_text(Document *out, const Gain *gain) {
    const int *won = gain->lost[opponent(gain->side)], *lost = gain->lost[gain->side];
    add_pieces(out, won);
    if (value_of(lost) > 0) {
        document_add_text(out, " for ");
        add_pieces(out, lost);
    }
}
