/* Checks the choices of a search on a plain board: the values of exchanges, tests of moves such as
 * may_capture, the moves that the picker gives, and draws. */
#include "selfcheck/verify.h"

#include "core/bits.h"
#include "core/text.h"
#include "moves/captures.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <ctype.h>
#include <string.h>

#define CHOICE_DIFFERS(...) difference_report(report, pos, "choosing moves", __VA_ARGS__)

static bool is_white(char man) {
    return man <= 'Z';
}

/* The letter of the piece that a move takes, or '.' for no piece. */
static char victim_of(const SlowBoard *b, Move m) {
    if (move_kind(m) == MOVE_EN_PASSANT)
        return b->white ? 'p' : 'P';
    return move_kind(m) == MOVE_CASTLING ? '.' : b->man[move_to(m)];
}

static bool is_loud(const SlowBoard *b, Move m) {
    return victim_of(b, m) != '.' || move_kind(m) == MOVE_PROMOTION;
}

/* --- exchanges played out ------------------------------------------------------------------- */

static int worth(char man) {
    switch (tolower(man)) {
    case 'p':
        return 100;
    case 'n':
    case 'b':
        return 300;
    case 'r':
        return 500;
    case 'q':
        return 900;
    default:
        return 0;
    }
}

/* A board for captures on one square, and the data of the position before the first capture. */
typedef struct Exchange {
    SlowBoard board;
    int target;
    int king[COLOR_COUNT];
    /* for each piece, its turn to take among the pieces of its colour; pieces out of order are
     * last */
    uint8_t order[64];
    int16_t pinner[64]; /* the square of the slider that pins a piece, or -1 */
} Exchange;

static void exchange_set(Exchange *x, const Position *pos) {
    const State *s = pos->state;
    SlowBoard *b = &x->board;
    slow_take(b, s, pos->castle_rook);
    x->king[WHITE] = slow_king(b, true);
    x->king[BLACK] = slow_king(b, false);
    memset(x->pinner, -1, sizeof x->pinner);
    for (int sq = 0; sq < 64; sq++) {
        if (b->man[sq] == '.')
            continue;
        const Bit bit = man_bit(s->man_on[sq]);
        const int late = s->out_of_order >> bit & 1;
        const bool white = is_white(b->man[sq]);
        /* the only piece between this piece, if a slider, and the enemy king; or -1 */
        const int shield = slow_shield(b, sq, x->king[white]);
        x->order[sq] = (uint8_t)(bit % BITS_PER_COLOR + BITS_PER_COLOR * late);
        if (shield >= 0 && is_white(b->man[shield]) != white)
            x->pinner[shield] = (int16_t)sq;
    }
}

/* True if a piece may leave its square for the target. A piece pinned to another line may leave
 * only if its pinner has left the board. */
static bool may_leave(const Exchange *x, int sq) {
    const int pinner = x->pinner[sq];
    if (pinner < 0 || pinner == x->target)
        return true;
    SlowBoard without = x->board;
    const bool white = is_white(without.man[sq]);
    without.man[sq] = '.';
    return !slow_reaches(&without, pinner, x->king[!white]);
}

/* The next piece of a colour to take on the target, or -1 if no piece can take. A king does not
 * take a guarded piece. */
static int next_taker(const Exchange *x, bool white) {
    const SlowBoard *b = &x->board;
    int best = -1;
    for (int sq = 0; sq < 64; sq++)
        if (b->man[sq] != '.' && is_white(b->man[sq]) == white &&
            (best < 0 || x->order[sq] < x->order[best]) && slow_reaches(b, sq, x->target) &&
            may_leave(x, sq) &&
            !(tolower(b->man[sq]) == 'k' && slow_attacked(b, x->target, !white)))
            best = sq;
    return best;
}

/* Returns the gain in centipawns of a colour that may take on the target, or stop with a gain of 0.
 * If the colour takes, the opponent then has the same choice. Changes the board. */
static int gain_of(Exchange *x, bool white) {
    SlowBoard *b = &x->board;
    const int from = next_taker(x, white);
    if (from < 0)
        return 0;
    const char taker = b->man[from];
    const bool promotes = tolower(taker) == 'p' && (x->target < 8 || x->target >= 56);
    const char becomes = promotes ? (white ? 'Q' : 'q') : taker;
    const int first = worth(b->man[x->target]) + worth(becomes) - worth(taker);
    b->man[from] = '.';
    b->man[x->target] = becomes;
    const int gain = first - gain_of(x, !white);
    return gain > 0 ? gain : 0;
}

/* Plays out the exchange that a legal move begins. Returns the gain of the side that moves, in
 * centipawns. */
static int play_out(const Exchange *at, Move m) {
    if (move_kind(m) == MOVE_CASTLING)
        return 0;
    Exchange x = *at;
    const int first = worth(victim_of(&x.board, m)) - worth(x.board.man[move_from(m)]);
    x.target = move_to(m);
    slow_make(&x.board, m);
    return first + worth(x.board.man[x.target]) - gain_of(&x, x.board.white);
}

static bool exchange_agrees(const Exchange *x, const Position *pos, Move m, char *report) {
    const int want = play_out(x, m), got = exchange_value(pos, m);
    uint64_t random = pos->state->key ^ m;
    const int least[] = {want, want + 1, (int)(random_next(&random) >> 32) % 1000};
    ExchangeLine line = {.value = want};
    if (move_kind(m) != MOVE_CASTLING)
        exchange_line(pos, m, &line);
    if (got != want || line.value != want)
        return CHOICE_DIFFERS("exchange: %s wins %d, as a line %d, played out %d",
                              slow_text(m).text, got, line.value, want);
    for (int i = 0; i < 3; i++)
        if (exchange_at_least(pos, m, least[i]) != (want >= least[i]))
            return CHOICE_DIFFERS("exchange: %s wins at least %d: %s, played out %d",
                                  slow_text(m).text, least[i], want >= least[i] ? "no" : "yes",
                                  want);
    return true;
}

bool verify_exchanges(const Position *pos, int stride, char *report) {
    MoveList legal = {.count = 0};
    Exchange x;
    exchange_set(&x, pos);
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if ((is_loud(&x.board, legal.moves[i]) || (i + pos->state->key) % (unsigned)stride == 0) &&
            !exchange_agrees(&x, pos, legal.moves[i], report))
            return false;
    return true;
}

/* --- move tests without a list ---------------------------------------------------------------- */

/* The classes of victims, most valuable first: the letters of a class ('7' is a pawn one step from
 * promotion), the threshold of a walk down to this class, and the largest gain from such a victim
 * in centipawns (GAIN_* of the search). */
static const struct {
    const char *men;
    Cell threshold;
    int gain;
} CLASSES[] = {{"q", THRESHOLD_QUEENS, 1000},
               {"r", THRESHOLD_ROOKS, 520},
               {"bn", THRESHOLD_PIECES, 340},
               {"7", THRESHOLD_PREPROMOTED, 250},
               {"p", THRESHOLD_ALL, 110}};
enum { CLASS_COUNT = sizeof CLASSES / sizeof *CLASSES };

/* The class of a piece; pawns one step from promotion are a class of their own. A king has the
 * class CLASS_COUNT. */
static int class_on(const SlowBoard *b, int sq) {
    char man = (char)tolower(b->man[sq]);
    if (man == 'p' && sq / 8 == (b->man[sq] == 'P' ? 6 : 1))
        man = '7';
    int i = 0;
    while (i < CLASS_COUNT && (man == '.' || !strchr(CLASSES[i].men, man)))
        i++;
    return i;
}

/* Returns the class of the most valuable enemy piece that the side to move attacks, or CLASS_COUNT
 * if none is attacked. A possible e.p. capture counts as an attack on a pawn. */
static int best_attacked(const SlowBoard *b) {
    int best = CLASS_COUNT;
    for (int sq = 0; sq < 64; sq++)
        if (b->man[sq] != '.' && is_white(b->man[sq]) != b->white && class_on(b, sq) < best &&
            slow_attacked(b, sq, b->white))
            best = class_on(b, sq);
    return b->ep >= 0 && best > CLASS_COUNT - 1 ? CLASS_COUNT - 1 : best;
}

static bool attacks_agree(const SlowBoard *b, const Position *pos, char *report) {
    const int best = best_attacked(b);
    for (int i = -1; i < CLASS_COUNT; i++) {
        const Cell threshold = i < 0 ? THRESHOLD_NOTHING : CLASSES[i].threshold;
        if (may_capture(pos->state, threshold) != (best <= i))
            return CHOICE_DIFFERS("may_capture: %s for victims down to %s",
                                  best <= i ? "no" : "yes", i < 0 ? "nothing" : CLASSES[i].men);
    }
    return true;
}

/* Compares a list of moves, `got`, with the legal moves that it should have, `want`. */
static bool list_agrees(const Position *pos, const char *who, const MoveList *got,
                        const MoveList *want, char *report) {
    for (int i = 0; i < want->count; i++)
        if (!list_has(got, want->moves[i]))
            return CHOICE_DIFFERS("%s: %s is missing", who, slow_text(want->moves[i]).text);
    for (int i = 0; i < got->count; i++)
        if (!list_has(want, got->moves[i]))
            return CHOICE_DIFFERS("%s: %s does not belong there", who,
                                  slow_text(got->moves[i]).text);
    return got->count == want->count || CHOICE_DIFFERS("%s: %d moves, some of them twice, want %d",
                                                       who, got->count, want->count);
}

static bool lists_agree(const SlowBoard *b, const Position *pos, const MoveList *legal,
                        char *report) {
    const Bitboard pinned = pinned_men(pos->state, pos->state->side);
    MoveList quiet = {.count = 0}, queens = {.count = 0}, got = {.count = 0};
    for (int i = 0; i < legal->count; i++) {
        const Move m = legal->moves[i];
        if (!is_loud(b, m))
            list_add(&quiet, m);
        else if (victim_of(b, m) == '.' && move_promotion(m) == QUEEN)
            list_add(&queens, m);
    }
    quiet_moves(pos, pinned, &got);
    if (!list_agrees(pos, "quiet_moves", &got, &quiet, report))
        return false;
    got.count = 0;
    push_promotions(pos, pinned, true, &got);
    if (!list_agrees(pos, "promotions to a queen", &got, &queens, report))
        return false;
    const int loud = legal->count - quiet.count;
    return captures_count(pos) == loud ||
           CHOICE_DIFFERS("captures_count: %d, the list has %d", captures_count(pos), loud);
}

static bool checks_agree(const SlowBoard *b, const Position *pos, const MoveList *legal,
                         char *report) {
    for (int i = 0; i < legal->count; i++) {
        const Move m = legal->moves[i];
        if (move_kind(m) != MOVE_NORMAL)
            continue;
        SlowBoard after = *b;
        slow_make(&after, m);
        const bool want = slow_reaches(&after, move_to(m), slow_king(b, !b->white));
        if (gives_direct_check(pos->state, m) != want)
            return CHOICE_DIFFERS("gives_direct_check: %s for %s", want ? "no" : "yes",
                                  slow_text(m).text);
    }
    return true;
}

bool verify_questions(const Position *pos, char *report) {
    MoveList legal = {.count = 0};
    SlowBoard b;
    slow_take(&b, pos->state, pos->castle_rook);
    legal_moves(pos, &legal);
    return checks_agree(&b, pos, &legal, report) &&
           (in_check(pos->state) ||
            (attacks_agree(&b, pos, report) && lists_agree(&b, pos, &legal, report)));
}

/* --- the picker ------------------------------------------------------------------------------- */

/* True if the picker must give `m`, the hash table's move, which is legal. Quiescence gives it only
 * if it captures or promotes; probcut only if it also gains node->centipawns. In check, quiescence
 * always gives it. */
static bool is_useful(const Exchange *x, const Picking *node, Move m, bool evading) {
    return node->kind <= PICK_LOUD || evading ||
           (is_loud(&x->board, m) &&
            (node->kind == PICK_QUIESCENCE || play_out(x, m) >= node->centipawns));
}

/* True if the picker must return `m`, a legal move. */
static bool is_wanted(const Exchange *x, const Picking *node, Move m, bool evading) {
    const SlowBoard *b = &x->board;
    const bool probcut = node->kind == PICK_PROBCUT;
    const int least = probcut ? node->centipawns : 0, deficit = probcut ? 0 : node->centipawns;
    if (node->kind == PICK_ALL || (m == node->table_move && is_useful(x, node, m, evading)))
        return true;
    if (node->kind == PICK_LOUD || evading)
        return node->kind != PICK_LOUD || is_loud(b, m);
    if (!is_loud(b, m) || (move_kind(m) == MOVE_PROMOTION && move_promotion(m) != QUEEN))
        return false;
    if (move_kind(m) == MOVE_EN_PASSANT)
        return CLASSES[CLASS_COUNT - 1].gain > deficit;
    return victim_of(b, m) == '.' ||
           (CLASSES[class_on(b, move_to(m))].gain > deficit && play_out(x, m) >= least);
}

/* The phase in which the picker gives a move. In check, captures and promotions come before quiet
 * moves. Otherwise captures that lose nothing come early; losing captures and promotions to lesser
 * pieces come last. */
enum {
    PHASE_NONE,
    PHASE_QUEEN,
    PHASE_LOUD,
    PHASE_EN_PASSANT,
    PHASE_KILLER,
    PHASE_QUIET,
    PHASE_LAST
};

static int phase_of(const SlowBoard *b, const Picking *node, Move m, bool evading, int last) {
    if (evading)
        return is_loud(b, m) ? PHASE_LOUD : PHASE_QUIET;
    if (!is_loud(b, m))
        return m == node->killer ? PHASE_KILLER : PHASE_QUIET;
    if (move_kind(m) == MOVE_EN_PASSANT)
        return PHASE_EN_PASSANT;
    if (move_kind(m) == MOVE_PROMOTION && move_promotion(m) != QUEEN)
        return PHASE_LAST;
    if (victim_of(b, m) == '.')
        return PHASE_QUEEN;
    return last > PHASE_LOUD ? PHASE_LAST : PHASE_LOUD;
}

/* Checks that the picker gives the moves in the order of their phases. Skips the hash table's move
 * if that move comes first. */
static bool order_agrees(const SlowBoard *b, const Position *pos, const Picking *node,
                         const MoveList *got, char *report) {
    int last = PHASE_NONE;
    for (int i = got->moves[0] == node->table_move; i < got->count; i++) {
        const int phase = phase_of(b, node, got->moves[i], in_check(pos->state), last);
        if (phase < last)
            return CHOICE_DIFFERS("picker: %s comes too late", slow_text(got->moves[i]).text);
        last = phase;
    }
    return true;
}

static bool picks_agree(Search *s, const Exchange *x, const Position *pos, const Picking *node,
                        char *report) {
    static const char *const KINDS[] = {"picker", "picker without quiet moves",
                                        "picker in quiescence", "picker of probcut"};
    MoveList legal = {.count = 0}, want = {.count = 0}, got = {.count = 0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if (is_wanted(x, node, legal.moves[i], in_check(pos->state)))
            list_add(&want, legal.moves[i]);
    search_pick(s, pos, node, &got);
    if (!list_agrees(pos, KINDS[node->kind], &got, &want, report))
        return false;
    if (list_has(&legal, node->table_move) &&
        is_useful(x, node, node->table_move, in_check(pos->state)) &&
        got.moves[0] != node->table_move)
        return CHOICE_DIFFERS("%s: the table's move %s does not come first", KINDS[node->kind],
                              slow_text(node->table_move).text);
    return order_agrees(&x->board, pos, node, &got, report);
}

/* A random hint: a legal move, or any encoding. */
static Move hint(const MoveList *legal, uint64_t *random) {
    const uint64_t n = random_next(random);
    return n >> 63 && legal->count ? legal->moves[(n & 0xFFFF) % (unsigned)legal->count]
                                   : (Move)(n >> 16);
}

/* A random limit in centipawns for the picker. In two cases of three the limit is where the
 * picker's answer changes: the largest gain from a class of victims, or 1 less. Else any number
 * from -100 to 1099. */
static int amount(uint64_t *random) {
    const uint64_t n = random_next(random) >> 32;
    const int edge = (int)(n % (3 * CLASS_COUNT));
    return edge < 2 * CLASS_COUNT ? CLASSES[edge / 2].gain - edge % 2 : (int)(n >> 8) % 1200 - 100;
}

bool verify_picks(Search *s, const Position *pos, uint64_t seed, char *report) {
    /* The cell of an under-promoted piece does not show the piece's value. So quiescence gets no
     * threshold if the enemy has such a piece. */
    const bool unnamed = pos->lists.underpromoted[opponent(pos->state->side)] != 0;
    MoveList legal = {.count = 0};
    Exchange x;
    exchange_set(&x, pos);
    legal_moves(pos, &legal);
    for (PickKind kind = PICK_ALL; kind <= PICK_PROBCUT; kind++) {
        const Picking node = {kind, hint(&legal, &seed), hint(&legal, &seed),
                              kind == PICK_QUIESCENCE && unnamed ? 0 : amount(&seed)};
        if ((kind != PICK_PROBCUT || !in_check(pos->state)) &&
            !picks_agree(s, &x, pos, &node, report))
            return false;
    }
    return true;
}

/* --- the ends of games ------------------------------------------------------------------------ */

bool verify_ends(const Position *pos, Position *room, char *report) {
    enum { PLY = 7 };
    SlowBoard b;
    const int ply = (int)(pos->state - pos->states);
    if (is_repetition(pos, ply) && /* verify_rules checks is_repetition */
        search_score_by_rules(pos, ply) != SCORE_DRAW)
        return CHOICE_DIFFERS("rules: the search does not score a repetition at ply %d as a draw",
                              ply);
    position_copy(room, pos);
    slow_take(&b, pos->state, pos->castle_rook);
    const int drawn = slow_is_mate(&b) ? mated_in(PLY) : SCORE_DRAW;
    room->state->plies_from_null = 0; /* so that no repetition is possible */
    for (int plies = 99; plies <= 100; plies++) {
        room->state->rule50 = (uint16_t)plies;
        const int want = plies == 100 || slow_is_dead(&b) ? drawn : SCORE_NONE;
        const int got = search_score_by_rules(room, PLY);
        if (got != want)
            return CHOICE_DIFFERS("rules: the score of a node after %d quiet plies: %d, want %d",
                                  plies, got, want);
    }
    return true;
}
