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

/* Two positions that tests may use. Each group of tests gets newly allocated ones. */
extern Position *pos, *other_pos;

/* The report of a check of selfcheck/verify.h: DIFFERENCE_SIZE bytes. */
extern char report[];

/* Fails with the report unless a check has found all well. */
void require(bool well);

/* The times at which a function of AROUND runs: before or after all tests of a group, or each test. */
enum { TESTS_BEFORE, TESTS_AFTER, TESTS_BEFORE_EACH, TESTS_AFTER_EACH, TESTS_AROUND };

/* Register a test, or a function around the tests, in the group of `file`. Only the macros below
 * call these functions. */
void tests_add(const char *file, const char *name, CMUnitTestFunction test);
void tests_around(const char *file, int when, void (*function)(void));

/* Skips the rest of this test and prints what is missing. The group ends with status 77. */
_Noreturn void test_lacks(const char *what);

/* TEST(name) { ... } defines a test and registers it. */
#define TEST(name)                                                                                 \
    static void name(void **unused);                                                               \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_add(__BASE_FILE__, #name, name);                                                     \
    }                                                                                              \
    static void name(__attribute__((unused)) void **unused)

/* BEFORE { ... } runs before the first test of this file, AFTER { ... } after the last, BEFORE_EACH { ... } and
 * AFTER_EACH { ... } before and after each test. The code may use assert_true etc. */
#define BEFORE      AROUND(before_all, TESTS_BEFORE)
#define AFTER       AROUND(after_all, TESTS_AFTER)
#define BEFORE_EACH AROUND(set_up, TESTS_BEFORE_EACH)
#define AFTER_EACH  AROUND(tear_down, TESTS_AFTER_EACH)
#define AROUND(name, when)                                                                         \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void name##_enters(void) {                                 \
        tests_around(__BASE_FILE__, when, name);                                                   \
    }                                                                                              \
    static void name(void)

#endif
