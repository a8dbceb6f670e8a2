/* Fathom, the library that probes Syzygy tables (Ronald de Man, basil00, Jon Dart; MIT licence), as
 * Debian has it: libfathom.so.1 from the package libfathom1, version 1.0+git.20190811.97fb5c.
 *
 * It is loaded when the first tables are opened, not when the program starts: without it there are
 * no tablebases, and all else works. Nothing of it is needed to build. What is declared here is the
 * binary interface of that version, in our words; tests/unit/tablebase/test_fathom.c compares each type and number
 * with the package's own header, tbprobe.h of libfathom-dev, where that is installed.
 */
#ifndef TABLEBASE_TABLEBASE_INTERNAL_H
#define TABLEBASE_TABLEBASE_INTERNAL_H

#include "tablebase/tablebase.h"

#include <sys/stat.h>

enum {
    FATHOM_MOVES = 193, /* room for the results of all moves, and their end */
    FATHOM_PLIES = 256
};

/* What probe_wdl returns, and the lowest field of what probe_root does. */
enum { FATHOM_LOSS, FATHOM_BLESSED_LOSS, FATHOM_DRAW, FATHOM_CURSED_WIN, FATHOM_WIN };

/* A result of probe_root: fields of a word. Some values of it are no moves. */
enum {
    FATHOM_WDL_SHIFT = 0,
    FATHOM_WDL_BITS = 4,
    FATHOM_TO_SHIFT = 4,
    FATHOM_TO_BITS = 6,
    FATHOM_FROM_SHIFT = 10,
    FATHOM_FROM_BITS = 6,
    FATHOM_PROMOTION_SHIFT = 16,
    FATHOM_PROMOTION_BITS = 3,
    FATHOM_DTZ_SHIFT = 20,
    FATHOM_DTZ_BITS = 12,
    FATHOM_STALEMATE = FATHOM_DRAW,
    FATHOM_CHECKMATE = FATHOM_WIN
};
#define FATHOM_FAILED 0xffffffffu

/* What a Pawn becomes: nothing, or a Queen and so on in falling value. */
enum { FATHOM_NO_PROMOTION, FATHOM_QUEEN, FATHOM_ROOK, FATHOM_BISHOP, FATHOM_KNIGHT };

/* A move of probe_root_wdl: to (6 bits), from (6), promotion (3). */
enum { FATHOM_MOVE_TO_SHIFT = 0, FATHOM_MOVE_FROM_SHIFT = 6, FATHOM_MOVE_PROMOTION_SHIFT = 12 };

typedef struct FathomRootMove {
    uint16_t move;
    uint16_t pv[FATHOM_PLIES];
    unsigned pv_size;
    int32_t score;
    int32_t rank; /* 1000: won, -1000: lost, 0: drawn; the fifty-move rule strikes between them */
} FathomRootMove;

typedef struct FathomRootMoves {
    unsigned size;
    FathomRootMove moves[FATHOM_MOVES];
} FathomRootMoves;

/* A field of a result. */
static inline unsigned fathom_field(unsigned word, int shift, int bits) {
    return word >> shift & ((1u << bits) - 1);
}

/* The functions. All men are given as sets; ep is the square, 0 for none; white_moves: the side to
 * move. None of them knows of castling. */
typedef struct Fathom {
    /* Closes the tables that are open and opens those in some folders, parted by ':'; "": none.
     * Each file is mapped when it is first needed, which no two threads may do at once: the library
     * is built without locks. It ends the program if it cannot map one. */
    bool (*open)(const char *paths);

    /* The result, or FATHOM_FAILED. The fifty-move counter is taken for 0. */
    unsigned (*probe_wdl)(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                          uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                          unsigned ep, bool white_moves);

    /* The best move's result, or FATHOM_FAILED; those of all moves, with FATHOM_FAILED behind the
     * last, in `results`, which has room for FATHOM_MOVES. */
    unsigned (*probe_root)(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                           uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                           unsigned rule50, unsigned ep, bool white_moves, unsigned *results);

    /* All moves by WDL tables alone; 0 if that fails. */
    int (*probe_root_wdl)(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                          uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                          unsigned rule50, unsigned castling, unsigned ep, bool white_moves,
                          bool use_rule50, FathomRootMoves *results);
} Fathom;

/* The library, loaded if it is not yet; NULL if that fails, with the reason in `error`, cut to
 * error_size. A later call tries again. Not for two threads at once. */
const Fathom *fathom_load(char *error, size_t error_size);

/* Closes the tables that are open. Use this rather than open(""): it keeps to itself what the
 * library has to say of each table on stderr ("munmap: Success"). What another thread writes there
 * in the meantime is lost. */
void fathom_close(const Fathom *fathom);

/* The checksum at the end of a Syzygy table file.
 *
 * The generator (Ronald de Man, github.com/syzygy1/tb) cuts what comes before the checksum into
 * chunks of 16 MB, takes a digest of 256 bits of each (CityHashCrc256), and takes the hash of 128
 * bits of all digests (CityHashCrc128). Both functions are those of CityHash 1.0.3 (Geoff Pike and
 * Jyrki Alakuijala). It finds damage, not forgery: whoever makes a table can make its checksum.
 */

enum { CHECKSUM_SIZE = 16, CHECKSUM_CHUNK = 1 << 24 };

typedef struct Checksum {
    uint64_t low, high;
} Checksum;

/* A checksum in the making. To be freed once it has begun. */
typedef struct Checksummer {
    size_t room, count; /* in digests */
    uint64_t (*digests)[4];
} Checksummer;

/* Begins the checksum of so many chunks, at least one. Returns false if memory is short. */
bool checksum_begin(Checksummer *c, size_t chunks);

/* Adds the next chunk: CHECKSUM_CHUNK bytes; the last one is what is left, at least one byte. */
void checksum_add(Checksummer *c, const uint8_t *bytes, size_t size);

/* Returns the checksum of all chunks, which must have been added. */
Checksum checksum_value(const Checksummer *c);

/* Frees what checksum_begin took, at any time. */
void checksum_free(Checksummer *c);

/* A Syzygy table file: whether it is whole, before the probing library is let near it.
 *
 * The library maps files and trusts what it finds there: a short, damaged or foreign file may crash
 * the program. So the header is read first, with bounds, and must account for every byte of the
 * file; then all of the file is read, and the checksum at its end must be right.
 */

enum { TABLE_MEN_MAX = 7 };

typedef enum TableKind { TABLE_WDL, TABLE_DTZ } TableKind;

/* What a file's name says: KRPvKR.rtbw */
typedef struct TableName {
    TableKind kind;
    int men;
    int count[COLOR_COUNT][TYPE_COUNT]; /* of the stronger side as WHITE, kings included */
} TableName;

/* Reads a name as the generator writes it: the side with more pieces first, of two alike the one
 * with the better pieces, each side's in descending value. Returns false for any other name. */
bool table_name_read(const char *text, TableName *name);

/* What is known of a good file. */
typedef struct TableFile {
    uint64_t size; /* in bytes */
    bool wide;     /* a DTZ table with distances of 256 and more */
} TableFile;

/* Returns what keeps a file's header from being that of the table that its name promises, and of a
 * file of this size; NULL if nothing does: then *facts is filled. */
const char *table_file_fault(const char *path, const TableName *name, TableFile *facts);

/* Is called with the number of bytes that have been read since the last call. */
typedef struct TableReading {
    void (*add)(void *context, uint64_t bytes);
    void *context;
} TableReading;

/* Returns what is wrong with the content of a file whose header is right; NULL if its checksum
 * agrees. Reads all of it. */
const char *table_file_content_fault(const char *path, const TableReading *reading);

/* Files that are known to be whole, so that large ones need not be read again at each start.
 *
 * They are known by device, inode, size and the times of their last changes. The list is kept in
 * `panoptes/tables` below $XDG_CACHE_HOME, or ~/.cache: a text that may be removed at any time.
 * What is written there by somebody else counts for nothing worse than a file that is not checked.
 */

/* More than there are tables of 3 to 7 pieces. */
enum { KNOWN_FILES_MAX = 4096 };

/* What distinguishes one file from another, and from itself before it was changed. */
typedef struct KnownFile {
    unsigned long long device, inode, size, modified, changed; /* times in ns */
} KnownFile;

typedef struct KnownFiles {
    int count;
    bool is_new; /* holds a file that the list on disk does not */
    KnownFile files[KNOWN_FILES_MAX];
} KnownFiles;

/* Reads the list on disk. One that is missing, no regular file or damaged is taken as empty. */
void known_files_read(KnownFiles *known);

/* True if a file is known. */
bool known_files_has(const KnownFiles *known, const struct stat *status);

/* Adds a file. A full list stays as it is. */
void known_files_add(KnownFiles *known, const struct stat *status);

/* Writes the list to disk if it has grown, by os/files.h.
 * If that fails, the files are checked again next time. */
void known_files_write(const KnownFiles *known);

/* Where a table's men may stand so that a probe of the position reads that table and no other. */

typedef struct Placement {
    Bitboard by_color[COLOR_COUNT], by_type[TYPE_COUNT];
} Placement;

/* Places the men of a name so that Black, the side named second, is to move and can take nothing; a
 * probe would look into the tables of what captures lead to first. White is not in check. The same
 * for the same name. False if no such placement is found, which does not happen for names that
 * table_name_read accepts. */
bool placement_without_captures(const TableName *name, Placement *p);

/* What folders hold of Syzygy tables, found before the probing library is let near them. */

typedef struct Survey {
    TablebaseCount count;
    TableName *wdl, *wide; /* the WDL tables; the DTZ tables that are wide (see TableFile) */
    int wide_count;
    uint64_t file_bytes;       /* size of all tables */
    uint64_t bytes, dtz_bytes; /* address space that all tables take, and those with distances */
} Survey;

/* Looks at the header of every table in some folders, separated by single ':'. Returns false, with
 * the reason in `error`, cut to error_size, if a folder cannot be read, a table is damaged, or there
 * is no WDL table. The survey is to be freed in any case. A table that lies in several folders
 * counts several times. */
bool survey_folders(Survey *survey, const char *folders, char *error, size_t error_size);

/* Verifies the checksums of all tables of a survey, which means to read everything. Large files that
 * were whole before and have not changed are not read again. Returns false, with the reason, if one
 * is damaged or cannot be read. */
bool survey_verify(Survey *survey, const char *folders, const TablebaseProgress *progress,
                   char *error, size_t error_size);

void survey_free(Survey *survey);

#endif
