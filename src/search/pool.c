#include "search/params.h"
#include "search/search_internal.h"

#include <stdlib.h>
#include <string.h>

/* A member of the pool: a search, its thread, and the task of that thread. */
typedef struct Member {
    Pool *pool;
    Search *search;
    pthread_t thread;
    bool searching, leaving; /* guarded by the pool's lock; a new thread also counts as searching */
} Member;

struct Pool {
    Table *table;
    SharedCounters shared;
    const Network *net;
#ifdef TUNE
    const int *params;
#endif
    int count;
    Member members[THREADS_MAX]; /* members[0] has no thread of its own */
    pthread_mutex_t lock;
    /* Two condition variables, so that a member that has finished does not wake the other members. */
    pthread_cond_t work; /* signalled if members are to search or to leave */
    pthread_cond_t done; /* signalled if a member has become idle */
};

/* --- threads ------------------------------------------------------------------------------- */

static void *member_main(void *argument) {
    Member *m = argument;
    Pool *pool = m->pool;
    /* writes to all pages, so that the first search does not wait for memory */
    search_forget(m->search);
    /* Helpers beyond the number of CPUs get the lowest priority, so that the first member can watch
     * the clock. */
    if (m - pool->members >= thread_cpus())
        thread_step_back();
    pthread_mutex_lock(&pool->lock);
    m->searching = false;
    pthread_cond_signal(&pool->done);
    while (!m->leaving) {
        if (!m->searching) {
            pthread_cond_wait(&pool->work, &pool->lock);
            continue;
        }
        pthread_mutex_unlock(&pool->lock);
        search_registry_enter(m->search);
        search_deepen(m->search);
        search_registry_leave(m->search);
        pthread_mutex_lock(&pool->lock);
        m->searching = false;
        pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Adds a member at the end. Returns false if memory is short or the system refuses a thread. */
static bool add_member(Pool *pool) {
    Member *m = &pool->members[pool->count];
    *m = (Member){
        .pool = pool, .search = search_create(pool->table, NULL), .searching = pool->count > 0};
    if (!m->search)
        return false;
    m->search->shared = &pool->shared;
    m->search->leads = pool->count == 0;
    search_set_network(m->search, pool->net);
#ifdef TUNE
    search_set_params(m->search, pool->params);
#endif
    if (pool->count > 0 && !thread_start(&m->thread, member_main, m)) {
        search_free(m->search);
        return false;
    }
    shared_counters_join(&pool->shared, &m->search->counters);
    pool->count++;
    return true;
}

static void wait_for_helpers(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    for (int i = 1; i < pool->count; i++)
        while (pool->members[i].searching)
            pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* Removes all members except the first `kept`. Tells all their threads to end before it waits
 * for the first of them. */
static void remove_members(Pool *pool, int kept) {
    pthread_mutex_lock(&pool->lock);
    for (int i = kept; i < pool->count; i++)
        pool->members[i].leaving = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    while (pool->count > kept) {
        Member *m = &pool->members[--pool->count];
        if (pool->count > 0)
            pthread_join(m->thread, NULL);
        shared_counters_leave(&pool->shared, &m->search->counters);
        search_free(m->search);
    }
}

/* --- life ---------------------------------------------------------------------------------- */

static bool init_locks(Pool *pool) {
    if (pthread_mutex_init(&pool->lock, NULL))
        return false;
    if (!pthread_cond_init(&pool->work, NULL)) {
        if (!pthread_cond_init(&pool->done, NULL))
            return true;
        pthread_cond_destroy(&pool->work);
    }
    pthread_mutex_destroy(&pool->lock);
    return false;
}

static void destroy_locks(Pool *pool) {
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
}

Pool *pool_create(Table *table, const SearchReporter *reporter) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->table = table;
    pool->shared.reporter = reporter;
#ifdef TUNE
    pool->params = params_set;
#endif
    if (!init_locks(pool)) {
        free(pool);
        return NULL;
    }
    if (add_member(pool)) {
        pool_forget(pool); /* the first member has no thread that writes to its pages */
        return pool;
    }
    destroy_locks(pool);
    free(pool);
    return NULL;
}

void pool_free(Pool *pool) {
    if (!pool)
        return;
    remove_members(pool, 0);
    destroy_locks(pool);
    free(pool);
}

int pool_resize(Pool *pool, int threads) {
    assert(threads >= 1 && threads <= THREADS_MAX);
    if (pool->count > threads)
        remove_members(pool, threads);
    while (pool->count < threads && add_member(pool))
        continue;
    wait_for_helpers(pool);
    return pool->count;
}

void pool_set_network(Pool *pool, const Network *net) {
    pool->net = net;
    for (int i = 0; i < pool->count; i++)
        search_set_network(pool->members[i].search, net);
}

#ifdef TUNE
void pool_set_params(Pool *pool, const int *params) {
    pool->params = params;
    for (int i = 0; i < pool->count; i++)
        search_set_params(pool->members[i].search, params);
}
#endif

void pool_forget(Pool *pool) {
    for (int i = 0; i < pool->count; i++)
        search_forget(pool->members[i].search);
}

Search *pool_main(Pool *pool) {
    return pool->members[0].search;
}

/* --- searching ----------------------------------------------------------------------------- */

SelfCheckCounts pool_checks(const Pool *pool) {
    SelfCheckCounts all = {0};
    for (int i = 0; i < pool->count; i++) {
        const SelfCheckCounts one = search_checks(pool->members[i].search);
        all.positions += one.positions;
        all.table_moves += one.table_moves;
        all.refused += one.refused;
        all.faults += one.faults;
    }
    return all;
}

void pool_prepare(Pool *pool, const Position *pos, const SearchLimits *limits,
                  const SearchSettings *settings) {
    search_prepare(pool_main(pool), pos, limits, settings);
    if (pool->count == 1)
        return;
    SearchLimits endless = *limits; /* for the helpers, which the first member stops */
    endless.infinite = true;
    endless.nodes = endless.softnodes = endless.mate = LIMIT_NONE;
    SearchSettings of_helpers = settings ? *settings : (SearchSettings){0};
    of_helpers.interrupt = NULL;
    for (int i = 1; i < pool->count; i++)
        search_prepare(pool->members[i].search, pos, &endless, &of_helpers);
}

/* Starts the helpers with the root moves of the first member. */
static void start_helpers(Pool *pool) {
    const Search *first = pool_main(pool);
    for (int i = 1; i < pool->count; i++) {
        Search *s = pool->members[i].search;
        memcpy(s->roots, first->roots, (size_t)first->root_count * sizeof *s->roots);
        s->root_count = first->root_count;
        s->probing = first->probing;
    }
    pthread_mutex_lock(&pool->lock);
    for (int i = 1; i < pool->count; i++)
        pool->members[i].searching = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
}

static void stop_helpers(Pool *pool) {
    for (int i = 1; i < pool->count; i++)
        pool->members[i].search->stop = true;
    wait_for_helpers(pool);
}

/* Returns the weight of a member's vote, which grows with the member's depth and with the score of
 * the member's move. */
static int64_t weight_of(const Search *s, int worst) {
    return (int64_t)(s->roots[0].score - worst + 14) * s->completed_depth;
}

/* Returns the votes for a move: the sum of the weights of all members that chose it. */
static int64_t votes_for(const Pool *pool, Move m, int worst) {
    int64_t votes = 0;
    for (int i = 0; i < pool->count; i++)
        if (pool->members[i].search->roots[0].move == m)
            votes += weight_of(pool->members[i].search, worst);
    return votes;
}

/* Returns the deepest of the members that chose the move with the most votes. But between two
 * members of which one has a decisive score, the greater score decides. */
static const Search *elect(const Pool *pool) {
    const Search *best = pool->members[0].search;
    int worst = SCORE_INFINITE;
    for (int i = 0; i < pool->count; i++)
        if (pool->members[i].search->completed_depth > 0)
            worst = min_int(worst, pool->members[i].search->roots[0].score);
    int64_t most = -1;
    for (int i = 0; i < pool->count; i++) {
        const Search *s = pool->members[i].search;
        const int64_t votes = votes_for(pool, s->roots[0].move, worst);
        const bool decisive =
            score_is_decisive(best->roots[0].score) || score_is_decisive(s->roots[0].score);
        if (s->completed_depth > 0 &&
            (decisive
                 ? s->roots[0].score > best->roots[0].score
                 : votes > most || (votes == most && s->completed_depth > best->completed_depth))) {
            most = votes;
            best = s;
        }
    }
    return best;
}

SearchResult pool_run(Pool *pool) {
    Search *first = pool_main(pool);
    if (pool->count == 1)
        return search_run(first);
    if (!search_begin(first))
        return search_result(first);
    start_helpers(pool);
    search_deepen(first);
    stop_helpers(pool);
    const Search *best = elect(pool);
    /* If the user asked for several lines, or for a depth, the first member decides. */
    if (best != first && first->completed_depth > 0 && first->settings.multipv <= 1 &&
        first->limits.depth < 0)
        search_adopt(first, best);
    return search_result(first);
}
