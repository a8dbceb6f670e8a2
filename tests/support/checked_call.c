#include "support/checked_call.h"

#include "kernels/registry.h"

#ifndef __x86_64__
/* On other machines all kernels are C, and the compiler preserves the registers that the ABI
 * demands. */
#include "selfcheck/kernel_specs.h"

uint64_t checked_call(const void *function, const uint64_t args[4], uint64_t *broke) {
    return kernel_call((KernelFunction *)(uintptr_t)function, args);
}
#else

/* The call in assembly. `level` is a CpuLevel, which determines the vector registers to check. */
uint64_t checked_call_asm(const void *function, const uint64_t args[4], uint64_t *broke, int level);

uint64_t checked_call(const void *function, const uint64_t args[4], uint64_t *broke) {
    static int level = -1;
    if (level < 0)
        level = cpu_highest_level();
    return checked_call_asm(function, args, broke, level);
}

_Static_assert(CPU_AVX2 == 2 && CPU_AVX512 == 3, "as below");

/* The frame of a checked call, below our saved registers, has canaries at offsets 0, 8 and 56, which the callee must not
 * change, `broke` at 64, and `level` at 72. checked_call_asm keeps its rsp in a static variable, so that it can go on and
 * report the error even if the callee returns with another rsp. */
__asm__(".pushsection .bss\n"
        ".balign 8\n"
        "checked_call_rsp: .skip 8\n"
        ".popsection\n"
        ".pushsection .text\n"
        ".globl checked_call_asm\n"
        ".type checked_call_asm, @function\n"
        "checked_call_asm:\n"
        ".irp saved, rbx, rbp, r12, r13, r14, r15\n"
        "    push %\\saved\n"
        ".endr\n"
        "    sub $88, %rsp\n" /* 6 pushes, return address, 88: aligned to 16 */
        "    mov %rdx, 64(%rsp)\n"
        "    mov %ecx, 72(%rsp)\n"
        "    test %ecx, %ecx\n"
        "    jz 1f\n"
        "    vzeroupper\n"
        "1:  movabs $0x1122334455667788, %rbx\n"
        "    mov %rbx, (%rsp)\n"
        "    mov %rbx, 8(%rsp)\n"
        "    mov %rbx, 56(%rsp)\n"
        "    mov %rsp, checked_call_rsp(%rip)\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %r10\n"
        "    mov (%r10), %rdi\n"
        "    mov 8(%r10), %rsi\n"
        "    mov 16(%r10), %rdx\n"
        "    mov 24(%r10), %rcx\n"
        "    lea 1(%rbx), %rbp\n"
        "    lea 2(%rbx), %r12\n"
        "    lea 3(%rbx), %r13\n"
        "    lea 4(%rbx), %r14\n"
        "    lea 5(%rbx), %r15\n"
        "    mov %rbx, %r8\n" /* junk in a register that a careless routine may expect to be 0 */
        "    mov %rbx, %r9\n"
        "    mov %rbx, %r11\n"
        "    call *%rax\n"
        "    movabs $0x1122334455667788, %r10\n"
        "    xor %r11d, %r11d\n"
        /* each line sets its register's BROKE_ bit in r11 if the register has changed */
        "    xor %ecx, %ecx; cmp %r10, %rbx; setne %cl; or %rcx, %r11\n"
        "    inc %r10; xor %ecx, %ecx; cmp %r10, %rbp; setne %cl; shl $1, %ecx; or %rcx, %r11\n"
        "    inc %r10; xor %ecx, %ecx; cmp %r10, %r12; setne %cl; shl $2, %ecx; or %rcx, %r11\n"
        "    inc %r10; xor %ecx, %ecx; cmp %r10, %r13; setne %cl; shl $3, %ecx; or %rcx, %r11\n"
        "    inc %r10; xor %ecx, %ecx; cmp %r10, %r14; setne %cl; shl $4, %ecx; or %rcx, %r11\n"
        "    inc %r10; xor %ecx, %ecx; cmp %r10, %r15; setne %cl; shl $5, %ecx; or %rcx, %r11\n"
        "    sub $5, %r10\n"
        "    mov checked_call_rsp(%rip), %rdx\n"
        "    xor %ecx, %ecx; cmp %rdx, %rsp; setne %cl; shl $6, %ecx; or %rcx, %r11\n"
        "    mov %rdx, %rsp\n"
        "    xor %ecx, %ecx; cmp %r10, (%rsp); setne %cl; shl $6, %ecx; or %rcx, %r11\n"
        "    xor %ecx, %ecx; cmp %r10, 8(%rsp); setne %cl; shl $6, %ecx; or %rcx, %r11\n"
        "    xor %ecx, %ecx; cmp %r10, 56(%rsp); setne %cl; shl $6, %ecx; or %rcx, %r11\n"
        "    pushfq\n"
        "    pop %rcx\n"
        "    and $0x400, %ecx\n"
        "    shr $3, %ecx\n" /* moves the direction flag from bit 10 to bit 7 */
        "    or %rcx, %r11\n"
        "    cld\n"
        /* ORs the upper halves of zmm0-15 in zmm16, and of ymm0-15 in xmm0: they must be 0 */
        "    cmpl $2, 72(%rsp)\n"
        "    jb 3f\n"
        "    je 2f\n"
        "    vpxorq %zmm16, %zmm16, %zmm16\n"
        ".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
        "    vextracti64x4 $1, %zmm\\n, %ymm17\n"
        "    vporq %zmm17, %zmm16, %zmm16\n"
        ".endr\n"
        "    vptestmq %zmm16, %zmm16, %k1\n"
        "    kmovw %k1, %ecx\n"
        "    neg %ecx; sbb %ecx, %ecx; and $0x100, %ecx; or %rcx, %r11\n"
        "2:  vextractf128 $1, %ymm0, %xmm0\n"
        ".irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
        "    vextractf128 $1, %ymm\\n, %xmm\\n\n"
        "    vorps %xmm\\n, %xmm0, %xmm0\n"
        ".endr\n"
        "    xor %ecx, %ecx; vptest %xmm0, %xmm0; setnz %cl; shl $8, %ecx; or %rcx, %r11\n"
        "    vzeroupper\n"
        "3:  mov 64(%rsp), %rdx\n"
        "    mov %r11, (%rdx)\n"
        "    add $88, %rsp\n"
        ".irp saved, r15, r14, r13, r12, rbp, rbx\n"
        "    pop %\\saved\n"
        ".endr\n"
        "    ret\n"
        ".size checked_call_asm, . - checked_call_asm\n"
        ".popsection\n");
#endif
