/* Fathom, the library that probes Syzygy tables (Ronald de Man, basil00, Jon Dart; MIT licence), as
 * Debian has it: libfathom.so.1 from the package libfathom1, version 1.0+git.20190811.97fb5c.
 *
 * It is loaded when the first tables are opened, not when the program starts: without it there are
 * no tablebases, and all else works. Nothing of it is needed to build. What is declared here is the
 * binary interface of that version, in our words; tests/unit/tablebase/test_fathom.c compares each type and number
 * with the package's own header, tbprobe.h of libfathom-dev, where that is installed.
 */
#ifndef TABLEBASE_FATHOM_H
#define TABLEBASE_FATHOM_H

#include "core/types.h"

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

#endif
