/* lab openings: makes the table of opening names inside the program (openings.usage).
 * src/report/openings.h describes the format. */
#include "report/openings.h"

#include "engine/book.h"
#include "lib/options.h"
#include "moves/pgn.h"
#include "os/files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 60000, LINE_SIZE = 4096, SHARED_MAX = 255 };

typedef struct Entry {
    uint64_t key;
    int eco;
    int name; /* the index of the name in table.names */
    char *text;
} Entry;

static struct {
    int count;
    Entry entries[ENTRIES_MAX];
    const char *names[ENTRIES_MAX];
    int name_count;
} table;

#define refuse(path, line, what) complain("openings: %s:%ld: %s", path, (long)(line), what)

/* --- reading ---------------------------------------------------------------------------------- */

/* The moves of a line, and the key of the position after them. */
typedef struct Moves {
    const char *left;
    bool good;
    uint64_t key;
} Moves;

static size_t read_moves(void *context, char *bytes, size_t size) {
    Moves *m = context;
    const size_t length = strnlen(m->left, size);
    memcpy(bytes, m->left, length);
    m->left += length;
    return length;
}

static bool take_end(void *context, const Position *pos, PgnResult result, bool good) {
    Moves *m = context;
    m->good = good;
    m->key = book_key(pos);
    return false;
}

/* The number of an ECO code such as "C45"; -1 if the text is not one. */
static int eco_of(const char *text) {
    if (text[0] < 'A' || text[0] > 'E' || !isdigit((unsigned char)text[1]) ||
        !isdigit((unsigned char)text[2]) || text[3])
        return -1;
    return 100 * (text[0] - 'A') + 10 * (text[1] - '0') + text[2] - '0';
}

/* Reads a line "ECO <tab> name <tab> moves". */
static bool take_line(const char *path, long number, char *line) {
    char *name = strchr(line, '\t'), *moves = name ? strchr(name + 1, '\t') : NULL;
    if (!moves)
        return refuse(path, number, "not three columns with tabs between them");
    *name++ = *moves++ = '\0';
    const int eco = eco_of(line);
    if (eco < 0 || strlen(name) >= OPENING_NAME_SIZE)
        return refuse(path, number, "no ECO code, or a name that is too long");
    Moves m = {.left = moves};
    const PgnSource source = {&m, read_moves};
    const PgnHandler handler = {.context = &m, .end = take_end};
    pgn_read(&source, &handler);
    if (!m.good)
        return refuse(path, number, "a move is not legal");
    if (table.count == ENTRIES_MAX)
        return refuse(path, number, "too many names");
    table.entries[table.count++] = (Entry){.key = m.key, .eco = eco, .text = strdup(name)};
    return true;
}

static bool read_file(const char *path) {
    const char *reason;
    char line[LINE_SIZE];
    FILE *file = regular_file_stream(path, &reason);
    if (!file)
        return refuse(path, 0, reason);
    bool good = true;
    for (long number = 1; good && fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (number > 1)
            good = take_line(path, number, line);
    }
    fclose(file);
    return good;
}

/* --- sorting ---------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b) {
    const uint64_t x = ((const Entry *)a)->key, y = ((const Entry *)b)->key;
    return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Numbers the names, without duplicates. */
static void number_names(void) {
    int kept = 0;
    for (int i = 0; i < table.count; i++)
        table.names[i] = table.entries[i].text;
    qsort(table.names, (size_t)table.count, sizeof *table.names, by_text);
    for (int i = 0; i < table.count; i++)
        if (!i || strcmp(table.names[i], table.names[kept - 1]) != 0)
            table.names[kept++] = table.names[i];
    table.name_count = kept;
    for (int i = 0; i < table.count; i++) {
        const char **name = bsearch(&table.entries[i].text, table.names, (size_t)kept,
                                    sizeof *table.names, by_text);
        table.entries[i].name = (int)(name - table.names);
    }
}

/* Sorts the positions by key, and keeps one name of each (with a stable qsort, the first). */
static void sort_positions(void) {
    int kept = 0;
    qsort(table.entries, (size_t)table.count, sizeof *table.entries, by_key);
    for (int i = 0; i < table.count; i++)
        if (!i || table.entries[i].key != table.entries[kept - 1].key)
            table.entries[kept++] = table.entries[i];
    table.count = kept;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put(FILE *file, uint64_t number, size_t bytes) {
    fwrite(&number, 1, bytes, file);
}

/* The length of the common beginning of a name and the name before it. */
static size_t shared_with(const char *name, const char *before) {
    size_t shared = 0;
    while (shared < SHARED_MAX && name[shared] && name[shared] == before[shared])
        shared++;
    return shared;
}

/* Writes the names; returns their size in bytes. `file` may be NULL. */
static size_t put_names(FILE *file) {
    size_t size = 0;
    for (int i = 0; i < table.name_count; i++) {
        const size_t shared = i ? shared_with(table.names[i], table.names[i - 1]) : 0;
        const char *rest = table.names[i] + shared;
        size += 1 + strlen(rest) + 1;
        if (file) {
            put(file, shared, 1);
            fwrite(rest, 1, strlen(rest) + 1, file);
        }
    }
    return size;
}

static bool write_table(const char *path) {
    const char *reason;
    AtomicWrite *out = atomic_write_begin(path, &reason);
    if (!out)
        return refuse(path, 0, reason);
    FILE *file = atomic_write_stream(out);
    fwrite(OPENINGS_MAGIC, 1, OPENINGS_MAGIC_SIZE, file);
    put(file, (uint64_t)table.count, 4);
    put(file, put_names(NULL), 4);
    for (int i = 0; i < table.count; i++)
        put(file, table.entries[i].key, 8);
    for (int i = 0; i < table.count; i++)
        put(file, (uint64_t)table.entries[i].name, 2);
    for (int i = 0; i < table.count; i++)
        put(file, (uint64_t)table.entries[i].eco, 2);
    put_names(file);
    return atomic_write_finish(out, &reason) || refuse(path, 0, reason);
}

int lab_openings(int argc, char **argv) {
    const Option none = {0};
    char **words = argv + 1;
    if (options_read("openings", &none, 0, words, 2, argc) < 0)
        return 2;
    for (char **path = words + 1; *path; path++)
        if (!read_file(*path))
            return EXIT_FAILURE;
    number_names();
    sort_positions();
    if (!write_table(words[0]))
        return EXIT_FAILURE;
    printf("%s: %d positions, %d names\n", words[0], table.count, table.name_count);
    return EXIT_SUCCESS;
}
