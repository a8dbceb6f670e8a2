/* cmocka with the headers that it needs, and macros for tests that register themselves. All test
 * files are one program (tests/unit/main.c). The tests of a file are a group with the file's
 * name. */
#ifndef SUPPORT_CMOCKA_TEST_H
#define SUPPORT_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/position.h"

/* Two positions for the tests of a group, empty at the beginning of the group. */
extern Position *pos, *other_pos;

/* Registers a test in the group of `file`. Only TEST and TEST_WITH call tests_add. */
void tests_add(const char *file, const char *name, CMUnitTestFunction test,
               CMFixtureFunction set_up, CMFixtureFunction tear_down);
void tests_around(const char *file, void (*before)(void), void (*after)(void));

/* Skips the rest of this test and prints what is missing. The group ends with status 77. */
_Noreturn void test_lacks(const char *what);

/* TEST(name) { ... } defines a test and registers it. TEST_WITH also calls a function before the
 * test and one after it, which own *fixture. */
#define TEST_WITH(name, set_up, tear_down)                                                         \
    static void name(void **fixture);                                                              \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_add(__BASE_FILE__, #name, name, set_up, tear_down);                                  \
    }                                                                                              \
    static void name(__attribute__((unused)) void **fixture)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* BEFORE { ... } runs before the first test of this file, AFTER { ... } after the last. BEFORE and
 * AFTER may assert. */
#define BEFORE AROUND(before_all, before_all, NULL)
#define AFTER  AROUND(after_all, NULL, after_all)
#define AROUND(name, before, after)                                                                \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_around(__BASE_FILE__, before, after);                                                \
    }                                                                                              \
    static void name(void)

#endif
