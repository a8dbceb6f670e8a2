/* Runs a session of the front end. The input has the lines of stdin. If the first line is `!`, the other lines are
 * arguments of the program. The part after a line `%%` is the content of every file that the session reads. */
#define _GNU_SOURCE /* memmem */

#include "uci/uci.h"
#include "fuzz/fuzz.h"
#include "fuzz/tame.h"

#include <stdlib.h>
#include <string.h>

/* Runs the lines as arguments. */
static void run_arguments(Bytes b, const uint8_t *file, size_t file_size) {
    enum { ARGUMENTS = 16 };
    static char name[] = "panoptes";
    char *arguments[ARGUMENTS + 2] = {name};
    int count = 1;
    while (b.at < b.end && count <= ARGUMENTS)
        arguments[count++] = fuzz_line(&b);
    session_begin(NULL, 0, file, file_size);
    uci_main(count, arguments);
    session_end();
    while (count > 1)
        free(arguments[--count]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char MARK[] = "\n%%\n";
    static char name[] = "panoptes";
    char *arguments[] = {name, NULL};
    const size_t mark = sizeof MARK - 1;
    const uint8_t *at = size ? memmem(data, size, MARK, mark) : NULL;
    const uint8_t *file = at ? at + mark : data + size, *end = at ? at : data + size;
    const size_t file_size = (size_t)(data + size - file);
    if (size >= 2 && memcmp(data, "!\n", 2) == 0 && end >= data + 2) {
        run_arguments((Bytes){data + 2, end}, file, file_size);
        return 0;
    }
    session_begin(data, (size_t)(end - data), file, file_size);
    uci_main(1, arguments);
    session_end();
    session_require_answers();
    return 0;
}
