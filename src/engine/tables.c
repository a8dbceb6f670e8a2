#include "engine/tables.h"

#include "board/geometry.h"
#include "board/make_normal.h"
#include "board/repetition.h"
#include "board/zobrist.h"
#include "eval/evaluate.h"
#include "kernels/kernels.h"
#include "moves/emit.h"
#include "search/search.h"

void tables_init(CpuLevel level) {
    kernels_init(level);
    geometry_init();
    zobrist_init();
    repetition_init();
    make_normal_init(level);
    emit_init(level);
    evaluate_init();
    search_init();
}
