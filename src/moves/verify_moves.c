#include "moves/verify_moves.h"

#include "core/text.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <string.h>

static bool list_has(const MoveList *list, Move m) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == m)
            return true;
    return false;
}

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

/* Reports a move that one generator has and another has not. */
static bool differs(const Position *pos, const char *who, const char *how, Move m, char *report) {
    Difference d = difference_begin(report, "generating moves");
    difference_say(&d, "moves: %s %s", who, how);
    difference_move(&d, m);
    difference_say(&d, ": ");
    say_man_on(&d, pos->state, move_from(m));
    difference_say(&d, " to ");
    say_man_on(&d, pos->state, move_to(m));
    difference_say(&d, "\n");
    difference_position(&d, pos);
    return false;
}

/* Each move of `want` that takes or promotes is in `got`, and nothing else. */
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

/* The walk to a threshold; false, with the report, if it does not end. */
static bool walk_to(const Position *pos, Bitboard pinned, Cell threshold, const char *who,
                    MoveList *list, char *report) {
    CaptureWalk walk;
    captures_start(&walk, pos, pinned, threshold);
    for (Move m; list->count < MOVE_LIMIT && (m = captures_next(&walk)) != MOVE_NONE;)
        list_add(list, m);
    return list->count < MOVE_LIMIT || differs(pos, who, "do not end:", list->moves[0], report);
}

/* --- order ------------------------------------------------------------------------------------ */

/* What a move takes and by which piece, for the order of captures. */
typedef struct Taking {
    Bit victim, taker;
} Taking;

static Taking taking(const State *s, Move m) {
    return (Taking){man_bit(s->man_on[move_to(m)]), man_bit(s->man_on[move_from(m)])};
}

/* Why a capture may not come behind another one, NULL if it may: victims fall in value, and the takers
 * of each rise. Takers out of order come last. Victims of a set are met anywhere. */
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

/* The enemy pieces in cells for under-promotions, which stand last before DUMMY. */
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

/* The walk that plays goes from victim to victim as the C reference does, with the same capturers in
 * the same order. */
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
        Difference d = difference_begin(report, "generating moves");
        difference_say(&d,
                       "moves: %s: the walk that plays has victim %d on %s, %d capturers; the C "
                       "reference %d on %s, %d, or others\n",
                       who, got.victim, square_name(got.target), got.count, want.victim,
                       square_name(want.target), want.count);
        difference_position(&d, pos);
        return false;
    }
    return true;
}

/* The named thresholds, each one class of victims wider than the one before. */
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

/* The first row of WIDTHS that lets the piece on a square pass, by the board alone. */
static int width_for(const State *s, Square sq) {
    static const uint8_t BY_TYPE[TYPE_COUNT] = {
        [QUEEN] = 1, [ROOK] = 2, [BISHOP] = 3, [KNIGHT] = 3};
    const PieceType type = type_on(s, sq);
    if (type != PAWN)
        return BY_TYPE[type];
    return relative_rank(bit_color(man_bit(s->man_on[sq])), sq) == RANK_7 ? 4 : 5;
}

/* Each threshold lets just the captures of its classes pass. An under-promoted piece stands in a
 * cell that says little of its value: with one among the enemy's, nothing is compared. */
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

static bool differs_in_count(const Position *pos, const char *what, int got, int want,
                             char *report) {
    Difference d = difference_begin(report, "counting moves");
    difference_say(&d, "moves: %s counts %d, the list has %d\n", what, got, want);
    difference_position(&d, pos);
    return false;
}

bool verify_moves(const Position *pos, char *report) {
    MoveList legal = {.count = 0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if (!move_is_legal(pos, legal.moves[i]))
            return differs(pos, "move_is_legal", "refuses", legal.moves[i], report);
    if (legal_count(pos) != legal.count)
        return differs_in_count(pos, "legal_count", legal_count(pos), legal.count, report);
    return in_check(pos->state) || verify_captures(pos, &legal, report);
}

bool verify_table_move(const Position *pos, Move m, bool *legal, char *report) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    *legal = move_is_legal(pos, m);
    return *legal == list_has(&list, m) ||
           differs(pos, "move_is_legal", *legal ? "allows" : "refuses", m, report);
}
