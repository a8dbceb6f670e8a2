#include "report/report_internal.h"

#include "board/make.h"
#include "moves/generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A search with N shares gets N / SHARES of the time and the nodes that the settings give to a move. The searches are,
 * in this order: the best lines, the move played, the end of a short line, `ask` for a line, doubt_best and
 * ask_offer, and settle. */
enum {
    SHARES = 64,
    BEST_SHARES = 44,
    PLAYED_SHARES = 16,
    END_SHARES = 1,
    QUESTION_SHARES = 3,
    DOUBT_SHARES = 16,
    SETTLE_SHARES = 32
};

/* go_on continues a line of fewer moves than this. */
enum { LINE_LEAST = 6 };

/* On the scale of people, scores beyond DECIDED centipawns count as DECIDED. */
enum { DECIDED = 1000 };

/* --- scores ----------------------------------------------------------------------------------- */

double analysis_slope(int rating) {
    enum { CLUB = 1600, MASTER = 2300 };
    static const double LEAST = .0022, MOST = .0037;
    const int above = max_int(0, min_int(rating, MASTER) - CLUB);
    return LEAST + (MOST - LEAST) * (rating ? above : MASTER - CLUB) / (MASTER - CLUB);
}

double analysis_chances(const Analysis *a, int score) {
    if (a->slope > 0 && !score_is_decisive(score))
        return 100 / (1 + exp(-a->slope * wdl_centipawns(a->evaluation, score, a->material)));
    const WinChances c = wdl_of(a->evaluation, score, a->material);
    return (c.win + c.draw / 2.0) / 10;
}

int analysis_centipawns(const Analysis *a, int score, int most) {
    return clamp_int(wdl_centipawns(a->evaluation, score, a->material), -most, most);
}

int analysis_score(const Analysis *a) {
    return a->line_count ? a->lines[0].score : a->best_score;
}

int analysis_score_after(const Analysis *a) {
    const int score = a->played.score;
    return score + (score > 0 && score_is_mate(score));
}

void line_go_on(Line *line, int plies, const Line *rest) {
    const int count = max_int(0, min_int(rest->count, LINE_PLIES - plies));
    memcpy(line->moves + plies, rest->moves, (size_t)count * sizeof *rest->moves);
    line->count = plies + count;
}

Line line_after(const Line *line) {
    Line rest = {.score = SCORE_NONE, .count = max_int(0, line->count - 1)};
    memcpy(rest.moves, line->moves + 1, (size_t)rest.count * sizeof *rest.moves);
    return rest;
}

Line analysis_reply(const Analysis *a) {
    const Analysis *next = a + 1;
    if (a->asked || !next->searched)
        return line_after(&a->played);
    Line reply = next->lines[0];
    if (!next->line_count)
        reply.count = 0;
    reply.score = SCORE_NONE;
    return reply;
}

double analysis_difference(const Analysis *a, int better, int worse) {
    const double least = a->slope > 0 ? 100 / (1 + exp(a->slope * DECIDED)) : 0;
    const double most = 100 - least, from = analysis_chances(a, better),
                 to = analysis_chances(a, worse);
    return fmax(0, fmin(from, most) - fmax(to, least));
}

double analysis_loss(const Analysis *a) {
    return a->played.score == SCORE_NONE ? 0
                                         : analysis_difference(a, a->best_score, a->played.score);
}

bool analysis_is_bad(const Analysis *a) {
    return analysis_loss(a) >= LOSS_BAD;
}

bool analysis_is_only(const Analysis *a) {
    return a->line_count >= 2 && a->lines[0].moves[0] == a->played.moves[0] &&
           analysis_difference(a, min_int(a->lines[0].score, a->played.score), a->lines[1].score) >=
               LOSS_MISTAKE;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The lines that a search has found, and the best score at each depth. */
typedef struct Lines {
    Line *lines;
    int count;
    int by_depth[MAX_PLY];
} Lines;

/* Makes a queen of each promoted bishop or rook that the next move takes, since the piece makes no difference. */
static void make_queens(Line *line) {
    for (int i = 0; i < line->count; i++) {
        const Move m = line->moves[i];
        if (move_kind(m) == MOVE_PROMOTION && move_promotion(m) != KNIGHT && is_exchange(line, i))
            line->moves[i] = move_make_promotion(move_from(m), move_to(m), QUEEN);
    }
}

static void take_line(void *context, const Position *root, const SearchInfo *info) {
    Lines *to = context;
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER || info->pv_length == 0 ||
        info->multipv > REPORT_LINES_MAX)
        return;
    Line *line = &to->lines[info->multipv - 1];
    line->score = info->score;
    line->count = min_int(info->pv_length, LINE_PLIES);
    memcpy(line->moves, info->pv, (size_t)line->count * sizeof *line->moves);
    make_queens(line);
    to->count = max_int(to->count, info->multipv);
    if (info->multipv == 1 && info->depth < MAX_PLY)
        to->by_depth[info->depth] = info->score;
}

static Lines lines_into(Line *lines) {
    Lines to = {.lines = lines};
    for (int depth = 0; depth < MAX_PLY; depth++)
        to.by_depth[depth] = SCORE_NONE;
    return to;
}

/* Sets the number of best lines that an engine's next searches find. */
static void set_lines(Engine *engine, int lines) {
    EngineSettings how = engine_settings(engine);
    how.search.multipv = lines;
    engine_configure(engine, &how);
}

static SearchResult search(Engine *engine, const Position *pos, const SearchLimits *limits,
                           const atomic_bool *stop, Lines *to) {
    const SearchReporter reporter = {.context = to, .info = take_line};
    return engine_analyse(engine, pos, limits, stop, &reporter);
}

static SearchLimits limits_of(const ReportSettings *settings, int shares) {
    SearchLimits limits = limits_none();
    limits.analysis = true;
    limits.depth = settings->depth;
    if (settings->time != LIMIT_NONE)
        limits.movetime = max_int(1, (int)(settings->time * shares / SHARES));
    if (settings->nodes != LIMIT_NONE)
        limits.nodes = settings->nodes * shares / SHARES + 1;
    return limits;
}

/* A position whose lines the engine searches, and the arguments of these searches. */
typedef struct Questions {
    Engine *engine;
    const Position *pos;
    const ReportSettings *settings;
    const atomic_bool *stop;
    Position *room;
} Questions;

/* Sets q->room to the position after the first `plies` moves of a line. */
static void follow(const Questions *q, const Line *line, int plies) {
    position_copy(q->room, q->pos);
    for (int i = 0; i < plies; i++)
        position_advance(q->room, line->moves[i]);
}

/* Continues a line by searches at its end until the line is long enough and ends quietly. */
static void go_on(const Questions *q, Line *line) {
    SearchLimits limits = limits_of(q->settings, END_SHARES);
    Position *const end = q->room;
    follow(q, line, line->count);
    while (line->count && line->count < LINE_PLIES && legal_count(end) > 0 &&
           (line->count < LINE_LEAST || !is_quiet(end))) {
        Line next[REPORT_LINES_MAX];
        Lines to = lines_into(next);
        if (q->settings->depth != LIMIT_NONE)
            limits.depth = max_int64(1, q->settings->depth - line->count);
        search(q->engine, end, &limits, q->stop, &to);
        if (!to.count)
            return;
        for (int i = 0; i < next[0].count && line->count < LINE_PLIES; i++)
            position_advance(end, line->moves[line->count++] = next[0].moves[i]);
    }
}

/* --- the move played -------------------------------------------------------------------------- */

/* Sets a->played to the best line that begins with the move played. Returns false if there is no such line. */
static bool take_from_lines(Analysis *a, Move played) {
    for (int i = 0; i < a->line_count; i++) {
        if (a->lines[i].moves[0] == played) {
            a->played = a->lines[i];
            return true;
        }
    }
    return false;
}

/* Searches the move played alone, to the depth of the best lines. If this search ends at a lower depth, takes the
 * scores of the move played and of the best move from the greatest depth that both searches have completed. Does not
 * replace a mate score. */
static void search_played(const Questions *q, Move played, const Lines *best, Analysis *a) {
    SearchLimits limits = limits_of(q->settings, PLAYED_SHARES);
    Line line[REPORT_LINES_MAX] = {{.score = SCORE_NONE}};
    Lines to = lines_into(line);
    limits.depth = max_int(a->depth, 1);
    limits.searchmoves_count = 1;
    limits.searchmoves[0] = played;
    int depth = min_int(search(q->engine, q->pos, &limits, q->stop, &to).depth, a->depth);
    while (depth > 0 && (to.by_depth[depth] == SCORE_NONE || best->by_depth[depth] == SCORE_NONE))
        depth--;
    a->played = line[0];
    if (depth > 0 && depth < a->depth) {
        if (!score_is_mate(a->played.score))
            a->played.score = to.by_depth[depth];
        if (!score_is_mate(a->best_score))
            a->best_score = best->by_depth[depth];
        a->common_depth = depth;
    }
}

/* --- a position ------------------------------------------------------------------------------- */

/* Returns the result of a position by tablebase. */
static Wdl table_result(Engine *engine, const Position *pos) {
    Probing probing = {.options = engine_settings(engine).search.tablebases};
    MoveList list = {.count = 0};
    if (!tablebase_men() || popcount(occupied(pos->state)) > tablebase_men())
        return WDL_UNKNOWN;
    legal_moves(pos, &list);
    if (!list.count)
        return WDL_UNKNOWN;
    probing_rank_root(&probing, pos, &list);
    return !probing.root_known                      ? WDL_UNKNOWN
           : !score_is_decisive(probing.root_score) ? WDL_DRAW
           : probing.root_score > 0                 ? WDL_WIN
                                                    : WDL_LOSS;
}

static void begin(Engine *engine, const Position *pos, Analysis *a) {
    *a = (Analysis){.side = pos->state->side,
                    .slope = a->slope,
                    .drawn = a->drawn,
                    .material = wdl_material(pos->state),
                    .table = table_result(engine, pos),
                    .best_score = in_check(pos->state) && !a->drawn ? -SCORE_MATE : SCORE_DRAW,
                    .played.score = SCORE_NONE};
}

/* Returns the score that the search of the next position gives the move played, or SCORE_NONE. */
static int next_score(const Analysis *a) {
    return a->searched && a->played.score != SCORE_NONE && a[1].line_count ? -a[1].lines[0].score
                                                                           : SCORE_NONE;
}

/* True if the best move was played, and only the search of the next position finds a mate against it. */
static bool is_refuted(const Analysis *a) {
    const int score = next_score(a);
    return score < 0 && score_is_mate(score) && !score_is_mate(a->lines[0].score) &&
           a->lines[0].moves[0] == a->played.moves[0];
}

/* Makes the second best line the best one, if it is better than the refuted line and has LINE_LEAST moves. */
static void take_second(Analysis *a) {
    const Line refuted = a->lines[0], *second = &a->lines[1];
    a->best_score = a->played.score;
    if (a->line_count < 2 || second->score <= a->played.score || second->count < LINE_LEAST)
        return;
    a->best_score = second->score;
    a->lines[0] = *second;
    a->lines[1] = refuted;
}

void analysis_hindsight(Analysis *a) {
    const int score = next_score(a);
    const bool refuted = is_refuted(a);
    if (a[1].drawn && a->played.score != SCORE_NONE)
        a->played.score = SCORE_DRAW;
    if (score == SCORE_NONE)
        return;
    if (score_is_mate(score)) {
        a->played.score = score > 0 ? score - 1 : score + 1;
        line_go_on(&a->played, 1, &a[1].lines[0]);
    } else if (!score_is_mate(a->played.score))
        a->played.score = max_int(a->played.score, score);
    if (refuted)
        take_second(a);
}

bool analysis_make(Engine *engine, const Position *pos, Move played, const ReportSettings *settings,
                   const atomic_bool *stop, Position *room, Analysis *a) {
    const Questions q = {engine, pos, settings, stop, room};
    begin(engine, pos, a);
    if (a->drawn || legal_count(pos) == 0) {
        a->searched = true;
        return true;
    }
    SearchLimits limits = limits_of(settings, BEST_SHARES);
    Lines best = lines_into(a->lines);
    set_lines(engine, (int)settings->lines);
    const SearchResult result = search(engine, pos, &limits, stop, &best);
    set_lines(engine, 1);
    a->depth = result.depth;
    a->evaluation = result.evaluation;
    a->line_count = best.count;
    if (*stop || !a->line_count)
        return false;
    go_on(&q, &a->lines[0]);
    a->best_score = a->lines[0].score;
    a->common_depth = a->depth;
    if (played != MOVE_NONE && !take_from_lines(a, played))
        search_played(&q, played, &best, a);
    if (!settings->judges[opponent(a->side)])
        go_on(&q, &a->played);
    return a->searched = !*stop;
}

/* --- questions about a move ------------------------------------------------------------------- */

/* The moves of q->room that `ask` searches: all moves, only the argument `move`, all moves except `move`, or the
 * captures that win a pawn or more by exchange. If some of these take the piece that has made the move `move`, the
 * others do not count. */
typedef enum AskOf { ASK_ALL, ASK_ONE, ASK_OTHERS, ASK_CAPTURES } AskOf;

/* True if the move `m` takes a piece, on the square `at` unless it is SQUARE_NONE, and wins a pawn or more. */
static bool is_gain(const Position *pos, Move m, Square at) {
    const Square taken = taken_square(pos->state, m);
    return taken != SQUARE_NONE && (at == SQUARE_NONE || taken == at) &&
           exchange_value(pos, m) >= EXCHANGE_PAWN;
}

/* Stores the moves to search in `limits`. Returns false if there are none. */
static bool ask_moves(const Position *pos, AskOf of, Move move, SearchLimits *limits) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    Square at = SQUARE_NONE;
    for (int i = 0; of == ASK_CAPTURES && i < list.count; i++)
        if (is_gain(pos, list.moves[i], move_to(move)))
            at = move_to(move);
    for (int i = 0; of != ASK_ALL && i < list.count; i++) {
        const Move m = list.moves[i];
        if (of == ASK_CAPTURES ? is_gain(pos, m, at) : (m == move) == (of == ASK_ONE))
            limits->searchmoves[limits->searchmoves_count++] = m;
    }
    return of == ASK_ALL ? list.count > 0 : limits->searchmoves_count > 0;
}

static Line ask(const Questions *q, int shares, AskOf of, Move move) {
    SearchLimits limits = limits_of(q->settings, shares);
    Line found[REPORT_LINES_MAX] = {{.score = SCORE_NONE}};
    Lines to = lines_into(found);
    if (ask_moves(q->room, of, move, &limits) && !*q->stop)
        search(q->engine, q->room, &limits, q->stop, &to);
    return found[0];
}

/* Sets q->room to the position after the first `plies` moves of a line, and searches all moves of this position. */
static Line ask_after(const Questions *q, const Line *line, int plies, int shares) {
    follow(q, line, plies);
    return ask(q, shares, ASK_ALL, MOVE_NONE);
}

void analysis_prepare_hindsight(Engine *engine, const Position *pos, const ReportSettings *settings,
                                const atomic_bool *stop, Position *room, Analysis *a) {
    if (a->line_count < 2 || !is_refuted(a))
        return;
    Line *second = &a->lines[1];
    const Questions q = {engine, pos, settings, stop, room};
    const Line reply = ask_after(&q, second, 1, SETTLE_SHARES);
    if (reply.count) {
        second->score = min_int(second->score, -reply.score);
        line_go_on(second, 1, &reply);
    }
    go_on(&q, second);
}

/* True if a line has a score, and the score is not a mate. */
static bool has_plain_score(const Line *line) {
    return line->score != SCORE_NONE && !score_is_mate(line->score);
}

/* Returns the threat against the side to move after the first `plies` moves of a line: the best line after a pass of
 * this side. If this side is in check, returns an empty line with the score SCORE_NONE. */
static Line ask_threat(const Questions *q, const Line *line, int plies) {
    follow(q, line, plies);
    if (in_check(q->room->state))
        return (Line){.score = SCORE_NONE};
    position_advance(q->room, MOVE_NULL);
    return ask(q, QUESTION_SHARES, ASK_ALL, MOVE_NONE);
}

/* Returns the line `denied` of an Analysis. */
static Line ask_denied(const Questions *q, const Line *better, const Line *played) {
    const Line none = {.count = 0};
    if (played->count < 2 || (better->count > 1 && better->moves[1] == played->moves[1]))
        return none;
    follow(q, better, 1);
    if (!move_is_legal(q->room, played->moves[1]))
        return none;
    position_advance(q->room, played->moves[1]);
    return ask(q, QUESTION_SHARES, ASK_ALL, MOVE_NONE);
}

/* Returns the outcome of a line for the side that begins it. */
static Outcome come_to(const Questions *q, const Line *line) {
    position_copy(q->room, q->pos);
    return outcome_from(q->room, line);
}

/* Searches each move of a line again, from the move `from` on. If another move is better by BETTER_LEAST centipawns,
 * the line goes on with this move and the moves that the search found after it. Ends HELD plies after the quiet
 * position of the line's outcome. */
static void improve(const Questions *q, Line *line, int from) {
    enum { PLIES_MOST = 10, BETTER_LEAST = 40, HELD = 2 };
    for (int ply = from; ply < min_int(line->count, PLIES_MOST); ply++) {
        const int settled = come_to(q, line).plies;
        if (settled && settled <= ply - HELD)
            return;
        const Line best = ask_after(q, line, ply, QUESTION_SHARES);
        if (best.score != SCORE_NONE && best.moves[0] != line->moves[ply] &&
            best.score >= ask(q, QUESTION_SHARES, ASK_ONE, line->moves[ply]).score + BETTER_LEAST)
            line_go_on(line, ply, &best);
    }
}

/* Returns the line of an offer: see Analysis. `at` is the index of the move that offers the piece in its line. */
static Line ask_offer(const Questions *q, const Line *line, int at) {
    Line offer = *line;
    if (line->count <= at)
        return (Line){.count = 0};
    follow(q, line, at + 1);
    const Line taken = ask(q, QUESTION_SHARES, ASK_CAPTURES, line->moves[at]);
    if (!taken.count || is_exchange(line, at))
        return (Line){.count = 0};
    line_go_on(&offer, at + 1, &taken);
    improve(q, &offer, at + 2);
    go_on(q, &offer);
    Line next = {.score = SCORE_NONE};
    if (has_plain_score(&taken) && offer.count > at + 2)
        next = ask_after(q, &offer, at + 3, DOUBT_SHARES);
    if (at)
        offer = line_after(&offer);
    offer.score = next.score == SCORE_NONE ? -taken.score : -max_int(taken.score, next.score);
    return offer;
}

/* Mends a line by which the side that makes the move `from` loses material. For each move of this side, searches the
 * alternatives. If an alternative saves a pawn or more, and its score is worse by at most WORSE_MOST centipawns, the
 * line goes on with it and the moves that the search found after it. Returns the number of moves up to the new move,
 * or 0 without a new move. */
static int spare(const Questions *q, Line *line, int from) {
    enum { WORSE_MOST = 40 };
    const int sign = from % 2 ? -1 : 1;
    const Outcome outcome = come_to(q, line);
    for (int ply = from; sign * outcome.value <= -EXCHANGE_PAWN && ply < outcome.plies; ply += 2) {
        follow(q, line, ply);
        const Line same = ask(q, QUESTION_SHARES, ASK_ONE, line->moves[ply]),
                   other = ask(q, QUESTION_SHARES, ASK_OTHERS, line->moves[ply]);
        Line spared = *line;
        if (other.score == SCORE_NONE || other.score < same.score - WORSE_MOST)
            continue;
        line_go_on(&spared, ply, &other);
        if (sign * (come_to(q, &spared).value - outcome.value) < EXCHANGE_PAWN)
            continue;
        *line = spared;
        return ply + 1;
    }
    return 0;
}

/* Replaces bad moves of both sides in a line (`improve`). Then replaces up to two moves by which the side that makes
 * the move `from` loses more material than necessary (`spare`). */
static void mend_line(const Questions *q, Line *line, int from) {
    enum { FIRST = 2, SPARED_MOST = 2 };
    improve(q, line, FIRST);
    for (int i = 0, ply; i < SPARED_MOST && (ply = spare(q, line, from)) > 0; i++)
        improve(q, line, ply);
    if (line->count < OUTCOME_PLIES) {
        const Line rest = ask_after(q, line, line->count, QUESTION_SHARES);
        line_go_on(line, line->count, &rest);
    }
    go_on(q, line);
}

/* If the loss is below LOSS_SURE, but enough for a mark, searches the replies to the move played and to the best move
 * again. A new score counts only if it makes the loss smaller. If the best move's new score counts, *better goes on
 * with the reply that this search found. */
static void settle(const Questions *q, Line *better, Analysis *a) {
    if (!analysis_is_bad(a) || analysis_loss(a) >= LOSS_SURE)
        return;
    const Line played = ask_after(q, &a->played, 1, SETTLE_SHARES);
    const Line best = ask_after(q, better, 1, SETTLE_SHARES);
    if (!has_plain_score(&played) || !has_plain_score(&best))
        return;
    a->played.score = max_int(a->played.score, -played.score);
    if (-best.score >= a->best_score)
        return;
    a->best_score = -best.score;
    line_go_on(better, 1, &best);
}

/* Searches the position after the best move, and then the position before it. The new score of the best move is the
 * first search's score, or the second search's if it also prefers the best move and is higher. The new score and its
 * line replace the old ones only if the new score is lower. If the second search prefers the move played, the loss
 * becomes 0. If it finds another move that is better by BETTER_LEAST centipawns, that move becomes the best move. */
static void doubt_best(const Questions *q, Analysis *a) {
    enum { BETTER_LEAST = 30 };
    Line better = a->lines[0];
    const Line reply = ask_after(q, &better, 1, DOUBT_SHARES);
    const Line best = ask_after(q, &better, 0, DOUBT_SHARES);
    if (!has_plain_score(&reply) || !has_plain_score(&best))
        return;
    const bool same = best.moves[0] == better.moves[0], higher = same && best.score > -reply.score;
    const int score = higher ? best.score : -reply.score;
    if (score < a->best_score) {
        a->best_score = score;
        line_go_on(&better, higher ? 0 : 1, higher ? &best : &reply);
    }
    if (best.moves[0] == a->played.moves[0]) {
        a->best_score = min_int(a->best_score, a->played.score);
    } else if (!same && best.score >= a->best_score + BETTER_LEAST) {
        a->best_score = best.score;
        better = best;
    }
    if (!a[1].drawn)
        settle(q, &better, a);
    if (analysis_is_bad(a))
        a->lines[0] = better;
}

void analysis_ask(Engine *engine, const Position *pos, const ReportSettings *settings,
                  const atomic_bool *stop, bool next, Position *room, Analysis *a) {
    const Questions q = {engine, pos, settings, stop, room};
    const bool bad = analysis_is_bad(a), only = !bad && analysis_is_only(a);
    if (!(bad || only) || score_is_mate(a->played.score) || score_is_mate(a->best_score))
        return;
    if (only) {
        mend_line(&q, &a->lines[1], 2);
        return;
    }
    doubt_best(&q, a);
    if (!analysis_is_bad(a))
        return;
    if (next && a[1].line_count)
        line_go_on(&a->played, 1, &a[1].lines[0]);
    if (a[1].drawn)
        a->played.count = 1;
    else
        mend_line(&q, &a->played, 2);
    mend_line(&q, &a->lines[0], 1);
    a->threats[THREAT_AT_START] = ask_threat(&q, &a->played, 0);
    if (a->played.count > 1)
        a->threats[THREAT_AT_REPLY] = ask_threat(&q, &a->played, 2);
    a->threats[THREAT_AT_BETTER] = ask_threat(&q, &a->lines[0], 1);
    a->offers[OFFER_AT_REPLY] = ask_offer(&q, &a->played, 1);
    a->offers[OFFER_AT_BETTER] = ask_offer(&q, &a->lines[0], 0);
    a->denied = ask_denied(&q, &a->lines[0], &a->played);
    a->asked = true;
}
