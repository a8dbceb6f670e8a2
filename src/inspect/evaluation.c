/* The terms of the classical evaluation as a table and as a picture. */
#include "core/text.h"

#include "core/types.h"
#include "eval/evaluate.h"
#include "inspect/inspect.h"
#include "inspect/inspect_internal.h"
#include "inspect/json.h"
#include "inspect/svg_internal.h"

#include <math.h>
#include <stdio.h>

/* --- evaluation table ------------------------------------------------------------------------ */

static Breakdown broken_down(const Position *pos) {
    static Trace trace;
    evaluate_trace(pos, &trace);
    return breakdown_of(&trace, pos->state->side);
}

/* --- as text --------------------------------------------------------------------------------- */

static void add_row(Document *out, const char *name, Half white, Half black) {
    document_add(out, "%-10s %6d %6d   %6d %6d   %6d %6d\n", name, white.mg, white.eg, black.mg,
                 black.eg, white.mg - black.mg, white.eg - black.eg);
}

/* How middlegame and endgame become one number. */
static void add_weighing(Document *out, const Breakdown *b) {
    document_add(out, "\nEndgame: %d times %d/%d for complexity, times %d/%d for scale = %d\n",
                 b->total.eg, b->complexity, COMPLEXITY_NORMAL, b->scale, SCALE_NORMAL, b->eg);
    document_add(out, "Phase %d of %d: (%d x %d + %d x %d) / %d\n", b->phase, PHASE_FULL,
                 b->total.mg, b->phase, b->eg, PHASE_FULL - b->phase, PHASE_FULL);
}

void evaluation_text(Document *out, const Position *pos, const Network *net) {
    const Breakdown b = broken_down(pos);
    document_add(out, "                 White           Black           Difference\n"
                      "              mid    end      mid    end      mid    end\n");
    for (Family f = 0; f < FAMILY_SCALING; f++)
        add_row(out, family_name(f), b.family[f][WHITE], b.family[f][BLACK]);
    document_add(out, "%-10s %31s %6d %6d\n", "Sum", "", b.total.mg, b.total.eg);
    if (b.ending)
        document_add(out, "\nThe ending %s is known: its value takes the place of the sum.\n",
                     b.ending);
    else
        add_weighing(out, &b);
    printed_line(out, "Evaluation", EVALUATION_CLASSICAL, pos, b.score);
    if (net)
        network_text(out, pos, net);
}

/* --- as JSON --------------------------------------------------------------------------------- */

static void json_half(Json *j, const char *key, Half half) {
    json_open(j, key, '{');
    json_number(j, "mid", half.mg);
    json_number(j, "end", half.eg);
    json_close(j, '}');
}

static void json_families(Json *j, const Breakdown *b) {
    json_open(j, "families", '{');
    for (Family f = 0; f < FAMILY_SCALING; f++) {
        json_open(j, family_name(f), '{');
        for (Color c = WHITE; c <= BLACK; c++)
            json_half(j, json_color(c), b->family[f][c]);
        json_close(j, '}');
    }
    json_close(j, '}');
}

static void json_classical(Json *j, const Position *pos) {
    const Breakdown b = broken_down(pos);
    json_open(j, "classical", '{');
    json_score(j, EVALUATION_CLASSICAL, pos, b.score);
    json_text_or_null(j, "ending", b.ending);
    json_families(j, &b);
    json_half(j, "sum", b.total);
    json_number(j, "complexity", b.complexity);
    json_number(j, "scale", b.scale);
    json_number(j, "phase", b.phase);
    json_close(j, '}');
}

void evaluation_json(Document *out, const Position *pos, const Network *net) {
    Json j;
    json_begin(&j, out, "eval", pos);
    json_classical(&j, pos);
    network_json(&j, "network", pos, net);
    json_close(&j, '}');
    document_add(out, "\n");
}

/* --- evaluation picture ---------------------------------------------------------------------- */

static const ArrowStyle ATTACK = {5, "none"}, DEFENCE = {3.5, "9 7"};

/* For whom a contribution counts. */
static Color beneficiary(int value) {
    return value < 0 ? BLACK : WHITE;
}

/* --- the board ------------------------------------------------------------------------------- */

/* Where the label of a piece stands: its upper left corner. */
static Point label_place(const View *view, const PieceContribution *c) {
    enum { MARGIN = (SVG_SQUARE - SVG_LABEL_WIDTH) / 2 };
    const Square sq = c->placed.square;
    return (Point){svg_x(view, sq) + MARGIN, svg_y(view, sq) + SVG_SQUARE - SVG_LABEL_HEIGHT - 2};
}

static void add_label(Document *out, const Position *pos, const View *view,
                      const PieceContribution *c) {
    const Point at = label_place(view, c);
    char number[24];
    snprintf(number, sizeof number, "%+.2f", printed_pawns(EVALUATION_NETWORK, pos, c->whole));
    svg_label(out, (int)at.x, (int)at.y, beneficiary(c->whole), number);
}

static bool is_attack(ThreatPair p) {
    return ((p.attacker ^ p.target) & 1) != 0;
}

enum { RADIUS = 10 };

/* The number of a pair: a disk on its arrow, and before its sentence. */
static void add_number(Document *out, Point at, Color c, int number) {
    document_add(out,
                 "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"#ffffff\" stroke=\"%s\" "
                 "stroke-width=\"2\"/><text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" "
                 "font-weight=\"bold\" text-anchor=\"middle\">%d</text>\n",
                 at.x, at.y, RADIUS, svg_color(c), at.x, at.y + 4.5, number);
}

/* The one that matters most on top. */
static void add_arrows(Document *out, const View *view, const Contributions *all, int shown) {
    for (int i = shown - 1; i >= 0; i--) {
        const PairContribution *c = &all->pairs[i];
        const ArrowStyle style = is_attack(c->pair) ? ATTACK : DEFENCE;
        const Arrow arrow = arrow_between(view, c->pair.from, c->pair.to);
        svg_arrow(out, arrow, beneficiary(c->value), style);
    }
}

/* A place on an arrow, by its share of the way to the tip. */
static Point place_on(Arrow arrow, double share) {
    return (Point){arrow.tail.x + share * (arrow.tip.x - arrow.tail.x),
                   arrow.tail.y + share * (arrow.tip.y - arrow.tail.y)};
}

/* True if a number there covers none of those before it and no label. */
static bool is_free(Point at, const Point *taken, int count, const View *view,
                    const Contributions *all) {
    for (int i = 0; i < count; i++)
        if (hypot(at.x - taken[i].x, at.y - taken[i].y) < 2 * RADIUS + 2)
            return false;
    for (int i = 0; i < all->piece_count; i++) {
        const Point corner = label_place(view, &all->pieces[i]);
        const double dx = fmax(fmax(corner.x - at.x, at.x - corner.x - SVG_LABEL_WIDTH), 0);
        const double dy = fmax(fmax(corner.y - at.y, at.y - corner.y - SVG_LABEL_HEIGHT), 0);
        if (hypot(dx, dy) < RADIUS + 2)
            return false;
    }
    return true;
}

/* A free place for a number: near the middle of its arrow, or beside it. */
static Point free_place(Arrow arrow, const Point *taken, int count, const View *view,
                        const Contributions *all) {
    enum { STEPS = 10, ASIDE = 4 };
    const double length = hypot(arrow.tip.x - arrow.tail.x, arrow.tip.y - arrow.tail.y);
    const double dx = (arrow.tip.x - arrow.tail.x) / length;
    const double dy = (arrow.tip.y - arrow.tail.y) / length;
    for (int aside = 0; aside <= SVG_SQUARE / 2; aside += ASIDE)
        for (int ahead = 0; ahead < STEPS; ahead++)
            for (int way = 0; way < 4; way++) {
                const double share = 0.5 + 0.5 * (way & 2 ? ahead : -ahead) / STEPS;
                const double away = way & 1 ? aside : -aside;
                const Point on = place_on(arrow, share);
                const Point at = {on.x - away * dy, on.y + away * dx};
                if (is_free(at, taken, count, view, all))
                    return at;
            }
    return place_on(arrow, 0.5);
}

/* The numbers of the arrows, above all else, and none above another number or a label. */
static void add_numbers(Document *out, const View *view, const Contributions *all, int shown) {
    Point taken[PAIRS_SHOWN];
    for (int i = 0; i < shown; i++) {
        const PairContribution *c = &all->pairs[i];
        const Arrow arrow = arrow_between(view, c->pair.from, c->pair.to);
        taken[i] = free_place(arrow, taken, i, view, all);
        add_number(out, taken[i], beneficiary(c->value), i + 1);
    }
}

/* --- the legend ------------------------------------------------------------------------------ */

enum { LINE = 24, LEGEND_TOP = SVG_LEGEND + 14 };

static void add_scores(Document *out, const Position *pos, const Contributions *all) {
    const int sign = pos->state->side == WHITE ? 1 : -1;
    document_add(out, "<text x=\"%d\" y=\"%d\" font-size=\"15\" font-weight=\"bold\">", SVG_LEFT,
                 LEGEND_TOP + 5);
    if (all)
        document_add(out, "The network: %+.2f. ",
                     printed_pawns(EVALUATION_NETWORK, pos, all->score));
    document_add(out, "The classical evaluation: %+.2f. In pawns for White, as all here.</text>\n",
                 printed_pawns(EVALUATION_CLASSICAL, pos, sign * evaluate(pos)));
}

static void add_pairs(Document *out, const Position *pos, const Contributions *all, int shown) {
    for (int i = 0; i < shown; i++) {
        const PairContribution *c = &all->pairs[i];
        const int y = LEGEND_TOP + LINE * (i + 1);
        add_number(out, (Point){SVG_LEFT + 10, y}, beneficiary(c->value), i + 1);
        document_add(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\">", SVG_LEFT + 28, y + 5);
        pair_phrase(out, c);
        document_add(out, ": %+.2f</text>\n", printed_pawns(EVALUATION_NETWORK, pos, c->value));
    }
}

static void add_styles(Document *out) {
    const int x = SVG_LEFT + 515, y = LEGEND_TOP + LINE;
    svg_legend_arrow(out, x, y, WHITE, ATTACK, "attack, for White");
    svg_legend_arrow(out, x, y + LINE, BLACK, ATTACK, "attack, for Black");
    svg_legend_arrow(out, x, y + 2 * LINE, WHITE, DEFENCE, "defence, for White");
    svg_legend_arrow(out, x, y + 3 * LINE, BLACK, DEFENCE, "defence, for Black");
}

/* --- all together ---------------------------------------------------------------------------- */

static void draw_network(Document *out, const Position *pos, const View *view,
                         const Contributions *all) {
    const int shown = min_int(all->pair_count, PAIRS_SHOWN);
    add_arrows(out, view, all, shown);
    for (int i = 0; i < all->piece_count; i++)
        add_label(out, pos, view, &all->pieces[i]);
    add_numbers(out, view, all, shown);
    add_pairs(out, pos, all, shown);
    if (shown)
        add_styles(out);
}

void evaluation_svg(Document *out, const Position *pos, const View *view, const Network *net) {
    Contributions all;
    if (net)
        contributions_find(net, pos->state, &all);
    svg_begin(out, pos, view, net ? "What the network sees" : "The evaluation",
              LINE * (net ? PAIRS_SHOWN + 2 : 2));
    svg_squares(out, view);
    svg_pieces(out, pos->state, view, 1);
    if (net)
        draw_network(out, pos, view, &all);
    svg_frame(out, view);
    add_scores(out, pos, net ? &all : NULL);
    svg_end(out);
}
