/* The tuned numbers of the search, one row for each number.
 *
 * An ordinary build compiles the numbers as constants. `make tune` builds a program in which the
 * numbers are variables and UCI options. The program prints the numbers as the lines that
 * OpenBench's SPSA takes: name, int, value, min, max, step (c_end), rate (r_end). `make spsa` tunes
 * the numbers. Scores are in the internal units of src/eval/README.md, reductions
 * in 1/1024 ply, depths in plies.
 */
#ifndef SEARCH_PARAMS_H
#define SEARCH_PARAMS_H

/* clang-format off */
/*    name                     value    min    max   step */
#define SEARCH_PARAMS(X)                                                                          \
    /* aspiration window around the last score */                                                 \
    X(ASPIRATION_DELTA,           17,     4,    40,     3)                                        \
    /* reverse futility: the margin above beta for the evaluation */                              \
    X(RFP_DEPTH,                  56,    30,   150,     8)                                        \
    X(RFP_SQUARE,                  3,     0,    15,     1)                                        \
    X(RFP_THREATENED,             30,     0,   100,     8)                                        \
    X(RFP_MAX_DEPTH,              10,     4,    16,     1)                                        \
    /* null move */                                                                               \
    X(NULL_BASE,                   5,     2,     6,     1)                                        \
    X(NULL_DEPTH,                  3,     2,     8,     1)                                        \
    X(NULL_EVAL,                 174,    80,   400,    20)                                        \
    X(NULL_MARGIN,               119,     0,   300,    15)                                        \
    X(NULL_MARGIN_DEPTH,          10,     0,    40,     3)                                        \
    X(NULL_VERIFY_DEPTH,          14,     8,    20,     1)                                        \
    /* probcut: the margin above beta for a capture at a lower depth */                           \
    X(PROBCUT_MARGIN,            175,    60,   400,    20)                                        \
    X(PROBCUT_IMPROVING,          57,     0,   150,    10)                                        \
    /* singular extension */                                                                      \
    X(SINGULAR_DEPTH,              5,     4,    10,     1)                                        \
    X(SINGULAR_MARGIN,            45,    10,   120,     8) /* sixteenths a ply */                 \
    X(DOUBLE_MARGIN,              14,     0,    60,     5)                                        \
    X(TRIPLE_MARGIN,             101,    40,   250,    15)                                        \
    /* pruning of moves */                                                                        \
    X(LATE_MOVE_BASE,              4,     1,     8,     1)                                        \
    X(LATE_MOVE_SHARE,            96,    56,   140,     6) /* 128ths, without a rise */           \
    X(FUTILITY_BASE,              83,    20,   250,    15)                                        \
    X(FUTILITY_DEPTH,             87,    40,   200,    12)                                        \
    X(FUTILITY_HISTORY,          178,    60,   500,    30)                                        \
    X(HISTORY_PRUNING,          3081,  1000,  8000,   400)                                        \
    X(SEE_QUIET,                  14,     8,    60,     4) /* by reduced depth squared */         \
    X(SEE_CAPTURE,                79,    30,   200,    12) /* by depth */                         \
    X(SEE_CAPTURE_HISTORY,        55,    16,   200,    10)                                        \
    X(SEE_CHECK,                 161,     0,   400,    20) /* added for quiet checks */           \
    /* late move reductions */                                                                    \
    X(LMR_QUIET_BASE,            665,     0,  1500,    80)                                        \
    X(LMR_QUIET_SLOPE,           432,   200,   700,    30)                                        \
    X(LMR_NOISY_BASE,            127,  -500,  1000,    80)                                        \
    X(LMR_NOISY_SLOPE,           322,   100,   600,    30)                                        \
    X(LMR_QUIET,                 348,     0,  1000,    50) /* not for pruning */                  \
    X(LMR_PV,                   1034,     0,  2000,   100)                                        \
    X(LMR_TABLE_PV,              895,     0,  2000,   100)                                        \
    X(LMR_CUT,                   990,     0,  2500,   120)                                        \
    X(LMR_NO_TABLE_MOVE,         698,     0,  2000,   100)                                        \
    X(LMR_NOT_IMPROVING,         644,     0,  1500,    80)                                        \
    X(LMR_CHECK,                 969,     0,  2000,   100)                                        \
    X(LMR_TABLE_CAPTURE,         961,     0,  2000,   100)                                        \
    X(LMR_CUTOFFS,               876,     0,  2000,   100)                                        \
    X(LMR_ESCAPE,                482,     0,  1500,    80)                                        \
    X(LMR_KILLER,                800,     0,  2000,   100)                                        \
    X(LMR_HISTORY,              9730,  3000, 24000,  1000)                                        \
    X(LMR_CAPTURE_HISTORY,      6766,  3000, 24000,  1000)                                        \
    /* hindsight */                                                                               \
    X(HINDSIGHT_REDUCTION,      2804,  1024,  5120,   256)                                        \
    X(HINDSIGHT_RISE,             94,    20,   250,    15)                                        \
    /* histories */                                                                               \
    X(BONUS_DEPTH,               163,    50,   350,    20)                                        \
    X(BONUS_BASE,                 87,     0,   300,    20)                                        \
    X(BONUS_MAX,                1596,   600,  3500,   180)                                        \
    X(MALUS_DEPTH,               181,    40,   350,    20)                                        \
    X(MALUS_BASE,                 51,     0,   300,    20)                                        \
    X(MALUS_MAX,                1347,   400,  3500,   180)                                        \
    X(HISTORY_KEPT,               12,     6,    16,     1) /* sixteenths kept after a move */     \
    X(EVALUATION_BONUS,            4,     0,    16,     1)                                        \
    X(EVALUATION_BONUS_MAX,      636,   100,  2000,   100)                                        \
    /* ordering of quiet moves by the map */                                                      \
    X(ORDER_ESCAPE,             8728,     0, 25000,  1200)                                        \
    X(ORDER_EXPOSE,             9529,     0, 25000,  1200)                                        \
    X(ORDER_CHECK,              8524,     0, 25000,  1200)                                        \
    X(ORDER_ATTACK,             6280,     0, 25000,  1200)                                        \
    X(CAPTURE_SEE_HISTORY,        58,    20,   400,    15)                                        \
    /* quiescence */                                                                              \
    X(QUIESCENCE_MARGIN,         310,    50,   400,    20)                                        \
    /* the network's score by the pieces on the board: see scale_by_material */                   \
    X(MATERIAL_STEP,               5,     0,    12,     1) /* thousandths for a point */          \
    /* correction histories, weights in 1/128 */                                                  \
    X(CORRECTION_PAWN,           107,     0,   300,    15)                                        \
    X(CORRECTION_NON_PAWN,       118,     0,   300,    15)                                        \
    X(CORRECTION_MINOR,           82,     0,   300,    15)                                        \
    X(CORRECTION_THREATS,         77,     0,   300,    15)                                        \
    X(CORRECTION_CONTINUATION,    86,     0,   300,    15)                                        \
    /* time: see clock.c */                                                                       \
    X(TIME_SHARE,                 50,    20,   100,     3) /* thousandths of the time left */      \
    X(TIME_GAIN,                  80,    30,   100,     4) /* hundredths of the increment */       \
    X(TIME_HARD,                  50,    15,   100,     5) /* tenths of the soft limit */          \
    X(TIME_HARD_SHARE,            30,    10,    60,     3) /* hundredths of the time left */       \
    X(TIME_NODES_BASE,           215,   130,   300,    10) /* in hundredths, as below */           \
    X(TIME_NODES_SLOPE,          165,    50,   280,    12)                                        \
    X(TIME_STABLE_BASE,          120,    80,   170,     5)                                        \
    X(TIME_STABLE_STEP,            5,     0,    15,     1)                                        \
    X(TIME_DROP,                  67,     0,   200,    10) /* for a drop of a pawn */
/* clang-format on */

#ifdef TUNE
/* In a tuning build each thread has a copy of the numbers, so that searches with different values
 * run side by side. A search loads its values when it begins; each helper thread loads the values,
 * too. */
#define DECLARE_PARAM(name, value, min, max, step) extern _Thread_local int name;
SEARCH_PARAMS(DECLARE_PARAM)
#undef DECLARE_PARAM

#define PARAM_INDEX(name, value, min, max, step) PARAM_##name,
enum { SEARCH_PARAMS(PARAM_INDEX) PARAM_COUNT };
#undef PARAM_INDEX

/* The values that a search uses unless search_set_params gives it other values. The UCI options
 * write the values while no search runs. */
extern int params_set[PARAM_COUNT];

/* Copies the values to the calling thread's parameters. */
void params_load(const int values[PARAM_COUNT]);

#define PARAMS_LOAD(search) params_load((search)->params)
#else
#define DEFINE_PARAM(name, value, min, max, step) name = (value),
enum { SEARCH_PARAMS(DEFINE_PARAM) };
#undef DEFINE_PARAM

#define PARAMS_LOAD(search) ((void)0)
#endif

#endif
