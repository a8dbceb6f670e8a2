#include "lib/state.h"

#include "core/bits.h"
#include "os/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t checksum_of(RunHead *head, size_t size, const RunPart *parts, int count) {
    head->checksum = 0;
    uint64_t checksum = hash_words(HASH_WORDS_BASIS, head, size);
    for (int i = 0; i < count; i++)
        checksum = hash_words(checksum, parts[i].data, parts[i].size);
    return checksum;
}

bool state_save(const char *path, RunHead *head, size_t size, const RunPart *parts, int count,
                const char **reason) {
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    head->checksum = checksum_of(head, size, parts, count);
    fwrite(head, size, 1, out);
    for (int i = 0; i < count; i++)
        fwrite(parts[i].data, parts[i].size, 1, out);
    return atomic_write_finish(file, reason);
}

/* Reads the rest of a file; returns NULL, with the reason, if that fails. */
static void *read_rest(FILE *in, size_t begin, size_t *rest, const char **reason) {
    struct stat status;
    *rest = fstat(fileno(in), &status) == 0 && (size_t)status.st_size > begin
                ? (size_t)status.st_size - begin
                : 0;
    void *data = malloc(*rest + 1);
    if (data && fread(data, 1, *rest, in) == *rest)
        return data;
    *reason = strerror(data ? EIO : ENOMEM);
    free(data);
    return NULL;
}

void *state_load(const char *path, RunHead *head, size_t size, size_t *rest, const char **reason) {
    char magic[sizeof head->magic];
    *reason = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return NULL;
    FILE *in = regular_file_stream(path, reason);
    if (!in)
        return NULL;
    memcpy(magic, head->magic, sizeof magic);
    void *data = NULL;
    if (fread(head, size, 1, in) != 1 || memcmp(head->magic, magic, sizeof magic) != 0)
        *reason = "it is not a state of such a run, or an older program wrote it";
    else
        data = read_rest(in, size, rest, reason);
    fclose(in);
    const uint64_t checksum = head->checksum;
    const RunPart part = {data, *rest};
    if (data && (*rest % 4 || checksum_of(head, size, &part, 1) != checksum)) {
        *reason = "it is damaged or cut off: its checksum is wrong";
        free(data);
        data = NULL;
    }
    return data;
}
