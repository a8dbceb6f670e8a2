#include "tablebase/survey.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A survey at work. */
typedef struct Surveyor {
    Survey *survey;
    char *error;
    size_t error_size;
} Surveyor;

/* Writes the error. Returns false, to be returned in turn. */
__attribute__((format(printf, 2, 3))) static bool fail(const Surveyor *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->error, s->error_size, format, arguments);
    va_end(arguments);
    return false;
}

/* Adds a name to a list of some. The room doubles when the count comes to a power of two. */
static bool add_name(const Surveyor *s, TableName **list, int count, const TableName *name) {
    if ((count & (count - 1)) == 0) {
        TableName *larger = realloc(*list, sizeof **list * (size_t)(count ? 2 * count : 1));
        if (!larger)
            return fail(s, "not enough memory");
        *list = larger;
    }
    (*list)[count] = *name;
    return true;
}

/* Counts a good table. */
static bool add_table(const Surveyor *s, const TableName *name, const TableFile *file) {
    enum { PAGE = 4096 };
    Survey *survey = s->survey;
    const uint64_t bytes = (file->size + PAGE - 1) / PAGE * PAGE;
    survey->bytes += bytes;
    if (name->kind == TABLE_DTZ) {
        survey->dtz_bytes += bytes;
        survey->count.dtz++;
        return !file->wide || add_name(s, &survey->wide, survey->wide_count++, name);
    }
    if (name->men > survey->count.men)
        survey->count.men = name->men;
    return add_name(s, &survey->wdl, survey->count.wdl++, name);
}

/* Counts the file of a folder if it is a table; false if it is a damaged one. */
static bool survey_file(const Surveyor *s, const char *folder, const char *file_name) {
    TableName name;
    TableFile file;
    if (!table_name_read(file_name, &name))
        return true;
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, file_name) >= (int)sizeof path)
        return fail(s, "'%.100s' is too long a path", folder);
    const char *fault = table_file_fault(path, &name, &file);
    if (fault)
        return fail(s, "'%.120s': %s %s; replace or remove it", folder, file_name, fault);
    return add_table(s, &name, &file);
}

static bool survey_folder(const Surveyor *s, const char *folder) {
    DIR *directory = opendir(folder);
    if (!directory)
        return fail(s, "'%.200s': %s; give folders that hold .rtbw and .rtbz files", folder,
                    strerror(errno));
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(directory)) != NULL;)
        good = survey_file(s, folder, entry->d_name);
    closedir(directory);
    return good;
}

bool survey_folders(Survey *survey, const char *folders, char *error, size_t error_size) {
    const Surveyor s = {survey, error, error_size};
    char folder[PATH_MAX];
    *survey = (Survey){0};
    for (const char *at = folders; *at;) {
        const size_t length = strcspn(at, ":");
        if (length >= sizeof folder)
            return fail(&s, "'%.100s' is too long a path", at);
        memcpy(folder, at, length);
        folder[length] = '\0';
        if (!survey_folder(&s, folder))
            return false;
        at += length + (at[length] == ':');
    }
    return survey->count.wdl || fail(&s, "no Syzygy tables (.rtbw) there; they have names like "
                                         "KQvK.rtbw");
}

void survey_free(Survey *survey) {
    free(survey->wdl);
    free(survey->wide);
    *survey = (Survey){0};
}
