/* Compares the generators with each other, and legality and the state after a move with the slow
 * rules. */
#include "selfcheck/verify.h"

#include "core/bits.h"
#include "core/text.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <ctype.h>
#include <string.h>

/* --- verify moves ---------------------------------------------------------------------------- */

static bool takes_or_promotes(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) == MOVE_NORMAL && s->man_on[move_to(m)] != MAN_NONE);
}

static void say_man_on(Difference *d, const State *s, Square sq) {
    if (s->man_on[sq] == MAN_NONE)
        difference_say(d, "nothing on %s", square_name(sq));
    else
        difference_man(d, s, man_bit(s->man_on[sq]));
}

/* Reports a move that one generator gives and another does not give. */
static bool differs(const Position *pos, const char *who, const char *how, Move m, char *report) {
    Difference d = difference_begin(report, "generating moves");
    difference_say(&d, "moves: %s %s", who, how);
    difference_move(&d, m);
    difference_say(&d, ": ");
    say_man_on(&d, pos->state, move_from(m));
    difference_say(&d, " to ");
    say_man_on(&d, pos->state, move_to(m));
    difference_say(&d, "\n");
    return difference_position(&d, pos);
}

/* True if `got` has exactly the captures and promotions of `want`. */
static bool same_captures(const Position *pos, const MoveList *want, const MoveList *got,
                          const char *who, char *report) {
    for (int i = 0; i < want->count; i++) {
        const Move m = want->moves[i];
        if (takes_or_promotes(pos->state, m) && !list_has(got, m))
            return differs(pos, who, "lack", m, report);
    }
    for (int i = 0; i < got->count; i++) {
        const Move m = got->moves[i];
        if (!takes_or_promotes(pos->state, m) || !list_has(want, m))
            return differs(pos, who, "should not have", m, report);
        for (int j = 0; j < i; j++)
            if (got->moves[j] == m)
                return differs(pos, who, "have twice", m, report);
    }
    return true;
}

/* Appends the captures of a walk that ends at `threshold` to the list. Returns false, with the
 * report, if the walk does not end. */
static bool walk_to(const Position *pos, Bitboard pinned, Cell threshold, const char *who,
                    MoveList *list, char *report) {
    CaptureWalk walk;
    captures_start(&walk, pos, pinned, threshold);
    for (Move m; list->count < MOVE_LIMIT && (m = captures_next(&walk)) != MOVE_NONE;)
        list_add(list, m);
    return list->count < MOVE_LIMIT || differs(pos, who, "do not end:", list->moves[0], report);
}

/* --- order ------------------------------------------------------------------------------------ */

/* The victim and the taker of a capture. */
typedef struct Taking {
    Bit victim, taker;
} Taking;

static Taking taking(const State *s, Move m) {
    return (Taking){man_bit(s->man_on[move_to(m)]), man_bit(s->man_on[move_from(m)])};
}

/* Returns NULL if a capture may come after another capture, else the reason. A later victim must
 * not be worth more. A later taker of the same victim must not be worth less, and takers out of
 * order must come last. Victims in the set `anywhere` may come at any place. */
static const char *disorder(const State *s, Taking before, Taking now, uint32_t anywhere) {
    if (!((bit_mask(before.victim) | bit_mask(now.victim)) & anywhere) &&
        type_of_bit(s, now.victim) > type_of_bit(s, before.victim))
        return "come after those of a lesser victim:";
    if (now.victim != before.victim)
        return NULL;
    const bool late = s->out_of_order >> now.taker & 1,
               was_late = s->out_of_order >> before.taker & 1;
    if (was_late && !late)
        return "come after one out of order:";
    if (late == was_late && !late && type_of_bit(s, now.taker) < type_of_bit(s, before.taker))
        return "come after those by a more valuable piece:";
    return NULL;
}

static bool in_order(const Position *pos, const MoveList *captures, uint32_t anywhere,
                     const char *who, char *report) {
    const State *s = pos->state;
    for (int i = 1; i < captures->count; i++) {
        const Move m = captures->moves[i];
        const char *how = disorder(s, taking(s, captures->moves[i - 1]), taking(s, m), anywhere);
        if (how)
            return differs(pos, who, how, m, report);
    }
    return true;
}

/* The enemy pieces in cells for under-promotions, which come directly before DUMMY. */
static uint32_t underpromoted_victims(const Position *pos) {
    const Color them = opponent(pos->state->side);
    uint32_t set = 0;
    for (uint32_t left = pos->state->alive & half_of(them); left;) {
        const Bit bit = pop_bit32(&left);
        const int slot = slot_of(pos->lists.cell_of[bit]);
        if (slot >= SLOT_UNDERPROMOTED && slot < SLOT_BISHOP)
            set |= bit_mask(bit);
    }
    return set;
}

/* Compares the walk of the kernel in use with the C reference: the same victims, and the same
 * capturers in the same order. */
static bool verify_walk(const Position *pos, Bitboard pinned, Cell threshold, const char *who,
                        char *report) {
    CaptureWalk want, got;
    captures_start(&want, pos, pinned, threshold);
    got = want;
    for (bool more = !pinned; more;) {
        more = captures_advance_c(&want);
        if (captures_advance(&got) == more && got.victim == want.victim &&
            (!more || (got.target == want.target && got.count == want.count && got.next == 0 &&
                       memcmp(got.cells, want.cells, want.count) == 0)))
            continue;
        return difference_report(report, pos, "generating moves",
                                 "moves: %s: the walk that plays has victim %d on %s, %d "
                                 "capturers; the C reference %d on %s, %d, or others",
                                 who, got.victim, square_name(got.target), got.count, want.victim,
                                 square_name(want.target), want.count);
    }
    return true;
}

/* The named thresholds. The walk to each threshold includes one more class of victims than the walk
 * to the threshold before. */
static const struct {
    Cell threshold;
    const char *captures;
} WIDTHS[] = {{THRESHOLD_NOTHING, "captures of nothing"},
              {THRESHOLD_QUEENS, "captures of queens"},
              {THRESHOLD_ROOKS, "captures down to rooks"},
              {THRESHOLD_PIECES, "captures down to bishops and knights"},
              {THRESHOLD_PREPROMOTED, "captures down to pawns on their 7th rank"},
              {THRESHOLD_ALL, "captures down to pawns"}};
enum { WIDTH_COUNT = sizeof WIDTHS / sizeof *WIDTHS };

/* Returns the index of the first row of WIDTHS whose walk must include the piece on a square as a
 * victim. Looks only at the piece's type and rank, not at its cell. */
static int width_for(const State *s, Square sq) {
    static const uint8_t BY_TYPE[TYPE_COUNT] = {
        [QUEEN] = 1, [ROOK] = 2, [BISHOP] = 3, [KNIGHT] = 3};
    const PieceType type = type_on(s, sq);
    if (type != PAWN)
        return BY_TYPE[type];
    return relative_rank(bit_color(man_bit(s->man_on[sq])), sq) == RANK_7 ? 4 : 5;
}

/* Checks the walk to each threshold: the kernel in use must agree with the C reference, and the
 * captures must be those of the victims that the threshold includes. If the enemy has an
 * under-promoted piece, skips the second check, since the cell of such a piece does not show its
 * value. */
static bool verify_thresholds(const Position *pos, Bitboard pinned, const MoveList *legal,
                              char *report) {
    const State *s = pos->state;
    for (int width = 0; width < WIDTH_COUNT; width++) {
        const char *who = WIDTHS[width].captures;
        if (!verify_walk(pos, pinned, WIDTHS[width].threshold, who, report))
            return false;
    }
    if (pos->lists.underpromoted[opponent(s->side)])
        return true;
    for (int width = 0; width < WIDTH_COUNT; width++) {
        const char *who = WIDTHS[width].captures;
        MoveList want = {.count = 0}, got = {.count = 0};
        for (int i = 0; i < legal->count; i++) {
            const Move m = legal->moves[i];
            if (move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE &&
                width_for(s, move_to(m)) <= width)
                list_add(&want, m);
        }
        if (!walk_to(pos, pinned, WIDTHS[width].threshold, who, &got, report) ||
            !same_captures(pos, &want, &got, who, report))
            return false;
        if (want.count && !may_capture(s, WIDTHS[width].threshold))
            return differs(pos, "may_capture", "overlooks", want.moves[0], report);
    }
    return true;
}

static bool verify_captures(const Position *pos, const MoveList *legal, char *report) {
    const Bitboard pinned = pinned_men(pos->state, pos->state->side);
    MoveList staged = {.count = 0};
    if (!walk_to(pos, pinned, THRESHOLD_ALL, "staged captures", &staged, report) ||
        !in_order(pos, &staged, underpromoted_victims(pos), "staged captures", report))
        return false;
    push_promotions(pos, pinned, false, &staged);
    en_passant_moves(pos->state, &staged);
    return same_captures(pos, legal, &staged, "staged captures", report) &&
           verify_thresholds(pos, pinned, legal, report);
}

bool verify_moves(const Position *pos, char *report) {
    MoveList legal = {.count = 0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if (!move_is_legal(pos, legal.moves[i]))
            return differs(pos, "move_is_legal", "refuses", legal.moves[i], report);
    if (legal_count(pos) != legal.count)
        return difference_report(report, pos, "counting moves",
                                 "moves: legal_count counts %d, the list has %d", legal_count(pos),
                                 legal.count);
    return in_check(pos->state) || verify_captures(pos, &legal, report);
}

bool verify_table_move(const Position *pos, Move m, bool *legal, char *report) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    *legal = move_is_legal(pos, m);
    return *legal == list_has(&list, m) ||
           differs(pos, "move_is_legal", *legal ? "allows" : "refuses", m, report);
}

/* --- verify rules ---------------------------------------------------------------------------- */

/* A replay of the moves from the root to the current state by the slow rules. `report` is for the
 * first difference. */
typedef struct Way {
    const Position *pos;
    char *report;
    SlowBoard now;
    int past; /* number of boards in `earlier`, all since the latest null or irreversible move */
    SlowBoard earlier[STATE_LIMIT];
} Way;

/* --- parts of reports ----------------------------------------------------------------------- */

#define RULES_DIFFER(w, ...)                                                                       \
    difference_report((w)->report, (w)->pos, "a move, by the rules", __VA_ARGS__)

static bool rules_differ(const Way *w, const char *what, int got, int want) {
    return RULES_DIFFER(w, "rules: %s: %d, want %d", what, got, want);
}

/* Reports a wrong square in the state after `ply` moves. */
static bool differs_in_square(const Way *w, const char *what, int ply, int got, int want) {
    return RULES_DIFFER(w, "rules: %s after %d moves from the root: %s, want %s", what, ply,
                        square_name(got < 0 ? SQUARE_NONE : got),
                        square_name(want < 0 ? SQUARE_NONE : want));
}

static bool differs_in_move(const Way *w, const char *how, Move m) {
    return RULES_DIFFER(w, "rules: legal moves %s %s", how, slow_text(m).text);
}

/* --- the checks ------------------------------------------------------------------------------ */

/* Checks that for each castling right of the root, king and rook are at home, as make_move
 * assumes. */
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

/* Compares castling rights, e.p. square and counters of a state with the replay at this state. A
 * state has an e.p. square only if a capture on the square is legal. */
static bool check_state(const Way *w, const State *s) {
    const int ply = (int)(s - w->pos->states);
    const int ep = slow_ep(&w->now), got = s->ep == SQUARE_NONE ? -1 : s->ep;
    const struct {
        const char *what;
        int got, want;
    } numbers[] = {{"castling rights", s->castling, slow_rights(&w->now)},
                   {"plies since a capture or a pawn's move", s->rule50, w->now.quiet},
                   {"plies since a null move", s->plies_from_null, w->now.since_null}};
    if (got != ep)
        return differs_in_square(w, "e.p. square", ply, got, ep);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].got != numbers[i].want)
            return RULES_DIFFER(w, "rules: after %d moves from the root, %s: %d, want %d", ply,
                                numbers[i].what, numbers[i].got, numbers[i].want);
    return true;
}

static bool check_board(const Way *w) {
    SlowBoard is;
    slow_take(&is, w->pos->state, w->pos->castle_rook);
    for (int sq = 0; sq < 64; sq++)
        if (is.man[sq] != w->now.man[sq])
            return RULES_DIFFER(w, "rules: board: %s has %c, the moves bring %c", square_name(sq),
                                is.man[sq], w->now.man[sq]);
    return is.white == w->now.white || rules_differ(w, "White to move", is.white, w->now.white);
}

/* Compares move_is_legal with `seen`, which has a bit for each legal move, on random encodings. An
 * encoding moves one of our pieces to any square; three of four have the kind MOVE_NORMAL. The seed
 * is the position's key. */
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
        return rules_differ(w, "legal moves", list.count, want.count);
    return check_judgements(w, seen);
}

/* True if two positions differ by one move of one piece of the side to move now. */
static bool one_move_apart(const SlowBoard *now, const SlowBoard *then) {
    int at = -1, to = -1, count = 0;
    for (int sq = 0; sq < 64; sq++) {
        if (now->man[sq] == then->man[sq])
            continue;
        count++;
        at = then->man[sq] == '.' ? sq : at;
        to = now->man[sq] == '.' ? sq : to;
    }
    return count == 2 && at >= 0 && to >= 0 && now->man[at] == then->man[to] &&
           (isupper(now->man[at]) != 0) == now->white && toupper(now->man[at]) != 'P' &&
           now->ep == then->ep && memcmp(now->rook, then->rook, sizeof now->rook) == 0 &&
           slow_reaches(now, at, to);
}

/* Compares upcoming_repetition with the replay: does one move lead back to an earlier position
 * after the root? The root itself does not count. */
static bool check_upcoming(const Way *w) {
    const int ply = (int)(w->pos->state - w->pos->states);
    bool want = false;
    for (int back = 3; back < ply && back <= w->past; back += 2)
        want |= one_move_apart(&w->now, &w->earlier[w->past - back]);
    const bool got = upcoming_repetition(w->pos, ply);
    return got == want || rules_differ(w, "a repetition that one move brings", got, want);
}

/* Compares repetitions and is_repetition with the boards of the replay. For positions before the
 * root only keys exist, so the check compares these keys. */
static bool check_repetitions(const Way *w) {
    enum { ENOUGH = 3 };
    const Position *pos = w->pos;
    const int ply = (int)(pos->state - pos->states);
    const int reach = min_int(w->now.quiet, w->now.since_null);
    int count = 0, nearest = 0;
    for (int i = w->past - 1; i >= 0; i--) {
        if (!slow_same(&w->earlier[i], &w->now))
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
        return rules_differ(w, "repetitions", known, min_int(count, ENOUGH));
    const bool drawn = nearest && (nearest < ply || count > 1);
    return is_repetition(pos, ply) == drawn ||
           rules_differ(w, "a repetition that is a draw", !drawn, drawn);
}

/* Checks draws: the fifty-move rule with the counter set to 99 and 100, and draws by material. */
static bool check_draws(const Way *w) {
    State at_edge = *w->pos->state;
    const bool dead = slow_is_dead(&w->now);
    for (int plies = 99; plies <= 100; plies++) {
        const bool want = dead || plies == 100;
        at_edge.rule50 = (uint16_t)plies;
        if (is_rule_draw(&at_edge) != want)
            return rules_differ(
                w, plies == 100 ? "a draw after 100 quiet plies" : "a draw after 99", !want, want);
    }
    return true;
}

/* Replays the move that led to state `s`, which must be a legal move or a null move out of check.
 * After a capture, a pawn move or a null move, forgets the earlier boards: they cannot recur. */
static bool follow(Way *w, const State *s) {
    const bool passes = s->move == MOVE_NULL;
    if (passes ? slow_in_check(&w->now) : !slow_is_legal(&w->now, s->move))
        return RULES_DIFFER(w, "rules: move %d of the line, %s, is not legal",
                            (int)(s - w->pos->states), passes ? "null" : slow_text(s->move).text);
    w->earlier[w->past] = w->now;
    w->earlier[w->past++].ep = (int8_t)slow_ep(&w->now);
    if (s->move == MOVE_NULL)
        slow_null(&w->now);
    else
        slow_make(&w->now, s->move);
    if (w->now.quiet == 0 || s->move == MOVE_NULL)
        w->past = 0;
    return true;
}

bool verify_rules(const Position *pos, char *report) {
    Way w;
    w.pos = pos;
    w.report = report;
    w.past = 0;
    slow_take(&w.now, pos->states, pos->castle_rook);
    if (slow_king(&w.now, true) < 0 || slow_king(&w.now, false) < 0)
        return rules_differ(&w, "a king is missing at the root", 0, 1);
    if (!check_root_rights(&w))
        return false;
    for (const State *s = pos->states; s <= pos->state; s++) {
        if ((s != pos->states && !follow(&w, s)) || !check_state(&w, s))
            return false;
    }
    w.now.ep = (int8_t)slow_ep(&w.now);
    return check_board(&w) && check_moves(&w) && check_repetitions(&w) && check_upcoming(&w) &&
           check_draws(&w);
}
