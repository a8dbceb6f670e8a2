/* The page: a template with places for its title and for its data.
 *
 * The template is page/page.html, which is part of the program. It has one <!--TITLE--> and, behind
 * that, one <!--DATA-->. The data are one object of JSON in a script element that no browser runs;
 * whatever means something in HTML is escaped in it.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "inspect/document.h"

/* Adds the page up to where the object of its data begins. The title is any text in UTF-8. */
void page_begin(Document *out, const char *title);

/* Adds what comes behind that object. */
void page_end(Document *out);

#endif
