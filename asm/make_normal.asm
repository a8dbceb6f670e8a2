; void make_normal(const State *p, State *n, uint32_t move, uint32_t rights)
;
; Makes a normal move (no castling, e.p. or promotion): reads state p, writes state n, the matrix and the
; keys included. `rights` is the set of castling rights that survive it. The piece lists and the e.p. square
; after a double push are the caller's. The contract is in include/board/make_normal.h; the C reference,
; with the reasoning behind the update, is in src/board/make_normal.c. One version for each colour and level.
;
; AVX-512: the map stays in zmm16-19 throughout; a delta's squares are its write masks. Only zmm16-31 are
; used, which leave the upper halves of the SSE registers clean, so that no vzeroupper is needed.
; AVX2: the map stays in ymm8-15; a delta's squares are spread over the sign bits of eight words at a time.

%include "function.inc"
%include "offsets.inc"

extern geometry
extern zobrist

%define MAN_NONE     0xFF
%define SQUARE_NONE  64
%define CELL_NONE    0xFF
%define TYPE_SIZE    (64 * 8)      ; a row of a table by type and square

section .rodata align=64
; 1 << bit, for broadcasts
bit_masks:
%assign i 0
%rep 32
    dd 1 << i
%assign i i + 1
%endrep
; shifts that bring the bits of four times eight squares to the sign
square_shifts:
    dd 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16
    dd 15, 14, 13, 12, 11, 10,  9,  8,  7,  6,  5,  4,  3,  2,  1,  0
; which lines a type slides along, by type
uses_rook_lines:   dq 0, 0, 0, -1, -1, 0, 0, 0
uses_bishop_lines: dq 0, 0, -1, 0, -1, 0, 0, 0

section .text

; Registers of both versions of the routine:
%define P         rdi              ; the state read
%define N         rsi              ; the state written
%define TO        rdx
%define FROM      r8
%define BIT       r9               ; the mover's
%define TYPE      r10              ; his
%define OCC       rbx              ; the occupancy without `from`
%define OPENING   r11d             ; sliders whose line opens at `from`
%define CLOSING   ebp              ; sliders whose line closes at `to`
%define VICTIM    r12              ; his man byte
%define RIGHTS    r13
; free: rax rcx r14 r15

; --- what the levels do each in their way -------------------------------------------------------------
;
; LOAD_MAP, STORE_MAP      the map between memory and registers
; TOGGLE_MAP squares, bit  map ^= bit on the squares of a bitboard (both 64-bit registers; squares are lost)
; CLEAR_MAP bit            takes a bit out of every row, and out of alive, sliders, pawns, out_of_order
; COPY_LINES               copies what most moves leave alone: attacks, board, squares, masks, keys
; MOVE_BITBOARDS           all lose `to` (a victim's); those that hold `from` (rax) get `to` (rcx) for it
; LEAVE                    before the return

%macro LEVEL_512 0
%macro LOAD_MAP 0
    vmovdqa64   zmm16, [P + STATE_MAP]
    vmovdqa64   zmm17, [P + STATE_MAP + 64]
    vmovdqa64   zmm18, [P + STATE_MAP + 128]
    vmovdqa64   zmm19, [P + STATE_MAP + 192]
%endmacro
%macro STORE_MAP 0
    vmovdqa64   [N + STATE_MAP], zmm16
    vmovdqa64   [N + STATE_MAP + 64], zmm17
    vmovdqa64   [N + STATE_MAP + 128], zmm18
    vmovdqa64   [N + STATE_MAP + 192], zmm19
%endmacro
%macro TOGGLE_MAP 2
    kmovq       k1, %1
    vpbroadcastd zmm20, [bit_masks + %2 * 4]
    kshiftrq    k2, k1, 16
    kshiftrq    k3, k1, 32
    kshiftrq    k4, k1, 48
    vpxord      zmm16{k1}, zmm16, zmm20
    vpxord      zmm17{k2}, zmm17, zmm20
    vpxord      zmm18{k3}, zmm18, zmm20
    vpxord      zmm19{k4}, zmm19, zmm20
%endmacro
%macro CLEAR_MAP 1
    vpbroadcastd zmm20, [bit_masks + %1 * 4]
    vmovdqa64   xmm21, [P + STATE_ALIVE]
    vpandnd     zmm16, zmm20, zmm16
    vpandnd     zmm17, zmm20, zmm17
    vpandnd     zmm18, zmm20, zmm18
    vpandnd     zmm19, zmm20, zmm19
    vpandnd     xmm21, xmm20, xmm21
    vmovdqa64   [N + STATE_ALIVE], xmm21
%endmacro
%macro COPY_LINES 0
    vmovdqa64   zmm21, [P + STATE_ATTACKS]
    vmovdqa64   zmm22, [P + STATE_ATTACKS + 64]
    vmovdqa64   zmm23, [P + STATE_ATTACKS + 128]
    vmovdqa64   zmm24, [P + STATE_ATTACKS + 192]
    vmovdqa64   zmm25, [P + STATE_MAN_ON]
    vmovdqa64   zmm26, [P + STATE_SQUARE_OF]
    vmovdqa64   zmm27, [P + STATE_KEY]
    vmovdqa64   [N + STATE_ATTACKS], zmm21
    vmovdqa64   [N + STATE_ATTACKS + 64], zmm22
    vmovdqa64   [N + STATE_ATTACKS + 128], zmm23
    vmovdqa64   [N + STATE_ATTACKS + 192], zmm24
    vmovdqa64   [N + STATE_MAN_ON], zmm25
    vmovdqa64   [N + STATE_SQUARE_OF], zmm26
    vmovdqa64   [N + STATE_KEY], zmm27
%endmacro
%macro MOVE_BITBOARDS 0
    vmovdqa64   zmm28, [P + STATE_BY_COLOR]
    vpbroadcastq zmm29, rax
    vpbroadcastq zmm30, rcx
    vptestmq    k5, zmm28, zmm29
    vpandnq     zmm28, zmm30, zmm28
    vporq       zmm29, zmm29, zmm30
    vpxorq      zmm28{k5}, zmm28, zmm29
    vmovdqa64   [N + STATE_BY_COLOR], zmm28
%endmacro
%macro LEAVE 0
%endmacro
%endmacro

%macro LEVEL_AVX2 0
%macro LOAD_MAP 0
    vmovdqa     ymm8,  [P + STATE_MAP]
    vmovdqa     ymm9,  [P + STATE_MAP + 32]
    vmovdqa     ymm10, [P + STATE_MAP + 64]
    vmovdqa     ymm11, [P + STATE_MAP + 96]
    vmovdqa     ymm12, [P + STATE_MAP + 128]
    vmovdqa     ymm13, [P + STATE_MAP + 160]
    vmovdqa     ymm14, [P + STATE_MAP + 192]
    vmovdqa     ymm15, [P + STATE_MAP + 224]
%endmacro
%macro STORE_MAP 0
    vmovdqa     [N + STATE_MAP], ymm8
    vmovdqa     [N + STATE_MAP + 32], ymm9
    vmovdqa     [N + STATE_MAP + 64], ymm10
    vmovdqa     [N + STATE_MAP + 96], ymm11
    vmovdqa     [N + STATE_MAP + 128], ymm12
    vmovdqa     [N + STATE_MAP + 160], ymm13
    vmovdqa     [N + STATE_MAP + 192], ymm14
    vmovdqa     [N + STATE_MAP + 224], ymm15
%endmacro
; Eight rows: %1 = their register, %2 = the half of the bitboard, %3 = which eight of the half, %4 = scratch
%macro TOGGLE_EIGHT 4
    vpsllvd     %4, %2, [square_shifts + 32 * %3]
    vpsrad      %4, %4, 31
    vpand       %4, %4, ymm2
    vpxor       %1, %1, %4
%endmacro
%macro TOGGLE_MAP 2
    vmovq       xmm0, %1
    vpbroadcastd ymm2, [bit_masks + %2 * 4]
    vpsrlq      xmm1, xmm0, 32
    vpbroadcastd ymm0, xmm0
    vpbroadcastd ymm1, xmm1
    TOGGLE_EIGHT ymm8,  ymm0, 0, ymm3
    TOGGLE_EIGHT ymm9,  ymm0, 1, ymm4
    TOGGLE_EIGHT ymm10, ymm0, 2, ymm5
    TOGGLE_EIGHT ymm11, ymm0, 3, ymm6
    TOGGLE_EIGHT ymm12, ymm1, 0, ymm3
    TOGGLE_EIGHT ymm13, ymm1, 1, ymm4
    TOGGLE_EIGHT ymm14, ymm1, 2, ymm5
    TOGGLE_EIGHT ymm15, ymm1, 3, ymm6
%endmacro
%macro CLEAR_MAP 1
    vpbroadcastd ymm2, [bit_masks + %1 * 4]
    vpandn      ymm8,  ymm2, ymm8
    vpandn      ymm9,  ymm2, ymm9
    vpandn      ymm10, ymm2, ymm10
    vpandn      ymm11, ymm2, ymm11
    vpandn      ymm12, ymm2, ymm12
    vpandn      ymm13, ymm2, ymm13
    vpandn      ymm14, ymm2, ymm14
    vpandn      ymm15, ymm2, ymm15
    vpandn      xmm3, xmm2, [P + STATE_ALIVE]
    vmovdqa     [N + STATE_ALIVE], xmm3
%endmacro
; %1 = offset: copies two cache lines' worth of bytes
%macro COPY_128 1
    vmovdqa     ymm0, [P + %1]
    vmovdqa     ymm1, [P + %1 + 32]
    vmovdqa     ymm2, [P + %1 + 64]
    vmovdqa     ymm3, [P + %1 + 96]
    vmovdqa     [N + %1], ymm0
    vmovdqa     [N + %1 + 32], ymm1
    vmovdqa     [N + %1 + 64], ymm2
    vmovdqa     [N + %1 + 96], ymm3
%endmacro
%macro COPY_LINES 0
    COPY_128    STATE_ATTACKS
    COPY_128    STATE_ATTACKS + 128
    COPY_128    STATE_MAN_ON                ; and the squares and masks
    vmovdqa     ymm0, [P + STATE_KEY]
    vmovdqa     ymm1, [P + STATE_KEY + 32]
    vmovdqa     [N + STATE_KEY], ymm0
    vmovdqa     [N + STATE_KEY + 32], ymm1
%endmacro
; %1 = offset of four bitboards; ymm0 = from, ymm1 = to, ymm2 = both, ymm3 = 0
%macro MOVE_FOUR 1
    vmovdqa     ymm4, [P + STATE_BY_COLOR + %1]
    vpand       ymm5, ymm4, ymm0
    vpandn      ymm4, ymm1, ymm4
    vpcmpeqq    ymm5, ymm5, ymm3            ; all ones where `from` is not held
    vpandn      ymm5, ymm5, ymm2
    vpxor       ymm4, ymm4, ymm5
    vmovdqa     [N + STATE_BY_COLOR + %1], ymm4
%endmacro
%macro MOVE_BITBOARDS 0
    vmovq       xmm0, rax
    vmovq       xmm1, rcx
    vpbroadcastq ymm0, xmm0
    vpbroadcastq ymm1, xmm1
    vpor        ymm2, ymm0, ymm1
    vpxor       xmm3, xmm3, xmm3
    MOVE_FOUR   0
    MOVE_FOUR   32
%endmacro
%macro LEAVE 0
    vzeroupper
%endmacro
%endmacro

; --- the routine ----------------------------------------------------------------------------------------

; Flips the rays of a set of sliders beyond a square; %1 = set, %2 = lines through the square, %3 = its row
; of geometry.beyond; uses rax, rcx, r14.
%macro FLIP_RAYS 3
%%next:
    tzcnt       eax, %1
    movzx       ecx, byte [P + STATE_SQUARE_OF + rax]
    blsr        %1, %1
    mov         r14, [%3 + rcx * 8]
    and         r14, %2
    xor         [N + STATE_ATTACKS + rax * 8], r14
    TOGGLE_MAP  r14, rax
    test        %1, %1
    jnz         %%next
%endmacro

; Attacks along lines of one kind; %1 = result, %2 = square, %3 = occupancy, %4 = table; uses %5.
%macro SLIDE 5
    mov         %5, %2
    shl         %5, 4
    pext        %1, %3, [geometry + %4 + %5]
    mov         %5, [geometry + %4 + %5 + 8]
    mov         %1, [%5 + %1 * 8]
%endmacro

; %1 = name, %2 = the mover's colour
%macro MAKE_NORMAL 2
function %1
    push        rbx
    push        rbp
    push        r12
    push        r13
    push        r14
    push        r15
    mov         r13d, ecx
    mov         r8d, edx
    shr         edx, 6
    and         r8d, 63
    movzx       r9d, byte [P + STATE_MAN_ON + FROM]
    movzx       r12d, byte [P + STATE_MAN_ON + TO]
    mov         ebp, [P + STATE_SLIDERS]
    mov         r10d, r9d
    shr         r10d, 5
    and         r9d, 31
    btr         ebp, r9d                    ; the mover's own line is not looked at
    mov         r11d, [P + STATE_MAP + FROM * 4]
    and         OPENING, ebp
    and         CLOSING, [P + STATE_MAP + TO * 4]

    ; the lines that are copied as they are, and the map
    mov         OCC, [P + STATE_BY_COLOR]
    or          OCC, [P + STATE_BY_COLOR + 8]
    LOAD_MAP
    btr         OCC, FROM
    COPY_LINES
    xor         eax, eax
    bts         rax, FROM
    xor         ecx, ecx
    bts         rcx, TO
    MOVE_BITBOARDS

    ; the board
    mov         eax, r10d
    shl         eax, 5
    or          eax, r9d
    mov         byte [N + STATE_MAN_ON + FROM], MAN_NONE
    mov         [N + STATE_MAN_ON + TO], al
    mov         [N + STATE_SQUARE_OF + BIT], dl

    ; side, castling, e.p., undo, captured ... in one word; then the counters and the move
    movzx       ecx, byte [P + STATE_CASTLING]
    and         r13d, ecx
    mov         rcx, (CELL_NONE << 32) | (SQUARE_NONE << 16) | (%2 ^ 1)
    mov         eax, r13d
    shl         eax, 8
    or          rcx, rax
    mov         [N + STATE_SIDE], rcx
    mov         eax, edx
    shl         eax, 6
    or          eax, r8d
    mov         [N + STATE_MOVE], eax
    mov         eax, [P + STATE_RULE50]
    add         eax, 0x00010001             ; both counters
    mov         ecx, eax
    and         ecx, 0xFFFF0000
    test        r10d, r10d
    cmovz       eax, ecx                    ; a Pawn's move cannot be taken back
    mov         [N + STATE_RULE50], eax

    ; keys
    mov         eax, r10d
    shl         eax, 9
    lea         rax, [zobrist + ZOBRIST_MAN + %2 * ZOBRIST_COLOR_SIZE + rax]
    mov         r14, [rax + FROM * 8]
    xor         r14, [rax + TO * 8]
    mov         eax, 1 + %2                 ; the part: Pawns, or the mover's men
    test        r10d, r10d
    cmovz       eax, r10d
    mov         rcx, [P + STATE_PART_KEY + rax * 8]
    xor         rcx, r14
    mov         [N + STATE_PART_KEY + rax * 8], rcx
    xor         r14, [P + STATE_KEY]
    xor         r14, [zobrist + ZOBRIST_SIDE]
    movzx       eax, byte [P + STATE_EP]
    xor         r14, [zobrist + ZOBRIST_EP + rax * 8]
    movzx       eax, byte [P + STATE_CASTLING]
    xor         r14, [zobrist + ZOBRIST_CASTLING + rax * 8]
    xor         r14, [zobrist + ZOBRIST_CASTLING + r13 * 8]
    mov         [N + STATE_KEY], r14

    cmp         r12d, MAN_NONE
    jne         .capture

.mover:
    ; his new column, from both kinds of lines through `to`, which closing lines need as well
    SLIDE       rax, TO, OCC, GEOMETRY_ROOK, rcx
    SLIDE       r14, TO, OCC, GEOMETRY_BISHOP, rcx
    mov         r15, rax
    or          r15, r14                    ; all lines through `to`
    and         rax, [uses_rook_lines + TYPE * 8]
    and         r14, [uses_bishop_lines + TYPE * 8]
    or          rax, r14
    mov         ecx, r10d
    shl         ecx, 9
    lea         rcx, [geometry + GEOMETRY_LEAPER + %2 * LEAPER_COLOR_SIZE + rcx]
    or          rax, [rcx + TO * 8]
    mov         r14, [P + STATE_ATTACKS + BIT * 8]
    xor         r14, rax
    mov         [N + STATE_ATTACKS + BIT * 8], rax
    TOGGLE_MAP  r14, BIT

    test        CLOSING, CLOSING
    jz          .closed
    mov         r13d, edx
    shl         r13d, 9
    lea         r13, [geometry + GEOMETRY_BEYOND + r13]
    FLIP_RAYS   CLOSING, r15, r13
.closed:
    test        OPENING, OPENING
    jz          .opened
    bts         OCC, TO
    SLIDE       r15, FROM, OCC, GEOMETRY_ROOK, rcx
    SLIDE       rax, FROM, OCC, GEOMETRY_BISHOP, rcx
    or          r15, rax
    mov         r13d, r8d
    shl         r13d, 9
    lea         r13, [geometry + GEOMETRY_BEYOND + r13]
    FLIP_RAYS   OPENING, r15, r13
.opened:
    STORE_MAP
    LEAVE
    pop         r15
    pop         r14
    pop         r13
    pop         r12
    pop         rbp
    pop         rbx
    ret

.capture:
    mov         r15d, r12d
    and         r15d, 31                    ; the victim's bit
    shr         r12d, 5                     ; his type
    xor         CLOSING, CLOSING            ; `to` was closed already
    btr         OPENING, r15d
    CLEAR_MAP   r15
    mov         qword [N + STATE_ATTACKS + r15 * 8], 0
    mov         byte [N + STATE_SQUARE_OF + r15], SQUARE_NONE
    mov         word [N + STATE_RULE50], 0
    mov         eax, r12d
    shl         eax, 9
    lea         rax, [zobrist + ZOBRIST_MAN + (%2 ^ 1) * ZOBRIST_COLOR_SIZE + rax]
    mov         r14, [rax + TO * 8]
    xor         [N + STATE_KEY], r14
    mov         eax, 1 + (%2 ^ 1)
    test        r12d, r12d
    cmovz       eax, r12d
    xor         [N + STATE_PART_KEY + rax * 8], r14
    lea         ecx, [r12 * 4 + (%2 ^ 1) * 20]
    mov         eax, 1
    shlx        rax, rax, rcx
    sub         [N + STATE_MATERIAL], rax
    jmp         .mover
endfunction
%endmacro

LEVEL_512
MAKE_NORMAL make_white_avx512, 0
MAKE_NORMAL make_black_avx512, 1

%unmacro LOAD_MAP 0
%unmacro STORE_MAP 0
%unmacro TOGGLE_MAP 2
%unmacro CLEAR_MAP 1
%unmacro COPY_LINES 0
%unmacro MOVE_BITBOARDS 0
%unmacro LEAVE 0
LEVEL_AVX2
MAKE_NORMAL make_white_avx2, 0
MAKE_NORMAL make_black_avx2, 1
