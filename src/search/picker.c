#include "search/search_internal.h"

#include "core/stats.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/tactics.h"
#include "search/params.h"

/* The stages of a picker, in the order in which picker_next goes through them. */
enum {
    STAGE_TABLE_MOVE,
    STAGE_PROMOTIONS_INIT,
    STAGE_PROMOTIONS,
    STAGE_CAPTURES,
    STAGE_EN_PASSANT,
    STAGE_KILLER,
    STAGE_QUIETS_INIT,
    STAGE_QUIETS,
    STAGE_BAD_CAPTURES,
    STAGE_EVASIONS_INIT,
    STAGE_EVASIONS
};

static void begin(Picker *p, const Position *pos, History *history, const HistoryView *view,
                  Move table_move) {
    p->pos = pos;
    p->history = history;
    p->view = view;
    p->table_move =
        table_move != MOVE_NONE && move_is_legal(pos, table_move) ? table_move : MOVE_NONE;
    p->stage = p->table_move ? STAGE_TABLE_MOVE : STAGE_PROMOTIONS_INIT;
    p->index = 0;
    p->skip_quiets = p->quiescence = false;
    p->killer = MOVE_NONE;
    p->min_gain = 0;
    p->bad_captures.count = p->list.count = 0;
    p->threshold = THRESHOLD_ALL;
    if (in_check(pos->state)) {
        p->stage = p->table_move ? STAGE_TABLE_MOVE : STAGE_EVASIONS_INIT;
        return;
    }
    p->pinned = pinned_men(pos->state, pos->state->side);
}

void picker_init(Picker *p, const Position *pos, History *history, const HistoryView *view,
                 Move table_move, Move killer) {
    begin(p, pos, history, view, table_move);
    if (!in_check(pos->state)) /* evasions are ordered by score, without a killer */
        p->killer = killer;
}

void picker_init_quiescence(Picker *p, const Position *pos, History *history,
                            const HistoryView *view, Move table_move, Cell threshold) {
    const bool evading = in_check(pos->state);
    const bool useful = table_move != MOVE_NONE && (evading || is_noisy(pos->state, table_move));
    begin(p, pos, history, view, useful ? table_move : MOVE_NONE);
    p->quiescence = true;
    p->threshold = threshold;
}

void picker_init_probcut(Picker *p, const Position *pos, History *history, const HistoryView *view,
                         Move table_move, int gain) {
    assert(!in_check(pos->state));
    const bool useful = table_move != MOVE_NONE && is_noisy(pos->state, table_move) &&
                        move_is_legal(pos, table_move) && exchange_at_least(pos, table_move, gain);
    begin(p, pos, history, view, useful ? table_move : MOVE_NONE);
    p->quiescence = true;
    p->min_gain = gain;
}

void picker_skip_quiets(Picker *p) {
    p->skip_quiets = true;
}

/* Returns the next move of the list, in the list's order, and leaves out the table's move. Returns
 * MOVE_NONE at the end. */
static Move next_in_order(Picker *p) {
    while (p->index < p->list.count) {
        const Move m = p->list.moves[p->index++];
        if (m != p->table_move)
            return m;
    }
    return MOVE_NONE;
}

enum { PLACES = 512 };
_Static_assert((int)PLACES >= (int)MOVE_LIMIT, "a place for each move");

/* Sets the key of the i-th move of the list: its score, within +-2^22, times PLACES, plus PLACES - 1 - i. */
static ALWAYS_INLINE void set_score(Picker *p, int i, int score) {
    p->keys[i] = score * PLACES + PLACES - 1 - i;
}

/* Ends the array of keys. Call after all moves of the list have a score. */
static ALWAYS_INLINE void close_list(Picker *p) {
    for (int i = 0; i < KEY_VECTOR; i++)
        p->keys[p->list.count + i] = KEY_GIVEN;
}

/* Returns the greatest key; KEY_GIVEN if all moves were given. Compares vectors of keys without a branch, since a CPU
 * cannot predict which of two scores is greater. */
static ALWAYS_INLINE int greatest_key(const Picker *p) {
    int best[KEY_VECTOR];
    for (int j = 0; j < KEY_VECTOR; j++)
        best[j] = p->keys[j];
    for (int i = KEY_VECTOR; i < p->list.count; i += KEY_VECTOR)
        for (int j = 0; j < KEY_VECTOR; j++)
            best[j] = best[j] > p->keys[i + j] ? best[j] : p->keys[i + j];
    for (int half = KEY_VECTOR / 2; half > 0; half /= 2)
        for (int j = 0; j < half; j++)
            best[j] = best[j] > best[j + half] ? best[j] : best[j + half];
    return best[0];
}

/* Returns the move with the best score among the moves not given yet. Each call scans the list.
 * Sorting would cost more, since a cutoff usually comes early. */
static Move next_best(Picker *p) {
    for (int key; (key = greatest_key(p)) != KEY_GIVEN;) {
        const int i = PLACES - 1 - (key & (PLACES - 1));
        p->keys[i] = KEY_GIVEN;
        if (p->list.moves[i] != p->table_move)
            return p->list.moves[i];
    }
    return MOVE_NONE;
}

static void start_list(Picker *p) {
    p->list.count = 0;
    p->index = 0;
}

static void start_promotions(Picker *p) {
    start_list(p);
    push_promotions(p->pos, p->pinned, p->quiescence, &p->list);
}

/* Returns the next promotion to a queen, and keeps under-promotions for the last stage. */
static Move next_promotion(Picker *p) {
    for (Move m; (m = next_in_order(p)) != MOVE_NONE;) {
        if (move_promotion(m) == QUEEN)
            return m;
        list_add(&p->bad_captures, m);
    }
    return MOVE_NONE;
}

/* Starts the walk over victims, down the enemy's list to the threshold. */
static void start_captures(Picker *p) {
    captures_start(&p->walk, p->pos, p->pinned, p->threshold);
}

/* Returns how many centipawns a capture must win by exchange so that the picker gives it before
 * the quiet moves. In the main search a good history score lowers this limit below 0, a bad one
 * raises it above 0. */
static int required_gain(const Picker *p, Move m) {
    if (p->quiescence)
        return p->min_gain;
    return -*history_capture(p->history, p->pos->state, m) / CAPTURE_SEE_HISTORY;
}

/* Returns the next capture that wins enough by exchange (required_gain). Keeps bad captures for
 * the last stage [106 +- 38 Elo]; in quiescence drops bad captures [63 +- 26 Elo]. The walk
 * finds captures one at a time, so a capture after a cutoff costs nothing. */
static Move next_capture(Picker *p) {
    for (Move m; (m = captures_next(&p->walk)) != MOVE_NONE;) {
        if (m == p->table_move)
            continue;
        const bool under = move_kind(m) == MOVE_PROMOTION && move_promotion(m) != QUEEN;
        /* A picker of probcut is also marked as quiescence, but has a min_gain. */
        STAT_ADD(QUIESCENCE_CAPTURES, p->quiescence && p->min_gain == 0);
        if (!under && exchange_at_least(p->pos, m, required_gain(p, m)))
            return m;
        if (!p->quiescence)
            list_add(&p->bad_captures, m);
    }
    return MOVE_NONE;
}

/* Lists en passant captures. They win a pawn, the least valuable victim. So a threshold below
 * THRESHOLD_ALL, which leaves out captures of pawns, leaves them out too. */
static void start_en_passant(Picker *p) {
    start_list(p);
    if (p->threshold >= THRESHOLD_ALL)
        en_passant_moves(p->pos->state, &p->list);
}

/* True if the killer is a legal quiet move that was not given yet. Else clears p->killer, so that
 * the stage of quiet moves does not skip the killer. */
static bool killer_fits(Picker *p) {
    if (p->killer == MOVE_NONE || p->killer == p->table_move ||
        is_noisy(p->pos->state, p->killer) || !move_is_legal(p->pos, p->killer))
        p->killer = MOVE_NONE;
    return p->killer != MOVE_NONE;
}

/* For each type of our pieces: the squares from which the piece would check the enemy king, and the
 * squares from which the piece would attack a more valuable piece. */
typedef struct QuietAims {
    Bitboard checks[TYPE_COUNT], attacks[TYPE_COUNT];
} QuietAims;

/* Adds the squares from which our less valuable pieces would attack the enemy piece on `target`. */
static ALWAYS_INLINE void add_aims(const State *s, Square target, PieceType type,
                                   Bitboard squares[TYPE_COUNT]) {
    squares[PAWN] |= geometry.leaper[opponent(s->side)][PAWN][target];
    if (type <= BISHOP) /* only pawns are worth less than a knight or a bishop */
        return;
    const Bitboard diagonals = bishop_attacks(target, occupied(s));
    squares[KNIGHT] |= geometry.leaper[s->side][KNIGHT][target];
    squares[BISHOP] |= diagonals;
    if (type == ROOK)
        return;
    const Bitboard files_and_ranks = rook_attacks(target, occupied(s));
    squares[ROOK] |= files_and_ranks;
    if (type == KING)
        squares[QUEEN] |= diagonals | files_and_ranks;
}

static void find_aims(const State *s, QuietAims *aims) {
    const Color them = opponent(s->side);
    *aims = (QuietAims){0};
    add_aims(s, king_square(s, them), KING, aims->checks);
    for (Bitboard left = s->by_color[them] & ~(s->by_type[PAWN] | s->by_type[KING]); left;) {
        const Square target = pop_bit(&left);
        add_aims(s, target, type_on(s, target), aims->attacks);
    }
}

/* Returns the part of a quiet move's score that the map gives. A move gains points if it leaves a
 * square that a lesser piece attacks, and loses points if it enters such a square. Otherwise the
 * move gains points for a check that does not lose the piece, and for an attack on a more valuable
 * piece. [111 +- 42 Elo, checks alone 20 +- 10 Elo, attacks alone 10 +- 6 Elo] */
static int map_score(const Picker *p, Move m, const QuietAims *aims) {
    const State *s = p->pos->state;
    const Square from = move_from(m), to = move_to(m);
    const Color them = opponent(s->side);
    const PieceType type = type_on(s, from);
    int score = 0;
    if (lesser_attackers(s, from, them, type))
        score += ORDER_ESCAPE * type / ROOK;
    if (lesser_attackers(s, to, them, type))
        return score - ORDER_EXPOSE * type / ROOK;
    if (has_bit(aims->checks[type], to) && exchange_at_least(p->pos, m, -75))
        score += ORDER_CHECK;
    if (has_bit(aims->attacks[type], to))
        score += ORDER_ATTACK;
    return score;
}

static void start_quiets(Picker *p) {
    QuietAims aims;
    find_aims(p->pos->state, &aims);
    start_list(p);
    quiet_moves(p->pos, p->pinned, &p->list);
    for (int i = 0; i < p->list.count; i++) {
        const Move m = p->list.moves[i];
        set_score(p, i,
                  history_order(p->history, p->view, p->pos->state, m) + map_score(p, m, &aims));
    }
    close_list(p);
}

static Move next_quiet(Picker *p) {
    const Move m = next_best(p);
    return m == p->killer && m != MOVE_NONE ? next_best(p) : m;
}

/* Scores a capture or promotion by victim, capturer and promoted piece. */
static int noisy_score(const State *s, Move m) {
    const PieceType victim = type_on(s, move_to(m));
    const int promoted = move_kind(m) == MOVE_PROMOTION ? move_promotion(m) - ROOK : 0;
    return 16 * (victim == TYPE_NONE ? 0 : victim) - type_on(s, move_from(m)) + 100 * promoted;
}

/* Scores all evasions: captures come first, by victim and then the cheapest capturer; quiet moves follow, by
 * history. */
static void start_evasions(Picker *p) {
    enum { NOISY_FIRST = 16 * HISTORY_MAX };
    const State *s = p->pos->state;
    start_list(p);
    evasion_moves(p->pos, &p->list);
    for (int i = 0; i < p->list.count; i++) {
        const Move m = p->list.moves[i];
        set_score(p, i,
                  is_noisy(s, m) ? NOISY_FIRST + noisy_score(s, m)
                                 : history_order(p->history, p->view, s, m));
    }
    close_list(p);
}

/* Returns the next evasion. Quiet evasions come after all captures. After picker_skip_quiets, quiet
 * evasions are left out. */
static Move next_evasion(Picker *p) {
    for (Move m; (m = next_best(p)) != MOVE_NONE;)
        if (!p->skip_quiets || is_noisy(p->pos->state, m))
            return m;
    return MOVE_NONE;
}

PickedMove picker_next(Picker *p) {
    Move m;
    switch (p->stage) {
    case STAGE_TABLE_MOVE:
        p->stage = in_check(p->pos->state) ? STAGE_EVASIONS_INIT : STAGE_PROMOTIONS_INIT;
        return (PickedMove){p->table_move, CLASS_TABLE};

    case STAGE_PROMOTIONS_INIT:
        start_promotions(p);
        p->stage = STAGE_PROMOTIONS;
        /* fall through */
    case STAGE_PROMOTIONS:
        if ((m = next_promotion(p)) != MOVE_NONE)
            return (PickedMove){m, CLASS_PROMOTION};
        start_captures(p);
        p->stage = STAGE_CAPTURES;
        /* fall through */
    case STAGE_CAPTURES:
        if ((m = next_capture(p)) != MOVE_NONE)
            return (PickedMove){m, CLASS_SOUND_CAPTURE};
        start_en_passant(p);
        p->stage = STAGE_EN_PASSANT;
        /* fall through */
    case STAGE_EN_PASSANT: /* the last stage in quiescence */
        if ((m = next_in_order(p)) != MOVE_NONE || p->quiescence)
            return (PickedMove){m, CLASS_EN_PASSANT};
        p->stage = STAGE_KILLER;
        /* fall through */
    case STAGE_KILLER:
        p->stage = STAGE_QUIETS_INIT;
        if (killer_fits(p) && !p->skip_quiets)
            return (PickedMove){p->killer, CLASS_KILLER};
        /* fall through */
    case STAGE_QUIETS_INIT:
        if (!p->skip_quiets)
            start_quiets(p);
        p->stage = STAGE_QUIETS;
        /* fall through */
    case STAGE_QUIETS:
        if (!p->skip_quiets && (m = next_quiet(p)) != MOVE_NONE)
            return (PickedMove){m, CLASS_QUIET};
        p->index = 0;
        p->stage = STAGE_BAD_CAPTURES;
        /* fall through */
    case STAGE_BAD_CAPTURES:
        m = p->index < p->bad_captures.count ? p->bad_captures.moves[p->index++] : MOVE_NONE;
        return (PickedMove){m, CLASS_LOSING};

    case STAGE_EVASIONS_INIT:
        start_evasions(p);
        p->stage = STAGE_EVASIONS;
        /* fall through */
    case STAGE_EVASIONS:
        return (PickedMove){next_evasion(p), CLASS_EVASION};
    default:
        return (PickedMove){MOVE_NONE, CLASS_EVASION};
    }
}

/* --- threshold ------------------------------------------------------------------------------- */

/* The indices of `thresholds` for deficits from `gain` to below `next`. A capture that gains `gain`
 * centipawns does not exceed such a deficit. C allows no parentheses around a range of indices.
 * NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define FROM(gain, next) (gain) / THRESHOLD_STEP...(next) / THRESHOLD_STEP - 1

/* An entry of `thresholds` stands for THRESHOLD_STEP deficits. Since each gain is a multiple of
 * THRESHOLD_STEP, the same captures exceed all deficits of one entry. */
static_assert(GAIN_QUEEN % THRESHOLD_STEP == 0 && GAIN_ROOK % THRESHOLD_STEP == 0 &&
                  GAIN_MINOR % THRESHOLD_STEP == 0 && GAIN_PREPROMOTED % THRESHOLD_STEP == 0 &&
                  GAIN_PAWN % THRESHOLD_STEP == 0,
              "a class begins between two entries");

const Threshold thresholds[] = {
    [FROM(0, GAIN_PAWN)] = {THRESHOLD_ALL, 0},
    [FROM(GAIN_PAWN, GAIN_PREPROMOTED)] = {THRESHOLD_PREPROMOTED, GAIN_PAWN},
    [FROM(GAIN_PREPROMOTED, GAIN_MINOR)] = {THRESHOLD_PIECES, GAIN_PREPROMOTED},
    [FROM(GAIN_MINOR, GAIN_ROOK)] = {THRESHOLD_ROOKS, GAIN_MINOR},
    [FROM(GAIN_ROOK, GAIN_QUEEN)] = {THRESHOLD_QUEENS, GAIN_ROOK},
    [GAIN_QUEEN / THRESHOLD_STEP] = {THRESHOLD_NOTHING, GAIN_QUEEN}};
