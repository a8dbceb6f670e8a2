; Expanding sets of squares to moves. The contracts are in include/moves/emit.h, the C references in
; src/moves/emit.c.
;
; AVX-512 VBMI2: vpcompressb picks, out of the numbers 0 to 63, those whose bit is set; widened to words and
; shifted they are the `to` parts of moves. No man attacks more than 27 squares, so that one register always
; holds all. Only registers from 16 up are used: no vzeroupper is needed.

%include "function.inc"
%include "offsets.inc"

section .rodata align=64
squares:
%assign i 0
%rep 64
    db i
%assign i i + 1
%endrep

section .text

; Move *emit_pieces(const State *s, uint32_t men, Bitboard targets, Move *out)
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
    ret
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
    ret
endfunction
