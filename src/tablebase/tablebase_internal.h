/* Syzygy table files, and the data read from them.
 *
 * table_open maps a file and checks its header against its size. A later probe still does not trust
 * the file: the probe reads within the checked bounds, and its loops end for any bytes, even if the
 * bytes change meanwhile. A bad byte gives a wrong value or no value.
 */
#ifndef TABLEBASE_TABLEBASE_INTERNAL_H
#define TABLEBASE_TABLEBASE_INTERNAL_H

#include "tablebase/tablebase.h"

/* --- names --------------------------------------------------------------------------------- */

typedef enum TableKind { TABLE_WDL, TABLE_DTZ } TableKind;

/* The content of a file's name: KRPvKR.rtbw */
typedef struct TableName {
    TableKind kind;
    int men;
    int count[COLOR_COUNT][TYPE_COUNT]; /* kings included; the stronger side is WHITE */
} TableName;

/* Reads a name as the generator writes it: the side with more men first. If both sides have equally
 * many, the side with the more valuable men is first. Each side lists its men in descending value.
 * Returns false for any other name. */
bool table_name_read(const char *text, TableName *name);

/* --- reading with bounds ------------------------------------------------------------------- */

/* A file that is read with bounds. If `at` passes `size`, nothing is read and `fault` is set. */
typedef struct Reader {
    const uint8_t *bytes;
    uint64_t size, at;
    const char *fault; /* NULL until a fault is found */
} Reader;

/* The fault of a file whose bytes contradict each other. */
extern const char TABLE_DAMAGED[];

/* Advances r->at by `bytes` and returns a pointer to the bytes passed. If the bytes are not all
 * within the file, sets r->fault. After a fault the pointer is to the first bytes of the file. */
const uint8_t *take(Reader *r, uint64_t bytes);

/* --- a table ------------------------------------------------------------------------------- */

enum {
    TABLE_FILES = 4, /* files of the leading pawn */
    CODES_MAX = 32,  /* greatest number of different code lengths */
    /* maps of a DTZ part, in order: WDL_WIN, WDL_LOSS, WDL_CURSED_WIN, WDL_BLESSED_LOSS */
    MAPS = 4
};

/* The flags of a part's compressed values (Pairs). PAIRS_BLACK to PAIRS_WIDE occur only in DTZ
 * tables. */
enum {
    /* the values are for Black to move; Black is the side that the file's name puts second */
    PAIRS_BLACK = 1,
    PAIRS_MAPPED = 2,      /* the stored values are indices of the maps */
    PAIRS_WIN_PLIES = 4,   /* wins are stored in plies, not in moves */
    PAIRS_LOSS_PLIES = 8,  /* losses are stored in plies, not in moves */
    PAIRS_WIDE = 16,       /* entries of maps have two bytes */
    PAIRS_CONSTANT = 0x80, /* all positions have one value */
};

/* The values of one part of a table: of one side to move and one file of the leading pawn. The
 * values are a sequence of symbols. Each symbol stands for one value or for two symbols, and has a
 * Huffman code. */
typedef struct Pairs {
    /* The encoding of a position as an index: see index.c. */
    uint8_t man[TABLEBASE_MEN_MAX]; /* the man_number of each man, in the order of encoding */
    /* number of men of each group; the men of a group are encoded together */
    uint8_t group_size[TABLEBASE_MEN_MAX];
    int groups;
    /* for each group: the factor of the group's number in the index */
    uint64_t factor[TABLEBASE_MEN_MAX];
    uint64_t positions; /* number of indices */

    unsigned flags;
    unsigned constant;        /* the value of all positions, with PAIRS_CONSTANT */
    unsigned block_bits;      /* a block has 1 << block_bits bytes */
    unsigned span_bits;       /* an entry of `index` is for 1 << span_bits positions */
    uint64_t blocks, lengths; /* number of blocks in `data`, and number of entries of `length` */
    /* bits of the shortest code, and number of different code lengths */
    unsigned shortest, codes;
    uint64_t code[CODES_MAX]; /* for each code length: the least code, left-aligned; descending */
    uint32_t symbols;         /* number of entries of `pair` and `run` */
    /* for each code length: the number to add to a code to get its symbol, modulo 2^32 */
    uint32_t symbol[CODES_MAX];
    const uint8_t *pair; /* for each symbol: its two halves, in 3 bytes */
    uint8_t *run;        /* for each symbol: the number of its values, minus one */
    /* for each span of indices: the block with the value of the span's middle index (4 bytes), and
     * the place of this value in the block (2 bytes) */
    const uint8_t *index;
    const uint8_t *length; /* for each block: the number of its values, minus one (2 bytes) */
    const uint8_t *data;

    const uint8_t *map[MAPS]; /* with PAIRS_MAPPED: the maps from stored values to distances */
    uint16_t map_size[MAPS];
} Pairs;

typedef struct TableFile {
    struct TableFile *next; /* the next table in the list of open tables */
    TableName name;
    const uint8_t *bytes; /* the mapped file */
    uint64_t size;
    int pawns[2]; /* number of pawns of `leader`, and of the other side */
    Color leader; /* the side whose pawns are the leading men */
    int leading;  /* number of leading men, which are encoded together and first */
    int files;    /* TABLE_FILES, or 1 without pawns */
    int sides;    /* 2 if the table has values for each side to move, else 1 */
    bool
        symmetric; /* both sides have the same men: a position is turned so that White is to move */
    Pairs pairs[TABLE_FILES][2];
} TableFile;

/* Opens a table whose name has been read. Returns NULL, or a message with the file's fault. The
 * header must account for every byte. If the file has up to CHECKSUM_CHUNK bytes, its checksum must
 * also be right. If table_open returns NULL, the caller must close the table. Call index_init
 * before. */
const char *table_open(TableFile *t, const char *path, const TableName *name);

void table_close(TableFile *t);

/* --- the values of a part ------------------------------------------------------------------ */

/* Reads the header of a part's compressed values at r->at. Sets r->fault if the header is damaged.
 * The caller frees p->run. */
void pairs_read(Reader *r, Pairs *p);

/* Returns the value at an index, 0 to 4095, or -1 if the file does not have the value. */
int pairs_value(const Pairs *p, uint64_t index);

/* --- the index of a position --------------------------------------------------------------- */

/* Fills the tables of index.c. Further calls change nothing. */
void index_init(void);

/* Returns the binomial coefficient: the number of sets of k (0 to 6) elements among n (0 to 63). */
uint64_t choose(int n, int k);

/* Returns how many placements the leading men of a part have. If pawns lead, only the placements
 * with the leading pawn on `file` count. */
uint64_t leading_placements(const TableFile *t, int file);

/* The place of a position in a table. */
typedef struct Place {
    const Pairs *pairs; /* the values for the leading pawn's file and the side to move */
    uint64_t index;
    Color side; /* the side to move; WHITE is the side named first */
} Place;

/* Finds the place of a position with the table's material. `is_turned` is true if Black has the men
 * of the side named first, and the material is not symmetric. */
Place table_place(const TableFile *t, const State *s, bool is_turned);

/* --- the tables that are open ---------------------------------------------------------------- */

/* Returns the open table of a position's material, or NULL. Sets *is_turned for table_place. */
const TableFile *tablebase_find(TableKind kind, uint64_t material, bool *is_turned);

/* --- checksums --------------------------------------------------------------------------------
 *
 * The generator (Ronald de Man, github.com/syzygy1/tb) cuts a file into chunks of 16 MB. It
 * computes a 256-bit digest of each chunk (CityHashCrc256). At the end of the file it puts a
 * 128-bit hash of all digests (CityHashCrc128). Both functions are from CityHash 1.0.3 (Geoff Pike
 * and Jyrki Alakuijala). The checksum reveals damage, but not a forgery. */

enum { CHECKSUM_SIZE = 16, CHECKSUM_CHUNK = 1 << 24 };

/* Computes the checksum of `size` bytes, 1 to CHECKSUM_CHUNK. */
void checksum_make(const uint8_t *bytes, size_t size, uint64_t sum[2]);

#endif
