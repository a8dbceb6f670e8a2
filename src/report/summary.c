/* A game in a sentence or two. */
#include "report/report_internal.h"

#include "core/text.h"

/* Chances from which on a side is lost, in balance, or winning. */
static const double LOST = 25, BALANCED = 35, WINNING = 80;

/* The number of the move that is made, or would be made, behind so many plies of the game. */
static int move_number(const GameRecord *game, int ply) {
    return (game->first_ply + ply) / 2 + 1;
}

/* A side that lost: its last mistake before which it was not lost and after which it was. Below 0:
 * none. */
static int lost_at(const Analysis *analyses, const Judgement *j, Color loser) {
    for (int ply = j->searched - 1; ply >= 0; ply--) {
        const Analysis *a = &analyses[ply];
        if (a->side == loser && mark_is_bad(j->plies[ply].mark) &&
            analysis_chances(a, a->best_score) >= BALANCED &&
            analysis_chances(a, a->played.score) < BALANCED)
            return ply;
    }
    return -1;
}

/* The last mistake by which a side that was winning was so no longer. Below 0: none. */
static int slipped_at(const Analysis *analyses, const Judgement *j) {
    for (int ply = j->searched - 1; ply >= 0; ply--) {
        const Analysis *a = &analyses[ply];
        if (mark_is_bad(j->plies[ply].mark) && analysis_chances(a, a->best_score) >= WINNING &&
            analysis_chances(a, a->played.score) < WINNING)
            return ply;
    }
    return -1;
}

static bool has_bad_moves(const SideVerdict *side) {
    for (Mark mark = 0; mark < MARK_COUNT; mark++)
        if (mark_is_bad(mark) && side->count[mark])
            return true;
    return false;
}

static void add_decision(Document *out, const GameRecord *game, const Analysis *analyses,
                         const Judgement *j, Color loser) {
    const int ply = lost_at(analyses, j, loser);
    const char *name = color_name(loser);
    if (ply >= 0)
        document_add(out, "%s lost the thread at move %d.", name, move_number(game, ply));
    else if (!has_bad_moves(&j->sides[loser]))
        document_add(out, "%s lost without a move that is marked.", name);
    else
        document_add(out, "%s lost little by little.", name);
}

static void add_draw(Document *out, const GameRecord *game, const Analysis *analyses,
                     const Judgement *j) {
    const int ply = slipped_at(analyses, j);
    if (ply >= 0)
        document_add(out, "%s let a win slip at move %d.", color_name(analyses[ply].side),
                     move_number(game, ply));
    else
        document_add(out, "Neither side let a win slip.");
}

/* A game without a result: who is better where it ends. */
static void add_stand(Document *out, const Analysis *last) {
    const double chances = analysis_chances(last, analysis_score(last));
    if (!last->searched)
        return;
    if (chances >= LOST && chances <= 100 - LOST)
        document_add(out, "In the end neither side is winning.");
    else
        document_add(out, "In the end %s is winning.",
                     color_name(chances > 50 ? last->side : opponent(last->side)));
}

/* The result for White that the tablebases give all positions from some ply on. The last one may be
 * the end by the rules, of which they know nothing. */
static void add_table(Document *out, const GameRecord *game, const Analysis *analyses,
                      const Judgement *j) {
    int ply = j->searched, from = -1, result = 0;
    ply -= ply > 0 && analyses[ply].searched && !analyses[ply].line_count;
    for (; ply >= 0 && analyses[ply].searched && analyses[ply].table != WDL_UNKNOWN; ply--) {
        const int sign = analyses[ply].side == WHITE ? 1 : -1;
        const int here =
            sign * ((analyses[ply].table > WDL_DRAW) - (analyses[ply].table < WDL_DRAW));
        if (from >= 0 && here != result)
            break;
        result = here;
        from = ply;
    }
    if (from < 0)
        return;
    document_add(out, "%s%s by tablebase from move %d.", out->length ? " " : "",
                 result == 0  ? "Drawn"
                 : result > 0 ? "White wins"
                              : "Black wins",
                 move_number(game, from));
}

void summary_add(Document *out, const GameRecord *game, const Analysis *analyses,
                 const Judgement *j) {
    const bool whole = j->searched == game->plies;
    if (!j->searched || (!j->sides[WHITE].all.moves && !j->sides[BLACK].all.moves))
        return;
    if (whole && (game->result == PGN_WHITE_WON || game->result == PGN_BLACK_WON))
        add_decision(out, game, analyses, j, game->result == PGN_WHITE_WON ? BLACK : WHITE);
    else if (whole && game->result == PGN_DRAWN)
        add_draw(out, game, analyses, j);
    else
        add_stand(out, &analyses[j->searched]);
    add_table(out, game, analyses, j);
}
