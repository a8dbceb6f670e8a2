/* The command `report`: its arguments, its files, and the job that the worker runs. */
#include "uci/uci_internal.h"

#include "os/memory.h"
#include "os/thread.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- report setup ---------------------------------------------------------------------------- */

typedef struct ReportSetup {
    ReportSettings settings;
    /* the paths of the page, the JSON and the PGN; NULL for an output that the user does not want */
    char *input_path, *paths[REPORT_PARTS];
    bool no_page; /* the command has `html none` */
    bool with_engine;
    Document page; /* the file of `with engine` */
    GameSource input;
    AtomicWrite *outputs[REPORT_PARTS];
    Engine **engines; /* the engines, one for each thread */
    int engine_count;
    /* megabytes of each engine's hash table; 0 for the size of the session's table */
    int64_t hash;
    int64_t threads; /* the number of engines; 0 means one engine less than there are processors */
    char network[OPTION_TEXT_SIZE];
} ReportSetup;

static const char USAGE[] =
    "write report GAMES.pgn|- [OUT.html] [time SECONDS] [nodes N] [depth N] [threads N] [hash MB] "
    "[lines N] [games N-M] [side white|black] [scale human|engine] [with engine] [html "
    "OUT.html|none] [pgn OUT.pgn] [json OUT.json]";

/* For each part: the command may replace a file that has, near its start, a line that begins with `sign`. `otherwise`
 * is the error for other files. */
static const struct {
    const char *sign, *otherwise;
} PARTS[REPORT_PARTS] = {
    [REPORT_PAGE] = {REPORT_PAGE_HEAD, "it exists already and is not a page of a report"},
    [REPORT_JSON] = {REPORT_JSON_HEAD, "it exists already and is not JSON of a report"},
    [REPORT_PGN] = {"[" REPORT_PGN_TAG " \"", "it exists already and is not a PGN of a report"}};

/* The path that means standard output. */
static const char STDOUT_PATH[] = "/dev/stdout";

/* --- options ---------------------------------------------------------------------------------- */

/* Parses a path, which replaces *path. */
static bool take_path(const char *name, Tokens *tokens, char **path) {
    free(*path);
    *path = token_take_quoted(tokens);
    return (*path && **path) || output_error("report: no file is given for %s; %s", name, USAGE);
}

bool names_stdout(Token path) {
    static const char *const NAMES[] = {"-", STDOUT_PATH, "/dev/fd/1", "/proc/self/fd/1", NULL};
    return token_among(path, NAMES) >= 0;
}

/* Parses the path of a part. If the path means standard output, all messages of the program go to standard error. */
static bool take_output(const char *name, Tokens *tokens, char **path) {
    if (!take_path(name, tokens, path))
        return false;
    if (!names_stdout((Token){*path, strlen(*path)}))
        return true;
    free(*path);
    *path = strdup(STDOUT_PATH);
    output_to_stderr(true);
    if (output_is_closed())
        return output_error("report: standard output is closed; open it, or name a file");
    return *path || output_error("report: not enough memory");
}

/* Parses the argument of `html`: the path of the page, or `none`. */
static bool take_page(ReportSetup *setup, Tokens *tokens) {
    setup->no_page = token_take(tokens, "none");
    if (!setup->no_page)
        return take_output("html", tokens, &setup->paths[REPORT_PAGE]);
    free(setup->paths[REPORT_PAGE]);
    setup->paths[REPORT_PAGE] = NULL;
    return true;
}

static bool take_number(const char *name, Tokens *tokens, int64_t least, int64_t most,
                        int64_t *number) {
    const Token token = token_next(tokens);
    return (token_number(token, number) && *number >= least && *number <= most) ||
           output_error("report: %s is a number from %" PRId64 " to %" PRId64 "; %s", name, least,
                        most, USAGE);
}

/* Parses a number of seconds such as "0.5", and converts it to milliseconds. */
static bool take_time(Tokens *tokens, int64_t *milliseconds) {
    enum { SECONDS_MAX = 86400 };
    char text[32] = "";
    const Token token = token_next(tokens);
    if (token.length && token.length < sizeof text)
        memcpy(text, token.text, token.length);
    const bool plain = *text && !text[strspn(text, "0123456789.")];
    char *end;
    const double seconds = plain ? strtod(text, &end) : 0;
    *milliseconds = (int64_t)(seconds * 1000 + 0.5);
    return (plain && !*end && *milliseconds >= 1 && seconds <= SECONDS_MAX) ||
           output_error("report: time is a number of seconds above 0, up to %d; %s", SECONDS_MAX,
                        USAGE);
}

/* Parses the numbers of the games to explain: "3" or "3-7". */
static bool take_games(Tokens *tokens, ReportSettings *settings) {
    Token last = token_next(tokens), first = last;
    const char *dash = first.length ? memchr(first.text, '-', first.length) : NULL;
    if (dash) {
        first.length = (size_t)(dash - first.text);
        last = (Token){dash + 1, last.length - first.length - 1};
    }
    return (token_number(first, &settings->first) && token_number(last, &settings->last) &&
            settings->first >= 1 && settings->last >= settings->first) ||
           output_error(
               "report: games is the number of a game, or the numbers of the first and the last "
               "with a hyphen between them; %s",
               USAGE);
}

static bool take_side(Tokens *tokens, ReportSettings *settings) {
    const Token token = token_next(tokens);
    settings->judges[WHITE] = token_is(token, "white");
    settings->judges[BLACK] = token_is(token, "black");
    return settings->judges[WHITE] || settings->judges[BLACK] ||
           output_error("report: side is white or black; %s", USAGE);
}

static bool take_scale(Tokens *tokens, ReportSettings *settings) {
    const Token token = token_next(tokens);
    settings->engine_scale = token_is(token, "engine");
    return settings->engine_scale || token_is(token, "human") ||
           output_error("report: scale is human or engine; %s", USAGE);
}

static bool take_with(ReportSetup *setup, Tokens *tokens) {
    setup->with_engine = token_take(tokens, "engine");
    return setup->with_engine || output_error("report: with needs the word engine; %s", USAGE);
}

static bool take_option(ReportSetup *setup, Token word, Tokens *tokens) {
    ReportSettings *s = &setup->settings;
    if (token_is(word, "time"))
        return take_time(tokens, &s->time);
    if (token_is(word, "nodes"))
        return take_number("nodes", tokens, 1, INT64_C(1) << 48, &s->nodes);
    if (token_is(word, "depth"))
        return take_number("depth", tokens, 1, MAX_PLY - 1, &s->depth);
    if (token_is(word, "threads"))
        return take_number("threads", tokens, 1, THREADS_MAX, &setup->threads);
    if (token_is(word, "hash"))
        return take_number("hash", tokens, HASH_MIN, HASH_MAX, &setup->hash);
    if (token_is(word, "lines"))
        return take_number("lines", tokens, 1, REPORT_LINES_MAX, &s->lines);
    if (token_is(word, "games"))
        return take_games(tokens, s);
    if (token_is(word, "side"))
        return take_side(tokens, s);
    if (token_is(word, "scale"))
        return take_scale(tokens, s);
    if (token_is(word, "with"))
        return take_with(setup, tokens);
    if (token_is(word, "html"))
        return take_page(setup, tokens);
    if (token_is(word, "pgn"))
        return take_output("pgn", tokens, &setup->paths[REPORT_PGN]);
    if (token_is(word, "json"))
        return take_output("json", tokens, &setup->paths[REPORT_JSON]);
    return output_error("report: '%s' is not understood here; %s", token_show(word).text, USAGE);
}

static bool read_tokens(ReportSetup *setup, Tokens tokens) {
    static const char *const KEYWORDS[] = {"time",  "nodes", "depth", "threads", "hash",
                                           "lines", "games", "side",  "scale",   "with",
                                           "pgn",   "json",  "html",  NULL};
    enum { TIME_DEFAULT = 1000, LINES_DEFAULT = 2 };
    ReportSettings *s = &setup->settings;
    *s = (ReportSettings){.time = LIMIT_NONE,
                          .nodes = LIMIT_NONE,
                          .depth = LIMIT_NONE,
                          .lines = LINES_DEFAULT,
                          .first = 1,
                          .last = INT64_MAX,
                          .judges = {true, true}};
    if (!take_path("GAMES.pgn", &tokens, &setup->input_path))
        return false;
    if (token_peek(tokens).length && token_among(token_peek(tokens), KEYWORDS) < 0 &&
        !take_output("OUT.html", &tokens, &setup->paths[REPORT_PAGE]))
        return false;
    while (token_peek(tokens).length)
        if (!take_option(setup, token_next(&tokens), &tokens))
            return false;
    if (s->time == LIMIT_NONE && s->nodes == LIMIT_NONE && s->depth == LIMIT_NONE)
        s->time = TIME_DEFAULT;
    return true;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Returns the default path of the page: the path of the games with the ending .html. */
static char *page_path(const char *input) {
    size_t length = game_source_unpacked_length(input);
    for (size_t i = length; i-- > 1 && input[i - 1] != '/';)
        if (input[i] == '.') {
            length = i;
            break;
        }
    char *path = malloc(length + sizeof ".html");
    if (path) {
        memcpy(path, input, length);
        strcpy(path + length, ".html");
    }
    return path;
}

static bool name_page(ReportSetup *setup) {
    char **page = &setup->paths[REPORT_PAGE];
    if (setup->no_page)
        return setup->paths[REPORT_JSON] || setup->paths[REPORT_PGN] ||
               output_error("report: there is nothing to write; %s", USAGE);
    if (*page)
        return true;
    if (!setup->input.regular || setup->input.file == stdin)
        return output_error("report: games from standard input or a pipe need a name for the page, "
                            "or html none; %s",
                            USAGE);
    *page = page_path(setup->input_path);
    return *page || output_error("report: not enough memory");
}

/* Reads a whole file into a text. Returns false if the file cannot be read. */
static bool read_whole(const char *path, Document *text) {
    const char *reason;
    uint64_t size;
    const uint8_t *bytes = regular_file_map(path, &size, &reason);
    if (!bytes)
        return false;
    document_add_bytes(text, (const char *)bytes, (size_t)size);
    regular_file_unmap(bytes, size);
    return !text->out_of_memory;
}

/* Reads the page that contains the engine. Looks for the page in the folders of an archive, of `make page` and of
 * `make install`. */
static bool read_engine(ReportSetup *setup) {
    static const char *const PLACES[] = {"", "/build", "/../share/panoptes"};
    char folder[4096], path[4096 + 64];
    if (setup->no_page)
        return output_error("report: with engine needs a page; %s", USAGE);
    if (!folder_of_program(folder, sizeof folder))
        return output_error("report: with engine: the folder of this program is not known");
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        snprintf(path, sizeof path, "%s%s/panoptes.html", folder, PLACES[i]);
        if (!read_whole(path, &setup->page))
            continue;
        setup->settings.page =
            (PageTemplate){setup->page.data, setup->page.data + setup->page.length};
        return report_takes_page(setup->settings.page) ||
               output_error("report: '%s' is not the page of this version; make page", path);
    }
    return output_error(
        "report: with engine needs panoptes.html, which make page builds; it is not in "
        "'%s', nor in its build or ../share/panoptes",
        folder);
}

/* True if a path is a path of the file with the games, so that an output would destroy the games. */
static bool holds_games(const ReportSetup *setup, const char *path) {
    struct stat games, other;
    return strcmp(path, setup->input_path) == 0 ||
           (setup->input.regular && stat(path, &other) == 0 &&
            fstat(fileno(setup->input.file), &games) == 0 && games.st_ino &&
            games.st_ino == other.st_ino && games.st_dev == other.st_dev);
}

/* Skips "./" at the beginning of a path. */
static const char *bare(const char *path) {
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return path;
}

static bool name_outputs(ReportSetup *setup) {
    char **paths = setup->paths;
    if (!name_page(setup))
        return false;
    for (int i = 0; i < REPORT_PARTS; i++) {
        setup->settings.wants[i] = paths[i] != NULL;
        for (int k = 0; k < i && paths[i]; k++)
            if (paths[k] && strcmp(bare(paths[i]), bare(paths[k])) == 0)
                return output_error("report: '%s' is named twice; give different files", paths[i]);
        if (paths[i] && holds_games(setup, paths[i]))
            return output_error("report: '%s' holds the games; give another file to write to",
                                paths[i]);
    }
    return true;
}

static bool open_output(ReportSetup *setup, ReportPart part) {
    const char *path = setup->paths[part];
    const char *reason = atomic_write_fault(path, PARTS[part].sign, PARTS[part].otherwise);
    setup->outputs[part] = reason ? NULL : atomic_write_begin(path, &reason);
    if (!setup->outputs[part])
        return output_error("report: '%s': %s; give another file to write to", path, reason);
    /* without a buffer, so that an error of writing is reported at once */
    setvbuf(atomic_write_stream(setup->outputs[part]), NULL, _IONBF, 0);
    return true;
}

/* True if the report may use the standard streams that its arguments name. A report from the console may not, since
 * the console reads commands from standard input and answers on standard output. */
static bool has_standard_streams(const ReportSetup *setup, const Session *session) {
    bool used = game_source_is_stdin(setup->input_path);
    for (int i = 0; i < REPORT_PARTS; i++)
        used |= setup->paths[i] && strcmp(setup->paths[i], STDOUT_PATH) == 0;
    if (!used || session->command_line)
        return true;
    output_to_stderr(false);
    return output_error(
        "report: standard input has the commands here, standard output the answers; "
        "start the program as panoptes report - OUT.html");
}

/* --- the engine ------------------------------------------------------------------------------- */

/* Makes an engine with one thread and a hash table of `hash` megabytes. Returns NULL if memory is short. */
static Engine *make_engine(const Session *session, int hash) {
    Engine *engine = engine_create_like(session->player.engine);
    if (engine && engine_set_threads(engine, 1) == 1 && engine_set_hash(engine, hash) == hash)
        return engine;
    engine_destroy(engine);
    return NULL;
}

/* Makes as many engines as the command asks for. The default is one engine less than there are processors, or fewer
 * engines if memory is short. */
static bool make_engines(ReportSetup *setup, const Session *session) {
    const int hash = setup->hash ? (int)setup->hash : engine_hash(session->player.engine);
    const int most = setup->threads ? (int)setup->threads : max_int(thread_cpus() - 1, 1);
    const int least = setup->threads ? most : 1;
    const uint64_t table = (uint64_t)hash << 20,
                   limit = memory_limit(0); /* no table is touched yet */
    setup->engines = calloc((size_t)most, sizeof(Engine *));
    while (setup->engines && setup->engine_count < most &&
           (uint64_t)(setup->engine_count + 1) * table <= limit &&
           (setup->engines[setup->engine_count] = make_engine(session, hash)))
        setup->engine_count++;
    if (!setup->engines || setup->engine_count < least)
        return output_error(
            "report: not enough memory for %d thread%s of %d MB each; give less hash "
            "or fewer threads",
            least, least == 1 ? "" : "s", hash);
    const Network *network = engine_judge(setup->engines[0]);
    if (network)
        snprintf(setup->network, sizeof setup->network, "network %016" PRIx64, network->checksum);
    else
        snprintf(setup->network, sizeof setup->network, "classical evaluation");
    setup->settings.network = setup->network;
    setup->settings.book = session->player.book;
    return true;
}

/* Reads the command's tokens, makes the engines and opens the files. If something is wrong, reports the reason and
 * returns false. In both cases the caller calls report_setup_free. */
static bool report_setup(ReportSetup *setup, const Session *session, Tokens tokens) {
    *setup = (ReportSetup){0};
    if (!read_tokens(setup, tokens) || !has_standard_streams(setup, session) ||
        (setup->with_engine && !read_engine(setup)) ||
        !game_source_open(&setup->input, setup->input_path, "report") || !name_outputs(setup) ||
        !game_source_begin(&setup->input, "report"))
        return false;
    setup->settings.name = setup->input.path;
    for (ReportPart part = 0; part < REPORT_PARTS; part++)
        if (setup->settings.wants[part] && !open_output(setup, part))
            return false;
    return make_engines(setup, session);
}

/* Frees a setup, and removes the files of outputs that are not finished. */
static void report_setup_free(ReportSetup *setup) {
    for (int i = 0; i < setup->engine_count; i++)
        engine_destroy(setup->engines[i]);
    free(setup->engines);
    game_source_close(&setup->input);
    free(setup->input_path);
    document_free(&setup->page);
    for (int i = 0; i < REPORT_PARTS; i++) {
        atomic_write_abandon(setup->outputs[i]);
        free(setup->paths[i]);
    }
    *setup = (ReportSetup){0};
    output_to_stderr(false);
}

/* --- report ---------------------------------------------------------------------------------- */

typedef struct ReportJob {
    ReportSetup setup;
    /* the numbers of games and moves to explain; ahead.games is 0 if the number is not known */
    ReportCount ahead;
    int64_t begin;    /* the time at which the job began, in milliseconds */
    int64_t printed;  /* the time of the last line of progress, in milliseconds */
    int64_t searched; /* the number of positions searched so far */
    const atomic_bool *stop;
} ReportJob;

/* --- functions for the report: see ReportHost ------------------------------------------------- */

static size_t read_games(void *context, char *bytes, size_t size) {
    ReportJob *job = context;
    return *job->stop ? 0 : game_source_read(&job->setup.input, bytes, size);
}

static bool write_part(void *context, ReportPart part, const char *bytes, size_t length) {
    ReportJob *job = context;
    return fwrite(bytes, 1, length, atomic_write_stream(job->setup.outputs[part])) == length;
}

static void print_fault(void *context, const char *text) {
    output_error("report: %s; the game ends there", text);
}

/* Writes the time that the report still needs as ", 1:05 left", or nothing if the time is not known. */
static void write_left(const ReportJob *job, char *text, size_t size) {
    *text = '\0';
    if (!job->ahead.games || !job->searched)
        return;
    const int64_t more = job->ahead.moves - job->searched;
    const int64_t seconds =
        (clock_now() - job->begin) * (more > 0 ? more : 0) / job->searched / 1000;
    snprintf(text, size, ", %" PRId64 ":%02d left", seconds / 60, (int)(seconds % 60));
}

/* Counts a searched position, and prints progress on stderr every few seconds. */
static void print_progress(void *context, const ReportProgress *p) {
    enum { INTERVAL = 2000 };
    ReportJob *job = context;
    char left[48], of[32] = "";
    job->searched++;
    if (clock_now() - job->printed < INTERVAL)
        return;
    job->printed = clock_now();
    write_left(job, left, sizeof left);
    if (job->ahead.games)
        snprintf(of, sizeof of, "/%" PRId64, job->setup.settings.first - 1 + job->ahead.games);
    fprintf(stderr, "report: game %" PRId64 "%s, move %d/%d%s\n", p->game, of, (p->ply + 1) / 2,
            (p->plies + 1) / 2, left);
}

/* --- the job ---------------------------------------------------------------------------------- */

/* Gives the finished files of the parts their final names. Without a game only looks for outputs that could not be
 * written. If a part cannot be written, reports the reason and returns false. */
static bool finish_parts(ReportSetup *setup, bool has_games) {
    bool good = true;
    for (int i = 0; i < REPORT_PARTS; i++) {
        AtomicWrite *output = setup->outputs[i];
        const char *reason;
        if (!output || (!has_games && !ferror(atomic_write_stream(output))))
            continue;
        setup->outputs[i] = NULL;
        if (atomic_write_finish(output, &reason))
            output_line("report: written: %s", setup->paths[i]);
        else
            good = output_error("report: '%s': %s; what was there is unchanged; write elsewhere",
                                setup->paths[i], reason);
    }
    return good;
}

/* Counts the games and moves to explain in a regular file, and begins to read the file again. If the file does not
 * have the games or cannot be read, reports the reason and returns false before hours of search. */
static bool look_ahead(ReportJob *job) {
    GameSource *input = &job->setup.input;
    const PgnSource source = {job, read_games};
    if (!input->regular)
        return true;
    job->ahead = report_survey(&job->setup.settings, &source);
    job->setup.settings.expected = job->ahead.games;
    const char *fault = game_source_fault(input);
    if (!fault && !job->ahead.games && !*job->stop)
        fault = "there is no such game in it";
    if (fault)
        return output_error("report: %s: %s; nothing is written", job->setup.settings.name, fault);
    return game_source_begin(input, "report");
}

/* Returns the reason why the report has no game, so that its files must not replace older files. Returns NULL if the
 * report has a game. Also returns NULL if an output could not be written, since finish_parts reports that. */
static const char *fault_of(const ReportJob *job, const ReportCount *count) {
    const char *fault = game_source_fault(&job->setup.input);
    return count->out_of_memory                  ? "not enough memory"
           : count->games || count->write_failed ? NULL
           : fault                               ? fault
           : *job->stop                          ? "it was stopped"
                                                 : "there is no such game in it";
}

/* Writes the report. If a part of the report is not written, reports the reason and returns false. */
static bool run(ReportJob *job) {
    const ReportHost host = {job, read_games, write_part, print_progress, print_fault};
    const char *name = job->setup.settings.name;
    if (!look_ahead(job))
        return false;
    const ReportCount count = report_write(job->setup.engines, job->setup.engine_count,
                                           &job->setup.settings, &host, job->stop);
    const bool stopped = *job->stop; /* a later stop changes nothing */
    const char *fault = fault_of(job, &count), *cut = game_source_fault(&job->setup.input);
    if (fault)
        return output_error("report: %s: %s; nothing is written", name, fault);
    if (!count.games)
        return finish_parts(&job->setup, false);
    if (cut)
        output_error("report: %s: %s; what came before is written", name, cut);
    if (stopped)
        output_line("info string report stopped: what was done until then is written");
    output_line("report: %" PRId64 " game%s, %" PRId64 " positions, %.1f s", count.games,
                count.games == 1 ? "" : "s", count.moves,
                (double)(clock_now() - job->begin) / 1000);
    return finish_parts(&job->setup, true) && !cut && !stopped && !count.faults;
}

static void on_interrupt(void *context) {
    Session *session = context;
    session->quit = true;
    engine_interrupt(session->player.engine);
}

/* Catches signals itself: the engine forgets a stop that precedes its job. */
static void report_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    ReportJob *job = session->report;
    job->begin = job->printed = clock_now();
    job->stop = stop;
    interrupt_catch(on_interrupt, session);
    session->job_failed = !run(job);
    interrupt_release();
    report_setup_free(&job->setup); /* frees the engines now, since their hash tables are large */
}

/* --- the command ------------------------------------------------------------------------------ */

void report_free(Session *session) {
    if (session->report)
        report_setup_free(&session->report->setup);
    free(session->report);
    session->report = NULL;
}

bool report_start(Session *session, Tokens tokens) {
    worker_stop_and_settle(session);
    report_free(session);
    session->report = calloc(1, sizeof *session->report);
    if (!session->report)
        return output_error("report: not enough memory");
    if (!report_setup(&session->report->setup, session, tokens)) {
        report_free(session);
        return false;
    }
    const bool good = player_has_network(&session->player);
    worker_run(session, report_job);
    return good;
}
