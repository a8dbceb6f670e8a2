/* The bytes of openings.bin: see openings.h. */
#ifndef REPORT_EMBEDDED_OPENINGS_H
#define REPORT_EMBEDDED_OPENINGS_H

extern const unsigned char embedded_openings[], embedded_openings_end[];

#endif
