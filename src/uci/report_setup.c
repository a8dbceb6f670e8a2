#include "uci/report_setup.h"

#include "os/regular_file.h"
#include "search/search.h"
#include "uci/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char USAGE[] =
    "write report GAMES.pgn|- [OUT.html] [time SECONDS] [nodes N] [depth N] [threads N] [hash MB] "
    "[lines N] [games N-M] [side white|black] [pgn OUT.pgn] [json OUT.json]";

/* How a line near the beginning of a file begins, the first one but for PGN, so that the file may
 * be replaced; and what such a file is. */
static const struct {
    const char *sign, *kind;
    bool first;
} PARTS[REPORT_PARTS] = {[REPORT_PAGE] = {REPORT_PAGE_HEAD, "page of a report", true},
                         [REPORT_JSON] = {REPORT_JSON_HEAD, "JSON of a report", true},
                         [REPORT_PGN] = {"[" REPORT_PGN_TAG " \"", "PGN of a report", false}};

/* --- options ---------------------------------------------------------------------------------- */

/* Takes a path into *path. */
static bool take_path(const char *name, Tokens *tokens, char **path) {
    const Token token = token_next_quoted(tokens);
    free(*path);
    *path = token.length ? token_copy(token) : NULL;
    return *path || output_error("report: %s has no file; %s", name, USAGE);
}

static bool take_number(const char *name, Tokens *tokens, int64_t least, int64_t most,
                        int64_t *number) {
    const Token token = token_next(tokens);
    return (token_number(token, number) && *number >= least && *number <= most) ||
           output_error("report: %s is a number from %" PRId64 " to %" PRId64 "; %s", name, least,
                        most, USAGE);
}

/* Takes seconds, which may have a fraction, as milliseconds. */
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
           output_error("report: time is a number of seconds up to %d; %s", SECONDS_MAX, USAGE);
}

/* Takes "3" or "3-7". */
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
               "report: games is the number of a game, or that of the first and the last with a "
               "hyphen between; %s",
               USAGE);
}

static bool take_side(Tokens *tokens, ReportSettings *settings) {
    const Token token = token_next(tokens);
    settings->judges[WHITE] = token_is(token, "white");
    settings->judges[BLACK] = token_is(token, "black");
    return settings->judges[WHITE] || settings->judges[BLACK] ||
           output_error("report: side is white or black; %s", USAGE);
}

static bool take_option(ReportSetup *setup, Token word, Tokens *tokens) {
    ReportSettings *s = &setup->settings;
    int64_t lines = s->lines;
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
    if (token_is(word, "games"))
        return take_games(tokens, s);
    if (token_is(word, "side"))
        return take_side(tokens, s);
    if (token_is(word, "pgn"))
        return take_path("pgn", tokens, &setup->paths[REPORT_PGN]);
    if (token_is(word, "json"))
        return take_path("json", tokens, &setup->paths[REPORT_JSON]);
    if (!token_is(word, "lines"))
        return output_error("report: '%s' is not understood here; %s", token_show(word).text,
                            USAGE);
    if (!take_number("lines", tokens, 1, REPORT_LINES_MAX, &lines))
        return false;
    s->lines = (int)lines;
    return true;
}

static bool is_keyword(Token token) {
    static const char *const KEYWORDS[] = {"time",  "nodes", "depth", "threads", "hash",
                                           "lines", "games", "side",  "pgn",     "json"};
    for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
        if (token_is(token, KEYWORDS[i]))
            return true;
    return false;
}

static bool read_tokens(ReportSetup *setup, Tokens tokens) {
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
    if (token_peek(tokens).length && !is_keyword(token_peek(tokens)) &&
        !take_path("OUT.html", &tokens, &setup->paths[REPORT_PAGE]))
        return false;
    while (token_peek(tokens).length)
        if (!take_option(setup, token_next(&tokens), &tokens))
            return false;
    if (s->time == LIMIT_NONE && s->nodes == LIMIT_NONE && s->depth == LIMIT_NONE)
        s->time = TIME_DEFAULT;
    return true;
}

/* --- files ------------------------------------------------------------------------------------ */

/* The page's path if none is given: that of the games with another ending. */
static char *page_path(const char *input) {
    const char *slash = strrchr(input, '/'), *dot = strrchr(input, '.');
    const size_t length =
        dot && dot != input && (!slash || dot > slash + 1) ? (size_t)(dot - input) : strlen(input);
    char *path = malloc(length + sizeof ".html");
    if (path) {
        memcpy(path, input, length);
        strcpy(path + length, ".html");
    }
    return path;
}

static bool name_outputs(ReportSetup *setup) {
    char **paths = setup->paths;
    const bool from_stdin = strcmp(setup->input_path, "-") == 0;
    if (!paths[REPORT_PAGE] && !paths[REPORT_JSON] && !paths[REPORT_PGN] && !from_stdin &&
        !(paths[REPORT_PAGE] = page_path(setup->input_path)))
        return output_error("report: not enough memory");
    if (!paths[REPORT_PAGE] && !paths[REPORT_JSON] && !paths[REPORT_PGN])
        return output_error("report: games from standard input need a name for the page; %s",
                            USAGE);
    for (int i = 0; i < REPORT_PARTS; i++) {
        setup->settings.wants[i] = paths[i] != NULL;
        for (int k = 0; k < i && paths[i]; k++)
            if (paths[k] && strcmp(paths[i], paths[k]) == 0)
                return output_error("report: '%s' is named twice; give different files", paths[i]);
        if (paths[i] && strcmp(paths[i], setup->input_path) == 0)
            return output_error("report: '%s' holds the games; give another file to write to",
                                paths[i]);
    }
    return true;
}

/* True if a line of a text begins so, or the text itself if it has to be the first. */
static bool has_sign(const char *text, ReportPart part) {
    const char *sign = PARTS[part].sign;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, sign, strlen(sign)) == 0)
            return true;
        if (PARTS[part].first)
            return false;
    }
    return false;
}

/* True if a file is not there, or empty, or a part of a report that was written before. */
static bool may_replace(const char *path, ReportPart part) {
    enum { LOOKED_AT = 1 << 14 };
    const char *reason;
    if (access(path, F_OK))
        return true;
    FILE *file = regular_file_stream(path, "r", &reason);
    char *text = file ? calloc(1, LOOKED_AT) : NULL;
    const bool good = text && (fread(text, 1, LOOKED_AT - 1, file) == 0 || has_sign(text, part));
    free(text);
    if (file)
        fclose(file);
    return good;
}

static bool open_output(ReportSetup *setup, ReportPart part) {
    const char *reason, *path = setup->paths[part];
    setup->outputs[part] = atomic_write_begin(path, &reason);
    if (!setup->outputs[part])
        return output_error("report: '%s': %s; give another file to write to", path, reason);
    return may_replace(path, part) ||
           output_error("report: '%s' is there already and is no %s; give another file to write to",
                        path, PARTS[part].kind);
}

static bool open_input(ReportSetup *setup, const Session *session) {
    const char *reason;
    setup->settings.name = setup->input_path;
    if (strcmp(setup->input_path, "-") == 0) {
        setup->settings.name = "standard input";
        setup->input = stdin;
        return session->command_line ||
               output_error("report: standard input has the commands here; start the program as "
                            "panoptes report - OUT.html");
    }
    setup->input = regular_file_stream(setup->input_path, "r", &reason);
    return setup->input ||
           output_error("report: '%s': %s; give a file of games in PGN", setup->input_path, reason);
}

/* --- the engine ------------------------------------------------------------------------------- */

static bool make_engine(ReportSetup *setup, const Session *session) {
    const int hash = setup->hash ? (int)setup->hash : engine_hash(session->engine);
    const int threads = setup->threads ? (int)setup->threads : engine_threads(session->engine);
    setup->engine = engine_create_like(session->engine);
    if (!setup->engine || engine_set_hash(setup->engine, hash) < hash ||
        engine_set_threads(setup->engine, threads) < threads)
        return output_error(
            "report: not enough memory for %d MB and %d thread%s; give less hash or "
            "fewer threads",
            hash, threads, threads == 1 ? "" : "s");
    const Network *network = engine_judge(setup->engine);
    if (network)
        snprintf(setup->network, sizeof setup->network, "network %016" PRIx64, network->checksum);
    else
        snprintf(setup->network, sizeof setup->network, "classical evaluation");
    setup->settings.network = setup->network;
    setup->settings.book = session->book;
    return true;
}

bool report_setup(ReportSetup *setup, const Session *session, Tokens tokens) {
    *setup = (ReportSetup){0};
    if (!read_tokens(setup, tokens) || !name_outputs(setup) || !open_input(setup, session))
        return false;
    for (ReportPart part = 0; part < REPORT_PARTS; part++)
        if (setup->settings.wants[part] && !open_output(setup, part))
            return false;
    return make_engine(setup, session);
}

void report_setup_free(ReportSetup *setup) {
    engine_destroy(setup->engine);
    if (setup->input && setup->input != stdin)
        fclose(setup->input);
    free(setup->input_path);
    for (int i = 0; i < REPORT_PARTS; i++) {
        atomic_write_abandon(setup->outputs[i]);
        free(setup->paths[i]);
    }
    *setup = (ReportSetup){0};
}
