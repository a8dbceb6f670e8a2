#include "spsa/spsa_design.h"

#include <math.h>
#include <stdbool.h>

static bool is_prime(int n) {
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

int design_order(int factors) {
    int q = 3;
    while (q < factors || !is_prime(q))
        q += 4;
    return q;
}

int design_runs(int order) {
    return 2 * (order + 1);
}

static bool is_square(int order, int number) {
    for (int root = 0; root <= order / 2; root++)
        if (root * root % order == number)
            return true;
    return false;
}

int design_sign(int order, int run, int factor) {
    const int half = order + 1, row = run % half;
    const int sign = row < order && is_square(order, (factor + row) % order) ? 1 : -1;
    return run < half ? sign : -sign;
}

/* The contrast of a factor, of results of the first half less `mirror` times those of the other. */
static double contrast(int order, const double *results, int factor, int mirror) {
    const int half = order + 1;
    double sum = 0;
    for (int run = 0; run < half; run++)
        sum += design_sign(order, run, factor) * (results[run] - mirror * results[run + half]);
    return sum / half;
}

double design_effect(int order, const double *results, int factor) {
    return contrast(order, results, factor, 1);
}

/* Sums of results that are as good as equal differ by less. */
#define ROUNDING 1e-9

double design_error(int order, const double *results) {
    double squares = 0;
    for (int factor = 0; factor < order; factor++) {
        const double even = contrast(order, results, factor, -1);
        squares += even * even;
    }
    const double error = sqrt(squares / order);
    return error < ROUNDING ? 0 : error;
}
