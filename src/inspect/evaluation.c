/* The evaluations: as tables, in a picture, and the changes of the network's inputs by a move. */
#include "inspect/inspect_internal.h"

#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAIRS_SHOWN = 10 }; /* the most threat pairs that a text or a picture lists */

/* --- pieces and pairs of the network ---------------------------------------------------------- */

static Color color_of(PlacedPiece p) {
    return p.piece & 1;
}

static PieceType type_of(PlacedPiece p) {
    return p.piece >> 1;
}

static char placed_letter(PlacedPiece p) {
    return piece_letter(color_of(p), type_of(p));
}

/* Adds a piece: "White's Knight e5". */
static void placed_phrase(Document *out, PlacedPiece p) {
    document_add(out, "%s's %s %s", color_name(color_of(p)), type_name(type_of(p)),
                 square_name(p.square));
}

void pair_phrase(Document *out, const PairContribution *c) {
    const PlacedPiece attacker = {c->pair.attacker, c->pair.from};
    const PlacedPiece target = {c->pair.target, c->pair.to};
    const bool attacks = color_of(attacker) != color_of(target);
    placed_phrase(out, attacker);
    document_add(out, " %s the %s %s", attacks ? "attacks" : "defends", type_name(type_of(target)),
                 square_name(target.square));
}

/* Adds a piece as a value in an object. */
static void placed_json(Json *j, const char *key, PlacedPiece p) {
    json_man(j, key, color_of(p), type_of(p), p.square);
}

/* Adds a pair as a value in an object. */
static void pair_json(Json *j, const char *key, const PairContribution *c) {
    json_open(j, key, '{');
    placed_json(j, "attacker", (PlacedPiece){c->pair.attacker, c->pair.from});
    placed_json(j, "target", (PlacedPiece){c->pair.target, c->pair.to});
    json_close(j, '}');
}

/* --- the classical evaluation ----------------------------------------------------------------- */

Breakdown evaluation_breakdown(const Position *pos) {
    Trace trace;
    evaluate_trace(pos, &trace);
    return breakdown_of(&trace, pos->state->side);
}

static void add_row(Document *out, const char *name, Half white, Half black) {
    document_add(out, "%-10s %6d %6d   %6d %6d   %6d %6d\n", name, white.mg, white.eg, black.mg,
                 black.eg, white.mg - black.mg, white.eg - black.eg);
}

/* Adds the terms by which the evaluation combines the values for the middlegame and the endgame into one score. */
static void add_weighing(Document *out, const Breakdown *b) {
    document_add(out, "\nEndgame: %d times %d/%d for complexity, times %d/%d for scale = %d\n",
                 b->total.eg, b->complexity, COMPLEXITY_NORMAL, b->scale, SCALE_NORMAL, b->eg);
    document_add(out, "Phase %d of %d: (%d x %d + %d x %d) / %d\n", b->phase, PHASE_FULL,
                 b->total.mg, b->phase, b->eg, PHASE_FULL - b->phase, PHASE_FULL);
}

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
    const Breakdown b = evaluation_breakdown(pos);
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

/* --- the network ------------------------------------------------------------------------------ */

static void add_board(Document *out, const Position *pos, const Contributions *all) {
    const PieceContribution *on[SQUARE_COUNT] = {NULL};
    for (int i = 0; i < all->piece_count; i++)
        on[all->pieces[i].placed.square] = &all->pieces[i];
    document_add(out, "\nThe contribution of each piece with its pairs, in pawns for White:\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        document_add(out, "  %d", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++) {
            const PieceContribution *c = on[square_at(file, rank)];
            if (c)
                document_add(out, "%3c%+6.2f", placed_letter(c->placed),
                             printed_pawns(EVALUATION_NETWORK, pos, c->whole));
            else
                document_add(out, "%9c", '.');
        }
        document_add(out, "\n");
    }
    document_add(out, "   ");
    for (int file = FILE_A; file <= FILE_H; file++)
        document_add(out, "%9c", 'a' + file);
    document_add(out, "\n");
}

static void add_network_pairs(Document *out, const Position *pos, const Contributions *all) {
    const int shown = min_int(all->pair_count, PAIRS_SHOWN);
    if (shown == 0)
        return;
    document_add(out, "\nThe pairs that matter most, %d of %d, in pawns for White:\n", shown,
                 all->pair_count);
    for (int i = 0; i < shown; i++) {
        document_add(out, "  %2d. ", i + 1);
        pair_phrase(out, &all->pairs[i]);
        document_add(out, ": %+.2f\n", printed_pawns(EVALUATION_NETWORK, pos, all->pairs[i].value));
    }
}

/* Adds the score, a board with the contribution of each piece, and the pairs that matter most. */
static void network_text(Document *out, const Position *pos, const Network *net) {
    Contributions all;
    contributions_find(net, pos->state, &all);
    printed_line(out, "Network", EVALUATION_NETWORK, pos, all.score);
    add_board(out, pos, &all);
    add_network_pairs(out, pos, &all);
}

static void json_pieces(Json *j, const Position *pos, const Contributions *all) {
    json_open(j, "pieces", '[');
    for (int i = 0; i < all->piece_count; i++) {
        const PieceContribution *c = &all->pieces[i];
        json_open(j, NULL, '{');
        placed_json(j, "man", c->placed);
        json_number(j, "contribution", printed_centipawns(EVALUATION_NETWORK, pos, c->whole));
        json_number(j, "without_pairs", printed_centipawns(EVALUATION_NETWORK, pos, c->square));
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_pairs(Json *j, const Position *pos, const Contributions *all) {
    json_open(j, "pairs", '[');
    for (int i = 0; i < all->pair_count; i++) {
        json_open(j, NULL, '{');
        pair_json(j, "pair", &all->pairs[i]);
        json_number(j, "contribution",
                    printed_centipawns(EVALUATION_NETWORK, pos, all->pairs[i].value));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* Adds the score and the contributions of all pieces and pairs as a value in an object. If `net` is NULL, adds
 * null. */
static void network_json(Json *j, const char *key, const Position *pos, const Network *net) {
    Contributions all;
    if (!net) {
        json_null(j, key);
        return;
    }
    contributions_find(net, pos->state, &all);
    json_open(j, key, '{');
    json_score(j, EVALUATION_NETWORK, pos, all.score);
    json_pieces(j, pos, &all);
    json_pairs(j, pos, &all);
    json_close(j, '}');
}

/* --- both evaluations ------------------------------------------------------------------------- */

void evaluation_text(Document *out, const Position *pos, const Network *net) {
    const Breakdown b = evaluation_breakdown(pos);
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

void evaluation_json(Document *out, const Position *pos, const Network *net) {
    Json j;
    json_begin(&j, out, "eval", pos);
    json_classical(&j, pos);
    network_json(&j, "network", pos, net);
    json_end(&j);
}

/* --- the picture ------------------------------------------------------------------------------ */

static const ArrowStyle ATTACK = {5, "none"}, DEFENCE = {3.5, "9 7"};

/* Returns the colour that a contribution helps. */
static Color beneficiary(int value) {
    return value < 0 ? BLACK : WHITE;
}

/* Returns the upper left corner of a piece's label. */
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

/* Adds a disk with the number of a pair: on the arrow of the pair, or before the pair's sentence in the legend. */
static void add_number(Document *out, Point at, Color c, int number) {
    document_add(out,
                 "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"#ffffff\" stroke=\"%s\" "
                 "stroke-width=\"2\"/><text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" "
                 "font-weight=\"bold\" text-anchor=\"middle\">%d</text>\n",
                 at.x, at.y, RADIUS, svg_color(c), at.x, at.y + 4.5, number);
}

/* Draws the arrows of the threat pairs. Draws the arrow of the most important pair last, so that this arrow lies on
 * top. */
static void add_arrows(Document *out, const View *view, const Contributions *all, int shown) {
    for (int i = shown - 1; i >= 0; i--) {
        const PairContribution *c = &all->pairs[i];
        const ArrowStyle style = is_attack(c->pair) ? ATTACK : DEFENCE;
        const Arrow arrow = arrow_between(view, c->pair.from, c->pair.to);
        svg_arrow(out, arrow, beneficiary(c->value), style);
    }
}

/* Returns the point at a share of the way from an arrow's tail to its tip; share 0 is the tail. */
static Point place_on(Arrow arrow, double share) {
    return (Point){arrow.tail.x + share * (arrow.tip.x - arrow.tail.x),
                   arrow.tail.y + share * (arrow.tip.y - arrow.tail.y)};
}

/* True if a number drawn at a place covers no label and none of the numbers drawn at the places `taken`. */
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

/* Returns a free place for the number of an arrow: near the middle of the arrow, or beside the arrow. */
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

/* Draws the numbers of the arrows after the arrows, so that the numbers lie on top. If possible, a number covers no
 * other number and no label. */
static void add_numbers(Document *out, const View *view, const Contributions *all, int shown) {
    Point taken[PAIRS_SHOWN];
    for (int i = 0; i < shown; i++) {
        const PairContribution *c = &all->pairs[i];
        const Arrow arrow = arrow_between(view, c->pair.from, c->pair.to);
        taken[i] = free_place(arrow, taken, i, view, all);
        add_number(out, taken[i], beneficiary(c->value), i + 1);
    }
}

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
    svg_begin(out, pos, view, net ? "The network's contributions" : "The evaluation",
              LINE * (net ? PAIRS_SHOWN + 2 : 2));
    svg_squares(out, view);
    svg_pieces(out, pos->state, view, 1);
    if (net)
        draw_network(out, pos, view, &all);
    svg_frame(out, view);
    add_scores(out, pos, net ? &all : NULL);
    svg_end(out);
}

/* --- the changes by a move -------------------------------------------------------------------- */

static void add_piece(NetworkChanges *out, bool came, const Contributions *all,
                      PlacedPiece placed) {
    for (int i = 0; i < all->piece_count; i++)
        if (all->pieces[i].placed.square == placed.square)
            out->changes[out->count++] =
                (InputChange){.came = came, .placed = placed, .value = all->pieces[i].square};
}

static void add_pair(NetworkChanges *out, bool came, const Contributions *all, ThreatPair p) {
    for (int i = 0; i < all->pair_count; i++) {
        const PairContribution *c = &all->pairs[i];
        if (c->pair.from == p.from && c->pair.to == p.to)
            out->changes[out->count++] =
                (InputChange){.came = came, .is_pair = true, .pair = *c, .value = c->value};
    }
}

static void add_part(NetworkChanges *out, bool came, const Contributions *all,
                     const StatePart *part) {
    for (int i = 0; i < part->placed_count; i++)
        add_piece(out, came, all, part->placed[i]);
    for (int i = 0; i < part->pair_count; i++)
        add_pair(out, came, all, part->pairs[i]);
}

/* Returns the rank of a change among changes of equal value, so that the order of changes is always the same. Removed
 * inputs come before added inputs, then pieces before pairs, then lower squares before higher squares. */
static int rank_of_change(const InputChange *c) {
    const int squares =
        c->is_pair ? c->pair.pair.from * SQUARE_COUNT + c->pair.pair.to : c->placed.square;
    return (2 * c->came + c->is_pair) * SQUARE_COUNT * SQUARE_COUNT + squares;
}

static int compare_changes(const void *left, const void *right) {
    const InputChange *a = left, *b = right;
    if (abs(a->value) != abs(b->value))
        return abs(a->value) > abs(b->value) ? -1 : 1;
    return rank_of_change(a) - rank_of_change(b);
}

void network_changes_find(const Network *net, const State *before, const State *after,
                          NetworkChanges *out) {
    Contributions contributions;
    StateDifference difference;
    state_difference(before, after, &difference);
    out->count = 0;
    contributions_find(net, before, &contributions);
    out->score[0] = contributions.score;
    add_part(out, false, &contributions, &difference.removed);
    contributions_find(net, after, &contributions);
    out->score[1] = contributions.score;
    add_part(out, true, &contributions, &difference.added);
    qsort(out->changes, (size_t)out->count, sizeof *out->changes, compare_changes);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Perspective was = perspective_of(before, c);
        const Perspective is = perspective_of(after, c);
        out->mirrored[c] = was.flip != is.flip;
        out->other_set[c] = was.set != is.set;
    }
}

enum { CHANGES_SHOWN = 8 };

static void add_change(Document *out, const Position *pos, const InputChange *c) {
    document_add(out, "    %s  %+6.2f  ", c->came ? "new " : "gone",
                 printed_pawns(EVALUATION_NETWORK, pos, c->value));
    if (c->is_pair)
        pair_phrase(out, &c->pair);
    else
        placed_phrase(out, c->placed);
    document_add(out, "\n");
}

static void add_perspectives(Document *out, const NetworkChanges *changes) {
    for (Color c = WHITE; c <= BLACK; c++) {
        if (changes->mirrored[c])
            document_add(out,
                         "  %s's King has crossed the middle: %s now sees the board mirrored.\n",
                         color_name(c), color_name(c));
        if (changes->other_set[c])
            document_add(out,
                         "  %s's King has come to other squares: all pieces count otherwise for "
                         "%s now.\n",
                         color_name(c), color_name(c));
    }
}

void network_changes_text(Document *out, const Position *before, const Position *after,
                          const Network *net) {
    NetworkChanges changes;
    network_changes_find(net, before->state, after->state, &changes);
    const int shown = min_int(changes.count, CHANGES_SHOWN);
    document_add(out,
                 "\nThe network's score goes from %+.2f to %+.2f pawns, from White's point of "
                 "view.\n",
                 printed_pawns(EVALUATION_NETWORK, before, changes.score[0]),
                 printed_pawns(EVALUATION_NETWORK, after, changes.score[1]));
    add_perspectives(out, &changes);
    document_add(out, "  Contributions of the inputs that change, in pawns for White, %d of %d:\n",
                 shown, changes.count);
    for (int i = 0; i < shown; i++) {
        const InputChange *c = &changes.changes[i];
        add_change(out, c->came ? after : before, c);
    }
}

static void json_change(Json *j, const Position *pos, const InputChange *c) {
    json_open(j, NULL, '{');
    json_bool(j, "new", c->came);
    if (c->is_pair) {
        json_null(j, "man");
        pair_json(j, "pair", &c->pair);
    } else {
        placed_json(j, "man", c->placed);
        json_null(j, "pair");
    }
    json_number(j, "contribution", printed_centipawns(EVALUATION_NETWORK, pos, c->value));
    json_close(j, '}');
}

static void json_colors(Json *j, const char *key, const bool of[COLOR_COUNT]) {
    json_open(j, key, '[');
    for (Color c = WHITE; c <= BLACK; c++)
        if (of[c])
            json_text(j, NULL, json_color(c));
    json_close(j, ']');
}

void network_changes_json(Json *j, const char *key, const Position *before, const Position *after,
                          const Network *net) {
    NetworkChanges changes;
    const Position *const positions[2] = {before, after};
    if (!net) {
        json_null(j, key);
        return;
    }
    network_changes_find(net, before->state, after->state, &changes);
    json_open(j, key, '{');
    for (int i = 0; i < 2; i++) {
        json_open(j, i ? "after" : "before", '{');
        json_score(j, EVALUATION_NETWORK, positions[i], changes.score[i]);
        json_close(j, '}');
    }
    json_colors(j, "mirrored", changes.mirrored);
    json_colors(j, "other_set", changes.other_set);
    json_open(j, "inputs", '[');
    for (int i = 0; i < changes.count; i++)
        json_change(j, positions[changes.changes[i].came], &changes.changes[i]);
    json_close(j, ']');
    json_close(j, '}');
}
