/* The format, as far as sizes go:
 *
 *     magic (4 bytes), flags (1): bit 0, a table for each side to move
 *     for each file of the leading pawn (a to d; once if there are no pawns):
 *         order of encoding (1 or 2 bytes), the pieces (1 byte each, the low half of each byte for
 *         the first side to move)
 *     for each of those and each side: the header of its pairs (see skip_pairs)
 *     in DTZ: the maps from what is stored to distances
 *     all index tables; all tables of block sizes; all blocks, each group at a multiple of 64
 *     a checksum (16), see tablebase_internal.h
 *
 * It is described by the tables of Ronald de Man's generator, github.com/syzygy1/tb.
 */
#include "tablebase/tablebase_internal.h"

#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAGIC_WDL = 0x5d23e871, MAGIC_DTZ = 0xa50c66d7, PARTS = 4, SYMBOLS = 4096 };

static const char DAMAGED[] = "it is cut off or damaged";

/* In descending value, as names have it; the numbers are those of the format, where Black's pieces have 8
 * more. */
static const struct {
    char letter;
    PieceType type;
    int number;
} LETTERS[] = {{'K', KING, 6},   {'Q', QUEEN, 5},  {'R', ROOK, 4},
               {'B', BISHOP, 3}, {'N', KNIGHT, 2}, {'P', PAWN, 1}};
enum { LETTER_COUNT = sizeof LETTERS / sizeof *LETTERS };

/* --- names --------------------------------------------------------------------------------- */

/* Reads a side: K, then pieces in descending value. */
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

/* True if the first side is the one that is named first. */
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
           name->men <= TABLE_MEN_MAX && is_in_order(name->count[WHITE], name->count[BLACK]);
}

/* --- reading with bounds ------------------------------------------------------------------- */

/* `at` may run beyond `size`: nothing is read there, and `bad` is set. */
typedef struct Reader {
    const uint8_t *bytes;
    uint64_t size, at;
    bool bad;
} Reader;

static unsigned byte_at(Reader *r, uint64_t at) {
    if (at < r->size)
        return r->bytes[at];
    r->bad = true;
    return 0;
}

/* A little-endian number. */
static uint32_t number_at(Reader *r, uint64_t at, int bytes) {
    uint32_t number = 0;
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | byte_at(r, at + (uint64_t)i);
    return number;
}

static void align(Reader *r, uint64_t to) {
    r->at = (r->at + to - 1) / to * to;
}

/* --- how many positions -------------------------------------------------------------------- */

/* One half of a table: the leading pawn on one file, one side to move. */
typedef struct Part {
    uint64_t positions;
    unsigned flags;
    uint64_t index_size, lengths_size, blocks_size;
} Part;

/* What is the same for all parts of a table. */
typedef struct Shape {
    const TableName *name;
    int pawns[2]; /* of the side whose pawns lead, and of the other */
    int leading;  /* men that are encoded together first */
    int parts, sides;
} Shape;

/* n over k. */
static uint64_t choose(int n, int k) {
    uint64_t product = 1;
    for (int i = 0; i < k; i++)
        product = product * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return n >= k ? product : 0;
}

/* Placements of `count` pawns of one colour of which the leading one stands on a file (a to d); the
 * others have the squares behind it in an order that runs from the rim inwards. */
static uint64_t pawn_placements(int count, int file) {
    uint64_t sum = 0;
    for (int rank = 0; rank < 6; rank++)
        sum += choose(47 - 12 * file - 2 * rank, count - 1);
    return sum;
}

/* Placements of the men encoded first: all on squares that symmetry does not make equal. */
static uint64_t leading_placements(const Shape *shape, int file) {
    enum { TWO_KINGS = 462, THREE_MEN = 31332 };
    if (shape->pawns[0])
        return pawn_placements(shape->pawns[0], file);
    return shape->leading == 2 ? TWO_KINGS : THREE_MEN;
}

/* kings and men that are single are encoded together, three of them where there are as many. */
static Shape shape_of(const TableName *name) {
    Shape shape = {.name = name, .parts = 1};
    const int white = name->count[WHITE][PAWN], black = name->count[BLACK][PAWN];
    const bool black_leads = black && (!white || white > black);
    int single = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            single += name->count[c][type] == 1;
    shape.pawns[0] = black_leads ? black : white;
    shape.pawns[1] = black_leads ? white : black;
    shape.leading = shape.pawns[0] ? shape.pawns[0] : single == 2 ? 2 : 3;
    if (shape.pawns[0])
        shape.parts = PARTS;
    return shape;
}

/* True if the men of a part are those of the name. */
static bool men_agree(Reader *r, const Shape *shape, uint64_t men_at, int shift) {
    int left[16] = {0};
    for (int i = 0; i < LETTER_COUNT; i++)
        for (Color c = WHITE; c <= BLACK; c++)
            left[LETTERS[i].number + 8 * c] = shape->name->count[c][LETTERS[i].type];
    for (int i = 0; i < shape->name->men; i++)
        left[byte_at(r, men_at + (uint64_t)i) >> shift & 15]--;
    for (int i = 0; i < 16; i++)
        if (left[i])
            return false;
    return true;
}

/* How many positions a part has an index for. Groups of equal men are multiplied: the product does
 * not depend on their order but for the squares that are left to each, which shrink as they come.
 */
static uint64_t count_positions(Reader *r, const Shape *shape, uint64_t men_at, int shift,
                                int file) {
    uint64_t product = leading_placements(shape, file);
    int taken = shape->leading;
    if (shape->pawns[0] && shape->pawns[1]) {
        product *= choose(48 - shape->leading, shape->pawns[1]);
        taken += shape->pawns[1];
    }
    for (int i = taken, alike; i < shape->name->men; i += alike) {
        const unsigned man = byte_at(r, men_at + (uint64_t)i) >> shift & 15;
        for (alike = 1; i + alike < shape->name->men; alike++)
            if ((byte_at(r, men_at + (uint64_t)(i + alike)) >> shift & 15) != man)
                break;
        product *= choose(64 - i, alike);
    }
    return product;
}

/* --- the parts ----------------------------------------------------------------------------- */

/* A symbol is a leaf or a pair of symbols. True if all pairs are of symbols that exist and none
 * holds itself: `done` grows by those whose parts are done, until no more come. */
static bool symbols_are_sound(Reader *r, uint64_t at, uint32_t count) {
    enum { LEAF = 0xfff };
    bool done[SYMBOLS] = {false};
    uint32_t left = count;
    for (uint32_t before = left + 1; left && left < before;) {
        before = left;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t pair = number_at(r, at + 3 * i, 3);
            const uint32_t first = pair & 0xfff, second = pair >> 12;
            if (done[i] || (second != LEAF && (first >= count || second >= count)))
                continue;
            done[i] = second == LEAF || (done[first] && done[second]);
            left -= done[i];
        }
    }
    return left == 0;
}

/* The header of the pairs of a part: flags (1); then, if bit 7 is set, the one value of all
 * positions (1), else the logarithms of the sizes of a block and of the span of an index entry (1
 * each), how many entries the table of lengths has beyond one a block (1), the blocks (4), the
 * longest and the shortest code (1 each), their offsets (2 each), the symbols (2) and their pairs
 * (3 each), padded to an even size. */
static void skip_pairs(Reader *r, Part *part) {
    part->flags = byte_at(r, r->at);
    if (part->flags & 0x80) {
        r->at += 2;
        return;
    }
    const unsigned block_bits = byte_at(r, r->at + 1), index_bits = byte_at(r, r->at + 2);
    const uint64_t blocks = number_at(r, r->at + 4, 4);
    const unsigned longest = byte_at(r, r->at + 8), shortest = byte_at(r, r->at + 9);
    if (block_bits > 24 || index_bits < 1 || index_bits > 32 || shortest < 1 ||
        shortest > longest || longest > 32) {
        r->bad = true;
        return;
    }
    part->index_size = 6 * ((part->positions + ((uint64_t)1 << index_bits) - 1) >> index_bits);
    part->lengths_size = 2 * (blocks + byte_at(r, r->at + 3));
    part->blocks_size = blocks << block_bits;
    r->at += 10 + 2 * (longest - shortest + 1);
    const uint32_t symbols = number_at(r, r->at, 2);
    if (symbols >= SYMBOLS || !symbols_are_sound(r, r->at + 2, symbols))
        r->bad = true;
    r->at += 2 + 3 * symbols + (symbols & 1);
}

/* The maps of a DTZ table: four a part that has some, each a length and as many values, of two
 * bytes in a wide one. */
static bool skip_maps(Reader *r, const Shape *shape, Part parts[PARTS][2]) {
    enum { MAPPED = 2, WIDE = 16 };
    bool wide = false;
    for (int i = 0; i < shape->parts; i++) {
        if (!(parts[i][0].flags & MAPPED))
            continue;
        const int size = parts[i][0].flags & WIDE ? 2 : 1;
        wide |= size == 2;
        align(r, (uint64_t)size);
        for (int map = 0; map < 4; map++)
            r->at += (uint64_t)size * (1 + (uint64_t)number_at(r, r->at, size));
    }
    align(r, 2);
    return wide;
}

/* Goes through a whole table; r->at is then its end, before the checksum. */
static void skip_table(Reader *r, const TableName *name, bool *wide) {
    Shape shape = shape_of(name);
    Part parts[PARTS][2] = {0};
    shape.sides = name->kind == TABLE_WDL && byte_at(r, 4) & 1 ? 2 : 1;
    const uint64_t orders = shape.pawns[0] && shape.pawns[1] ? 2 : 1;
    r->at = 5;
    for (int i = 0; i < shape.parts; i++, r->at += orders + (uint64_t)name->men) {
        for (int side = 0; side < shape.sides; side++) {
            r->bad |= !men_agree(r, &shape, r->at + orders, 4 * side);
            parts[i][side].positions = count_positions(r, &shape, r->at + orders, 4 * side, i);
        }
    }
    align(r, 2);
    for (int i = 0; i < shape.parts && !r->bad; i++)
        for (int side = 0; side < shape.sides; side++)
            skip_pairs(r, &parts[i][side]);
    *wide = name->kind == TABLE_DTZ && !r->bad && skip_maps(r, &shape, parts);
    for (int i = 0; i < shape.parts; i++)
        for (int side = 0; side < shape.sides; side++)
            r->at += parts[i][side].index_size + parts[i][side].lengths_size;
    for (int i = 0; i < shape.parts; i++) {
        for (int side = 0; side < shape.sides; side++) {
            align(r, 64);
            r->at += parts[i][side].blocks_size;
        }
    }
}

/* --- files --------------------------------------------------------------------------------- */

static const char *fault_of_bytes(const uint8_t *bytes, uint64_t size, const TableName *name,
                                  bool *wide) {
    Reader r = {.bytes = bytes, .size = size};
    if (number_at(&r, 0, 4) != (name->kind == TABLE_WDL ? MAGIC_WDL : MAGIC_DTZ))
        return "it is no Syzygy table of its kind";
    skip_table(&r, name, wide);
    align(&r, 64);
    return r.bad || r.at + CHECKSUM_SIZE != size ? DAMAGED : NULL;
}

static const char *fault_of_file(int file, const TableName *name, TableFile *facts) {
    struct stat status;
    if (fstat(file, &status))
        return strerror(errno);
    if (status.st_size < 64)
        return DAMAGED;
    const size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return strerror(errno);
    const char *fault = fault_of_bytes(bytes, size, name, &facts->wide);
    facts->size = size;
    munmap(bytes, size);
    return fault;
}

const char *table_file_fault(const char *path, const TableName *name, TableFile *facts) {
    *facts = (TableFile){0};
    const char *fault;
    const int file = regular_file_open(path, O_RDONLY, &fault);
    if (file < 0)
        return fault;
    fault = fault_of_file(file, name, facts);
    close(file);
    return fault;
}

/* --- checksums ------------------------------------------------------------------------------- */

/* Adds all chunks of a file, each read to `buffer`. Returns false if they cannot be read. */
static bool add_chunks(Checksummer *sum, int file, uint64_t size, uint8_t *buffer,
                       const TableReading *reading) {
    for (uint64_t at = 0, length; at < size; at += length) {
        length = size - at < CHECKSUM_CHUNK ? size - at : CHECKSUM_CHUNK;
        if (!regular_file_read(file, buffer, length, at))
            return false;
        checksum_add(sum, buffer, length);
        reading->add(reading->context, length);
    }
    return true;
}

/* Compares the checksum at `size` with that of what comes before it. */
static const char *compare_checksum(Checksummer *sum, int file, uint64_t size, uint8_t *buffer,
                                    const TableReading *reading) {
    Checksum carried;
    if (!add_chunks(sum, file, size, buffer, reading) ||
        !regular_file_read(file, &carried, sizeof carried, size))
        return strerror(errno);
    const Checksum made = checksum_value(sum);
    return made.low == carried.low && made.high == carried.high ? NULL : DAMAGED;
}

static const char *fault_of_content(int file, const TableReading *reading) {
    struct stat status;
    Checksummer sum;
    if (fstat(file, &status))
        return strerror(errno);
    if (status.st_size <= CHECKSUM_SIZE)
        return DAMAGED;
    const uint64_t size = (uint64_t)status.st_size - CHECKSUM_SIZE;
    uint8_t *buffer = malloc(size < CHECKSUM_CHUNK ? size : CHECKSUM_CHUNK);
    const char *fault = strerror(ENOMEM);
    if (buffer && checksum_begin(&sum, (size + CHECKSUM_CHUNK - 1) / CHECKSUM_CHUNK)) {
        fault = compare_checksum(&sum, file, size, buffer, reading);
        checksum_free(&sum);
    }
    free(buffer);
    return fault;
}

const char *table_file_content_fault(const char *path, const TableReading *reading) {
    const char *fault;
    const int file = regular_file_open(path, O_RDONLY, &fault);
    if (file < 0)
        return fault;
    fault = fault_of_content(file, reading);
    close(file);
    return fault;
}
