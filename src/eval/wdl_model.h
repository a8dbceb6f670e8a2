/* The type of a win model's constants. `make fit-wdl` writes a file with the constants of each
 * evaluation. */
#ifndef EVAL_WDL_MODEL_H
#define EVAL_WDL_MODEL_H

enum { WDL_TERMS = 3 };

/* The terms of a(m) and b(m) in eval/wdl.h: TERM[0] + TERM[1] * t + TERM[2] * t^2 with t = m /
 * 58. */
typedef struct WinModel {
    double a[WDL_TERMS], b[WDL_TERMS];
} WinModel;

/* Returns a(m) or b(m) for `material` points m. */
double wdl_value(const double terms[WDL_TERMS], int material);

#endif
