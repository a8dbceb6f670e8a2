#include "support/cmocka_test.h"

#include <stdlib.h>

enum { TESTS_MAX = 64 };

static struct CMUnitTest tests[TESTS_MAX];
static size_t count;

void tests_add(const char *name, CMUnitTestFunction test, CMFixtureFunction setup,
               CMFixtureFunction teardown) {
    if (count == TESTS_MAX)
        abort();
    tests[count++] = (struct CMUnitTest){name, test, setup, teardown, NULL};
}

int tests_run(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown) {
    return _cmocka_run_group_tests(group, tests, count, setup, teardown);
}
