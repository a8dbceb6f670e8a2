/* A Syzygy table file: its name in the first line, then its bytes. Its header is read, and its
 * checksum. The bytes lie in memory of just their size, in place of the mapped file, so that a
 * sanitizer sees who reads behind them. What passes here the library trusts (see README.md). */
#include "fuzz/fuzz.h"
#include "fuzz/tame.h"

#include "tablebase/tablebase_internal.h"

#include <stdlib.h>
#include <unistd.h>

static void count(void *context, uint64_t more) {
    *(uint64_t *)context += more;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes b = {data, data + size};
    TableName name;
    TableFile facts;
    char path[FUZZ_PATH_SIZE], *text = fuzz_line(&b);
    uint64_t total = 0;
    const TableReading reading = {count, &total};
    const size_t left = (size_t)(b.end - b.at);
    if (table_name_read(text, &name)) {
        const int file = fuzz_file(b.at, left, path);
        FUZZ_REQUIRE(name.men >= 3 && name.men <= TABLE_MEN_MAX, "%s: %d pieces", text, name.men);
        maps_are_copies = true;
        if (!table_file_fault(path, &name, &facts))
            FUZZ_REQUIRE(facts.size == left, "another size");
        maps_are_copies = false;
        table_file_content_fault(path, &reading);
        FUZZ_REQUIRE(total <= left, "more was read than there is");
        close(file);
    }
    free(text);
    return 0;
}
