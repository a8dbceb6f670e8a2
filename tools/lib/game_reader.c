#include "lib/games.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 1 << 20 };

/* --- the window ------------------------------------------------------------------------------- */

/* Fills the window, so that it holds a game of the greatest size, or the rest of the file. */
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

static void report_damage(GameReader *r) {
    enum { REPORTED_MAX = 20 };
    if (++r->damages <= REPORTED_MAX)
        fprintf(stderr, "%s: damaged at byte %" PRIu64 "%s\n", r->name, position_in_file(r),
                r->damages == REPORTED_MAX ? "; more damage is not reported" : "");
}

/* --- reading ---------------------------------------------------------------------------------- */

bool reader_next(GameReader *r, Game *game) {
    for (fill(r); r->at < r->size; fill(r)) {
        const uint8_t *data = r->window + r->at;
        const size_t left = r->size - r->at, size = left < 2 ? GAME_BYTES : game_size(data);
        if (size > left) {
            r->torn = left;
            fprintf(stderr, "%s: ends within a game: %zu bytes of it from byte %" PRIu64 " on\n",
                    r->name, left, position_in_file(r));
            return false;
        }
        const bool sound = game_unpack(data, left, game) && game_replay(game, r->pos, NULL, NULL);
        if (!sound)
            report_damage(r);
        if (!size)
            return false;
        r->at += size;
        if (sound) {
            r->end = position_in_file(r);
            return true;
        }
    }
    return false;
}

/* The kind of the file, by its head. */
static GameFileKind read_head(GameReader *r) {
    if (r->error)
        return FILE_UNREADABLE;
    if (!options_begin(r->window, r->size))
        return FILE_FOREIGN;
    if (r->size < OPTIONS_BYTES)
        return FILE_EMPTY;
    if (!options_unpack(r->window, &r->options)) {
        r->options = (GameOptions){0};
        report_damage(r);
    }
    r->at = r->end = OPTIONS_BYTES;
    return FILE_OF_GAMES;
}

GameFileKind reader_open(GameReader *r, int file, const char *name) {
    *r = (GameReader){.name = name,
                      .file = file,
                      .error = ENOMEM,
                      .window = malloc(WINDOW),
                      .pos = aligned_alloc(CACHE_LINE, sizeof *r->pos)};
    if (r->pos && r->window) {
        r->error = 0;
        fill(r);
    }
    const GameFileKind kind = read_head(r);
    if (kind != FILE_OF_GAMES) {
        const int error = r->error;
        r->error = 0; /* the caller reports the error */
        reader_close(r);
        errno = error;
    }
    return kind;
}

void reader_close(GameReader *r) {
    if (r->error)
        fprintf(stderr, "%s: cannot be read further: %s\n", r->name, strerror(r->error));
    free(r->window);
    free(r->pos);
    r->window = NULL;
    r->pos = NULL;
}
