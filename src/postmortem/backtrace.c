#define _GNU_SOURCE /* the names of registers */

#include "postmortem/postmortem_internal.h"

#include "os/thread.h"

#include <elf.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* --- symbols --------------------------------------------------------------------------------- */

/* The symbol table in the mapped file; without a table symbol_count is 0. */
static const Elf64_Sym *symbols;
static size_t symbol_count;
static const char *names;
static size_t names_size;

/* The start of the program's file in memory: a symbol of the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

/* Returns the program headers in memory. *count becomes their number. */
static const Elf64_Phdr *program_headers(int *count) {
    const Elf64_Ehdr *start = (const Elf64_Ehdr *)(const void *)__ehdr_start;
    *count = start->e_phnum;
    return (const Elf64_Phdr *)(const void *)(__ehdr_start + start->e_phoff);
}

/* The load bias: run-time address minus address in the ELF file. A PIE has a bias other than 0. */
static uintptr_t load_offset(void) {
    int count;
    const Elf64_Phdr *header = program_headers(&count);
    for (int i = 0; i < count; i++)
        if (header[i].p_type == PT_LOAD && header[i].p_offset == 0)
            return (uintptr_t)__ehdr_start - header[i].p_vaddr;
    return 0;
}

/* True if a section lies within the file. */
static bool fits(const Elf64_Shdr *section, size_t size) {
    return section->sh_offset <= size && section->sh_size <= size - section->sh_offset;
}

/* Finds the symbol table and the names of symbols in a file. */
static void find_table(const char *file, size_t size) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        (header->e_type != ET_DYN && header->e_type != ET_EXEC) ||
        header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff > size ||
        header->e_shoff % _Alignof(Elf64_Shdr) ||
        header->e_shnum > (size - header->e_shoff) / sizeof(Elf64_Shdr))
        return;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(const void *)(file + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum)
            continue;
        const Elf64_Shdr *strings = &sections[table->sh_link];
        if (!fits(table, size) || table->sh_offset % _Alignof(Elf64_Sym) || !fits(strings, size) ||
            !strings->sh_size || file[strings->sh_offset + strings->sh_size - 1] != '\0')
            continue;
        names = file + strings->sh_offset;
        names_size = strings->sh_size;
        symbols = (const Elf64_Sym *)(const void *)(file + table->sh_offset);
        symbol_count = table->sh_size / sizeof *symbols;
        return;
    }
}

void symbols_init(void) {
    const int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0)
        return;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        const size_t size = (size_t)status.st_size;
        const void *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (file != MAP_FAILED)
            find_table(file, size);
    }
    close(descriptor);
}

const char *symbols_find(uintptr_t address, uintptr_t *offset) {
    address -= load_offset();
    for (size_t i = 0; i < symbol_count; i++) {
        const Elf64_Sym *s = &symbols[i];
        if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || s->st_name >= names_size ||
            address < s->st_value || address - s->st_value >= s->st_size)
            continue;
        *offset = address - s->st_value;
        return names + s->st_name;
    }
    return NULL;
}

/* --- build id -------------------------------------------------------------------------------- */

const uint8_t *build_id(size_t *size) {
    int count;
    const Elf64_Phdr *header = program_headers(&count);
    for (int i = 0; i < count; i++, header++) {
        if (header->p_type != PT_NOTE)
            continue;
        const char *at = (const char *)(header->p_vaddr + load_offset());
        const char *const end = at + header->p_memsz;
        while (at + sizeof(Elf64_Nhdr) <= end) {
            const Elf64_Nhdr *note = (const Elf64_Nhdr *)(const void *)at;
            const char *data = at + sizeof *note + ((note->n_namesz + 3) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof "GNU" &&
                memcmp(note + 1, "GNU", sizeof "GNU") == 0) {
                *size = note->n_descsz;
                return (const uint8_t *)data;
            }
            at = data + ((note->n_descsz + 3) & ~3u);
        }
    }
    return NULL;
}

/* --- backtrace ------------------------------------------------------------------------------- */

enum { TRACE_SIZE = 160 };

/* musl, unlike glibc, has no unwinder. With musl the post-mortem shows the words on the stack
 * instead of a backtrace. */
#if __has_include(<execinfo.h>)
#include <execinfo.h>

static const char NO_FRAMES[] = "backtrace: not possible\n";

static int take_frames(void **frames) {
    return backtrace(frames, TRACE_SIZE);
}

static void write_unknown(RawOutput *out, uintptr_t address) {
    void *frame = (void *)address;
    raw_flush(out);
    backtrace_symbols_fd(&frame, 1, out->descriptor);
}
#else
static const char NO_FRAMES[] = "backtrace: not with this C library\n";

static int take_frames(void **frames) {
    return 0;
}

static void write_unknown(RawOutput *out, uintptr_t address) {
    raw_text(out, "not in the program\n");
}
#endif

void backtrace_init(void) {
    void *frames[TRACE_SIZE];
    symbols_init();
    take_frames(frames); /* the first call loads a library; a handler must not load one */
}

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
        write_unknown(out, address);
    }
}

/* The names of the registers, four characters each, in the order in which an mcontext_t holds them from byte FIRST on. */
#ifdef __x86_64__
enum { FIRST = offsetof(mcontext_t, gregs), PROGRAM_COUNTER = REG_RIP, STACK_POINTER = REG_RSP };
static const char NAMES[] = "r8  r9  r10 r11 r12 r13 r14 r15 rdi rsi rbp rbx rdx rax rcx rsp rip ";
#else
enum { FIRST = offsetof(mcontext_t, regs), PROGRAM_COUNTER = 32, STACK_POINTER = 31 };
static const char NAMES[] = "x0  x1  x2  x3  x4  x5  x6  x7  x8  x9  x10 x11 x12 x13 x14 x15 x16 "
                            "x17 x18 x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 x30 sp  pc  ";
#endif
enum { NAME = 4, REGISTERS = sizeof NAMES / NAME };

static uint64_t register_in(const void *context, int which) {
    const ucontext_t *machine = context;
    uint64_t value;
    memcpy(&value, (const char *)&machine->uc_mcontext + FIRST + (size_t)which * sizeof value,
           sizeof value);
    return value;
}

void backtrace_registers(RawOutput *out, const void *context) {
    raw_text(out, "registers:\n");
    for (int i = 0; i < REGISTERS; i++) {
        char name[NAME + 1] = "";
        memcpy(name, NAMES + NAME * i, NAME);
        raw_text(out, "  ");
        raw_text(out, name);
        raw_hex(out, register_in(context, i), 16);
        raw_text(out, i % 4 == 3 ? "\n" : "");
    }
    raw_text(out, "\nat:\n");
    const uintptr_t at = register_in(context, PROGRAM_COUNTER);
    write_address(out, at, at);
}

/* Writes the words of a range of memory that look like return addresses. AddressSanitizer is off here, since the
 * function reads bytes of the stack that belong to no variable. */
__attribute__((no_sanitize_address)) static void write_words(RawOutput *out, uintptr_t from,
                                                             uintptr_t to) {
    for (; from < to; from += sizeof(uintptr_t)) {
        uintptr_t offset;
        const uintptr_t word = *(const volatile uintptr_t *)from;
        if (symbols_find(word - 1, &offset))
            write_address(out, word, word - 1);
    }
}

/* Writes the words on the stack that look like return addresses. These words stand in for a
 * backtrace that is missing or ends at the fault: assembly routines have no unwinding tables. */
static void write_stack(RawOutput *out, uintptr_t from) {
    enum { PAGE = 4096, PAGES = 12 };
    uintptr_t at = from & ~(uintptr_t)7;
    uintptr_t end = (at & ~(uintptr_t)(PAGE - 1)) + PAGE;
    int pipes[2];
    /* write() to a pipe fails, without a signal, on memory that cannot be read. The pipe has room
     * for all pages. */
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

/* The thread_id of the thread that unwinds, or 0. The unwinder follows pointers on the stack, which
 * may be damaged. One thread unwinds at a time, since all threads share `unwinding` and `way_out`:
 * thread-local variables may also be damaged. */
static atomic_uintptr_t unwinding;
static sigjmp_buf way_out;

void backtrace_escape(void) {
    if (unwinding == thread_id())
        siglongjmp(way_out, 1);
}

/* Calls take_frames. Returns 0 if the unwinder crashes. */
static int unwind(void **frames) {
    uintptr_t none = 0;
    volatile int count = 0;
    while (!atomic_compare_exchange_weak(&unwinding, &none, thread_id()))
        none = 0;
    if (!sigsetjmp(way_out, 1))
        count = take_frames(frames);
    unwinding = 0;
    return count;
}

void backtrace_write(RawOutput *out, const void *context) {
    void *frames[TRACE_SIZE];
    const uintptr_t at = context ? register_in(context, PROGRAM_COUNTER) : 0;
    const int count = unwind(frames);
    raw_text(out, count ? "backtrace:\n" : NO_FRAMES);
    int behind = 0; /* the number of frames after the fault's frame */
    bool met = false;
    for (int i = 0; i < count; i++) {
        const uintptr_t address = (uintptr_t)frames[i];
        behind += met;
        met |= address == at;
        write_address(out, address, address - (address != at));
    }
    if (context && behind == 0)
        write_stack(out, register_in(context, STACK_POINTER));
    else if (count == 0)
        write_stack(out, (uintptr_t)__builtin_frame_address(0));
}
