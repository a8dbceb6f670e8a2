; void state_difference(const State *from, const State *to, StateDifference *out)
;
; The contract and the rule are in include/board/state_difference.h, the C reference in
; src/board/state_difference.c.
;
; A pair is a dword: attacker, its square << 8, target << 16, its square << 24.

%include "function.inc"
%include "offsets.inc"
%include "squares.inc"

%define PAIRING 0x7FFF7FFF                ; all bits but the kings'

; Takes out of %1 the squares on which no piece of state %2 stands, or a king. %3 and %4 are lost.
%macro TARGETS 4
    mov         %3, [%2 + STATE_BY_COLOR]
    or          %3, [%2 + STATE_BY_COLOR + 8]
    mov         %4, [%2 + STATE_KINGS]
    and         %1, %3
    andn        %1, %4, %1
%endmacro

; A target as part of a pair. %1 = result, %2 = state, %3 = its square, which is lost
%macro TARGET 3
    movzx       %1d, byte [%2 + STATE_MAN_ON + %3]
    shl         %3d, 8
    shr         %1d, 4
    or          %1d, %3d
    shl         %1d, 16
%endmacro

; Counts the pairs up to r9. %1 = offset of the part
%macro COUNT_PAIRS 1
    lea         r10, [ARG3 + %1 + PART_PAIRS]
    sub         r9, r10
    shr         r9d, 2
    mov         [ARG3 + %1 + PART_PAIR_COUNT], r9d
%endmacro

; AVX-512 with VBMI: vpermb reads man_on by square_of, so the owners of all 32 bits are known at once, as words
; attacker | square << 8. vpcompressw then picks out of them those of a row's set of attackers, 16 at most. Only
; zmm16 to zmm31 are used, which need no vzeroupper.

; The 16 rows from %1 on that lack in the other state. zmm20 = moved, zmm21 = PAIRING, zmm22 = ones, k1 = changed.
; The rows go to the stack, and to k4 (gone) and k5 (come) which of them are not empty.
%macro ROWS 1
    kshiftrq    k3, k1, %1
    vpblendmd   zmm23{k3}, zmm20, zmm22
    vmovdqa64   zmm24, [ARG1 + STATE_MAP + 4 * %1]
    vmovdqa64   zmm25, [ARG2 + STATE_MAP + 4 * %1]
    vmovdqa64   zmm26, zmm24
    vpternlogd  zmm26, zmm25, zmm23, 0xB0       ; from & (~to | moved)
    vpternlogd  zmm25, zmm24, zmm23, 0xB0       ; to & (~from | moved)
    vpandd      zmm26, zmm26, zmm21
    vpandd      zmm25, zmm25, zmm21
    vmovdqa64   [rsp + 4 * %1], zmm26
    vmovdqa64   [rsp + 256 + 4 * %1], zmm25
    vptestmd    k4, zmm26, zmm26
    vptestmd    k5, zmm25, zmm25
    kmovw       r9d, k4
    kmovw       r10d, k5
%if %1
    shl         r9, %1
    shl         r10, %1
    or          rax, r9
    or          rcx, r10
%else
    mov         eax, r9d
    mov         ecx, r10d
%endif
%endmacro

; The owners of all bits. %1 = result, %2 = square_of, %3 = men of the owners (vector registers by number)
%macro OWNERS 3
    vpmovzxbw   zmm%1, ymm%2
    vpmovzxbw   zmm31, ymm%3
    vpsllw      zmm%1, zmm%1, 8
    vpsrlw      zmm31, zmm31, 4
    vporq       zmm%1, zmm%1, zmm31
%endmacro

; The pieces on changed squares. %1 = state, %2 = number of its man_on, %3 = offset of the part
%macro PLACED 3
    mov         r9, [%1 + STATE_BY_COLOR]
    or          r9, [%1 + STATE_BY_COLOR + 8]
    and         r9, r8
    kmovq       k2, r9
    popcnt      r9, r9
    vpcompressb zmm30{k2}{z}, zmm%2
    vpcompressb zmm31{k2}{z}, zmm29
    vpmovzxbw   zmm30, ymm30
    vpmovzxbw   zmm31, ymm31
    vpsrlw      zmm30, zmm30, 4
    vpsllw      zmm31, zmm31, 8
    vporq       zmm30, zmm30, zmm31
    vmovdqa64   [ARG3 + %3 + PART_PLACED], zmm30
    mov         [ARG3 + %3 + PART_PLACED_COUNT], r9d
%endmacro

; The pairs of the rows in %1. %2 = state, %3 = number of the owners, %4 = offset of the rows, %5 = of the part
%macro PAIRS 5
    TARGETS     %1, %2, r9, r10
    lea         r9, [ARG3 + %5 + PART_PAIRS]
    jz          %%done
%%next:
    tzcnt       r10, %1
    kmovd       k2, [rsp + %4 + 4 * r10]
    TARGET      r8, %2, r10
    vpcompressw zmm30{k2}{z}, zmm%3
    vpbroadcastd zmm31, r8d
    kmovd       r8d, k2
    vpmovzxwd   zmm30, ymm30
    popcnt      r8d, r8d
    vpord       zmm30, zmm30, zmm31
    vmovdqu64   [r9], zmm30
    lea         r9, [r9 + 4 * r8]
    blsr        %1, %1
    jnz         %%next
%%done:
    COUNT_PAIRS %5
%endmacro

function state_difference_vbmi2
    mov         r11, rsp
    sub         rsp, 512
    and         rsp, -64
    vmovdqa64   zmm16, [ARG1 + STATE_MAN_ON]
    vmovdqa64   zmm17, [ARG2 + STATE_MAN_ON]
    vmovdqu64   ymm18, [ARG1 + STATE_SQUARE_OF]
    vmovdqu64   ymm19, [ARG2 + STATE_SQUARE_OF]
    vpcmpneqb   k1, zmm16, zmm17
    vpermb      zmm27, zmm18, zmm16     ; the dead read any piece; they are in no row
    vpermb      zmm28, zmm19, zmm17
    vpcmpneqb   k2, ymm18, ymm19
    vpcmpneqb   k3, ymm27, ymm28
    kord        k2, k2, k3
    kmovd       eax, k2
    kmovq       r8, k1
    vpbroadcastd zmm20, eax
    mov         eax, PAIRING
    vpbroadcastd zmm21, eax
    vpternlogd  zmm22, zmm22, zmm22, 0xFF
    ROWS        0
    ROWS        16
    ROWS        32
    ROWS        48
    OWNERS      24, 18, 27
    OWNERS      25, 19, 28
    vmovdqa64   zmm29, [squares]
    PLACED      ARG1, 16, DIFFERENCE_GONE
    PLACED      ARG2, 17, DIFFERENCE_COME
    PAIRS       rax, ARG1, 24, 0, DIFFERENCE_GONE
    PAIRS       rcx, ARG2, 25, 256, DIFFERENCE_COME
    mov         rsp, r11
    return
endfunction

; AVX2: the same rows; their pairs one by one.

; Eight rows from %1 on: bits of rax and rcx, set where no pair may have gone and come. ymm0 = moved, ymm1 = PAIRING,
; ymm2 = 0. Changed squares are added by the caller.
%macro EQUAL_EIGHT 1
    vmovdqa     ymm3, [ARG1 + STATE_MAP + 4 * %1]
    vmovdqa     ymm4, [ARG2 + STATE_MAP + 4 * %1]
    vpandn      ymm5, ymm0, ymm4
    vpandn      ymm6, ymm0, ymm3
    vpandn      ymm5, ymm5, ymm3        ; from & ~(to & ~moved)
    vpandn      ymm6, ymm6, ymm4        ; to & ~(from & ~moved)
    vpand       ymm5, ymm5, ymm1
    vpand       ymm6, ymm6, ymm1
    vpcmpeqd    ymm5, ymm5, ymm2
    vpcmpeqd    ymm6, ymm6, ymm2
    vmovmskps   r9d, ymm5
    vmovmskps   r10d, ymm6
    shl         rax, 8
    shl         rcx, 8
    or          rax, r9
    or          rcx, r10
%endmacro

; The pieces of state %1 on the changed squares, %2 = offset of the part. Adds their bits to r11d.
%macro PLACED_AVX2 2
    mov         r9, [%1 + STATE_BY_COLOR]
    or          r9, [%1 + STATE_BY_COLOR + 8]
    lea         r10, [ARG3 + %2 + PART_PLACED]
    and         r9, r8
    popcnt      rbx, r9
    mov         [ARG3 + %2 + PART_PLACED_COUNT], ebx
    jz          %%done                  ; popcnt of 0
%%next:
    tzcnt       rbx, r9
    movzx       r12d, byte [%1 + STATE_MAN_ON + rbx]
    bts         r11d, r12d              ; by its low five bits: the piece's bit
    shr         r12d, 4
    mov         [r10], r12b
    mov         [r10 + 1], bl
    add         r10, 2
    blsr        r9, r9
    jnz         %%next
%%done:
%endmacro

; The pairs of the rows in %1. %2 = state, %3 = the other one, %4 = offset of the part. r8 = changed, r11d = moved
%macro PAIRS_AVX2 4
    TARGETS     %1, %2, r9, r10
    lea         r9, [ARG3 + %4 + PART_PAIRS]
    jz          %%done
%%row:
    tzcnt       r10, %1
    mov         r12d, [%3 + STATE_MAP + 4 * r10]
    xor         ebx, ebx
    bt          r8, r10
    cmovc       r12d, ebx
    andn        r12d, r11d, r12d
    andn        r12d, r12d, [%2 + STATE_MAP + 4 * r10]
    TARGET      r13, %2, r10
    and         r12d, PAIRING
    jz          %%next
%%pair:
    tzcnt       ebx, r12d
    movzx       ebx, byte [%2 + STATE_SQUARE_OF + rbx]
    movzx       r14d, byte [%2 + STATE_MAN_ON + rbx]
    shl         ebx, 8
    shr         r14d, 4
    or          ebx, r13d
    or          ebx, r14d
    mov         [r9], ebx
    add         r9, 4
    blsr        r12d, r12d
    jnz         %%pair
%%next:
    blsr        %1, %1
    jnz         %%row
%%done:
    COUNT_PAIRS %4
%endmacro

function state_difference_avx2
    push        rbx
    push        r12
    push        r13
    push        r14
    vmovdqa     ymm0, [ARG1 + STATE_MAN_ON]
    vmovdqa     ymm1, [ARG1 + STATE_MAN_ON + 32]
    vpcmpeqb    ymm0, ymm0, [ARG2 + STATE_MAN_ON]
    vpcmpeqb    ymm1, ymm1, [ARG2 + STATE_MAN_ON + 32]
    vpmovmskb   eax, ymm0
    vpmovmskb   r8d, ymm1
    shl         r8, 32
    or          r8, rax
    not         r8
    xor         r11d, r11d
    PLACED_AVX2 ARG1, DIFFERENCE_GONE
    PLACED_AVX2 ARG2, DIFFERENCE_COME
    vmovd       xmm0, r11d
    mov         eax, PAIRING
    vmovd       xmm1, eax
    vpbroadcastd ymm0, xmm0
    vpbroadcastd ymm1, xmm1
    vpxor       xmm2, xmm2, xmm2
    xor         eax, eax
    xor         ecx, ecx
%assign i 56
%rep 8
    EQUAL_EIGHT i
%assign i i - 8
%endrep
    vzeroupper
    not         rax
    not         rcx
    or          rax, r8
    or          rcx, r8
    PAIRS_AVX2  rax, ARG1, ARG2, DIFFERENCE_GONE
    PAIRS_AVX2  rcx, ARG2, ARG1, DIFFERENCE_COME
    pop         r14
    pop         r13
    pop         r12
    pop         rbx
    return
endfunction
