/* On other systems the handler of a crash lets a search go on by longjmp. WebAssembly has no such handler:
 * setjmp returns 0, and longjmp is never reached. */
#ifndef OS_WASM_SETJMP_H
#define OS_WASM_SETJMP_H

typedef int jmp_buf;
#define setjmp(way_out)         ((void)(way_out), 0)
#define longjmp(way_out, value) __builtin_trap()

#endif
