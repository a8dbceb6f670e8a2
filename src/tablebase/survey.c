#include "tablebase/tablebase_internal.h"

#include "os/thread.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- placement ------------------------------------------------------------------------------- */

/* xorshift64 (Marsaglia 2003): a square, by the high bits. */
static Square random_square(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (Square)(*state >> 58);
}

static void place(Placement *p, Color c, PieceType type, uint64_t *state) {
    static const Bitboard PAWN_SQUARES = 0x00ffffffffffff00u;
    const Bitboard taken = p->by_color[WHITE] | p->by_color[BLACK];
    const Bitboard open = (type == PAWN ? PAWN_SQUARES : ~(Bitboard)0) & ~taken;
    Square sq;
    do
        sq = random_square(state);
    while (!(open >> sq & 1));
    p->by_color[c] |= bb(sq);
    p->by_type[type] |= bb(sq);
}

/* All squares that a side attacks. */
static Bitboard attacks_of(const Placement *p, Color c) {
    const Bitboard occupied = p->by_color[WHITE] | p->by_color[BLACK];
    Bitboard attacks = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        for (Bitboard men = p->by_color[c] & p->by_type[type]; men; men = reset_lowest(men))
            attacks |= piece_attacks(c, type, lowest_bit(men), occupied);
    return attacks;
}

bool placement_without_captures(const TableName *name, Placement *p) {
    enum { TRIES = 100000 }; /* the worst name of 7 men takes hundreds */
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < TRIES; i++) {
        *p = (Placement){0};
        for (Color c = WHITE; c <= BLACK; c++)
            for (PieceType type = PAWN; type <= KING; type++)
                for (int man = 0; man < name->count[c][type]; man++)
                    place(p, c, type, &state);
        if (!(attacks_of(p, BLACK) & p->by_color[WHITE]))
            return true;
    }
    return false;
}

/* Files of so many bytes and more are not read again when they are known to be whole. */
enum { LARGE_FILE = 1 << 24 };

/* A survey at work. */
typedef struct Surveyor Surveyor;
struct Surveyor {
    Survey *survey;
    /* What is done with each table, which has a good path; false ends the survey. */
    bool (*visit)(Surveyor *s, const TableName *name, const char *path, const char *folder,
                  const char *file_name);
    const TablebaseProgress *progress;
    uint64_t checked;    /* bytes of the tables that were read, or are known to be whole */
    int64_t reported_at; /* in ms */
    KnownFiles *known;
    char *error;
    size_t error_size;
};

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

/* --- headers ----------------------------------------------------------------------------------- */

/* Counts a good table. */
static bool add_table(Surveyor *s, const TableName *name, const TableFile *file) {
    enum { PAGE = 4096 };
    Survey *survey = s->survey;
    const uint64_t bytes = (file->size + PAGE - 1) / PAGE * PAGE;
    survey->file_bytes += file->size;
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

static bool refuse(const Surveyor *s, const char *folder, const char *file_name,
                   const char *fault) {
    return fail(s, "'%.120s': %s: %s; replace or remove it", folder, file_name, fault);
}

static bool count_table(Surveyor *s, const TableName *name, const char *path, const char *folder,
                        const char *file_name) {
    TableFile file;
    const char *fault = table_file_fault(path, name, &file);
    return fault ? refuse(s, folder, file_name, fault) : add_table(s, name, &file);
}

/* --- checksums --------------------------------------------------------------------------------- */

/* Counts bytes that have been read; reports it once a second. */
static void add_checked(void *context, uint64_t bytes) {
    Surveyor *s = context;
    s->checked += bytes;
    if (!s->progress || clock_now() - s->reported_at < 1000)
        return;
    s->reported_at = clock_now();
    s->progress->report(s->progress->context, s->checked, s->survey->file_bytes);
}

static bool check_table(Surveyor *s, const TableName *name, const char *path, const char *folder,
                        const char *file_name) {
    struct stat status;
    if (stat(path, &status))
        return refuse(s, folder, file_name, strerror(errno));
    if (status.st_size >= LARGE_FILE && known_files_has(s->known, &status)) {
        s->checked += (uint64_t)status.st_size;
        return true;
    }
    const char *fault = table_file_content_fault(path, &(TableReading){add_checked, s});
    if (fault)
        return refuse(s, folder, file_name, fault);
    if (status.st_size >= LARGE_FILE)
        known_files_add(s->known, &status);
    return true;
}

/* --- folders ----------------------------------------------------------------------------------- */

/* Visits the file of a folder if it has a table's name. */
static bool visit_file(Surveyor *s, const char *folder, const char *file_name) {
    TableName name;
    char path[PATH_MAX];
    if (!table_name_read(file_name, &name))
        return true;
    if (snprintf(path, sizeof path, "%s/%s", folder, file_name) >= (int)sizeof path)
        return fail(s, "'%.100s' is too long a path", folder);
    return s->visit(s, &name, path, folder, file_name);
}

static bool visit_folder(Surveyor *s, const char *folder) {
    DIR *directory = opendir(folder);
    if (!directory)
        return fail(s, "'%.200s': %s; give folders that hold .rtbw and .rtbz files", folder,
                    strerror(errno));
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(directory)) != NULL;)
        good = visit_file(s, folder, entry->d_name);
    closedir(directory);
    return good;
}

static bool visit_folders(Surveyor *s, const char *folders) {
    char folder[PATH_MAX];
    for (const char *at = folders; *at;) {
        const size_t length = strcspn(at, ":");
        if (length >= sizeof folder)
            return fail(s, "'%.100s' is too long a path", at);
        memcpy(folder, at, length);
        folder[length] = '\0';
        if (!visit_folder(s, folder))
            return false;
        at += length + (at[length] == ':');
    }
    return true;
}

bool survey_folders(Survey *survey, const char *folders, char *error, size_t error_size) {
    Surveyor s = {.survey = survey, .visit = count_table, .error = error, .error_size = error_size};
    *survey = (Survey){0};
    return visit_folders(&s, folders) &&
           (survey->count.wdl || fail(&s, "no Syzygy tables (.rtbw) there; they have names like "
                                          "KQvK.rtbw"));
}

bool survey_verify(Survey *survey, const char *folders, const TablebaseProgress *progress,
                   char *error, size_t error_size) {
    Surveyor s = {.survey = survey,
                  .visit = check_table,
                  .progress = progress,
                  .reported_at = clock_now(),
                  .known = malloc(sizeof *s.known),
                  .error = error,
                  .error_size = error_size};
    if (!s.known)
        return fail(&s, "not enough memory");
    known_files_read(s.known);
    const bool good = visit_folders(&s, folders);
    known_files_write(s.known);
    free(s.known);
    return good;
}

void survey_free(Survey *survey) {
    free(survey->wdl);
    free(survey->wide);
    *survey = (Survey){0};
}
