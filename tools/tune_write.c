#include "tune_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/* Writes beside the file first, so that no crash leaves half of one. */
static FILE *open_beside(const char *path, char beside[PATH_SIZE]) {
    if (snprintf(beside, PATH_SIZE, "%s.new", path) >= PATH_SIZE)
        return NULL;
    return fopen(beside, "w");
}

static bool close_beside(FILE *file, const char *beside, const char *path) {
    const bool good = !ferror(file);
    return fclose(file) == 0 && good && rename(beside, path) == 0;
}

bool write_weights(const char *path, const Model *m) {
    char beside[PATH_SIZE];
    FILE *file = open_beside(path, beside);
    if (!file)
        return false;
    fprintf(file,
            "/* Written by tools/tune: see there. The list of names is in eval/weights.h. */\n"
            "#include \"eval/weights.h\"\n\n"
            "/* clang-format off */\n"
            "const Tapered weights[WEIGHT_COUNT] = {\n");
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        const int columns = g->count % SQUARE_COUNT == 0 ? 8 : g->count % 4 == 0 ? 4 : 5;
        fprintf(file, "    /* %s: %s */\n    [WEIGHT_%s] =\n", g->name, g->text, g->name);
        for (int i = 0; i < g->count; i++) {
            const double *w = m->w[g->first + i];
            fprintf(file, "%sTAPERED(%ld, %ld),%s", i % columns ? " " : "    ", lround(w[MG]),
                    lround(w[EG]), i % columns == columns - 1 || i == g->count - 1 ? "\n" : "");
        }
    }
    fprintf(file, "};\n/* clang-format on */\n");
    return close_beside(file, beside, path);
}

void model_round(Model *m) {
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (int h = MG; h <= EG; h++)
            m->w[w][h] = (double)lround(m->w[w][h]);
}

Delivery deliver_weights(const char *path, const Model *m, double before, double after) {
    char aside[PATH_SIZE];
    if (after <= before)
        return write_weights(path, m) ? DELIVERED : DELIVERY_FAILED;
    if (snprintf(aside, sizeof aside, "%s%s", path, DELIVERY_ASIDE) >= PATH_SIZE)
        return DELIVERY_FAILED;
    return write_weights(aside, m) ? DELIVERED_ASIDE : DELIVERY_FAILED;
}

bool run_save(const char *path, const Run *run) {
    char beside[PATH_SIZE];
    FILE *file = open_beside(path, beside);
    if (!file)
        return false;
    fprintf(file, "step %ld epoch %d slope %.17g score_slope %.17g lambda %.17g\n", run->step,
            run->epoch, run->target.slope, run->target.score_slope, run->target.lambda);
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        fprintf(file, "%s %d\n", g->name, g->count);
        for (int i = g->first; i < g->first + g->count; i++)
            for (int h = MG; h <= EG; h++)
                fprintf(file, "%.17g %.17g %.17g %.17g\n", run->model.w[i][h], run->start.w[i][h],
                        run->mean.w[i][h], run->square.w[i][h]);
    }
    return close_beside(file, beside, path);
}

static const WeightGroup *find_group(const char *name, int count) {
    for (const WeightGroup *g = weight_groups; g->name; g++)
        if (strcmp(g->name, name) == 0 && g->count == count)
            return g;
    return NULL;
}

bool run_load(const char *path, Run *run) {
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool good =
        fscanf(file, "step %ld epoch %d slope %lf score_slope %lf lambda %lf", &run->step,
               &run->epoch, &run->target.slope, &run->target.score_slope, &run->target.lambda) == 5;
    char name[64];
    int count;
    while (good && fscanf(file, "%63s %d", name, &count) == 2) {
        const WeightGroup *g = find_group(name, count);
        for (int i = 0; i < count && good; i++) {
            for (int h = MG; h <= EG; h++) {
                double v[4];
                good = fscanf(file, "%lf %lf %lf %lf", &v[0], &v[1], &v[2], &v[3]) == 4;
                if (!good || !g)
                    continue;
                run->model.w[g->first + i][h] = v[0];
                run->start.w[g->first + i][h] = v[1];
                run->mean.w[g->first + i][h] = v[2];
                run->square.w[g->first + i][h] = v[3];
            }
        }
    }
    fclose(file);
    return good;
}
