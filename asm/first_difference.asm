; int first_difference(const uint32_t a[64], const uint32_t b[64])
;
; The contract is in include/kernels/first_difference.h, the C reference in src/kernels/first_difference.c. All words
; are compared, without a branch; the masks are joined to one of 64 bits, and tzcnt of 0 is 64.

%include "function.inc"

function first_difference_avx512
%assign i 0
%rep 4
    vmovdqu32   zmm16, [ARG1 + 64 * i]
    vpcmpneqd   k %+ i, zmm16, [ARG2 + 64 * i]
%assign i i + 1
%endrep
    kunpckwd    k0, k1, k0              ; words 0-31
    kunpckwd    k2, k3, k2              ; words 32-63
    kunpckdq    k0, k2, k0
    kmovq       rax, k0
    tzcnt       rax, rax
    return
endfunction

; Eight words give eight bits, lowest first, set where they are equal.
%macro EQUAL_EIGHT 2                    ; result register, which eight
    vmovdqu     ymm0, [ARG1 + 32 * %2]
    vpcmpeqd    ymm0, ymm0, [ARG2 + 32 * %2]
    vmovmskps   %1, ymm0
%endmacro

function first_difference_avx2
    xor         eax, eax
%assign i 7
%rep 8
    EQUAL_EIGHT ecx, i
    shl         rax, 8
    or          rax, rcx
%assign i i - 1
%endrep
    not         rax
    tzcnt       rax, rax
    vzeroupper
    return
endfunction
