/* A search goes on behind a crash by longjmp from its handler. Without such a handler there is no way back. */
#ifndef OS_WASM_SETJMP_H
#define OS_WASM_SETJMP_H

typedef int jmp_buf;
#define setjmp(way_out)         ((void)(way_out), 0)
#define longjmp(way_out, value) __builtin_trap()

#endif
