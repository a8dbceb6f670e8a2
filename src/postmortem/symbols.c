#include "postmortem/postmortem_internal.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The symbol table in the mapped file; symbol_count is 0 without one. */
static const Elf64_Sym *symbols;
static size_t symbol_count;
static const char *names;
static size_t names_size;

/* The start of the program's file in memory: a symbol of the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

/* The program's headers in memory, *count of them. */
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
