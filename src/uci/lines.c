#include "uci/lines.h"

#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char NO_MEMORY[] = "there is not enough memory for it";

/* Where the next line begins; the end of the text if there is none. */
static size_t next_line(const Lines *lines, size_t line) {
    const char *feed = memchr(lines->text + line, '\n', lines->size - line);
    return feed ? (size_t)(feed - lines->text) + 1 : lines->size;
}

/* Finds the lines. Returns false if memory is short. */
static bool index_lines(Lines *lines) {
    size_t room = 0;
    for (size_t line = byte_order_mark(lines->text, lines->size); line < lines->size;
         line = next_line(lines, line)) {
        if (lines->count == room) {
            room = room ? 2 * room : 1024;
            size_t *begins = realloc(lines->begins, room * sizeof *begins);
            if (!begins)
                return false;
            lines->begins = begins;
        }
        lines->begins[lines->count++] = line;
    }
    return true;
}

/* Reads an open file. Returns NULL, or what is wrong with it. */
static const char *read_text(Lines *lines, FILE *file) {
    static const off_t SIZE_MAX_READ = (off_t)1 << 30;
    struct stat status;
    if (fstat(fileno(file), &status))
        return strerror(errno);
    if (status.st_size > SIZE_MAX_READ)
        return "it is larger than 1 GB";
    const size_t size = (size_t)status.st_size;
    lines->text = malloc(size + 1);
    if (!lines->text)
        return NO_MEMORY;
    lines->size = fread(lines->text, 1, size, file);
    if (ferror(file))
        return strerror(errno);
    if (!index_lines(lines))
        return NO_MEMORY;
    return lines->count ? NULL : "it is empty";
}

const char *lines_read(Lines *lines, const char *path) {
    const char *fault;
    FILE *file = regular_file_stream(path, &fault);
    *lines = (Lines){0};
    if (!file)
        return fault;
    fault = read_text(lines, file);
    fclose(file);
    return fault;
}

Token lines_at(const Lines *lines, size_t index) {
    const size_t line = lines->begins[index];
    return (Token){lines->text + line, next_line(lines, line) - line};
}

size_t lines_number(const Lines *lines, size_t index) {
    size_t number = 1;
    for (size_t line = 0; line < lines->begins[index]; line = next_line(lines, line))
        number += next_line(lines, line) <= lines->begins[index];
    return number;
}

void lines_free(Lines *lines) {
    free(lines->text);
    free(lines->begins);
    *lines = (Lines){0};
}
