#include "engine/tables.h"

#include "board/geometry.h"
#include "board/make.h"
#include "board/position.h"
#include "board/state.h"
#include "board/state_difference.h"
#include "eval/evaluate.h"
#include "kernels/registry.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "network/accumulator.h"
#include "network/inputs.h"
#include "network/network.h"
#include "search/search.h"

void tables_init(CpuLevel level) {
    /* In this order selftest compares them: first those that generate moves, then those that make
     * them, since the calls of the others rely on both. */
    kernels_begin(level);
    emit_init();
    make_normal_init();
    captures_init();
    state_difference_init();
    accumulator_init();
    geometry_init();
    zobrist_init();
    repetition_init();
    evaluate_init();
    inputs_init();
    network_file_init();
    search_init();
}
