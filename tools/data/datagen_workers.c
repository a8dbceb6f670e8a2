#include "data/datagen.h"

#include "lib/options.h"
#include "lib/workers.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A finished game, which waits until all games with lower numbers are in the file. */
typedef struct Slot {
    bool full;
    size_t size; /* in bytes, or 0 if the game could not begin */
    uint64_t quiet;
    uint8_t data[GAME_BYTES];
} Slot;

/* The number of slots for each thread. A long game delays the writing, but other games can go on
 * until all slots are full. */
enum { AHEAD = 4 * BATCH };

typedef struct Datagen {
    pthread_mutex_t lock; /* guards all fields except `stop` */
    pthread_cond_t room;  /* signals that a slot is free, or that the run must end */
    GameFile file;
    Slot *slots; /* game N waits in slot N % slot_count */
    uint64_t slot_count;
    uint64_t begun; /* number of the first game of the next batch to begin */
    uint64_t goal;  /* the run ends when the file has this number of quiet positions */
    uint64_t had;   /* quiet positions in the file at the start */
    bool failed;    /* the file could not be written, or a game could not begin */
    double printed; /* time of the latest progress line, in seconds after the start */
    atomic_bool stop;
} Datagen;

typedef struct Worker {
    Datagen *datagen;
    Player *player;
    Game game;
} Worker;

/* --- workers ---------------------------------------------------------------------------------- */

/* Waits for free slots, and gives the number of the next batch's first game. Returns false if the run must end. */
static bool take_batch(Datagen *p, uint64_t *first) {
    pthread_mutex_lock(&p->lock);
    while (!p->stop && p->begun + BATCH > p->file.games + p->slot_count)
        pthread_cond_wait(&p->room, &p->lock);
    *first = p->begun;
    p->begun += BATCH;
    pthread_mutex_unlock(&p->lock);
    return !p->stop;
}

/* Writes the next game to the file. Returns false, with a message, if that fails. */
static bool write_game(Datagen *p, const Slot *slot) {
    if (slot->size > 0)
        return game_file_append(&p->file, slot->data, slot->size, slot->quiet);
    return complain("datagen: %s: game %" PRIu64
                    " cannot be begun: each of %d draws from --openings "
                    "led to a game that is over or decided",
                    p->file.path, p->file.games + 1, DRAWS_MAX);
}

/* Writes the finished games whose turn in the file has come. The caller holds the lock. */
static void write_games(Datagen *p) {
    while (!p->failed && p->file.quiet < p->goal) {
        Slot *slot = &p->slots[p->file.games % p->slot_count];
        if (!slot->full)
            return;
        slot->full = false;
        p->failed = !write_game(p, slot);
    }
    p->stop = true;
}

/* Stores a finished game in the slot of its number, unless the file had the game at the start. `game` is NULL if the
 * game could not begin. */
static void hand_in(Datagen *p, uint64_t number, const Game *game, uint64_t quiet) {
    pthread_mutex_lock(&p->lock);
    if (number >= p->file.games) {
        Slot *slot = &p->slots[number % p->slot_count];
        slot->size = game ? game_pack(game, slot->data) : 0;
        slot->quiet = quiet;
        slot->full = true;
        write_games(p);
        pthread_cond_broadcast(&p->room);
    }
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *context) {
    Worker *w = context;
    uint64_t first, quiet;
    while (take_batch(w->datagen, &first)) {
        for (uint64_t i = 0; i < BATCH && !w->datagen->stop; i++) {
            const bool played = player_play(w->player, first + i, &w->game, &quiet);
            if (played || !w->datagen->stop)
                hand_in(w->datagen, first + i, played ? &w->game : NULL, quiet);
        }
    }
    return NULL;
}

/* --- watching --------------------------------------------------------------------------------- */

static void print_progress(Datagen *p, double seconds) {
    pthread_mutex_lock(&p->lock);
    const GameFile f = p->file;
    pthread_mutex_unlock(&p->lock);
    printf("%" PRIu64 " games, %" PRIu64 " positions, %.0f a second, %.2f bytes each\n", f.games,
           f.quiet, (double)(f.quiet - p->had) / seconds,
           f.quiet ? (double)f.bytes / (double)f.quiet : 0);
    fflush(stdout);
}

/* Prints progress once a minute and at the end. After a stop, wakes the workers that wait. */
static void watch(void *context, double seconds, bool last) {
    enum { INTERVAL = 60 };
    Datagen *p = context;
    if (last || seconds - p->printed >= INTERVAL) {
        print_progress(p, seconds);
        p->printed = seconds;
    }
    if (p->stop)
        pthread_cond_broadcast(&p->room);
}

/* --- life ------------------------------------------------------------------------------------- */

/* Creates the players, and the slots for their games. */
static bool hire(Datagen *p, Worker *workers, const DatagenSettings *settings) {
    p->slot_count = AHEAD * settings->threads;
    p->slots = calloc(p->slot_count, sizeof *p->slots);
    for (uint64_t i = 0; workers && p->slots && i < settings->threads; i++) {
        workers[i].datagen = p;
        workers[i].player = player_create(&settings->play, &p->stop);
        if (!workers[i].player)
            return false;
    }
    return workers && p->slots;
}

bool produce(const char *path, const DatagenSettings *settings) {
    Datagen p = {.lock = PTHREAD_MUTEX_INITIALIZER,
                 .room = PTHREAD_COND_INITIALIZER,
                 .goal = settings->positions};
    if (!game_file_open(&p.file, path, &settings->play.options))
        return false;
    p.begun = p.file.games - p.file.games % BATCH;
    p.had = p.file.quiet;
    if (p.had >= p.goal)
        printf("%s has enough: %" PRIu64 " positions\n", path, p.had);
    Worker *workers = calloc(settings->threads, sizeof *workers);
    const bool good =
        hire(&p, workers, settings) &&
        (p.file.quiet >= p.goal ||
         crew_run(work, workers, sizeof *workers, (int)settings->threads, &p.stop, watch, &p) > 0);
    if (!good)
        fprintf(stderr, "datagen: memory or threads are short; try fewer --threads\n");
    for (uint64_t i = 0; workers && i < settings->threads; i++)
        player_free(workers[i].player);
    free(workers);
    free(p.slots);
    return game_file_close(&p.file) && good && !p.failed;
}
