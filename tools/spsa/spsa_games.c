#include "spsa/spsa.h"

#include "core/bits.h"
#include "engine/match.h"
#include "lib/workers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE_MEGABYTES = 2 };
enum { FIRST, SECOND, SETS };

typedef struct Crew {
    pthread_mutex_t lock; /* guards the run, `playing` and `failed` */
    SpsaRun *run;
    uint64_t playing;         /* pairs being played */
    bool failed;              /* a pair could not be played, or a report failed */
    const PositionList *book; /* NULL: random openings */
    MatchSettings settings;   /* the settings of every game */
    atomic_bool stop;
    SpsaReport *report;
    void *context; /* the context of the report */
    uint64_t had;  /* pairs done at the start */
    double next;   /* time of the next report, in seconds after the start */
    SpsaRun seen;  /* a copy of the run, which the report reads without the lock */
} Crew;

typedef struct Player {
    Crew *crew;
    Engine *engines[SETS];
    SpsaPair pair;
    MatchGame game;
    Position pos; /* working space of the games */
} Player;

/* --- games ------------------------------------------------------------------------------------ */

/* Plays both games of a pair. Each of `points` becomes 0, 1 or 2: the first set's points. */
static bool play_pair(Player *p, int points[2]) {
    char fen[FEN_SIZE];
    if (!opening_of(p->crew->book, p->crew->run->settings.seed, p->pair.number, &p->crew->stop,
                    fen))
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

/* Draws the next pair; returns false if no pair is left to begin. */
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

/* Reports after ten seconds, then once a minute, and at the end. */
static void watch(void *context, double seconds, bool last) {
    enum { SOON = 10, INTERVAL = 60 };
    Crew *crew = context;
    if (!last && seconds < crew->next)
        return;
    crew->next = seconds < SOON + 1 ? SOON + INTERVAL : crew->next + INTERVAL;
    pthread_mutex_lock(&crew->lock);
    crew->seen = *crew->run;
    pthread_mutex_unlock(&crew->lock);
    if (!crew->report(crew->context, &crew->seen, seconds, 2 * (crew->seen.done - crew->had)))
        crew->stop = crew->failed = true;
}

/* --- life ------------------------------------------------------------------------------------- */

static void fire(Player *p) {
    for (int i = 0; i < SETS; i++)
        engine_destroy(p->engines[i]);
}

/* Creates a player; returns false if memory is short. */
static bool hire(Crew *crew, Player *p) {
    const SearchReporter silent = {0};
    *p = (Player){.crew = crew};
    EngineSettings settings = engine_settings_default();
    settings.search.tablebases = (TablebaseOptions){0};
    settings.search.nodestime = crew->settings.control.nodestime;
    for (int i = 0; i < SETS; i++) {
        p->engines[i] = engine_create(&silent, NULL);
        if (!p->engines[i] || engine_set_hash(p->engines[i], TABLE_MEGABYTES) != TABLE_MEGABYTES) {
            fire(p);
            return false;
        }
        engine_set_evaluation(p->engines[i], crew->run->settings.classical ? EVALUATION_CLASSICAL
                                                                           : EVALUATION_NETWORK);
        engine_configure(p->engines[i], &settings);
        engine_set_params(p->engines[i], i == FIRST ? p->pair.first : p->pair.second);
    }
    return true;
}

static TimeControl control_of(const SpsaSettings *s) {
    if (!s->base)
        return (TimeControl){LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, (int64_t)s->nodes, LIMIT_NONE, 0};
    return (TimeControl){(int64_t)s->base, (int64_t)s->increment, LIMIT_NONE, LIMIT_NONE,
                         LIMIT_NONE,       (int)s->nodes};
}

bool spsa_play(SpsaRun *run, const PositionList *book, int threads, SpsaReport *report,
               void *context) {
    static Crew crew;
    crew = (Crew){.lock = PTHREAD_MUTEX_INITIALIZER,
                  .run = run,
                  .book = book,
                  .settings = {.control = control_of(&run->settings), .adjudicate = true},
                  .report = report,
                  .context = context,
                  .had = run->done,
                  .next = 10};
    Player *players = aligned_alloc(CACHE_LINE, (size_t)threads * sizeof *players);
    int hired = 0;
    while (players && hired < threads && hire(&crew, &players[hired]))
        hired++;
    const int started =
        hired ? crew_run(work, players, sizeof *players, hired, &crew.stop, watch, &crew) : 0;
    if (started < threads)
        fprintf(stderr, "spsa: memory or threads are short: %d of %d play\n", started, threads);
    while (hired > 0)
        fire(&players[--hired]);
    free(players);
    if (crew.failed)
        fprintf(stderr, "spsa: a game could not be begun, or the state not be written\n");
    return started > 0 && !crew.failed;
}
