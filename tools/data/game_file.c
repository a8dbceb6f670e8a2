#include "data/datagen.h"

#include "lib/options.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define refuse(path, what) complain("datagen: %s: %s", path, what)

/* --- opening ---------------------------------------------------------------------------------- */

static bool take_file(GameFile *f) {
    const char *reason;
    f->file = regular_file_open(f->path, O_RDWR | O_CREAT, &reason);
    if (f->file < 0)
        return refuse(f->path, reason);
    if (flock(f->file, LOCK_EX | LOCK_NB) == 0)
        return true;
    return refuse(f->path, errno == EWOULDBLOCK
                               ? "another process writes to it; stop that one, or name another file"
                               : strerror(errno));
}

static void count_ply(void *context, const Position *pos, GamePly ply) {
    GameFile *f = context;
    f->quiet += ply_is_quiet(pos, ply);
}

/* Reads all games. Counts the games and their quiet positions. */
static void count_games(GameFile *f, GameReader *r, Game *game) {
    while (reader_next(r, game)) {
        f->games++;
        game_replay(game, r->pos, count_ply, f);
    }
    f->bytes = r->end;
}

/* True if games with these options may be appended. Otherwise prints the reason. */
static bool may_go_on(const GameFile *f, const GameReader *r, const GameOptions *options) {
    if (r->damages)
        return refuse(f->path, "the options that it was made with are damaged; name another file");
    if (memcmp(&r->options, options, sizeof *options) == 0)
        return true;
    fprintf(stderr, "datagen: %s: was made with other options: ", f->path);
    options_print(&r->options, stderr);
    return complain("; give these, or name another file");
}

/* Reads a file of games, counts the games, and cuts off an incomplete game at the end. */
static bool take_stock(GameFile *f, const GameOptions *options) {
    static Game game;
    GameReader r;
    const GameFileKind kind = reader_open(&r, f->file, f->path);
    bool good = kind == FILE_OF_GAMES || kind == FILE_EMPTY;
    if (kind == FILE_UNREADABLE)
        refuse(f->path, strerror(errno));
    else if (kind == FILE_FOREIGN)
        refuse(f->path, "is not a file of games; name another");
    if (kind == FILE_OF_GAMES) {
        good = may_go_on(f, &r, options);
        if (good)
            count_games(f, &r, &game);
        good = good && !r.error && (!r.damages || refuse(f->path, "is damaged; name another file"));
        const uint64_t torn = r.torn;
        reader_close(&r);
        if (good && torn) {
            good = ftruncate(f->file, (off_t)f->bytes) == 0 || refuse(f->path, strerror(errno));
            if (good)
                fprintf(stderr, "%s: cut these %" PRIu64 " bytes off; the game is played again\n",
                        f->path, torn);
        }
    }
    return good;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Appends data after the last whole game. If that fails, restores the end of the file. */
static bool write_whole(GameFile *f, const void *data, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t put =
            pwrite(f->file, (const char *)data + done, size - done, (off_t)(f->bytes + done));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            refuse(f->path, put < 0 ? strerror(errno) : "nothing more can be written");
            if (ftruncate(f->file, (off_t)f->bytes))
                refuse(f->path, strerror(errno));
            return false;
        }
        done += (size_t)put;
    }
    f->bytes += size;
    return true;
}

bool game_file_open(GameFile *f, const char *path, const GameOptions *options) {
    uint8_t head[OPTIONS_BYTES];
    *f = (GameFile){.path = path, .file = -1};
    options_pack(options, head);
    if (take_file(f) && take_stock(f, options) &&
        (f->bytes > 0 || write_whole(f, head, sizeof head)))
        return true;
    if (f->file >= 0)
        close(f->file);
    return false;
}

bool game_file_append(GameFile *f, const uint8_t *data, size_t size, uint64_t quiet) {
    if (!write_whole(f, data, size))
        return false;
    f->games++;
    f->quiet += quiet;
    return true;
}

bool game_file_close(GameFile *f) {
    const bool synced = fsync(f->file) == 0 || refuse(f->path, strerror(errno));
    return (close(f->file) == 0 || refuse(f->path, strerror(errno))) && synced;
}
