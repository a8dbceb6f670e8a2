/* Positions to tune on, as text or as a file of games. */
#include "fuzz/fuzz.h"

#include "tune/tune_samples.h"

#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const SampleOptions options = {.threads = 1, .validation = 100};
    Samples set = {0};
    char path[FUZZ_PATH_SIZE];
    const char *reason = NULL;
    const int file = fuzz_file(data, size, path);
    fuzz_hush();
    const bool good = samples_read(&set, path, &options, &reason);
    fuzz_speak();
    FUZZ_REQUIRE(good ? set.count <= size : reason && !set.count, "%zu positions", set.count);
    for (size_t i = 0; i < set.count; i++) {
        const Sample *s = &set.items[i];
        const size_t counts = (size_t)s->linear + s->danger[0] + s->danger[1] + s->complexity;
        FUZZ_REQUIRE(s->result <= 2 && s->first + counts <= set.used, "a bad position");
    }
    samples_free(&set);
    close(file);
    return 0;
}
