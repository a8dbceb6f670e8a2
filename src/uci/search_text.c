#include "uci/search_text.h"

#include "core/score.h"
#include "moves/notation.h"

uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds) {
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

int mate_moves(int score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score) / 2;
}

void add_moves(Text *text, const Position *root, const Move *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(root, moves[i], name);
        text_add(text, " %s", name);
    }
}
