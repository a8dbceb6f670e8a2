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

Json json_event_begin(Document *out, const char *event) {
    Json j = {.out = out};
    json_open(&j, NULL, '{');
    json_text(&j, "event", event);
    return j;
}

void json_event_end(Json *j) {
    json_close(j, '}');
    document_add(j->out, "\n");
    output_document(j->out);
}

/* A move as UCI writes it; null for no move. */
static void json_move(Json *j, const char *key, const Position *root, Move m) {
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    json_text_or_null(j, key, m == MOVE_NONE ? NULL : name);
}

void json_search_score(Json *j, const State *root, Evaluation evaluation, int score) {
    const bool mate = score_is_mate(score);
    json_number_or_null(j, "centipawns", !mate,
                        mate ? 0 : wdl_centipawns(evaluation, score, wdl_material(root)));
    json_number_or_null(j, "mate", mate, mate ? mate_moves(score) : 0);
}

void json_info(const Position *root, const SearchInfo *info) {
    static const char *const BOUNDS[] = {"exact", "upper", "lower", "exact"};
    const WinChances wdl = wdl_of(info->evaluation, info->score, wdl_material(root->state));
    Document out = {0};
    Json j = json_event_begin(&out, "info");
    json_number(&j, "depth", info->depth);
    json_number(&j, "seldepth", info->seldepth);
    json_number(&j, "multipv", info->multipv);
    json_search_score(&j, root->state, info->evaluation, info->score);
    json_text(&j, "bound", BOUNDS[info->bound]);
    json_number(&j, "win", wdl.win);
    json_number(&j, "draw", wdl.draw);
    json_number(&j, "loss", wdl.loss);
    json_number(&j, "nodes", (int64_t)info->nodes);
    json_number(&j, "nps", (int64_t)nodes_per_second(info->nodes, info->time));
    json_number(&j, "hashfull", info->hashfull);
    json_number(&j, "tbhits", (int64_t)info->tbhits);
    json_number(&j, "milliseconds", info->time);
    json_open(&j, "line", '[');
    for (int i = 0; i < info->pv_length; i++)
        json_move(&j, NULL, root, info->pv[i]);
    json_close(&j, ']');
    json_event_end(&j);
}

void json_done(const Position *root, Move best, Move ponder) {
    Document out = {0};
    Json j = json_event_begin(&out, "bestmove");
    json_move(&j, "move", root, best);
    json_move(&j, "ponder", root, ponder);
    json_event_end(&j);
}
