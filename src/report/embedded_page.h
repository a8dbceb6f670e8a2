/* The bytes of the page's template: see page.h. */
#ifndef REPORT_EMBEDDED_PAGE_H
#define REPORT_EMBEDDED_PAGE_H

extern const char embedded_page[], embedded_page_end[];

#endif
