; bool make_white_LEVEL(const State *p, State *n, uint32_t move, Position *pos), make_black_LEVEL
;
; Makes a normal move (no castling, e.p. or promotion): reads state p, writes state n with the matrix and the
; keys, and unlinks a captured piece from its list. The contract is in src/board/make.h. The C reference, which
; explains the update, is in src/board/make_normal.c. There is one version for each colour and level.
;
; AVX-512: the map stays in zmm16-19; the squares of a delta are write masks. The routine uses only zmm16-31,
; which leave the upper halves of the SSE registers clean. So it does not need vzeroupper.
; AVX2: the map stays in ymm8-15; the squares of a delta are spread over the sign bits of eight dwords at a time.
; SSE4: the map does not fit in the registers, so each delta changes the map in memory. Each square of a delta becomes
; a byte: 0, or the attack bit within one byte of a row. The instruction pshufb moves these bytes to their places,
; four rows at a time.

%include "function.inc"
%include "offsets.inc"

extern geometry
extern zobrist


section CONSTANTS align=64
; dwords 1 << bit, for broadcasts
bit_masks:
%assign i 0
%rep 32
    dd 1 << i
%assign i i + 1
%endrep
; shift counts that bring the bit of square 0 to 31 to the sign of a dword
square_shifts:
    dd 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16
    dd 15, 14, 13, 12, 11, 10,  9,  8,  7,  6,  5,  4,  3,  2,  1,  0
; for each square 0 to 63, the number of the byte of a bitboard that holds the square
bytes_of_squares:
    dq 0x0000000000000000, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303
    dq 0x0404040404040404, 0x0505050505050505, 0x0606060606060606, 0x0707070707070707
; the bit of each square within its byte of a bitboard
bits_of_squares:   times 2 dq 0x8040201008040201
; 1 << bit % 8, sixteen times
bit_bytes:
%assign i 0
%rep 8
    times 16 db 1 << i
%assign i i + 1
%endrep
; for each value of bit / 8, four masks for pshufb. A mask takes the bytes of four squares: each byte goes to byte bit /
; 8 of its square's row, which is a dword. The other bytes of the four rows become 0.
row_bytes:
%assign part 0
%rep 4
%assign i 0
%rep 16
%assign place 0
%rep 4
%if place == part
    db i
%else
    db 0x80
%endif
%assign place place + 1
%endrep
%assign i i + 1
%endrep
%assign part part + 1
%endrep
; constants that reverse the bits of a register: a mask of low half bytes, each half byte reversed (as a high and as a
; low half), and the reverse order of bytes
low_halves:        times 16 db 0x0F
turned_high:       db 0x00, 0x80, 0x40, 0xC0, 0x20, 0xA0, 0x60, 0xE0, 0x10, 0x90, 0x50, 0xD0, 0x30, 0xB0, 0x70, 0xF0
turned_low:        db 0x00, 0x08, 0x04, 0x0C, 0x02, 0x0A, 0x06, 0x0E, 0x01, 0x09, 0x05, 0x0D, 0x03, 0x0B, 0x07, 0x0F
turned_bytes:      db 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8
; shift counts for one, two and four steps down a file, a rank, a diagonal and an antidiagonal
line_steps:        dq  8,  1,  9,  7
                   dq 16,  2, 18, 14
                   dq 32,  4, 36, 28
; masks by piece type: all ones if the type slides along rook lines (first table) or bishop lines (second table)
uses_rook_lines:   dq 0, 0, 0, -1, -1, 0, 0, 0
uses_bishop_lines: dq 0, 0, -1, 0, -1, 0, 0, 0
; by the mover's type: the mask for a dword of two counters, rule50 (low half) and plies_from_null. The mask of a pawn
; sets rule50 to 0.
counter_masks:     dd 0xFFFF0000, -1, -1, -1, -1, -1, -1, -1
; by colour and type of a piece: the offset in part_key of the part key that includes the piece
parts:             dd PART_OF_WHITE_PAWN
                   times 7 dd PART_OF_WHITE_PIECE
                   dd PART_OF_BLACK_PAWN
                   times 7 dd PART_OF_BLACK_PIECE
; by colour and type: the value of one piece in the material signature
units:
%assign i 0
%rep 5
    dq 1 << (MATERIAL_OF_WHITE + MATERIAL_STEP * i)
%assign i i + 1
%endrep
    times 3 dq 0
%assign i 0
%rep 5
    dq 1 << (MATERIAL_OF_BLACK + MATERIAL_STEP * i)
%assign i i + 1
%endrep
    times 3 dq 0

section .text

; Registers of the routine. rax, rcx, r12 and r14 are free; rbp is the caller's (see function.inc). [rsp] holds the
; address of the Position, which has the lists and castle_mask.
%define P         rdi              ; the state read
%define N         rsi              ; the state written
%define TO        rdx
%define FROM      r8
%define BIT       r9               ; the mover's bit
%define ROW       r10              ; 64 * the mover's type + `to`: the mover's entry in tables by type and square
%define BASE      r11              ; for TABLE
%define OCC       rbx              ; the occupancy without `from`
%define OPENING   r15d             ; sliders whose line opens at `from`
%define CLOSING   r13d             ; sliders whose line closes at `to`

; --- macros that each level defines -------------------------------------------------------------------
;
; LOAD_MAP, STORE_MAP      copy the map from memory to registers, and back
; TOGGLE_MAP squares, bit, from
;                          flips the bit in the rows of a bitboard's squares (both 64-bit registers; squares are
;                          lost). If the map is in memory, reads the map of state `from` and writes that of N.
; CLEAR_MAP bit            clears a bit in every row, and in alive, sliders, pawns, out_of_order. If the map is in
;                          memory, sets P to N, so that the routine reads state N from then on.
; COPY_LINES               copies the fields that most moves do not change: attacks, board, squares, masks, keys
; MOVE_BITBOARDS from, to  clears the victim's square `to` in all bitboards, and replaces `from` by `to`
; SLIDE square             computes attacks from a square, given OCC: a rook's in r14, a bishop's in rax.
;                          rcx is lost.
; DROP_LOWEST set          clears the lowest bit of a 32-bit set; ecx is lost. Zero flag if the set is then empty.
; LEAVE                    runs before the return
;
; SLIDE keeps the four lines through a square in the four lanes of a ymm register. The square cuts each line into an
; upper part and a lower part. Upper part: let u be its blockers. Then u ^ (u - 1) has the squares up to the lowest
; blocker, this blocker included. Lower part: SLIDE clears all squares below the highest blocker. It finds these squares
; from the blockers: it shifts them down the line by one step, and combines the result with itself shifted by one, two
; and four steps. A bit that leaves a line by a step does not return to the line. This method needs neither large tables
; nor pext, which is microcode on AMD CPUs up to Zen 2. An SSE register has two lanes, and SSE cannot shift the lanes by
; different counts. So the SSE version computes a lower part as an upper part of the reversed board.

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
%macro TOGGLE_MAP 3
    kmovq       k1, %1
    vpbroadcastd zmm20, [TABLE(bit_masks) + %2 * 4]
    kshiftrq    k2, k1, 16
    kshiftrq    k3, k1, 32
    kshiftrq    k4, k1, 48
    vpxord      zmm16{k1}, zmm16, zmm20
    vpxord      zmm17{k2}, zmm17, zmm20
    vpxord      zmm18{k3}, zmm18, zmm20
    vpxord      zmm19{k4}, zmm19, zmm20
%endmacro
%macro CLEAR_MAP 1
    vpbroadcastd zmm20, [TABLE(bit_masks) + %1 * 4]
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
%macro MOVE_BITBOARDS 2
    vmovdqa64   zmm28, [P + STATE_BY_COLOR]
    vpbroadcastq zmm29, %1
    vpbroadcastq zmm30, %2
    vptestmq    k5, zmm28, zmm29
    vpandnq     zmm28, zmm30, zmm28
    vporq       zmm29, zmm29, zmm30
    vpxorq      zmm28{k5}, zmm28, zmm29
    vmovdqa64   [N + STATE_BY_COLOR], zmm28
%endmacro
%macro SLIDE 1
    mov         rcx, %1
    shl         ecx, 6
    vpbroadcastq ymm20, OCC
    vmovdqa64   ymm21, [TABLE(geometry) + GEOMETRY_LINES + LINES_LOWER + rcx]
    vmovdqa64   ymm22, [TABLE(geometry) + GEOMETRY_LINES + LINES_UPPER + rcx]
    vpternlogd  ymm25, ymm25, ymm25, 0xFF   ; -1
    vpandq      ymm23, ymm20, ymm21
    vpandq      ymm24, ymm20, ymm22
    vpsrlvq     ymm23, ymm23, [line_steps]
    vpaddq      ymm25, ymm25, ymm24
    vpsrlvq     ymm26, ymm23, [line_steps]
    vpternlogq  ymm25, ymm24, ymm22, 0x28   ; (ymm25 ^ ymm24) & ymm22
    vporq       ymm23, ymm23, ymm26
    vpsrlvq     ymm26, ymm23, [line_steps + 32]
    vporq       ymm23, ymm23, ymm26
    vpsrlvq     ymm26, ymm23, [line_steps + 64]
    vporq       ymm23, ymm23, ymm26
    vpandnq     ymm23, ymm23, ymm21
    vporq       ymm25, ymm25, ymm23
    vpshufd     ymm23, ymm25, 0x4E          ; swaps the two lanes of each half
    vporq       ymm25, ymm25, ymm23
    vmovq       r14, xmm25
    vextracti64x2 xmm25, ymm25, 1
    vmovq       rax, xmm25
%endmacro
%macro DROP_LOWEST 1
    blsr        %1, %1
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
; Flips the bit in ymm2 in those of eight rows whose squares are in the bitboard. %1 = register of the rows, %2 = the
; half of the bitboard, %3 = number of the eight squares in this half, %4 = scratch. The shift moves the bit of each
; square to the sign of a dword. By this sign vblendvps picks the row or the flipped row. ymm7 is lost.
%macro TOGGLE_EIGHT 4
    vpsllvd     %4, %2, [square_shifts + 32 * %3]
    vpxor       ymm7, %1, ymm2
    vblendvps   %1, %1, ymm7, %4
%endmacro
%macro TOGGLE_MAP 3
    vmovq       xmm0, %1
    vpbroadcastd ymm2, [TABLE(bit_masks) + %2 * 4]
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
    vpbroadcastd ymm2, [TABLE(bit_masks) + %1 * 4]
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
    COPY_128    STATE_MAN_ON                ; and all fields from square_of to the bitboards
    vmovdqa     ymm0, [P + STATE_KEY]
    vmovdqa     ymm1, [P + STATE_KEY + 32]
    vmovdqa     [N + STATE_KEY], ymm0
    vmovdqa     [N + STATE_KEY + 32], ymm1
%endmacro
; Moves the mover in four bitboards from offset %1 on, and clears a victim's bit. ymm0 = `from`, ymm1 = `to`, ymm2 =
; both squares, ymm3 = 0
%macro MOVE_FOUR 1
    vmovdqa     ymm4, [P + STATE_BY_COLOR + %1]
    vpand       ymm5, ymm4, ymm0
    vpandn      ymm4, ymm1, ymm4
    vpcmpeqq    ymm5, ymm5, ymm3            ; all ones for a bitboard without `from`
    vpandn      ymm5, ymm5, ymm2
    vpxor       ymm4, ymm4, ymm5
    vmovdqa     [N + STATE_BY_COLOR + %1], ymm4
%endmacro
%macro MOVE_BITBOARDS 2
    vmovq       xmm0, %1
    vmovq       xmm1, %2
    vpbroadcastq ymm0, xmm0
    vpbroadcastq ymm1, xmm1
    vpor        ymm2, ymm0, ymm1
    vpxor       xmm3, xmm3, xmm3
    MOVE_FOUR   0
    MOVE_FOUR   32
%endmacro
%macro SLIDE 1
    mov         rcx, %1
    vmovq       xmm0, OCC
    shl         ecx, 6
    vpbroadcastq ymm0, xmm0
    vmovdqa     ymm1, [TABLE(geometry) + GEOMETRY_LINES + LINES_LOWER + rcx]
    vmovdqa     ymm2, [TABLE(geometry) + GEOMETRY_LINES + LINES_UPPER + rcx]
    vpcmpeqd    ymm5, ymm5, ymm5            ; -1
    vpand       ymm3, ymm0, ymm1
    vpand       ymm4, ymm0, ymm2
    vpsrlvq     ymm3, ymm3, [line_steps]
    vpaddq      ymm5, ymm5, ymm4
    vpsrlvq     ymm6, ymm3, [line_steps]
    vpxor       ymm5, ymm5, ymm4
    vpor        ymm3, ymm3, ymm6
    vpand       ymm5, ymm5, ymm2
    vpsrlvq     ymm6, ymm3, [line_steps + 32]
    vpor        ymm3, ymm3, ymm6
    vpsrlvq     ymm6, ymm3, [line_steps + 64]
    vpor        ymm3, ymm3, ymm6
    vpandn      ymm3, ymm3, ymm1
    vpor        ymm5, ymm5, ymm3
    vpshufd     ymm3, ymm5, 0x4E            ; swaps the two lanes of each half
    vpor        ymm5, ymm5, ymm3
    vmovq       r14, xmm5
    vextracti128 xmm5, ymm5, 1
    vmovq       rax, xmm5
%endmacro
%macro DROP_LOWEST 1
    blsr        %1, %1
%endmacro
%macro LEAVE 0
    vzeroupper
%endmacro
%endmacro

%macro LEVEL_SSE 0
%macro LOAD_MAP 0
%endmacro
%macro STORE_MAP 0
%endmacro
%macro TOGGLE_MAP 3
    movq        xmm0, %1
    mov         %1, %2
    and         %1, 7
    shl         %1, 4
    movdqa      xmm2, [bits_of_squares]
    movdqa      xmm3, [TABLE(bit_bytes) + %1]
    mov         %1, %2
    and         %1, 24
    movdqa      xmm4, [TABLE(row_bytes) + %1 * 8]
    movdqa      xmm5, [TABLE(row_bytes) + %1 * 8 + 16]
    movdqa      xmm6, [TABLE(row_bytes) + %1 * 8 + 32]
    movdqa      xmm7, [TABLE(row_bytes) + %1 * 8 + 48]
    punpcklqdq  xmm0, xmm0
%assign i 0
%rep 4
    movdqa      xmm1, xmm0
    pshufb      xmm1, [bytes_of_squares + 16 * i]
    pand        xmm1, xmm2
    pcmpeqb     xmm1, xmm2
    pand        xmm1, xmm3
    movdqa      xmm8, xmm1
    movdqa      xmm9, xmm1
    movdqa      xmm10, xmm1
    pshufb      xmm8, xmm4
    pshufb      xmm9, xmm5
    pshufb      xmm10, xmm6
    pshufb      xmm1, xmm7
    pxor        xmm8, [%3 + STATE_MAP + 64 * i]
    pxor        xmm9, [%3 + STATE_MAP + 64 * i + 16]
    pxor        xmm10, [%3 + STATE_MAP + 64 * i + 32]
    pxor        xmm1, [%3 + STATE_MAP + 64 * i + 48]
    movdqa      [N + STATE_MAP + 64 * i], xmm8
    movdqa      [N + STATE_MAP + 64 * i + 16], xmm9
    movdqa      [N + STATE_MAP + 64 * i + 32], xmm10
    movdqa      [N + STATE_MAP + 64 * i + 48], xmm1
%assign i i + 1
%endrep
%endmacro
%macro CLEAR_MAP 1
    movd        xmm2, [TABLE(bit_masks) + %1 * 4]
    pshufd      xmm2, xmm2, 0
%assign i 0
%rep 16
    movdqa      xmm0, xmm2
    pandn       xmm0, [P + STATE_MAP + 16 * i]
    movdqa      [N + STATE_MAP + 16 * i], xmm0
%assign i i + 1
%endrep
    pandn       xmm2, [P + STATE_ALIVE]
    movdqa      [N + STATE_ALIVE], xmm2
    mov         P, N
%endmacro
; %1 = offset: copies two cache lines' worth of bytes
%macro COPY_128 1
%assign i 0
%rep 8
    movdqa      xmm %+ i, [P + %1 + 16 * i]
%assign i i + 1
%endrep
%assign i 0
%rep 8
    movdqa      [N + %1 + 16 * i], xmm %+ i
%assign i i + 1
%endrep
%endmacro
%macro COPY_LINES 0
    COPY_128    STATE_ATTACKS
    COPY_128    STATE_ATTACKS + 128
    COPY_128    STATE_MAN_ON                ; and all fields from square_of to the bitboards
    movdqa      xmm0, [P + STATE_KEY]
    movdqa      xmm1, [P + STATE_KEY + 16]
    movdqa      xmm2, [P + STATE_KEY + 32]
    movdqa      xmm3, [P + STATE_KEY + 48]
    movdqa      [N + STATE_KEY], xmm0
    movdqa      [N + STATE_KEY + 16], xmm1
    movdqa      [N + STATE_KEY + 32], xmm2
    movdqa      [N + STATE_KEY + 48], xmm3
%endmacro
%macro MOVE_BITBOARDS 2
    movq        xmm0, %1
    movq        xmm1, %2
    punpcklqdq  xmm0, xmm0
    punpcklqdq  xmm1, xmm1
    movdqa      xmm2, xmm0
    por         xmm2, xmm1
    pxor        xmm3, xmm3
%assign i 0
%rep 4
    movdqa      xmm4, [P + STATE_BY_COLOR + 16 * i]
    movdqa      xmm5, xmm0
    movdqa      xmm6, xmm1
    pand        xmm5, xmm4
    pandn       xmm6, xmm4
    pcmpeqq     xmm5, xmm3                  ; all ones for a bitboard without `from`
    pandn       xmm5, xmm2
    pxor        xmm6, xmm5
    movdqa      [N + STATE_BY_COLOR + 16 * i], xmm6
%assign i i + 1
%endrep
%endmacro
; Reverses the order of the 64 bits in each half of %1; %2 and %3 = scratch.
%macro TURN_ROUND 3
    movdqa      %2, %1
    psrlw       %2, 4
    pand        %1, [low_halves]
    pand        %2, [low_halves]
    movdqa      %3, [turned_high]
    pshufb      %3, %1
    movdqa      %1, [turned_low]
    pshufb      %1, %2
    por         %1, %3
    pshufb      %1, [turned_bytes]
%endmacro
; Cuts upper lines after their lowest blockers: %1 = the lines, %2 = occupancy, %3 and %4 = scratch; xmm15 = -1
%macro CUT_UPPER 4
    movdqa      %3, %1
    pand        %3, %2
    movdqa      %4, %3
    paddq       %4, xmm15
    pxor        %3, %4
    pand        %1, %3
%endmacro
; Joins lines to attacks. %1 = file and rank, %2 = diagonal and antidiagonal, %3 = scratch. At the end, %1 = a rook's
; attacks and a bishop's attacks.
%macro JOIN_LINES 3
    movdqa      %3, %1
    punpcklqdq  %1, %2
    punpckhqdq  %3, %2
    por         %1, %3
%endmacro
%macro SLIDE 1
    mov         rcx, %1
    shl         ecx, 6
    movq        xmm0, OCC
    punpcklqdq  xmm0, xmm0
    movdqa      xmm1, [TABLE(geometry) + GEOMETRY_LINES + LINES_UPPER + rcx]
    movdqa      xmm2, [TABLE(geometry) + GEOMETRY_LINES + LINES_UPPER + rcx + 16]
    xor         ecx, 63 << 6                ; the square on the reversed board
    movdqa      xmm3, [TABLE(geometry) + GEOMETRY_LINES + LINES_UPPER + rcx]
    movdqa      xmm4, [TABLE(geometry) + GEOMETRY_LINES + LINES_UPPER + rcx + 16]
    movdqa      xmm5, xmm0
    pcmpeqd     xmm15, xmm15
    TURN_ROUND  xmm5, xmm6, xmm7
    CUT_UPPER   xmm1, xmm0, xmm8, xmm9
    CUT_UPPER   xmm2, xmm0, xmm10, xmm11
    CUT_UPPER   xmm3, xmm5, xmm8, xmm9
    CUT_UPPER   xmm4, xmm5, xmm10, xmm11
    JOIN_LINES  xmm3, xmm4, xmm8
    JOIN_LINES  xmm1, xmm2, xmm9
    TURN_ROUND  xmm3, xmm6, xmm7
    por         xmm1, xmm3
    movq        r14, xmm1
    pextrq      rax, xmm1, 1
%endmacro
%macro DROP_LOWEST 1
    lea         ecx, [%1 - 1]
    and         %1, ecx
%endmacro
%macro LEAVE 0
%endmacro
%endmacro

; --- the routine ----------------------------------------------------------------------------------------

; For each slider of a set, flips its attacks on the squares that lie beyond a square on its line: in its column and in
; their rows. %1 = set, %2 = lines through the square, %3 = the square, which is lost. rax, rcx are lost.
%macro FLIP_RAYS 3
    shl         %3, 9
    add         %3, BASE
%%next:
    tzcnt       eax, %1                     ; an older CPU runs tzcnt as bsf: the same for a non-empty set
    movzx       ecx, byte [P + STATE_SQUARE_OF + rax]
    mov         rcx, [%3 + geometry - CURRENT_FUNCTION + GEOMETRY_BEYOND + rcx * 8]
    and         rcx, %2
    xor         [N + STATE_ATTACKS + rax * 8], rcx
    TOGGLE_MAP  rcx, rax, N
    DROP_LOWEST %1
    jnz         %%next
%endmacro

; %1 = name, %2 = the mover's colour
%macro MAKE_NORMAL 2
function %1
    push        rbx
    push        r12
    push        r13
    push        r14
    push        r15
    push        ARG4
    lea         BASE, [CURRENT_FUNCTION]
    mov         r14d, edx                   ; the move, until it is stored
    mov         r8d, edx
    shr         edx, 6
    and         r8d, 63
    movzx       ecx, byte [P + STATE_MAN_ON + FROM]
    mov         CLOSING, [P + STATE_SLIDERS]
    mov         r9d, ecx
    and         r9d, 31
    btr         CLOSING, r9d                ; other sliders than the mover
    mov         r15d, [P + STATE_MAP + FROM * 4]
    and         OPENING, CLOSING
    and         CLOSING, [P + STATE_MAP + TO * 4]
    mov         OCC, [P + STATE_BY_COLOR]
    or          OCC, [P + STATE_BY_COLOR + 8]
    LOAD_MAP
    COPY_LINES
    btr         OCC, FROM

    ; writes man_on, square_of, the move, the counters, and in one qword the side, the e.p. square and the undo fields
    mov         byte [N + STATE_MAN_ON + FROM], MAN_NONE
    mov         [N + STATE_MAN_ON + TO], cl
    mov         [N + STATE_SQUARE_OF + BIT], dl
    mov         [N + STATE_MOVE], r14d
    mov         qword [N + STATE_SIDE], (SQUARE_NONE << 16) | (%2 ^ 1)
    mov         r12d, ecx
    and         r12d, 0xE0
    shr         ecx, 5                      ; the mover's type
    lea         r10d, [rdx + r12 * 2]       ; ROW
    lea         r12d, [r8 + r12 * 2]        ; 64 * type + `from`
    mov         eax, [P + STATE_RULE50]
    add         eax, 0x00010001
    and         eax, [TABLE(counter_masks) + rcx * 4]
    mov         [N + STATE_RULE50], eax

    ; keys and rights
    mov         r14, [TABLE(zobrist) + ZOBRIST_MAN + %2 * ZOBRIST_COLOR_SIZE + r12 * 8]
    xor         r14, [TABLE(zobrist) + ZOBRIST_MAN + %2 * ZOBRIST_COLOR_SIZE + ROW * 8]
    mov         r12, [rsp]                  ; the position
    mov         eax, [TABLE(parts) + %2 * 32 + rcx * 4]
    xor         [N + STATE_PART_KEY + rax], r14
    xor         r14, [P + STATE_KEY]
    xor         r14, [zobrist + ZOBRIST_SIDE]
    movzx       eax, byte [P + STATE_EP]
    xor         r14, [TABLE(zobrist) + ZOBRIST_EP + rax * 8]
    movzx       eax, byte [P + STATE_CASTLING]
    xor         r14, [TABLE(zobrist) + ZOBRIST_CASTLING + rax * 8]
    and         al, [r12 + POSITION_CASTLE_MASK + FROM]
    and         al, [r12 + POSITION_CASTLE_MASK + TO]
    mov         [N + STATE_CASTLING], al
    xor         r14, [TABLE(zobrist) + ZOBRIST_CASTLING + rax * 8]
    mov         [N + STATE_KEY], r14

    xor         eax, eax
    bts         rax, FROM
    xor         r14d, r14d
    bts         r14, TO
    MOVE_BITBOARDS rax, r14

    movzx       eax, byte [P + STATE_MAN_ON + TO]
    cmp         eax, MAN_NONE
    jne         .capture

.mover:
    ; the mover's new column; r12 keeps the lines through `to` for the sliders in CLOSING
    SLIDE       TO
    mov         ecx, r10d
    shr         ecx, 6                      ; the mover's type
    mov         r12, r14
    or          r12, rax
    and         r14, [TABLE(uses_rook_lines) + rcx * 8]
    and         rax, [TABLE(uses_bishop_lines) + rcx * 8]
    or          r14, [TABLE(geometry) + GEOMETRY_LEAPER + %2 * LEAPER_COLOR_SIZE + ROW * 8]
    or          r14, rax
    mov         rax, [P + STATE_ATTACKS + BIT * 8]
    mov         [N + STATE_ATTACKS + BIT * 8], r14
    xor         rax, r14
    TOGGLE_MAP  rax, BIT, P

    test        CLOSING, CLOSING
    jz          .closed
    mov         r14d, edx
    FLIP_RAYS   CLOSING, r12, r14
.closed:
    test        OPENING, OPENING
    jz          .opened
    bts         OCC, TO
    SLIDE       FROM
    or          r14, rax
    mov         r12d, r8d
    FLIP_RAYS   OPENING, r14, r12
.opened:
    STORE_MAP
    LEAVE
    mov         eax, r10d
    xor         r8d, r10d
    sub         eax, 48 - 40 * %2            ; ROW of a pawn on its 7th rank is 48-55 or 8-15
    cmp         r8d, 16                     ; 16 only for a double push: a pawn's type is 0
    pop         rcx
    pop         r15
    pop         r14
    pop         r13
    pop         r12
    pop         rbx
    je          .pawn_extra
    cmp         eax, 8
    jb          .pawn_extra
    xor         eax, eax
    return
.pawn_extra:
    mov         eax, 1
    return

.capture:
    mov         r14d, eax
    shr         r14d, 5                     ; the victim's type
    and         eax, 31                     ; the victim's bit
    xor         CLOSING, CLOSING            ; the victim on `to` already closed the lines
    btr         OPENING, eax
    CLEAR_MAP   rax
    mov         qword [N + STATE_ATTACKS + rax * 8], 0
    mov         byte [N + STATE_SQUARE_OF + rax], SQUARE_NONE
    mov         word [N + STATE_RULE50], 0
    mov         r12d, r14d
    shl         r12d, 6
    or          r12d, edx
    mov         r12, [TABLE(zobrist) + ZOBRIST_MAN + (%2 ^ 1) * ZOBRIST_COLOR_SIZE + r12 * 8]
    xor         [N + STATE_KEY], r12
    mov         ecx, [TABLE(parts) + (%2 ^ 1) * 32 + r14 * 4]
    xor         [N + STATE_PART_KEY + rcx], r12
    mov         r12, [P + STATE_MATERIAL]
    sub         r12, [TABLE(units) + (%2 ^ 1) * 64 + r14 * 8]
    mov         [N + STATE_MATERIAL], r12
    ; unlink the victim's cell
    mov         r12, [rsp]                  ; the position
    movzx       ecx, byte [r12 + POSITION_CELL_OF + rax]
    mov         [N + STATE_CAPTURED], cl
    mov         byte [N + STATE_UNDO], UNDO_CAPTURE
    movzx       eax, byte [r12 + POSITION_NEXT + rcx]
    movzx       ecx, byte [r12 + POSITION_PREV + rcx]
    mov         [r12 + POSITION_NEXT + rcx], al
    mov         [r12 + POSITION_PREV + rax], cl
    jmp         .mover
endfunction
%endmacro

; Removes the macros of a level, so that the next level can define them.
%macro FORGET_LEVEL 0
%unmacro LOAD_MAP 0
%unmacro STORE_MAP 0
%unmacro TOGGLE_MAP 3
%unmacro CLEAR_MAP 1
%unmacro COPY_LINES 0
%unmacro COPY_128 1
%unmacro MOVE_BITBOARDS 2
%unmacro SLIDE 1
%unmacro DROP_LOWEST 1
%unmacro LEAVE 0
%endmacro

LEVEL_512
MAKE_NORMAL make_white_avx512, 0
MAKE_NORMAL make_black_avx512, 1

FORGET_LEVEL
LEVEL_AVX2
MAKE_NORMAL make_white_avx2, 0
MAKE_NORMAL make_black_avx2, 1

FORGET_LEVEL
LEVEL_SSE
MAKE_NORMAL make_white_sse4, 0
MAKE_NORMAL make_black_sse4, 1
