/* Probes of a position: the stored value, and a search of captures.
 *
 * The tables ignore castling and en passant. If a capture keeps the result, the stored result may
 * be worse than the true one. If a capture or a pawn move wins, the stored distance may be any
 * number. So a probe makes these moves, and uses the stored value for the other moves. */
#include "tablebase/tablebase_internal.h"

#include "board/make.h"
#include "moves/captures.h"
#include "moves/generate.h"

#include <limits.h>
#include <stdlib.h>

enum { DTZ_UNKNOWN = INT_MIN, DTZ_OTHER_SIDE = INT_MAX };

/* --- stored values --------------------------------------------------------------------------- */

static Wdl stored_wdl(const State *s) {
    bool is_turned;
    if (!s->material)
        return WDL_DRAW;
    const TableFile *t = tablebase_find(TABLE_WDL, s->material, &is_turned);
    if (!t)
        return WDL_UNKNOWN;
    const Place place = table_place(t, s, is_turned);
    const int value = pairs_value(place.pairs, place.index);
    return value >= 0 && value <= WDL_WIN - WDL_LOSS ? value + WDL_LOSS : WDL_UNKNOWN;
}

/* Looks up a value in the map of a result; -1 if the map does not have it. */
static int mapped(const Pairs *p, Wdl wdl, int value) {
    const int map = wdl == WDL_WIN ? 0 : wdl == WDL_LOSS ? 1 : wdl == WDL_CURSED_WIN ? 2 : 3;
    if (value >= p->map_size[map])
        return -1;
    const uint8_t *entry = p->map[map] + (p->flags & PAIRS_WIDE ? 2 * value : value);
    return p->flags & PAIRS_WIDE ? entry[0] | entry[1] << 8 : entry[0];
}

/* The stored distance in plies, above 0, of a position that is not a draw. DTZ_OTHER_SIDE if the
 * table is for the other side to move, DTZ_UNKNOWN if no table is open. */
static int stored_dtz(const State *s, Wdl wdl) {
    bool is_turned;
    const TableFile *t = tablebase_find(TABLE_DTZ, s->material, &is_turned);
    if (!t)
        return DTZ_UNKNOWN;
    const Place place = table_place(t, s, is_turned);
    const Pairs *p = place.pairs;
    if ((p->flags & PAIRS_BLACK) != (unsigned)place.side && !(t->symmetric && !t->pawns[0]))
        return DTZ_OTHER_SIDE;
    int value = pairs_value(p, place.index);
    if (value >= 0 && p->flags & PAIRS_MAPPED)
        value = mapped(p, wdl, value);
    if (value < 0)
        return DTZ_UNKNOWN;
    const unsigned in_plies = wdl == WDL_WIN    ? PAIRS_WIN_PLIES
                              : wdl == WDL_LOSS ? PAIRS_LOSS_PLIES
                                                : 0;
    return 1 + (p->flags & in_plies ? value : 2 * value);
}

/* --- results --------------------------------------------------------------------------------- */

static bool is_zeroing(const State *s, Move m, bool by_pawn) {
    return s->man_on[move_to(m)] != MAN_NONE || move_kind(m) == MOVE_EN_PASSANT ||
           (by_pawn && type_on(s, move_from(m)) == PAWN);
}

/* The result of a position without castling rights. *by_move becomes true if the result is not a
 * draw and comes from a capture or, with `pawns`, from a pawn move; also if no other move
 * exists. */
static Wdl find_wdl(Position *pos, bool pawns, bool *by_move) {
    const State *s = pos->state;
    const Wdl stored = stored_wdl(s);
    MoveList list = {.count = 0};
    Wdl best = WDL_LOSS;
    int tried = 0;
    bool unused;
    *by_move = false;
    if (stored == WDL_UNKNOWN || (stored == WDL_WIN && !pawns && s->ep == SQUARE_NONE))
        return stored;
    if (pawns || may_capture(s, THRESHOLD_ALL))
        legal_moves(pos, &list);
    for (int i = 0; i < list.count && best < WDL_WIN; i++) {
        if (!is_zeroing(s, list.moves[i], pawns))
            continue;
        make_move(pos, list.moves[i]);
        const Wdl answer = find_wdl(pos, false, &unused);
        unmake_move(pos);
        if (answer == WDL_UNKNOWN)
            return WDL_UNKNOWN;
        best = -answer > best ? -answer : best;
        tried++;
    }
    const bool no_other = tried && tried == list.count;
    *by_move = no_other || (tried && best >= stored && best > WDL_DRAW);
    return no_other || best > stored ? best : stored;
}

/* --- distances ------------------------------------------------------------------------------- */

/* The distance of a result that a capture or a pawn move gives at once. */
static int zeroing_dtz(Wdl wdl) {
    static const int DTZ[] = {-1, -101, 0, 101, 1};
    return DTZ[wdl - WDL_LOSS];
}

/* The sign of a number: -1, 0 or 1. */
static int sign(int number) {
    return (number > 0) - (number < 0);
}

static int find_dtz(Position *pos);

/* The distance from the position before a legal move, if it is played. */
static int dtz_by(Position *pos, Move m) {
    const bool zeroing = is_zeroing(pos->state, m, true);
    bool unused;
    make_move(pos, m);
    int dtz;
    if (zeroing) {
        const Wdl wdl = find_wdl(pos, false, &unused);
        dtz = wdl == WDL_UNKNOWN ? DTZ_UNKNOWN : -zeroing_dtz(wdl);
    } else {
        dtz = find_dtz(pos);
        if (dtz != DTZ_UNKNOWN)
            dtz = dtz == -1 && in_check(pos->state) && legal_count(pos) == 0 ? 1 : -dtz - sign(dtz);
    }
    unmake_move(pos);
    return dtz;
}

/* The least distance of all moves that keep a result. Used if the table is for the other side to
 * move.
 */
static int dtz_by_moves(Position *pos, Wdl wdl) {
    MoveList list = {.count = 0};
    int least = INT_MAX;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const int dtz = dtz_by(pos, list.moves[i]);
        if (dtz == DTZ_UNKNOWN)
            return DTZ_UNKNOWN;
        if (sign(dtz) == sign(wdl) && dtz < least)
            least = dtz;
    }
    return least == INT_MAX ? -1 : least; /* mate */
}

/* The distance of a position without castling rights. */
static int find_dtz(Position *pos) {
    bool by_move;
    const Wdl wdl = find_wdl(pos, true, &by_move);
    if (wdl == WDL_UNKNOWN)
        return DTZ_UNKNOWN;
    if (wdl == WDL_DRAW || by_move)
        return zeroing_dtz(wdl);
    const int stored = stored_dtz(pos->state, wdl);
    if (stored == DTZ_UNKNOWN)
        return DTZ_UNKNOWN;
    if (stored == DTZ_OTHER_SIDE)
        return dtz_by_moves(pos, wdl);
    const bool strikes = wdl == WDL_CURSED_WIN || wdl == WDL_BLESSED_LOSS;
    return sign(wdl) * (stored + (strikes ? 100 : 0));
}

/* --- the interface --------------------------------------------------------------------------- */

/* True if the tables may know a position. */
static bool is_within_reach(const State *s) {
    return popcount(occupied(s)) <= tablebase_men() && !s->castling;
}

Wdl tablebase_wdl(Position *pos) {
    const State *s = pos->state;
    bool unused;
    return is_within_reach(s) && s->rule50 == 0 ? find_wdl(pos, false, &unused) : WDL_UNKNOWN;
}

/* The result of a distance, with `counter` plies on the fifty-move counter. */
static Wdl wdl_of(int dtz, int counter) {
    const bool in_time = abs(dtz) + counter <= 100;
    return dtz > 0   ? (in_time ? WDL_WIN : WDL_CURSED_WIN)
           : dtz < 0 ? (in_time ? WDL_LOSS : WDL_BLESSED_LOSS)
                     : WDL_DRAW;
}

bool tablebase_rank_dtz(const Position *pos, TablebaseMove *moves, int count, int *dtz) {
    Position own;
    if (!is_within_reach(pos->state))
        return false;
    position_copy(&own, pos);
    *dtz = find_dtz(&own);
    for (int i = 0; i < count && *dtz != DTZ_UNKNOWN; i++) {
        moves[i].dtz = dtz_by(&own, moves[i].move);
        if (moves[i].dtz == DTZ_UNKNOWN)
            return false;
        moves[i].wdl = wdl_of(moves[i].dtz, pos->state->rule50);
    }
    return *dtz != DTZ_UNKNOWN;
}

bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count) {
    Position own;
    bool unused;
    if (!is_within_reach(pos->state))
        return false;
    position_copy(&own, pos);
    bool known = find_wdl(&own, false, &unused) != WDL_UNKNOWN;
    for (int i = 0; i < count && known; i++) {
        make_move(&own, moves[i].move);
        const Wdl answer = find_wdl(&own, false, &unused);
        unmake_move(&own);
        known = answer != WDL_UNKNOWN;
        moves[i].wdl = -answer;
        moves[i].dtz = 0;
    }
    return known;
}
