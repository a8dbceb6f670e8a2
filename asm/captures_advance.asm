; bool captures_advance(CaptureWalk *walk)
;
; The contract is in src/moves/captures.h. The C reference is in src/moves/captures.c, and explains the two
; loops. The kernel reads each half of a row as a word of 16 bits. So the loops need neither a mask nor the
; side to move.

%include "function.inc"
%include "offsets.inc"

%define WALK      rdi
%define POS       rsi
%define S         rdx
%define THRESHOLD ecx
%define OURS      r8               ; our half of map[a1]
%define THEIRS    r9               ; the enemy's
%define CELL      eax
%define TARGET    r10d
%define SET       r11d             ; the capturers

section .text

; Sets SET to the bits of our pieces that can capture the piece in CELL. Jumps to .found, or to %1 if the set is empty.
; If the enemy guards the piece, SET leaves out our king.
%macro LOOK_AT_VICTIM 1
    movzx       TARGET, byte [POS + POSITION_BIT_OF + rax]
    movzx       TARGET, byte [S + STATE_SQUARE_OF + r10]
    movzx       SET, word [OURS + r10 * 4]
    test        SET, SET
    jz          %1
    cmp         word [THEIRS + r10 * 4], 0
    je          .found
    and         SET, 0x7FFF
    jz          %1
    jmp         .found
%endmacro

function captures_advance_avx2
    mov         POS, [WALK + WALK_POS]
    movzx       CELL, byte [WALK + WALK_VICTIM]
    movzx       THRESHOLD, byte [WALK + WALK_THRESHOLD]
    mov         S, [POS + POSITION_STATE]
    movzx       r9d, byte [S + STATE_SIDE]
    lea         OURS, [S + STATE_MAP + r9 * 2]
    xor         r9d, 1
    lea         THEIRS, [S + STATE_MAP + r9 * 2]
    cmp         CELL, THRESHOLD_PIECES
    jae         .pawns
.next_piece:
    movzx       CELL, byte [POS + POSITION_NEXT + rax]
    cmp         CELL, THRESHOLD
    jae         .pieces_done
    LOOK_AT_VICTIM .next_piece
.pieces_done:
    cmp         THRESHOLD, THRESHOLD_PIECES
    jbe         .none
.pawns:
    sub         THRESHOLD, THRESHOLD_PIECES
.next_pawn:
    movzx       CELL, byte [POS + POSITION_NEXT + rax]
    lea         r10d, [rax - THRESHOLD_PIECES]
    cmp         r10d, THRESHOLD
    jae         .none
    LOOK_AT_VICTIM .next_pawn

.found:
    mov         [WALK + WALK_VICTIM], al
    mov         [WALK + WALK_TARGET], r10b
    mov         byte [WALK + WALK_NEXT], 0
    sub         OURS, S                     ; OURS = STATE_MAP + 2 * our colour
    movzx       r9d, word [S + STATE_OUT_OF_ORDER - STATE_MAP + OURS]
    lea         r10, [POS + POSITION_CELL_OF + OURS * 8 - 8 * STATE_MAP]    ; r10[bit] = the cell of our bit
    lea         rdx, [WALK + WALK_CELLS]
    and         r9d, SET                    ; our bits out of order: the second pass lists their cells
    xor         SET, r9d                    ; the first pass lists the cells of all other bits
    jz          .next_pass
.next_cell:
    tzcnt       eax, SET
    movzx       eax, byte [r10 + rax]
    mov         [rdx], al
    inc         rdx
    blsr        SET, SET
    jnz         .next_cell
.next_pass:
    mov         SET, r9d
    xor         r9d, r9d                    ; there is no third pass
    test        SET, SET
    jnz         .next_cell
    sub         edx, edi
    sub         edx, WALK_CELLS
    mov         [WALK + WALK_COUNT], dl
    mov         eax, 1
    return
.none:
    mov         byte [WALK + WALK_VICTIM], CELL_NONE
    xor         eax, eax
    return
endfunction
