#include "panoptes.h"

#include "api/player.h"
#include "api/question.h"
#include "core/version.h"
#include "moves/exchange.h"
#include "os/memory.h"
#include "os/thread.h"

#include <stdio.h>
#include <string.h>

struct Panoptes {
    Player player;
    pthread_mutex_t call; /* held by a call under way */
    Document answer;      /* answer to the latest question */
    char error[TEXT_SIZE];
    bool complained;    /* the latest text of limits has an error */
    PanoptesLine *line; /* receives the lines of the search under way, with `context` */
    void *context;
    /* guards ended and searching; panoptes_go holds the lock while it starts a search */
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool searching;
    /* during a book move's report: the engine whose callback asked for the move, or NULL */
    const Panoptes *outer;
};

/* The engine of which this thread reports a search or a book move; NULL on other threads. */
static _Thread_local const Panoptes *heard;

/* True if a callback of this engine is under way on this thread, also if that callback has asked other engines. */
static bool is_heard(const Panoptes *p) {
    const Panoptes *at = heard;
    while (at && at != p)
        at = at->outer;
    return at;
}

/* --- calls ------------------------------------------------------------------------------------- */

/* Begins a call of a function of the library. Returns PANOPTES_OK, or the reason why the call is refused. */
static PanoptesResult enter(Panoptes *p) {
    return !p ? PANOPTES_NULL : pthread_mutex_trylock(&p->call) ? PANOPTES_BUSY : PANOPTES_OK;
}

static PanoptesResult leave(Panoptes *p, PanoptesResult result) {
    pthread_mutex_unlock(&p->call);
    return result;
}

static PanoptesResult leave_if(Panoptes *p, bool good) {
    return leave(p, good ? PANOPTES_OK : PANOPTES_REFUSED);
}

/* Begins a call that is refused during a search. Returns PANOPTES_OK or the reason. */
static PanoptesResult enter_idle(Panoptes *p) {
    const PanoptesResult result = enter(p);
    if (result != PANOPTES_OK)
        return result;
    pthread_mutex_lock(&p->lock);
    const bool searching = p->searching;
    pthread_mutex_unlock(&p->lock);
    return searching ? leave(p, PANOPTES_BUSY) : PANOPTES_OK;
}

/* --- tablebases, which all engines share ------------------------------------------------------- */

static pthread_mutex_t tablebases = PTHREAD_MUTEX_INITIALIZER;
static int probing; /* number of searches and questions under way */

static void count_probing(int change) {
    pthread_mutex_lock(&tablebases);
    probing += change;
    pthread_mutex_unlock(&tablebases);
}

/* --- what the player says ---------------------------------------------------------------------- */

/* Passes a line of a search to the user's callback. panoptes_go holds p->lock until it has left, so
 * that the callback may then call the library. Drops lines of other calls, such as a note about an
 * option: the user may have freed the callback's context after the search. */
static void on_line(void *context, const char *text) {
    Panoptes *p = context;
    if (heard != p || !p->line)
        return;
    pthread_mutex_lock(&p->lock);
    pthread_mutex_unlock(&p->lock);
    p->line(p->context, text);
}

/* Keeps an error as one line. */
static void on_error(void *context, const char *text) {
    Panoptes *p = context;
    snprintf(p->error, sizeof p->error, "%s", text);
    for (char *at = p->error; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
}

/* Keeps the first error of a text of limits: later ones may come from the words after the wrong word. */
static void on_first_error(void *context, const char *text) {
    Panoptes *p = context;
    if (!p->complained)
        on_error(context, text);
    p->complained = true;
}

static void on_info(void *context, const Position *root, const SearchInfo *info) {
    Panoptes *p = context;
    heard = p;
    lines_info(&p->player, root, info);
}

static void on_current_move(void *context, const Position *root, int depth, Move m, int number) {
    const Panoptes *p = context;
    heard = p;
    lines_current_move(&p->player, root, depth, m, number);
}

static void on_done(void *context, const Position *root, Move best, Move ponder) {
    const Panoptes *p = context;
    heard = p;
    lines_done(&p->player, root, best, ponder);
}

/* Ends the waiting in panoptes_wait. The caller holds p->lock. */
static void end_search(Panoptes *p) {
    p->searching = false;
    pthread_cond_broadcast(&p->ended);
}

static void on_idle(void *context) {
    Panoptes *p = context;
    count_probing(-1);
    pthread_mutex_lock(&p->lock);
    end_search(p);
    pthread_mutex_unlock(&p->lock);
}

/* --- an engine --------------------------------------------------------------------------------- */

static void prepare(void) {
    bool known;
    tables_init(cpu_level(&known));
}

const char *panoptes_version(void) {
    return version_name();
}

static void release(Panoptes *p) {
    pthread_cond_destroy(&p->ended);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->call);
    document_free(&p->answer);
    aligned_free(p);
}

Panoptes *panoptes_create(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    Panoptes *p = cpu_runs_this_build() ? aligned_new(sizeof *p) : NULL;
    if (!p)
        return NULL;
    memset(p, 0, sizeof *p);
    const SearchReporter reporter = {p, on_info, on_current_move, on_done, NULL};
    pthread_once(&once, prepare);
    pthread_mutex_init(&p->call, NULL);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->ended, NULL);
    p->player.context = p;
    p->player.line = on_line;
    p->player.error = on_error;
    player_open(&p->player, engine_create(&reporter, on_idle));
    if (p->player.engine)
        return p;
    release(p);
    return NULL;
}

PanoptesResult panoptes_destroy(Panoptes *p) {
    if (!p)
        return PANOPTES_OK;
    const PanoptesResult result = is_heard(p) ? PANOPTES_BUSY : enter(p);
    if (result != PANOPTES_OK)
        return result;
    player_close(&p->player);
    pthread_mutex_lock(&p->lock); /* panoptes_go may still hold the lock */
    pthread_mutex_unlock(&p->lock);
    leave(p, result);
    release(p);
    return result;
}

const char *panoptes_error(const Panoptes *p) {
    return p ? p->error
             : "there is no engine: memory or threads are short, or the library is for another CPU";
}

/* --- the game and its options ------------------------------------------------------------------ */

PanoptesResult panoptes_set_option(Panoptes *p, const char *name, const char *value) {
    PanoptesResult result = name ? enter_idle(p) : PANOPTES_NULL;
    if (result != PANOPTES_OK)
        return result;
    const Token token = {name, strlen(name)};
    const Option *option = option_find(&p->player, token);
    const bool shared = option && option->of_process;
    const char *text = value ? value : "";
    if (!option)
        option_missing(&p->player, token);
    if (shared)
        pthread_mutex_lock(&tablebases);
    if (shared && probing)
        result = PANOPTES_BUSY;
    else if (!option || !option_set(&p->player, option, tokens_of(text, strlen(text))))
        result = PANOPTES_REFUSED;
    if (shared)
        pthread_mutex_unlock(&tablebases);
    return leave(p, result);
}

PanoptesResult panoptes_set_position(Panoptes *p, const char *fen, const char *moves) {
    const PanoptesResult result = enter_idle(p);
    if (result != PANOPTES_OK)
        return result;
    Document text = {0};
    document_add(&text, "%s%s moves %s", fen ? "fen " : "startpos", fen ? fen : "",
                 moves ? moves : "");
    Tokens in_fen = fen ? tokens_of(fen, strlen(fen)) : (Tokens){0};
    const bool good =
        tokens_skip_to(&in_fen, "moves")
            ? player_complain(&p->player, "position: the FEN has moves; give them apart from it")
        : text.out_of_memory ? player_complain(&p->player, "memory is short")
                             : game_set_up(&p->player, tokens_of(text.data, text.length));
    p->player.refused = !good;
    document_free(&text);
    return leave_if(p, good);
}

/* --- searching --------------------------------------------------------------------------------- */

/* Reads the limits of a search. Returns false after an error. */
static bool read_limits(Panoptes *p, const char *text, SearchLimits *limits) {
    Tokens tokens = tokens_of(text, strlen(text));
    Player *player = &p->player;
    if (player->refused)
        return player_complain(player, "go: the last position was refused, so there is nothing to "
                                       "search; send a good one");
    player->json = token_take(&tokens, "json");
    p->complained = false;
    player->error = on_first_error;
    const bool good = go_read(player, tokens, limits);
    player->error = on_error;
    if (good)
        return true;
    /* Cuts "; the rest is honoured" off the complaint of go_read. UCI's `go` uses the tokens that
     * are right, but the library refuses all limits if one token is wrong. */
    *strrchr(p->error, ';') = '\0';
    return false;
}

/* Plays a move of the book, and reports the move on this thread. Returns false if no book has a
 * move. */
static bool play_from_book(Panoptes *p, const SearchLimits *limits) {
    p->outer = heard;
    heard = p;
    const bool played = go_from_book(&p->player, limits);
    heard = p->outer;
    p->outer = NULL;
    return played;
}

PanoptesResult panoptes_go(Panoptes *p, const char *limits_text, PanoptesLine *line,
                           void *context) {
    SearchLimits limits;
    const PanoptesResult result = enter_idle(p);
    if (result != PANOPTES_OK)
        return result;
    if (!read_limits(p, limits_text ? limits_text : "", &limits))
        return leave(p, PANOPTES_REFUSED);
    p->line = line;
    p->context = context;
    pthread_mutex_lock(&p->lock);
    p->searching = true;
    pthread_mutex_unlock(&p->lock);
    const bool played = play_from_book(p, &limits);
    count_probing(!played);
    pthread_mutex_lock(&p->lock);
    if (played)
        end_search(p);
    else
        go_begin(&p->player, &limits);
    leave(p, result);
    pthread_mutex_unlock(&p->lock);
    return result;
}

PanoptesResult panoptes_stop(Panoptes *p) {
    if (!p)
        return PANOPTES_NULL;
    engine_stop(p->player.engine);
    return PANOPTES_OK;
}

PanoptesResult panoptes_wait(Panoptes *p) {
    if (!p)
        return PANOPTES_NULL;
    if (is_heard(p))
        return PANOPTES_BUSY;
    pthread_mutex_lock(&p->lock);
    while (p->searching)
        pthread_cond_wait(&p->ended, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return PANOPTES_OK;
}

/* --- questions --------------------------------------------------------------------------------- */

typedef struct Asking {
    Panoptes *engine;
    const char *text;
} Asking;

/* Asks the question, on a thread of thread_call. */
static void *ask(void *context) {
    const Asking *asking = context;
    Panoptes *p = asking->engine;
    Question q = {.player = &p->player};
    question_ask(&q, tokens_of(asking->text, strlen(asking->text)));
    if (q.file[0])
        player_complain(&p->player, "%s: no file is written here; leave '%s' out", q.name, q.file);
    else if (q.answer.out_of_memory)
        player_complain(&p->player, "memory is short");
    else {
        p->answer = q.answer;
        q.answer = (Document){0};
    }
    question_free(&q);
    return NULL;
}

const char *panoptes_ask(Panoptes *p, const char *question) {
    Asking asking = {p, question};
    if (!question || enter(p) != PANOPTES_OK)
        return NULL;
    document_free(&p->answer);
    count_probing(1);
    if (!thread_call(ask, &asking))
        player_complain(&p->player, "memory is short, or no thread available");
    count_probing(-1);
    const char *answer = p->answer.data;
    leave(p, PANOPTES_OK);
    return answer;
}

PanoptesResult panoptes_map(Panoptes *p, uint64_t attackers[2][64]) {
    const PanoptesResult result = attackers ? enter(p) : PANOPTES_NULL;
    if (result != PANOPTES_OK)
        return result;
    const State *s = engine_position(p->player.engine)->state;
    memset(attackers, 0, 2 * 64 * sizeof **attackers);
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        for (Bitboard squares = s->attacks[bit]; squares;)
            attackers[bit_color(bit)][pop_bit(&squares)] |= bb(s->square_of[bit]);
    return leave(p, result);
}

PanoptesResult panoptes_see(Panoptes *p, const char *move, int *centipawns) {
    const PanoptesResult result = move && centipawns ? enter(p) : PANOPTES_NULL;
    if (result != PANOPTES_OK)
        return result;
    const Position *pos = engine_position(p->player.engine);
    const Token token = {move, strlen(move)};
    Move m;
    const int count = move_input_read(pos, token, &m);
    if (count != 1)
        return leave_if(p,
                        player_complain(&p->player, "see: '%s' %s there%s", token_show(token).text,
                                        count ? "could be several moves" : "is no legal move",
                                        count ? "" : move_input_reason(pos, token).text));
    *centipawns = exchange_value(pos, m);
    return leave(p, result);
}

PanoptesResult panoptes_evaluate(Panoptes *p, int *centipawns) {
    const PanoptesResult result = centipawns ? enter(p) : PANOPTES_NULL;
    if (result != PANOPTES_OK)
        return result;
    const Position *pos = engine_position(p->player.engine);
    const Network *net = engine_judge(p->player.engine);
    const int score = search_evaluate_alone(net, pos);
    *centipawns = wdl_centipawns(net ? EVALUATION_NETWORK : EVALUATION_CLASSICAL, score,
                                 wdl_material(pos->state));
    return leave(p, result);
}
