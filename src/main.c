/* Panoptes. Readies the tables and the kernels, then hands over to the front end. */
#include "board/geometry.h"
#include "board/make_normal.h"
#include "board/zobrist.h"
#include "kernels/kernels.h"
#include "moves/emit.h"
#include "uci/output.h"
#include "uci/uci.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (!cpu_runs_this_build()) {
        fprintf(stderr, "panoptes: this CPU cannot run this binary, which was built for a higher "
                        "level; build it with: make ARCH=x86-64-v2\n");
        return EXIT_FAILURE;
    }
    geometry_init();
    zobrist_init();
    bool known;
    const CpuLevel level = cpu_level(&known);
    kernels_init(level);
    make_normal_init(level);
    emit_init(level);
    output_init();
    if (!known)
        output_line("info string PANOPTES_CPU names no level of this machine (baseline, avx2, "
                    "avx512); %s is used",
                    cpu_level_name(level));
    return uci_main(argc, argv);
}
