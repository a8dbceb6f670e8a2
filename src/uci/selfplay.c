#include "uci/jobs.h"

#include "engine/epd.h"
#include "engine/openings.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/pgn.h"
#include "uci/search_text.h"
#include "uci/selfplay_setup.h"
#include "uci/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[SIDE_COUNT] = {"A", "B"};

/* What a side has done. */
typedef struct Score {
    int wins, losses_on_time;
    uint64_t nodes;
    int64_t time;         /* microseconds */
    int64_t moves, depth; /* the depths of all moves added up */
} Score;

typedef struct SelfplayJob {
    SelfplaySetup setup;
    Openings *source; /* of random openings, and of the order of those from the file */
    size_t used;      /* lines of the file that were drawn */
    int bad;          /* and those of them without an opening */
    char opening[FEN_SIZE];
    int games, draws; /* that have come to an end */
    Score scores[SIDE_COUNT];
    MatchGame game; /* the latest */
} SelfplayJob;

/* --- openings -------------------------------------------------------------------------------- */

/* Sets up the position of a line to see whether it is an opening: NULL, or what is wrong. */
static const char *refuse_opening(SelfplayJob *job, Token line, Position *pos) {
    static char error[FEN_ERROR_SIZE];
    if (line.length > EPD_LINE_MAX) {
        snprintf(error, sizeof error, "longer than %d bytes", EPD_LINE_MAX);
        return error;
    }
    if (!epd_fen(line, job->opening))
        return "does not begin with the four fields of a position";
    if (!fen_parse(pos, job->opening, error, sizeof error))
        return error;
    return game_end_by_rules(pos) == GAME_GOES_ON ? NULL : "the game is over there";
}

/* Draws a line of the file that was not drawn yet: those drawn are moved to the front. Begins again
 * when all were. */
static Token draw_line(SelfplayJob *job, size_t *index) {
    Lines *lines = &job->setup.openings;
    if (job->used == lines->count)
        job->used = 0;
    *index = job->used + openings_draw(job->source, lines->count - job->used);
    const size_t begin = lines->begins[*index];
    lines->begins[*index] = lines->begins[job->used];
    lines->begins[job->used] = begin;
    *index = job->used++;
    return lines_at(lines, *index);
}

static bool opening_from_file(SelfplayJob *job, Position *pos) {
    enum { REPORTED_MAX = 20 };
    const Lines *lines = &job->setup.openings;
    /* What is left of this round, and all of the next one. */
    for (size_t tries = 0; tries < 2 * lines->count; tries++) {
        size_t index;
        const Token line = draw_line(job, &index);
        if (epd_is_blank(line))
            continue;
        const char *fault = refuse_opening(job, line, pos);
        if (!fault)
            return true;
        if (job->bad++ < REPORTED_MAX)
            output_error("selfplay: %s, line %zu: %s; the line is passed over",
                         job->setup.openings_path, lines_number(lines, index), fault);
    }
    return output_error("selfplay: %s has no opening", job->setup.openings_path);
}

/* Finds the next opening. False if there is none or it was stopped. */
static bool next_opening(SelfplayJob *job, Position *pos, const atomic_bool *stop) {
    if (job->setup.openings.count)
        return opening_from_file(job, pos);
    while (!*stop)
        if (openings_try(job->source, FEN_START, job->opening))
            return true;
    return false;
}

/* --- reporting ------------------------------------------------------------------------------- */

static void report_setup(const SelfplayJob *job) {
    const SelfplaySetup *setup = &job->setup;
    output_line("selfplay: %d games at %s, openings: %s, seed %" PRIu64 "%s", setup->games,
                setup->control, setup->openings_path ? setup->openings_path : "random", setup->seed,
                setup->settings.adjudicate ? ", clear games are adjudicated" : "");
    for (int i = 0; i < SIDE_COUNT; i++) {
        const Engine *engine = setup->sides[i].session->engine;
        output_line("%s: %d MB, %d thread%s%s%s", NAMES[i], engine_hash(engine),
                    engine_threads(engine), engine_threads(engine) == 1 ? "" : "s",
                    *setup->sides[i].options ? ", " : "", setup->sides[i].options);
    }
}

/* Reports a game: who had which colour, result, why, and how the match stands. */
static void report_game(const SelfplayJob *job, int number, int white) {
    const MatchGame *game = &job->game;
    int64_t time = 0;
    for (int i = 0; i < game->count; i++)
        time += game->moves[i].thought.time;
    output_line("game %d/%d: %s-%s %s, %s, %d plies, %.2f s; A +%d =%d -%d", number,
                job->setup.games, NAMES[white], NAMES[!white], pgn_result(game),
                game_end_text(game), game->count, (double)time / 1e6, job->scores[SIDE_A].wins,
                job->draws, job->scores[SIDE_B].wins);
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
    const EloEstimate e = elo_estimate(wins, job->draws, losses);
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

/* Counts what each side has spent, and the result of a game that has come to an end. */
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

/* Adds the game to the PGN file. Returns false, after reporting why, if that fails. */
static bool write_game(SelfplayJob *job, int number, const int side_of[COLOR_COUNT],
                       Position *pos) {
    SelfplaySetup *setup = &job->setup;
    PgnTags tags = {.control = setup->control,
                    .has_clock = setup->settings.control.base != LIMIT_NONE,
                    .round = number};
    for (Color c = WHITE; c <= BLACK; c++) {
        tags.player[c] = NAMES[side_of[c]];
        tags.options[c] = setup->sides[side_of[c]].options;
    }
    Document out = {0};
    pgn_add(&out, &tags, &job->game, pos);
    const bool good = pgn_write(setup->pgn, &out);
    const char *reason = strerror(errno);
    document_free(&out);
    return good || output_error("selfplay: game %d cannot be written to %s: %s; the match ends "
                                "here, and the file ends with the game before",
                                number, setup->pgn_path, reason);
}

/* Plays a game. False if the match cannot go on. */
static bool play_game(SelfplayJob *job, int number, Position *pos, const atomic_bool *stop) {
    const SelfplaySetup *setup = &job->setup;
    const int white = number % 2 ? SIDE_A : SIDE_B;
    const int side_of[COLOR_COUNT] = {white, !white};
    Engine *const players[COLOR_COUNT] = {setup->sides[white].session->engine,
                                          setup->sides[!white].session->engine};
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
    report_setup(job);
    for (int number = 1; good && !*stop && number <= job->setup.games; number++)
        good = play_game(job, number, pos, stop);
    const bool stopped = *stop;
    report_sums(job);
    if (stopped)
        output_line("info string selfplay stopped: %d of %d games were played", job->games,
                    job->setup.games);
    session->job_failed = !good || stopped || job->bad > 0;
    openings_free(job->source);
    job->source = NULL;
    selfplay_setup_free(&job->setup); /* the engines' tables are large */
}

/* --- the command ----------------------------------------------------------------------------- */

void selfplay_free(Session *session) {
    if (!session->selfplay)
        return;
    selfplay_setup_free(&session->selfplay->setup);
    openings_free(session->selfplay->source);
    free(session->selfplay);
    session->selfplay = NULL;
}

bool selfplay_start(Session *session, Tokens tokens) {
    worker_idle(session);
    selfplay_free(session);
    SelfplayJob *job = session->selfplay = calloc(1, sizeof *job);
    if (!job)
        return output_error("selfplay: not enough memory");
    bool good = selfplay_setup(&job->setup, session, tokens);
    if (good) {
        job->source = openings_create(job->setup.seed);
        good = job->source || output_error("selfplay: not enough memory");
    }
    if (!good) {
        selfplay_free(session);
        return false;
    }
    good = judge_is_there(session);
    worker_run(session, selfplay_job);
    return good;
}
