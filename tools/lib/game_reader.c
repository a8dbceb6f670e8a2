#include "lib/games.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC_SIZE = sizeof RECORDS_MAGIC - 1, WINDOW = 1 << 20, REPORTED_MAX = 20 };
_Static_assert(sizeof OPTIONS_MAGIC == sizeof RECORDS_MAGIC, "all are looked for in one place");

/* --- the window ------------------------------------------------------------------------------- */

/* Makes sure that the largest game lies in the window whole, as far as the file has as much. */
static void fill(GameReader *r) {
    if (r->file < 0 || r->size - r->at >= GAME_BYTES)
        return;
    memmove(r->window, r->window + r->at, r->size - r->at);
    r->offset += r->at;
    r->size -= r->at;
    r->at = 0;
    while (r->size < GAME_BYTES && r->file >= 0) {
        const ssize_t got = read(r->file, r->window + r->size, WINDOW - r->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            r->error = errno;
        if (got <= 0)
            r->file = -1;
        else
            r->size += (size_t)got;
    }
}

static uint64_t position_in_file(const GameReader *r) {
    return r->offset + r->at;
}

/* --- damage ----------------------------------------------------------------------------------- */

/* The gap that began at `begin` has ended where the reader is. */
static void add_damage(GameReader *r, uint64_t begin) {
    const uint64_t bytes = position_in_file(r) - begin;
    r->damages++;
    r->damaged += bytes;
    r->lost_at_most += bytes / GAME_LEAST + 1;
    if (r->name && r->damages <= REPORTED_MAX)
        fprintf(stderr, "%s: damaged from byte %" PRIu64 " on: %" PRIu64 " bytes passed over\n",
                r->name, begin, bytes);
}

/* --- reading ---------------------------------------------------------------------------------- */

bool reader_next(GameReader *r, Game *game) {
    const uint64_t begin = position_in_file(r);
    bool torn = false;
    for (fill(r); r->at < r->size; r->at++, fill(r)) {
        const size_t left = r->size - r->at, size = game_unpack(r->data + r->at, left, game);
        if (size && game_replay(game, r->pos, NULL, NULL)) {
            r->begin = position_in_file(r);
            if (r->begin > begin)
                add_damage(r, begin);
            r->at += size;
            r->end = position_in_file(r);
            return true;
        }
        /* Whether the first game here claims more bytes than the file has. */
        if (position_in_file(r) == begin)
            torn = left < 2 || game_size(r->data + r->at) > left;
        /* A right checksum leaves no doubt where a game that breaks the rules ends. */
        r->at += size ? size - 1 : 0;
    }
    if (position_in_file(r) == begin)
        return false;
    if (torn) {
        r->torn = position_in_file(r) - begin;
        if (r->name)
            fprintf(stderr,
                    "%s: ends within a game: %" PRIu64 " bytes of it from byte %" PRIu64 " on\n",
                    r->name, r->torn, begin);
    } else {
        add_damage(r, begin);
        r->end = position_in_file(r);
    }
    return false;
}

/* What the first bytes of a file say. */
typedef struct Head {
    size_t size;      /* where the games begin */
    bool sound;       /* false: they are damaged, but what follows makes up for that */
    bool has_options; /* they hold these: */
    GameOptions options;
} Head;

static bool game_follows(const uint8_t *data, size_t size, size_t at, Position *pos) {
    Game *game = malloc(sizeof *game);
    const bool follows = game && size > at && game_unpack(data + at, size - at, game) &&
                         game_replay(game, pos, NULL, NULL);
    free(game);
    return follows;
}

static GameFileKind read_head(const uint8_t *data, size_t size, Position *pos, Head *head) {
    *head = (Head){.size = MAGIC_SIZE, .sound = true};
    if (memcmp(data, RECORDS_MAGIC, size < MAGIC_SIZE ? size : MAGIC_SIZE) == 0)
        return size < MAGIC_SIZE ? FILE_EMPTY : FILE_OF_GAMES;
    const bool has_magic = options_begin(data, size);
    if (has_magic && size < OPTIONS_BYTES)
        return FILE_EMPTY;
    head->has_options = has_magic && options_unpack(data, &head->options);
    head->sound = head->has_options;
    if (!head->has_options && game_follows(data, size, MAGIC_SIZE, pos))
        return FILE_OF_GAMES;
    head->size = OPTIONS_BYTES;
    return has_magic || game_follows(data, size, OPTIONS_BYTES, pos) ? FILE_OF_GAMES : FILE_FOREIGN;
}

GameFileKind reader_open(GameReader *r, int file, const char *name) {
    GameFileKind kind = FILE_UNREADABLE;
    Head head;
    *r = (GameReader){.name = name, .file = -1};
    r->pos = aligned_alloc(CACHE_LINE, sizeof *r->pos);
    r->window = malloc(WINDOW);
    if (r->pos && r->window) {
        r->data = r->window;
        r->file = file;
        fill(r);
        kind = r->error ? FILE_UNREADABLE : read_head(r->data, r->size, r->pos, &head);
    }
    if (kind != FILE_OF_GAMES) {
        const int error = r->error ? r->error : ENOMEM;
        r->name = NULL; /* the caller complains */
        reader_close(r);
        errno = error;
        return kind;
    }
    r->at = r->end = head.size;
    r->has_options = head.has_options;
    r->options = head.options;
    if (!head.sound) {
        r->damages = 1;
        r->damaged = head.size;
        if (name)
            fprintf(stderr, "%s: damaged: the first %zu bytes are not those of a file of games\n",
                    name, head.size);
    }
    return kind;
}

void reader_close(GameReader *r) {
    if (r->name && r->damages > REPORTED_MAX)
        fprintf(stderr, "%s: %" PRIu64 " more places are damaged\n", r->name,
                r->damages - REPORTED_MAX);
    if (r->name && r->error)
        fprintf(stderr, "%s: cannot be read on: %s\n", r->name, strerror(r->error));
    free(r->window);
    free(r->pos);
    r->window = NULL;
    r->pos = NULL;
}
