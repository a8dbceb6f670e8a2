#include "tablebase/tablebase_internal.h"

#include "board/make.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "os/files.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A material signature, and the WDL table and the DTZ table for this material. */
typedef struct Slot {
    uint64_t material; /* 0 if the slot is free */
    bool is_turned;    /* the material is the table's material with the colours exchanged */
    const TableFile *table[2];
} Slot;

/* The open tables: a list, and a hash table with more than two slots for each material of 3 to 7
 * men. Only tablebase_open writes to the list and the hash table. */
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

/* Writes the error of tablebase_open. Returns false, for the caller to return. */
__attribute__((format(printf, 2, 3))) static bool fail(Opening *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(o->error, o->error_size, format, arguments);
    va_end(arguments);
    o->failed = true;
    return false;
}

/* --- finding ------------------------------------------------------------------------------- */

/* Returns the slot of a material, or the free slot where the material belongs. */
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

/* Returns the material signature of a name, if the side named first has the colour `first`. */
static uint64_t signature_of(const TableName *name, Color first) {
    uint64_t material = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type < KING; type++)
            material += (uint64_t)name->count[c][type] * material_unit(c ^ first, type);
    return material;
}

/* Enters a table for its material, and for the same material with the colours exchanged. If several
 * tables have the same name, the first table stays, and the others are never probed. Returns true
 * if this table is probed. */
static bool register_table(const TableFile *t) {
    bool is_first = false;
    /* both materials are equal if the table is symmetric */
    for (Color first = BLACK; first >= WHITE; first--) {
        const uint64_t material = signature_of(&t->name, first);
        Slot *slot = find_slot(material);
        slot->material = material;
        slot->is_turned = first == BLACK;
        is_first |= !slot->table[t->name.kind];
        if (!slot->table[t->name.kind])
            slot->table[t->name.kind] = t;
    }
    return is_first;
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

/* Opens a file of a folder if the file has a table's name. */
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
    if (!register_table(t))
        return true;
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

/* --- probes of a position --------------------------------------------------------------------- */

/* A probe combines the stored value with a search of captures.
 *
 * The tables ignore castling and en passant. If a capture gives the result of a position, the
 * stored result may be worse. If a capture or a pawn move wins, the stored distance may be any
 * number. So a probe makes these moves, and uses the stored value for the other moves. */
enum { DTZ_UNKNOWN = INT_MIN, DTZ_OTHER_SIDE = INT_MAX };

/* --- stored values --------------------------------------------------------------------------- */

static Wdl stored_wdl(const State *s) {
    bool is_turned;
    if (!s->material)
        return WDL_DRAW;
    const TableFile *t = tablebase_find(TABLE_WDL, s->material, &is_turned);
    if (!t)
        return WDL_UNKNOWN;
    const Place place = table_place(t, s, is_turned);
    const int value = pairs_value(place.pairs, place.index);
    return value >= 0 && value <= WDL_WIN - WDL_LOSS ? value + WDL_LOSS : WDL_UNKNOWN;
}

/* Turns a stored value into a distance by the map of positions with the result `wdl`. Returns -1 if
 * the map does not have the value. */
static int mapped(const Pairs *p, Wdl wdl, int value) {
    const int map = wdl == WDL_WIN ? 0 : wdl == WDL_LOSS ? 1 : wdl == WDL_CURSED_WIN ? 2 : 3;
    if (value >= p->map_size[map])
        return -1;
    const uint8_t *entry = p->map[map] + (p->flags & PAIRS_WIDE ? 2 * value : value);
    return p->flags & PAIRS_WIDE ? entry[0] | entry[1] << 8 : entry[0];
}

/* Returns the stored distance in plies, above 0, of a position that is not a draw. Returns
 * DTZ_OTHER_SIDE if the table is for the other side to move, DTZ_UNKNOWN if no open table has the
 * distance. */
static int stored_dtz(const State *s, Wdl wdl) {
    bool is_turned;
    const TableFile *t = tablebase_find(TABLE_DTZ, s->material, &is_turned);
    if (!t)
        return DTZ_UNKNOWN;
    const Place place = table_place(t, s, is_turned);
    const Pairs *p = place.pairs;
    if ((p->flags & PAIRS_BLACK) != (unsigned)place.side && !t->symmetric)
        return DTZ_OTHER_SIDE;
    int value = pairs_value(p, place.index);
    if (value >= 0 && p->flags & PAIRS_MAPPED)
        value = mapped(p, wdl, value);
    if (value < 0)
        return DTZ_UNKNOWN;
    const unsigned in_plies = wdl == WDL_WIN    ? PAIRS_WIN_PLIES
                              : wdl == WDL_LOSS ? PAIRS_LOSS_PLIES
                                                : 0;
    return 1 + (p->flags & in_plies ? value : 2 * value);
}

/* --- results --------------------------------------------------------------------------------- */

static bool is_zeroing(const State *s, Move m, bool by_pawn) {
    return s->man_on[move_to(m)] != MAN_NONE || move_kind(m) == MOVE_EN_PASSANT ||
           (by_pawn && type_on(s, move_from(m)) == PAWN);
}

/* Returns the result of a position without castling rights. Tries captures and, with `pawns`, also
 * pawn moves. Sets *by_move to true if the result is a win that one of these moves gives, or if the
 * position has no other legal move. */
static Wdl find_wdl(Position *pos, bool pawns, bool *by_move) {
    const State *s = pos->state;
    const Wdl stored = stored_wdl(s);
    MoveList list = {.count = 0};
    Wdl best = WDL_LOSS;
    int tried = 0;
    bool unused;
    *by_move = false;
    if (stored == WDL_UNKNOWN || (stored == WDL_WIN && !pawns && s->ep == SQUARE_NONE))
        return stored;
    if (pawns || may_capture(s, THRESHOLD_ALL))
        legal_moves(pos, &list);
    for (int i = 0; i < list.count && best < WDL_WIN; i++) {
        if (!is_zeroing(s, list.moves[i], pawns))
            continue;
        make_move(pos, list.moves[i]);
        const Wdl answer = find_wdl(pos, false, &unused);
        unmake_move(pos);
        if (answer == WDL_UNKNOWN)
            return WDL_UNKNOWN;
        best = -answer > best ? -answer : best;
        tried++;
    }
    const bool no_other = tried && tried == list.count;
    *by_move = no_other || (tried && best >= stored && best > WDL_DRAW);
    return no_other || best > stored ? best : stored;
}

/* --- distances ------------------------------------------------------------------------------- */

/* Returns the distance to zeroing of a position in which a capture or a pawn move gives the result
 * at once. */
static int zeroing_dtz(Wdl wdl) {
    static const int DTZ[] = {-1, -101, 0, 101, 1};
    return DTZ[wdl - WDL_LOSS];
}

/* Returns the sign of a number: -1, 0 or 1. */
static int sign(int number) {
    return (number > 0) - (number < 0);
}

static int find_dtz(Position *pos);

/* Returns the distance to zeroing of the current position if the legal move m is played. */
static int dtz_by(Position *pos, Move m) {
    const bool zeroing = is_zeroing(pos->state, m, true);
    bool unused;
    make_move(pos, m);
    int dtz;
    if (zeroing) {
        const Wdl wdl = find_wdl(pos, false, &unused);
        dtz = wdl == WDL_UNKNOWN ? DTZ_UNKNOWN : -zeroing_dtz(wdl);
    } else {
        dtz = find_dtz(pos);
        if (dtz != DTZ_UNKNOWN)
            dtz = dtz == -1 && in_check(pos->state) && legal_count(pos) == 0 ? 1 : -dtz - sign(dtz);
    }
    unmake_move(pos);
    return dtz;
}

/* Makes each legal move, and returns the least distance to zeroing of the moves that keep the
 * result. find_dtz calls the function if the table has only positions of the other side to move. */
static int dtz_by_moves(Position *pos, Wdl wdl) {
    MoveList list = {.count = 0};
    int least = INT_MAX;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const int dtz = dtz_by(pos, list.moves[i]);
        if (dtz == DTZ_UNKNOWN)
            return DTZ_UNKNOWN;
        if (sign(dtz) == sign(wdl) && dtz < least)
            least = dtz;
    }
    return least == INT_MAX ? -1 : least; /* mate */
}

/* Returns the distance to zeroing of a position without castling rights. */
static int find_dtz(Position *pos) {
    bool by_move;
    const Wdl wdl = find_wdl(pos, true, &by_move);
    if (wdl == WDL_UNKNOWN)
        return DTZ_UNKNOWN;
    if (wdl == WDL_DRAW || by_move)
        return zeroing_dtz(wdl);
    const int stored = stored_dtz(pos->state, wdl);
    if (stored == DTZ_UNKNOWN)
        return DTZ_UNKNOWN;
    if (stored == DTZ_OTHER_SIDE)
        return dtz_by_moves(pos, wdl);
    const bool strikes = wdl == WDL_CURSED_WIN || wdl == WDL_BLESSED_LOSS;
    return sign(wdl) * (stored + (strikes ? 100 : 0));
}

/* --- the interface --------------------------------------------------------------------------- */

/* True if the tables may know a position. */
static bool is_within_reach(const State *s) {
    return popcount(occupied(s)) <= tablebase_men() && !s->castling;
}

Wdl tablebase_wdl(Position *pos) {
    const State *s = pos->state;
    bool unused;
    return is_within_reach(s) && s->rule50 == 0 ? find_wdl(pos, false, &unused) : WDL_UNKNOWN;
}

/* Returns the result that follows from a distance to zeroing, with `counter` plies on the
 * fifty-move counter. */
static Wdl wdl_of(int dtz, int counter) {
    const bool in_time = abs(dtz) + counter <= 100;
    return dtz > 0   ? (in_time ? WDL_WIN : WDL_CURSED_WIN)
           : dtz < 0 ? (in_time ? WDL_LOSS : WDL_BLESSED_LOSS)
                     : WDL_DRAW;
}

bool tablebase_rank_dtz(const Position *pos, TablebaseMove *moves, int count, int *dtz) {
    Position own;
    if (!is_within_reach(pos->state))
        return false;
    position_copy(&own, pos);
    *dtz = find_dtz(&own);
    for (int i = 0; i < count && *dtz != DTZ_UNKNOWN; i++) {
        moves[i].dtz = dtz_by(&own, moves[i].move);
        if (moves[i].dtz == DTZ_UNKNOWN)
            return false;
        moves[i].wdl = wdl_of(moves[i].dtz, pos->state->rule50);
    }
    return *dtz != DTZ_UNKNOWN;
}

bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count, Wdl *wdl) {
    Position own;
    bool unused;
    if (!is_within_reach(pos->state))
        return false;
    position_copy(&own, pos);
    *wdl = find_wdl(&own, false, &unused);
    bool known = *wdl != WDL_UNKNOWN;
    for (int i = 0; i < count && known; i++) {
        make_move(&own, moves[i].move);
        const Wdl answer = find_wdl(&own, false, &unused);
        unmake_move(&own);
        known = answer != WDL_UNKNOWN;
        moves[i].wdl = -answer;
        moves[i].dtz = 0;
    }
    return known;
}
