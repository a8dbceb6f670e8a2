#include "support/rows.h"

#include "support/cmocka_test.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1 << 15 };

static char *put_utf8(char *out, unsigned long code) {
    if (code >= 0x800)
        *out++ = (char)(0xE0 | code >> 12);
    if (code >= 0x80)
        *out++ = (char)(code >= 0x800 ? 0x80 | (code >> 6 & 63) : 0xC0 | code >> 6);
    *out++ = (char)(code >= 0x80 ? 0x80 | (code & 63) : code);
    return out;
}

size_t unescape(char *text) {
    char *const begin = text, *out = text, hex[5] = {0};
    while (*text) {
        if (*text != '\\') {
            *out++ = *text++;
        } else if (text[1] == 'x' || text[1] == 'u') {
            const size_t digits = text[1] == 'x' ? 2 : 4;
            memset(hex, 0, sizeof hex);
            memcpy(hex, text + 2, digits);
            const unsigned long code = strtoul(hex, NULL, 16);
            text += 2 + digits;
            out = digits == 4 ? put_utf8(out, code) : (*out = (char)code, out + 1);
        } else {
            *out++ = text[1] == 'n' ? '\n' : text[1];
            text += 2;
        }
    }
    *out = '\0';
    return (size_t)(out - begin);
}

int each_row(const char *file, const char *kind, void (*visit)(char **cells)) {
    static char line[LINE_SIZE];
    char path[256], *cells[ROW_CELLS + 1];
    int rows = 0;
    snprintf(path, sizeof path, TEST_DATA_DIR "/%s", file);
    FILE *in = fopen(path, "r");
    if (!in)
        fail_msg("cannot open %s", path);
    while (fgets(line, sizeof line, in)) {
        char *rest = line;
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#' || *line == '\0')
            continue;
        for (int i = 0; i <= ROW_CELLS; i++)
            cells[i] = rest ? strsep(&rest, "\t") : line + strlen(line);
        if (kind && strcmp(cells[0], kind) != 0)
            continue;
        for (int i = 0; i <= ROW_CELLS; i++)
            if (*cells[i])
                unescape(cells[i]);
        visit(cells + (kind != NULL));
        rows++;
    }
    fclose(in);
    if (!rows)
        fail_msg("%s has no rows '%s'", path, kind ? kind : "");
    return rows;
}
