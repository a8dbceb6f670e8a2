#include "report/report.h"

#include "board/make.h"
#include "core/version.h"
#include "moves/generate.h"
#include "os/memory.h"
#include "report/report_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Report {
    Engine *const *engines;
    int engine_count;
    const ReportSettings *settings;
    const ReportHost *host;
    const atomic_bool *stop;
    GameRecord record; /* the game that the reader stores at present */
    Crew *crew;
    ExplainedGame **games; /* a ring buffer with `room` elements */
    int room;
    int64_t handed_over; /* the number of games that the report has given to the crew */
    Players *players;
    ExplainedGame *game; /* the game that the report writes at present */
    ReportCount count;   /* the threads of the crew count `moves` */
    bool begun;          /* begin_parts has written the beginnings of the page and of the JSON */
    Document out;        /* the text that `flush` writes next */
} Report;

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes r->out to a part of the report, if the settings want this part, and empties r->out. If the host cannot write
 * the text, the report ends early, and end_parts completes the other parts. */
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
    json_number(j, "threads", r->engine_count);
    json_text(j, "scale", s->engine_scale ? "engine" : "human");
    json_text(j, "network", s->network);
    json_close(j, '}');
}

/* Returns the name of a file without its folders. A page may go to other people, who should not see the folders. */
static const char *without_folders(const char *path) {
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\')
            name = c + 1;
    return name;
}

/* Adds the page up to its first game. The page's title names the players if the report is on one game, else the
 * file. */
static void add_title(Report *r, const ExplainedGame *first) {
    Document title = {0};
    if (r->settings->expected == 1 && record_has_players(&first->record)) {
        utf8_add_isolated(&title, record_player(&first->record, WHITE));
        document_add_text(&title, " \xE2\x80\x93 ");
        utf8_add_isolated(&title, record_player(&first->record, BLACK));
    } else {
        utf8_add(&title, without_folders(r->settings->name));
    }
    page_begin(&r->out, r->settings->page, title.data ? title.data : "");
    r->count.out_of_memory |= title.out_of_memory;
    document_free(&title);
}

/* Writes the beginnings of the page and of the JSON, up to their first game. */
static void begin_parts(Report *r, const ExplainedGame *first) {
    Json about = {.out = &r->out, .in_html = true}, json = {.out = &r->out};
    add_title(r, first);
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

/* Ends the page and the JSON. Without a game writes nothing. */
static void end_parts(Report *r) {
    if (!r->begun)
        return;
    Json json = {.out = &r->out, .comma = true};
    players_sort(r->players);
    document_add_text(&r->out, "\n]");
    players_json(&json, r->players);
    document_add_text(&r->out, "}\n");
    flush(r, REPORT_JSON);
    players_html(&r->out, r->players);
    page_end(&r->out, r->settings->page);
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

/* Sets the opening of a game from the game's last position that has a name, and the number of the game's book
 * moves. */
static void find_opening(const ReportSettings *settings, ExplainedGame *g) {
    BookChoice choices[BOOK_CHOICES];
    Judgement *j = &g->judgement;
    bool in_book = settings->book != NULL;
    j->opening.ply = -1;
    j->book_plies = 0;
    record_start(&g->record, &g->before);
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

/* Returns the slope of the winning chances by the mean rating of the players. If one player has no rating, the rating
 * of the other player counts. Returns 0 for the scale of engines. */
static double slope_of(const ReportSettings *settings, const GameRecord *record) {
    const int white = record_rating(record, WHITE), black = record_rating(record, BLACK);
    return settings->engine_scale
               ? 0
               : analysis_slope(white && black ? (white + black) / 2 : white + black);
}

/* True if the players drew the game, and a player may claim the draw in its last position. */
static bool is_claimed(const GameRecord *record, const Position *last) {
    return record->result == PGN_DRAWN && !record->fault.length && legal_count(last) &&
           (repetitions(last, 2) == 2 || is_rule_draw(last->state));
}

/* Before the search, sets the side and the slope of each analysis, and if the last one is drawn. */
static void prepare_analyses(const ReportSettings *settings, ExplainedGame *g) {
    const double slope = slope_of(settings, &g->record);
    record_start(&g->record, &g->before);
    for (int ply = 0; ply <= g->record.plies; ply++) {
        g->analyses[ply] = (Analysis){.side = g->before.state->side, .slope = slope};
        if (ply < g->record.plies)
            position_advance(&g->before, g->record.moves[ply]);
    }
    g->analyses[g->record.plies].drawn = is_claimed(&g->record, &g->before);
}

static void position_searched(void *context, const ExplainedGame *game, int ply) {
    Report *r = context;
    const ReportProgress progress = {game->record.number, ply, game->record.plies};
    r->count.moves++;
    r->host->progress(r->host->context, &progress);
}

/* Waits for the oldest game of the crew. Explains and writes the searched moves of the game. Returns false if the crew
 * has no game, or if the report cannot go on. */
static bool finish_game(Report *r) {
    ExplainedGame *g = r->count.write_failed || r->count.out_of_memory ? NULL : crew_take(r->crew);
    if (!g)
        return false;
    if (*r->stop && !g->judgement.searched && r->count.games)
        return true;
    r->game = g;
    for (int ply = 0; ply < g->judgement.searched; ply++)
        analysis_hindsight(&g->analyses[ply]);
    judge_game(&g->record, g->analyses, r->settings, &g->before, &g->judgement);
    sentences_clear(&g->sentences);
    sentences_find(g);
    summary_add(&g->sentences.summary, &g->record, g->analyses, &g->judgement);
    r->count.out_of_memory |= g->record.out_of_memory || g->sentences.texts.out_of_memory ||
                              g->sentences.summary.out_of_memory;
    if (r->count.out_of_memory)
        return false;
    write_game(r);
    players_add(r->players, g, r->settings);
    r->count.games++;
    r->count.faults += g->record.fault.length > 0;
    return true;
}

/* Returns an element of r->games for a new game; NULL if memory is short. If all elements are in use, finishes the
 * oldest game first. */
static ExplainedGame *room_for_game(Report *r) {
    ExplainedGame **g = &r->games[r->handed_over % r->room];
    if (r->handed_over >= r->room)
        finish_game(r);
    if (!*g && !(*g = memory_map(sizeof **g)))
        r->count.out_of_memory = true;
    return r->count.out_of_memory ? NULL : *g;
}

/* Gives the game in r->record to the crew. */
static void hand_over(Report *r) {
    ExplainedGame *g = room_for_game(r);
    if (!g)
        return;
    const GameRecord emptied = g->record;
    g->record = r->record;
    r->record = emptied;
    r->record.number = g->record.number;
    r->record.owner = r;
    if (!r->begun)
        begin_parts(r, g);
    g->network = engine_judge(r->engines[0]);
    find_opening(r->settings, g);
    prepare_analyses(r->settings, g);
    crew_add(r->crew, g);
    r->handed_over++;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Writes the fault into the record as "FILE:LINE: game 3, move 12...: reason", and reports this line to the host. */
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

/* Finishes the record of a game after its last move. If the game is wanted, gives it to the crew. Returns false if no
 * more games are wanted. */
static bool take_end(void *context, const Position *pos, PgnResult result, bool good) {
    GameRecord *record = context;
    Report *r = record->owner;
    record->number++;
    record_finish(record, pos, result);
    if (record->number >= r->settings->first)
        hand_over(r);
    const bool last = record->number >= r->settings->last || *r->stop || r->count.write_failed ||
                      r->count.out_of_memory;
    record_clear(&r->record);
    return !last;
}

static void read_games(Report *r) {
    const PgnSource source = {r->host->context, r->host->read};
    PgnHandler handler = record_handler(&r->record);
    handler.end = take_end;
    handler.fault = take_fault;
    r->record.owner = r;
    r->count.out_of_memory |= pgn_read(&source, &handler).out_of_memory;
    while (finish_game(r))
        continue;
    if (!r->count.out_of_memory)
        end_parts(r);
}

static void free_games(Report *r) {
    for (int i = 0; r->games && i < r->room; i++)
        if (r->games[i]) {
            record_free(&r->games[i]->record);
            sentences_free(&r->games[i]->sentences);
            memory_unmap(r->games[i], sizeof *r->games[i]);
        }
    free(r->games);
    players_free(r->players);
    record_free(&r->record);
    document_free(&r->out);
}

ReportCount report_write(Engine *const *engines, int count, const ReportSettings *settings,
                         const ReportHost *host, const atomic_bool *stop) {
    Report *r = calloc(1, sizeof *r);
    if (!r)
        return (ReportCount){.out_of_memory = true};
    *r = (Report){.engines = engines,
                  .engine_count = count,
                  .settings = settings,
                  .host = host,
                  .stop = stop,
                  .room = count + 1};
    const CrewHost crew_host = {settings, stop, r, position_searched};
    r->games = calloc((size_t)r->room, sizeof(ExplainedGame *));
    r->players = players_create();
    r->crew = r->games && r->players ? crew_create(engines, count, &crew_host) : NULL;
    r->count.out_of_memory = !r->crew;
    if (r->crew)
        read_games(r);
    crew_free(r->crew);
    const ReportCount counted = r->count;
    free_games(r);
    free(r);
    return counted;
}

/* --- the survey ------------------------------------------------------------------------------- */

typedef struct Survey {
    const ReportSettings *settings;
    ReportCount count;
    int64_t number, moves;
    bool passed; /* the last move was a pass */
} Survey;

static void count_move(void *context, const Position *pos, Move m) {
    Survey *s = context;
    s->moves += s->settings->judges[pos->state->side] || s->passed;
    s->passed = m == MOVE_NULL;
}

static bool count_game(void *context, const Position *pos, PgnResult result, bool good) {
    Survey *s = context;
    s->number++;
    if (s->number >= s->settings->first) {
        s->count.games++;
        s->count.faults += !good;
        s->count.moves += s->moves + 1; /* the report searches the last position, too */
    }
    s->moves = 0;
    s->passed = false;
    return s->number < s->settings->last;
}

ReportCount report_survey(const ReportSettings *settings, const PgnSource *source) {
    Survey survey = {.settings = settings};
    const PgnHandler handler = {.context = &survey, .move = count_move, .end = count_game};
    survey.count.out_of_memory = pgn_read(source, &handler).out_of_memory;
    return survey.count;
}
