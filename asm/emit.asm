; Expanding sets of squares to moves. The contracts are in include/moves/emit.h, the C references in
; src/moves/emit.c.
;
; AVX-512 VBMI2: vpcompressb picks, out of the numbers 0 to 63, those whose bit is set; widened to words and
; shifted they are the `to` parts of moves. No piece attacks more than 27 squares, so one register always
; holds all moves. Only zmm16 to zmm31 are used, which need no vzeroupper.
;
; AVX2, which stands for BMI here: bits are scanned, but several at a time without a branch, since how many a set
; has is not foreseeable. What comes behind the last bit is written as well, and overwritten or left as slack. Neither
; pext nor pdep is used, which are slow on the first two generations of Zen.

%include "function.inc"
%include "offsets.inc"
%include "squares.inc"

; Move *emit_pieces(const State *s, uint32_t pieces, Bitboard targets, Move *out)
function emit_pieces_vbmi2
    mov         rax, ARG4
    test        ARG2d, ARG2d
    jz          .done
    vmovdqa64   zmm16, [squares]
.next:
    tzcnt       r8d, ARG2d
    mov         r9, [ARG1 + STATE_ATTACKS + r8 * 8]
    movzx       r8d, byte [ARG1 + STATE_SQUARE_OF + r8]
    and         r9, ARG3
    kmovq       k1, r9
    vpbroadcastw zmm17, r8d
    vpcompressb zmm18{k1}{z}, zmm16
    popcnt      r9, r9
    vpmovzxbw   zmm18, ymm18
    vpsllw      zmm18, zmm18, 6
    vporq       zmm18, zmm18, zmm17
    vmovdqu64   [rax], zmm18
    lea         rax, [rax + r9 * 2]
    blsr        ARG2d, ARG2d
    jnz         .next
.done:
    return
endfunction

; Move *emit_steps(Bitboard targets, int step, Move *out): from = to - step, so that the move is 65 to - step
function emit_steps_vbmi2
    kmovq       k1, ARG1
    vpbroadcastw zmm17, ARG2d
    vmovdqa64   zmm16, [squares]
    vpcompressb zmm18{k1}{z}, zmm16
    popcnt      rax, ARG1
    vpmovzxbw   zmm18, ymm18
    vpsllw      zmm19, zmm18, 6
    vpaddw      zmm18, zmm18, zmm19
    vpsubw      zmm18, zmm18, zmm17
    vmovdqu64   [ARG3], zmm18
    lea         rax, [ARG3 + rax * 2]
    return
endfunction

; Move *emit_captures(const State *s, Bitboard hit, Move *out)
;
; vpshufbitqmb looks the squares of all enemy pieces up in the bitboard at once: a mask of victims, the most
; valuable in the highest bit. The squares of our pieces, a word each in ascending value, are compressed by the
; set of a victim's capturers.
; %1 = our colour
%macro EMIT_CAPTURES 1
    movzx       r8d, word [ARG1 + STATE_ALIVE + 2 * (%1 ^ 1)]
    vpbroadcastq xmm16, ARG2
    vpmovzxbw   ymm17, [ARG1 + STATE_SQUARE_OF + BITS_PER_COLOR * %1]
    vmovdqu64   xmm18, [ARG1 + STATE_SQUARE_OF + BITS_PER_COLOR * (%1 ^ 1)]
    vpshufbitqmb k1, xmm16, xmm18
    kmovw       r9d, k1
    and         r8d, r9d                ; the dead have no square
    jz          %%done
%%next:
    lzcnt       r9d, r8d                ; bsr is slow on Zen
    xor         r9d, 31
    btr         r8d, r9d
    movzx       r9d, byte [ARG1 + STATE_SQUARE_OF + BITS_PER_COLOR * (%1 ^ 1) + r9]
    movzx       r10d, word [ARG1 + STATE_MAP + 2 * %1 + r9 * 4]         ; capturers
    mov         r11d, r10d
    and         r11d, 0x7FFF            ; without the king
    cmp         word [ARG1 + STATE_MAP + 2 * (%1 ^ 1) + r9 * 4], 0
    cmovne      r10d, r11d              ; if anyone guards
    shl         r9d, 6
    kmovw       k1, r10d
    vpbroadcastw ymm19, r9d
    vpcompressw ymm18{k1}{z}, ymm17
    popcnt      r10d, r10d
    vporq       ymm18, ymm18, ymm19
    vmovdqu64   [rax], ymm18
    lea         rax, [rax + r10 * 2]
    test        r8d, r8d
    jnz         %%next
%%done:
    return
%endmacro

function emit_captures_vbmi2
    mov         rax, ARG3
    cmp         byte [ARG1 + STATE_SIDE], 0
    jne         .black
    EMIT_CAPTURES 0
.black:
    EMIT_CAPTURES 1
endfunction

; Moves to the %2 lowest bits of set %1, which are taken out: to rax on. The macro %3 makes a move of the square in r11.
; Ends with the zero flag set if the set is empty.
%macro SCAN 3
%assign i 0
%rep %2
    tzcnt       r11, %1
    %3
    mov         [rax + 2 * i], r11w
%if i == %2 - 1
    lea         rax, [rax + 2 * %2]
%endif
    blsr        %1, %1
%assign i i + 1
%endrep
%endmacro

; r8d = from
%macro TO_SQUARE 0
    shl         r11d, 6
    or          r11d, r8d
%endmacro

function emit_pieces_avx2
    mov         rax, ARG4
    test        ARG2d, ARG2d
    jz          .done
.next:
    tzcnt       r8d, ARG2d
    mov         r9, [ARG1 + STATE_ATTACKS + r8 * 8]
    movzx       r8d, byte [ARG1 + STATE_SQUARE_OF + r8]
    and         r9, ARG3
    popcnt      r10, r9
    lea         r10, [rax + r10 * 2]    ; behind its moves
.more:
    SCAN        r9, 6, TO_SQUARE
    jnz         .more
    mov         rax, r10
    blsr        ARG2d, ARG2d
    jnz         .next
.done:
    return
endfunction

; ARG2d = step
%macro STEP_TO 0
    imul        r11d, r11d, 65
    sub         r11d, ARG2d
%endmacro

function emit_steps_avx2
    mov         rax, ARG3
    popcnt      r10, ARG1
    lea         r10, [rax + r10 * 2]
.more:
    SCAN        ARG1, 8, STEP_TO
    jnz         .more
    mov         rax, r10
    return
endfunction

section CONSTANTS align=64
bits_of_byte:
%rep 2
    db 1, 2, 4, 8, 16, 32, 64, 128
%endrep
byte_numbers: times 16 db 0x1F
bit_numbers: times 16 db 7

section .text

%define VICTIMS ecx

; r8d = to << 6; %1 = our colour. Behind the last bit it reads elsewhere in the state.
%macro FROM_BIT 1
    movzx       r11d, byte [ARG1 + STATE_SQUARE_OF + BITS_PER_COLOR * %1 + r11]
    or          r11d, r8d
%endmacro

; The bitboard is looked up for all enemy pieces at once here, too: the byte that a square is in, and the bit of it.
; The dead have square 64, whose byte is 0.
;
; %1 = our colour
%macro EMIT_CAPTURES_AVX2 1
    vmovdqu     xmm0, [ARG1 + STATE_SQUARE_OF + BITS_PER_COLOR * (%1 ^ 1)]
    vmovq       xmm1, ARG2
    vmovdqa     xmm2, [bits_of_byte]
    vpsrlw      xmm3, xmm0, 3
    vpand       xmm3, xmm3, [byte_numbers]
    vpand       xmm0, xmm0, [bit_numbers]
    vpshufb     xmm1, xmm1, xmm3
    vpshufb     xmm2, xmm2, xmm0
    vpand       xmm1, xmm1, xmm2
    vpcmpeqb    xmm1, xmm1, xmm2
    vpmovmskb   VICTIMS, xmm1
    test        VICTIMS, VICTIMS
    jz          %%done
%%next:
    lzcnt       r9d, VICTIMS
    xor         r9d, 31
    btr         VICTIMS, r9d
    movzx       r8d, byte [ARG1 + STATE_SQUARE_OF + BITS_PER_COLOR * (%1 ^ 1) + r9]
    movzx       r9d, word [ARG1 + STATE_MAP + 2 * %1 + r8 * 4]          ; capturers
    mov         r10d, r9d
    and         r10d, 0x7FFF            ; without the king
    cmp         word [ARG1 + STATE_MAP + 2 * (%1 ^ 1) + r8 * 4], 0
    cmovne      r9d, r10d               ; if anyone guards
    shl         r8d, 6
    popcnt      r10d, r9d
    lea         r10, [rax + r10 * 2]
%%more:
    SCAN        r9, 3, FROM_BIT %1
    jnz         %%more
    mov         rax, r10
    test        VICTIMS, VICTIMS
    jnz         %%next
%%done:
    return
%endmacro

function emit_captures_avx2
    mov         rax, ARG3
    cmp         byte [ARG1 + STATE_SIDE], 0
    jne         .black
    EMIT_CAPTURES_AVX2 0
.black:
    EMIT_CAPTURES_AVX2 1
endfunction
