/* The versions of a kernel against each other, on calls that a position gives rise to. */
#ifndef ENGINE_KERNEL_CHECK_H
#define ENGINE_KERNEL_CHECK_H

#include "engine/kernel_specs.h"

/* Calls every version that this machine can run, as the kernel's spec says (NULL fails): that it does what the C reference does, leaves the
 * memory beside its output alone, and breaks nothing that the caller sees. *calls is raised by how
 * many calls that were. Returns true if all is well. Else writes the first difference to `report`
 * (DIFFERENCE_SIZE bytes): what differs, between which versions, which of the two is wrong and who
 * says so (the same computed from scratch, else a third version), and the position. */
bool kernel_check(const Kernel *k, const KernelSpec *spec, KernelCaller *caller, KernelCalls *c,
                  Position *pos, uint64_t *calls, char *report);

#endif
