/* Every number that the search was tuned by: one row each.
 *
 * An ordinary build compiles them as constants. `make tune` compiles them as variables that are UCI
 * options, and prints them as the lines that OpenBench's SPSA takes: name, int, value, min, max,
 * step (c_end), rate (r_end). `make spsa` tunes them. Scores are centipawns, reductions 1/1024 ply,
 * depths plies.
 */
#ifndef SEARCH_PARAMS_H
#define SEARCH_PARAMS_H

/* clang-format off */
/*    name                     value    min    max   step */
#define SEARCH_PARAMS(X)                                                                          \
    /* the window around the last score */                                                        \
    X(ASPIRATION_DELTA,           12,     4,    40,     3)                                        \
    /* razoring: a node this far below alpha is left to quiescence */                             \
    X(RAZOR_BASE,                180,    50,   500,    25)                                        \
    X(RAZOR_DEPTH,               170,    50,   400,    20)                                        \
    /* reverse futility: a node this far above beta is taken as won */                            \
    X(RFP_DEPTH,                  62,    30,   150,     8)                                        \
    X(RFP_SQUARE,                  3,     0,    15,     1)                                        \
    X(RFP_THREATENED,             30,     0,   100,     8)                                        \
    X(RFP_MAX_DEPTH,              10,     4,    16,     1)                                        \
    /* null move */                                                                               \
    X(NULL_BASE,                   4,     2,     6,     1)                                        \
    X(NULL_DEPTH,                  4,     2,     8,     1)                                        \
    X(NULL_EVAL,                 170,    80,   400,    20)                                        \
    X(NULL_MARGIN,               130,     0,   300,    15)                                        \
    X(NULL_MARGIN_DEPTH,          10,     0,    40,     3)                                        \
    X(NULL_VERIFY_DEPTH,          14,     8,    20,     1)                                        \
    /* probcut: a capture that is this far above beta at a lower depth */                         \
    X(PROBCUT_MARGIN,            170,    60,   400,    20)                                        \
    X(PROBCUT_IMPROVING,          50,     0,   150,    10)                                        \
    /* singular extension */                                                                      \
    X(SINGULAR_DEPTH,              6,     4,    10,     1)                                        \
    X(SINGULAR_MARGIN,            50,    10,   120,     8) /* sixteenths a ply */                 \
    X(DOUBLE_MARGIN,              18,     0,    60,     5)                                        \
    X(TRIPLE_MARGIN,             110,    40,   250,    15)                                        \
    /* pruning of moves */                                                                        \
    X(LATE_MOVE_BASE,              3,     1,     8,     1)                                        \
    X(FUTILITY_BASE,              95,    20,   250,    15)                                        \
    X(FUTILITY_DEPTH,             95,    40,   200,    12)                                        \
    X(FUTILITY_HISTORY,          200,    60,   500,    30)                                        \
    X(HISTORY_PRUNING,          3000,  1000,  8000,   400)                                        \
    X(SEE_QUIET,                  24,     8,    60,     4) /* by reduced depth squared */         \
    X(SEE_CAPTURE,                90,    30,   200,    12) /* by depth */                         \
    X(SEE_CAPTURE_HISTORY,        48,    16,   200,    10)                                        \
    /* late move reductions */                                                                    \
    X(LMR_QUIET_BASE,            620,     0,  1500,    80)                                        \
    X(LMR_QUIET_SLOPE,           410,   200,   700,    30)                                        \
    X(LMR_NOISY_BASE,            100,  -500,  1000,    80)                                        \
    X(LMR_NOISY_SLOPE,           330,   100,   600,    30)                                        \
    X(LMR_QUIET,                 350,     0,  1000,    50) /* not for pruning */                  \
    X(LMR_PV,                    900,     0,  2000,   100)                                        \
    X(LMR_TABLE_PV,              900,     0,  2000,   100)                                        \
    X(LMR_CUT,                  1100,     0,  2500,   120)                                        \
    X(LMR_NO_TABLE_MOVE,         700,     0,  2000,   100)                                        \
    X(LMR_NOT_IMPROVING,         600,     0,  1500,    80)                                        \
    X(LMR_CHECK,                 950,     0,  2000,   100)                                        \
    X(LMR_TABLE_CAPTURE,         900,     0,  2000,   100)                                        \
    X(LMR_CUTOFFS,               900,     0,  2000,   100)                                        \
    X(LMR_ESCAPE,                500,     0,  1500,    80)                                        \
    X(LMR_HISTORY,              9000,  3000, 24000,  1000)                                        \
    X(LMR_CAPTURE_HISTORY,      7000,  3000, 24000,  1000)                                        \
    X(DEEPER_BASE,                40,    10,   100,     6)                                        \
    X(SHALLOWER,                   8,     0,    30,     3)                                        \
    /* hindsight */                                                                               \
    X(HINDSIGHT_REDUCTION,      3072,  1024,  5120,   256)                                        \
    X(HINDSIGHT_RISE,             90,    20,   250,    15)                                        \
    /* histories */                                                                               \
    X(BONUS_DEPTH,               164,    50,   350,    20)                                        \
    X(BONUS_BASE,                 87,     0,   300,    20)                                        \
    X(BONUS_MAX,                1700,   600,  3500,   180)                                        \
    X(MALUS_DEPTH,               150,    40,   350,    20)                                        \
    X(MALUS_BASE,                 60,     0,   300,    20)                                        \
    X(MALUS_MAX,                1300,   400,  3500,   180)                                        \
    X(EVALUATION_BONUS,            4,     0,    16,     1)                                        \
    X(EVALUATION_BONUS_MAX,      600,   100,  2000,   100)                                        \
    /* ordering of quiet moves by the map */                                                      \
    X(ORDER_ESCAPE,             9000,     0, 25000,  1200)                                        \
    X(ORDER_EXPOSE,             9000,     0, 25000,  1200)                                        \
    X(ORDER_CHECK,              8000,     0, 25000,  1200)                                        \
    X(CAPTURE_SEE_HISTORY,        60,    20,   400,    15)                                        \
    /* quiescence */                                                                              \
    X(QUIESCENCE_MARGIN,         300,    50,   400,    20)                                        \
    /* correction histories, weights in 1/128 */                                                  \
    X(CORRECTION_PAWN,           110,     0,   300,    15)                                        \
    X(CORRECTION_NON_PAWN,       110,     0,   300,    15)                                        \
    X(CORRECTION_MINOR,           70,     0,   300,    15)                                        \
    X(CORRECTION_THREATS,         70,     0,   300,    15)                                        \
    X(CORRECTION_CONTINUATION,    80,     0,   300,    15)                                        \
    /* time: see clock.c */                                                                       \
    X(TIME_SHARE,                 50,    20,   100,     3) /* of what is left, in thousandths */   \
    X(TIME_GAIN,                  80,    30,   100,     4) /* of the increment, in hundredths */   \
    X(TIME_HARD,                  50,    15,   100,     5) /* tenths of the soft limit */          \
    X(TIME_HARD_SHARE,            30,    10,    60,     3) /* of what is left, in hundredths */    \
    X(TIME_NODES_BASE,           215,   130,   300,    10) /* hundredths, as all that follow */    \
    X(TIME_NODES_SLOPE,          165,    50,   280,    12)                                        \
    X(TIME_STABLE_BASE,          120,    80,   170,     5)                                        \
    X(TIME_STABLE_STEP,            5,     0,    15,     1)                                        \
    X(TIME_DROP,                  67,     0,   200,    10) /* by a pawn */
/* clang-format on */

#ifdef TUNE
/* A tuning build has a copy for each thread, so that searches with different values run side by
 * side: a search loads its own when it begins, and so does each thread that helps it. */
#define DECLARE_PARAM(name, value, min, max, step) extern _Thread_local int name;
SEARCH_PARAMS(DECLARE_PARAM)
#undef DECLARE_PARAM

#define PARAM_INDEX(name, value, min, max, step) PARAM_##name,
enum { SEARCH_PARAMS(PARAM_INDEX) PARAM_COUNT };
#undef PARAM_INDEX

/* Those of every search that was not given others. Written by the UCI options, while none runs. */
extern int params_set[PARAM_COUNT];

/* Gives the calling thread these values. */
void params_load(const int values[PARAM_COUNT]);

#define PARAMS_LOAD(search) params_load((search)->params)
#else
#define DEFINE_PARAM(name, value, min, max, step) name = (value),
enum { SEARCH_PARAMS(DEFINE_PARAM) };
#undef DEFINE_PARAM

#define PARAMS_LOAD(search) ((void)0)
#endif

#endif
