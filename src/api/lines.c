#include "api/lines.h"

#include "board/make.h"
#include "moves/notation.h"

#include <inttypes.h>
#include <stdio.h>
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

/* Ends an object, says it, and frees it. */
static void say_json(const Player *player, Json *j) {
    json_close(j, '}');
    player_say(player, "%s",
               j->out->out_of_memory ? "info string error: not enough memory for the answer"
                                     : j->out->data);
    document_free(j->out);
}

static void json_info(const Player *player, const Position *root, const SearchInfo *info) {
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
    say_json(player, &j);
}

static void json_done(const Player *player, const Position *root, Move best, Move ponder) {
    Document out = {0};
    Json j = json_event_begin(&out, "bestmove");
    json_move(&j, "move", root, best);
    json_move(&j, "ponder", root, ponder);
    say_json(player, &j);
}

/* --- as UCI ---------------------------------------------------------------------------------- */

/* In normalised centipawns (see eval/wdl.h), with the chances of win, draw and loss if wanted. */
static void add_score(Text *text, const State *root, const SearchInfo *info, bool show_wdl) {
    const int score = info->score, material = wdl_material(root);
    if (score_is_mate(score))
        text_add(text, " score mate %d", mate_moves(score));
    else
        text_add(text, " score cp %d", wdl_centipawns(info->evaluation, score, material));
    if (show_wdl) {
        const WinChances wdl = wdl_of(info->evaluation, score, material);
        text_add(text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
    if (info->bound == BOUND_LOWER)
        text_add(text, " lowerbound");
    else if (info->bound == BOUND_UPPER)
        text_add(text, " upperbound");
}

static void uci_info(const Player *player, const Position *root, const SearchInfo *info) {
    Text text;
    text_clear(&text);
    text_add(&text, "info depth %d", info->depth);
    if (info->depth > 0)
        text_add(&text, " seldepth %d multipv %d", info->seldepth, info->multipv);
    add_score(&text, root->state, info, player->show_wdl);
    text_add(&text,
             " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64,
             info->nodes, nodes_per_second(info->nodes, info->time), info->hashfull, info->tbhits,
             info->time);
    if (info->pv_length > 0) {
        text_add(&text, " pv");
        add_moves(&text, root, info->pv, info->pv_length);
    }
    player_say(player, "%s", text.data);
}

static void uci_done(const Player *player, const Position *root, Move best, Move ponder) {
    if (best == MOVE_NONE) {
        player_say(player, "bestmove (none)");
        return;
    }
    Text text;
    text_clear(&text);
    text_add(&text, "bestmove");
    add_moves(&text, root, &best, 1);
    if (ponder != MOVE_NONE) {
        text_add(&text, " ponder");
        add_moves(&text, root, &ponder, 1);
    }
    player_say(player, "%s", text.data);
}

/* Says that `go mate` has found no mate as short as was asked for. */
static void print_missing_mate(const Player *player, Move best) {
    const int score = player->latest.score;
    if (player->mate_wanted == LIMIT_NONE || best == MOVE_NONE ||
        (score_is_mate(score) && score > 0 && mate_moves(score) <= player->mate_wanted))
        return;
    player_say(player, "info string no mate in %" PRId64 " found", player->mate_wanted);
}

/* --- reports --------------------------------------------------------------------------------- */

void lines_note(Player *player, const SearchInfo *info) {
    if (info->multipv > 1 || info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        return;
    player->latest = *info;
    player->latest.pv = NULL;
}

void lines_info(Player *player, const Position *root, const SearchInfo *info) {
    (player->json ? json_info : uci_info)(player, root, info);
    lines_note(player, info);
}

void lines_current_move(const Player *player, const Position *root, int depth, Move m, int number) {
    if (player->json)
        return;
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    player_say(player, "info depth %d currmove %s currmovenumber %d", depth, name, number);
}

void lines_done(const Player *player, const Position *root, Move best, Move ponder) {
    if (!player->json)
        print_missing_mate(player, best);
    (player->json ? json_done : uci_done)(player, root, best, ponder);
}
