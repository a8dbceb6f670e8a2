/* The version that the program prints, and its date. The manual page, the archives and the
 * packages have both from here, too: see tools/package. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define PANOPTES_VERSION "0.1"
#define PANOPTES_DATE    "2026-11-23"

#endif
