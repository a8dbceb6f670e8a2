#include "support/suite.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

bool suite_open(Suite *suite, const char *path) {
    suite->file = fopen(path, "r");
    suite->number = 0;
    return suite->file != NULL;
}

/* Cuts the line into FEN and fields. */
static void split(Suite *suite) {
    char *end = suite->line + strcspn(suite->line, "\r\n");
    *end = '\0';
    char *semicolon = strchr(suite->line, ';');
    suite->fields = semicolon ? semicolon + 1 : end;
    end = semicolon ? semicolon : end;
    while (end > suite->line && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
}

bool suite_next(Suite *suite) {
    while (fgets(suite->line, sizeof suite->line, suite->file)) {
        suite->number++;
        split(suite);
        if (suite->line[0] && suite->line[0] != '#')
            return true;
    }
    fclose(suite->file);
    suite->file = NULL;
    return false;
}

bool suite_count(const char **fields, SuiteCount *count) {
    for (const char *at = *fields; *at; at += *at == ';') {
        char kind[2] = "";
        const int n = sscanf(at, " %1[DC]%d %" SCNu64, kind, &count->depth, &count->leaves);
        count->kind = kind[0];
        at += strcspn(at, ";");
        if (n == 3) {
            *fields = at + (*at == ';');
            return true;
        }
    }
    return false;
}
