/* The version of the program and its date. The manual page, the archives and the packages have both
 * from here, too: see tools/package. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define PANOPTES_VERSION "1.0"
#define PANOPTES_DATE    "2026-11-25"

/* "Panoptes 1.0", or with the commit of the source "Panoptes 1.0 (a1b2c3d4e5)"; ", changed" follows
 * if the source differed from the commit. */
const char *version_name(void);

/* Gives that commit, "" if it is not known. Only main knows it, and does so before anything else, so
 * that a new commit compiles one file. */
void version_set_commit(const char *commit);

#endif
