#include "uci/search_text.h"

#include "board/make.h"
#include "core/score.h"
#include "moves/notation.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds) {
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

PawnsText pawns_text(const State *root, Evaluation evaluation, int score) {
    PawnsText out;
    if (score_is_mate(score))
        snprintf(out.text, sizeof out.text, "%cM%d", score > 0 ? '+' : '-', abs(mate_moves(score)));
    else
        snprintf(out.text, sizeof out.text, "%+.2f",
                 wdl_centipawns(evaluation, score, wdl_material(root)) / 100.0);
    return out;
}

void add_moves(Text *text, const Position *root, const Move *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(root, moves[i], name);
        text_add(text, " %s", name);
    }
}

void add_san(Text *text, const Position *root, const Move *moves, int count) {
    static Position at; /* too large for some stacks */
    position_copy(&at, root);
    for (int i = 0; i < count; i++) {
        char name[SAN_SIZE];
        san_write(&at, moves[i], name);
        text_add(text, " %s", name);
        make_move(&at, moves[i]);
    }
}
