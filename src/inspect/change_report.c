#include "inspect/change_report.h"

#include "core/text.h"
#include "core/types.h"
#include "inspect/input_phrases.h"
#include "inspect/network_changes.h"
#include "inspect/printed.h"

/* --- as text --------------------------------------------------------------------------------- */

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
    static NetworkChanges changes;
    network_changes_find(net, before->state, after->state, &changes);
    const int shown = min_int(changes.count, CHANGES_SHOWN);
    document_add(out,
                 "\nThe network's score goes from %+.2f to %+.2f pawns, from White's point of "
                 "view.\n",
                 printed_pawns(EVALUATION_NETWORK, before, changes.score[0]),
                 printed_pawns(EVALUATION_NETWORK, after, changes.score[1]));
    add_perspectives(out, &changes);
    document_add(out, "  What the inputs that change contribute, in pawns for White, %d of %d:\n",
                 shown, changes.count);
    for (int i = 0; i < shown; i++) {
        const InputChange *c = &changes.changes[i];
        add_change(out, c->came ? after : before, c);
    }
}

/* --- as JSON --------------------------------------------------------------------------------- */

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
    static NetworkChanges changes;
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
