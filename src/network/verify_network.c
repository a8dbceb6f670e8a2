#include "network/verify_network.h"

#include "core/text.h"

/* The sums of a perspective from nothing, and by how much those kept are wrong, modulo 2^16. */
typedef struct Fault {
    const Network *net;
    Perspective view;
    uint16_t want[NETWORK_HIDDEN], by[NETWORK_HIDDEN];
    int neurons; /* that are wrong */
} Fault;

static bool find_fault(Fault *f, const Accumulators *a, const Position *pos, Color c) {
    const uint16_t *kept = accumulators_kept(a, pos, c);
    f->net = a->net;
    f->view = perspective_of(pos->state, c);
    f->neurons = 0;
    network_accumulator(a->net, pos->state, c, f->want);
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        f->by[h] = (uint16_t)(kept[h] - f->want[h]);
        f->neurons += f->by[h] != 0;
    }
    return f->neurons > 0;
}

/* --- the row that explains it ------------------------------------------------------------------ */

/* 1 if the sums have a row of piece-squares or pairs too much, -1 if they lack it, else 0. */
static int explains(const Fault *f, const int16_t *piece_row, const int8_t *pair_row) {
    bool extra = true, missing = true;
    for (int h = 0; h < NETWORK_HIDDEN && (extra || missing); h++) {
        const int weight = piece_row ? piece_row[h] : pair_row[h];
        extra &= f->by[h] == (uint16_t)weight;
        missing &= f->by[h] == (uint16_t)-weight;
    }
    return extra ? 1 : missing ? -1 : 0;
}

static void say_piece(Difference *d, int piece, Square sq) {
    difference_say(d, "%s %s on %s", color_name(piece % COLOR_COUNT),
                   type_name(piece / COLOR_COUNT), square_name(sq));
}

static const char *surplus(int sign) {
    return sign > 0 ? "  extra: " : "  missing: ";
}

static bool say_if_piece(Difference *d, const Fault *f, PlacedPiece p) {
    const int sign = explains(f, f->net->pieces + piece_input(p, f->view) * NETWORK_HIDDEN, NULL);
    if (!sign)
        return false;
    difference_say(d, "%s", surplus(sign));
    say_piece(d, p.piece, p.square);
    difference_say(d, "\n");
    return true;
}

static bool say_if_pair(Difference *d, const Fault *f, ThreatPair p) {
    const int sign = explains(f, NULL, f->net->pairs + pair_input(p, f->view) * NETWORK_HIDDEN);
    if (!sign)
        return false;
    difference_say(d, "%s", surplus(sign));
    say_piece(d, p.attacker, p.from);
    difference_say(d, " -> ");
    say_piece(d, p.target, p.to);
    difference_say(d, ", or another pair of these pieces with this target\n");
    return true;
}

/* What a state has. */
static bool say_one_of(Difference *d, const Fault *f, const State *s) {
    StateDifference all;
    state_difference_c(&empty_state, s, &all);
    for (int i = 0; i < all.added.placed_count; i++)
        if (say_if_piece(d, f, all.added.placed[i]))
            return true;
    for (int i = 0; i < all.added.pair_count; i++)
        if (say_if_pair(d, f, all.added.pairs[i]))
            return true;
    return false;
}

/* All pairs of an attacker on a square. */
static bool say_any_pair(Difference *d, const Fault *f, int attacker, Square from) {
    const PieceType type = attacker / COLOR_COUNT;
    if (type == KING || (type == PAWN && (rank_of(from) == RANK_1 || rank_of(from) == RANK_8)))
        return false;
    for (Bitboard left = piece_attacks(attacker % COLOR_COUNT, type, from, 0); left;) {
        const Square to = pop_bit(&left);
        for (int target = 0; target < TARGET_KINDS; target++)
            if (say_if_pair(
                    d, f,
                    (ThreatPair){(uint8_t)attacker, (uint8_t)from, (uint8_t)target, (uint8_t)to}))
                return true;
    }
    return false;
}

/* Any piece or pair there can be: what the cache has left behind may come from another game. */
static bool say_any(Difference *d, const Fault *f) {
    for (int piece = 0; piece < PIECE_KINDS; piece++)
        for (Square sq = 0; sq < SQUARE_COUNT; sq++)
            if (say_if_piece(d, f, (PlacedPiece){(uint8_t)piece, (uint8_t)sq}) ||
                say_any_pair(d, f, piece, sq))
                return true;
    return false;
}

/* What is on the board or was there is more likely than what could be, so it is named first. */
static void say_culprit(Difference *d, const Fault *f, const Position *pos) {
    for (const State *s = pos->state; s >= pos->states; s--)
        if (say_one_of(d, f, s))
            return;
    if (!say_any(d, f))
        difference_say(d, "  no single piece or pair explains it: several are wrong\n");
}

/* --- comparing ------------------------------------------------------------------------------- */

bool verify_network(const Accumulators *a, const Position *pos, char *report) {
    const State *s = pos->state;
    if (!accumulators_kept(a, pos, WHITE))
        return true;
    Fault fault[COLOR_COUNT];
    const bool white = find_fault(&fault[WHITE], a, pos, WHITE);
    const bool black = find_fault(&fault[BLACK], a, pos, BLACK);
    const int score = accumulators_score(a, pos);
    const int want = network_judge(a->net, s, fault[s->side].want, fault[opponent(s->side)].want);
    if (!white && !black && score == want)
        return true;
    Difference d = difference_begin(report, "evaluating");
    difference_say(&d, "network: %d for %s to move, want %d\n", score, color_name(s->side), want);
    for (Color c = WHITE; c <= BLACK; c++) {
        difference_say(&d, "  %s's perspective: %d of %d sums are wrong\n", color_name(c),
                       fault[c].neurons, NETWORK_HIDDEN);
        if (fault[c].neurons)
            say_culprit(&d, &fault[c], pos);
    }
    difference_position(&d, pos);
    return false;
}
