/* Compares evaluations with evaluations computed from scratch, and with known scores. */
#include "selfcheck/verify.h"

#include "board/fen.h"
#include "core/bits.h"
#include "core/text.h"
#include "eval/evaluate.h"
#include "eval/weights.h"

#include <inttypes.h>
#include <string.h>

/* --- verify evaluation ----------------------------------------------------------------------- */

/* The pieces on a board. An evaluation depends on the pieces and on the side to move. */
typedef struct Men {
    uint8_t type[SQUARE_COUNT]; /* TYPE_NONE on an empty square */
    uint8_t color[SQUARE_COUNT];
} Men;

static void read_men(const State *s, Men *men) {
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        men->type[sq] = (uint8_t)(man == MAN_NONE ? TYPE_NONE : man_type(man));
        men->color[sq] = (uint8_t)bit_color(man_bit(man));
    }
}

/* Traces the evaluation of a board, or of the board with colours exchanged. */
static void trace_men(const Men *men, Color side, bool exchanged, Position *room, Trace *t) {
    position_clear(room);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (men->type[sq] != TYPE_NONE)
            position_put(room, exchanged ? sq ^ 56 : sq, men->color[sq] ^ exchanged, men->type[sq]);
    room->state->side = (uint8_t)(side ^ exchanged);
    position_finish(room);
    evaluate_trace(room, t);
}

static bool is_asymmetric(const Men *men, Color side, Position *room) {
    Trace one, other;
    trace_men(men, side, false, room, &one);
    trace_men(men, side, true, room, &other);
    return one.score != other.score;
}

/* Removes pieces while the scores still differ, and names the pieces that remain. */
static void say_culprits(Difference *d, const State *s, Position *room) {
    Men men;
    read_men(s, &men);
    if (!is_asymmetric(&men, s->side, room)) {
        difference_say(d, "  set up again, the scores agree: the state is damaged\n");
        return;
    }
    for (bool fewer = true; fewer;) {
        fewer = false;
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            const uint8_t type = men.type[sq];
            if (type == TYPE_NONE || type == KING)
                continue;
            men.type[sq] = TYPE_NONE;
            if (is_asymmetric(&men, s->side, room))
                fewer = true;
            else
                men.type[sq] = type;
        }
    }
    difference_say(d, "  the fewest pieces that show it:");
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (men.type[sq] != TYPE_NONE)
            difference_say(d, " %s %s on %s,", color_name(men.color[sq]), type_name(men.type[sq]),
                           square_name(sq));
    difference_say(d, " %s to move\n", color_name(s->side));
}

/* Lists the terms whose counts differ after exchanging the colours. */
static void say_terms(Difference *d, const Trace *one, const Trace *other) {
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        if (g->kind == KIND_COMPLEXITY)
            continue;
        for (int w = g->first; w < g->first + g->count; w++)
            for (Color c = WHITE; c <= BLACK; c++)
                if (one->count[w][c] != other->count[w][opponent(c)])
                    difference_say(d, "  %s[%d]: counted %d times for %s, %d times exchanged\n",
                                   g->name, w - g->first, one->count[w][c], color_name(c),
                                   other->count[w][opponent(c)]);
    }
}

bool verify_evaluation(const Position *pos, Position *room, char *report) {
    Men men;
    Trace fresh, exchanged;
    const State *s = pos->state;
    const int score = evaluate(pos);
    evaluate_trace(pos, &fresh);
    read_men(s, &men);
    trace_men(&men, s->side, true, room, &exchanged);
    if (score == fresh.score && score == exchanged.score)
        return true;
    Difference d = difference_begin(report, "evaluating");
    difference_say(&d,
                   "evaluation: %d for %s to move, %d without tables, %d with colours exchanged\n",
                   score, color_name(s->side), fresh.score, exchanged.score);
    if (fresh.score != exchanged.score) {
        say_terms(&d, &fresh, &exchanged);
        say_culprits(&d, s, room);
    }
    return difference_position(&d, pos);
}

/* --- verify network -------------------------------------------------------------------------- */

/* One perspective: its sums from scratch (`want`), and the updated sums minus these (`by`), modulo
 * 2^16. */
typedef struct Fault {
    const Network *net;
    Perspective view;
    uint16_t want[NETWORK_HIDDEN], by[NETWORK_HIDDEN];
    int neurons; /* the number of wrong sums */
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

/* --- the row that explains an error ----------------------------------------------------------- */

/* Compares the error of the sums with a row of weights: `piece_row`, or `pair_row` if `piece_row`
 * is NULL. Returns 1 if the sums contain this row once too often, -1 if only this row is missing,
 * else 0. */
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

/* Tries the pieces and threat pairs of a state. If the row of one of them, added once too often or
 * left out, is the whole error of the sums, names it in the report and returns true. */
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

/* Tries all threat pairs that an attacker on a square can form. If the row of a pair, added once
 * too often or left out, is the whole error of the sums, names the pair in the report and returns
 * true. */
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

/* Tries every piece on every square, and every threat pair, like say_one_of. The wrong row may
 * belong to a position of another game, if the cache of sums has kept it. */
static bool say_any(Difference *d, const Fault *f) {
    for (int piece = 0; piece < PIECE_KINDS; piece++)
        for (Square sq = 0; sq < SQUARE_COUNT; sq++)
            if (say_if_piece(d, f, (PlacedPiece){(uint8_t)piece, (uint8_t)sq}) ||
                say_any_pair(d, f, piece, sq))
                return true;
    return false;
}

/* Names in the report the piece or threat pair whose row is the whole error of the sums. Tries
 * first the states from the current state back to the root, where the row most likely comes
 * from. */
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
    for (Color c = WHITE; c <= BLACK; c++)
        if (a->tags[s - pos->states].view[c] != perspective_of(s, c).number)
            return difference_report(report, pos, "evaluating",
                                     "network: the tag of %s's sums names perspective %d, want %d",
                                     color_name(c), a->tags[s - pos->states].view[c],
                                     perspective_of(s, c).number);
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
    return difference_position(&d, pos);
}

/* --- networks of known weights ---------------------------------------------------------------- */

void network_seal(void *bytes, int hidden) {
    const size_t size = network_size(hidden);
    NetworkHeader header = {.magic = NETWORK_MAGIC,
                            .pairs = FILE_PAIRS,
                            .kings = FILE_KINGS,
                            .hidden = (uint32_t)hidden,
                            .scale = 400,
                            .size = size};
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
}

/* The place in a network's file that `fill` has reached, and the number of the next row. */
typedef struct Filling {
    uint8_t *at;
    uint64_t seed, row;
} Filling;

/* Fills `rows` rows of `hidden` numbers. A number has `size` bytes and lies between -width and
 * width. Number k of a row depends only on the seed, the row and k. The numbers from k = `weighed`
 * on are 0. */
static void fill(Filling *f, int rows, int hidden, int weighed, size_t size, int width) {
    enum { APART = 1 << 16 };
    for (const uint64_t end = f->row + (uint64_t)rows; f->row < end; f->row++) {
        uint64_t random = f->seed + f->row * APART * GOLDEN;
        for (int i = 0; i < hidden; i++, f->at += size) {
            const uint64_t any = random_next(&random) >> 32;
            const int32_t n = (int32_t)(any * (uint64_t)(2 * width + 1) >> 32) - width;
            memcpy(f->at, i < weighed ? &n : &(int32_t){0}, size); /* little-endian */
        }
    }
}

void network_fill(void *bytes, int hidden, int weighed, uint64_t seed) {
    Filling f = {(uint8_t *)bytes + sizeof(NetworkHeader), seed, 0};
    fill(&f, 1, hidden, hidden, sizeof(int16_t), 200);
    fill(&f, PIECE_INPUTS, hidden, hidden, sizeof(int16_t), 100);
    fill(&f, PAIR_INPUTS, hidden, hidden, sizeof(int8_t), 127);
    fill(&f, OUTPUT_BUCKETS * 2, hidden, weighed, sizeof(int16_t), 127);
    fill(&f, 1, OUTPUT_BUCKETS, OUTPUT_BUCKETS, sizeof(int32_t), 10000);
    network_seal(bytes, hidden);
}

/* --- known scores ----------------------------------------------------------------------------- */

/* Positions with known scores. Each output bucket has a position with its least and one with its
 * greatest number of pieces. Kings of both colours stand on squares of each set of piece-squares,
 * next to squares of other sets. */
static const struct {
    const char *fen;
    int32_t total; /* the total of the output layer, without the layer's bias */
    int32_t score; /* the score for the side to move */
} KNOWN[] = {{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7971612, 380},
             {"2r3k1/1q1nbppp/p2p4/1p1Pp3/4P1b1/1P3NP1/P1Q2PBP/2R1B1K1 b - - 3 24", -3201383, -152},
             {"8/5pk1/1p4p1/3R3p/4P2P/1r4P1/P4K2/8 b - - 0 41", -427250, -20},
             {"2k5/8/8/8/8/8/8/1K6 w - - 0 1", -108981, -5},
             {"8/3k4/r5P1/6B1/8/8/8/2K5 b - - 0 1", 809786, 38},
             {"8/8/k7/2P1p2p/8/8/P2K4/8 w - - 0 1", -234223, -11},
             {"6k1/n4b2/5q2/8/5p2/K2N2R1/2r5/8 b - - 0 1", 933408, 44},
             {"5k2/8/3P4/8/Q1p5/4p3/P4PR1/6Kn w - - 0 1", 14778, 0},
             {"8/4k2p/1P6/qN3p2/P2P2B1/1b6/5P2/3N1K2 b - - 0 1", 2837775, 135},
             {"8/2p2P2/pP5k/1P1P4/1P5P/1P6/Pp2K2p/8 w - - 0 1", -1650365, -78},
             {"k7/3p2p1/1p6/1PPp4/5P2/P2p3K/PpPp1PP1/8 b - - 0 1", 323708, 15},
             {"3k4/1p6/6p1/1pP1PP1P/1PpP4/2p5/1pppP2P/K7 w - - 0 1", -2543345, -121},
             {"1n6/kp1Bp3/P2P2pP/1Ppp4/1Ppp2PN/p5P1/3P4/3K4 b - - 0 1", 106032, 5},
             {"7B/1P2ppN1/P6r/pP1P2Pp/P3Pppp/8/KPp5/3kB3 w - - 0 1", 1478577, 70},
             {"1B1K3k/2p1prp1/PP4P1/1N4P1/1pb3Pp/P2Pp2P/pqp1NR2/8 b - - 0 1", -820008, -38},
             {"4k1Bb/4p1Pp/Pp1Pp2p/pP2pP2/1QPp4/P4r1n/3qP3/r5NK w - - 0 1", -1543551, -73},
             {"3B4/p1pnpn1k/3PPp1P/pB1p2r1/1PPPb3/4PR1p/1Q2PR1p/1b2K2N b - - 0 1", -5092495, -242},
             {"B3bQ1R/1P1p1n2/1P2P3/pB3pP1/1rPR1p2/1PpP1n1p/1pPNp1bK/4k2q w - - 0 1", 1598574, 76},
             {"1kR1K3/N2p2PP/b1pPppP1/P1p1Ppr1/p1PB4/R1r5/2BNPb1p/Q4nnq b - - 0 1", -1682404, -79}};
enum { KNOWN_COUNT = sizeof KNOWN / sizeof *KNOWN };

/* Compares the outputs and scores of a network with KNOWN. In this network only the first
 * NETWORK_HIDDEN_STEP neurons have output weights, so the known scores hold for all widths. */
static bool scores_are_known(const Network *net, Position *room, char *report) {
    for (int i = 0; i < KNOWN_COUNT; i++) {
        uint16_t own[NETWORK_HIDDEN], other[NETWORK_HIDDEN];
        if (!fen_parse(room, KNOWN[i].fen, NULL, 0))
            continue;
        const State *s = room->state;
        network_accumulator(net, s, s->side, own);
        network_accumulator(net, s, opponent(s->side), other);
        const int32_t total = (int32_t)output_both_c(
            own, other, net->output + 2 * output_bucket(popcount(occupied(s))) * NETWORK_HIDDEN);
        const int score = network_evaluate(net, s);
        if (total != KNOWN[i].total || score != KNOWN[i].score)
            return difference_report(report, room, "evaluating with known weights",
                                     "network: output %d, score %d; want %d, %d", total, score,
                                     KNOWN[i].total, KNOWN[i].score);
    }
    return true;
}

/* Evaluates a position by a network, by another network, and by the first again. Each score must be
 * the new network's, although the sums of the old network are still in memory. True also if memory
 * is short. */
static bool changes_are_followed(const Network *net, const Position *pos, char *report) {
    Network other = *net;
    other.bias = net->pieces; /* any row */
    const Network *const nets[] = {net, &other, net};
    Accumulators *a = aligned_new(sizeof *a);
    bool well = true;
    if (a)
        memset(a, 0, sizeof *a);
    for (int i = 0; a && well && i < 3; i++) {
        accumulators_begin(a, nets[i]);
        const int score = accumulators_evaluate(a, pos),
                  want = network_evaluate(nets[i], pos->state);
        well = score == want ||
               difference_report(report, pos, "a change of networks",
                                 "network: %d by updated sums, %d by the new network", score, want);
    }
    aligned_free(a);
    return well;
}

bool verify_known_scores(Position *room, char *report) {
    const size_t size = network_size(NETWORK_HIDDEN);
    Network net;
    uint8_t *bytes = aligned_new(size);
    if (!bytes)
        return true;
    network_fill(bytes, NETWORK_HIDDEN, NETWORK_HIDDEN_STEP, 1);
    const bool well = !network_find(&net, bytes, size) && scores_are_known(&net, room, report) &&
                      changes_are_followed(&net, room, report);
    aligned_free(bytes);
    return well;
}
