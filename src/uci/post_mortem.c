#define _GNU_SOURCE /* the names of registers */

#include "uci/post_mortem.h"

#include "board/scratch.h"
#include "core/names.h"
#include "search/roster.h"
#include "uci/machine.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/raw_output.h"
#include "uci/record.h"
#include "uci/symbols.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { TRACE_SIZE = 160 };

static const Session *session;
static Text machine; /* build and CPU, made at the start */
static char folder[OPTION_TEXT_SIZE];
static const Position *_Atomic watched;

/* --- preparing ------------------------------------------------------------------------------- */

void post_mortem_init(const Session *s) {
    void *frames[TRACE_SIZE];
    session = s;
    text_clear(&machine);
    machine_build(&machine);
    machine_cpu(&machine);
    symbols_init();
    backtrace(frames, TRACE_SIZE); /* the first call loads a library, which a handler must not */
    post_mortem_folder("");
}

/* The folder meant by the option's value; NULL if its path cannot be told. */
static const char *folder_meant(const char *path, char *buffer) {
    const char *wanted = *path ? path : getenv("PANOPTES_POST_MORTEM");
    if (wanted && *wanted)
        return wanted;
    return getcwd(buffer, OPTION_TEXT_SIZE);
}

bool post_mortem_folder(const char *path) {
    char buffer[OPTION_TEXT_SIZE];
    struct stat status;
    const char *wanted = folder_meant(path, buffer);
    if (!wanted || strlen(wanted) >= sizeof folder || stat(wanted, &status) ||
        !S_ISDIR(status.st_mode) || access(wanted, W_OK | X_OK)) {
        if (!*folder)
            strcpy(folder, "/tmp");
        /* Only who asked for a folder is told. */
        return !*path ||
               output_error("setoption: Post-Mortem Folder: '%s' is no folder that may be "
                            "written to; it stays '%s'",
                            path, folder);
    }
    strcpy(folder, wanted);
    return true;
}

void post_mortem_watch(const Position *pos) {
    watched = pos;
}

/* --- positions ------------------------------------------------------------------------------- */

/* The board in FEN's letters, and what of the rest is plain. */
static void write_board(RawOutput *out, const State *s) {
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        int empty = 0;
        for (int file = FILE_A; file <= FILE_H; file++) {
            const Man man = s->man_on[square_at(file, rank)];
            const PieceType type = man_type(man);
            if (type >= TYPE_COUNT) {
                empty++;
                continue;
            }
            if (empty)
                raw_number(out, empty);
            empty = 0;
            const char letter[2] = {(bit_color(man_bit(man)) == WHITE ? "PNBRQK" : "pnbrqk")[type],
                                    '\0'};
            raw_text(out, letter);
        }
        if (empty)
            raw_number(out, empty);
        raw_text(out, rank > RANK_1 ? "/" : "");
    }
    raw_text(out, s->side == WHITE ? " w rights " : " b rights ");
    raw_hex(out, s->castling, 1);
    raw_text(out, " ep ");
    raw_text(out, square_name(s->ep));
    raw_text(out, " rule50 ");
    raw_number(out, s->rule50);
    raw_text(out, " key ");
    raw_hex(out, s->key, 16);
    raw_text(out, "\n");
}

static void write_move(RawOutput *out, Move m) {
    raw_text(out, " ");
    if (m == MOVE_NULL) {
        raw_text(out, "null");
        return;
    }
    raw_text(out, square_name(move_from(m)));
    raw_text(out, square_name(move_to(m)));
    const char letter[2] = {"nbrq"[move_promotion(m) - KNIGHT], '\0'};
    raw_text(out, move_kind(m) == MOVE_PROMOTION ? letter : "");
}

static void write_map(RawOutput *out, const char *which, const uint32_t *map) {
    raw_text(out, "  map, ");
    raw_text(out, which);
    raw_text(out, ", a to h:\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        raw_text(out, "   ");
        raw_number(out, rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++) {
            raw_text(out, " ");
            raw_hex(out, map[square_at(file, rank)], 8);
        }
        raw_text(out, "\n");
    }
}

static void write_attacks(RawOutput *out, const char *which, const uint64_t *attacks) {
    raw_text(out, "  attacks by bit, ");
    raw_text(out, which);
    raw_text(out, ":\n");
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        raw_text(out, bit % 4 ? " " : "    ");
        raw_hex(out, attacks[bit], 16);
        raw_text(out, bit % 4 == 3 ? "\n" : "");
    }
}

/* Both readings of the matrix, kept up and from scratch, and where they differ. */
static void write_matrices(RawOutput *out, const State *s) {
    ScratchMatrix scratch;
    scratch_build(s, &scratch);
    write_map(out, "incremental", s->map);
    write_map(out, "from scratch", scratch.map);
    write_attacks(out, "incremental", s->attacks);
    write_attacks(out, "from scratch", scratch.attacks);
    raw_text(out, "  squares that differ:");
    int differ = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (s->map[sq] == scratch.map[sq])
            continue;
        differ++;
        raw_text(out, " ");
        raw_text(out, square_name(sq));
    }
    raw_text(out, differ ? "\n" : " none\n");
}

/* A state of a position that another thread may be changing: an index in any case. */
static int state_index(const Position *pos) {
    const ptrdiff_t index = pos->state - pos->states;
    return index < 0 ? 0 : index >= STATE_LIMIT ? STATE_LIMIT - 1 : (int)index;
}

static void write_position(RawOutput *out, const Position *pos) {
    const State *s = &pos->states[state_index(pos)];
    raw_text(out, "  board: ");
    write_board(out, s);
    write_matrices(out, s);
}

/* The moves made from the root; null moves are not among the states, but among the frames. */
static void write_line(RawOutput *out, const Search *s) {
    const int count = state_index(&s->pos);
    raw_text(out, "  line:");
    for (int made = 0, ply = 0; made < count && ply < MAX_PLY; ply++) {
        if (s->frames[FRAMES_BEFORE + ply].move == MOVE_NULL)
            write_move(out, MOVE_NULL);
        else
            write_move(out, s->pos.states[++made].move);
    }
    raw_text(out, "\n");
}

/* --- threads --------------------------------------------------------------------------------- */

static void write_search(RawOutput *out, const Search *s, int number) {
    raw_text(out, "thread ");
    raw_number(out, number);
    raw_text(out, s->thread == (unsigned long)pthread_self() ? ", here it happened" : "");
    raw_text(out, ": nodes ");
    raw_number(out, (int64_t)search_nodes(s));
    raw_text(out, " depth ");
    raw_number(out, s->root_depth);
    raw_text(out, "\n  root: ");
    write_board(out, &s->root.states[0]);
    write_line(out, s);
    write_position(out, &s->pos);
}

/* All searches under way; returns the nodes of that which has most. */
static void write_threads(RawOutput *out) {
    int number = 0;
    for (int place = 0; place < ROSTER_SIZE; place++) {
        const Search *s = roster_at(place);
        if (s && s->thread)
            write_search(out, s, ++number);
    }
    const Position *pos = watched;
    if (pos) {
        raw_text(out, "the worker's job:\n  line:");
        for (int i = 1; i <= state_index(pos); i++)
            write_move(out, pos->states[i].move);
        raw_text(out, "\n");
        write_position(out, pos);
    } else if (!number) {
        raw_text(out, "no search was under way\n");
    }
}

static int64_t most_nodes(void) {
    int64_t most = 0;
    for (int place = 0; place < ROSTER_SIZE; place++) {
        const Search *s = roster_at(place);
        if (s && s->thread && (int64_t)search_nodes(s) > most)
            most = (int64_t)search_nodes(s);
    }
    return most;
}

/* --- the trace ------------------------------------------------------------------------------- */

static void write_address(RawOutput *out, uintptr_t address, uintptr_t within) {
    uintptr_t offset = 0;
    const char *name = symbols_find(within, &offset);
    raw_text(out, "  ");
    raw_hex(out, address, 12);
    raw_text(out, " ");
    if (name) {
        raw_text(out, name);
        raw_text(out, " + ");
        raw_number(out, (int64_t)(offset + (address - within)));
        raw_text(out, "\n");
    } else {
        void *frame = (void *)address;
        raw_flush(out);
        backtrace_symbols_fd(&frame, 1, out->descriptor);
    }
}

static void write_registers(RawOutput *out, const ucontext_t *context) {
    static const struct {
        const char *name;
        int index;
    } REGISTERS[] = {{"rip", REG_RIP}, {"rsp", REG_RSP}, {"rax", REG_RAX}, {"rbx", REG_RBX},
                     {"rcx", REG_RCX}, {"rdx", REG_RDX}, {"rsi", REG_RSI}, {"rdi", REG_RDI},
                     {"rbp", REG_RBP}, {"r8 ", REG_R8},  {"r9 ", REG_R9},  {"r10", REG_R10},
                     {"r11", REG_R11}, {"r12", REG_R12}, {"r13", REG_R13}, {"r14", REG_R14},
                     {"r15", REG_R15}};
    raw_text(out, "registers:\n");
    for (size_t i = 0; i < sizeof REGISTERS / sizeof *REGISTERS; i++) {
        raw_text(out, "  ");
        raw_text(out, REGISTERS[i].name);
        raw_text(out, " ");
        raw_hex(out, (uint64_t)context->uc_mcontext.gregs[REGISTERS[i].index], 16);
        raw_text(out, i % 4 == 3 ? "\n" : "");
    }
    raw_text(out, "\nat:\n");
    const uintptr_t at = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    write_address(out, at, at);
}

/* What looks like return addresses in a piece of memory, whatever a sanitizer thinks of it. */
__attribute__((no_sanitize_address)) static void write_words(RawOutput *out, uintptr_t from,
                                                             uintptr_t to) {
    for (; from < to; from += sizeof(uintptr_t)) {
        uintptr_t offset;
        const uintptr_t word = *(const volatile uintptr_t *)from;
        if (symbols_find(word - 1, &offset))
            write_address(out, word, word - 1);
    }
}

/* NASM routines have no unwinding tables: what looks like return addresses on the stack above must
 * do for a trace that ends in one. */
static void write_stack(RawOutput *out, const ucontext_t *context) {
    enum { PAGE = 4096, PAGES = 12 };
    uintptr_t at = (uintptr_t)context->uc_mcontext.gregs[REG_RSP] & ~(uintptr_t)7;
    uintptr_t end = (at & ~(uintptr_t)(PAGE - 1)) + PAGE;
    int pipes[2];
    /* A pointer that may be bad is tried out by the kernel. All pages fit in a pipe. */
    if (pipe(pipes))
        return;
    raw_text(out, "on the stack, some perhaps of earlier calls:\n");
    for (int i = 0; i < PAGES; i++, at = end, end += PAGE) {
        if (syscall(SYS_write, pipes[1], at, end - at) != (long)(end - at))
            break;
        write_words(out, at, end);
    }
    close(pipes[0]);
    close(pipes[1]);
}

/* The unwinder reads where it is led, and that may be anywhere. */
static _Thread_local volatile sig_atomic_t unwinding;
static _Thread_local sigjmp_buf way_out;

void post_mortem_escape(void) {
    if (!unwinding)
        return;
    unwinding = false;
    siglongjmp(way_out, 1);
}

/* backtrace, or nothing if it comes to grief. */
static int unwind(void **frames) {
    if (sigsetjmp(way_out, 1))
        return 0;
    unwinding = true;
    const int count = backtrace(frames, TRACE_SIZE);
    unwinding = false;
    return count;
}

static void write_trace(RawOutput *out, const ucontext_t *context) {
    void *frames[TRACE_SIZE];
    const uintptr_t at = context ? (uintptr_t)context->uc_mcontext.gregs[REG_RIP] : 0;
    const int count = unwind(frames);
    raw_text(out, count ? "backtrace:\n" : "backtrace: the way back is lost\n");
    int behind = 0; /* frames behind that of the fault */
    bool met = false;
    for (int i = 0; i < count; i++) {
        const uintptr_t address = (uintptr_t)frames[i];
        behind += met;
        met |= address == at;
        write_address(out, address, address - (address != at));
    }
    if (context && behind == 0)
        write_stack(out, context);
}

/* --- the file -------------------------------------------------------------------------------- */

static void write_history(RawOutput *out) {
    for (int i = 0; i < RECORD_OPTIONS; i++) {
        if (!record_option_name(i))
            continue;
        raw_text(out, "option: ");
        raw_text(out, record_option_name(i));
        raw_text(out, " value ");
        raw_text(out, record_option_value(i));
        raw_text(out, "\n");
    }
    raw_text(out, "debug: ");
    raw_text(out, session->debug ? "on\n" : "off\n");
    raw_text(out, "position: ");
    raw_text(out, record_of_position());
    raw_text(out, "\ncommand: ");
    raw_text(out, record_of_command());
    raw_text(out, "\nnodes: ");
    raw_number(out, most_nodes());
    raw_text(out, "\n");
}

static void write_protocol(RawOutput *out) {
    raw_text(out, "protocol, the last lines:\n");
    for (int n = RECORD_LINES - 1; n >= 0; n--) {
        const char *line = record_line(n);
        if (!line)
            continue;
        raw_text(out, "  ");
        raw_text(out, line);
        raw_text(out, "\n");
    }
}

/* The trace comes last: it is what is likeliest to meet ground that has given way. */
static void write_all(RawOutput *out, const Cause *cause) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    raw_text(out, "Panoptes post-mortem\ncause: ");
    raw_text(out, cause->what);
    raw_text(out, syscall(SYS_gettid) == getpid() ? "\nin: the thread that reads the input"
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
    write_threads(out);
    write_protocol(out);
    if (cause->machine)
        write_registers(out, cause->machine);
    raw_flush(out);
    write_trace(out, cause->machine);
    raw_text(out, "end\n");
    raw_flush(out);
}

/* Composes a path into a text of bounded size; false if it does not fit. */
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

/* Makes a file that was not there: panoptes-PID-N.txt with the first N that is free. */
static int create(const char *where, char *path) {
    for (int n = 1; n < 10000; n++) {
        *path = '\0';
        if (!add_to_path(path, where) || !add_to_path(path, "/panoptes-") ||
            !add_number(path, getpid()) || !add_to_path(path, "-") || !add_number(path, n) ||
            !add_to_path(path, ".txt"))
            return -1;
        const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

bool post_mortem_write(const Cause *cause, char *path) {
    int file = create(folder, path);
    if (file < 0)
        file = create("/tmp", path);
    if (file < 0) {
        *path = '\0';
        return false;
    }
    RawOutput out = raw_begin(file);
    write_all(&out, cause);
    close(file);
    return true;
}

void post_mortem_announce(const Cause *cause, const char *path) {
    RawOutput out = raw_begin(STDERR_FILENO);
    raw_text(&out, "panoptes: ");
    raw_text(&out, cause->what);
    raw_text(&out, *path ? "; post-mortem: " : "; no post-mortem could be written");
    raw_text(&out, path);
    raw_text(&out, "\n");
    raw_flush(&out);
}
