#include "train/train_plot.h"

#include "lib/overwrite_guard.h"
#include "os/files.h"

enum { WIDTH = 640, HEIGHT = 360, MARGIN = 60 };

bool write_losses(const char *path, const TrainRun *run, const char **reason) {
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fputs(LOSSES_HEAD, out);
    for (int i = 0; i < run->epoch; i++)
        fprintf(out, "%d\t%.7f\t%.7f\n", i + 1, (double)run->history[i].trained,
                (double)run->history[i].held_out);
    return atomic_write_finish(file, reason);
}

/* The range of all losses. */
static void find_range(const TrainRun *run, float *least, float *most) {
    *least = *most = run->epoch ? run->history[0].trained : 0;
    for (int i = 0; i < run->epoch; i++) {
        const float both[2] = {run->history[i].trained, run->history[i].held_out};
        for (int k = 0; k < 2; k++) {
            *least = both[k] < *least ? both[k] : *least;
            *most = both[k] > *most ? both[k] : *most;
        }
    }
    if (*most <= *least)
        *most = *least + 1e-6f;
}

static double x_of(const TrainRun *run, int epoch) {
    const int steps = run->epoch > 1 ? run->epoch - 1 : 1;
    return MARGIN + (double)(WIDTH - 2 * MARGIN) * epoch / steps;
}

static void write_curve(FILE *out, const TrainRun *run, bool held_out, float least, float most) {
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
            held_out ? "#c33" : "#36c");
    for (int i = 0; i < run->epoch; i++) {
        const EpochLoss *l = &run->history[i];
        const float loss = held_out ? l->held_out : l->trained;
        fprintf(out, "%.1f,%.1f ", x_of(run, i),
                HEIGHT - MARGIN -
                    (double)((loss - least) / (most - least)) * (HEIGHT - 2 * MARGIN));
    }
    fprintf(out, "\"/>\n");
}

bool write_plot(const char *path, const TrainRun *run, const char **reason) {
    float least, most;
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    find_range(run, &least, &most);
    fprintf(out,
            SVG_HEAD "\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"sans-serif\" font-size=\"13\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
                     "<path d=\"M%d %d V%d H%d\" fill=\"none\" stroke=\"#888\"/>\n",
            WIDTH, HEIGHT, MARGIN, MARGIN, HEIGHT - MARGIN, WIDTH - MARGIN);
    write_curve(out, run, false, least, most);
    write_curve(out, run, true, least, most);
    fprintf(out,
            "<text x=\"4\" y=\"%d\">%.5f</text>\n<text x=\"4\" y=\"%d\">%.5f</text>\n"
            "<text x=\"%d\" y=\"%d\">epochs 1 to %d</text>\n"
            "<text x=\"%d\" y=\"%d\" fill=\"#36c\">loss</text>\n"
            "<text x=\"%d\" y=\"%d\" fill=\"#c33\">loss of the positions held out</text>\n</svg>\n",
            MARGIN + 4, (double)most, HEIGHT - MARGIN + 4, (double)least, WIDTH / 2 - 40,
            HEIGHT - MARGIN / 2, run->epoch, MARGIN + 20, MARGIN - 20, MARGIN + 80, MARGIN - 20);
    return atomic_write_finish(file, reason);
}
