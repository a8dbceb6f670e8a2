#include "match/referee.h"

#include <math.h>

int sums_games(const RefereeSums *sums) {
    return sums->results[0] + sums->results[1] + sums->results[2];
}

double sums_share(const RefereeSums *sums) {
    const int games = sums_games(sums);
    return games ? (sums->results[2] + sums->results[1] / 2.0) / games : 0;
}

int sums_faults(const RefereeSums *sums, int side) {
    int all = 0;
    for (int i = 0; i < FAULT_KINDS; i++)
        all += sums->faults[side][i];
    return all;
}

/* --- the sequential test ---------------------------------------------------------------------- */

static double mean_of(const double p[PAIR_KINDS], const double a[PAIR_KINDS]) {
    double mean = 0;
    for (int i = 0; i < PAIR_KINDS; i++)
        mean += p[i] * a[i];
    return mean;
}

/* Computes the distribution over the values `a` with mean 0 under which `seen` is likeliest. This
 * distribution is seen / (1 + x a), with the x for which the mean is 0. Some values must be below 0
 * and some above. */
static void with_mean_zero(const double seen[PAIR_KINDS], const double a[PAIR_KINDS],
                           double p[PAIR_KINDS]) {
    enum { HALVINGS = 60 };
    double least = a[0], most = a[0];
    for (int i = 1; i < PAIR_KINDS; i++) {
        least = fmin(least, a[i]);
        most = fmax(most, a[i]);
    }
    double low = -1 / most, high = -1 / least;
    for (int k = 0; k < HALVINGS; k++) {
        const double x = (low + high) / 2;
        for (int i = 0; i < PAIR_KINDS; i++)
            p[i] = seen[i] / (1 + x * a[i]);
        *(mean_of(p, a) > 0 ? &low : &high) = x;
    }
}

/* Computes the distribution whose mean is `t` standard deviations above 1/2 and under which `seen`
 * is likeliest. Each step makes the condition linear around the latest distribution; a few steps
 * suffice (M. Van den Bergh, "Comments on normalized Elo"). */
static void with_t_value(const double seen[PAIR_KINDS], double t, double p[PAIR_KINDS]) {
    enum { STEPS = 20 };
    double a[PAIR_KINDS];
    for (int i = 0; i < PAIR_KINDS; i++)
        p[i] = 1.0 / PAIR_KINDS;
    for (int k = 0; k < STEPS; k++) {
        double mean = 0, variance = 0;
        for (int i = 0; i < PAIR_KINDS; i++)
            mean += p[i] * i / 4.0;
        for (int i = 0; i < PAIR_KINDS; i++)
            variance += p[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
        const double sigma = sqrt(variance);
        for (int i = 0; i < PAIR_KINDS; i++) {
            const double away = (mean - i / 4.0) / sigma;
            a[i] = i / 4.0 - 0.5 - t * sigma * (1 + away * away) / 2;
        }
        with_mean_zero(seen, a, p);
    }
}

double sums_llr(const RefereeSums *sums, double elo0, double elo1) {
    const double least = 1e-3; /* takes the place of 0 pairs of a kind, to avoid log(0 / 0) */
    /* The normalized Elo at which a pair's mean is one standard deviation above 1/2. */
    const double unit = 800 / log(10) / sqrt(2);
    double seen[PAIR_KINDS], p0[PAIR_KINDS], p1[PAIR_KINDS], pairs = 0, llr = 0;
    int whole = 0;
    for (int i = 0; i < PAIR_KINDS; i++) {
        whole += sums->pairs[i];
        pairs += seen[i] = fmax(sums->pairs[i], least);
    }
    if (whole == 0)
        return 0;
    for (int i = 0; i < PAIR_KINDS; i++)
        seen[i] /= pairs;
    with_t_value(seen, elo0 / unit, p0);
    with_t_value(seen, elo1 / unit, p1);
    for (int i = 0; i < PAIR_KINDS; i++)
        llr += seen[i] * log(p1[i] / p0[i]);
    return pairs * llr;
}
