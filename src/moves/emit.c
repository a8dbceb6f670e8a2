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

static Move *KERNEL_ABI emit_captures_c(const State *s, Bitboard hit, Move *out) {
    const Color us = s->side, them = opponent(us);
    uint32_t victims = 0;
    while (hit)
        victims |= bit_mask(man_bit(s->man_on[pop_bit(&hit)]));
    while (victims) {
        const Bit victim = 31 - __builtin_clz(victims);
        const Square to = s->square_of[victim];
        victims ^= bit_mask(victim);
        uint32_t set = attackers_of(s, to, us);
        if (attackers_of(s, to, them))
            set &= ~bit_mask(bit_make(us, BIT_KING));
        while (set)
            *out++ = move_make(s->square_of[pop_bit32(&set)], to);
    }
    return out;
}

EmitPieces emit_pieces_avx2, emit_pieces_vbmi2;
EmitSteps emit_steps_avx2, emit_steps_vbmi2;
EmitCaptures emit_captures_avx2, emit_captures_vbmi2;

static Kernel pieces_kernel = {
    .name = "emit_pieces",
    .versions = {KERNEL_C(emit_pieces_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_pieces_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_pieces_vbmi2)}};
static Kernel steps_kernel = {
    .name = "emit_steps",
    .versions = {KERNEL_C(emit_steps_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_steps_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_steps_vbmi2)}};
static Kernel captures_kernel = {
    .name = "emit_captures",
    .versions = {KERNEL_C(emit_captures_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_captures_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_captures_vbmi2)}};

EmitPieces *emit_pieces = emit_pieces_c;
EmitSteps *emit_steps = emit_steps_c;
EmitCaptures *emit_captures = emit_captures_c;

void emit_init(void) {
    emit_pieces = (EmitPieces *)kernel_add(&pieces_kernel);
    emit_steps = (EmitSteps *)kernel_add(&steps_kernel);
    emit_captures = (EmitCaptures *)kernel_add(&captures_kernel);
}
