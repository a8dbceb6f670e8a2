#include "report/page.h"

#include "report/embedded_page.h"
#include "report/html_text.h"

#include <assert.h>
#include <string.h>

/* A part of the template. */
typedef struct Part {
    const char *begin, *end;
} Part;

static Part template(void) {
    return (Part){embedded_page, embedded_page_end};
}

/* What stands before a mark, which is there; *rest is what stands behind it. */
static Part before(Part part, const char *mark, Part *rest) {
    const size_t length = strlen(mark);
    const char *at = part.begin;
    while ((size_t)(part.end - at) >= length && memcmp(at, mark, length) != 0)
        at++;
    assert((size_t)(part.end - at) >= length);
    *rest = (Part){at + length, part.end};
    return (Part){part.begin, at};
}

static void add_part(Document *out, Part part) {
    document_add_bytes(out, part.begin, (size_t)(part.end - part.begin));
}

void page_begin(Document *out, const char *title) {
    Part rest;
    add_part(out, before(template(), "<!--TITLE-->", &rest));
    html_text(out, title);
    add_part(out, before(rest, "<!--GAMES-->", &rest));
}

void page_end(Document *out) {
    Part rest;
    before(template(), "<!--GAMES-->", &rest);
    add_part(out, rest);
}
