/* Panoptes. Readies the tables and the kernels, then hands over to the front end. */
#include "engine/tables.h"
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
    bool known;
    const CpuLevel level = cpu_level(&known);
    tables_init(level);
    output_init();
    if (!known)
        output_line("info string PANOPTES_CPU names no level of this machine (baseline, avx2, "
                    "avx512); %s is used",
                    cpu_level_name(level));
    return uci_main(argc, argv);
}
