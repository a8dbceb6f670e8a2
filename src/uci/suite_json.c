#include "uci/suite_json.h"

#include "core/version.h"
#include "inspect/json.h"
#include "moves/notation.h"
#include "uci/output.h"
#include "uci/search_text.h"

#include <inttypes.h>
#include <stdio.h>

static void add_count(Json *j, const char *key, uint64_t count) {
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, count);
    json_plain(j, key, number);
}

/* A text that is "" is not there. */
static void add_name(Json *j, const char *key, const char *name) {
    json_text_or_null(j, key, *name ? name : NULL);
}

static void add_score(Json *j, const Position *pos, const SearchResult *thought) {
    const int score = thought->score;
    if (score_is_mate(score)) {
        json_null(j, "centipawns");
        json_number(j, "mate", mate_moves(score));
    } else {
        json_number(j, "centipawns",
                    wdl_centipawns(thought->evaluation, score, wdl_material(pos->state)));
        json_null(j, "mate");
    }
}

static void add_move(Json *j, Position *pos, Move m) {
    char san[SAN_SIZE];
    if (m == MOVE_NONE) {
        json_null(j, "best");
        return;
    }
    san_write(pos, m, san);
    json_text(j, "best", san);
}

void suite_json_position(const EpdSuite *suite, Position *pos, const SearchResult *thought) {
    const Epd *epd = &suite->epd;
    char theme[EPD_ID_SIZE], fen[FEN_SIZE];
    Document out = {0};
    Json j = {.out = &out};
    theme_of(epd->id, theme);
    fen_write(pos, fen);
    json_open(&j, NULL, '{');
    json_text(&j, "event", "position");
    add_count(&j, "line", suite->next);
    add_name(&j, "id", epd->id);
    add_name(&j, "theme", theme);
    json_text(&j, "fen", fen);
    add_count(&j, "nodes", thought->nodes);
    add_count(&j, "milliseconds", (uint64_t)thought->time / 1000);
    json_number(&j, "depth", thought->depth);
    add_score(&j, pos, thought);
    add_move(&j, pos, thought->best);
    if (epd_asks(epd))
        json_bool(&j, "solved", suite->is_solved);
    else
        json_null(&j, "solved");
    if (epd->scored.count)
        json_number(&j, "points", epd_points(epd, thought->best));
    else
        json_null(&j, "points");
    json_close(&j, '}');
    document_add(&out, "\n");
    output_document(&out);
}

static void add_sums(Json *j, const SuiteSums *sums) {
    add_count(j, "positions", sums->positions);
    add_count(j, "asked", sums->asked);
    add_count(j, "solved", sums->solved);
    if (sums->has_points)
        json_number(j, "points", sums->points);
    else
        json_null(j, "points");
}

void suite_json_sum(const EpdSuite *suite, uint64_t nodes, int64_t time) {
    Document out = {0};
    Json j = {.out = &out};
    json_open(&j, NULL, '{');
    json_text(&j, "event", "sum");
    json_text(&j, "program", version_name());
    add_sums(&j, &suite->sums);
    add_count(&j, "bad", suite->bad);
    add_count(&j, "nodes", nodes);
    add_count(&j, "nps", nodes_per_second(nodes, time / 1000));
    add_count(&j, "milliseconds", (uint64_t)time / 1000);
    json_open(&j, "themes", '[');
    for (size_t i = 0; i < suite->themes.count; i++) {
        const Theme *theme = &suite->themes.list[i];
        json_open(&j, NULL, '{');
        json_text(&j, "theme", theme->name);
        add_sums(&j, &theme->sums);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(&out, "\n");
    out.out_of_memory |= suite->themes.out_of_memory;
    output_document(&out);
}
