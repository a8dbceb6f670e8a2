/* Parts of the reports of a search: as UCI lines, for a person, and as JSON. */
#include "uci/uci_internal.h"

#include "board/make.h"
#include "uci/output.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- search text ----------------------------------------------------------------------------- */

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

void add_san(Text *text, Position *at, const Position *root, const Move *moves, int count) {
    position_copy(at, root);
    for (int i = 0; i < count; i++) {
        char name[SAN_SIZE];
        san_write(at, moves[i], name);
        text_add(text, " %s", name);
        make_move(at, moves[i]);
    }
}

/* --- search json ----------------------------------------------------------------------------- */

/* Adds "key":"e2e4", or null for no move. */
static void add_move(Text *text, const char *key, const Position *root, Move m) {
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    if (m == MOVE_NONE)
        text_add(text, ",\"%s\":null", key);
    else
        text_add(text, ",\"%s\":\"%s\"", key, name);
}

static void add_score_json(Text *text, const State *root, const SearchInfo *info) {
    static const char *const BOUNDS[] = {"exact", "upper", "lower", "exact"};
    const int score = info->score, material = wdl_material(root);
    const WinChances wdl = wdl_of(info->evaluation, score, material);
    if (score_is_mate(score))
        text_add(text, ",\"centipawns\":null,\"mate\":%d", mate_moves(score));
    else
        text_add(text, ",\"centipawns\":%d,\"mate\":null",
                 wdl_centipawns(info->evaluation, score, material));
    text_add(text, ",\"bound\":\"%s\",\"win\":%d,\"draw\":%d,\"loss\":%d", BOUNDS[info->bound],
             wdl.win, wdl.draw, wdl.loss);
}

void json_info(const Position *root, const SearchInfo *info) {
    Text text;
    text_clear(&text);
    text_add(&text, "{\"event\":\"info\",\"depth\":%d,\"seldepth\":%d,\"multipv\":%d", info->depth,
             info->seldepth, info->multipv);
    add_score_json(&text, root->state, info);
    text_add(&text,
             ",\"nodes\":%" PRIu64 ",\"nps\":%" PRIu64 ",\"hashfull\":%d,\"tbhits\":%" PRIu64
             ",\"milliseconds\":%" PRId64 ",\"line\":[",
             info->nodes, nodes_per_second(info->nodes, info->time), info->hashfull, info->tbhits,
             info->time);
    for (int i = 0; i < info->pv_length; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(root, info->pv[i], name);
        text_add(&text, "%s\"%s\"", i ? "," : "", name);
    }
    text_add(&text, "]}");
    output_line("%s", text.data);
}

void json_done(const Position *root, Move best, Move ponder) {
    Text text;
    text_clear(&text);
    text_add(&text, "{\"event\":\"bestmove\"");
    add_move(&text, "move", root, best);
    add_move(&text, "ponder", root, ponder);
    text_add(&text, "}");
    output_line("%s", text.data);
}
