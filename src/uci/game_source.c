#include "uci/game_source.h"

#include "os/regular_file.h"
#include "uci/output.h"

#include <string.h>
#include <unistd.h>

/* How packed files begin and are called, and what unpacks them. */
static const struct {
    const char *head, *ending, *command[3];
} PACKINGS[] = {{"\x1F\x8B", ".gz", {"gzip", "-dc"}},
                {"\x28\xB5\x2F\xFD", ".zst", {"zstd", "-dc"}},
                {"BZh", ".bz2", {"bzip2", "-dc"}},
                {"\xFD\x37zXZ", ".xz", {"xz", "-dc"}}};
enum { PACKING_COUNT = sizeof PACKINGS / sizeof *PACKINGS };

bool game_source_is_stdin(const char *path) {
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0 ||
           strcmp(path, "/dev/fd/0") == 0;
}

size_t game_source_unpacked_length(const char *path) {
    const size_t length = strlen(path);
    for (int i = 0; i < PACKING_COUNT; i++) {
        const size_t ending = strlen(PACKINGS[i].ending);
        if (length > ending && strcmp(path + length - ending, PACKINGS[i].ending) == 0)
            return length - ending;
    }
    return length;
}

bool game_source_open(GameSource *s, const char *path, const char *command) {
    const char *reason = NULL;
    struct stat status;
    *s = (GameSource){.path = game_source_is_stdin(path) ? "standard input" : path};
    s->file = game_source_is_stdin(path) ? stdin : any_file_stream(path, &reason);
    if (!s->file)
        return output_error("%s: '%s': %s; give a file of games in PGN", command, path, reason);
    s->regular = fstat(fileno(s->file), &status) == 0 && S_ISREG(status.st_mode);
    s->start = s->regular ? lseek(fileno(s->file), 0, SEEK_CUR) : 0;
    return true;
}

/* Starts the program that unpacks a file, if it is packed. */
static bool unpack(GameSource *s, const char *command) {
    int i = 0;
    while (i < PACKING_COUNT && memcmp(s->head, PACKINGS[i].head, strlen(PACKINGS[i].head)) != 0)
        i++;
    s->is_packed = i < PACKING_COUNT;
    if (!s->is_packed)
        return true;
    const char *program = PACKINGS[i].command[0];
    if (!s->regular)
        return output_error("%s: what comes through the pipe is packed by %s; unpack it before, as "
                            "%s -dc FILE | panoptes %s - ...",
                            command, program, program, command);
    lseek(fileno(s->file), s->start, SEEK_SET);
    const char *fault = filter_open(&s->unpacked, PACKINGS[i].command, fileno(s->file));
    return !fault || output_error("%s: '%s' is packed by %s, which cannot be started: %s", command,
                                  s->path, program, fault);
}

bool game_source_begin(GameSource *s, const char *command) {
    filter_close(&s->unpacked);
    s->damaged = false;
    memset(s->head, 0, sizeof s->head);
    if (s->regular)
        fseeko(s->file, s->start, SEEK_SET);
    if ((s->held = fread(s->head, 1, sizeof s->head, s->file)) == 0)
        return output_error("%s: '%s' %s; give games in PGN", command, s->path,
                            ferror(s->file) ? "cannot be read" : "is empty");
    return unpack(s, command);
}

size_t game_source_read(GameSource *s, char *bytes, size_t size) {
    if (s->is_packed) {
        const size_t count = s->unpacked.output ? fread(bytes, 1, size, s->unpacked.output) : 0;
        if (!count)
            s->damaged |= !filter_close(&s->unpacked);
        return count;
    }
    if (!s->held)
        return fread(bytes, 1, size, s->file);
    const size_t count = s->held < size ? s->held : size;
    memcpy(bytes, s->head, count);
    memmove(s->head, s->head + count, s->held -= count);
    return count;
}

const char *game_source_fault(const GameSource *s) {
    return s->damaged        ? "it is damaged or cut off: it cannot be unpacked to its end"
           : ferror(s->file) ? "the games cannot be read to their end"
                             : NULL;
}

void game_source_close(GameSource *s) {
    filter_close(&s->unpacked);
    if (s->file && s->file != stdin)
        fclose(s->file);
    *s = (GameSource){0};
}
