#include "inspect/inspect_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/notation.h"

#include <inttypes.h>

/* What of the point, per mille, another move must win more to be called better, and a move must lose
 * for its reply to refute it. */
enum { BETTER = 20, REFUTED = 100 };

static WinChances chances(const Position *before, const MoveWorth *worth, int score) {
    return wdl_of(worth->evaluation, score, wdl_material(before->state));
}

/* The share of the point that the side to move can expect, per mille. */
static int expected(const Position *before, const MoveWorth *worth, int score) {
    const WinChances c = chances(before, worth, score);
    return c.win + c.draw / 2;
}

/* What the move loses against the best one, per mille of the point. */
static int loss_of(const Position *before, const MoveWorth *worth) {
    const int best = expected(before, worth, worth->best.score);
    const int own = expected(before, worth, worth->own.score);
    return best > own ? best - own : 0;
}

/* True if the search has found a better move: by the chances, or a mate in place of no mate. */
static bool has_better(const Position *before, const MoveWorth *worth) {
    const int best = worth->best.score, own = worth->own.score;
    const bool mates = score_is_mate(best) && best > 0, own_mates = score_is_mate(own) && own > 0;
    return worth->best.count && worth->best.moves[0] != worth->own.moves[0] &&
           (loss_of(before, worth) >= BETTER || (mates && !own_mates));
}

/* --- as text --------------------------------------------------------------------------------- */

/* Adds moves of a line in SAN, from the first one on, behind blanks. */
static void add_line(Document *out, const Position *before, const SearchedLine *line, int first) {
    Position at; /* too large for some stacks */
    position_copy(&at, before);
    for (int i = 0; i < line->count; i++) {
        char san[SAN_SIZE];
        san_write(&at, line->moves[i], san);
        if (i >= first)
            document_add(out, " %s", san);
        make_move(&at, line->moves[i]);
    }
}

/* "White mates in 2" or "White wins 61 %, draws 30 %, loses 9 % of such games (+0.85)". */
static void add_verdict(Document *out, const Position *before, const MoveWorth *worth, int score) {
    const char *side = color_name(before->state->side);
    const WinChances c = chances(before, worth, score);
    if (score_is_mate(score) && score > 0)
        document_add(out, "%s mates in %d", side, (SCORE_MATE - score + 1) / 2);
    else if (score_is_mate(score))
        document_add(out, "%s is mated in %d", side, (SCORE_MATE + score) / 2);
    else
        document_add(out, "%s wins %d %%, draws %d %% and loses %d %% of such games (%+.2f pawns)",
                     side, (c.win + 5) / 10, (c.draw + 5) / 10, (c.loss + 5) / 10,
                     wdl_centipawns(worth->evaluation, score, wdl_material(before->state)) / 100.0);
}

void worth_text(Document *out, const Position *before, const MoveWorth *worth) {
    const int loss = loss_of(before, worth);
    const bool better = has_better(before, worth), refuted = better && loss >= REFUTED;
    if (!worth->own.count)
        return;
    document_add(out, "\nWorth, by a search of %" PRIu64 " nodes: ", worth->nodes);
    add_verdict(out, before, worth, worth->own.score);
    document_add(out, ".\n");
    if (worth->own.count > 1) {
        document_add(out, refuted ? "  The reply that refutes it:" : "  The line that follows:");
        add_line(out, before, &worth->own, 1);
        document_add(out, ".\n");
    }
    if (!better) {
        document_add(out, "  No better move was found.\n");
        return;
    }
    document_add(out, "  Better:");
    add_line(out, before, &worth->best, 0);
    document_add(out, ": ");
    add_verdict(out, before, worth, worth->best.score);
    document_add(out, ".\n");
    if ((loss + 5) / 10)
        document_add(out, "  The move gives %d %% of the point away.\n", (loss + 5) / 10);
}

/* --- as JSON --------------------------------------------------------------------------------- */

static void line_json(Json *j, const char *key, const Position *before, const MoveWorth *worth,
                      const SearchedLine *line) {
    Position at;
    const int score = line->score;
    const WinChances c = chances(before, worth, score);
    json_open(j, key, '{');
    if (score_is_mate(score)) {
        json_null(j, "centipawns");
        json_number(j, "mate",
                    score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score) / 2);
    } else {
        json_number(j, "centipawns",
                    wdl_centipawns(worth->evaluation, score, wdl_material(before->state)));
        json_null(j, "mate");
    }
    json_number(j, "win", c.win);
    json_number(j, "draw", c.draw);
    json_number(j, "loss", c.loss);
    json_open(j, "line", '[');
    position_copy(&at, before);
    for (int i = 0; i < line->count; i++) {
        char san[SAN_SIZE];
        san_write(&at, line->moves[i], san);
        json_text(j, NULL, san);
        make_move(&at, line->moves[i]);
    }
    json_close(j, ']');
    json_close(j, '}');
}

void worth_json(Json *j, const char *key, const Position *before, const MoveWorth *worth) {
    if (!worth || !worth->own.count) {
        json_null(j, key);
        return;
    }
    json_open(j, key, '{');
    json_number(j, "nodes", (int)worth->nodes);
    line_json(j, "move", before, worth, &worth->own);
    if (has_better(before, worth))
        line_json(j, "better", before, worth, &worth->best);
    else
        json_null(j, "better");
    json_close(j, '}');
}
