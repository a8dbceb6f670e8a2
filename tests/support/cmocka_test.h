/* cmocka, with the headers that it wants before it, and tests that enter themselves. All test files are one
 * program (tests/unit/main.c); the tests of a file are a group with the file's name. */
#ifndef SUPPORT_CMOCKA_TEST_H
#define SUPPORT_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* For the macros below: enters a test in the group of `file`; what comes before or after all its tests. */
void tests_add(const char *file, const char *name, CMUnitTestFunction test,
               CMFixtureFunction set_up, CMFixtureFunction tear_down);
void tests_around(const char *file, void (*before)(void), void (*after)(void));

/* Skips the rest of this test and says what is missing. The group ends with status 77. */
_Noreturn void test_lacks(const char *what);

/* TEST(name) { ... } defines a test and enters it. TEST_WITH calls two functions around it; *fixture is
 * theirs. */
#define TEST_WITH(name, set_up, tear_down)                                                         \
    static void name(void **fixture);                                                              \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_add(__BASE_FILE__, #name, name, set_up, tear_down);                                  \
    }                                                                                              \
    static void name(__attribute__((unused)) void **fixture)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* BEFORE { ... } and AFTER { ... } are called before the first test of this file and after the last. They may assert. */
#define BEFORE AROUND(before_all, before_all, NULL)
#define AFTER  AROUND(after_all, NULL, after_all)
#define AROUND(name, before, after)                                                                \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_around(__BASE_FILE__, before, after);                                                \
    }                                                                                              \
    static void name(void)

#endif
