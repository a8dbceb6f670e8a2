#include "board/fen.h"
#include "core/text.h"
#include "inspect/change_report.h"
#include "inspect/comparison.h"
#include "inspect/inspect.h"
#include "inspect/json.h"
#include "inspect/move_summary.h"
#include "inspect/phrases.h"
#include "inspect/printed.h"
#include "inspect/threat_report.h"
#include "inspect/worth.h"
#include "moves/notation.h"

#include <stdlib.h>

/* --- the map ---------------------------------------------------------------------------------- */

/* Adds "now attacks c6 d7, and no longer attacks e2". */
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

/* The families that changed, the greatest change first. */
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
    static Comparison c;
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

static void json_deltas(Json *j, const Comparison *c) {
    json_open(j, "deltas", '[');
    for (int i = 0; i < c->delta_count; i++) {
        const Delta *d = &c->deltas[i];
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

static void json_threats(Json *j, const char *key, const State *s, const ThreatList *list) {
    json_open(j, key, '[');
    for (int i = 0; i < list->count; i++)
        threat_json(j, s, &list->threats[i]);
    json_close(j, ']');
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
    static Comparison c;
    char text[MOVE_TEXT_SIZE], fen[FEN_SIZE];
    Json j;
    compare_positions(before, after, &c);
    move_write(before, m, text);
    fen_write(after, fen);
    json_begin(&j, out, "explain", before);
    json_text(&j, "move", text);
    json_text(&j, "after", fen);
    json_game(&j, "game_after", after);
    worth_json(&j, "worth", before, worth);
    json_deltas(&j, &c);
    json_threats(&j, "new", after->state, &c.new);
    json_threats(&j, "gone", before->state, &c.gone);
    json_evaluation(&j, before, after, &c);
    network_changes_json(&j, "network", before, after, net);
    json_close(&j, '}');
    document_add(out, "\n");
}
