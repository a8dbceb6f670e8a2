#include "support/files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char TEMPLATE[] = "/tmp/panoptes files XXXXXX";
static char folder[sizeof TEMPLATE];
static bool made;

static void need(bool good, const char *what) {
    if (good)
        return;
    perror(what);
    exit(EXIT_FAILURE);
}

const char *files_folder(void) {
    if (!made)
        need(mkdtemp(strcpy(folder, TEMPLATE)) != NULL, folder);
    made = true;
    return folder;
}

void file_place(char path[FILE_PATH_SIZE], const char *name) {
    snprintf(path, FILE_PATH_SIZE, "%s/%s", files_folder(), name);
}

void file_put(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    need(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}

char *file_get(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    need(file && fseek(file, 0, SEEK_END) == 0, path);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    need(bytes && fread(bytes, 1, *size, file) == *size && fclose(file) == 0, path);
    bytes[*size] = '\0';
    return bytes;
}

bool file_holds(const char *path, const char *text) {
    size_t size;
    if (access(path, F_OK))
        return false;
    char *bytes = file_get(path, &size);
    const bool same = size == strlen(text) && memcmp(bytes, text, size) == 0;
    free(bytes);
    return same;
}

/* Returns the number of files in the folder; removes them if `removes` is set. */
static int go_through(bool removes) {
    int count = 0;
    DIR *directory = made ? opendir(folder) : NULL;
    if (!directory)
        return 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[sizeof folder + sizeof entry->d_name];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        count++;
        if (removes && unlink(path))
            rmdir(path);
    }
    closedir(directory);
    return count;
}

int file_count(void) {
    return go_through(false);
}

void files_clear(void) {
    go_through(true);
}

void files_remove(void) {
    files_clear();
    if (made)
        rmdir(folder);
    made = false;
}
