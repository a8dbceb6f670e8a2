/* cmocka, with the headers that it wants before it, and tests that enter themselves. */
#ifndef SUPPORT_CMOCKA_TEST_H
#define SUPPORT_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Enters a test of this program; both fixtures may be NULL. For the macros below. */
void tests_add(const char *name, CMUnitTestFunction test, CMFixtureFunction setup,
               CMFixtureFunction teardown);

/* Runs all tests in the order of their file, the fixtures of the group around them (NULL: none).
 * Returns the number that failed. */
int tests_run(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown);

/* TEST(name) { ... } defines a test and enters it. TEST_WITH calls two functions around it; *fixture is
 * theirs. */
#define TEST_WITH(name, setup, teardown)                                                           \
    static void name(void **fixture);                                                              \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_add(#name, name, setup, teardown);                                                   \
    }                                                                                              \
    static void name(__attribute__((unused)) void **fixture)
#define TEST(name) TEST_WITH(name, NULL, NULL)

#endif
