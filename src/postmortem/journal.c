#include "postmortem/postmortem.h"

#include <stdatomic.h>
#include <string.h>

static char lines[JOURNAL_LINES][JOURNAL_LINE_SIZE];
static atomic_uint line_count;
static char command[JOURNAL_COMMAND_SIZE];
static char position[JOURNAL_POSITION_SIZE] = "startpos";
static atomic_bool debug;
static struct {
    const char *_Atomic name;
    char value[JOURNAL_VALUE_SIZE];
} options[JOURNAL_OPTIONS];

/* Appends bytes to a text in a buffer of `size` bytes, of which `used` are used; unprintable ones
 * become '?'. What does not fit is cut. The last byte of the buffer is never written and stays 0,
 * so that a reader always finds an end. Returns the bytes used now. */
static size_t append(char *text, size_t size, size_t used, const char *data, size_t length) {
    for (size_t i = 0; i < length && used < size - 1; i++)
        text[used++] = (unsigned char)data[i] >= ' ' && data[i] != 0x7F ? data[i] : '?';
    return used;
}

/* Ends the text. */
static void end(char *text, size_t used) {
    text[used] = '\0';
}

static void add_line(const char *mark, const char *data, size_t length) {
    char *line = lines[atomic_fetch_add(&line_count, 1) % JOURNAL_LINES];
    size_t used = append(line, JOURNAL_LINE_SIZE, 0, mark, strlen(mark));
    used = append(line, JOURNAL_LINE_SIZE, used, " ", 1);
    used = append(line, JOURNAL_LINE_SIZE, used, data, length);
    end(line, used);
    if (used == JOURNAL_LINE_SIZE - 1)
        memcpy(line + used - 3, "...", 3);
}

void journal_lines(const char *mark, const char *data, size_t length) {
    const char *last = data + length;
    do {
        const char *feed = memchr(data, '\n', (size_t)(last - data));
        const size_t size = (size_t)((feed ? feed : last) - data);
        add_line(mark, data, size);
        data += size + (feed != NULL);
    } while (data < last);
}

const char *journal_line(int n) {
    const unsigned count = atomic_load(&line_count);
    if (n < 0 || n >= JOURNAL_LINES || (unsigned)n >= count)
        return NULL;
    return lines[(count - 1 - (unsigned)n) % JOURNAL_LINES];
}

void journal_command(const char *line, size_t length) {
    end(command, append(command, sizeof command, 0, line, length));
}

const char *journal_get_command(void) {
    return command;
}

void journal_position(const char *how, const char *data, size_t length) {
    while (length && *data == ' ') {
        data++;
        length--;
    }
    const size_t used = append(position, sizeof position, 0, how, strlen(how));
    end(position, append(position, sizeof position, used, data, length));
}

const char *journal_get_position(void) {
    return position;
}

void journal_option(int index, const char *name, const char *value) {
    if (index >= JOURNAL_OPTIONS)
        return;
    end(options[index].value,
        append(options[index].value, sizeof options[index].value, 0, value, strlen(value)));
    atomic_store(&options[index].name, name);
}

const char *journal_option_name(int index) {
    return atomic_load(&options[index].name);
}

const char *journal_option_value(int index) {
    return options[index].value;
}

void journal_debug(bool on) {
    debug = on;
}

bool journal_get_debug(void) {
    return debug;
}
