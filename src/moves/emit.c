#include "moves/emit.h"

#include "kernels/registry.h"

#include <assert.h>

static Move *KERNEL_ABI emit_pieces_c(const State *s, uint32_t men, Bitboard targets, Move *out) {
    while (men) {
        const Bit bit = pop_bit32(&men);
        const Square from = s->square_of[bit];
        for (Bitboard to = s->attacks[bit] & targets; to;)
            *out++ = move_make(from, pop_bit(&to));
    }
    return out;
}

static Move *KERNEL_ABI emit_steps_c(Bitboard targets, int step, Move *out) {
    assert(popcount(targets) <= 32);
    while (targets) {
        const Square to = pop_bit(&targets);
        *out++ = move_make(to - step, to);
    }
    return out;
}

EmitPieces emit_pieces_avx2, emit_pieces_vbmi2;
EmitSteps emit_steps_avx2, emit_steps_vbmi2;

static Kernel pieces_kernel = {
    .name = "emit_pieces",
    .versions = {KERNEL_C(emit_pieces_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_pieces_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_pieces_vbmi2)}};
static Kernel steps_kernel = {
    .name = "emit_steps",
    .versions = {KERNEL_C(emit_steps_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_steps_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_steps_vbmi2)}};

EmitPieces *emit_pieces = emit_pieces_c;
EmitSteps *emit_steps = emit_steps_c;

void emit_init(void) {
    emit_pieces = (EmitPieces *)kernel_add(&pieces_kernel);
    emit_steps = (EmitSteps *)kernel_add(&steps_kernel);
}
