#include "tune/tune_write.h"

#include "lib/overwrite_guard.h"
#include "os/files.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static const char HEAD[] = "/* Written by tools/tune/tune: see there.";

const char *weights_fault(const char *path) {
    return overwrite_fault(path, HEAD, OVERWRITE_NO("file of weights"));
}

static void print_weights(FILE *file, const Model *m) {
    fprintf(file,
            "%s The list of names is in eval/weights.h. */\n"
            "#include \"eval/weights.h\"\n\n"
            "/* clang-format off */\n"
            "const Tapered weights[WEIGHT_COUNT] = {\n",
            HEAD);
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
}

const char *write_weights(const char *path, const Model *m) {
    const char *fault = model_fits(m) ? weights_fault(path) : "a weight is out of range";
    AtomicWrite *file = fault ? NULL : atomic_write_begin(path, &fault);
    if (!file)
        return fault;
    print_weights(atomic_write_stream(file), m);
    return atomic_write_finish(file, &fault) ? NULL : fault;
}

void model_round(Model *m) {
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (int h = MG; h <= EG; h++)
            m->w[w][h] = (double)lround(m->w[w][h]);
}

static bool path_aside(const char *path, char aside[PATH_SIZE]) {
    return snprintf(aside, PATH_SIZE, "%s%s", path, DELIVERY_ASIDE) < PATH_SIZE;
}

Delivery deliver_weights(const char *path, const Model *m, double before, double after,
                         const char **reason) {
    const bool better = after <= before;
    char aside[PATH_SIZE];
    if (better)
        *reason = write_weights(path, m);
    else
        *reason = path_aside(path, aside) ? write_weights(aside, m) : strerror(ENAMETOOLONG);
    return *reason ? DELIVERY_FAILED : better ? DELIVERED : DELIVERED_ASIDE;
}

const char *delivery_fault(const char *path) {
    char aside[PATH_SIZE];
    const char *fault = weights_fault(path);
    if (fault)
        return fault;
    return path_aside(path, aside) ? weights_fault(aside) : strerror(ENAMETOOLONG);
}
