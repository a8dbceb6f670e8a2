#include "book/book_searches.h"

#include "core/minmax.h"
#include "engine/book.h"
#include "eval/wdl.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "os/regular_file.h"
#include "search/search.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { TABLE_MEGABYTES = 4, LINE_SIZE = 256 };

/* A line of the file. */
typedef struct Found {
    Key key;
    long place; /* in the file */
} Found;

struct Searches {
    char path[4096];
    FILE *file;
    long end; /* of the file */
    uint64_t nodes, made;
    Found *found; /* by key; of equal ones the latest first */
    size_t count, room;
    Search *search;
    Table table;
};

static bool complain(const Searches *s, const char *what) {
    fprintf(stderr, "book: %s: %s\n", s->path, what);
    return false;
}

/* The index of the first line whose key is not below `key`. */
static size_t index_of(const Searches *s, Key key) {
    size_t low = 0, high = s->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->found[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Remembers where the line of a key is. */
static bool remember(Searches *s, Key key, long place) {
    if (s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 1024;
        Found *found = realloc(s->found, room * sizeof *found);
        if (!found)
            return complain(s, "memory is short");
        s->found = found;
        s->room = room;
    }
    const size_t index = index_of(s, key);
    memmove(s->found + index + 1, s->found + index, (s->count - index) * sizeof *s->found);
    s->found[index] = (Found){key, place};
    s->count++;
    return true;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Opens and locks a regular file. */
static bool take_file(Searches *s) {
    const char *fault = NULL;
    const int file = regular_file_open(s->path, O_RDWR | O_CREAT, &fault);
    s->file = NULL;
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB))
        fault = errno == EWOULDBLOCK ? "another book grows from it; wait for that one"
                                     : strerror(errno);
    else if (file >= 0 && !(s->file = fdopen(file, "r+")))
        fault = strerror(errno);
    if (s->file)
        return true;
    if (file >= 0)
        close(file);
    return complain(s, fault);
}

/* Cuts off everything from a place on. */
static bool cut_at(Searches *s, long place) {
    s->end = place;
    return (ftruncate(fileno(s->file), place) == 0 && fseek(s->file, place, SEEK_SET) == 0) ||
           complain(s, strerror(errno));
}

/* Appends a line; false, and says why, if that fails. */
static bool append(Searches *s, const char *line) {
    if (fseek(s->file, s->end, SEEK_SET) || fputs(line, s->file) == EOF || fflush(s->file))
        return complain(s, strerror(errno));
    s->end += (long)strlen(line);
    return true;
}

/* The first line says how the searches are made. Of a file of something else nothing is changed. */
static bool take_header(Searches *s) {
    char line[LINE_SIZE] = "", wanted[LINE_SIZE];
    snprintf(wanted, sizeof wanted, "Panoptes searches 1, nodes %" PRIu64 "\n", s->nodes);
    if (fgets(line, sizeof line, s->file) && strcmp(line, wanted) == 0)
        return true;
    if (ferror(s->file))
        return complain(s, strerror(errno));
    if (feof(s->file) && strncmp(line, wanted, strlen(line)) == 0)
        return cut_at(s, 0) && append(s, wanted);
    return complain(s, "is not a file of searches with this number of nodes; name another book, "
                       "or the number of before");
}

/* Notes where the searches are. A last line that is not whole is cut off. */
static bool take_lines(Searches *s) {
    char line[LINE_SIZE];
    for (long place; (place = ftell(s->file)) >= 0 && fgets(line, sizeof line, s->file);) {
        char *end;
        const Key key = strtoull(line, &end, 16);
        if (!strchr(line, '\n') && feof(s->file))
            return cut_at(s, place);
        if (end != line + 16 || !strchr(line, '\n')) {
            fprintf(stderr, "book: %s: byte %ld: no search begins there; take the line away\n",
                    s->path, place);
            return false;
        }
        if (!remember(s, key, place))
            return false;
    }
    s->end = ftell(s->file);
    return !ferror(s->file) || complain(s, strerror(errno));
}

Searches *searches_open(const char *path, uint64_t nodes) {
    Searches *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->nodes = nodes;
    snprintf(s->path, sizeof s->path, "%s", path);
    s->search = search_create(&s->table, NULL);
    if (!s->search || !table_resize(&s->table, TABLE_MEGABYTES))
        fprintf(stderr, "book: memory is short\n");
    else if (take_file(s) && take_header(s) && take_lines(s))
        return s;
    searches_close(s);
    return NULL;
}

/* --- searching -------------------------------------------------------------------------------- */

/* Searches as if nothing had been searched before. */
static int search(Searches *s, const Position *pos, int lines, int times, Candidate *candidates) {
    SearchLimits limits = limits_none();
    limits.softnodes = (int64_t)s->nodes * times;
    table_clear(&s->table);
    search_forget(s->search);
    const SearchSettings settings = {.multipv = lines};
    search_prepare(s->search, pos, &limits, &settings);
    const Evaluation evaluation = search_run(s->search).evaluation;
    SearchLine found[MOVE_LIMIT];
    const int count = search_best_lines(s->search, found, lines);
    for (int i = 0; i < count; i++) {
        const int score = wdl_centipawns(evaluation, found[i].score, wdl_material(pos->state));
        candidates[i] = (Candidate){found[i].move, clamp_int(score, -SCORE_MOST, SCORE_MOST)};
    }
    s->made++;
    return count;
}

static bool write_line(Searches *s, const Position *pos, const Candidate *candidates, int count) {
    char line[LINE_SIZE];
    const long place = s->end;
    int used = snprintf(line, sizeof line, "%016" PRIx64, book_key(pos));
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, candidates[i].move, text);
        used +=
            snprintf(line + used, sizeof line - (size_t)used, " %s %d", text, candidates[i].score);
    }
    snprintf(line + used, sizeof line - (size_t)used, "\n");
    return append(s, line) && remember(s, book_key(pos), place);
}

/* Reads what write_line has written; -1 if it is not that. */
static int read_line(char *line, const Position *pos, Candidate *candidates) {
    char *save = NULL;
    const char *key = strtok_r(line, " \n", &save);
    int count = 0;
    if (!key || strtoull(key, NULL, 16) != book_key(pos))
        return -1;
    for (const char *move; (move = strtok_r(NULL, " \n", &save)); count++) {
        const char *score = strtok_r(NULL, " \n", &save);
        char *end = NULL;
        const long value = score ? strtol(score, &end, 10) : 0;
        const Move m = move_read(pos, move);
        if (!score || *end || labs(value) > SCORE_MOST || m == MOVE_NONE || count == LINES_MAX)
            return -1;
        candidates[count] = (Candidate){m, (int)value};
    }
    return count;
}

/* Finds a position in the file: how many moves it has there, 0 if it is not there, -1 if what is
 * there is damaged. */
static int look_up(Searches *s, const Position *pos, Candidate *candidates) {
    char line[LINE_SIZE];
    const size_t index = index_of(s, book_key(pos));
    if (index == s->count || s->found[index].key != book_key(pos))
        return 0;
    const bool read =
        fseek(s->file, s->found[index].place, SEEK_SET) == 0 && fgets(line, sizeof line, s->file);
    const int count = read ? read_line(line, pos, candidates) : -1;
    if (count < 0)
        fprintf(stderr, "book: %s: the line at byte %ld is damaged; take it away\n", s->path,
                s->found[index].place);
    return count;
}

int searches_take(Searches *s, const Position *pos, int lines, int times, Candidate *candidates) {
    const int wanted = min_int(lines, legal_count(pos));
    int count = look_up(s, pos, candidates);
    if (count < 0 || count >= wanted)
        return min_int(count, lines);
    count = search(s, pos, lines, times, candidates);
    return write_line(s, pos, candidates, count) ? count : -1;
}

uint64_t searches_made(const Searches *s) {
    return s->made;
}

bool searches_close(Searches *s) {
    if (!s)
        return true;
    const bool good = !s->file || fclose(s->file) == 0 || complain(s, strerror(errno));
    free(s->found);
    search_free(s->search);
    table_free(&s->table);
    free(s);
    return good;
}
