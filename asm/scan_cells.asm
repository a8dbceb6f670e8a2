; int scan_cells(uint32_t set, uint32_t out_of_order, const uint8_t *cell_of, uint8_t *cells)
;
; The contract is in include/kernels/scan_cells.h, the C reference in src/kernels/scan_cells.c.
; Both versions walk the bits in order first, then those out of order, through one loop: r8 holds the
; bits left of the current pass, esi those of the next, rax counts the cells written.

%include "function.inc"

; %1 = name; %2 = 1 where BMI1 may be used
%macro SCAN_CELLS 2
function %1
    mov     r8d, ARG2d
    and     ARG2d, ARG1d            ; the second pass: members out of order
    not     r8d
    and     r8d, ARG1d              ; the first: the others
    xor     eax, eax
    test    r8d, r8d
    jz      .next_pass
.loop:
%if %2
    tzcnt   r9d, r8d
    blsr    r8d, r8d
%else
    bsf     r9d, r8d
    lea     r10d, [r8 - 1]
    and     r8d, r10d
%endif
    movzx   r9d, byte [ARG3 + r9]   ; the cell of the bit
    mov     [ARG4 + rax], r9b
    inc     eax
    test    r8d, r8d
    jnz     .loop
.next_pass:
    mov     r8d, ARG2d
    xor     ARG2d, ARG2d            ; there is no third pass
    test    r8d, r8d
    jnz     .loop
    return
endfunction
%endmacro

SCAN_CELLS scan_cells_baseline, 0
SCAN_CELLS scan_cells_avx2, 1
