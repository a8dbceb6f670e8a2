#include "spsa/spsa_plot.h"

#include "lib/overwrite_guard.h"
#include "os/files.h"

#include <inttypes.h>
#include <math.h>

enum { COLUMNS = 5, WIDTH = 220, HEIGHT = 100, LEFT = 10, TOP = 24, GAP = 14, HEAD = 40 };

static const char *sign_of(double moved) {
    return moved < 0 ? "#c33" : "#36c";
}

/* The steps that a panel reaches up and down: whole ones, at least one. */
static double find_range(const SpsaRun *run) {
    double most = 1;
    for (int p = 0; p < run->points; p++)
        for (int i = 0; i < SPSA_ROWS; i++)
            most = fmax(most, fabs(spsa_moved(run, i, (double)run->path[p][i])));
    for (int i = 0; i < SPSA_ROWS; i++)
        most = fmax(most, fabs(spsa_moved(run, i, run->value[i])));
    return ceil(most);
}

/* The path of a row within its panel, and where it is now. */
static void write_path(FILE *out, const SpsaRun *run, int row, double range) {
    const double wide = WIDTH - 2 * LEFT, high = HEIGHT - TOP - GAP, middle = TOP + high / 2;
    const double end = (double)run->settings.pairs;
    const double moved = spsa_moved(run, row, run->value[row]);
    fprintf(out, "<path d=\"M%d %.1fH%d\" stroke=\"#bbb\"/>\n", LEFT, middle, WIDTH - LEFT);
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
            sign_of(moved));
    for (int p = 0; p < run->points; p++)
        fprintf(out, "%.1f,%.1f ", LEFT + wide * (double)p * (double)run->every / end,
                middle - high / 2 * spsa_moved(run, row, (double)run->path[p][row]) / range);
    fprintf(out, "%.1f,%.1f\"/>\n", LEFT + wide * (double)run->done / end,
            middle - high / 2 * moved / range);
}

static void write_panel(FILE *out, const SpsaRun *run, int row, int place, double range) {
    const double moved = spsa_moved(run, row, run->value[row]);
    fprintf(out, "<g transform=\"translate(%d %d)\">\n", place % COLUMNS * WIDTH,
            HEAD + place / COLUMNS * HEIGHT);
    fprintf(out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f6f6f6\"/>\n"
            "<text x=\"%d\" y=\"%d\">%s</text>\n",
            LEFT, TOP, WIDTH - 2 * LEFT, HEIGHT - TOP - GAP, LEFT, TOP - 5, spsa_rows[row].name);
    write_path(out, run, row, range);
    fprintf(out,
            "<text x=\"%d\" y=\"%d\" fill=\"%s\" text-anchor=\"end\">%d to %.1f</text>\n</g>\n",
            WIDTH - LEFT, HEIGHT - GAP + 11, sign_of(moved), spsa_rows[row].value, run->value[row]);
}

bool spsa_write_plot(const char *path, const SpsaRun *run, const char **reason) {
    const double range = find_range(run);
    int count = 0;
    for (int i = 0; i < SPSA_ROWS; i++)
        count += run->settings.tuned[i];
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fprintf(out,
            SVG_HEAD "\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"sans-serif\" font-size=\"11\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            COLUMNS * WIDTH, HEAD + (count + COLUMNS - 1) / COLUMNS * HEIGHT);
    fprintf(out,
            "<text x=\"%d\" y=\"24\" font-size=\"14\">%" PRIu64 " of %" PRIu64
            " games; each panel is the whole run, from -%.0f to +%.0f steps (c_end)</text>\n",
            LEFT, 2 * run->done, 2 * run->settings.pairs, range, range);
    for (int i = 0, place = 0; i < SPSA_ROWS; i++)
        if (run->settings.tuned[i])
            write_panel(out, run, i, place++, range);
    fprintf(out, "</svg>\n");
    return atomic_write_finish(file, reason);
}
