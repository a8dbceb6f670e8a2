#define _GNU_SOURCE /* O_TMPFILE */

#include "train/position_store.h"

#include "core/bits.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PILES = 64 }; /* temporary files; each position goes to a random one */

typedef struct StoreHeader {
    char magic[24];
    uint64_t held_out, trained;
    uint8_t reserved[24];
} StoreHeader;

_Static_assert(sizeof(StoreHeader) == 64, "positions begin on a cache line");

static const char MAGIC[24] = "Panoptes positions 2\n";

/* --- writing --------------------------------------------------------------------------------- */

enum { HELD_OUT, TRAINED, KINDS };

struct StoreWriter {
    AtomicWrite *file;
    FILE *piles[KINDS][PILES];
    uint64_t count[KINDS];
    uint64_t random, checksum;
    int error; /* the errno of the first write that failed */
};

/* Creates a file without a name in the folder of `path`, whose disk has space for the data. */
static FILE *nameless(const char *path) {
    char *folder = strdup(path), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        slash[slash == folder] = '\0';
    const int file = folder ? open(slash ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
    FILE *stream = file >= 0 ? fdopen(file, "w+b") : NULL;
    if (file >= 0 && !stream)
        close(file);
    free(folder);
    /* Some file systems do not support O_TMPFILE. */
    return stream ? stream : tmpfile();
}

StoreWriter *store_begin(const char *path, uint64_t seed, const char **reason) {
    StoreWriter *w = calloc(1, sizeof *w);
    if (!w) {
        *reason = strerror(ENOMEM);
        return NULL;
    }
    w->random = seed;
    w->checksum = HASH_WORDS_BASIS;
    w->file = atomic_write_begin(path, reason);
    for (int i = 0; !*reason && i < KINDS * PILES; i++)
        if (!(w->piles[i / PILES][i % PILES] = nameless(path)))
            *reason = strerror(errno);
    if (!*reason)
        return w;
    store_abandon(w);
    return NULL;
}

void store_abandon(StoreWriter *w) {
    if (!w)
        return;
    for (int i = 0; i < KINDS * PILES; i++)
        if (w->piles[i / PILES][i % PILES])
            fclose(w->piles[i / PILES][i % PILES]);
    atomic_write_abandon(w->file);
    free(w);
}

bool store_add(StoreWriter *w, const PackedPosition *p, bool held_out) {
    const int kind = held_out ? HELD_OUT : TRAINED;
    FILE *pile = w->piles[kind][random_next(&w->random) % PILES];
    if (!w->error && fwrite(p, sizeof *p, 1, pile) != 1)
        w->error = errno ? errno : EIO;
    w->count[kind]++;
    return !w->error;
}

/* Writes the next part of the file. Returns an errno, 0 if all is well. */
static int write_part(StoreWriter *w, const void *data, size_t size) {
    w->checksum = hash_words(w->checksum, data, size);
    return fwrite(data, 1, size, atomic_write_stream(w->file)) == size ? 0 : EIO;
}

/* Shuffles a temporary file's positions, and appends them to w->file. Returns an errno or 0. */
static int write_pile(StoreWriter *w, FILE *pile) {
    if (fflush(pile) || fseeko(pile, 0, SEEK_END))
        return errno;
    const size_t count = (size_t)ftello(pile) / sizeof(PackedPosition);
    PackedPosition *all = malloc(count * sizeof *all + 1);
    if (!all)
        return ENOMEM;
    rewind(pile);
    int error = fread(all, sizeof *all, count, pile) == count ? 0 : EIO;
    if (!error) {
        shuffle(all, count, sizeof *all, &w->random);
        error = write_part(w, all, count * sizeof *all);
    }
    free(all);
    return error;
}

static int write_all(StoreWriter *w) {
    StoreHeader header = {.held_out = w->count[HELD_OUT], .trained = w->count[TRAINED]};
    memcpy(header.magic, MAGIC, sizeof header.magic);
    int error = w->error ? w->error : write_part(w, &header, sizeof header);
    for (int i = 0; i < KINDS * PILES && !error; i++)
        error = write_pile(w, w->piles[i / PILES][i % PILES]);
    const uint64_t checksum = w->checksum;
    return error ? error : write_part(w, &checksum, sizeof checksum);
}

bool store_finish(StoreWriter *w, const char **reason) {
    const int error = write_all(w);
    *reason = error ? strerror(error) : NULL;
    if (!error) {
        atomic_write_finish(w->file, reason);
        w->file = NULL;
    }
    store_abandon(w);
    return !*reason;
}

/* --- reading --------------------------------------------------------------------------------- */

/* Computes the checksum of the first `size` bytes, and reads the stored checksum after them.
 * Returns false, with errno, if the file cannot be read. */
static bool read_checksums(int file, uint64_t size, uint64_t *found, uint64_t *written) {
    static uint8_t part[1 << 20];
    *found = HASH_WORDS_BASIS;
    for (uint64_t at = 0; at < size; at += sizeof part) {
        const size_t n = size - at < sizeof part ? (size_t)(size - at) : sizeof part;
        if (!regular_file_read(file, part, n, at))
            return false;
        *found = hash_words(*found, part, n);
    }
    return regular_file_read(file, written, sizeof *written, size);
}

bool store_open(Store *s, const char *path, const char **reason) {
    StoreHeader header;
    uint64_t found, written;
    struct stat status;
    s->file = regular_file_open(path, O_RDONLY, reason);
    if (s->file < 0)
        return false;
    const bool read_it =
        regular_file_read(s->file, &header, sizeof header, 0) && fstat(s->file, &status) == 0;
    const uint64_t size = read_it ? (uint64_t)status.st_size : 0;
    const uint64_t most = size / sizeof(PackedPosition);
    if (!read_it || memcmp(header.magic, MAGIC, sizeof header.magic) != 0)
        *reason = "it is not a file of positions as `train prepare` writes it";
    else if (header.held_out > most || header.trained > most ||
             sizeof header + (header.held_out + header.trained) * sizeof(PackedPosition) +
                     sizeof written !=
                 size)
        *reason = "it is damaged: its size is not what its header says";
    else if (!read_checksums(s->file, size - sizeof written, &found, &written))
        *reason = strerror(errno);
    else if (found != written)
        *reason = "it is damaged: its checksum is wrong";
    if (*reason) {
        store_close(s);
        return false;
    }
    s->held_out = header.held_out;
    s->trained = header.trained;
    s->checksum = found;
    return true;
}

void store_close(Store *s) {
    close(s->file);
    s->file = -1;
}

bool store_read(const Store *s, uint64_t first, size_t count, PackedPosition *out,
                const char **reason) {
    const uint64_t at = sizeof(StoreHeader) + first * sizeof *out;
    const bool good = regular_file_read(s->file, out, count * sizeof *out, at);
    *reason = good ? NULL : strerror(errno);
    for (size_t i = 0; i < count && good && !*reason; i++)
        if (!position_is_sound(&out[i]))
            *reason = "a position in it is not possible";
    return !*reason;
}
