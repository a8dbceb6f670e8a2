/* The list of all searches, for crash reports; the counters that the threads of one search share; and the
 * parameters of a build for tuning. */

#include "search/params.h"
#include "search/search_internal.h"

/* --- search registry ------------------------------------------------------------------------- */

static _Atomic(Search *) registry[REGISTRY_SIZE];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* no crash handler takes it */

void search_registry_lock(void) {
    pthread_mutex_lock(&mutex);
}

void search_registry_unlock(void) {
    pthread_mutex_unlock(&mutex);
}

/* Replaces the first entry that equals `from` by `to`. */
static void change(Search *from, Search *to) {
    search_registry_lock();
    int i = 0;
    while (i < REGISTRY_SIZE && registry[i] != from)
        i++;
    if (i < REGISTRY_SIZE)
        registry[i] = to;
    search_registry_unlock();
}

void search_registry_add(Search *s) {
    change(NULL, s);
}

void search_registry_remove(Search *s) {
    change(s, NULL);
}

void search_registry_enter(Search *s) {
    s->processor_clock = thread_clock();
    s->turn++;
    s->thread = thread_id();
    thread_step();
}

void search_registry_leave(Search *s) {
    s->thread = 0;
}

const Search *search_registry_at(int place) {
    return atomic_load(&registry[place]);
}

void search_snapshot(const Search *s, SearchSnapshot *shot) {
    shot->thread = s->thread;
    shot->nodes = search_nodes(s);
    shot->depth = s->root_depth;
    shot->root = &s->root;
    shot->at = &s->pos;
}

void search_escape(bool caught) {
#ifndef PANOPTES_VERIFY
    for (int place = 0; place < REGISTRY_SIZE; place++) {
        Search *s = atomic_load(&registry[place]);
        if (s && s->thread == thread_id() && s->may_escape) {
            s->caught = caught;
            s->may_escape = false; /* a crash after the jump must not jump again */
            longjmp(s->way_out, 1);
        }
    }
#endif
}

SearchPulse search_pulse(const Search *s) {
    return (SearchPulse){s->thread, s->processor_clock, s->turn, search_nodes(s)};
}

/* --- shared counters ------------------------------------------------------------------------- */

void shared_counters_join(SharedCounters *shared, Counters *counters) {
    counters->next = shared->members;
    shared->members = counters;
}

void shared_counters_leave(SharedCounters *shared, Counters *counters) {
    Counters **at = &shared->members;
    while (*at && *at != counters)
        at = &(*at)->next;
    if (*at)
        *at = counters->next;
}

uint64_t shared_counters_nodes(const SharedCounters *shared) {
    uint64_t nodes = 0;
    for (const Counters *c = shared->members; c; c = c->next)
        nodes += atomic_load_explicit(&c->nodes, memory_order_relaxed);
    return nodes;
}

uint64_t shared_counters_tbhits(const SharedCounters *shared) {
    uint64_t hits = 0;
    for (const Counters *c = shared->members; c; c = c->next)
        hits += atomic_load_explicit(&c->tbhits, memory_order_relaxed);
    return hits;
}

/* --- parameters ------------------------------------------------------------------------------- */

#ifdef TUNE
#define DEFINE_VARIABLE(name, value, min, max, step) _Thread_local int name = (value);
SEARCH_PARAMS(DEFINE_VARIABLE)

#define INITIAL(name, value, min, max, step) value,
int params_set[PARAM_COUNT] = {SEARCH_PARAMS(INITIAL)};

void params_load(const int values[PARAM_COUNT]) {
#define LOAD(name, value, min, max, step) name = values[PARAM_##name];
    SEARCH_PARAMS(LOAD)
}
#endif
