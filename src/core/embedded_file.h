/* Files that become part of the program. */
#ifndef CORE_EMBEDDED_FILE_H
#define CORE_EMBEDDED_FILE_H

#ifdef _WIN32
#define READ_ONLY_SECTION ".section .rdata, \"dr\"\n"
#define HIDDEN(name)
#else
#define READ_ONLY_SECTION ".section .rodata\n"
#define HIDDEN(name)      ".hidden " #name ", " #name "_end\n" /* hidden from the library's users */
#endif

/* Defines the array NAME with the bytes of a file, and the label NAME_end after its last byte. The
 * array is aligned to `alignment` bytes. The path is relative to the folder of the Makefile. The
 * compiler, not the linker, must read the file. So the Makefile turns link-time optimisation off
 * for each source that uses this macro. */
#ifdef __wasm__
#define EMBEDDED_FILE(name, path, alignment)                                                       \
    __asm__(".section .rodata." #name ",\"\",@\n.balign " #alignment "\n.globl " #name             \
            "\n.globl " #name "_end\n.type " #name ",@object\n.type " #name "_end,@object\n" #name \
            ":\n.incbin \"" path "\"\n.size " #name ", .-" #name "\n" #name                        \
            "_end:\n.byte 0\n.size " #name "_end, 1\n.text\n")
#else
#define EMBEDDED_FILE(name, path, alignment)                                                       \
    __asm__(READ_ONLY_SECTION ".balign " #alignment "\n"                                           \
                              ".global " #name ", " #name "_end\n" HIDDEN(name) #name              \
            ":\n"                                                                                  \
            ".incbin \"" path "\"\n" #name "_end:\n"                                               \
            ".text\n")
#endif

#endif
