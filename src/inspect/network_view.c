/* What the network sees in a position, and what a move changes in it. */
#include "inspect/inspect_internal.h"

#include "core/text.h"
#include "core/types.h"
#include "inspect/json.h"

#include <stdlib.h>

/* --- network changes ------------------------------------------------------------------------- */

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

/* A number for each change, so that the order of equal values is always the same: what went before
 * what came, pieces before pairs, then by squares. */
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

/* --- input phrases --------------------------------------------------------------------------- */

static Color color_of(PlacedPiece p) {
    return p.piece & 1;
}

static PieceType type_of(PlacedPiece p) {
    return p.piece >> 1;
}

char placed_letter(PlacedPiece p) {
    return piece_letter(color_of(p), type_of(p));
}

void placed_phrase(Document *out, PlacedPiece p) {
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

void placed_json(Json *j, const char *key, PlacedPiece p) {
    json_man(j, key, color_of(p), type_of(p), p.square);
}

void pair_json(Json *j, const char *key, const PairContribution *c) {
    json_open(j, key, '{');
    placed_json(j, "attacker", (PlacedPiece){c->pair.attacker, c->pair.from});
    placed_json(j, "target", (PlacedPiece){c->pair.target, c->pair.to});
    json_close(j, '}');
}

/* --- as text --------------------------------------------------------------------------------- */

static void add_board(Document *out, const Position *pos, const Contributions *all) {
    const PieceContribution *on[SQUARE_COUNT] = {NULL};
    for (int i = 0; i < all->piece_count; i++)
        on[all->pieces[i].placed.square] = &all->pieces[i];
    document_add(out, "\nWhat each piece contributes, with its pairs, in pawns for White:\n");
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

static void add_pairs(Document *out, const Position *pos, const Contributions *all) {
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

void network_text(Document *out, const Position *pos, const Network *net) {
    Contributions all;
    contributions_find(net, pos->state, &all);
    printed_line(out, "Network", EVALUATION_NETWORK, pos, all.score);
    add_board(out, pos, &all);
    add_pairs(out, pos, &all);
}

/* --- as JSON --------------------------------------------------------------------------------- */

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

void network_json(Json *j, const char *key, const Position *pos, const Network *net) {
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
