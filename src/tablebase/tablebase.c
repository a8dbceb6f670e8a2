/* Debian's library is of 2019. This file keeps it from its known weak points. It prints when it meets
 * a bad file, and may crash: bad files are found first, and then it is given none. It
 * reads beyond a list of folders that ends with ':': it gets no empty names. It reads wide DTZ
 * tables wrongly: those are not probed. tb_free may not be followed by tb_init: it is never called.
 *
 * It opens each file when a position first needs it; without locks, and it ends the program if the
 * file cannot be mapped. So room is made sure of, and every WDL table is opened at once: what
 * becomes of the files' names or of memory later does no harm. DTZ tables are read at the root, by
 * one thread at a time, which sees to the room before it asks. What is left: a file that is cut short or
 * written over while it is open takes the program down. */

#include "tablebase/tablebase_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const Fathom *fathom; /* NULL until tables were to be opened */

enum { WIDE_LIMIT = 2048 }; /* more than there are materials of 3 to 7 men */

/* What is open. Written by tablebase_open only. */
static struct {
    int men;
    uint64_t dtz_bytes; /* address space that all DTZ tables take */
    int wide_count;
    uint64_t wide[WIDE_LIMIT]; /* material signatures of the tables with wide DTZ */
} open_tables;

/* --- the library --------------------------------------------------------------------------- */

/* Our position in the library's terms. */
#define MEN_OF(s)                                                                                  \
    (s)->by_color[WHITE], (s)->by_color[BLACK], (s)->by_type[KING], (s)->by_type[QUEEN],           \
        (s)->by_type[ROOK], (s)->by_type[BISHOP], (s)->by_type[KNIGHT], (s)->by_type[PAWN]
#define EP_OF(s)   ((s)->ep == SQUARE_NONE ? 0 : (unsigned)(s)->ep)
#define SIDE_OF(s) ((s)->side == WHITE)

static Wdl library_wdl(const State *s) {
    const unsigned result = fathom->probe_wdl(MEN_OF(s), EP_OF(s), SIDE_OF(s));
    return result == FATHOM_FAILED ? WDL_UNKNOWN : (Wdl)((int)result - FATHOM_DRAW);
}

/* The signed distance of a result of probe_root, which was asked with the counter at 0. */
static int distance_of(unsigned result) {
    const int distance = (int)fathom_field(result, FATHOM_DTZ_SHIFT, FATHOM_DTZ_BITS);
    const int wdl = (int)fathom_field(result, FATHOM_WDL_SHIFT, FATHOM_WDL_BITS) - FATHOM_DRAW;
    return wdl > 0 ? distance : wdl < 0 ? -distance : 0;
}

static unsigned promotion_of(Move m) {
    return move_kind(m) == MOVE_PROMOTION ? (unsigned)(FATHOM_QUEEN + QUEEN - move_promotion(m))
                                          : (unsigned)FATHOM_NO_PROMOTION;
}

static bool is_field(unsigned word, int shift, int bits, unsigned value) {
    return fathom_field(word, shift, bits) == value;
}

/* True if a result is that of a move. */
static bool is_result_of(unsigned result, Move m) {
    return is_field(result, FATHOM_FROM_SHIFT, FATHOM_FROM_BITS, (unsigned)move_from(m)) &&
           is_field(result, FATHOM_TO_SHIFT, FATHOM_TO_BITS, (unsigned)move_to(m)) &&
           is_field(result, FATHOM_PROMOTION_SHIFT, FATHOM_PROMOTION_BITS, promotion_of(m));
}

static bool library_rank_dtz(const State *s, TablebaseMove *moves, int count, int *dtz) {
    unsigned results[FATHOM_MOVES];
    const unsigned best = fathom->probe_root(MEN_OF(s), 0, EP_OF(s), SIDE_OF(s), results);
    if (best == FATHOM_FAILED)
        return false;
    *dtz = best == FATHOM_CHECKMATE ? -1 : best == FATHOM_STALEMATE ? 0 : distance_of(best);
    for (int i = 0; i < count; i++) {
        const unsigned *result = results;
        while (*result != FATHOM_FAILED && !is_result_of(*result, moves[i].move))
            result++;
        if (*result == FATHOM_FAILED)
            return false;
        moves[i].dtz = distance_of(*result);
    }
    return true;
}

static bool is_root_move(const FathomRootMove *result, Move m) {
    const unsigned word = result->move;
    return is_field(word, FATHOM_MOVE_FROM_SHIFT, FATHOM_FROM_BITS, (unsigned)move_from(m)) &&
           is_field(word, FATHOM_MOVE_TO_SHIFT, FATHOM_TO_BITS, (unsigned)move_to(m)) &&
           is_field(word, FATHOM_MOVE_PROMOTION_SHIFT, FATHOM_PROMOTION_BITS, promotion_of(m));
}

static bool library_rank_wdl(const State *s, TablebaseMove *moves, int count) {
    FathomRootMoves results;
    if (!fathom->probe_root_wdl(MEN_OF(s), 0, 0, EP_OF(s), SIDE_OF(s), true, &results))
        return false;
    for (int i = 0; i < count; i++) {
        const FathomRootMove *result = results.moves, *end = result + results.size;
        while (result < end && !is_root_move(result, moves[i].move))
            result++;
        if (result == end)
            return false;
        const int rank = result->rank;
        moves[i].wdl = rank >= 1000    ? WDL_WIN
                       : rank > 0      ? WDL_CURSED_WIN
                       : rank <= -1000 ? WDL_LOSS
                       : rank < 0      ? WDL_BLESSED_LOSS
                                       : WDL_DRAW;
        moves[i].dtz = 0;
    }
    return true;
}

/* --- opening ------------------------------------------------------------------------------- */

/* A list of folders without the empty names in it; NULL if memory is short. */
static char *clean_list(const char *paths) {
    char *list = strdup(paths), *out = list;
    for (const char *in = list; in && *in; in++)
        if (*in != ':' || (out > list && out[-1] != ':'))
            *out++ = *in;
    if (list)
        out[out > list && out[-1] == ':' ? -1 : 0] = '\0';
    return list;
}

/* True if files of some bytes together can be mapped, and the library find the memory for what it
 * notes about them. */
static bool is_room_for(uint64_t bytes) {
    const size_t size = bytes + bytes / 64 + ((size_t)16 << 20);
    void *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room != MAP_FAILED && munmap(room, size) == 0;
}

/* The material signature of a name, with the side named first as a colour. */
static uint64_t signature_of(const TableName *name, Color first) {
    uint64_t material = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type < KING; type++)
            material += (uint64_t)name->count[c][type] * material_unit(c ^ first, type);
    return material;
}

static void note_wide(const Survey *survey) {
    for (int i = 0; i < survey->wide_count && open_tables.wide_count + 2 <= WIDE_LIMIT; i++) {
        open_tables.wide[open_tables.wide_count++] = signature_of(&survey->wide[i], WHITE);
        open_tables.wide[open_tables.wide_count++] = signature_of(&survey->wide[i], BLACK);
    }
}

/* Lets the library open every WDL table: a probe does. False if one has gone. */
static bool open_each(const Survey *survey) {
    for (int i = 0; i < survey->count.wdl; i++) {
        Placement p;
        if (placement_without_captures(&survey->wdl[i], &p) &&
            fathom->probe_wdl(MEN_OF(&p), 0, false) == FATHOM_FAILED)
            return false;
    }
    return true;
}

/* Opens what was found in a clean list of folders. */
static bool open_found(Survey *survey, const char *list, const TablebaseProgress *progress,
                       char *error, size_t error_size) {
    if (!is_room_for(survey->bytes)) {
        snprintf(error, error_size,
                 "no address space for %llu MB of tables; raise the limit (ulimit -v), or give "
                 "fewer folders",
                 (unsigned long long)(survey->bytes >> 20));
        return false;
    }
    if (!survey_verify(survey, list, progress, error, error_size))
        return false;
    if (fathom->open(list) && open_each(survey))
        return true;
    fathom_close(fathom);
    snprintf(error, error_size, "a table that was there can no longer be opened; try again");
    return false;
}

bool tablebase_open(const char *paths, const TablebaseProgress *progress, TablebaseCount *count,
                    char *error, size_t error_size) {
    *count = (TablebaseCount){0};
    if (fathom)
        fathom_close(fathom);
    open_tables.men = open_tables.wide_count = 0;
    if (!*paths)
        return true;
    fathom = fathom_load(error, error_size);
    if (!fathom)
        return false;
    Survey survey = {0};
    char *list = clean_list(paths);
    if (!list)
        snprintf(error, error_size, "not enough memory");
    const bool good = list && survey_folders(&survey, list, error, error_size) &&
                      open_found(&survey, list, progress, error, error_size);
    if (good) {
        *count = survey.count;
        open_tables.men = count->men;
        open_tables.dtz_bytes = survey.dtz_bytes;
        note_wide(&survey);
    }
    survey_free(&survey);
    free(list);
    return good;
}

int tablebase_men(void) {
    return open_tables.men;
}

/* --- probing ------------------------------------------------------------------------------- */

/* True if the tables may know a position. */
static bool is_within_reach(const State *s) {
    return popcount(occupied(s)) <= open_tables.men && !s->castling;
}

Wdl tablebase_wdl(const Position *pos) {
    const State *s = pos->state;
    return is_within_reach(s) && s->rule50 == 0 ? library_wdl(s) : WDL_UNKNOWN;
}

static bool has_wide_table(const State *s) {
    for (int i = 0; i < open_tables.wide_count; i++)
        if (open_tables.wide[i] == s->material)
            return true;
    return false;
}

/* The result of a distance with some plies on the fifty-move counter. */
static Wdl wdl_of(int dtz, int counter) {
    const bool in_time = abs(dtz) + counter <= 100;
    return dtz > 0   ? (in_time ? WDL_WIN : WDL_CURSED_WIN)
           : dtz < 0 ? (in_time ? WDL_LOSS : WDL_BLESSED_LOSS)
                     : WDL_DRAW;
}

bool tablebase_rank_dtz(const Position *pos, TablebaseMove *moves, int count, int *dtz) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER; /* opening the tables */
    const State *s = pos->state;
    if (!is_within_reach(s) || has_wide_table(s))
        return false;
    pthread_mutex_lock(&one_at_a_time);
    const bool known = is_room_for(open_tables.dtz_bytes) && library_rank_dtz(s, moves, count, dtz);
    pthread_mutex_unlock(&one_at_a_time);
    if (!known)
        return false;
    for (int i = 0; i < count; i++)
        moves[i].wdl = wdl_of(moves[i].dtz, s->rule50);
    return true;
}

bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count) {
    return is_within_reach(pos->state) && library_rank_wdl(pos->state, moves, count);
}
