#include "tablebase/tablebase_internal.h"

#include "os/files.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A material, and its table of each kind. */
typedef struct Slot {
    uint64_t material; /* 0: the slot is free */
    bool is_turned;    /* the material is the table's with the colours exchanged */
    const TableFile *table[2];
} Slot;

/* The open tables: a list, and a hash table with more than twice as many slots as materials of 3 to
 * 7 men. Only tablebase_open writes them. */
enum { HASH_BITS = 13, HASH_SLOTS = 1 << HASH_BITS };
static TableFile *tables;
static Slot slots[HASH_SLOTS];
static int men_open;

/* The state of a call of tablebase_open. */
typedef struct Opening {
    const char *folder;
    TablebaseCount *count;
    bool failed;
    char *error;
    size_t error_size;
} Opening;

/* Writes the error. Returns false, for the caller to return. */
__attribute__((format(printf, 2, 3))) static bool fail(Opening *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(o->error, o->error_size, format, arguments);
    va_end(arguments);
    o->failed = true;
    return false;
}

/* --- finding ------------------------------------------------------------------------------- */

/* The slot of a material, or the free slot where it belongs. */
static Slot *find_slot(uint64_t material) {
    uint64_t i = material * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS);
    while (slots[i].material && slots[i].material != material)
        i = (i + 1) % HASH_SLOTS;
    return &slots[i];
}

const TableFile *tablebase_find(TableKind kind, uint64_t material, bool *is_turned) {
    const Slot *slot = find_slot(material);
    *is_turned = slot->is_turned;
    return slot->table[kind];
}

/* The material signature of a name, if the side named first has the colour `first`. */
static uint64_t signature_of(const TableName *name, Color first) {
    uint64_t material = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type < KING; type++)
            material += (uint64_t)name->count[c][type] * material_unit(c ^ first, type);
    return material;
}

/* Enters a table for its material. If several tables have the same name, the first one stays. */
static void register_table(const TableFile *t) {
    for (Color first = BLACK; first >= WHITE; first--) { /* both equal if it is symmetric */
        const uint64_t material = signature_of(&t->name, first);
        Slot *slot = find_slot(material);
        slot->material = material;
        slot->is_turned = first == BLACK;
        if (!slot->table[t->name.kind])
            slot->table[t->name.kind] = t;
    }
}

/* --- opening ------------------------------------------------------------------------------- */

static void close_all(void) {
    for (TableFile *t = tables, *next; t; t = next) {
        next = t->next;
        table_close(t);
        free(t);
    }
    tables = NULL;
    memset(slots, 0, sizeof slots);
    men_open = 0;
}

/* Opens a file of a folder if it has a table's name. */
static bool open_file(void *context, const char *file_name) {
    Opening *o = context;
    TableName name;
    char path[PATH_MAX];
    if (!table_name_read(file_name, &name))
        return true;
    if (snprintf(path, sizeof path, "%s/%s", o->folder, file_name) >= (int)sizeof path)
        return fail(o, "the path '%.100s' is too long", o->folder);
    TableFile *t = malloc(sizeof *t);
    const char *fault = t ? table_open(t, path, &name) : "not enough memory";
    if (fault) {
        free(t);
        return fail(o, "'%.120s': %s: %s", o->folder, file_name, fault);
    }
    t->next = tables;
    tables = t;
    register_table(t);
    o->count->dtz += name.kind == TABLE_DTZ;
    o->count->wdl += name.kind == TABLE_WDL;
    if (name.kind == TABLE_WDL && name.men > o->count->men)
        o->count->men = name.men;
    return true;
}

static bool open_folder(Opening *o, const char *path, size_t length) {
    char folder[PATH_MAX];
    if (length >= sizeof folder)
        return fail(o, "the path '%.100s' is too long", path);
    memcpy(folder, path, length);
    folder[length] = '\0';
    o->folder = folder;
    const char *reason = folder_read(folder, open_file, o);
    if (reason)
        fail(o, "'%.200s': %s; give folders that hold .rtbw and .rtbz files", folder, reason);
    return !o->failed;
}

/* Opens the tables of all folders. Skips empty names. */
static bool open_folders(Opening *o, const char *paths) {
    static const char SEPARATOR[] = {FOLDER_SEPARATOR, '\0'};
    for (const char *at = paths; *at;) {
        const size_t length = strcspn(at, SEPARATOR);
        if (length && !open_folder(o, at, length))
            return false;
        at += length + (at[length] != '\0');
    }
    return o->count->wdl ||
           fail(o, "no Syzygy tables (.rtbw) there; they have names like KQvK.rtbw");
}

bool tablebase_open(const char *paths, TablebaseCount *count, char *error, size_t error_size) {
    Opening o = {.count = count, .error = error, .error_size = error_size};
    *count = (TablebaseCount){0};
    close_all();
    index_init();
    if (!*paths)
        return true;
    if (open_folders(&o, paths)) {
        men_open = count->men;
        return true;
    }
    close_all();
    *count = (TablebaseCount){0};
    return false;
}

int tablebase_men(void) {
    return men_open;
}
