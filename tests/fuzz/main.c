/* TARGET [--changed N] FILE|FOLDER...
 *
 * Runs a fuzz target without libFuzzer, so that any compiler can build it. The target runs on each file, then N times
 * on random changes of the file, which are the same in every run. If the target finds a fault, it aborts. The last
 * input is then in build/fuzz/last-TARGET. */
#include "fuzz/fuzz.h"
#include "support/dice.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MAX = 1 << 20, PATH_LENGTH = 4096 };

static uint8_t original[INPUT_MAX], input[INPUT_MAX];
static size_t original_size, input_size;
static long changed, executions;
static int last; /* the descriptor of the file with the current input, -1 if there is none */

static void run(void) {
    uint8_t *exact = malloc(input_size ? input_size : 1);
    if (!exact)
        abort();
    memcpy(exact, input, input_size);
    if (last >= 0 &&
        (ftruncate(last, 0) || pwrite(last, input, input_size, 0) != (ssize_t)input_size))
        perror("build/fuzz/last-...");
    LLVMFuzzerTestOneInput(exact, input_size);
    free(exact);
    executions++;
}

/* Changes, doubles, drops or moves a few bytes. */
static void change(Random *r) {
    const size_t at = (size_t)random_below(r, (int)input_size);
    size_t length = (size_t)random_below(r, 16) + 1;
    length = length < input_size - at ? length : input_size - at;
    const size_t from = (size_t)random_below(r, (int)(input_size - length) + 1);
    switch (random_below(r, 4)) {
    case 0:
        input[at] ^= (uint8_t)(1 << random_below(r, 8));
        break;
    case 1:
        input[at] = (uint8_t)random_below(r, 256);
        break;
    case 2:
        memmove(input + at, input + from, length);
        break;
    default:
        memmove(input + at, input + at + length, input_size - at - length);
        input_size -= length;
    }
}

static void run_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    original_size = input_size = fread(input, 1, sizeof input, file);
    fclose(file);
    memcpy(original, input, input_size);
    run();
    Random r = {original_size + 1};
    for (long i = 0; i < changed; i++) {
        memcpy(input, original, original_size);
        input_size = original_size;
        for (int n = random_below(&r, 4); n >= 0 && input_size; n--)
            change(&r);
        run();
    }
}

/* Runs the files of a folder in the order of their names, so that every run is the same. */
static void run_folder(const char *folder) {
    struct dirent **entries;
    char path[PATH_LENGTH];
    const int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) {
        run_file(folder);
        return;
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (*entries[i]->d_name != '.')
            run_file(path);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "build/fuzz/last-%s", slash ? slash + 1 : argv[0]);
    last = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (last < 0)
        fprintf(stderr, "%s cannot be written: what is looked at is not kept\n", path);
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--changed") == 0 && i + 1 < argc)
            changed = atol(argv[++i]);
        else
            run_folder(argv[i]);
    }
    fprintf(stderr, "%ld executions\n", executions);
    return 0;
}
