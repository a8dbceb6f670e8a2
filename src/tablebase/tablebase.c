/* Debian's library is of 2019, and what is known of its weak points is kept from it here. It prints
 * when it meets a bad file, and may crash: bad files are found first, and then it is given none. It
 * reads beyond a list of folders that ends with ':': it gets no empty names. It reads wide DTZ
 * tables wrongly: those are not probed. tb_free may not be followed by tb_init: it is never called.
 *
 * What is left: it ends the program if a table cannot be mapped, and when it lets tables go it says
 * "munmap: Success" of each on stderr. */
#include "tablebase/tablebase.h"

#include "tablebase/table_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef NO_FATHOM
#include <tbprobe.h>
#endif

enum { WIDE_LIMIT = 2048 }; /* more than there are materials of 3 to 7 men */

/* What is open. Written by tablebase_open only. */
static struct {
    int men;
    int wide_count;
    uint64_t wide[WIDE_LIMIT]; /* material signatures of the tables with wide DTZ */
} open_tables;

/* --- looking at folders -------------------------------------------------------------------- */

/* What a search through the folders has found so far. */
typedef struct Survey {
    TablebaseCount count;
    char *error;
    size_t error_size;
} Survey;

/* Writes the error. Returns false, to be returned in turn. */
__attribute__((format(printf, 2, 3))) static bool fail(Survey *survey, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(survey->error, survey->error_size, format, arguments);
    va_end(arguments);
    return false;
}

/* The material signature of a name, with the side named first as a colour. */
static uint64_t signature_of(const TableName *name, Color first) {
    uint64_t material = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type < KING; type++)
            material += (uint64_t)name->count[c][type] * material_unit(c ^ first, type);
    return material;
}

static void note_wide(const TableName *name) {
    if (open_tables.wide_count + 2 > WIDE_LIMIT)
        return;
    open_tables.wide[open_tables.wide_count++] = signature_of(name, WHITE);
    open_tables.wide[open_tables.wide_count++] = signature_of(name, BLACK);
}

/* Counts the file of a folder if it is a table; false if it is a damaged one. */
static bool survey_file(Survey *survey, const char *folder, const char *file) {
    TableName name;
    if (!table_name_read(file, &name))
        return true;
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return fail(survey, "'%.100s' is too long a path", folder);
    bool wide;
    const char *fault = table_file_fault(path, &name, &wide);
    if (fault)
        return fail(survey, "'%.120s': %s %s; replace or remove it", folder, file, fault);
    if (wide)
        note_wide(&name);
    if (name.kind == TABLE_DTZ) {
        survey->count.dtz++;
        return true;
    }
    survey->count.wdl++;
    if (name.men > survey->count.men)
        survey->count.men = name.men;
    return true;
}

static bool survey_folder(Survey *survey, const char *folder) {
    DIR *directory = opendir(folder);
    if (!directory)
        return fail(survey, "'%.200s': %s; give folders that hold .rtbw and .rtbz files", folder,
                    strerror(errno));
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(directory)) != NULL;)
        good = survey_file(survey, folder, entry->d_name);
    closedir(directory);
    return good;
}

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

/* Looks at all folders of a clean list. */
static bool survey_folders(Survey *survey, const char *list) {
    char folder[PATH_MAX];
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, ":");
        if (length >= sizeof folder)
            return fail(survey, "'%.100s' is too long a path", at);
        memcpy(folder, at, length);
        folder[length] = '\0';
        if (!survey_folder(survey, folder))
            return false;
        at += length + (at[length] == ':');
    }
    return survey->count.wdl || fail(survey, "no Syzygy tables (.rtbw) there; they have names like "
                                             "KQvK.rtbw");
}

/* --- the library --------------------------------------------------------------------------- */

#ifndef NO_FATHOM

/* Our position in the library's terms. */
#define MEN_OF(s)                                                                                  \
    (s)->by_color[WHITE], (s)->by_color[BLACK], (s)->by_type[KING], (s)->by_type[QUEEN],           \
        (s)->by_type[ROOK], (s)->by_type[BISHOP], (s)->by_type[KNIGHT], (s)->by_type[PAWN]
#define EP_OF(s)   ((s)->ep == SQUARE_NONE ? 0 : (unsigned)(s)->ep)
#define SIDE_OF(s) ((s)->side == WHITE)

static bool library_open(const char *paths) {
    return tb_init(paths);
}

static Wdl library_wdl(const State *s) {
    const unsigned result = tb_probe_wdl_impl(MEN_OF(s), EP_OF(s), SIDE_OF(s));
    return result == TB_RESULT_FAILED ? WDL_UNKNOWN : (Wdl)((int)result - TB_DRAW);
}

/* The signed distance of a result of tb_probe_root, which was asked with the counter at 0. */
static int distance_of(unsigned result) {
    const int distance = (int)TB_GET_DTZ(result), wdl = (int)TB_GET_WDL(result) - TB_DRAW;
    return wdl > 0 ? distance : wdl < 0 ? -distance : 0;
}

static unsigned promotion_of(Move m) {
    return move_kind(m) == MOVE_PROMOTION ? (unsigned)(QUEEN + 1 - move_promotion(m))
                                          : TB_PROMOTES_NONE;
}

/* True if a result is that of a move. */
static bool is_result_of(unsigned result, Move m) {
    return (Square)TB_GET_FROM(result) == move_from(m) && (Square)TB_GET_TO(result) == move_to(m) &&
           TB_GET_PROMOTES(result) == promotion_of(m);
}

static bool library_rank_dtz(const State *s, TablebaseMove *moves, int count, int *dtz) {
    unsigned results[TB_MAX_MOVES];
    const unsigned best = tb_probe_root_impl(MEN_OF(s), 0, EP_OF(s), SIDE_OF(s), results);
    if (best == TB_RESULT_FAILED)
        return false;
    *dtz = best == TB_RESULT_CHECKMATE ? -1 : best == TB_RESULT_STALEMATE ? 0 : distance_of(best);
    for (int i = 0; i < count; i++) {
        const unsigned *result = results;
        while (*result != TB_RESULT_FAILED && !is_result_of(*result, moves[i].move))
            result++;
        if (*result == TB_RESULT_FAILED)
            return false;
        moves[i].dtz = distance_of(*result);
    }
    return true;
}

static bool library_rank_wdl(const State *s, TablebaseMove *moves, int count) {
    struct TbRootMoves results;
    if (!tb_probe_root_wdl(MEN_OF(s), 0, 0, EP_OF(s), SIDE_OF(s), true, &results))
        return false;
    for (int i = 0; i < count; i++) {
        const struct TbRootMove *result = results.moves, *end = result + results.size;
        while (result < end &&
               !(TB_MOVE_FROM(result->move) == move_from(moves[i].move) &&
                 TB_MOVE_TO(result->move) == move_to(moves[i].move) &&
                 TB_MOVE_PROMOTES(result->move) == (int)promotion_of(moves[i].move)))
            result++;
        if (result == end)
            return false;
        const int rank = result->tbRank;
        moves[i].wdl = rank >= 1000    ? WDL_WIN
                       : rank > 0      ? WDL_CURSED_WIN
                       : rank <= -1000 ? WDL_LOSS
                       : rank < 0      ? WDL_BLESSED_LOSS
                                       : WDL_DRAW;
        moves[i].dtz = 0;
    }
    return true;
}

#else

static bool library_open(const char *paths) {
    return !*paths;
}

static Wdl library_wdl(const State *s) {
    (void)s;
    return WDL_UNKNOWN;
}

static bool library_rank_dtz(const State *s, TablebaseMove *moves, int count, int *dtz) {
    (void)s, (void)moves, (void)count, (void)dtz;
    return false;
}

static bool library_rank_wdl(const State *s, TablebaseMove *moves, int count) {
    (void)s, (void)moves, (void)count;
    return false;
}

#endif

/* --- opening ------------------------------------------------------------------------------- */

bool tablebase_open(const char *paths, TablebaseCount *count, char *error, size_t error_size) {
    Survey survey = {.error = error, .error_size = error_size};
    *count = survey.count;
    open_tables.men = open_tables.wide_count = 0;
    if (!*paths)
        return true;
    char *list = clean_list(paths);
    if (!list)
        return fail(&survey, "not enough memory");
    bool good = survey_folders(&survey, list);
    if (good && !library_open(list))
        good = fail(&survey, "this program was built without the probing library; install "
                             "libfathom-dev and build it anew");
    free(list);
    if (!good)
        return false;
    *count = survey.count;
    open_tables.men = count->men;
    return true;
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
    const State *s = pos->state;
    if (!is_within_reach(s) || has_wide_table(s) || !library_rank_dtz(s, moves, count, dtz))
        return false;
    for (int i = 0; i < count; i++)
        moves[i].wdl = wdl_of(moves[i].dtz, s->rule50);
    return true;
}

bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count) {
    return is_within_reach(pos->state) && library_rank_wdl(pos->state, moves, count);
}
