/* Texts of files whose encoding is not known. */
#ifndef REPORT_UTF8_H
#define REPORT_UTF8_H

#include "inspect/document.h"

/* Adds a text as UTF-8: as it is if that is what it is, else every byte as a character of
 * Windows-1252, which has all of Latin-1. */
void utf8_add(Document *out, const char *text);

#endif
