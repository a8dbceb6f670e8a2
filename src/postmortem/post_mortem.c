#include "postmortem/postmortem.h"

#include "core/version.h"
#include "kernels/registry.h"
#include "os/files.h"
#include "os/thread.h"
#include "postmortem/postmortem_internal.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- journal --------------------------------------------------------------------------------- */

enum {
    JOURNAL_LINES = 200,
    JOURNAL_LINE_SIZE = 1024, /* longer lines are cut */
    JOURNAL_POSITION_SIZE = 1 << 16,
    JOURNAL_COMMAND_SIZE = 4096,
    JOURNAL_OPTIONS = 64
};

static char lines[JOURNAL_LINES][JOURNAL_LINE_SIZE];
static atomic_uint line_count;
static char command[JOURNAL_COMMAND_SIZE];
static char position[JOURNAL_POSITION_SIZE] = "startpos";
static atomic_bool debug;
static struct {
    const char *_Atomic name;
    char value[JOURNAL_VALUE_SIZE];
} options[JOURNAL_OPTIONS];

/* Appends bytes to a text in a buffer of `size` bytes, of which `used` are used. Unprintable bytes
 * become '?'. Cuts the text if the buffer is full. Ends the text with a 0. The last byte of the
 * buffer is always 0, so that a reader finds an end. Returns the number of bytes now in use. */
static size_t append(char *text, size_t size, size_t used, const char *data, size_t length) {
    for (size_t i = 0; i < length && used < size - 1; i++)
        text[used++] = (unsigned char)data[i] >= ' ' && data[i] != 0x7F ? data[i] : '?';
    text[used] = '\0';
    return used;
}

static void add_line(const char *mark, const char *data, size_t length) {
    char *line = lines[atomic_fetch_add(&line_count, 1) % JOURNAL_LINES];
    size_t used = append(line, JOURNAL_LINE_SIZE, 0, mark, strlen(mark));
    used = append(line, JOURNAL_LINE_SIZE, used, " ", 1);
    used = append(line, JOURNAL_LINE_SIZE, used, data, length);
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

void journal_command(const char *line, size_t length) {
    append(command, sizeof command, 0, line, length);
}

void journal_position(const char *how, const char *data, size_t length) {
    while (length && *data == ' ') {
        data++;
        length--;
    }
    const size_t used = append(position, sizeof position, 0, how, strlen(how));
    append(position, sizeof position, used, data, length);
}

void journal_option(int index, const char *name, const char *value) {
    if (index >= JOURNAL_OPTIONS)
        return;
    append(options[index].value, sizeof options[index].value, 0, value, strlen(value));
    atomic_store(&options[index].name, name);
}

void journal_debug(bool on) {
    debug = on;
}

static Text machine; /* the build and the CPU, written at start */
static char folder[POST_MORTEM_FOLDER_SIZE];
static const char *temporary; /* the system's folder for temporary files */
static uintptr_t reader;      /* the thread that reads the input */
static const Position *_Atomic watched;

/* --- preparing ------------------------------------------------------------------------------- */

void post_mortem_init(void) {
    reader = thread_id();
    temporary = folder_temporary();
    text_clear(&machine);
    machine_build(&machine);
    machine_cpu(&machine);
    backtrace_init();
    post_mortem_set_folder("");
}

/* Returns the path of a folder; "" is the default folder. Returns NULL if the current
 * folder has no path. */
static const char *resolve(const char *path, char *buffer) {
    const char *wanted = *path ? path : folder_in_variable("PANOPTES_POST_MORTEM");
    if (wanted && (*path || folder_is_writable(wanted)))
        return wanted;
    return folder_current(buffer, POST_MORTEM_FOLDER_SIZE) ? buffer : NULL;
}

bool post_mortem_set_folder(const char *path) {
    char buffer[POST_MORTEM_FOLDER_SIZE];
    const char *wanted = resolve(path, buffer);
    if (wanted && strlen(wanted) < sizeof folder && folder_is_writable(wanted))
        strcpy(folder, wanted);
    else if (*path)
        return false;
    else if (!*folder)
        strcpy(folder, temporary);
    return true;
}

const char *post_mortem_folder(void) {
    return folder;
}

void post_mortem_watch(const Position *pos) {
    watched = pos;
}

/* --- the file -------------------------------------------------------------------------------- */

static void write_history(RawOutput *out) {
    for (int i = 0; i < JOURNAL_OPTIONS; i++) {
        const char *name = atomic_load(&options[i].name); /* NULL if the option was never set */
        if (!name)
            continue;
        raw_text(out, "option: ");
        raw_text(out, name);
        raw_text(out, " value ");
        raw_text(out, options[i].value);
        raw_text(out, "\n");
    }
    raw_text(out, "debug: ");
    raw_text(out, debug ? "on\n" : "off\n");
    raw_text(out, "position: ");
    raw_text(out, position);
    raw_text(out, "\ncommand: ");
    raw_text(out, command);
    raw_text(out, "\nnodes: ");
    raw_number(out, dump_nodes());
    raw_text(out, "\n");
}

static void write_protocol(RawOutput *out) {
    const unsigned count = atomic_load(&line_count);
    raw_text(out, "protocol, the last lines:\n");
    for (unsigned n = count < JOURNAL_LINES ? count : JOURNAL_LINES; n > 0; n--) {
        raw_text(out, "  ");
        raw_text(out, lines[(count - n) % JOURNAL_LINES]);
        raw_text(out, "\n");
    }
}

/* Writes the whole post-mortem. The backtrace comes last, since unwinding is more likely to crash
 * than any other part. */
static void write_all(RawOutput *out, const Cause *cause) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    raw_text(out, "Panoptes post-mortem\ncause: ");
    raw_text(out, cause->what);
    raw_text(out, thread_id() == reader ? "\nin: the thread that reads the input"
                                        : "\nin: a thread that works");
    raw_text(out, "\ntime: ");
    raw_number(out, now.tv_sec);
    raw_text(out, " s since 1970\n");
    if (cause->address) {
        raw_text(out, "address: ");
        raw_hex(out, cause->address, 12);
        raw_text(out, "\n");
    }
    write_history(out);
    raw_text(out, machine.data);
    raw_text(out, cause->report);
    raw_flush(out);
    dump_work(out, watched);
    write_protocol(out);
    if (cause->machine)
        backtrace_registers(out, cause->machine);
    raw_flush(out);
    backtrace_write(out, cause->machine);
    raw_text(out, "end\n");
    raw_flush(out);
}

/* Appends to a path; returns false if the result is too long. */
static bool add_to_path(char *path, const char *text) {
    const size_t used = strlen(path), more = strlen(text);
    if (used + more >= POST_MORTEM_PATH_SIZE)
        return false;
    memcpy(path + used, text, more + 1);
    return true;
}

static bool add_number(char *path, long number) {
    char digits[24];
    int at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return add_to_path(path, digits + at);
}

/* Creates panoptes-PID-N.txt with the first N for which the file does not exist. */
static int create(const char *where, char *path) {
    for (int n = 1; n < 10000; n++) {
        *path = '\0';
        if (!add_to_path(path, where) || !add_to_path(path, "/panoptes-") ||
            !add_number(path, getpid()) || !add_to_path(path, "-") || !add_number(path, n) ||
            !add_to_path(path, ".txt"))
            return -1;
        const int file = regular_file_create(path);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* Writes a post-mortem into a folder. If the disk is full, removes the file: half a post-mortem is
 * useless, and takes space. */
static bool write_to(const char *where, const Cause *cause, char *path) {
    const int file = create(where, path);
    if (file < 0)
        return false;
    RawOutput out = {.descriptor = file};
    write_all(&out, cause);
    const bool good = close(file) == 0 && !out.failed;
    if (!good)
        regular_file_remove(path);
    return good;
}

void post_mortem_announce(int descriptor, const char *prefix, const Cause *cause,
                          const char *path) {
    RawOutput out = {.descriptor = descriptor};
    raw_text(&out, prefix);
    raw_text(&out, cause->what);
    raw_text(&out, *path ? "; post-mortem: " : "; no post-mortem could be written");
    raw_text(&out, path);
    raw_text(&out, "\n");
    raw_flush(&out);
}

void post_mortem_write(const Cause *cause, char *path) {
    if (!write_to(folder, cause, path) && !write_to(temporary, cause, path))
        *path = '\0';
    post_mortem_announce(STDERR_FILENO, "panoptes: ", cause, path);
}

/* --- the build ------------------------------------------------------------------------------- */

void machine_build(Text *text) {
    size_t size = 0;
    const uint8_t *id = build_id(&size);
    text_add(text, "version: %s\nbuild id: ", version_name());
    for (size_t i = 0; i < size; i++)
        text_add(text, "%02x", id[i]);
    text_add(text, "%s\nbuild: ", size ? "" : "none");
#ifdef PANOPTES_VERIFY
    text_add(text, "debug, ");
#else
    text_add(text, "release, ");
#endif
#ifdef __clang__
    text_add(text, "%s", __VERSION__);
#else
    text_add(text, "gcc %s", __VERSION__);
#endif
    text_add(text, ", for %s", CPU_BUILT_FOR);
#if defined(NO_NASM) && defined(__x86_64__)
    text_add(text, ", without NASM");
#endif
    text_add(text, "\n");
}

/* --- the CPU --------------------------------------------------------------------------------- */

/* Adds the level of the kernels, and the reason for the level. */
static void add_level(Text *text) {
    text_add(text, "CPU level: %s, %s", cpu_level_name(cpu_highest_level()), cpu_highest_reason());
    text_add(text, "; kernels in use: %s", cpu_level_name(kernels_level()));
    if (kernels_level() != cpu_highest_level())
        text_add(text, ", since PANOPTES_CPU asks for it\n");
    else
        text_add(text, " (PANOPTES_CPU picks lower ones: %s)\n", CPU_LEVELS);
}

/* --- the kernels ----------------------------------------------------------------------------- */

/* Adds the reason why the program did not pick a better version than the picked version. */
static void add_reason(Text *text, const Kernel *k) {
    const KernelVersion *const end = k->versions + KERNEL_VERSION_LIMIT, *next = k->picked + 1;
    while (next < end && !next->function)
        next++;
    if (next == end)
        text_add(text, k->picked == k->versions ? "the only version of this build\n"
                                                : "the best version\n");
    else if (next->level > kernels_level())
        text_add(text, "version %s wants level %s\n", next->name, cpu_level_name(next->level));
    else
        text_add(text, "version %s wants avx512 vbmi2, bitalg and cd, which are not all there\n",
                 next->name);
}

static void add_kernels(Text *text) {
    const Kernel *k;
    for (int i = 0; (k = kernel_at(i)) != NULL; i++) {
        text_add(text, "kernel %-18s %-8s ", k->name, k->picked->name);
        add_reason(text, k);
    }
}

void machine_cpu(Text *text) {
    text_add(text, "CPU: ");
    cpu_describe(text);
    add_level(text);
    add_kernels(text);
}
