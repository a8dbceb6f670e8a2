; void sums_update(const Network *net, const SumRows *rows, const uint16_t *from, uint16_t *to)
; uint32_t output_sum(const uint16_t *own, const uint16_t *other, const int16_t *weights, int hidden)
;
; The contracts are in include/network/sums.h, the C references in src/network/sums.c.

%include "function.inc"
%include "offsets.inc"

; sums_update. The sums stay in registers while all rows are added, up to 128 at a time: what is left of `hidden` is
; taken by 128, 64, 32 and 16. ARG3 and ARG4 go from block to block, and so do PIECES and PAIRS, the rows' part in it.

%define LEFT   ARG1d                    ; of `hidden`, less 128
%define PIECES r8
%define PAIRS  r9

; Adds (%1 = vpaddw) or subtracts (vpsubw) the row at place rax for %2 registers of sums: 16 bits each,
%macro PIECE_ROW 2
    lea         rax, [PIECES + 2 * rax]
%assign i 0
%rep %2
    %1          ymm %+ i, ymm %+ i, [rax + 32 * i]
%assign i i + 1
%endrep
%endmacro

; or 8 bits each.
%macro PAIR_ROW 2
    add         rax, PAIRS
%assign i 0
%rep %2
%assign j i + 8
    vpmovsxbw   ymm %+ j, [rax + 16 * i]
    %1          ymm %+ i, ymm %+ i, ymm %+ j
%assign i i + 1
%endrep
%endmacro

; All rows of a list, each by the macro %1. %2 = instruction, %3 = registers of sums, %4 = offset of the list, %5 = of
; its count
%macro ROWS 5
    movsxd      r11, dword [ARG2 + %5]
    lea         r10, [ARG2 + %4]
    lea         r11, [r10 + 4 * r11]
    cmp         r10, r11
    je          %%done
%%next:
    mov         eax, [r10]
    add         r10, 4
    %1          %2, %3
    cmp         r10, r11
    jne         %%next
%%done:
%endmacro

; %1 = registers of sums
%macro BLOCK 1
%assign i 0
%rep %1
    vmovdqa     ymm %+ i, [ARG3 + 32 * i]
%assign i i + 1
%endrep
    ROWS        PIECE_ROW, vpsubw, %1, ROWS_GONE + SUMS_PIECES, ROWS_GONE + SUMS_PIECE_COUNT
    ROWS        PIECE_ROW, vpaddw, %1, ROWS_COME + SUMS_PIECES, ROWS_COME + SUMS_PIECE_COUNT
    ROWS        PAIR_ROW, vpsubw, %1, ROWS_GONE + SUMS_PAIRS, ROWS_GONE + SUMS_PAIR_COUNT
    ROWS        PAIR_ROW, vpaddw, %1, ROWS_COME + SUMS_PAIRS, ROWS_COME + SUMS_PAIR_COUNT
%assign i 0
%rep %1
    vmovdqa     [ARG4 + 32 * i], ymm %+ i
%assign i i + 1
%endrep
    add         ARG3, 32 * %1
    add         ARG4, 32 * %1
    add         PIECES, 32 * %1
    add         PAIRS, 16 * %1
%endmacro

function sums_update_avx2
    mov         PIECES, [ARG1 + NETWORK_PIECES]
    mov         PAIRS, [ARG1 + NETWORK_PAIRS]
    mov         LEFT, [ARG1 + NETWORK_HIDDEN]
    sub         LEFT, 128
    jl          .half
.whole:
    BLOCK       8
    sub         LEFT, 128
    jge         .whole
.half:
    test        LEFT, 64
    jz          .quarter
    BLOCK       4
.quarter:
    test        LEFT, 32
    jz          .eighth
    BLOCK       2
.eighth:
    test        LEFT, 16
    jz          .done
    BLOCK       1
.done:
    vzeroupper
    return
endfunction

; output_sum. The upper half of the square of a clipped sum times 2^(8 - SQUARE_SHIFT / 2) is SQUARE_SHIFT less.

%if SQUARE_SHIFT % 2 || SQUARE_ONE > 0x7FFF
%error "squares are taken by their upper halves, and multiplied as signed numbers"
%endif

; 16 sums at %1 and their weights at %2 are added to ymm%3; ymm4 = 0, ymm5 = SUM_ONE. ymm%4 is lost.
%macro WEIGH 4
    vpmaxsw     ymm%4, ymm4, [%1]
    vpminsw     ymm%4, ymm%4, ymm5
    vpsllw      ymm%4, ymm%4, 8 - SQUARE_SHIFT / 2
    vpmulhuw    ymm%4, ymm%4, ymm%4
    vpmaddwd    ymm%4, ymm%4, [%2]
    vpaddd      ymm%3, ymm%3, ymm%4
%endmacro

function output_sum_avx2
    movsxd      rcx, ecx
    mov         eax, SUM_ONE
    vmovd       xmm5, eax
    vpbroadcastw ymm5, xmm5
    vpxor       xmm4, xmm4, xmm4
    vpxor       xmm0, xmm0, xmm0
    vpxor       xmm1, xmm1, xmm1
    lea         r8, [ARG3 + 2 * rcx]
    add         rcx, rcx
    xor         eax, eax
.next:
    WEIGH       ARG1 + rax, ARG3 + rax, 0, 2
    WEIGH       ARG2 + rax, r8 + rax, 1, 3
    add         rax, 32
    cmp         rax, rcx
    jne         .next
    vpaddd      ymm0, ymm0, ymm1
    vextracti128 xmm1, ymm0, 1
    vpaddd      xmm0, xmm0, xmm1
    vpshufd     xmm1, xmm0, 0x4E
    vpaddd      xmm0, xmm0, xmm1
    vpshufd     xmm1, xmm0, 0xB1
    vpaddd      xmm0, xmm0, xmm1
    vmovd       eax, xmm0
    vzeroupper
    return
endfunction
