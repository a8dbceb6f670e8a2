/* What the journal keeps, of lines of any length and bytes: always texts with an end, of printable
 * bytes. The first byte of each part says what it is. */
#include "fuzz/fuzz.h"

#include "postmortem/postmortem.h"

#include <stdlib.h>
#include <string.h>

static void look_at(const char *text, size_t size) {
    FUZZ_REQUIRE(strnlen(text, size) < size, "a text without an end");
    for (const char *c = text; *c; c++)
        FUZZ_REQUIRE((unsigned char)*c >= ' ' && *c != 0x7F, "unprintable: %s", text);
}

static void record(uint8_t kind, const char *text, size_t size) {
    switch (kind % 5) {
    case 0:
        journal_lines(kind & 8 ? ">>" : "<<", text, size);
        break;
    case 1:
        journal_command(text, size);
        break;
    case 2:
        journal_position("fen ", text, size);
        break;
    case 3:
        journal_option(kind / 3, "Hash", text);
        break;
    default:
        journal_debug(kind & 8);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes b = {data, data + size};
    int lines = 3;
    while (b.at < b.end) {
        const uint8_t kind = bytes_next(&b);
        char *text = fuzz_line(&b);
        lines++;
        record(kind, text, strlen(text));
        free(text);
    }
    for (int n = -1; n < lines; n++)
        if (journal_line(n))
            look_at(journal_line(n), JOURNAL_LINE_SIZE);
    look_at(journal_get_command(), JOURNAL_COMMAND_SIZE);
    look_at(journal_get_position(), JOURNAL_POSITION_SIZE);
    for (int i = 0; i < JOURNAL_OPTIONS; i++)
        if (journal_option_name(i))
            look_at(journal_option_value(i), JOURNAL_VALUE_SIZE);
    return 0;
}
