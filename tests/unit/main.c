/* units [GROUP [FILTER]]
 *
 * Runs the tests of GROUP, the name of a file (test_matrix), or only those that match FILTER. Without an argument it
 * runs each group in a process of its own, since some groups set resource limits. Exits with 77 if the system lacks
 * something that a test needs. */
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GROUPS_MAX = 80, TESTS_MAX = 64, NAME_SIZE = 40, SKIPPED = 77 };

typedef struct Group {
    char name[NAME_SIZE];
    void (*around[TESTS_AROUND])(void);
    struct CMUnitTest tests[TESTS_MAX];
    size_t count;
} Group;

Position *pos, *other_pos;
char report[DIFFERENCE_SIZE];

static Group groups[GROUPS_MAX];
static size_t group_count;
static const char *missing;

static Group *find_group(const char *name) {
    for (size_t i = 0; i < group_count; i++)
        if (strcmp(groups[i].name, name) == 0)
            return &groups[i];
    return NULL;
}

/* Finds the group of a file; adds one if there is none. */
static Group *group_of(const char *file) {
    const char *begin = strrchr(file, '/') + 1;
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "."), begin);
    Group *group = find_group(name);
    if (group)
        return group;
    if (group_count == GROUPS_MAX)
        abort();
    group = &groups[group_count++];
    memcpy(group->name, name, sizeof name);
    return group;
}

static const Group *running;

static int run_around(int when) {
    if (running->around[when])
        running->around[when]();
    return 0;
}

static int before_all(__attribute__((unused)) void **state) {
    return run_around(TESTS_BEFORE);
}
static int after_all(__attribute__((unused)) void **state) {
    return run_around(TESTS_AFTER);
}
static int set_up(__attribute__((unused)) void **state) {
    return run_around(TESTS_BEFORE_EACH);
}
static int tear_down(__attribute__((unused)) void **state) {
    return run_around(TESTS_AFTER_EACH);
}

void tests_add(const char *file, const char *name, CMUnitTestFunction test) {
    Group *group = group_of(file);
    if (group->count == TESTS_MAX)
        abort();
    group->tests[group->count++] = (struct CMUnitTest){name, test, set_up, tear_down, NULL};
}

void tests_around(const char *file, int when, void (*function)(void)) {
    group_of(file)->around[when] = function;
}

void test_lacks(const char *what) {
    missing = what;
    skip();
    abort();
}

void require(bool well) {
    if (!well)
        fail_msg("%s", report);
}

static int run(const Group *group) {
    running = group;
    pos = position_new();
    other_pos = position_new();
    const int failed =
        _cmocka_run_group_tests(group->name, group->tests, group->count, before_all, after_all);
    free(pos);
    free(other_pos);
    if (missing)
        printf("missing: %s\n", missing);
    return failed ? 1 : missing ? SKIPPED : 0;
}

static int run_apart(const Group *group) {
    int status = 1;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        exit(run(group));
    return waitpid(child, &status, 0) != child || (status && WEXITSTATUS(status) != SKIPPED);
}

static bool has_test(const Group *group, const char *filter) {
    bool has = false;
    for (size_t i = 0; i < group->count; i++)
        has |= fnmatch(filter, group->tests[i].name, 0) == 0;
    return has;
}

int main(int argc, char **argv) {
    const Group *group = argc > 1 ? find_group(argv[1]) : NULL;
    int failed = 0;
    if (argc > 1 && !group) {
        fprintf(stderr, "there is no group %s\n", argv[1]);
        return 2;
    }
    setup_tables();
    if (argc > 2) {
        if (!has_test(group, argv[2])) {
            fprintf(stderr, "group %s has no test %s\n", argv[1], argv[2]);
            return 2;
        }
        cmocka_set_test_filter(argv[2]);
    }
    if (group)
        return run(group);
    for (size_t i = 0; i < group_count; i++)
        failed += run_apart(&groups[i]);
    return failed > 0;
}
