; void accumulator_update(const Network *net, const AccumulatorRows *rows, const uint16_t *from, uint16_t *to)
; uint32_t output_both(const uint16_t *own, const uint16_t *other, const int16_t *weights)
;
; The contracts are in src/network/accumulator.h, the C references in src/network/accumulator.c.

%include "function.inc"
%include "offsets.inc"

; accumulator_update keeps a block of sums in up to eight registers while it adds all rows. `at` is the distance in
; bytes from the first sum to the block.

%define PIECES r8
%define PAIRS  r9

; Sets the vector registers of the other macros. %1 = kind of register, %2 = bytes of a register, %3 = number of the
; first of eight registers with sums, %4 = instruction that loads and stores sums. The eight registers after the sums
; are lost.
%macro VECTORS 4
%define VECTOR %1
%define BYTES  %2
%define SUMS   %3
%define MOVE   %4
%ifidn %1, xmm
%define PLUS   paddw
%define MINUS  psubw
%define WIDEN  pmovsxbw
%else
%define PLUS   vpaddw
%define MINUS  vpsubw
%define WIDEN  vpmovsxbw
%endif
%endmacro

; Adds (%1 = PLUS) or subtracts (%1 = MINUS) a row of a piece in %2 registers of sums. rax = number of weights before
; the row; a weight has 16 bits.
%macro PIECE_ROW 2
    lea         rax, [PIECES + 2 * rax]
%assign i 0
%rep %2
%assign sum SUMS + i
    %1          VECTOR %+ sum, [rax + at + BYTES * i]
%assign i i + 1
%endrep
%endmacro

; Adds (%1 = PLUS) or subtracts (%1 = MINUS) a row of a pair in %2 registers of sums. rax = number of weights before the
; row; a weight has 8 bits.
%macro PAIR_ROW 2
    add         rax, PAIRS
%assign i 0
%rep %2
%assign sum SUMS + i
%assign part SUMS + 8 + i
    WIDEN       VECTOR %+ part, [rax + at / 2 + BYTES / 2 * i]
    %1          VECTOR %+ sum, VECTOR %+ part
%assign i i + 1
%endrep
%endmacro

; Adds or subtracts all rows of a list, each by the macro %1. %2 = PLUS or MINUS, %3 = number of registers of sums,
; %4 = offset of the list, %5 = offset of the list's count
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

; Updates a block of sums that fills %1 registers.
%macro BLOCK 1
%assign i 0
%rep %1
%assign sum SUMS + i
    MOVE        VECTOR %+ sum, [ARG3 + at + BYTES * i]
%assign i i + 1
%endrep
    ROWS        PIECE_ROW, MINUS, %1, ROWS_REMOVED + SUMS_PIECES, ROWS_REMOVED + SUMS_PIECE_COUNT
    ROWS        PIECE_ROW, PLUS, %1, ROWS_ADDED + SUMS_PIECES, ROWS_ADDED + SUMS_PIECE_COUNT
    ROWS        PAIR_ROW, MINUS, %1, ROWS_REMOVED + SUMS_PAIRS, ROWS_REMOVED + SUMS_PAIR_COUNT
    ROWS        PAIR_ROW, PLUS, %1, ROWS_ADDED + SUMS_PAIRS, ROWS_ADDED + SUMS_PAIR_COUNT
%assign i 0
%rep %1
%assign sum SUMS + i
    MOVE        [ARG4 + at + BYTES * i], VECTOR %+ sum
%assign i i + 1
%endrep
%assign at at + BYTES * %1
%endmacro

; UPDATE runs BLOCK for all blocks of sums.
%macro UPDATE 0
    mov         PIECES, [ARG1 + NETWORK_PIECES]
    mov         PAIRS, [ARG1 + NETWORK_PAIRS]
%assign at 0
%rep 2 * NETWORK_HIDDEN / (8 * BYTES)
    BLOCK       8
%endrep
%assign rest 2 * NETWORK_HIDDEN % (8 * BYTES) / BYTES
%if rest
    BLOCK       rest
%endif
%endmacro

function accumulator_update_sse4
    VECTORS     xmm, 16, 0, movdqa
    UPDATE
    return
endfunction

function accumulator_update_avx2
    VECTORS     ymm, 32, 0, vmovdqa
    UPDATE
    vzeroupper
    return
endfunction

; AVX-512 F, BW and VL
function accumulator_update_avx512
    VECTORS     zmm, 64, 16, vmovdqa64
    UPDATE
    return
endfunction

; output_both squares a clipped sum x by a multiplication of words. Let y = 2^(8 - SQUARE_SHIFT / 2) * x. The upper 16
; bits of y * y are x * x >> SQUARE_SHIFT.

%if SQUARE_SHIFT % 2 || SQUARE_ONE > 0x7FFF
%error "squares are taken by their upper halves, and multiplied as signed numbers"
%endif

; Multiplies all sums by their weights with the macro %1. Adds the totals of the two perspectives to registers SUMS
; and SUMS + 1, and destroys SUMS + 2 and SUMS + 3. Register SUMS + 4 must be 0, and SUMS + 5 must hold
; ACCUMULATOR_ONE.
%macro WEIGH 1
%assign own SUMS
%assign other SUMS + 1
%assign own_part SUMS + 2
%assign other_part SUMS + 3
%assign zero SUMS + 4
%assign one SUMS + 5
    xor         eax, eax
.next:
%assign i 0
%rep 2 * NETWORK_HIDDEN_STEP / BYTES
    %1          ARG1 + rax + i, ARG3 + rax + i, own, own_part
    %1          ARG2 + rax + i, ARG3 + rax + i + 2 * NETWORK_HIDDEN, other, other_part
%assign i i + BYTES
%endrep
    add         rax, 2 * NETWORK_HIDDEN_STEP
    cmp         rax, 2 * NETWORK_HIDDEN
    jne         .next
%endmacro

; Multiplies a register of sums at %1 by the weights at %2, and adds the products to register %3. Destroys register
; %4.
%macro WEIGH_SSE4 4
    movdqa      xmm%4, [%1]
    pmaxsw      xmm%4, xmm %+ zero
    pminsw      xmm%4, xmm %+ one
    psllw       xmm%4, 8 - SQUARE_SHIFT / 2
    pmulhuw     xmm%4, xmm%4
    pmaddwd     xmm%4, [%2]
    paddd       xmm%3, xmm%4
%endmacro

function output_both_sse4
    VECTORS     xmm, 16, 0, movdqa
    mov         eax, ACCUMULATOR_ONE * 0x00010001
    movd        xmm5, eax
    pshufd      xmm5, xmm5, 0
    pxor        xmm4, xmm4
    pxor        xmm0, xmm0
    pxor        xmm1, xmm1
    WEIGH       WEIGH_SSE4
    paddd       xmm0, xmm1
    pshufd      xmm1, xmm0, 0x4E
    paddd       xmm0, xmm1
    pshufd      xmm1, xmm0, 0xB1
    paddd       xmm0, xmm1
    movd        eax, xmm0
    return
endfunction

; As WEIGH_SSE4, but for ymm and zmm registers.
%macro WEIGH_AVX 4
    vpmaxsw     VECTOR %+ %4, VECTOR %+ zero, [%1]
    vpminsw     VECTOR %+ %4, VECTOR %+ %4, VECTOR %+ one
    vpsllw      VECTOR %+ %4, VECTOR %+ %4, 8 - SQUARE_SHIFT / 2
    vpmulhuw    VECTOR %+ %4, VECTOR %+ %4, VECTOR %+ %4
    vpmaddwd    VECTOR %+ %4, VECTOR %+ %4, [%2]
    vpaddd      VECTOR %+ %3, VECTOR %+ %3, VECTOR %+ %4
%endmacro

; Adds up the four dwords of xmm%1 in eax; xmm%2 is lost.
%macro ADD_DWORDS 2
    vpshufd     xmm%2, xmm%1, 0x4E
    vpaddd      xmm%1, xmm%1, xmm%2
    vpshufd     xmm%2, xmm%1, 0xB1
    vpaddd      xmm%1, xmm%1, xmm%2
    vmovd       eax, xmm%1
%endmacro

function output_both_avx2
    VECTORS     ymm, 32, 0, vmovdqa
    mov         eax, ACCUMULATOR_ONE
    vmovd       xmm5, eax
    vpbroadcastw ymm5, xmm5
    vpxor       xmm4, xmm4, xmm4
    vpxor       xmm0, xmm0, xmm0
    vpxor       xmm1, xmm1, xmm1
    WEIGH       WEIGH_AVX
    vpaddd      ymm0, ymm0, ymm1
    vextracti128 xmm1, ymm0, 1
    vpaddd      xmm0, xmm0, xmm1
    ADD_DWORDS  0, 1
    vzeroupper
    return
endfunction

; AVX-512 F, BW and VL
function output_both_avx512
    VECTORS     zmm, 64, 16, vmovdqa64
    mov         eax, ACCUMULATOR_ONE
    vpbroadcastw zmm21, eax
    vpxord      xmm20, xmm20, xmm20
    vpxord      xmm16, xmm16, xmm16
    vpxord      xmm17, xmm17, xmm17
    WEIGH       WEIGH_AVX
    vpaddd      zmm16, zmm16, zmm17
    vextracti64x4 ymm17, zmm16, 1
    vpaddd      ymm16, ymm16, ymm17
    vextracti32x4 xmm17, ymm16, 1
    vpaddd      xmm16, xmm16, xmm17
    ADD_DWORDS  16, 17
    return
endfunction
