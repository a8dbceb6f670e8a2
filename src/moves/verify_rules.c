#include "moves/verify_rules.h"

#include "board/position.h"
#include "core/random.h"
#include "core/text.h"
#include "core/types.h"
#include "moves/generate.h"
#include "moves/slow_rules.h"

#include <string.h>

/* The way from the root, and what is said of it. */
typedef struct Way {
    const Position *pos;
    char *report;
    SlowBoard now;
    int past; /* entries of `earlier`: positions since a null move or an irreversible one */
    SlowBoard earlier[STATE_LIMIT];
} Way;

/* --- what the checks say -------------------------------------------------------------------- */

static bool differs(const Way *w, const char *what, int got, int want) {
    Difference d = difference_begin(w->report, "a move, by the rules");
    difference_say(&d, "rules: %s: %d, want %d\n", what, got, want);
    difference_position(&d, w->pos);
    return false;
}

/* A square that is wrong, where `ply` moves had been made. */
static bool differs_in_square(const Way *w, const char *what, int ply, int got, int want) {
    Difference d = difference_begin(w->report, "a move, by the rules");
    difference_say(&d, "rules: %s after %d moves from the root: %s, want %s\n", what, ply,
                   square_name(got < 0 ? SQUARE_NONE : got),
                   square_name(want < 0 ? SQUARE_NONE : want));
    difference_position(&d, w->pos);
    return false;
}

static bool differs_on_board(const Way *w, int sq, char is) {
    Difference d = difference_begin(w->report, "a move, by the rules");
    difference_say(&d, "rules: board: %s has %c, the moves bring %c\n", square_name(sq), is,
                   w->now.man[sq]);
    difference_position(&d, w->pos);
    return false;
}

static bool differs_in_move(const Way *w, const char *how, Move m) {
    Difference d = difference_begin(w->report, "a move, by the rules");
    difference_say(&d, "rules: legal moves %s", how);
    difference_move(&d, m);
    difference_say(&d, "\n");
    difference_position(&d, w->pos);
    return false;
}

/* --- the checks ------------------------------------------------------------------------------ */

/* A right needs king and rook at home: the root's must be sound before moves are made by them. */
static bool check_root_rights(const Way *w) {
    for (int right = 0; right < 4; right++) {
        const bool white = right < 2;
        const int rook = w->now.rook[right], king = slow_king(&w->now, white), home = white ? 0 : 7;
        if (rook < 0)
            continue;
        if (rook >= 64 || w->now.man[rook] != (white ? 'R' : 'r') || rook / 8 != home ||
            king / 8 != home || (rook < king) != (right % 2 == WING_LONG))
            return differs_in_square(w, "a castling right's rook", 0, rook, -1);
    }
    return true;
}

/* Rights, e.p. and counters of a state on the way; its e.p. square stands just if a capture on it is
 * legal. */
static bool check_state(const Way *w, const State *s) {
    const int ply = (int)(s - w->pos->states);
    const int ep = slow_ep(&w->now), got = s->ep == SQUARE_NONE ? -1 : s->ep;
    int rights = 0;
    for (int right = 0; right < 4; right++)
        rights |= (w->now.rook[right] >= 0) << right;
    if (s->castling != rights)
        return differs(w, "castling rights", s->castling, rights);
    if (got != ep)
        return differs_in_square(w, "e.p. square", ply, got, ep);
    if (s->rule50 != w->now.quiet)
        return differs(w, "plies since a capture or a pawn's move", s->rule50, w->now.quiet);
    if (s->plies_from_null != w->now.since_null)
        return differs(w, "plies since a null move", s->plies_from_null, w->now.since_null);
    return true;
}

static bool check_board(const Way *w) {
    SlowBoard is;
    slow_take(&is, w->pos->state, w->pos->castle_rook);
    for (int sq = 0; sq < 64; sq++)
        if (is.man[sq] != w->now.man[sq])
            return differs_on_board(w, sq, is.man[sq]);
    return is.white == w->now.white || differs(w, "White to move", is.white, w->now.white);
}

/* Some encodings, others in each position, which move_is_legal must judge as the list does: our pieces'
 * to any square, of the normal kind or of any. */
static bool check_judgements(const Way *w, const uint64_t *seen) {
    enum { TRIES = 128 };
    uint64_t random = w->pos->state->key;
    int from[64], count = 0;
    for (int sq = 0; sq < 64; sq++)
        if (w->now.man[sq] != '.' && (w->now.man[sq] <= 'Z') == w->now.white)
            from[count++] = sq;
    for (int i = 0; i < TRIES; i++) {
        const uint64_t n = random_next(&random);
        const int kind = i % 4 ? 0 : (int)(n >> 60);
        const Move m =
            (Move)(from[(n & 0xFFFF) % (unsigned)count] | (n >> 32 & 63) << 6 | kind << 12);
        const bool legal = seen[m >> 6] >> (m & 63) & 1;
        if (move_is_legal(w->pos, m) != legal)
            return differs_in_move(
                w,
                legal ? "have what move_is_legal refuses:" : "lack what move_is_legal allows:", m);
    }
    return true;
}

static bool check_moves(const Way *w) {
    MoveList list = {.count = 0}, want = {.count = 0};
    uint64_t seen[1 << 10] = {0}, left[1 << 10]; /* a bit for each encoding */
    legal_moves(w->pos, &list);
    slow_moves(&w->now, &want);
    for (int i = 0; i < list.count; i++)
        seen[list.moves[i] >> 6] |= 1ull << (list.moves[i] & 63);
    memcpy(left, seen, sizeof left);
    for (int i = 0; i < want.count; i++) {
        const Move m = want.moves[i];
        if (!(left[m >> 6] >> (m & 63) & 1))
            return differs_in_move(w, "lack", m);
        left[m >> 6] ^= 1ull << (m & 63);
    }
    for (int i = 0; i < list.count; i++)
        if (left[list.moves[i] >> 6] >> (list.moves[i] & 63) & 1)
            return differs_in_move(w, "should not have", list.moves[i]);
    if (list.count != want.count)
        return differs(w, "legal moves", list.count, want.count);
    return check_judgements(w, seen);
}

static bool same_position(const SlowBoard *a, const SlowBoard *b) {
    return a->white == b->white && a->ep == b->ep &&
           memcmp(a->rook, b->rook, sizeof a->rook) == 0 &&
           memcmp(a->man, b->man, sizeof a->man) == 0;
}

/* Positions before the root are known by their keys alone. */
static bool check_repetitions(const Way *w) {
    enum { ENOUGH = 3 };
    const Position *pos = w->pos;
    const int ply = (int)(pos->state - pos->states);
    const int reach = min_int(w->now.quiet, w->now.since_null);
    int count = 0, nearest = 0;
    for (int i = w->past - 1; i >= 0; i--) {
        if (!same_position(&w->earlier[i], &w->now))
            continue;
        count++;
        nearest = nearest ? nearest : w->past - i;
    }
    for (int back = 1; back <= pos->past_count && ply + back <= reach; back++) {
        if (pos->past_keys[pos->past_count - back] != pos->state->key)
            continue;
        count++;
        nearest = nearest ? nearest : ply + back;
    }
    const int known = repetitions(pos, ENOUGH);
    if (known != min_int(count, ENOUGH))
        return differs(w, "repetitions", known, min_int(count, ENOUGH));
    const bool drawn = nearest && (nearest < ply || count > 1);
    return is_repetition(pos, ply) == drawn ||
           differs(w, "a repetition that is a draw", !drawn, drawn);
}

/* The fifty-move rule is asked for at its edge, whatever the counter is. */
static bool check_draws(const Way *w) {
    State at_edge = *w->pos->state;
    const bool dead = slow_is_dead(&w->now);
    for (int plies = 99; plies <= 100; plies++) {
        const bool want = dead || plies == 100;
        at_edge.rule50 = (uint16_t)plies;
        if (is_rule_draw(&at_edge) != want)
            return differs(w, plies == 100 ? "a draw after 100 quiet plies" : "a draw after 99",
                           !want, want);
    }
    return true;
}

/* Makes the move to a state; what can no longer come again is forgotten. */
static void follow(Way *w, const State *s) {
    w->earlier[w->past] = w->now;
    w->earlier[w->past++].ep = (int8_t)slow_ep(&w->now);
    if (s->move == MOVE_NULL)
        slow_null(&w->now);
    else
        slow_make(&w->now, s->move);
    if (w->now.quiet == 0 || s->move == MOVE_NULL)
        w->past = 0;
}

bool verify_rules(const Position *pos, char *report) {
    Way w;
    w.pos = pos;
    w.report = report;
    w.past = 0;
    slow_take(&w.now, pos->states, pos->castle_rook);
    if (slow_king(&w.now, true) < 0 || slow_king(&w.now, false) < 0)
        return differs(&w, "a king is missing at the root", 0, 1);
    if (!check_root_rights(&w))
        return false;
    for (const State *s = pos->states; s <= pos->state; s++) {
        if (s != pos->states)
            follow(&w, s);
        if (!check_state(&w, s))
            return false;
    }
    w.now.ep = (int8_t)slow_ep(&w.now);
    return check_board(&w) && check_moves(&w) && check_repetitions(&w) && check_draws(&w);
}
