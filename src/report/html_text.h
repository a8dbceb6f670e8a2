/* Texts in HTML. */
#ifndef REPORT_HTML_TEXT_H
#define REPORT_HTML_TEXT_H

#include "inspect/document.h"

/* Adds a text so that no character of it is markup, between elements and in quoted attributes. */
void html_text(Document *out, const char *text);

#endif
