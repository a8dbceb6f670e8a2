#include "soak/soak_losses.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const NAMES[LOSS_COUNT] = {
    "processes ended", "no answer",     "illegal moves",   "losses on time", "complaints",
    "post-mortems",    "memory growth", "files left open", "threads left",
};

static int counts[LOSS_COUNT];
static char under[64];

void losses_under(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(under, sizeof under, format, args);
    va_end(args);
}

void lose(Loss loss, const char *format, ...) {
    va_list args;
    counts[loss]++;
    printf("LOST (%s): %s: ", NAMES[loss], under);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

int losses_total(void) {
    int total = 0;
    for (int i = 0; i < LOSS_COUNT; i++)
        total += counts[i];
    return total;
}

void losses_tell(void) {
    printf("lost:");
    for (int i = 0; i < LOSS_COUNT; i++)
        printf("%s %s %d", i ? "," : "", NAMES[i], counts[i]);
    printf("\n");
}
