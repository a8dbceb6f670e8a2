#include "board/make.h"
#include "eval/pawns.h"
#include "moves/generate.h"
#include "search/search_internal.h"

#include <math.h>

/* A knob: a property of the player that the skill sets. The property is `weakest` at skill 0 and
 * `strongest` at SKILL_FULL. Between these skills the property is an exponential function of the
 * skill. */
typedef struct Knob {
    double weakest, strongest;
} Knob;

static const Knob NODES = {10, 200000}, MISJUDGEMENT = {260, 3}, BLINDNESS = {520, 4};

static double turn(const Knob *knob, double skill) {
    return knob->weakest * pow(knob->strongest / knob->weakest, skill / SKILL_FULL);
}

/* --- ratings ------------------------------------------------------------------------------- */

int handicap_skill_of_elo(int elo) {
    int i = 1;
    while (i < RATING_COUNT - 1 && elo > RATINGS[i].elo)
        i++;
    const Rating *a = &RATINGS[i - 1], *b = &RATINGS[i];
    const int skill = a->level * SKILL_UNIT +
                      (elo - a->elo) * (b->level - a->level) * SKILL_UNIT / (b->elo - a->elo);
    return skill < 0 ? 0 : skill < SKILL_FULL ? skill : SKILL_FULL - 1;
}

/* --- reproducible chance --------------------------------------------------------------------- */

/* Hashes x: every bit of the result depends on every bit of x (the finalizer of MurmurHash3, A. Appleby). */
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDu;
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53u;
    return x ^ x >> 33;
}

/* Turns a uniform x into a number of a nearly normal distribution, with mean 0 and standard deviation 256:
 * the sum of four uniform numbers from 0 to 443, minus the mean of the sum. */
static int bell(uint64_t x) {
    int sum = 0;
    for (int i = 0; i < 64; i += 16)
        sum += (int)((x >> i & 0xFFFF) * 444 >> 16);
    return sum - 2 * 443;
}

/* --- what the search asks -------------------------------------------------------------------- */

int handicap_misjudged(const Handicap *h, const State *s, int eval) {
    enum { EVAL_MAX = 10000 };
    const int view = bell(mix(mix(s->part_key[PART_PAWNS] ^ h->game) ^ s->material));
    const int detail = bell(mix(s->key ^ h->game));
    /* `view` and `detail` each have half of the variance: 181 / 256 is sqrt(1/2). `view` is the
     * error from White's point of view. */
    const int both = (s->side == WHITE ? view : -view) + detail;
    const int seen = eval + both * 181 / 256 * h->misjudgement / 256;
    return clamp_int(seen, -EVAL_MAX, EVAL_MAX);
}

/* Returns how easily the player overlooks a move: 4 for a short quiet move forward, 2 for a short
 * capture or promotion forward, 1 more for a long move and 1 more for a retreat. Returns 0 for a
 * move that the player never overlooks. */
static int obscurity(const State *s, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const bool latest_taken =
        move_kind(m) == MOVE_EN_PASSANT || (s->move != MOVE_NONE && to == move_to(s->move));
    if (latest_taken || in_check(s))
        return 0;
    int quarters = is_noisy(s, m) ? 2 : 4;
    if (type_on(s, from) != PAWN && relative_rank(s->side, to) < relative_rank(s->side, from))
        quarters++;
    if (distance(from, to) >= 4)
        quarters++;
    return quarters;
}

bool handicap_is_blind(const Handicap *h, const State *s, Move m) {
    enum { BLIND_MAX = 800 }; /* of 1024 */
    const int chance = h->blindness * obscurity(s, m) / 4;
    const uint64_t what = (uint64_t)m | (uint64_t)s->man_on[move_from(m)] << 16;
    return (int)(mix(what ^ h->glance) & 1023) < (chance < BLIND_MAX ? chance : BLIND_MAX);
}

/* --- the root ------------------------------------------------------------------------------ */

/* Restricts the search to the root moves that the player sees. If the player sees no move, keeps
 * all root moves. */
static void narrow_root(const Handicap *h, Position *pos, SearchLimits *limits) {
    MoveList wanted = {.count = 0}, seen = {.count = 0};
    if (limits->searchmoves_count == 0)
        legal_moves(pos, &wanted);
    for (int i = 0; i < limits->searchmoves_count; i++)
        list_add(&wanted, limits->searchmoves[i]);
    for (int i = 0; i < wanted.count; i++)
        if (!handicap_overlooks(h, pos->state, wanted.moves[i]) ||
            gives_check(pos, wanted.moves[i]))
            list_add(&seen, wanted.moves[i]);
    if (seen.count == 0)
        return;
    limits->searchmoves_count = seen.count;
    for (int i = 0; i < seen.count; i++)
        limits->searchmoves[i] = seen.moves[i];
}

void handicap_begin(Handicap *h, int skill, uint64_t game, Position *pos, SearchLimits *limits) {
    enum { PIECES_MAX = 32 };
    assert(skill >= 0 && skill < SKILL_FULL);
    const State *s = pos->state;
    const int pieces = popcount(occupied(s));
    const double clutter = (2.0 + pieces) / (2 + PIECES_MAX);
    const double nodes = turn(&NODES, skill) * PIECES_MAX / pieces;
    h->misjudgement = (int)lround(turn(&MISJUDGEMENT, skill) * clutter);
    h->blindness = (int)lround(turn(&BLINDNESS, skill) * clutter);
    h->game = mix(game);
    h->glance = mix(s->key ^ h->game);
    if (limits->nodes < 0 || (double)limits->nodes > nodes)
        limits->nodes = (int64_t)nodes;
    narrow_root(h, pos, limits);
}
