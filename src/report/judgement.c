#include "report/report_internal.h"

#include "board/make.h"

#include <math.h>
#include <stdlib.h>

/* The least loss for each mark, in percentage points. A blunder has HUMAN_BLUNDER on the scale of people, and
 * ENGINE_BLUNDER on the scale of engines. */
static const double INACCURACY = LOSS_BAD, MISTAKE = LOSS_MISTAKE, HUMAN_BLUNDER = 15,
                    ENGINE_BLUNDER = 20;

enum {
    /* the longest mate, in moves, that a move misses even if its loss is below INACCURACY */
    MISSED_MATE_MOVES = 5,
    /* the longest mate, in moves, that a move allows even if its loss is below INACCURACY */
    ALLOWED_MATE_MOVES = 2,
    CP_MOST = 1000, /* greater scores, and mates, count as CP_MOST centipawns */
    /* an opening has more pieces than this number, without kings and pawns */
    OPENING_PIECES = 10,
    /* the least number of pieces and pawns that a side has on its first rank in an opening */
    BACK_RANK_PIECES = 4,
    /* the greatest number of pieces in an endgame, without kings and pawns */
    ENDGAME_PIECES = 6
};

bool mark_is_bad(Mark mark) {
    return mark >= MARK_INACCURACY;
}

const char *mark_name(Mark mark) {
    static const char *const NAMES[MARK_COUNT] = {
        NULL, "book", "only", "inaccuracy", "mistake", "blunder", "missed mate", "allowed mate"};
    return NAMES[mark];
}

const char *phase_name(Phase phase) {
    static const char *const NAMES[PHASE_COUNT] = {"opening", "middlegame", "endgame"};
    return NAMES[phase];
}

/* --- phases ----------------------------------------------------------------------------------- */

static int back_rank_pieces(const State *s, Color c) {
    return popcount(s->by_color[c] & rank_bb(c == WHITE ? RANK_1 : RANK_8));
}

static Phase phase_of(const State *s, Phase before) {
    const int pieces = popcount(occupied(s) & ~s->by_type[PAWN] & ~s->by_type[KING]);
    if (before == PHASE_ENDGAME || pieces <= ENDGAME_PIECES)
        return PHASE_ENDGAME;
    if (before == PHASE_OPENING && pieces > OPENING_PIECES &&
        back_rank_pieces(s, WHITE) >= BACK_RANK_PIECES &&
        back_rank_pieces(s, BLACK) >= BACK_RANK_PIECES)
        return PHASE_OPENING;
    return PHASE_MIDDLEGAME;
}

/* --- a move ----------------------------------------------------------------------------------- */

static int capped_centipawns(const Analysis *a, int score) {
    return analysis_centipawns(a, score, CP_MOST);
}

Square recapture_square(const State *s, Move m) {
    return m == MOVE_NULL || taken_square(s, m) == SQUARE_NONE ? SQUARE_NONE : move_to(m);
}

static bool is_lost(const Analysis *a) {
    return capped_centipawns(a, a->best_score) == -CP_MOST;
}

static Mark mark_of(const Analysis *a, bool obvious, double loss) {
    const int best = a->best_score, played = a->played.score;
    if (played <= -SCORE_MATE_BOUND && best > -SCORE_MATE_BOUND &&
        (loss >= INACCURACY || (mate_moves(played) >= -ALLOWED_MATE_MOVES && !is_lost(a))))
        return MARK_ALLOWED_MATE;
    if (best >= SCORE_MATE_BOUND && played < SCORE_MATE_BOUND &&
        (loss >= INACCURACY || mate_moves(best) <= MISSED_MATE_MOVES))
        return MARK_MISSED_MATE;
    if (loss >= INACCURACY)
        return loss >= (a->slope > 0 ? HUMAN_BLUNDER : ENGINE_BLUNDER) ? MARK_BLUNDER
               : loss >= MISTAKE                                       ? MARK_MISTAKE
                                                                       : MARK_INACCURACY;
    return !obvious && analysis_is_only(a) ? MARK_ONLY : MARK_NONE;
}

/* True if a move is easy to find: the move recaptures on `taken`, or begins an exchange that wins the exchange, a minor
 * piece for a pawn, or more. */
static bool is_obvious(const Position *pos, Square taken, Move move) {
    return move_to(move) == taken || exchange_value(pos, move) >= EXCHANGE_MINOR - EXCHANGE_PAWN;
}

static Verdict verdict_of(const Analysis *a, bool obvious) {
    const int lost_cp = capped_centipawns(a, a->best_score) - capped_centipawns(a, a->played.score);
    Verdict v = {.judged = true, .loss = analysis_loss(a), .loss_cp = max_int(lost_cp, 0)};
    v.mark = mark_of(a, obvious, v.loss);
    return v;
}

/* --- a side ----------------------------------------------------------------------------------- */

/* Returns the accuracy, from 0 to 100, of a move that loses `loss` percentage points. */
static double accuracy_of(double loss) {
    const double accuracy = 103.1668 * exp(-0.04354 * loss) - 3.1668;
    return accuracy < 0 ? 0 : accuracy > 100 ? 100 : accuracy;
}

static void add_move(Precision *p, double loss) {
    const double accuracy = accuracy_of(loss);
    p->moves++;
    p->sum += accuracy;
    p->inverse_sum += 1 / (accuracy < 1 ? 1 : accuracy);
}

/* The accuracy is the mean of two means, the arithmetic and the harmonic mean. In the harmonic mean one blunder still
 * counts among many good moves. */
double precision_accuracy(const Precision *p) {
    return p->moves ? (p->sum / p->moves + p->moves / p->inverse_sum) / 2 : -1;
}

int judgement_average_loss(const SideVerdict *side) {
    return (side->loss_cp + side->all.moves / 2) / side->all.moves;
}

static void add_verdict(SideVerdict *side, const Verdict *v) {
    side->count[v->mark]++;
    if (!v->judged)
        return;
    side->loss_cp += v->loss_cp;
    add_move(&side->all, v->loss);
    add_move(&side->phase[v->phase], v->loss);
}

/* --- the game --------------------------------------------------------------------------------- */

void judge_game(const GameRecord *game, const Analysis *analyses, const ReportSettings *settings,
                Position *pos, Judgement *j) {
    Phase phase = PHASE_OPENING;
    for (Color c = WHITE; c <= BLACK; c++)
        j->sides[c] = (SideVerdict){.loss_cp = 0};
    fen_parse(pos, game->start, NULL, 0);
    Square taken = SQUARE_NONE; /* recapture_square of the previous move */
    for (int ply = 0; ply < j->searched; ply++) {
        const Analysis *a = &analyses[ply];
        const Move move = game->moves[ply];
        Verdict *v = &j->plies[ply];
        const bool passes = move == MOVE_NULL;
        *v = (Verdict){.mark = ply < j->book_plies && !passes ? MARK_BOOK : MARK_NONE};
        if (ply >= j->book_plies && a->searched && settings->judges[a->side] && !passes)
            *v = verdict_of(a, is_obvious(pos, taken, move));
        v->phase = phase = phase_of(pos->state, phase);
        add_verdict(&j->sides[pos->state->side], v);
        taken = recapture_square(pos->state, move);
        position_advance(pos, move);
    }
}
