/* Explains a move: the worth, the motifs, and the changes of the map, the threats and the evaluations. */
#include "inspect/inspect_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/motifs.h"
#include "moves/notation.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- worth ----------------------------------------------------------------------------------- */

/* Expected scores, and their differences, in per mille of a point. Another move is better if its expected score is
 * higher by BETTER or more. A reply refutes a move if the move loses REFUTED or more, and leaves EVEN or less. */
enum { BETTER = 20, REFUTED = 100, EVEN = 500 };

static WinChances chances(const Position *before, const MoveWorth *worth, int score) {
    return wdl_of(worth->evaluation, score, wdl_material(before->state));
}

/* Returns the expected score of the side to move in per mille of a point. */
static int expected(const Position *before, const MoveWorth *worth, int score) {
    const WinChances c = chances(before, worth, score);
    return c.win + c.draw / 2;
}

/* Returns the expected score of the best move minus the expected score of the move explained, in per mille of a point,
 * at least 0. */
static int loss_of(const Position *before, const MoveWorth *worth) {
    const int best = expected(before, worth, worth->best.score);
    const int own = expected(before, worth, worth->own.score);
    return best > own ? best - own : 0;
}

/* True if the search has found a better move: the best move has better chances, or mates while the move explained does
 * not mate as soon. */
static bool has_better(const Position *before, const MoveWorth *worth) {
    const int best = worth->best.score, own = worth->own.score;
    const bool sooner = score_is_mate(best) && best > 0 && best > own;
    return worth->best.count && worth->best.moves[0] != worth->own.moves[0] &&
           (loss_of(before, worth) >= BETTER || sooner);
}

/* --- worth as text --------------------------------------------------------------------------------- */

/* Adds the moves of a line in SAN from index `first` on, with a blank before each move. */
static void add_line(Document *out, const Position *before, const SearchedLine *line, int first) {
    Position at;
    position_copy(&at, before);
    for (int i = 0; i < line->count; i++) {
        char san[SAN_SIZE];
        san_write(&at, line->moves[i], san);
        if (i >= first)
            document_add(out, " %s", san);
        make_move(&at, line->moves[i]);
    }
}

/* Adds a verdict: "White mates in 2" or "White wins 61 %, draws 30 %, loses 9 % of such games (+0.85)". */
static void add_verdict(Document *out, const Position *before, const MoveWorth *worth, int score) {
    const char *side = color_name(before->state->side);
    const WinChances c = chances(before, worth, score);
    if (score_is_mate(score) && score > 0)
        document_add(out, "%s mates in %d", side, mate_moves(score));
    else if (score_is_mate(score))
        document_add(out, "%s is mated in %d", side, -mate_moves(score));
    else
        document_add(out, "%s wins %d %%, draws %d %% and loses %d %% of such games (%+.2f pawns)",
                     side, (c.win + 5) / 10, (c.draw + 5) / 10, (c.loss + 5) / 10,
                     wdl_centipawns(worth->evaluation, score, wdl_material(before->state)) / 100.0);
}

static void worth_text(Document *out, const Position *before, const MoveWorth *worth) {
    const int loss = loss_of(before, worth);
    const bool better = has_better(before, worth);
    const bool refuted =
        better && loss >= REFUTED && expected(before, worth, worth->own.score) <= EVEN;
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

/* --- worth as JSON --------------------------------------------------------------------------------- */

static void line_json(Json *j, const char *key, const Position *before, const MoveWorth *worth,
                      const SearchedLine *line) {
    Position at;
    const WinChances c = chances(before, worth, line->score);
    json_open(j, key, '{');
    json_search_score(j, before->state, worth->evaluation, line->score);
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

static void worth_json(Json *j, const char *key, const Position *before, const MoveWorth *worth) {
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

/* --- comparison ------------------------------------------------------------------------------ */

/* The changes by a move: in the map, in the threats and in the classical evaluation. */
typedef struct Comparison {
    int delta_count;
    Delta deltas[BIT_COUNT];
    /* attacked[0] has the squares that each colour attacks before the move, attacked[1] those after the move */
    Bitboard attacked[2][COLOR_COUNT];
    /* `kept` has the threats before and after the move, `new` those only after, `gone` those only before */
    ThreatList kept, new, gone;
    Breakdown evaluation[2]; /* the evaluations before and after the move */
    /* White's gain by each family of terms, weighed by the phase; undefined for known endings */
    int family[FAMILY_COUNT];
} Comparison;

static bool holds(const ThreatList *list, const Threat *threat) {
    for (int i = 0; i < list->count; i++)
        if (threats_equal(&list->threats[i], threat))
            return true;
    return false;
}

/* Copies threats of `list` to `out`: if `in_other` is true, those that are also in `other`, else those that are
 * not. */
static void pick(const ThreatList *list, const ThreatList *other, bool in_other, ThreatList *out) {
    out->count = 0;
    for (int i = 0; i < list->count; i++)
        if (holds(other, &list->threats[i]) == in_other)
            out->threats[out->count++] = list->threats[i];
}

/* Returns the value of a family of terms for White, weighed by the phase only. */
static int family_value(const Breakdown *b, Family f) {
    const Half white = b->family[f][WHITE], black = b->family[f][BLACK];
    return ((white.mg - black.mg) * b->phase + (white.eg - black.eg) * (PHASE_FULL - b->phase)) /
           PHASE_FULL;
}

/* Compares the positions before and after a move. */
static void compare_positions(const Position *before, const Position *after, Comparison *out) {
    const Position *const positions[2] = {before, after};
    ThreatList threats[2];
    out->delta_count = deltas_between(before, after, out->deltas);
    for (int i = 0; i < 2; i++) {
        for (Color c = WHITE; c <= BLACK; c++)
            out->attacked[i][c] = attacked_squares(positions[i]->state, c);
        threats_list(positions[i], &threats[i]);
        out->evaluation[i] = evaluation_breakdown(positions[i]);
    }
    pick(&threats[1], &threats[0], true, &out->kept);
    pick(&threats[1], &threats[0], false, &out->new);
    pick(&threats[0], &threats[1], false, &out->gone);
    for (Family f = 0; f < FAMILY_COUNT; f++)
        out->family[f] =
            family_value(&out->evaluation[1], f) - family_value(&out->evaluation[0], f);
}

/* --- motifs ---------------------------------------------------------------------------------- */

enum { MOTIFS_TOLD = 3 };

/* Finds the motifs of a move. If `worth` has a line that begins with the move, the motifs are proved in this line.
 * Returns the number of motifs. */
static int move_motifs(const Position *before, Move m, const MoveWorth *worth,
                       Motif out[MOTIFS_TOLD]) {
    enum { LINE_MOTIFS = 64 };
    Motif all[LINE_MOTIFS];
    Position at;
    const bool searched = worth && worth->own.count;
    int count = 0;
    position_copy(&at, before);
    const int found = motifs_find(&at, searched ? worth->own.moves : &m,
                                  searched ? worth->own.count : 1, all, LINE_MOTIFS);
    for (int i = 0; i < found && count < MOTIFS_TOLD; i++)
        if (all[i].ply == 0)
            out[count++] = all[i];
    return count;
}

/* --- move summary ---------------------------------------------------------------------------- */

/* The summary names the fifty-move rule only in the last 20 plies before a claim is possible. */
enum { QUIET_TOLD = QUIET_CLAIM - 20 };

/* Adds sentences about a move: the move itself, whether it ends the game or brings a draw near, and its motifs. Adds
 * the worth of the move unless `worth` is NULL. */
static void move_summary(Document *out, const Position *before, const Position *after, Move m,
                         const MoveWorth *worth) {
    GameState game;
    Motif motifs[MOTIFS_TOLD];
    const char *side = color_name(before->state->side);
    if (move_kind(m) == MOVE_CASTLING)
        document_add(out, "%s castles %s.\n", side,
                     castling_wing(m) == WING_SHORT ? "short" : "long");
    else
        document_add(out, "%s: %s.\n", side, move_phrase(before, m).text);
    game_state_find(after, &game);
    if (game.quiet_plies < QUIET_TOLD)
        game.quiet_plies = 0;
    game_state_text(out, after, &game, "");
    const int count = move_motifs(before, m, worth, motifs);
    for (int i = 0; i < count; i++) {
        document_add_text(out, "The move ");
        motif_text(out, &motifs[i]);
        document_add_text(out, ".\n");
    }
    if (worth)
        worth_text(out, before, worth);
}

/* --- explain picture ------------------------------------------------------------------------- */

enum { TOP = SVG_LEGEND + 14, TINTS = 84, TEXT = TINTS + 64 };

/* Tints each square by the change in the number of White's attackers minus Black's. */
static void add_changes(Document *out, const View *view, const State *before, const State *after) {
    tint_begin(out);
    for (Square sq = A1; sq <= H8; sq++) {
        const int gain = attackers_excess(after, sq) - attackers_excess(before, sq);
        tint_square(out, view, sq, gain, gain != 0);
    }
}

static void add_legend(Document *out, const char *summary) {
    threats_legend(out, TOP);
    tint_legend(out, SVG_LEFT, TOP + TINTS - 10);
    svg_text(out, SVG_LEFT + 380, TOP + TINTS,
             "Arrows: threats that are new.\n"
             "Shades: the side with more attackers than before.");
    svg_text(out, SVG_LEFT, TOP + TEXT, summary);
}

void explain_svg(Document *out, const Position *after, const View *view, const MoveWorth *worth) {
    Comparison c;
    Document summary = {0};
    compare_positions(view->before, after, &c);
    move_summary(&summary, view->before, after, view->last, worth);
    if (summary.out_of_memory) {
        out->out_of_memory = true;
        document_free(&summary);
        return;
    }
    svg_begin(out, after, view, "Changes",
              TOP + TEXT - SVG_LEGEND + SVG_LINE * svg_text(NULL, 0, 0, summary.data));
    add_changes(out, view, view->before->state, after->state);
    svg_pieces(out, after->state, view, 0.9);
    threats_draw(out, view, &c.new);
    svg_frame(out, view);
    add_legend(out, summary.data);
    svg_end(out);
    document_free(&summary);
}

/* --- the map ---------------------------------------------------------------------------------- */

/* Adds gained and lost squares: "now attacks c6 d7, and no longer attacks e2". */
static void add_gains(Document *out, Bitboard gained, Bitboard lost) {
    if (gained) {
        document_add(out, " now attacks ");
        squares_text(out, gained);
    }
    if (lost) {
        document_add(out, "%s no longer attacks ", gained ? ", and" : "");
        squares_text(out, lost);
    }
    if (!gained && !lost)
        document_add(out, " attacks the same squares as before");
}

static void add_delta(Document *out, const Delta *d) {
    const char *side = color_name(bit_color(d->bit));
    const Owner *b = &d->before, *a = &d->after;
    if (a->type == TYPE_NONE) {
        document_add(out, "  %s's %s %s is gone, and with it its attacks on ", side,
                     type_name(b->type), square_name(b->square));
        squares_text(out, d->lost);
    } else if (b->type == TYPE_NONE) {
        document_add(out, "  %s has a new %s on %s, which attacks ", side, type_name(a->type),
                     square_name(a->square));
        squares_text(out, d->gained);
    } else {
        document_add(out, "  %s's %s %s", side, type_name(a->type), square_name(a->square));
        add_gains(out, d->gained, d->lost);
    }
    document_add(out, ".\n");
}

static void add_map(Document *out, const Comparison *c) {
    document_add(out, "\nThe map: %d %s other squares than before.\n", c->delta_count,
                 c->delta_count == 1 ? "piece attacks" : "pieces attack");
    for (int i = 0; i < c->delta_count; i++)
        add_delta(out, &c->deltas[i]);
    for (Color color = WHITE; color <= BLACK; color++) {
        const Bitboard before = c->attacked[0][color], after = c->attacked[1][color];
        document_add(out, "  %s attacks %d square%s, %d before: it", color_name(color),
                     popcount(after), popcount(after) == 1 ? "" : "s", popcount(before));
        add_gains(out, after & ~before, before & ~after);
        document_add(out, ".\n");
    }
}

/* --- threats ---------------------------------------------------------------------------------- */

static void add_threats(Document *out, const State *s, const ThreatList *list, const char *title) {
    document_add(out, "  %s%s\n", title, list->count ? ":" : ": none.");
    for (int i = 0; i < list->count; i++) {
        document_add(out, "    %s's ", color_name(list->threats[i].by));
        threat_sentence(out, s, &list->threats[i]);
        document_add(out, ".\n");
    }
}

/* --- evaluation ------------------------------------------------------------------------------- */

/* Adds the families of terms that changed, the greatest change first. */
static void add_families(Document *out, const Comparison *c) {
    bool shown[FAMILY_COUNT] = {false};
    for (;;) {
        int best = -1;
        for (int f = 0; f < FAMILY_SCALING; f++)
            if (!shown[f] && c->family[f] && (best < 0 || abs(c->family[f]) > abs(c->family[best])))
                best = f;
        if (best < 0)
            return;
        shown[best] = true;
        document_add(out, "    %-10s %+5d for %s\n", family_name(best), abs(c->family[best]),
                     color_name(c->family[best] > 0 ? WHITE : BLACK));
    }
}

static void add_evaluation(Document *out, const Position *before, const Position *after,
                           const Comparison *c) {
    const Breakdown *b = c->evaluation;
    document_add(out,
                 "\nThe evaluation goes from %+.2f to %+.2f pawns, from White's point of view.\n",
                 printed_pawns(EVALUATION_CLASSICAL, before, b[0].score),
                 printed_pawns(EVALUATION_CLASSICAL, after, b[1].score));
    for (int i = 0; i < 2; i++)
        if (b[i].ending)
            document_add(out, "  %s it is the known ending %s.\n", i ? "Now" : "Before",
                         b[i].ending);
    if (b[0].ending || b[1].ending)
        return;
    document_add(out, "  By families, in the search's units, before complexity and scale:\n");
    add_families(out, c);
}

/* --- all together ---------------------------------------------------------------------------- */

void explain_text(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth) {
    Comparison c;
    compare_positions(before, after, &c);
    move_summary(out, before, after, m, worth);
    add_map(out, &c);
    document_add(out, "\nThreats: %d before, %d now.\n", c.kept.count + c.gone.count,
                 c.kept.count + c.new.count);
    add_threats(out, before->state, &c.gone, "Gone");
    add_threats(out, after->state, &c.new, "New");
    add_threats(out, after->state, &c.kept, "As before");
    add_evaluation(out, before, after, &c);
    if (net)
        network_changes_text(out, before, after, net);
}

static void json_owner(Json *j, const char *key, Owner o) {
    if (o.type == TYPE_NONE) {
        json_null(j, key);
        return;
    }
    json_open(j, key, '{');
    json_text(j, "type", type_name(o.type));
    json_square(j, "square", o.square);
    json_number(j, "cell", o.cell);
    json_close(j, '}');
}

static void json_deltas(Json *j, const Delta *deltas, int count) {
    json_open(j, "deltas", '[');
    for (const Delta *d = deltas; d < deltas + count; d++) {
        json_open(j, NULL, '{');
        json_number(j, "bit", d->bit);
        json_text(j, "color", json_color(bit_color(d->bit)));
        json_owner(j, "before", d->before);
        json_owner(j, "after", d->after);
        json_squares(j, "lost", d->lost);
        json_squares(j, "gained", d->gained);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void diff_json(Document *out, const Position *before, const Position *after) {
    Delta deltas[BIT_COUNT];
    const int count = deltas_between(before, after, deltas);
    char move[MOVE_TEXT_SIZE], fen[FEN_SIZE];
    Json j;
    move_write(before, after->state->move, move);
    fen_write(after, fen);
    json_begin(&j, out, "diff", before);
    json_text(&j, "move", move);
    json_text(&j, "after", fen);
    json_deltas(&j, deltas, count);
    json_lists(&j, "lists_before", before);
    json_lists(&j, "lists_after", after);
    json_open(&j, "left", '[');
    for (const Delta *d = deltas; d < deltas + count; d++) {
        if (d->before.cell == CELL_NONE || d->before.cell == d->after.cell)
            continue;
        json_open(&j, NULL, '{');
        json_number(&j, "cell", d->before.cell);
        json_links(&j, after, d->before.cell);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_end(&j);
}

static void json_evaluation(Json *j, const Position *before, const Position *after,
                            const Comparison *c) {
    const Position *const positions[2] = {before, after};
    json_open(j, "evaluation", '{');
    for (int i = 0; i < 2; i++) {
        json_open(j, i ? "after" : "before", '{');
        const Breakdown *b = &c->evaluation[i];
        json_score(j, EVALUATION_CLASSICAL, positions[i], b->score);
        json_text_or_null(j, "ending", b->ending);
        json_close(j, '}');
    }
    json_open(j, "families", '{');
    for (int f = 0; f < FAMILY_SCALING; f++)
        json_number(j, family_name(f), c->family[f]);
    json_close(j, '}');
    json_close(j, '}');
}

void explain_json(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth) {
    Comparison c;
    char text[MOVE_TEXT_SIZE], fen[FEN_SIZE];
    Motif motifs[MOTIFS_TOLD];
    Json j;
    compare_positions(before, after, &c);
    move_write(before, m, text);
    fen_write(after, fen);
    json_begin(&j, out, "explain", before);
    json_text(&j, "move", text);
    json_text(&j, "after", fen);
    json_game(&j, "game_after", after);
    worth_json(&j, "worth", before, worth);
    json_open(&j, "motifs", '[');
    const int count = move_motifs(before, m, worth, motifs);
    for (int i = 0; i < count; i++)
        motif_json(&j, &motifs[i]);
    json_close(&j, ']');
    json_deltas(&j, c.deltas, c.delta_count);
    json_threats(&j, "new", after->state, &c.new);
    json_threats(&j, "gone", before->state, &c.gone);
    json_evaluation(&j, before, after, &c);
    network_changes_json(&j, "network", before, after, net);
    json_end(&j);
}
