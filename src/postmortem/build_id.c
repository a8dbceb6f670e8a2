#include "postmortem/build_id.h"

#include "postmortem/symbols.h"

#include <string.h>

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
