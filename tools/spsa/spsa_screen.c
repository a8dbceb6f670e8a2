#include "spsa/spsa_screen.h"

#include "core/minmax.h"
#include "engine/engine.h"
#include "lib/ending.h"
#include "os/thread.h"
#include "os/timing.h"
#include "spsa/spsa_design.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE_MEGABYTES = 2, FULL_POINTS = 10, BASE = 1 };

/* What a run has given. */
typedef struct Outcome {
    double solved; /* positions; of one with points, their tenths */
    double growth; /* the binary logarithms of nodes, added up */
} Outcome;

typedef struct Screen {
    const PositionList *suites;
    int suite_count;
    const ScreenSettings *settings;
    int factors[SPSA_ROWS], factor_count; /* the rows to look at */
    int order;                            /* of the design */
    int runs;               /* the last one, behind the design, is of the values as they are */
    size_t positions;       /* in all suites */
    Outcome *outcomes;      /* by run */
    atomic_int begun;       /* runs */
    atomic_size_t searched; /* positions */
    atomic_int working;     /* threads */
    atomic_bool stop;
} Screen;

typedef struct Searcher {
    Screen *screen;
    pthread_t thread;
    Engine *engine;
    int values[SPSA_ROWS];
    Epd epd;
    Position pos;
} Searcher;

/* --- searching -------------------------------------------------------------------------------- */

static void set_values(Searcher *s, int run) {
    const Screen *screen = s->screen;
    for (int i = 0; i < SPSA_ROWS; i++)
        s->values[i] = spsa_rows[i].value;
    if (run == screen->runs - BASE)
        return;
    for (int f = 0; f < screen->factor_count; f++) {
        const SpsaRow *row = &spsa_rows[screen->factors[f]];
        s->values[screen->factors[f]] = clamp_int(
            row->value + design_sign(screen->order, run, f) * row->step, row->min, row->max);
    }
}

static SearchResult think(Searcher *s, int64_t nodes, int64_t depth) {
    SearchLimits limits = limits_none();
    limits.nodes = nodes;
    limits.depth = depth;
    engine_forget(s->engine);
    return engine_think(s->engine, &s->pos, &limits, &s->screen->stop);
}

/* Searches the position on the board in both ways. */
static void measure(Searcher *s, Outcome *outcome) {
    const ScreenSettings *settings = s->screen->settings;
    if (epd_asks(&s->epd) || s->epd.scored.count) {
        const SearchResult t = think(s, (int64_t)settings->nodes, LIMIT_NONE);
        outcome->solved += s->epd.scored.count ? (double)epd_points(&s->epd, t.best) / FULL_POINTS
                                               : epd_is_solved(&s->epd, t.best, t.score);
    }
    if (settings->depth)
        outcome->growth += log2((double)think(s, LIMIT_NONE, (int64_t)settings->depth).nodes);
}

static void search_suites(Searcher *s, Outcome *outcome) {
    Screen *screen = s->screen;
    char error[EPD_ERROR_SIZE];
    for (int b = 0; b < screen->suite_count; b++) {
        const PositionList *book = &screen->suites[b];
        for (size_t i = 0; i < book->count && !screen->stop; i++) {
            if (epd_parse(position_list_line(book, i), &s->pos, &s->epd, error))
                measure(s, outcome);
            screen->searched += !screen->stop;
        }
    }
}

static void *work(void *context) {
    Searcher *s = context;
    int run;
    while (!s->screen->stop && (run = s->screen->begun++) < s->screen->runs) {
        set_values(s, run);
        search_suites(s, &s->screen->outcomes[run]);
    }
    s->screen->working--;
    return NULL;
}

/* --- telling ---------------------------------------------------------------------------------- */

typedef struct Effect {
    int row;
    double solved, growth;
} Effect;

static int by_solved(const void *a, const void *b) {
    const double x = fabs(((const Effect *)a)->solved), y = fabs(((const Effect *)b)->solved);
    return (x < y) - (x > y);
}

static double percent_more(double doublings) {
    return 100 * (exp2(doublings) - 1);
}

static bool is_clear(double effect, double error) {
    return effect != 0 && fabs(effect) >= 2 * error;
}

/* The rows whose effect is twice its error, as --only takes them. */
static void tell_choice(const Effect *effects, int count, double solved_error,
                        double growth_error) {
    int told = 0;
    for (int i = 0; i < count; i++)
        if (is_clear(effects[i].solved, solved_error) || is_clear(effects[i].growth, growth_error))
            printf("%s%s", told++ ? "," : "an effect of twice its error: --only ",
                   spsa_rows[effects[i].row].name);
    puts(told ? "" : "no effect is twice its error");
}

static void tell_effects(const Screen *screen, const double *solved, const double *growth) {
    Effect effects[SPSA_ROWS];
    const double solved_error = design_error(screen->order, solved);
    const double growth_error = design_error(screen->order, growth);
    const Outcome *base = &screen->outcomes[screen->runs - BASE];
    for (int f = 0; f < screen->factor_count; f++)
        effects[f] = (Effect){screen->factors[f], design_effect(screen->order, solved, f),
                              design_effect(screen->order, growth, f)};
    qsort(effects, (size_t)screen->factor_count, sizeof *effects, by_solved);
    printf("%zu positions, %.1f solved with the values as they are; effects of a row from a step "
           "below to a step above, error %.2f positions and %.2f %% of the nodes\n",
           screen->positions, base->solved, solved_error, percent_more(growth_error));
    printf("%-24s %7s %6s %9s %7s %8s %7s\n", "row", "value", "step", "solved", "errors", "nodes %",
           "errors");
    for (int i = 0; i < screen->factor_count; i++) {
        const Effect *e = &effects[i];
        const SpsaRow *row = &spsa_rows[e->row];
        printf("%-24s %7d %6d %+9.2f %7.1f %+8.2f %7.1f\n", row->name, row->value, row->step,
               e->solved, solved_error > 0 ? fabs(e->solved) / solved_error : 0,
               percent_more(e->growth), growth_error > 0 ? fabs(e->growth) / growth_error : 0);
    }
    tell_choice(effects, screen->factor_count, solved_error, growth_error);
}

/* Prints the table; false if memory is short. */
static bool tell(const Screen *screen) {
    const size_t runs = (size_t)screen->runs;
    double *solved = calloc(runs, sizeof *solved), *growth = calloc(runs, sizeof *growth);
    for (size_t i = 0; solved && growth && i < runs; i++) {
        solved[i] = screen->outcomes[i].solved;
        growth[i] = screen->outcomes[i].growth / (double)screen->positions;
    }
    const bool good = solved && growth;
    if (good)
        tell_effects(screen, solved, growth);
    free(solved);
    free(growth);
    return good;
}

static void tell_progress(const Screen *screen, double seconds) {
    const double all = (double)screen->positions * screen->runs;
    const double done = (double)screen->searched;
    fprintf(stderr, "%.0f of %.0f searches (%.0f %%), %.0f min left\n", done, all, 100 * done / all,
            done > 0 ? seconds * (all - done) / done / 60 : 0);
}

/* Tells now and then how far it is, until a signal comes or all is searched. */
static void watch(Screen *screen, const sigset_t *ending) {
    enum { INTERVAL = 60 };
    const int64_t start = clock_now();
    int64_t next = start + 10000;
    while (screen->working > 0 && !ending_asked(ending)) {
        if (clock_now() < next)
            continue;
        tell_progress(screen, (double)(clock_now() - start) / 1000);
        next += INTERVAL * 1000;
    }
}

/* --- life ------------------------------------------------------------------------------------- */

static Searcher *hire(Screen *screen) {
    const SearchReporter silent = {0};
    Searcher *s = aligned_alloc(CACHE_LINE, sizeof *s);
    if (!s)
        return NULL;
    *s = (Searcher){.screen = screen, .engine = engine_create(&silent, NULL)};
    if (!s->engine || engine_set_hash(s->engine, TABLE_MEGABYTES) != TABLE_MEGABYTES) {
        engine_destroy(s->engine);
        free(s);
        return NULL;
    }
    engine_set_evaluation(s->engine,
                          screen->settings->classical ? EVALUATION_CLASSICAL : EVALUATION_NETWORK);
    EngineSettings settings = engine_settings_default();
    settings.search.tablebases = (TablebaseOptions){0};
    engine_configure(s->engine, &settings);
    engine_set_params(s->engine, s->values);
    return s;
}

static void fire(Searcher *s) {
    engine_destroy(s->engine);
    free(s);
}

/* Starts searchers, as many as memory and system allow; returns how many there are. */
static int start_searchers(Screen *screen, Searcher **searchers, int count) {
    int started = 0;
    while (started < count && (searchers[started] = hire(screen))) {
        screen->working++;
        if (!thread_start(&searchers[started]->thread, work, searchers[started])) {
            screen->working--;
            fire(searchers[started]);
            break;
        }
        started++;
    }
    return started;
}

/* Searches all; false if it was stopped, or nobody could be had for it. */
static bool search_all(Screen *screen) {
    const int threads = min_int(screen->settings->threads, screen->runs);
    Searcher **searchers = calloc((size_t)threads, sizeof(Searcher *));
    sigset_t ending;
    if (!searchers)
        return false;
    ending_block(&ending);
    const int started = start_searchers(screen, searchers, threads);
    watch(screen, &ending);
    screen->stop = true;
    for (int i = 0; i < started; i++) {
        pthread_join(searchers[i]->thread, NULL);
        fire(searchers[i]);
    }
    free(searchers);
    return screen->searched == screen->positions * (size_t)screen->runs;
}

bool spsa_screen(const PositionList *suites, int count, const ScreenSettings *settings) {
    Screen screen = {.suites = suites, .suite_count = count, .settings = settings};
    for (int b = 0; b < count; b++)
        screen.positions += suites[b].count;
    for (int i = 0; i < SPSA_ROWS; i++)
        if (settings->tuned[i])
            screen.factors[screen.factor_count++] = i;
    screen.order = design_order(screen.factor_count);
    screen.runs = design_runs(screen.order) + BASE;
    screen.outcomes = calloc((size_t)screen.runs, sizeof *screen.outcomes);
    printf("%d rows, %d runs of %zu positions\n", screen.factor_count, screen.runs,
           screen.positions);
    fflush(stdout);
    const bool good = screen.outcomes && search_all(&screen) && tell(&screen);
    if (!good)
        fprintf(stderr, "spsa: the screening was stopped, or memory is short: no effects\n");
    free(screen.outcomes);
    return good;
}
