/* What a run of SPSA has come to, as a patch of src/search/params.h. */
#ifndef SPSA_PATCH_H
#define SPSA_PATCH_H

#include "lib/state_text.h"
#include "spsa/spsa_run.h"

/* The path of the rows in the repository, and what the patch begins with. */
#define SPSA_HEADER     "src/search/params.h"
#define SPSA_PATCH_HEAD "--- a/" SPSA_HEADER "\n"

/* All of these: false, with the reason in `fault` (STATE_FAULT_SIZE), if that cannot be: the header
 * lacks a row, or has another value for it than this program: `X(NAME, value, ...`. */

/* Prints the values of a run, rounded, as a unified diff of a header of `size` bytes; nothing if none
 * has changed. Without a run all rows are looked for, and nothing is printed. */
bool spsa_print_patch(FILE *out, const char *header, size_t size, const SpsaRun *run, char *fault);

/* Writes such a file by os/files.h, for the header that a path has. */
bool spsa_write_patch(const char *path, const char *header, const SpsaRun *run, char *fault);

/* Whether a patch can be made for the header of a path. To be asked before long work. */
bool spsa_header_is_good(const char *header, char *fault);

#endif
