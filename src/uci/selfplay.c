/* The command `selfplay`: the arguments, and the games. */
#include "uci/uci_internal.h"

#include "os/memory.h"
#include "os/thread.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- selfplay setup -------------------------------------------------------------------------- */

enum { SIDE_A, SIDE_B, SIDE_COUNT, SIDE_TEXT_SIZE = 256, CONTROL_TEXT_SIZE = 32 };

/* One of the two engines. */
typedef struct Side {
    Player *player; /* the player of the side, with an engine */
    /* the options that the command sets for the side, such as "Hash=64 Skill Level=5" */
    char options[SIDE_TEXT_SIZE];
} Side;

typedef struct SelfplaySetup {
    int games;
    char control[CONTROL_TEXT_SIZE]; /* the time control as the user has written it */
    MatchSettings settings;
    uint64_t seed;  /* the seed of the random openings */
    Lines openings; /* the lines of the openings' file; without lines the openings are random */
    char *openings_path;
    /* the source of random openings, and of the random order of the file's openings */
    Openings *source;
    FILE *pgn; /* the PGN file, or NULL */
    char *pgn_path;
    Side sides[SIDE_COUNT];
} SelfplaySetup;

static const char USAGE[] =
    "write selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate] "
    "[A NAME=VALUE ...] [B NAME=VALUE ...], TC as 2+0.02, nodes=N, movetime=MS or depth=N";

/* --- the time control ------------------------------------------------------------------------ */

/* Parses a number of seconds, at most 30 days, at the beginning of *text, and converts it to milliseconds. */
static bool read_seconds(const char **text, int64_t *milliseconds) {
    char *end;
    if (**text != '.' && (**text < '0' || **text > '9'))
        return false;
    const double seconds = strtod(*text, &end);
    *text = end;
    *milliseconds = (int64_t)(seconds * 1000 + 0.5);
    return seconds <= 30 * 86400.0;
}

/* Reads "SECONDS" or "SECONDS+INCREMENT". */
static bool read_clock(const char *text, TimeControl *control) {
    control->increment = 0;
    if (text[strspn(text, "0123456789.+")] || !read_seconds(&text, &control->base) ||
        control->base < 1)
        return false;
    return !*text || (*text++ == '+' && read_seconds(&text, &control->increment) && !*text);
}

/* Reads "nodes=N", "movetime=MS" or "depth=N". */
static bool read_limit(const char *text, TimeControl *control) {
    const struct {
        const char *name;
        int64_t *number, max;
    } LIMITS[] = {{"nodes=", &control->nodes, INT64_MAX},
                  {"movetime=", &control->movetime, INT64_C(1000000000)},
                  {"depth=", &control->depth, MAX_PLY - 1}};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        const size_t length = strlen(LIMITS[i].name);
        if (strncmp(text, LIMITS[i].name, length) == 0)
            return token_number((Token){text + length, strlen(text + length)}, LIMITS[i].number) &&
                   *LIMITS[i].number >= 1 && *LIMITS[i].number <= LIMITS[i].max;
    }
    return false;
}

/* If the next token is a time control such as "2+0.02", parses it. */
static bool take_control(SelfplaySetup *setup, Tokens *tokens) {
    static const TimeControl NONE = {LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, 0};
    TimeControl *control = &setup->settings.control;
    const Token token = token_peek(*tokens);
    const bool is_limit = token.length && memchr(token.text, '=', token.length);
    strcpy(setup->control, "1+0.01");
    if (is_limit || (token.length && strchr("0123456789.", *token.text))) {
        token_next(tokens);
        if (token.length >= CONTROL_TEXT_SIZE)
            return output_error("selfplay: '%s' is not a time control; %s", token_show(token).text,
                                USAGE);
        memcpy(setup->control, token.text, token.length);
        setup->control[token.length] = '\0';
    }
    *control = NONE;
    return (is_limit ? read_limit(setup->control, control) : read_clock(setup->control, control)) ||
           output_error("selfplay: '%s' is not a time control; %s", token_show(token).text, USAGE);
}

/* --- the sides ------------------------------------------------------------------------------- */

/* Makes the player of a side, with an engine like the engine of the session. */
static bool make_side(Side *side, const Session *session) {
    const Player *like = &session->player;
    side->player = aligned_new(sizeof *side->player);
    if (!side->player)
        return false;
    memset(side->player, 0, sizeof *side->player);
    player_open(side->player, engine_create_like(like->engine));
    side->player->error = like->error;
    side->player->limit_strength = like->limit_strength;
    side->player->elo = like->elo;
    side->player->skill_level = like->skill_level;
    const Engine *engine = side->player->engine;
    return engine && engine_hash(engine) == engine_hash(like->engine) &&
           engine_threads(engine) == engine_threads(like->engine);
}

static bool make_sides(SelfplaySetup *setup, const Session *session) {
    const int hash = engine_hash(session->player.engine);
    const bool fits = (uint64_t)hash * SIDE_COUNT << 20 <= memory_limit(0);
    for (int i = 0; i < SIDE_COUNT; i++)
        if (!fits || !make_side(&setup->sides[i], session))
            return output_error("selfplay: not enough memory for two engines with %d MB each; set "
                                "Hash to less",
                                hash);
    return true;
}

static bool set_value(Player *player, Token name, Tokens value) {
    const Option *option = option_find(player, name);
    if (!option)
        return option_missing(player, name);
    if (!option->of_engine)
        return output_error("setoption: %s cannot differ between two engines of one program",
                            option->name);
    return option_set(player, option, value);
}

/* Sets an option from the text "NAME=VALUE". */
static bool set_option(Side *side, const char *name, const char *text) {
    const char *equals = strchr(text, '=');
    size_t length = (size_t)(equals - text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    const size_t used = strlen(side->options);
    if (used + strlen(text) + 2 > sizeof side->options)
        return output_error("selfplay: too many options for %s", name);
    snprintf(side->options + used, sizeof side->options - used, "%s%.*s%s", used ? " " : "",
             (int)length, text, equals);
    return set_value(side->player, (Token){text, length},
                     tokens_of(equals + 1, strlen(equals + 1))) ||
           output_error("selfplay: so '%s' is not set for %s, and no game is played",
                        token_show((Token){text, strlen(text)}).text, name);
}

/* Parses the options of a side. A name may have blanks, so an option ends with the token that has the '='. */
static bool take_options(Side *side, const char *name, Tokens *tokens) {
    static const char *const KEYWORDS[] = {"seed", "openings", "pgn", "adjudicate", "A", "B", NULL};
    char text[SIDE_TEXT_SIZE] = "";
    size_t used = 0;
    while (token_peek(*tokens).length && (used || token_among(token_peek(*tokens), KEYWORDS) < 0)) {
        const Token token = token_next_quoted(tokens);
        if (used + token.length + 2 > sizeof text || memchr(token.text, '\0', token.length))
            break;
        if (used)
            text[used++] = ' ';
        memcpy(text + used, token.text, token.length);
        used += token.length;
        text[used] = '\0';
        if (!strchr(text, '='))
            continue;
        if (!set_option(side, name, text))
            return false;
        used = 0;
        *text = '\0';
    }
    return !used || output_error("selfplay: '%s' for %s has no value; write NAME=VALUE",
                                 token_show((Token){text, used}).text, name);
}

/* --- the other arguments --------------------------------------------------------------------- */

/* Takes a path into *path. */
static bool take_path(const char *name, Tokens *tokens, char **path) {
    free(*path);
    *path = token_take_quoted(tokens);
    return (*path && **path) || output_error("selfplay: no file is given for %s; %s", name, USAGE);
}

/* Takes a keyword and its arguments. */
static bool take_word(SelfplaySetup *setup, Tokens *tokens) {
    const Token word = token_next(tokens);
    int64_t number;
    if (token_is(word, "A") || token_is(word, "B"))
        return take_options(&setup->sides[token_is(word, "B")], token_is(word, "B") ? "B" : "A",
                            tokens);
    if (token_is(word, "openings"))
        return take_path("openings", tokens, &setup->openings_path);
    if (token_is(word, "pgn"))
        return take_path("pgn", tokens, &setup->pgn_path);
    if (token_is(word, "adjudicate"))
        return setup->settings.adjudicate = true;
    if (!token_is(word, "seed"))
        return output_error("selfplay: '%s' is not understood here; %s", token_show(word).text,
                            USAGE);
    if (!token_number(token_next(tokens), &number))
        return output_error("selfplay: seed needs a whole number");
    setup->seed = (uint64_t)number;
    return true;
}

static bool open_files(SelfplaySetup *setup) {
    const char *fault;
    if (setup->openings_path && (fault = lines_read(&setup->openings, setup->openings_path)))
        return output_error("selfplay: openings '%s': %s; give a file with an EPD or FEN in each "
                            "line",
                            setup->openings_path, fault);
    if (setup->pgn_path && !(setup->pgn = pgn_open(setup->pgn_path, &fault)))
        return output_error("selfplay: pgn '%s': %s; give another file", setup->pgn_path, fault);
    return true;
}

/* Lets the clocks of the match count nodes if the engines do. */
static bool agree_on_time(SelfplaySetup *setup) {
    TimeControl *control = &setup->settings.control;
    const int a = engine_settings(setup->sides[0].player->engine).search.nodestime;
    const int b = engine_settings(setup->sides[1].player->engine).search.nodestime;
    control->nodestime = control->base == LIMIT_NONE ? 0 : a;
    return control->base == LIMIT_NONE || a == b ||
           output_error(
               "selfplay: the clocks of both sides count alike; give A and B the same nodestime");
}

/* Reads the command's tokens, makes the engines and opens the files. If something is wrong, reports the reason and
 * returns false. In both cases the caller frees the setup. */
static bool selfplay_setup(SelfplaySetup *setup, Session *session, Tokens tokens) {
    enum { GAMES_DEFAULT = 10, GAMES_MAX = 1000000 };
    int64_t games = GAMES_DEFAULT;
    *setup = (SelfplaySetup){.seed = (uint64_t)time(NULL)};
    if (token_number(token_peek(tokens), &games))
        token_next(&tokens);
    if (games < 1 || games > GAMES_MAX)
        return output_error("selfplay: GAMES is 1 to %d; %s", GAMES_MAX, USAGE);
    setup->games = (int)games;
    if (!take_control(setup, &tokens) || !make_sides(setup, session))
        return false;
    while (token_peek(tokens).length)
        if (!take_word(setup, &tokens))
            return false;
    if (!agree_on_time(setup) || !open_files(setup))
        return false;
    setup->source = openings_create(setup->seed);
    return setup->source || output_error("selfplay: not enough memory");
}

static void selfplay_setup_free(SelfplaySetup *setup) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (setup->sides[i].player)
            player_close(setup->sides[i].player);
        aligned_free(setup->sides[i].player);
    }
    lines_free(&setup->openings);
    openings_free(setup->source);
    if (setup->pgn)
        fclose(setup->pgn);
    free(setup->pgn_path);
    free(setup->openings_path);
    *setup = (SelfplaySetup){0};
}

/* --- selfplay -------------------------------------------------------------------------------- */

static const char *const NAMES[SIDE_COUNT] = {"A", "B"};

/* The sums of a side. */
typedef struct Score {
    int wins, losses_on_time;
    uint64_t nodes;
    int64_t time;         /* the time of the side's moves in microseconds */
    int64_t moves, depth; /* the number of moves, and the sum of the searches' depths */
} Score;

typedef struct SelfplayJob {
    SelfplaySetup setup;
    size_t used; /* the number of lines of the file that were drawn */
    int bad;     /* the number of lines drawn that have no valid opening */
    /* the opening and the fault of the line drawn last */
    char opening[FEN_SIZE], fault[FEN_ERROR_SIZE];
    int games, draws; /* the number of games that have ended, and the number of draws */
    Score scores[SIDE_COUNT];
    MatchGame game; /* the latest game */
} SelfplayJob;

/* --- openings -------------------------------------------------------------------------------- */

/* Sets up the position of a line. Returns NULL if the position is an opening, else the fault of the line. */
static const char *refuse_opening(SelfplayJob *job, Token line, Position *pos) {
    if (line.length > EPD_LINE_MAX) {
        snprintf(job->fault, sizeof job->fault, "longer than %d bytes", EPD_LINE_MAX);
        return job->fault;
    }
    if (!epd_fen(line, job->opening))
        return "does not begin with the four fields of a position";
    if (!fen_parse(pos, job->opening, job->fault, sizeof job->fault))
        return job->fault;
    return game_end_by_rules(pos) == GAME_GOES_ON ? NULL : "the game is over there";
}

/* Draws at random a line of the file that was not drawn yet, and moves the line to the front. Begins a new round when
 * all lines were drawn. */
static Token draw_line(SelfplayJob *job, size_t *index) {
    Lines *lines = &job->setup.openings;
    if (job->used == lines->count)
        job->used = 0;
    *index = job->used + (size_t)openings_draw(job->setup.source, lines->count - job->used);
    const size_t begin = lines->begins[*index];
    lines->begins[*index] = lines->begins[job->used];
    lines->begins[job->used] = begin;
    *index = job->used++;
    return lines_at(lines, *index);
}

static bool opening_from_file(SelfplayJob *job, Position *pos, const atomic_bool *stop) {
    enum { REPORTED_MAX = 20 };
    const Lines *lines = &job->setup.openings;
    /* Tries the remaining lines of this round, and all lines of the next round. */
    for (size_t tries = 0; tries < 2 * lines->count; tries++) {
        size_t index;
        thread_step();
        if (*stop)
            return false;
        const Token line = draw_line(job, &index);
        if (epd_is_blank(line))
            continue;
        const char *fault = refuse_opening(job, line, pos);
        if (!fault)
            return true;
        if (job->bad++ < REPORTED_MAX)
            output_error("selfplay: %s, line %zu: %s; the line is skipped",
                         job->setup.openings_path, lines_number(lines, index), fault);
    }
    return output_error("selfplay: %s has no opening", job->setup.openings_path);
}

/* Finds the next opening. Returns false if there is no opening or the job was stopped. */
static bool next_opening(SelfplayJob *job, Position *pos, const atomic_bool *stop) {
    if (job->setup.openings.count)
        return opening_from_file(job, pos, stop);
    while (!*stop)
        if (openings_try(job->setup.source, FEN_START, job->opening))
            return true;
    return false;
}

/* --- reporting ------------------------------------------------------------------------------- */

static void print_setup(const SelfplayJob *job) {
    const SelfplaySetup *setup = &job->setup;
    output_line("selfplay: %d games at %s, openings: %s, seed %" PRId64 "%s", setup->games,
                setup->control, setup->openings_path ? setup->openings_path : "random",
                (int64_t)setup->seed,
                setup->settings.adjudicate ? ", clear games are adjudicated" : "");
    for (int i = 0; i < SIDE_COUNT; i++) {
        const Engine *engine = setup->sides[i].player->engine;
        output_line("%s: %d MB, %d thread%s%s%s", NAMES[i], engine_hash(engine),
                    engine_threads(engine), engine_threads(engine) == 1 ? "" : "s",
                    *setup->sides[i].options ? ", " : "", setup->sides[i].options);
    }
}

/* Reports a game: the colours, the result, the reason for the end, and the sums of the match. */
static void report_game(const SelfplayJob *job, int number, int white) {
    const MatchGame *game = &job->game;
    int64_t time = 0;
    for (int i = 0; i < game->count; i++)
        time += game->moves[i].thought.time;
    output_line("game %d/%d: %s-%s %s, %s, %d plies, %.2f s; A +%d =%d -%d", number,
                job->setup.games, NAMES[white], NAMES[!white], pgn_result(game),
                game_end_text(game->end, game->to_move), game->count, (double)time / 1e6,
                job->scores[SIDE_A].wins, job->draws, job->scores[SIDE_B].wins);
}

static void report_side(const SelfplayJob *job, int side) {
    const Score *s = &job->scores[side];
    output_line("%-4s %5d %5d %6d %12" PRIu64 " %9.3f %9" PRIu64 " %6.1f %12d", NAMES[side],
                s->wins, job->draws, job->scores[!side].wins, s->nodes, (double)s->time / 1e6,
                nodes_per_second(s->nodes, s->time / 1000),
                s->moves ? (double)s->depth / (double)s->moves : 0, s->losses_on_time);
}

static void report_sums(const SelfplayJob *job) {
    const int wins = job->scores[SIDE_A].wins, losses = job->scores[SIDE_B].wins;
    const EloEstimate e = elo_estimate((int[]){losses, job->draws, wins}, 3);
    output_line("%-4s %5s %5s %6s %12s %9s %9s %6s %12s", "", "wins", "draws", "losses", "nodes",
                "seconds", "nps", "depth", "lost on time");
    report_side(job, SIDE_A);
    report_side(job, SIDE_B);
    const double points = wins + job->draws / 2.0;
    Text text;
    text_clear(&text);
    text_add(&text, "A scores %.1f of %d", points, job->games);
    if (job->games)
        text_add(&text, " (%.1f %%)", 100 * points / job->games);
    if (isfinite(e.elo))
        text_add(&text, ", Elo %+.0f, with 95 %% probability from %+.0f to %+.0f", e.elo, e.low,
                 e.high);
    output_line("%s", text.data);
}

/* --- the job --------------------------------------------------------------------------------- */

/* Adds a game to the sums of the match: the nodes and times of the sides, and the result if the game has ended. */
static void count_game(SelfplayJob *job, const int side_of[COLOR_COUNT], Color first) {
    const MatchGame *game = &job->game;
    for (int i = 0; i < game->count; i++) {
        Score *s = &job->scores[side_of[first ^ (i & 1)]];
        s->nodes += game->moves[i].thought.nodes;
        s->time += game->moves[i].thought.time;
        s->depth += game->moves[i].thought.depth;
        s->moves++;
    }
    if (game->end == GAME_GOES_ON)
        return;
    job->games++;
    if (game->end == GAME_TIME)
        job->scores[side_of[game->to_move]].losses_on_time++;
    if (game->points == 1)
        job->draws++;
    else
        job->scores[side_of[game->points == 2 ? WHITE : BLACK]].wins++;
}

/* Returns a move of a game, and writes the move's comment {score/depth seconds}. The score is in pawns for the side
 * that moves. The last comment also has the end of the game, since some readers allow only one comment after a
 * move. */
static Move move_with_comment(const void *context, int i, const Position *pos,
                              char comment[PGN_COMMENT_SIZE]) {
    const MatchGame *game = context;
    const SearchResult *t = &game->moves[i].thought;
    const bool is_last = i == game->count - 1;
    snprintf(comment, PGN_COMMENT_SIZE, "{%s/%d %.3fs%s%s}",
             pawns_text(pos->state, t->evaluation, t->score).text, t->depth, (double)t->time / 1e6,
             is_last ? ", " : "", is_last ? game_end_text(game->end, game->to_move) : "");
    return game->moves[i].move;
}

/* Adds the game to the PGN file. If the file cannot be written, reports the reason and returns false. */
static bool write_game(SelfplayJob *job, int number, const int side_of[COLOR_COUNT],
                       Position *pos) {
    SelfplaySetup *setup = &job->setup;
    const MatchGame *game = &job->game;
    char event[CONTROL_TEXT_SIZE + 32];
    snprintf(event, sizeof event, "Panoptes selfplay, %s", setup->control);
    const PgnGame pgn = {.event = event,
                         .result = pgn_result(game),
                         .termination = pgn_termination(game->end),
                         .fen = game->fen,
                         .player = {NAMES[side_of[WHITE]], NAMES[side_of[BLACK]]},
                         .round = number,
                         .count = game->count,
                         .chess960 = game->chess960,
                         .game = game,
                         .move = move_with_comment};
    Document out = {0};
    pgn_add_tags(&out, &pgn);
    document_add(&out, "[TimeControl \"%s\"]\n",
                 setup->settings.control.base != LIMIT_NONE ? setup->control : "-");
    for (Color c = WHITE; c <= BLACK; c++)
        if (*setup->sides[side_of[c]].options)
            document_add(&out, "[%sOptions \"%s\"]\n", color_name(c),
                         setup->sides[side_of[c]].options);
    pgn_add_moves(&out, &pgn, pos);
    const bool good = pgn_write(setup->pgn, &out);
    const char *reason = strerror(errno);
    document_free(&out);
    return good || output_error("selfplay: game %d cannot be written to %s: %s; the match ends "
                                "here, and the file ends with the game before",
                                number, setup->pgn_path, reason);
}

/* Plays a game. Returns false if the match cannot go on. */
static bool play_game(SelfplayJob *job, int number, Position *pos, const atomic_bool *stop) {
    const SelfplaySetup *setup = &job->setup;
    const int white = number % 2 ? SIDE_A : SIDE_B;
    const int side_of[COLOR_COUNT] = {white, !white};
    Engine *const players[COLOR_COUNT] = {setup->sides[white].player->engine,
                                          setup->sides[!white].player->engine};
    if (number % 2 && !next_opening(job, pos, stop))
        return false;
    const bool ended = match_play(players, &setup->settings, job->opening, pos, stop, &job->game);
    fen_parse(pos, job->game.fen, NULL, 0);
    count_game(job, side_of, pos->state->side);
    report_game(job, number, white);
    return (!setup->pgn || write_game(job, number, side_of, pos)) && ended;
}

static void selfplay_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    SelfplayJob *job = session->selfplay;
    bool good = true;
    print_setup(job);
    for (int number = 1; good && !*stop && number <= job->setup.games; number++)
        good = play_game(job, number, pos, stop);
    const bool stopped = *stop;
    report_sums(job);
    if (stopped)
        output_line("info string selfplay stopped: %d of %d games were played", job->games,
                    job->setup.games);
    session->job_failed = !good || stopped || job->bad > 0;
    selfplay_setup_free(&job->setup); /* frees the engines now, since their hash tables are large */
}

/* --- the command ----------------------------------------------------------------------------- */

void selfplay_free(Session *session) {
    if (!session->selfplay)
        return;
    selfplay_setup_free(&session->selfplay->setup);
    free(session->selfplay);
    session->selfplay = NULL;
}

bool selfplay_start(Session *session, Tokens tokens) {
    worker_stop_and_settle(session);
    selfplay_free(session);
    SelfplayJob *job = session->selfplay = calloc(1, sizeof *job);
    if (!job)
        return output_error("selfplay: not enough memory");
    if (!selfplay_setup(&job->setup, session, tokens)) {
        selfplay_free(session);
        return false;
    }
    const bool good = player_has_network(&session->player);
    worker_run(session, selfplay_job);
    return good;
}
