/* The layout of a file:
 *
 *     magic (4 bytes), flags (1): bit 0 is set if each side to move has its own pairs
 *     for each file of the leading pawn (a to d; once if there are no pawns):
 *         order of encoding (1 or 2 bytes), the men (1 byte each, the low half of each byte for
 *         the first side to move)
 *     for each of these files and each side to move: the header of the pairs (see pairs_read)
 *     in DTZ: the maps from stored values to distances
 *     all index tables; all tables of block sizes; all blocks, each group at a multiple of 64
 *     a checksum (16), see tablebase_internal.h
 *
 * The layout is defined by the generator of Ronald de Man, github.com/syzygy1/tb.
 */
#include "tablebase/tablebase_internal.h"

#include "os/files.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC_WDL = 0x5d23e871, MAGIC_DTZ = 0xa50c66d7 };

/* The letters of the types of pieces, in descending value, as in a table's name. */
static const struct {
    char letter;
    PieceType type;
} LETTERS[] = {{'K', KING}, {'Q', QUEEN}, {'R', ROOK}, {'B', BISHOP}, {'N', KNIGHT}, {'P', PAWN}};
enum { LETTER_COUNT = sizeof LETTERS / sizeof *LETTERS };

/* --- names --------------------------------------------------------------------------------- */

/* Reads a side: K, then the other men in descending value. */
static const char *read_side(const char *at, int count[TYPE_COUNT]) {
    for (int i = 0; i < LETTER_COUNT; i++)
        for (; *at == LETTERS[i].letter; at++)
            count[LETTERS[i].type]++;
    return at;
}

static int side_men(const int count[TYPE_COUNT]) {
    int men = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        men += count[type];
    return men;
}

/* True if the sides are in the order of a name: the stronger side first. */
static bool is_in_order(const int first[TYPE_COUNT], const int second[TYPE_COUNT]) {
    const int difference = side_men(first) - side_men(second);
    for (PieceType type = QUEEN; difference == 0 && type >= PAWN; type--)
        if (first[type] != second[type])
            return first[type] > second[type];
    return difference >= 0;
}

bool table_name_read(const char *text, TableName *name) {
    *name = (TableName){.kind = TABLE_WDL};
    text = read_side(text, name->count[WHITE]);
    if (*text++ != 'v')
        return false;
    text = read_side(text, name->count[BLACK]);
    if (strcmp(text, ".rtbw") != 0 && strcmp(text, ".rtbz") != 0)
        return false;
    name->kind = text[4] == 'w' ? TABLE_WDL : TABLE_DTZ;
    name->men = side_men(name->count[WHITE]) + side_men(name->count[BLACK]);
    return name->count[WHITE][KING] == 1 && name->count[BLACK][KING] == 1 && name->men > 2 &&
           name->men <= TABLEBASE_MEN_MAX && is_in_order(name->count[WHITE], name->count[BLACK]);
}

/* --- reading with bounds ------------------------------------------------------------------- */

/* Reads a little-endian number of 1 to 4 bytes at a place. Returns 0 and sets the fault if the
 * number is not within the file. */
static uint32_t number_at(Reader *r, uint64_t at, int bytes) {
    uint32_t number = 0;
    if (at > r->size || r->size - at < (uint64_t)bytes) {
        r->fault = TABLE_DAMAGED;
        return 0;
    }
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | r->bytes[at + (uint64_t)i];
    return number;
}

static void align(Reader *r, uint64_t to) {
    r->at = (r->at + to - 1) / to * to;
}

/* --- the order of encoding ------------------------------------------------------------------- */

/* Returns the number of a piece in a table: type + 1 for the side named first,
 * type + 9 for the other side. */
static int man_number(Color c, PieceType type) {
    return type + 1 + 8 * c;
}

/* Sets the fields that all parts share. Without pawns, the leading men are three single men if the
 * table has three, else the two kings. A man is single if no other man has its colour and type; the
 * kings are single. */
static void set_shape(TableFile *t) {
    const int white = t->name.count[WHITE][PAWN], black = t->name.count[BLACK][PAWN];
    int single = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            single += t->name.count[c][type] == 1;
    t->leader = black && (!white || white > black) ? BLACK : WHITE;
    t->pawns[0] = t->leader == BLACK ? black : white;
    t->pawns[1] = t->leader == BLACK ? white : black;
    t->leading = t->pawns[0] ? t->pawns[0] : single == 2 ? 2 : 3;
    t->files = t->pawns[0] ? TABLE_FILES : 1;
    t->symmetric =
        memcmp(t->name.count[WHITE], t->name.count[BLACK], sizeof t->name.count[WHITE]) == 0;
    t->sides = t->name.kind == TABLE_WDL && !t->symmetric ? 2 : 1;
}

/* True if a part lists the men of the table's name, and lists the pawns before all other men. */
static bool men_agree(const TableFile *t, const Pairs *p) {
    int left[16] = {0};
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            left[man_number(c, type)] = t->name.count[c][type];
    for (int i = 0; i < t->name.men; i++)
        if (left[p->man[i]]-- == 0)
            return false;
    for (int i = 0; i < t->pawns[0] + t->pawns[1]; i++)
        if (p->man[i] != man_number(i < t->pawns[0] ? t->leader : opponent(t->leader), PAWN))
            return false;
    return true;
}

/* Divides the men into groups: the leading men, then each run of equal men. */
static void set_groups(const TableFile *t, Pairs *p) {
    p->group_size[0] = (uint8_t)t->leading;
    p->groups = 1;
    for (int i = t->leading; i < t->name.men; i++) {
        if (i == t->leading || p->man[i] != p->man[i - 1])
            p->groups++;
        p->group_size[p->groups - 1]++;
    }
}

/* Sets the factor of each group: the product of the numbers of placements of the groups before this
 * group in the index. order[0] is the leading group's place in the index, order[1] the place of the
 * other side's pawns. The other groups keep their order. Returns false if `order` is not valid. */
static bool set_factors(const TableFile *t, Pairs *p, int file, const int order[2]) {
    const bool two = t->pawns[0] && t->pawns[1];
    int next = two ? 2 : 1, free = SQUARE_COUNT - t->leading - (two ? t->pawns[1] : 0);
    if (order[0] >= p->groups || (two && (order[1] >= p->groups || order[1] == order[0])))
        return false;
    p->positions = 1;
    for (int i = 0; i < p->groups; i++) {
        const int group = i == order[0] ? 0 : two && i == order[1] ? 1 : next++;
        const int size = p->group_size[group];
        p->factor[group] = p->positions;
        if (group == 0) {
            p->positions *= leading_placements(t, file);
        } else if (group == 1 && two) {
            p->positions *= choose(48 - t->leading, size);
        } else {
            p->positions *= choose(free, size);
            free -= size;
        }
    }
    return true;
}

/* Reads the encoding of the parts of one file of the leading pawn, a to d. */
static void read_encoding(Reader *r, TableFile *t, int file) {
    const int orders = t->pawns[0] && t->pawns[1] ? 2 : 1, size = orders + t->name.men;
    const uint8_t *bytes = take(r, (uint64_t)size);
    for (int side = 0; side < t->sides && !r->fault; side++) {
        Pairs *p = &t->pairs[file][side];
        const int shift = 4 * side;
        const int order[2] = {bytes[0] >> shift & 15, bytes[1] >> shift & 15};
        for (int i = 0; i < t->name.men; i++)
            p->man[i] = bytes[orders + i] >> shift & 15;
        set_groups(t, p);
        if (!men_agree(t, p) || !set_factors(t, p, file, order))
            r->fault = TABLE_DAMAGED;
    }
}

/* --- the parts ------------------------------------------------------------------------------- */

/* Reads the maps of a DTZ table. A part with maps has four maps. A map is the number of its values,
 * then the values. With PAIRS_WIDE each number in a map has two bytes, otherwise one byte. */
static void read_maps(Reader *r, TableFile *t) {
    for (int file = 0; file < t->files; file++) {
        Pairs *p = &t->pairs[file][0];
        if (!(p->flags & PAIRS_MAPPED))
            continue;
        const int size = p->flags & PAIRS_WIDE ? 2 : 1;
        align(r, (uint64_t)size);
        for (int i = 0; i < MAPS; i++) {
            p->map_size[i] = (uint16_t)number_at(r, r->at, size);
            p->map[i] = take(r, (uint64_t)size * (1 + (uint64_t)p->map_size[i])) + size;
        }
    }
    align(r, 2);
}

/* Calls `visit` for all parts of a table, file by file. */
static void for_each_pairs(Reader *r, TableFile *t, void (*visit)(Reader *r, Pairs *p)) {
    for (int file = 0; file < t->files; file++)
        for (int side = 0; side < t->sides; side++)
            if (!r->fault)
                visit(r, &t->pairs[file][side]);
}

static void take_index(Reader *r, Pairs *p) {
    if (!(p->flags & PAIRS_CONSTANT))
        p->index =
            take(r, 6 * ((p->positions + ((uint64_t)1 << p->span_bits) - 1) >> p->span_bits));
}

static void take_lengths(Reader *r, Pairs *p) {
    p->length = take(r, 2 * p->lengths);
}

static void take_data(Reader *r, Pairs *p) {
    align(r, 64);
    p->data = take(r, p->blocks << p->block_bits);
}

static void read_table(Reader *r, TableFile *t) {
    if (number_at(r, 0, 4) != (t->name.kind == TABLE_WDL ? MAGIC_WDL : MAGIC_DTZ)) {
        r->fault = "it is not a Syzygy table of its kind; replace or remove it";
        return;
    }
    if (t->name.kind == TABLE_WDL && (number_at(r, 4, 1) & 1) != (t->sides == 2))
        r->fault = TABLE_DAMAGED;
    r->at = 5;
    for (int file = 0; file < t->files; file++)
        read_encoding(r, t, file);
    align(r, 2);
    for_each_pairs(r, t, pairs_read);
    if (t->name.kind == TABLE_DTZ)
        read_maps(r, t);
    for_each_pairs(r, t, take_index);
    for_each_pairs(r, t, take_lengths);
    for_each_pairs(r, t, take_data);
    align(r, 64);
    if (!r->fault && r->at + CHECKSUM_SIZE != r->size)
        r->fault = TABLE_DAMAGED;
}

/* --- files ----------------------------------------------------------------------------------- */

static const char *read_file(TableFile *t) {
    Reader r = {.bytes = t->bytes, .size = t->size};
    uint64_t sum[2];
    read_table(&r, t);
    if (r.fault || r.at > CHECKSUM_CHUNK)
        return r.fault;
    checksum_make(t->bytes, (size_t)r.at, sum);
    return memcmp(sum, t->bytes + r.at, CHECKSUM_SIZE) == 0 ? NULL : TABLE_DAMAGED;
}

const char *table_open(TableFile *t, const char *path, const TableName *name) {
    const char *fault;
    *t = (TableFile){.name = *name};
    set_shape(t);
    t->bytes = regular_file_map(path, &t->size, &fault);
    if (!t->bytes)
        return fault;
    fault = read_file(t);
    if (fault)
        table_close(t);
    return fault;
}

void table_close(TableFile *t) {
    for (int file = 0; file < t->files; file++)
        for (int side = 0; side < t->sides; side++)
            free(t->pairs[file][side].run);
    regular_file_unmap(t->bytes, t->size);
}
