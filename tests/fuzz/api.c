/* Calls of the library (include/panoptes.h), a line each: a digit for one of two engines, a letter, an argument.
 *
 *     o NAME=VALUE  set_option    p FEN, p =MOVES  set_position    g LIMITS  go       s  stop    w  stop and wait
 *     a QUESTION    ask           x MOVE  see    e  evaluate    m  map    d  destroy, and create another
 *
 * If the input begins with "&", eight threads call all lines at the same time, each beginning at another line. Each
 * search gives one bestmove. A refused call gives a reason. Lines and reasons are printable. */
#include "fuzz/fuzz.h"

#include "panoptes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENGINES = 2, THREADS = 8, LINES = 64 };

static struct {
    Panoptes *engine;
    atomic_int begun, ended;
} players[ENGINES];

static char *lines[LINES];
static int line_count;
static bool together;
static atomic_int called; /* the number of threads that have called all lines */

static void require_printable(const char *text) {
    for (; *text; text++)
        FUZZ_REQUIRE((unsigned char)*text >= ' ' && *text != 0x7F, "control byte: %s", text);
}

/* The callback of a search. At bestmove, tries calls that a callback may make, and calls that a callback may not. */
static void hear(void *context, const char *line) {
    const int i = (int)(intptr_t)context;
    require_printable(line);
    if (strncmp(line, "bestmove", 8) != 0 && !strstr(line, "\"event\":\"bestmove\""))
        return;
    players[i].ended++;
    FUZZ_REQUIRE(panoptes_wait(players[i].engine) == PANOPTES_BUSY &&
                     panoptes_destroy(players[i].engine) == PANOPTES_BUSY &&
                     panoptes_set_position(players[i].engine, NULL, NULL) == PANOPTES_BUSY &&
                     panoptes_stop(players[i].engine) == PANOPTES_OK,
                 "a callback may do too much or too little");
}

static void end_search(int i) {
    panoptes_stop(players[i].engine);
    panoptes_wait(players[i].engine);
    FUZZ_REQUIRE(together || players[i].begun == players[i].ended, "%d searches, %d bestmoves",
                 players[i].begun, players[i].ended);
}

static void create(int i) {
    players[i].engine = panoptes_create();
    FUZZ_REQUIRE(players[i].engine && panoptes_set_option(players[i].engine, "hash", "1") == 0,
                 "no engine");
    players[i].begun = players[i].ended = 0;
}

static void destroy(int i) {
    FUZZ_REQUIRE(panoptes_destroy(players[i].engine) == PANOPTES_OK, "not destroyed");
    FUZZ_REQUIRE(players[i].begun == players[i].ended, "%d searches, %d bestmoves",
                 players[i].begun, players[i].ended);
}

static PanoptesResult set_option(Panoptes *engine, char *text) {
    char *value = strchr(text, '=');
    if (value)
        *value++ = '\0';
    return panoptes_set_option(engine, text, value);
}

static void look_at_map(Panoptes *engine) {
    uint64_t map[2][64];
    const PanoptesResult result = panoptes_map(engine, map);
    FUZZ_REQUIRE(result == PANOPTES_OK || together, "no map");
    for (int s = 0; result == PANOPTES_OK && s < 64; s++)
        FUZZ_REQUIRE(!(map[0][s] & map[1][s]) && !((map[0][s] | map[1][s]) >> s & 1),
                     "wrong attackers of %d", s);
}

static void call(char *line) {
    const int i = *line & 1;
    Panoptes *engine = players[i].engine;
    char *text = *line && line[1] ? line + 2 : line + strlen(line);
    PanoptesResult result = PANOPTES_OK;
    int value;
    switch (*line ? line[1] : '\0') {
    case 'o':
        result = set_option(engine, text);
        break;
    case 'p':
        result = *text == '=' ? panoptes_set_position(engine, NULL, text + 1)
                              : panoptes_set_position(engine, text, NULL);
        break;
    case 'g':
        result = panoptes_go(engine, text, hear, (void *)(intptr_t)i);
        players[i].begun += result == PANOPTES_OK;
        break;
    case 's':
        result = panoptes_stop(engine);
        break;
    case 'w':
        end_search(i);
        break;
    case 'a':
        result = panoptes_ask(engine, text) ? PANOPTES_OK : PANOPTES_REFUSED;
        break;
    case 'x':
        result = panoptes_see(engine, text, &value);
        break;
    case 'e':
        result = panoptes_evaluate(engine, &value);
        break;
    case 'm':
        look_at_map(engine);
        break;
    case 'd':
        if (!together) {
            destroy(i);
            create(i);
        }
        break;
    default:
        break;
    }
    FUZZ_REQUIRE(result <= PANOPTES_BUSY, "NULL where there is none");
    if (result != PANOPTES_REFUSED || together)
        return;
    FUZZ_REQUIRE(*panoptes_error(engine), "refused without a reason: %s", line);
    require_printable(panoptes_error(engine));
}

/* Makes all calls: from line number `context` to the last line, then the lines before it. */
static void *call_all(void *context) {
    const int first = (int)(intptr_t)context;
    for (int n = 0; n < line_count; n++) {
        char *line = strdup(lines[(first + n) % line_count]);
        FUZZ_REQUIRE(line, "out of memory");
        call(line);
        free(line);
    }
    called++;
    return NULL;
}

static void call_in_threads(void) {
    pthread_t threads[THREADS];
    together = true;
    called = 0;
    for (intptr_t t = 0; t < THREADS; t++)
        FUZZ_REQUIRE(!pthread_create(&threads[t], NULL, call_all, (void *)(t * 7)), "no thread");
    /* A thread may wait for an endless search, so this thread stops searches until all threads are done. */
    for (; called < THREADS; usleep(500))
        for (int i = 0; i < ENGINES; i++)
            panoptes_stop(players[i].engine);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    together = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes b = {data, data + size};
    const bool threads = size && *data == '&';
    b.at += threads;
    for (line_count = 0; line_count < LINES && b.at < b.end; line_count++)
        lines[line_count] = fuzz_line(&b);
    for (int i = 0; i < ENGINES; i++)
        create(i);
    if (threads && line_count)
        call_in_threads();
    else
        call_all(NULL);
    for (int i = 0; i < ENGINES; i++)
        destroy(i);
    while (line_count)
        free(lines[--line_count]);
    return 0;
}
