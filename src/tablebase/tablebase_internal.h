/* Syzygy table files, and what is read of them.
 *
 * A file is mapped, and what its header says is checked against its size once. Nothing that lies in the
 * file is trusted after that either: a look-up reads within the bounds that were checked, and its
 * loops end whatever the bytes are, even if they change meanwhile. A bad byte gives a wrong value or
 * none.
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
    int count[COLOR_COUNT][TYPE_COUNT]; /* of the stronger side as WHITE, kings included */
} TableName;

/* Reads a name as the generator writes it: the side with more pieces first, of two alike the one
 * with the better pieces, each side's in descending value. Returns false for any other name. */
bool table_name_read(const char *text, TableName *name);

/* --- reading with bounds ------------------------------------------------------------------- */

/* `at` may run beyond `size`: nothing is read there, and `fault` is set. */
typedef struct Reader {
    const uint8_t *bytes;
    uint64_t size, at;
    const char *fault; /* NULL as long as there is none */
} Reader;

/* The fault of a file whose bytes do not fit together. */
extern const char TABLE_DAMAGED[];

/* Passes over some bytes at r->at, which must lie in the file. Returns where they begin; some other bytes
 * of the file if there is a fault. */
const uint8_t *take(Reader *r, uint64_t bytes);

/* --- a table ------------------------------------------------------------------------------- */

enum {
    TABLE_FILES = 4, /* of the leading pawn */
    CODES_MAX = 32,  /* lengths of codes */
    MAPS = 4         /* of a DTZ table: for WDL_WIN, WDL_LOSS, WDL_CURSED_WIN, WDL_BLESSED_LOSS */
};

/* Flags of pairs. Those of two bytes, and those on plies, are of DTZ tables. */
enum {
    PAIRS_BLACK = 1,       /* a DTZ table for Black to move, whose side is named second */
    PAIRS_MAPPED = 2,      /* values are looked up in maps */
    PAIRS_WIN_PLIES = 4,   /* wins in plies, not in moves */
    PAIRS_LOSS_PLIES = 8,  /* losses likewise */
    PAIRS_WIDE = 16,       /* entries of maps have two bytes */
    PAIRS_CONSTANT = 0x80, /* all positions have one value */
};

/* The values of one part of a table: those of one side to move, and of one file of the leading pawn.
 * They are a sequence of symbols, each of which stands for one value or for two symbols, and each of
 * which has a code of so many bits that the frequent ones have few. */
typedef struct Pairs {
    /* The index of a position: see index.c. */
    uint8_t
        man[TABLEBASE_MEN_MAX]; /* the men as the table numbers them, in the order of encoding */
    uint8_t group_size[TABLEBASE_MEN_MAX]; /* men that are encoded together, by group */
    int groups;
    uint64_t factor[TABLEBASE_MEN_MAX]; /* of each group's number */
    uint64_t positions;                 /* an index is less than this */

    unsigned flags;
    unsigned constant;          /* the value of all positions, with PAIRS_CONSTANT */
    unsigned block_bits;        /* a block has 1 << block_bits bytes */
    unsigned span_bits;         /* an entry of `index` is for 1 << span_bits positions */
    uint64_t blocks, lengths;   /* of `data`; entries of `length` */
    unsigned shortest, codes;   /* bits of the shortest code; how many lengths there are */
    uint64_t code[CODES_MAX];   /* the least code of a length, from the highest bit on, falling */
    uint32_t symbols;           /* entries of `pair` and `run` */
    uint32_t symbol[CODES_MAX]; /* of each length: the symbol of code 0, modulo 2^32 */
    const uint8_t *pair;        /* of each symbol: 3 bytes */
    uint8_t *run;               /* of each symbol: the values that it stands for, less one */
    const uint8_t *index;       /* of each span: block (4 bytes) and place (2) of its middle */
    const uint8_t *length;      /* of each block: the values in it, less one (2 bytes) */
    const uint8_t *data;

    const uint8_t *map[MAPS]; /* with PAIRS_MAPPED, likewise the next */
    uint16_t map_size[MAPS];
} Pairs;

typedef struct TableFile {
    struct TableFile *next; /* for whoever keeps a list */
    TableName name;
    const uint8_t *bytes; /* the mapped file */
    uint64_t size;
    int pawns[2]; /* of the side whose pawns lead, and of the other */
    Color leader; /* the side whose pawns lead */
    int leading;  /* men that are encoded together first */
    int files;    /* TABLE_FILES, or 1 if there are no pawns */
    int sides;    /* 2 if both sides to move have pairs of their own */
    bool
        symmetric; /* both sides have the same men: a position is turned so that White is to move */
    Pairs pairs[TABLE_FILES][2];
} TableFile;

/* Opens a table of which the name has been read. Returns what is wrong with the file, NULL if
 * nothing is found: the header must account for every byte, and the checksum of a file of up to
 * CHECKSUM_CHUNK bytes must be right. Then the table is to be closed. index_init must have run. */
const char *table_open(TableFile *t, const char *path, const TableName *name);

void table_close(TableFile *t);

/* --- the values of a part ------------------------------------------------------------------ */

/* Reads the header of the pairs at r->at. Sets r->fault if there is something wrong. p->run is to be
 * freed. */
void pairs_read(Reader *r, Pairs *p);

/* The value of an index, of up to 12 bits; -1 if the file has none for it. */
int pairs_value(const Pairs *p, uint64_t index);

/* --- the index of a position --------------------------------------------------------------- */

/* Fills the tables of the functions below. Further calls change nothing. */
void index_init(void);

/* How many sets of k (0 to 6) there are among n (0 to 63). */
uint64_t choose(int n, int k);

/* How many placements the men that lead a part have: the leading pawn on a file, or none. */
uint64_t leading_placements(const TableFile *t, int file);

/* A position of the table's material as the table has it. */
typedef struct Place {
    const Pairs *pairs; /* those of the leading pawn's file and of the side to move */
    uint64_t index;
    Color side; /* to move; WHITE is the side named first */
} Place;

/* `is_turned`: Black has the men of the side named first, which are not those of the other. */
Place table_place(const TableFile *t, const State *s, bool is_turned);

/* --- the tables that are open ---------------------------------------------------------------- */

/* The table of a position's material, NULL if it is not open; *is_turned as in table_place. */
const TableFile *tablebase_find(TableKind kind, uint64_t material, bool *is_turned);

/* --- checksums --------------------------------------------------------------------------------
 *
 * The generator (Ronald de Man, github.com/syzygy1/tb) cuts a file into chunks of 16 MB, takes a
 * digest of 256 bits of each (CityHashCrc256), and puts the hash of 128 bits of all digests
 * (CityHashCrc128) at its end. Both are those of CityHash 1.0.3 (Geoff Pike and Jyrki Alakuijala).
 * It finds damage, not forgery: whoever makes a table can make its checksum. */

enum { CHECKSUM_SIZE = 16, CHECKSUM_CHUNK = 1 << 24 };

/* Makes the checksum of a content of `size` bytes, 1 to CHECKSUM_CHUNK. */
void checksum_make(const uint8_t *bytes, size_t size, uint64_t sum[2]);

#endif
