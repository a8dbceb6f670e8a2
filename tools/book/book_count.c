#include "book/book_count.h"

#include "board/make.h"
#include "book/book_walk.h"
#include "core/random.h"
#include "lib/game_reader.h"
#include "lib/pgn_file.h"
#include "os/regular_file.h"
#include "os/timing.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACES_FIRST = 1 << 16, PLACES_MOST = 1 << 24, FAULTS_TOLD = 20, INTERVAL = 10000 };

/* A move of a position. */
typedef struct Tally {
    Key key;
    Move move; /* MOVE_NONE: an empty place */
    uint32_t games;
    uint64_t points;
    float prior; /* points in advance */
} Tally;

/* A move of the game at hand, counted once its result is known. */
typedef struct Played {
    Key key;
    Move move;
    Color side;
} Played;

struct BookCount {
    const CountSettings *settings;
    Tally *tallies; /* a hash table, never more than half full */
    uint64_t places, used;
    bool full; /* no more room */
    Played played[PGN_PLIES];
    int plies;
    /* Of the file at hand. */
    const char *path;
    uint64_t games, unfinished, faults;
    int64_t told;
};

/* --- the table -------------------------------------------------------------------------------- */

static Tally *find(Tally *tallies, uint64_t places, Key key, Move move) {
    uint64_t place = hash_multiply(key ^ move) >> 32 & (places - 1);
    while (tallies[place].move != MOVE_NONE &&
           (tallies[place].key != key || tallies[place].move != move))
        place = (place + 1) & (places - 1);
    return &tallies[place];
}

/* Doubles the table; false, and says so, if it cannot. */
static bool enlarge(BookCount *c) {
    const uint64_t places = 2 * c->places;
    Tally *tallies = places > PLACES_MOST ? NULL : calloc(places, sizeof *tallies);
    if (!tallies) {
        fprintf(stderr,
                "book: the games have more than %" PRIu64 " moves; give a smaller --depth, or fewer"
                " games\n",
                c->used);
        c->full = true;
        return false;
    }
    for (uint64_t i = 0; i < c->places; i++)
        if (c->tallies[i].move != MOVE_NONE)
            *find(tallies, places, c->tallies[i].key, c->tallies[i].move) = c->tallies[i];
    free(c->tallies);
    c->tallies = tallies;
    c->places = places;
    return true;
}

/* The tally of a move, made if it is new and may be; NULL if it does not count. */
static Tally *take(BookCount *c, Key key, Move move, bool may_be_new) {
    Tally *tally = find(c->tallies, c->places, key, move);
    if (tally->move != MOVE_NONE)
        return tally;
    if (!may_be_new || c->full)
        return NULL;
    if (2 * c->used >= c->places) {
        if (!enlarge(c))
            return NULL;
        tally = find(c->tallies, c->places, key, move);
    }
    c->used++;
    *tally = (Tally){.key = key, .move = move};
    return tally;
}

/* Gives the moves of a position of the base their points in advance. */
static bool take_base(void *context, const Position *pos, int ply, BookChoice *choices, int count) {
    BookCount *c = context;
    const Key key = book_key(pos);
    double total = 0;
    (void)ply;
    for (int i = 0; i < count; i++)
        total += choices[i].weight;
    for (int i = 0; i < count; i++) {
        Tally *tally = take(c, key, choices[i].move, true);
        if (!tally)
            return false;
        if (total > 0)
            tally->prior = (float)((double)c->settings->prior * choices[i].weight / total);
    }
    return true;
}

BookCount *count_create(const CountSettings *settings) {
    BookCount *c = calloc(1, sizeof *c);
    if (c) {
        *c = (BookCount){.settings = settings, .places = PLACES_FIRST};
        c->tallies = calloc(c->places, sizeof *c->tallies);
    }
    if (c && c->tallies && (!settings->base || book_walk(settings->base, take_base, c)))
        return c;
    if (!c || !c->tallies)
        fprintf(stderr, "book: memory is short\n");
    count_free(c);
    return NULL;
}

void count_free(BookCount *c) {
    if (c)
        free(c->tallies);
    free(c);
}

/* --- games ------------------------------------------------------------------------------------ */

static void take_move(void *context, const Position *pos, Move m) {
    BookCount *c = context;
    if ((uint64_t)c->plies < c->settings->depth)
        c->played[c->plies++] = (Played){book_key(pos), m, pos->state->side};
}

static void tell(BookCount *c) {
    printf("%s: %" PRIu64 " games", c->path, c->games);
    if (c->unfinished)
        printf(", %" PRIu64 " without a result left out", c->unfinished);
    if (c->faults)
        printf(", %" PRIu64 " damaged left out", c->faults);
    printf("; %" PRIu64 " moves\n", c->used);
    fflush(stdout);
    c->told = clock_now();
}

/* The game is over: its moves count. A result is 0 if Black won, 1 a draw, 2 if White won. */
static void take_game(BookCount *c, int result) {
    for (int i = 0; i < c->plies; i++) {
        const Played *p = &c->played[i];
        Tally *tally = take(c, p->key, p->move, !c->settings->base);
        if (!tally)
            continue;
        tally->games++;
        tally->points += (uint64_t)(p->side == WHITE ? result : 2 - result);
    }
    c->plies = 0;
    c->games++;
    if (c->games % 256 == 0 && clock_now() - c->told >= INTERVAL)
        tell(c);
}

/* --- files ------------------------------------------------------------------------------------ */

static bool end_game(void *context, const Position *pos, PgnResult result, bool good) {
    BookCount *c = context;
    (void)pos;
    c->unfinished += good && result == PGN_UNKNOWN;
    if (good && result != PGN_UNKNOWN)
        take_game(c, (int)result);
    c->plies = 0;
    return true;
}

static void tell_fault(void *context, long game, long line, const char *reason) {
    BookCount *c = context;
    if (c->faults++ < FAULTS_TOLD)
        fprintf(stderr, "%s: game %ld, line %ld: %s\n", c->path, game, line, reason);
    else if (c->faults == FAULTS_TOLD + 1)
        fprintf(stderr, "%s: more games are damaged\n", c->path);
}

static bool complain(const BookCount *c, const char *what) {
    fprintf(stderr, "book: %s: %s\n", c->path, what);
    return false;
}

static bool count_pgn(BookCount *c, int file) {
    FILE *stream = fdopen(file, "r");
    if (!stream) {
        close(file);
        return complain(c, strerror(errno));
    }
    rewind(stream);
    const PgnHandler handler = {
        .context = c, .move = take_move, .end = end_game, .fault = tell_fault};
    int error;
    const PgnCount count = pgn_read_file(stream, &handler, &error);
    fclose(stream);
    if (error)
        return complain(c, strerror(error));
    return count.games > 0 || complain(c, "has no games");
}

static void take_ply(void *context, const Position *pos, GamePly ply) {
    take_move(context, pos, ply.move);
}

/* Counts the games of the data maker; the reader tells what is damaged. */
static bool count_records(BookCount *c, GameReader *r, int file) {
    Game *game = malloc(sizeof *game);
    while (game && reader_next(r, game)) {
        game_replay(game, r->pos, take_ply, c);
        take_game(c, game->result);
    }
    c->faults = r->damages + (r->torn > 0);
    const bool good = game && !r->error;
    free(game);
    reader_close(r);
    close(file);
    return good || complain(c, game ? "cannot be read to its end" : "memory is short");
}

bool count_file(BookCount *c, const char *path) {
    GameReader r;
    c->path = path;
    c->games = c->unfinished = c->faults = 0;
    c->plies = 0;
    c->told = clock_now();
    const char *reason;
    const int file = regular_file_open(path, O_RDONLY, &reason); /* which comes to an end */
    if (file < 0)
        return complain(c, reason);
    const bool read = reader_open(&r, file, path) == FILE_OF_GAMES ? count_records(c, &r, file)
                                                                   : count_pgn(c, file);
    if (read)
        tell(c);
    if (c->faults && !c->settings->skip)
        return complain(c, "is damaged; mend it, or leave the damaged games out with --skip");
    return read && !c->full;
}

/* --- the book --------------------------------------------------------------------------------- */

bool count_harvest(const BookCount *c, BookEntries *entries) {
    for (uint64_t i = 0; i < c->places; i++) {
        const Tally *tally = &c->tallies[i];
        const double weight = (double)tally->points + tally->prior;
        if (tally->move == MOVE_NONE || tally->games < c->settings->least || weight <= 0)
            continue;
        if (!entries_add(entries, (BookEntry){tally->key, tally->move, weight})) {
            fprintf(stderr, "book: memory is short\n");
            return false;
        }
    }
    return true;
}
