/* The file of positions that bench searches: the lines, the sums by theme, and the output as text and JSON. */
#include "uci/uci_internal.h"

#include "os/thread.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- themes ---------------------------------------------------------------------------------- */

/* Writes the theme of an EPD id, or "" if the id is empty or only a number. */
static void theme_of(const char *id, char theme[EPD_ID_SIZE]) {
    static const char DIGITS[] = "0123456789", SEPARATORS[] = " .-_#:/,";
    size_t length = strlen(id), digits = length;
    while (digits > 0 && !strchr(DIGITS, id[digits - 1]))
        digits--;
    if (digits > 0) {
        length = digits;
        while (length > 0 && strchr(DIGITS, id[length - 1]))
            length--;
    }
    while (length > 0 && strchr(SEPARATORS, id[length - 1]))
        length--;
    memcpy(theme, id, length);
    theme[length] = '\0';
}

/* Adds a position to sums, with the position's result and points. */
static void sums_add(SuiteSums *sums, const Epd *epd, bool solved, int points) {
    sums->positions++;
    sums->asked += epd_asks(epd);
    sums->solved += epd_asks(epd) && solved;
    sums->has_points |= epd->scored.count > 0;
    sums->points += points;
}

/* Finds or adds the theme of a name. Returns NULL if memory is short. */
static Theme *find(Themes *themes, const char *name) {
    /* From the end: neighbouring positions of a file mostly have the same theme. */
    for (size_t i = themes->count; i-- > 0;)
        if (strcmp(themes->list[i].name, name) == 0)
            return &themes->list[i];
    if (themes->count == themes->size) {
        const size_t size = themes->size ? 2 * themes->size : 16;
        Theme *list = realloc(themes->list, size * sizeof *list);
        if (!list)
            return NULL;
        themes->list = list;
        themes->size = size;
    }
    Theme *theme = &themes->list[themes->count++];
    *theme = (Theme){0};
    strcpy(theme->name, name);
    return theme;
}

/* Adds a position to the sums of its theme, if the position has a theme. */
static void themes_add(Themes *themes, const Epd *epd, bool solved, int points) {
    char name[EPD_ID_SIZE];
    theme_of(epd->id, name);
    if (!*name)
        return;
    Theme *theme = find(themes, name);
    themes->out_of_memory |= !theme;
    themes->positions++;
    if (theme)
        sums_add(&theme->sums, epd, solved, points);
}

/* True if bench prints sums by theme: there are several themes, and a theme has several positions. */
static bool themes_differ(const Themes *themes) {
    return themes->count > 1 && themes->count < themes->positions;
}

/* --- epd suite ------------------------------------------------------------------------------- */

/* The number of bad lines that bench reports one by one. Further bad lines are only counted. */
enum { REPORTED_MAX = 20 };

/* True if the first line that is not blank begins a tag. Neither an EPD nor a FEN begins with a tag. */
static bool is_pgn(const Lines *lines) {
    for (size_t i = 0; i < lines->count; i++) {
        const Token line = lines_at(lines, i),
                    first = token_peek(tokens_of(line.text, line.length));
        if (first.length)
            return *first.text == '[';
    }
    return false;
}

bool epd_suite_open(EpdSuite *suite, Tokens *tokens) {
    *suite = (EpdSuite){.path = token_take_quoted(tokens)};
    if (!suite->path)
        return output_error("bench: not enough memory");
    const char *fault = lines_read(&suite->lines, suite->path);
    if (fault)
        return output_error("bench: '%s': %s; give a number for the depth, or a file with an EPD "
                            "or FEN in each line",
                            suite->path, fault);
    if (is_pgn(&suite->lines))
        return output_error("bench: '%s' is a PGN: it has games instead of positions; `report` "
                            "explains it; give a file with an EPD or FEN in each line",
                            suite->path);
    for (size_t i = 0; i < suite->lines.count; i++)
        suite->count += !epd_is_blank(lines_at(&suite->lines, i));
    return suite->count > 0 || output_error("bench: '%s' has no positions", suite->path);
}

void epd_suite_free(EpdSuite *suite) {
    lines_free(&suite->lines);
    free(suite->themes.list);
    free(suite->path);
    *suite = (EpdSuite){0};
}

static void report_bad_line(EpdSuite *suite, const char *error) {
    suite->bad++;
    if (suite->bad <= REPORTED_MAX)
        output_error("bench: %s, line %zu: %s; the line is skipped", suite->path, suite->next,
                     error);
    if (suite->bad == REPORTED_MAX)
        output_error("bench: %s: %d bad lines so far; further ones are counted, not shown",
                     suite->path, REPORTED_MAX);
}

bool epd_suite_next(EpdSuite *suite, Position *pos) {
    char error[EPD_ERROR_SIZE];
    while (suite->next < suite->lines.count) {
        const Token line = lines_at(&suite->lines, suite->next++);
        thread_step();
        if (epd_is_blank(line))
            continue;
        suite->begun++;
        if (epd_parse(line, pos, &suite->epd, error))
            return true;
        report_bad_line(suite, error);
    }
    return false;
}

void epd_suite_print_heading(void) {
    output_line("%11s %12s %9s %10s %5s %7s  %-7s %s", "position", "nodes", "seconds", "nps",
                "depth", "score", "best", "result");
}

static void add_list(Text *text, Position *pos, const char *name, const EpdMoves *list) {
    for (int i = 0; i < list->count; i++) {
        char san[SAN_SIZE];
        san_write(pos, list->moves[i], san);
        text_add(text, "%s%s %s", i ? "" : " ", i ? "" : name, san);
    }
}

/* Adds "solved" or "missed" and the name of the position. For a missed position, adds the moves that the position asks
 * for. */
static void add_verdict(Text *text, Position *pos, const EpdSuite *suite) {
    const Epd *epd = &suite->epd;
    const bool asked = epd_asks(epd), solved = suite->is_solved;
    text_add(text, "%-6s  ", !asked ? "-" : solved ? "solved" : "missed");
    if (*epd->id)
        text_add(text, "%s", epd->id);
    else
        text_add(text, "line %zu", suite->next);
    if (!asked || solved)
        return;
    text_add(text, ":");
    add_list(text, pos, "bm", &epd->best);
    add_list(text, pos, "am", &epd->avoid);
    if (epd->mate)
        text_add(text, " dm %d", epd->mate);
}

void epd_suite_add_result(EpdSuite *suite, const SearchResult *thought) {
    const Epd *epd = &suite->epd;
    const int points = epd_points(epd, thought->best);
    suite->is_solved = epd_is_solved(epd, thought->best, thought->score);
    sums_add(&suite->sums, epd, suite->is_solved, points);
    themes_add(&suite->themes, epd, suite->is_solved, points);
}

void epd_suite_print(const EpdSuite *suite, Position *pos, const SearchResult *thought) {
    char place[32], san[SAN_SIZE] = "(none)";
    snprintf(place, sizeof place, "%zu/%zu", suite->begun, suite->count);
    if (thought->best != MOVE_NONE)
        san_write(pos, thought->best, san);
    Text text;
    text_clear(&text);
    text_add(&text, "%11s %12" PRIu64 " %9.3f %10" PRIu64 " %5d %7s  %-7s ", place, thought->nodes,
             (double)thought->time / 1e6, nodes_per_second(thought->nodes, thought->time / 1000),
             thought->depth, pawns_text(pos->state, thought->evaluation, thought->score).text, san);
    add_verdict(&text, pos, suite);
    output_line("%s", text.data);
}

static void add_sums(Text *text, const SuiteSums *sums) {
    if (sums->asked)
        text_add(text, ", %zu of %zu solved (%.1f %%)", sums->solved, sums->asked,
                 100.0 * (double)sums->solved / (double)sums->asked);
    if (sums->has_points)
        text_add(text, ", %d point%s", sums->points, sums->points == 1 ? "" : "s");
}

static void print_theme(const Theme *theme) {
    Text text;
    text_clear(&text);
    text_add(&text, "  %s: %zu position%s", theme->name, theme->sums.positions,
             theme->sums.positions == 1 ? "" : "s");
    add_sums(&text, &theme->sums);
    output_line("%s", text.data);
}

void epd_suite_print_sum(const EpdSuite *suite, int64_t time) {
    Text text;
    text_clear(&text);
    text_add(&text, "%zu position%s in %.3f s", suite->sums.positions,
             suite->sums.positions == 1 ? "" : "s", (double)time / 1e6);
    add_sums(&text, &suite->sums);
    output_line("%s", text.data);
    for (size_t i = 0; themes_differ(&suite->themes) && i < suite->themes.count; i++)
        print_theme(&suite->themes.list[i]);
    if (suite->themes.out_of_memory)
        output_error("bench: not enough memory for all themes");
}

void epd_suite_report_bad(const EpdSuite *suite) {
    if (suite->bad)
        output_error("bench: %zu bad line%s of %s skipped", suite->bad, suite->bad == 1 ? "" : "s",
                     suite->path);
}

/* --- suite json ------------------------------------------------------------------------------ */

/* Ends a JSON object, and writes the object as a line. */
static void write_json(Json *j) {
    json_close(j, '}');
    document_add(j->out, "\n");
    output_document(j->out);
}

void suite_json_position(const EpdSuite *suite, Position *pos, const SearchResult *thought) {
    const Epd *epd = &suite->epd;
    char theme[EPD_ID_SIZE], fen[FEN_SIZE], best[SAN_SIZE] = "";
    Document out = {0};
    Json j = json_event_begin(&out, "position");
    theme_of(epd->id, theme);
    fen_write(pos, fen);
    if (thought->best != MOVE_NONE)
        san_write(pos, thought->best, best);
    json_number(&j, "line", (int64_t)suite->next);
    json_text_or_null(&j, "id", *epd->id ? epd->id : NULL);
    json_text_or_null(&j, "theme", *theme ? theme : NULL);
    json_text(&j, "fen", fen);
    json_number(&j, "nodes", (int64_t)thought->nodes);
    json_number(&j, "milliseconds", thought->time / 1000);
    json_number(&j, "depth", thought->depth);
    json_search_score(&j, pos->state, thought->evaluation, thought->score);
    json_text_or_null(&j, "best", *best ? best : NULL);
    if (epd_asks(epd))
        json_bool(&j, "solved", suite->is_solved);
    else
        json_null(&j, "solved");
    json_number_or_null(&j, "points", epd->scored.count > 0, epd_points(epd, thought->best));
    write_json(&j);
}

static void add_sums_json(Json *j, const SuiteSums *sums) {
    json_number(j, "positions", (int64_t)sums->positions);
    json_number(j, "asked", (int64_t)sums->asked);
    json_number(j, "solved", (int64_t)sums->solved);
    json_number_or_null(j, "points", sums->has_points, sums->points);
}

void suite_json_sum(const EpdSuite *suite, uint64_t nodes, int64_t time) {
    Document out = {0};
    Json j = json_event_begin(&out, "sum");
    json_text(&j, "program", version_name());
    add_sums_json(&j, &suite->sums);
    json_number(&j, "bad", (int64_t)suite->bad);
    json_number(&j, "nodes", (int64_t)nodes);
    json_number(&j, "nps", (int64_t)nodes_per_second(nodes, time / 1000));
    json_number(&j, "milliseconds", time / 1000);
    json_open(&j, "themes", '[');
    for (size_t i = 0; i < suite->themes.count; i++) {
        const Theme *theme = &suite->themes.list[i];
        json_open(&j, NULL, '{');
        json_text(&j, "theme", theme->name);
        add_sums_json(&j, &theme->sums);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    out.out_of_memory |= suite->themes.out_of_memory;
    write_json(&j);
}
