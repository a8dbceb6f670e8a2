/* Texts in HTML. */
#ifndef REPORT_HTML_TEXT_H
#define REPORT_HTML_TEXT_H

#include "inspect/document.h"

/* Adds a text so that no character of it is markup, between elements and in quoted attributes. */
void html_text(Document *out, const char *text);

/* The same for a text of a stranger within a line: it is an element <bdi>, without control
 * characters for directions, so that neither Hebrew nor an override moves what stands beside it. */
void html_isolated(Document *out, const char *text);

#endif
