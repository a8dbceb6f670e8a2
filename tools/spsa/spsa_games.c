#include "spsa/spsa_games.h"

#include "core/random.h"
#include "engine/match.h"
#include "lib/ending.h"
#include "os/thread.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE_MEGABYTES = 2 };
enum { FIRST, SECOND, SETS };

typedef struct Crew {
    pthread_mutex_t lock; /* guards the run, `playing` and `failed` */
    SpsaRun *run;
    uint64_t playing;         /* pairs under way */
    bool failed;              /* a pair could not be played */
    const PositionList *book; /* NULL: random openings */
    MatchSettings settings;   /* of every game */
    atomic_bool stop;
} Crew;

typedef struct Player {
    Crew *crew;
    pthread_t thread;
    Engine *engines[SETS];
    SpsaPair pair;
    MatchGame game;
    Position pos; /* room for the games */
} Player;

/* --- games ------------------------------------------------------------------------------------ */

/* Finds the opening of the pair; false if it was stopped or memory is short. */
static bool find_opening(const Player *p, char fen[FEN_SIZE]) {
    if (p->crew->book)
        return epd_fen(position_list_line(p->crew->book, p->pair.number), fen);
    uint64_t seed = p->crew->run->settings.seed;
    Openings *source = openings_create(random_next(&seed) ^ hash_multiply(p->pair.number + 1));
    bool found = false;
    while (source && !found && !p->crew->stop)
        found = openings_try(source, FEN_START, fen);
    openings_free(source);
    return found;
}

/* Plays both games of the pair; points[] is what the first set has got of each. */
static bool play_pair(Player *p, int points[2]) {
    char fen[FEN_SIZE];
    if (!find_opening(p, fen))
        return false;
    for (int game = 0; game < 2; game++) {
        const Color first = game == 0 ? WHITE : BLACK;
        Engine *players[COLOR_COUNT];
        players[first] = p->engines[FIRST];
        players[!first] = p->engines[SECOND];
        if (!match_play(players, &p->crew->settings, fen, &p->pos, &p->crew->stop, &p->game))
            return false;
        points[game] = first == WHITE ? p->game.points : 2 - p->game.points;
    }
    return true;
}

/* Draws the next pair; false if there is nothing left to begin. */
static bool begin_pair(Player *p) {
    Crew *crew = p->crew;
    pthread_mutex_lock(&crew->lock);
    const bool wanted = !crew->stop && crew->run->done + crew->playing < crew->run->settings.pairs;
    if (wanted) {
        spsa_draw(crew->run, &p->pair);
        crew->playing++;
    }
    pthread_mutex_unlock(&crew->lock);
    return wanted;
}

static void end_pair(Player *p, bool played, const int points[2]) {
    pthread_mutex_lock(&p->crew->lock);
    if (played)
        spsa_take(p->crew->run, &p->pair, points);
    else if (!p->crew->stop)
        p->crew->stop = p->crew->failed = true;
    p->crew->playing--;
    pthread_mutex_unlock(&p->crew->lock);
}

static void *work(void *context) {
    Player *p = context;
    int points[2] = {0};
    while (begin_pair(p))
        end_pair(p, play_pair(p, points), points);
    return NULL;
}

/* --- watching --------------------------------------------------------------------------------- */

static double now(void) {
    return (double)clock_microseconds() / 1e6;
}

/* A copy of the run, for reports, which take long; false if all games are played. */
static bool look(Crew *crew, SpsaRun *run) {
    pthread_mutex_lock(&crew->lock);
    *run = *crew->run;
    pthread_mutex_unlock(&crew->lock);
    return run->done < run->settings.pairs;
}

/* Reports now and then, until a signal comes or all games are played. */
static bool watch(Crew *crew, const sigset_t *ending, uint64_t had, SpsaReport *report,
                  void *context) {
    enum { SOON = 10, INTERVAL = 60 };
    SpsaRun *run = malloc(sizeof *run);
    const double start = now();
    double next = start + SOON;
    bool good = run;
    while (good && look(crew, run) && !crew->stop && !ending_asked(ending, 100)) {
        if (now() < next)
            continue;
        next += INTERVAL;
        good = report(context, run, now() - start, 2 * (run->done - had));
    }
    free(run);
    return good;
}

/* --- life ------------------------------------------------------------------------------------- */

static void fire(Player *p) {
    if (!p)
        return;
    for (int i = 0; i < SETS; i++)
        engine_destroy(p->engines[i]);
    free(p);
}

static Player *hire(Crew *crew) {
    const SearchReporter silent = {0};
    Player *p = aligned_alloc(CACHE_LINE, sizeof *p);
    if (!p)
        return NULL;
    *p = (Player){.crew = crew};
    EngineSettings settings = engine_settings_default();
    settings.search.tablebases = (TablebaseOptions){0};
    settings.search.nodestime = crew->settings.control.nodestime;
    for (int i = 0; i < SETS; i++) {
        p->engines[i] = engine_create(&silent, NULL);
        if (!p->engines[i] || engine_set_hash(p->engines[i], TABLE_MEGABYTES) != TABLE_MEGABYTES) {
            fire(p);
            return NULL;
        }
        engine_set_evaluation(p->engines[i], crew->run->settings.classical ? EVALUATION_CLASSICAL
                                                                           : EVALUATION_NETWORK);
        engine_configure(p->engines[i], &settings);
        engine_set_params(p->engines[i], i == FIRST ? p->pair.first : p->pair.second);
    }
    return p;
}

/* Starts players, as many as memory and system allow; returns how many there are. */
static int start_players(Crew *crew, Player **players, int count) {
    int started = 0;
    while (started < count && (players[started] = hire(crew))) {
        if (!thread_start(&players[started]->thread, work, players[started])) {
            fire(players[started]);
            break;
        }
        started++;
    }
    return started;
}

bool spsa_play(SpsaRun *run, const PositionList *book, int threads, SpsaReport *report,
               void *context) {
    Crew crew = {.lock = PTHREAD_MUTEX_INITIALIZER,
                 .run = run,
                 .book = book,
                 .settings = {.control = {LIMIT_NONE, LIMIT_NONE, LIMIT_NONE,
                                          (int64_t)run->settings.nodes, LIMIT_NONE, 0},
                              .adjudicate = true}};
    if (run->settings.base)
        crew.settings.control = (TimeControl){(int64_t)run->settings.base,
                                              (int64_t)run->settings.increment,
                                              LIMIT_NONE,
                                              LIMIT_NONE,
                                              LIMIT_NONE,
                                              (int)run->settings.nodes};
    Player **players = calloc((size_t)threads, sizeof(Player *));
    sigset_t ending;
    const double start = now();
    const uint64_t had = run->done;
    ending_block(&ending);
    const int started = players ? start_players(&crew, players, threads) : 0;
    if (started < threads)
        fprintf(stderr, "spsa: memory or threads are short: %d of %d play\n", started, threads);
    const bool good = started > 0 && watch(&crew, &ending, had, report, context);
    crew.stop = true;
    for (int i = 0; i < started; i++) {
        pthread_join(players[i]->thread, NULL);
        fire(players[i]);
    }
    free(players);
    if (crew.failed)
        fprintf(stderr, "spsa: memory is short: a game could not be begun\n");
    return good && !crew.failed && report(context, run, now() - start, 2 * (run->done - had));
}
