/* The version of the program and its date. The manual page, the archives and the packages take
 * version and date from this file: see tools/package. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define PANOPTES_VERSION "1.0"
#define PANOPTES_DATE    "2026-11-25"

/* Returns "Panoptes 1.0", or "Panoptes 1.0 (a1b2c3d4e5)" with the commit of the build. If the
 * source differed from the commit, ", changed" follows the commit. */
const char *version_name(void);

/* Sets the commit of version_name, "" if the commit is unknown. main calls the function first. Only
 * main.c holds the commit, so that a new commit recompiles one file. */
void version_set_commit(const char *commit);

#endif
