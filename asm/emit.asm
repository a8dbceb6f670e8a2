; Kernels that expand sets of squares to moves. The contracts are in src/moves/generate.h, the C references in
; src/moves/generate.c.
;
; AVX-512 VBMI2: vpcompressb picks from the bytes 0 to 63 the numbers of a mask's set bits. Widened to words and
; shifted, these numbers are the `to` parts of moves. No piece attacks more than 27 squares, so one register always
; holds all moves of a piece. The kernels use only zmm16 to zmm31, which do not need vzeroupper.
;
; AVX2, a level that includes BMI: the kernels scan bits, several at a time without a branch, since the CPU cannot
; predict the number of bits. After the last bit the kernels also write words that are not moves. The moves of the next
; set overwrite these words; the words after the end of the list are never read. The kernels do not use pext and pdep,
; which are slow on the first two generations of Zen.

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

; Move *emit_steps(Bitboard targets, int step, Move *out)
; from = to - step, so that the move, to << 6 | from, is 65 * to - step.
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

; Writes the moves to the %2 lowest squares of set %1 at address rax, and advances rax past the moves. Clears these
; squares in the set. The macro %3 turns the square in r11 into a move. Sets the zero flag if the set is then empty.
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
    lea         r10, [rax + r10 * 2]    ; the end of the piece's moves
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
