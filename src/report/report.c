#include "report/report.h"

#include "board/make.h"
#include "core/version.h"
#include "report/report_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Report {
    Engine *engine;
    const ReportSettings *settings;
    const ReportHost *host;
    const atomic_bool *stop;
    ExplainedGame *game;
    ReportCount count;
    bool begun; /* the parts are */
    Document out;
} Report;

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes what is in r->out to a part, if it is wanted, and empties it. A part that cannot be
 * written ends the report; the others are made whole. */
static void flush(Report *r, ReportPart part) {
    r->count.out_of_memory |= r->out.out_of_memory;
    if (r->settings->wants[part] && r->out.length && !r->count.out_of_memory)
        r->count.write_failed |=
            !r->host->write(r->host->context, part, r->out.data, r->out.length);
    r->out.length = 0;
}

static void json_limit(Json *j, const char *key, int64_t limit) {
    json_number_or_null(j, key, limit != LIMIT_NONE, limit);
}

/* Adds "generator" and "settings" to an object. */
static void add_settings(const Report *r, Json *j) {
    const ReportSettings *s = r->settings;
    json_text(j, "generator", "Panoptes " PANOPTES_VERSION);
    json_open(j, "settings", '{');
    json_limit(j, "time_ms", s->time);
    json_limit(j, "nodes", s->nodes);
    json_limit(j, "depth", s->depth);
    json_number(j, "threads", engine_threads(r->engine));
    json_text(j, "network", s->network);
    json_close(j, '}');
}

/* The name of a file without its folders, which are nobody's business in a page that is sent on. */
static const char *without_folders(const char *path) {
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\')
            name = c + 1;
    return name;
}

/* A page with one game is called by its players, else by its file. */
static void add_title(Report *r) {
    const GameRecord *game = &r->game->record;
    Document title = {0};
    if (r->settings->expected == 1 && record_has_players(game)) {
        utf8_add_isolated(&title, record_player(game, WHITE));
        document_add_text(&title, " \xE2\x80\x93 ");
        utf8_add_isolated(&title, record_player(game, BLACK));
    } else {
        utf8_add(&title, without_folders(r->settings->name));
    }
    page_begin(&r->out, title.data ? title.data : "");
    r->count.out_of_memory |= title.out_of_memory;
    document_free(&title);
}

/* Begins the parts; the first game, if there is any, is read. */
static void begin_parts(Report *r) {
    Json about = {.out = &r->out, .in_html = true}, json = {.out = &r->out};
    add_title(r);
    document_add_text(&r->out, "<script type=\"application/json\" id=\"about-data\">");
    json_open(&about, NULL, '{');
    add_settings(r, &about);
    json_close(&about, '}');
    document_add_text(&r->out, "</script>\n");
    flush(r, REPORT_PAGE);
    json_open(&json, NULL, '{');
    add_settings(r, &json);
    json_open(&json, "games", '[');
    flush(r, REPORT_JSON);
    r->begun = true;
}

static void end_parts(Report *r) {
    if (!r->begun)
        begin_parts(r);
    document_add_text(&r->out, "\n]}\n");
    flush(r, REPORT_JSON);
    page_end(&r->out);
    flush(r, REPORT_PAGE);
}

static void write_page(Report *r) {
    Json j = {.out = &r->out, .in_html = true};
    game_html(&r->out, r->game);
    document_add_text(&r->out, "<script type=\"application/json\" class=\"game\">");
    game_json(&j, r->game);
    document_add_text(&r->out, "</script>\n");
    flush(r, REPORT_PAGE);
}

static void write_game(Report *r) {
    if (r->settings->wants[REPORT_PAGE])
        write_page(r);
    if (r->settings->wants[REPORT_JSON]) {
        Json j = {.out = &r->out};
        document_add_text(&r->out, r->count.games ? ",\n" : "\n");
        game_json(&j, r->game);
        flush(r, REPORT_JSON);
    }
    if (r->settings->wants[REPORT_PGN]) {
        game_pgn(&r->out, r->game);
        flush(r, REPORT_PGN);
    }
}

/* --- a game ----------------------------------------------------------------------------------- */

static void set_start(Position *pos, const GameRecord *record) {
    fen_parse(pos, record->start, NULL, 0);
    pos->chess960 = record->chess960;
}

/* The last position that has a name, and how many of the first moves are in the engine's book. */
static void find_opening(const ReportSettings *settings, ExplainedGame *g) {
    static BookChoice choices[BOOK_CHOICES];
    Judgement *j = &g->judgement;
    bool in_book = settings->book != NULL;
    j->opening.ply = -1;
    j->book_plies = 0;
    set_start(&g->before, &g->record);
    for (int ply = 0; ply < g->record.plies; ply++) {
        const int count = in_book ? book_choices(settings->book, &g->before, choices) : 0;
        in_book = false;
        for (int i = 0; i < count; i++)
            in_book |= choices[i].move == g->record.moves[ply];
        position_advance(&g->before, g->record.moves[ply]);
        if (openings_find(&g->before, &j->opening))
            j->opening.ply = ply + 1;
        if (in_book || j->opening.ply == ply + 1)
            j->book_plies = ply + 1;
    }
}

static void report_progress(const Report *r, int ply, bool last) {
    const ReportProgress progress = {r->game->record.number, ply, r->game->record.plies, last};
    r->host->progress(r->host->context, &progress);
}

/* Searches the position at hand; false if the report is stopped. */
static bool analyse_position(Report *r, Move move, int ply) {
    if (*r->stop || !analysis_make(r->engine, &r->game->before, move, r->settings, r->stop,
                                   &r->game->analyses[ply]))
        return false;
    r->count.moves++;
    report_progress(r, ply, false);
    return true;
}

/* Searches the positions; where one side is judged, those where it is to move, the last, and those
 * after a pass, which no search of the position before has met. */
static void search_game(Report *r) {
    ExplainedGame *g = r->game;
    const int plies = g->record.plies;
    int done = 0;
    Move last = MOVE_NONE;
    set_start(&g->before, &g->record);
    for (int ply = 0; ply <= plies; ply++) {
        const Move move = ply < plies ? g->record.moves[ply] : MOVE_NONE;
        g->analyses[ply] = (Analysis){.side = g->before.state->side};
        const bool wanted =
            r->settings->judges[g->before.state->side] || ply == plies || last == MOVE_NULL;
        if (wanted && !analyse_position(r, move == MOVE_NULL ? MOVE_NONE : move, ply))
            break;
        done = ply;
        if (ply < plies)
            position_advance(&g->before, last = move);
    }
    g->judgement.searched = done;
}

/* Explains the game that is read, and writes it. */
static void report_game(Report *r) {
    ExplainedGame *g = r->game;
    if (!r->begun)
        begin_parts(r);
    if (r->count.write_failed)
        return; /* before time is spent on it */
    find_opening(r->settings, g);
    engine_forget(r->engine);
    search_game(r);
    if (*r->stop && !g->judgement.searched && r->count.games)
        return;
    judge_game(&g->record, g->analyses, r->settings, &g->before, &g->judgement);
    sentences_clear(&g->sentences);
    sentences_find(&g->sentences, &g->record, g->analyses, &g->judgement, &g->before, &g->after);
    r->count.out_of_memory |= g->record.out_of_memory || g->sentences.texts.out_of_memory ||
                              g->sentences.summary.out_of_memory;
    if (r->count.out_of_memory)
        return;
    write_game(r);
    r->count.games++;
    r->count.faults += g->record.fault.length > 0;
    report_progress(r, g->judgement.searched, true);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Composes "FILE:LINE: game 3, move 12...: reason". */
static void take_fault(void *context, long number, long line, const char *reason) {
    GameRecord *record = context;
    Report *r = record->owner;
    const int ply = record->first_ply + record->plies;
    utf8_add_isolated(&record->fault, without_folders(r->settings->name));
    document_add(&record->fault, ":%ld: game %ld, ", line, number);
    if (record->plies)
        document_add(&record->fault, "move %d%s: ", ply / 2 + 1, ply % 2 ? "..." : "");
    else
        document_add(&record->fault, "at its beginning: ");
    utf8_add(&record->fault, reason);
    if (number >= r->settings->first && !record->fault.out_of_memory)
        r->host->fault(r->host->context, record->fault.data);
}

/* A game is read. False if no more are wanted. */
static bool take_end(void *context, const Position *pos, PgnResult result, bool good) {
    GameRecord *record = context;
    Report *r = record->owner;
    record->number++;
    record_finish(record, pos, result);
    if (record->number >= r->settings->first)
        report_game(r);
    const bool last = record->number >= r->settings->last || *r->stop || r->count.write_failed ||
                      r->count.out_of_memory;
    record_clear(record);
    return !last;
}

ReportCount report_write(Engine *engine, const ReportSettings *settings, const ReportHost *host,
                         const atomic_bool *stop) {
    Report r = {.engine = engine, .settings = settings, .host = host, .stop = stop};
    r.game = memory_map(sizeof *r.game);
    if (!r.game)
        return (ReportCount){.out_of_memory = true};
    GameRecord *record = &r.game->record;
    record->owner = &r;
    EngineSettings how = engine_settings(engine);
    how.search.multipv = settings->lines;
    engine_configure(engine, &how);
    r.game->network = engine_judge(engine);
    const PgnSource source = {host->context, host->read};
    PgnHandler handler = record_handler(record);
    handler.end = take_end;
    handler.fault = take_fault;
    r.count.out_of_memory |= pgn_read(&source, &handler).out_of_memory;
    if (!r.count.out_of_memory)
        end_parts(&r);
    record_free(record);
    sentences_free(&r.game->sentences);
    document_free(&r.out);
    memory_unmap(r.game, sizeof *r.game);
    return r.count;
}

/* --- the survey ------------------------------------------------------------------------------- */

typedef struct Survey {
    const ReportSettings *settings;
    ReportCount count;
    int64_t number, moves;
} Survey;

static void count_move(void *context, const Position *pos, Move m) {
    Survey *s = context;
    s->moves += s->settings->judges[pos->state->side];
}

static bool count_game(void *context, const Position *pos, PgnResult result, bool good) {
    Survey *s = context;
    s->number++;
    if (s->number >= s->settings->first) {
        s->count.games++;
        s->count.faults += !good;
        s->count.moves += s->moves + 1; /* the last position, too */
    }
    s->moves = 0;
    return s->number < s->settings->last;
}

ReportCount report_survey(const ReportSettings *settings, const PgnSource *source) {
    Survey survey = {.settings = settings};
    const PgnHandler handler = {.context = &survey, .move = count_move, .end = count_game};
    survey.count.out_of_memory = pgn_read(source, &handler).out_of_memory;
    return survey.count;
}
