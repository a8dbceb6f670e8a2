#include "moves/emit.h"

Move *emit_pieces_c(const State *s, uint32_t men, Bitboard targets, Move *out) {
    while (men) {
        const Bit bit = pop_bit32(&men);
        const Square from = s->square_of[bit];
        for (Bitboard to = s->attacks[bit] & targets; to;)
            *out++ = move_make(from, pop_bit(&to));
    }
    return out;
}

Move *emit_steps_c(Bitboard targets, int step, Move *out) {
    while (targets) {
        const Square to = pop_bit(&targets);
        *out++ = move_make(to - step, to);
    }
    return out;
}

EmitPieces *emit_pieces = emit_pieces_c;
EmitSteps *emit_steps = emit_steps_c;

void emit_init(CpuLevel level) {
    emit_pieces = emit_pieces_c;
    emit_steps = emit_steps_c;
#ifndef NO_NASM
    if (level >= CPU_AVX512 && cpu_has_vbmi2()) {
        emit_pieces = emit_pieces_vbmi2;
        emit_steps = emit_steps_vbmi2;
    }
#else
    (void)level;
#endif
}
