/* The bytes of page/page.html: see page.h. */
#ifndef REPORT_EMBEDDED_PAGE_H
#define REPORT_EMBEDDED_PAGE_H

extern const char embedded_page[], embedded_page_end[];

#endif
