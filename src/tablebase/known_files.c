#include "tablebase/tablebase_internal.h"

#include "os/files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TITLE[] = "panoptes tables 1\n";
static const char LINE[] = "%llu %llu %llu %llu %llu\n";

static unsigned long long nanoseconds(struct timespec time) {
    return (unsigned long long)time.tv_sec * 1000000000ULL + (unsigned long long)time.tv_nsec;
}

static KnownFile identity(const struct stat *status) {
    return (KnownFile){status->st_dev, status->st_ino, (unsigned long long)status->st_size,
                       nanoseconds(status->st_mtim), nanoseconds(status->st_ctim)};
}

/* Writes the path of a file in our folder below the user's cache. Returns false if there is none. */
static bool cache_path(char path[PATH_MAX], const char *name) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return snprintf(path, PATH_MAX, "%s/panoptes/%s", cache, name) < PATH_MAX;
    return home && *home == '/' &&
           snprintf(path, PATH_MAX, "%s/.cache/panoptes/%s", home, name) < PATH_MAX;
}

void known_files_read(KnownFiles *known) {
    char path[PATH_MAX], title[sizeof TITLE];
    const char *reason;
    known->count = 0;
    known->is_new = false;
    FILE *file = cache_path(path, "tables") ? regular_file_stream(path, &reason) : NULL;
    if (!file)
        return;
    bool good = fgets(title, sizeof title, file) && strcmp(title, TITLE) == 0;
    while (good && known->count < KNOWN_FILES_MAX) {
        KnownFile *f = &known->files[known->count];
        good = fscanf(file, LINE, &f->device, &f->inode, &f->size, &f->modified, &f->changed) == 5;
        known->count += good;
    }
    fclose(file);
}

bool known_files_has(const KnownFiles *known, const struct stat *status) {
    const KnownFile file = identity(status);
    for (int i = 0; i < known->count; i++)
        if (memcmp(&known->files[i], &file, sizeof file) == 0)
            return true;
    return false;
}

void known_files_add(KnownFiles *known, const struct stat *status) {
    if (known->count == KNOWN_FILES_MAX)
        return;
    known->files[known->count++] = identity(status);
    known->is_new = true;
}

/* Creates our folder, and that of the cache; both may be there. */
static void make_folders(const char *path) {
    char folder[PATH_MAX];
    for (const char *end = strchr(path + 1, '/'); end; end = strchr(end + 1, '/')) {
        memcpy(folder, path, (size_t)(end - path));
        folder[end - path] = '\0';
        mkdir(folder, 0700);
    }
}

void known_files_write(const KnownFiles *known) {
    char path[PATH_MAX];
    const char *reason;
    if (!known->is_new || !cache_path(path, "tables"))
        return;
    make_folders(path);
    AtomicWrite *file = atomic_write_begin(path, &reason);
    if (!file)
        return;
    FILE *out = atomic_write_stream(file);
    fputs(TITLE, out);
    for (int i = 0; i < known->count; i++) {
        const KnownFile *f = &known->files[i];
        fprintf(out, LINE, f->device, f->inode, f->size, f->modified, f->changed);
    }
    atomic_write_finish(file, &reason);
}
