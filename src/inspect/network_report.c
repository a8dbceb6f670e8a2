#include "inspect/network_report.h"

#include "core/text.h"
#include "core/types.h"
#include "inspect/input_phrases.h"
#include "inspect/printed.h"

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
