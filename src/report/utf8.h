/* Texts of files whose encoding is not known, and whose direction may be either. */
#ifndef REPORT_UTF8_H
#define REPORT_UTF8_H

#include "inspect/document.h"

/* Adds a text as UTF-8: as it is if that is what it is, else every byte as a character of
 * Windows-1252, which has all of Latin-1. */
void utf8_add(Document *out, const char *text);

/* Adds a text in UTF-8 without the characters that set directions: embeddings, overrides, isolates.
 * */
void utf8_add_undirected(Document *out, const char *text);

/* Adds a text as utf8_add does, to stand in a line among others. If it has letters that are written
 * from right to left, or characters that set directions, it stands between U+2068 and U+2069
 * without the latter: then nothing around it is moved. */
void utf8_add_isolated(Document *out, const char *text);

#endif
