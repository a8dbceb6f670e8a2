#include "report/report_internal.h"

#include "board/make.h"
#include "os/memory.h"
#include "os/thread.h"

#include <stdlib.h>

/* A thread with its engine. */
typedef struct Member {
    Crew *crew;
    Engine *engine;
    /* an array of three positions: the position to search, room to work in, and the previous position */
    Position *pos;
    pthread_t thread;
} Member;

struct Crew {
    const CrewHost *host;
    pthread_mutex_t lock;   /* guards `games`, and parts_begun and parts_done of each game */
    pthread_cond_t changed; /* signals that a game was added, a part is done, or the crew ends */
    ExplainedGame **games;  /* a ring buffer, in which the oldest game is the first */
    int room, first, count;
    atomic_bool ended;
    int members;
    Member *member;
};

/* --- a part of a game ------------------------------------------------------------------------- */

static int parts_of(const ExplainedGame *g) {
    return g->record.plies / PART_PLIES + 1;
}

/* True if the crew must search a position: a judged side is to move, the position is the game's last one, or a pass
 * led to the position. */
static bool is_wanted(const ReportSettings *settings, const ExplainedGame *g, int ply) {
    return settings->judges[g->analyses[ply].side] || ply == g->record.plies ||
           (ply && g->record.moves[ply - 1] == MOVE_NULL);
}

static bool analyse_position(Member *m, ExplainedGame *g, int ply) {
    Crew *crew = m->crew;
    const Move move = ply < g->record.plies ? g->record.moves[ply] : MOVE_NULL;
    if (crew->ended ||
        !analysis_make(m->engine, m->pos, move == MOVE_NULL ? MOVE_NONE : move,
                       crew->host->settings, &crew->ended, m->pos + 1, &g->analyses[ply]))
        return false;
    pthread_mutex_lock(&crew->lock);
    crew->host->searched(crew->host->context, g, ply);
    pthread_mutex_unlock(&crew->lock);
    return true;
}

/* Calls analysis_ask for the move of a ply, if the move is judged and not book. `before` is the position before the
 * move. `next` is true if this part also covers the position after the move. */
static void ask_about(Member *m, ExplainedGame *g, int ply, bool next, const Position *before) {
    const ReportSettings *settings = m->crew->host->settings;
    Analysis *a = &g->analyses[ply];
    next = next && a[1].searched;
    if (ply < g->judgement.book_plies || !a->searched || !settings->judges[a->side] ||
        ply >= g->record.plies || g->record.moves[ply] == MOVE_NULL)
        return;
    if (next) {
        analysis_prepare_hindsight(m->engine, before, settings, &m->crew->ended, m->pos + 1, a);
        analysis_hindsight(a);
    }
    const Analysis unasked = *a;
    analysis_ask(m->engine, before, settings, &m->crew->ended, next, m->pos + 1, a);
    if (m->crew->ended)
        *a = unasked;
}

static void search_part(Member *m, ExplainedGame *g, int part) {
    const int begin = part * PART_PLIES, end = min_int(begin + PART_PLIES - 1, g->record.plies);
    Position *const before = m->pos + 2;
    engine_forget(m->engine);
    record_start(&g->record, m->pos);
    record_start(&g->record, before);
    for (int ply = 0; ply <= end; ply++) {
        if (ply >= begin && is_wanted(m->crew->host->settings, g, ply) &&
            !analyse_position(m, g, ply))
            return;
        if (ply > begin)
            ask_about(m, g, ply - 1, true, before);
        if (ply)
            position_advance(before, g->record.moves[ply - 1]);
        if (ply < g->record.plies)
            position_advance(m->pos, g->record.moves[ply]);
    }
    ask_about(m, g, end, false, before);
}

/* Returns the oldest game with a part that no thread has begun; NULL if there is no such game. */
static ExplainedGame *waiting_game(const Crew *crew) {
    for (int i = 0; i < crew->count; i++) {
        ExplainedGame *g = crew->games[(crew->first + i) % crew->room];
        if (g->parts_begun < parts_of(g))
            return g;
    }
    return NULL;
}

/* Searches the next part of waiting_game. Returns false if no part waits. The caller holds crew->lock; the function
 * releases the lock during the search. */
static bool search_waiting(Member *m) {
    Crew *crew = m->crew;
    ExplainedGame *g = waiting_game(crew);
    if (!g)
        return false;
    const int part = g->parts_begun++;
    pthread_mutex_unlock(&crew->lock);
    search_part(m, g, part);
    pthread_mutex_lock(&crew->lock);
    g->parts_done++;
    pthread_cond_broadcast(&crew->changed);
    return true;
}

static void *work(void *context) {
    Member *m = context;
    Crew *crew = m->crew;
    pthread_mutex_lock(&crew->lock);
    while (!crew->ended)
        if (!search_waiting(m))
            pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* --- the crew --------------------------------------------------------------------------------- */

static bool add_member(Crew *crew, Engine *engine) {
    Member *m = &crew->member[crew->members];
    *m = (Member){.crew = crew, .engine = engine, .pos = memory_map(3 * sizeof *m->pos)};
    if (!m->pos || (HAS_THREADS && !thread_start(&m->thread, work, m))) {
        memory_unmap(m->pos, 3 * sizeof *m->pos);
        return false;
    }
    crew->members++;
    return true;
}

Crew *crew_create(Engine *const *engines, int count, const CrewHost *host) {
    Crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return NULL;
    *crew = (Crew){.host = host, .room = count + 1};
    pthread_mutex_init(&crew->lock, NULL);
    thread_condition_init(&crew->changed);
    crew->games = calloc((size_t)crew->room, sizeof(ExplainedGame *));
    crew->member = calloc((size_t)count, sizeof *crew->member);
    if (crew->games && crew->member)
        while (crew->members < count && add_member(crew, engines[crew->members]))
            continue;
    if (crew->members)
        return crew;
    crew_free(crew);
    return NULL;
}

void crew_add(Crew *crew, ExplainedGame *game) {
    pthread_mutex_lock(&crew->lock);
    game->parts_begun = game->parts_done = 0;
    crew->games[(crew->first + crew->count++) % crew->room] = game;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

/* Returns the number of plies of a game, from the first on, whose searches are complete. */
static int plies_searched(const ReportSettings *settings, const ExplainedGame *g) {
    int done = 0;
    for (int ply = 0; ply <= g->record.plies; ply++) {
        if (is_wanted(settings, g, ply) && !g->analyses[ply].searched)
            break;
        done = ply;
    }
    return done;
}

ExplainedGame *crew_take(Crew *crew) {
    enum { LOOK = 20 }; /* the longest wait between two reads of *stop, in milliseconds */
    pthread_mutex_lock(&crew->lock);
    ExplainedGame *g = crew->count ? crew->games[crew->first] : NULL;
    while (g && g->parts_done < (crew->ended ? g->parts_begun : parts_of(g))) {
        if (HAS_THREADS || !search_waiting(crew->member))
            thread_wait_for(&crew->changed, &crew->lock, LOOK);
        if (*crew->host->stop)
            crew->ended = true;
    }
    if (g) {
        crew->first = (crew->first + 1) % crew->room;
        crew->count--;
        g->judgement.searched = plies_searched(crew->host->settings, g);
    }
    pthread_mutex_unlock(&crew->lock);
    return g;
}

void crew_free(Crew *crew) {
    if (!crew)
        return;
    crew->ended = true;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->members; i++) {
        pthread_join(crew->member[i].thread, NULL);
        memory_unmap(crew->member[i].pos, 3 * sizeof *crew->member[i].pos);
    }
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    free(crew->games);
    free(crew->member);
    free(crew);
}
