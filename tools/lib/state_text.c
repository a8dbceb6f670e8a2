#include "lib/state_text.h"

#include "os/files.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t checksum(const char *text, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash;
}

/* The line that ends a text of which the first `size` bytes are given. */
static int write_checksum(const char *text, size_t size, char line[STATE_WORD_SIZE]) {
    return snprintf(line, STATE_WORD_SIZE, "checksum %016" PRIx64 "\n", checksum(text, size));
}

/* --- reading ---------------------------------------------------------------------------------- */

bool state_refuse(StateReader *r, const char *format, ...) {
    va_list arguments;
    if (*r->fault)
        return false;
    va_start(arguments, format);
    vsnprintf(r->fault, STATE_FAULT_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

bool state_begin(StateReader *r, const char *text, size_t size, const char *title, char *fault) {
    char line[STATE_WORD_SIZE];
    const size_t last = (size_t)write_checksum("", 0, line), head = strlen(title);
    const size_t body = size >= last + head ? size - last : 0;
    *r = (StateReader){.at = text, .end = text + body, .line = 2, .fault = fault};
    *fault = '\0';
    if (size < head || memcmp(text, title, head) != 0)
        return state_refuse(r, "it is no state of this tuner");
    if (body)
        write_checksum(text, body, line);
    if (!body || memcmp(text + body, line, last) != 0)
        return state_refuse(r, "it is damaged or cut off: its checksum is not that of its content");
    r->at += head;
    return true;
}

bool state_take_word(StateReader *r, char word[STATE_WORD_SIZE], char after) {
    size_t length = 0;
    while (r->at + length < r->end && r->at[length] > ' ' && r->at[length] <= '~')
        length++;
    if (length == 0 || length >= STATE_WORD_SIZE || r->at + length == r->end ||
        r->at[length] != after)
        return state_refuse(r, "line %d is not as the tuner writes it", r->line);
    memcpy(word, r->at, length);
    word[length] = '\0';
    r->at += length + 1;
    r->line += after == '\n';
    return true;
}

bool state_take_name(StateReader *r, const char *name) {
    char word[STATE_WORD_SIZE];
    return state_take_word(r, word, ' ') &&
           (strcmp(word, name) == 0 ||
            state_refuse(r, "line %d has '%s' in place of '%s'", r->line, word, name));
}

bool state_take_number(StateReader *r, double *value, char after) {
    char word[STATE_WORD_SIZE], *end;
    const int line = r->line;
    if (!state_take_word(r, word, after))
        return false;
    *value = strtod(word, &end);
    return (!*end && !word[strspn(word, "0123456789+-.e")] && isfinite(*value)) ||
           state_refuse(r, "line %d: '%s' is no number", line, word);
}

bool state_take_count(StateReader *r, double most, long *count, char after) {
    const int line = r->line;
    double value;
    if (!state_take_number(r, &value, after))
        return false;
    *count = value >= 0 && value <= most ? (long)value : -1;
    return (*count >= 0 && (double)*count == value) ||
           state_refuse(r, "line %d: a number is out of range", line);
}

/* Reads an open file. Returns NULL, with errno, if that fails. */
static char *read_all(FILE *file, size_t *size) {
    struct stat status;
    if (fstat(fileno(file), &status))
        return NULL;
    errno = EFBIG;
    char *text = status.st_size <= STATE_SIZE_MOST ? malloc((size_t)status.st_size + 1) : NULL;
    *size = text ? fread(text, 1, (size_t)status.st_size, file) : 0;
    if (!text || !ferror(file))
        return text;
    free(text);
    return NULL;
}

StateResult state_load(const char *path, char **text, size_t *size, char *fault) {
    const char *reason;
    *text = NULL;
    *size = 0;
    if (access(path, F_OK) && errno == ENOENT)
        return STATE_ABSENT;
    FILE *file = regular_file_stream(path, &reason);
    *text = file ? read_all(file, size) : NULL;
    if (file && !*text)
        reason = strerror(errno);
    if (file)
        fclose(file);
    if (*text)
        return STATE_READ;
    snprintf(fault, STATE_FAULT_SIZE, "%s", reason);
    return STATE_REFUSED;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes a state to memory; NULL if there is not enough. The caller frees it. */
static char *write_text(void (*print)(FILE *out, const void *run), const void *run, size_t *size) {
    char *text = NULL, line[STATE_WORD_SIZE];
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    print(out, run);
    bool good = fflush(out) == 0;
    if (good)
        write_checksum(text, *size, line);
    good = good && fputs(line, out) >= 0;
    good = fclose(out) == 0 && good;
    if (good)
        return text;
    free(text);
    return NULL;
}

bool state_save(const char *path, void (*print)(FILE *out, const void *run), const void *run,
                char *fault) {
    size_t size;
    const char *reason = strerror(ENOMEM);
    char *text = write_text(print, run, &size);
    AtomicWrite *file = text ? atomic_write_begin(path, &reason) : NULL;
    if (file)
        fwrite(text, 1, size, atomic_write_stream(file));
    const bool good = file && atomic_write_finish(file, &reason);
    snprintf(fault, STATE_FAULT_SIZE, "%s", good ? "" : reason);
    free(text);
    return good;
}
