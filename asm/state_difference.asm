; void state_difference(const State *from, const State *to, StateDifference *out)
;
; The contract is in src/board/state_difference.h, which also defines removed and added pairs. The C reference
; is in src/board/state_difference.c.
;
; A pair is a dword: attacker | attacker's square << 8 | target << 16 | target's square << 24.

%include "function.inc"
%include "offsets.inc"
%include "squares.inc"

%define PAIRING 0x7FFF7FFF                ; all bits except the kings'

; Clears in %1 the empty squares of state %2 and the squares of the kings. %3 and %4 are lost.
%macro TARGETS 4
    mov         %3, [%2 + STATE_BY_COLOR]
    or          %3, [%2 + STATE_BY_COLOR + 8]
    mov         %4, [%2 + STATE_KINGS]
    and         %1, %3
    andn        %1, %4, %1
%endmacro

; Computes the target's half of a pair. %1 = result, %2 = state, %3 = the target's square, which is lost
%macro TARGET 3
    movzx       %1d, byte [%2 + STATE_MAN_ON + %3]
    shl         %3d, 8
    shr         %1d, 4
    or          %1d, %3d
    shl         %1d, 16
%endmacro

; Stores the number of pairs; r9 = the end of the last pair. %1 = offset of the part
%macro COUNT_PAIRS 1
    lea         r10, [ARG3 + %1 + PART_PAIRS]
    sub         r9, r10
    shr         r9d, 2
    mov         [ARG3 + %1 + PART_PAIR_COUNT], r9d
%endmacro

; AVX-512 with VBMI, VBMI2 and CD: vpermb reads man_on by square_of. This gives the owners of all 32 bits at once, as
; words attacker | square << 8. The rows stay in registers. Up to 16 rows that are not empty go into the lanes of one
; register. Each lane gives its highest pair, then its next pair, until all lanes are empty. Most rows have at most
; three pairs. So the routine runs three rounds before the first branch, which the CPU would mispredict.

; Compares the 16 rows from %1 on: removed pairs go to zmm(16 + %1 / 16), added pairs to zmm(20 + %1 / 16), both with
; the kings' bits. zmm6 = moved, zmm8 = ones, k1 = changed.
%macro ROWS 1
%assign gone 16 + %1 / 16
%assign come 20 + %1 / 16
    kshiftrq    k3, k1, %1
    vpblendmd   zmm26{k3}, zmm6, zmm8
    vmovdqa64   zmm24, [ARG1 + STATE_MAP + 4 * %1]
    vmovdqa64   zmm25, [ARG2 + STATE_MAP + 4 * %1]
    vmovdqa64   zmm %+ gone, zmm24
    vmovdqa64   zmm %+ come, zmm25
    vpternlogd  zmm %+ gone, zmm25, zmm26, 0xB0 ; from & (~to | moved)
    vpternlogd  zmm %+ come, zmm24, zmm26, 0xB0 ; to & (~from | moved)
%endmacro

; Looks up the owners of all bits, the highest bit first. %1 = result, %2 = square_of, %3 = men of the owners (vector
; registers by number)
%macro OWNERS 3
    vpmovzxbw   zmm%1, ymm%2
    vpmovzxbw   zmm31, ymm%3
    vpsllw      zmm%1, zmm%1, 8
    vpsrlw      zmm31, zmm31, 4
    vporq       zmm%1, zmm%1, zmm31
    vpermw      zmm%1, zmm11, zmm%1
%endmacro

; Stores the pieces on changed squares. %1 = state, %2 = number of the register with man_on, %3 = offset of the part
%macro PLACED 3
    mov         r9, [%1 + STATE_BY_COLOR]
    or          r9, [%1 + STATE_BY_COLOR + 8]
    and         r9, r8
    kmovq       k2, r9
    popcnt      r9, r9
    vpcompressb zmm30{k2}{z}, zmm%2
    vpcompressb zmm31{k2}{z}, zmm10
    vpmovzxbw   zmm30, ymm30
    vpmovzxbw   zmm31, ymm31
    vpsrlw      zmm30, zmm30, 4
    vpsllw      zmm31, zmm31, 8
    vporq       zmm30, zmm30, zmm31
    vmovdqa64   [ARG3 + %3 + PART_PLACED], zmm30
    mov         [ARG3 + %3 + PART_PLACED_COUNT], r9d
%endmacro

; Sets the bits of rax for the non-empty rows among the 64 rows in zmm(%1) to zmm(%1 + 3).
%macro FILLED 1
%assign row1 %1 + 1
%assign row2 %1 + 2
%assign row3 %1 + 3
    vptestmd    k2, zmm%1, zmm7
    vptestmd    k3, zmm %+ row1, zmm7
    vptestmd    k4, zmm %+ row2, zmm7
    vptestmd    k5, zmm %+ row3, zmm7
    kunpckwd    k2, k3, k2
    kunpckwd    k4, k5, k4
    kunpckdq    k2, k4, k2
    kmovq       rax, k2
%endmacro

; Gives each of the first r10 lanes a row, in zmm28, and the target of the row's pairs, in zmm27. The other lanes of
; zmm28 become 0. zmm(%1) to zmm(%1 + 3) = the 64 rows; zmm24 = squares of the targets, zmm25 = men on these squares
%macro TAKE_ROWS 1
%assign row1 %1 + 1
%assign row2 %1 + 2
%assign row3 %1 + 3
    mov         r11d, -1
    bzhi        r11d, r11d, r10d
    kmovw       k3, r11d
    vpmovzxbd   zmm26, xmm24
    vpmovzxbd   zmm27, xmm25
    vptestmd    k4, zmm26, zmm9         ; squares from 32 on
    vmovdqa64   zmm28, zmm26
    vmovdqa64   zmm29, zmm26
    vpermi2d    zmm28{k3}{z}, zmm%1, zmm %+ row1
    vpermi2d    zmm29{k3}{z}, zmm %+ row2, zmm %+ row3
    vmovdqa32   zmm28{k4}, zmm29
    vpandd      zmm28, zmm28, zmm7
    vpsrld      zmm27, zmm27, 4
    vpslld      zmm26, zmm26, 24
    vpslld      zmm27, zmm27, 16
    vpord       zmm27, zmm27, zmm26
%endmacro

; Takes the highest pair out of each row in zmm28 and stores these pairs from address r9 on. k3 = mask of
; the rows that are not empty, which the macro updates. %1 = register of the owners
%macro TAKE_PAIRS 1
    kmovw       r11d, k3
    kmovw       k4, k3
    vplzcntd    zmm29, zmm28
    vpermw      zmm30{k6}{z}, zmm29, zmm%1
    vpsrlvd     zmm29, zmm12, zmm29
    vpord       zmm30, zmm30, zmm27
    vpandnd     zmm28, zmm29, zmm28
    vptestmd    k3, zmm28, zmm28
    vpcompressd zmm30{k4}{z}, zmm30
    popcnt      r11d, r11d
    vmovdqu64   [r9], zmm30
    lea         r9, [r9 + 4 * r11]
%endmacro

; Stores all pairs of a part. zmm(%1) to zmm(%1 + 3) = the 64 rows, %2 = state, %3 = register of man_on, %4 = register
; of the owners, %5 = offset of the part
%macro PAIRS 5
    FILLED      %1
    TARGETS     rax, %2, r9, r10
    lea         r9, [ARG3 + %5 + PART_PAIRS]
    jz          %%done
    popcnt      r10, rax
    kmovq       k2, rax
    vpcompressb zmm24{k2}{z}, zmm10
    vpcompressb zmm25{k2}{z}, zmm%3
%%sixteen:
    TAKE_ROWS   %1
    TAKE_PAIRS  %4
    TAKE_PAIRS  %4
    TAKE_PAIRS  %4
    kortestw    k3, k3
    jz          %%empty
%%next:
    TAKE_PAIRS  %4
    kortestw    k3, k3
    jnz         %%next
%%empty:
    sub         r10d, 16
    jbe         %%done
    vextracti32x4 xmm24, zmm24, 1       ; the next 16 targets; there are 30 at most
    vextracti32x4 xmm25, zmm25, 1
    jmp         %%sixteen
%%done:
    COUNT_PAIRS %5
%endmacro

section CONSTANTS align=64
highest_first:
%assign i 31
%rep 32
    dw i
%assign i i - 1
%endrep

section .text

function state_difference_vbmi2
    vmovdqa64   zmm0, [ARG1 + STATE_MAN_ON]
    vmovdqa64   zmm1, [ARG2 + STATE_MAN_ON]
    vmovdqu64   ymm2, [ARG1 + STATE_SQUARE_OF]
    vmovdqu64   ymm3, [ARG2 + STATE_SQUARE_OF]
    vpcmpneqb   k1, zmm0, zmm1
    vpermb      zmm4, zmm2, zmm0        ; a bit without an owner gets any piece, but is in no row
    vpermb      zmm5, zmm3, zmm1
    vpcmpneqb   k2, ymm2, ymm3
    vpcmpneqb   k3, ymm4, ymm5
    kord        k2, k2, k3
    kmovd       eax, k2
    kmovq       r8, k1
    vpbroadcastd zmm6, eax
    mov         eax, PAIRING
    vpbroadcastd zmm7, eax
    vpternlogd  zmm8, zmm8, zmm8, 0xFF
    mov         eax, 32
    vpbroadcastd zmm9, eax
    vmovdqa64   zmm10, [squares]
    vmovdqa64   zmm11, [highest_first]
    vpslld      zmm12, zmm8, 31         ; the highest bit
    mov         eax, 0x55555555         ; mask of words: the lower word of each dword
    kmovd       k6, eax
    ROWS        0
    ROWS        16
    ROWS        32
    ROWS        48
    OWNERS      14, 2, 4
    OWNERS      15, 3, 5
    PLACED      ARG1, 0, DIFFERENCE_REMOVED
    PLACED      ARG2, 1, DIFFERENCE_ADDED
    PAIRS       16, ARG1, 0, 14, DIFFERENCE_REMOVED
    PAIRS       20, ARG2, 1, 15, DIFFERENCE_ADDED
    vzeroupper
    return
endfunction

; AVX2: vector instructions find the pairs of all rows, and store them on the stack. A loop lists the pairs row by
; row. Most rows have at most two pairs. So the loop stores two pairs before its first branch, and advances by the
; number of pairs.

%define MASKS_REMOVED 0                   ; on the stack, a dword a row: the removed pairs
%define MASKS_ADDED   256                 ; on the stack, a dword a row: the added pairs
%define CHANGED_BYTES 512                 ; on the stack, a byte a square: -1 if it changed
%define STACK_BYTES   576

; Stores the piece of man %1 as piece %2 of the part at offset %3, and raises %2. bh = the piece's square. If %1 is
; MAN_NONE, %2 stays the same, so that the next piece overwrites the entry. Destroys eax.
%macro PLACE_AVX2 3
    mov         eax, %1
    shr         eax, 4
    or          eax, ebx
    mov         [ARG3 + %3 + PART_PLACED + 2 * %2], ax
    cmp         %1, MAN_NONE
    adc         %2d, 0
%endmacro

; Finds the removed pairs and the added pairs of the eight rows from %1 on. Stores them on the stack, and keeps them in
; ymm%2 (removed) and ymm%3 (added). ymm0 = moved, ymm1 = PAIRING
%macro EIGHT_ROWS 3
    vmovdqa     ymm%2, [ARG1 + STATE_MAP + 4 * (%1)]
    vmovdqa     ymm%3, [ARG2 + STATE_MAP + 4 * (%1)]
    vpmovsxbd   ymm14, [rsp + CHANGED_BYTES + %1]
    vpxor       ymm15, ymm%2, ymm%3
    vpor        ymm14, ymm14, ymm0
    vpor        ymm15, ymm15, ymm14
    vpand       ymm15, ymm15, ymm1
    vpand       ymm%2, ymm%2, ymm15
    vpand       ymm%3, ymm%3, ymm15
    vmovdqa     [rsp + MASKS_REMOVED + 4 * (%1)], ymm%2
    vmovdqa     [rsp + MASKS_ADDED + 4 * (%1)], ymm%3
%endmacro

; Sets a bit of %1, a dword register, for each of 32 rows without a pair. ymm%2 to ymm%5 hold the rows, and are lost.
; ymm2 = 0, ymm3 = packed_order
%macro NO_PAIRS 5
    vpackusdw   ymm%2, ymm%2, ymm%3
    vpackusdw   ymm%4, ymm%4, ymm%5
    vpacksswb   ymm%2, ymm%2, ymm%4
    vpcmpeqb    ymm%2, ymm%2, ymm2
    vpermd      ymm%2, ymm3, ymm%2
    vpmovmskb   %1, ymm%2
%endmacro

; Stores the pairs of the 32 rows from %1 on. Sets a bit of r10d for each row without a removed pair, and a bit of r9d
; for each row without an added pair.
%macro ROWS_AVX2 1
    EIGHT_ROWS  %1, 4, 8
    EIGHT_ROWS  %1 + 8, 5, 9
    EIGHT_ROWS  %1 + 16, 6, 10
    EIGHT_ROWS  %1 + 24, 7, 11
    NO_PAIRS    r10d, 4, 5, 6, 7
    NO_PAIRS    r9d, 8, 9, 10, 11
%endmacro

; Stores the lowest pair of r12d, a row of state %1, at address %2, and clears the bit of the pair. r13d = the target.
; For an empty row the macro stores a dword that is not a pair.
%macro PAIR_AVX2 2
    tzcnt       ebx, r12d
    blsr        r12d, r12d
    movzx       ebx, byte [%1 + STATE_SQUARE_OF + rbx]
    movzx       r10d, byte [%1 + STATE_MAN_ON + rbx]
    shl         ebx, 8
    shr         r10d, 4
    or          ebx, r13d
    or          ebx, r10d
    mov         [%2], ebx
%endmacro

; Lists the pairs of the rows whose squares are in bitboard %1, which is lost. %2 = state, %3 = offset of the rows on
; the stack, %4 = offset of the part
%macro PAIRS_AVX2 4
    TARGETS     %1, %2, r9, r10
    lea         r9, [ARG3 + %4 + PART_PAIRS]
    jz          %%done
%%row:
    tzcnt       r10, %1
    mov         r12d, [rsp + %3 + 4 * r10]
    TARGET      r13, %2, r10
    popcnt      r14d, r12d
    PAIR_AVX2   %2, r9
    PAIR_AVX2   %2, r9 + 4
    test        r12d, r12d
    jz          %%next
    lea         r11, [r9 + 8]
%%more:
    PAIR_AVX2   %2, r11
    add         r11, 4
    test        r12d, r12d
    jnz         %%more
%%next:
    lea         r9, [r9 + 4 * r14]
    blsr        %1, %1
    jnz         %%row
%%done:
    COUNT_PAIRS %4
%endmacro

section CONSTANTS align=64
; The order of dwords after NO_PAIRS has packed four registers of rows into one register
packed_order: dd 0, 4, 1, 5, 2, 6, 3, 7

section .text

function state_difference_avx2
    push        rbx
    push        r12
    push        r13
    push        r14
    push        r15
    mov         r15, rsp
    and         rsp, -32
    sub         rsp, STACK_BYTES
    vmovdqa     ymm4, [ARG1 + STATE_MAN_ON]
    vmovdqa     ymm5, [ARG1 + STATE_MAN_ON + 32]
    vpcmpeqd    ymm3, ymm3, ymm3
    vpcmpeqb    ymm4, ymm4, [ARG2 + STATE_MAN_ON]
    vpcmpeqb    ymm5, ymm5, [ARG2 + STATE_MAN_ON + 32]
    vpxor       ymm4, ymm4, ymm3
    vpxor       ymm5, ymm5, ymm3
    vmovdqa     [rsp + CHANGED_BYTES], ymm4
    vmovdqa     [rsp + CHANGED_BYTES + 32], ymm5
    vpmovmskb   eax, ymm4
    vpmovmskb   r8d, ymm5
    xor         r11d, r11d              ; moved
    xor         r13d, r13d              ; pieces removed
    xor         r14d, r14d              ; pieces added
    shl         r8, 32
    or          r8, rax
    jz          .placed
.place:
    tzcnt       rbx, r8
    movzx       r10d, byte [ARG1 + STATE_MAN_ON + rbx]
    movzx       r12d, byte [ARG2 + STATE_MAN_ON + rbx]
    shl         ebx, 8
    bts         r11d, r10d              ; the low five bits are the man's bit; MAN_NONE has a king's bit: no effect
    bts         r11d, r12d
    PLACE_AVX2  r10d, r13, DIFFERENCE_REMOVED
    PLACE_AVX2  r12d, r14, DIFFERENCE_ADDED
    blsr        r8, r8
    jnz         .place
.placed:
    mov         [ARG3 + DIFFERENCE_REMOVED + PART_PLACED_COUNT], r13d
    mov         [ARG3 + DIFFERENCE_ADDED + PART_PLACED_COUNT], r14d
    vmovd       xmm0, r11d
    mov         eax, PAIRING
    vmovd       xmm1, eax
    vpbroadcastd ymm0, xmm0
    vpbroadcastd ymm1, xmm1
    vpxor       xmm2, xmm2, xmm2
    vmovdqa     ymm3, [packed_order]
    ROWS_AVX2   0
    mov         eax, r10d
    mov         ecx, r9d
    ROWS_AVX2   32
    vzeroupper
    shl         r10, 32
    shl         r9, 32
    or          rax, r10
    or          rcx, r9
    not         rax
    not         rcx
    PAIRS_AVX2  rax, ARG1, MASKS_REMOVED, DIFFERENCE_REMOVED
    PAIRS_AVX2  rcx, ARG2, MASKS_ADDED, DIFFERENCE_ADDED
    mov         rsp, r15
    pop         r15
    pop         r14
    pop         r13
    pop         r12
    pop         rbx
    return
endfunction
