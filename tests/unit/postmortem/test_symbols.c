/* Addresses in this program get the names of their functions, static functions and kernels included. */
#include "eval/evaluate.h"
#include "kernels/registry.h"
#include "postmortem/postmortem_internal.h"
#include "support/cmocka_test.h"

TEST(symbols_have_names) {
    uintptr_t offset = 99;
    symbols_init();
    const char *name = symbols_find((uintptr_t)symbols_have_names, &offset);
    assert_non_null(name); /* static functions have names too */
    assert_string_equal(name, "symbols_have_names");
    assert_int_equal(offset, 0);
    name = symbols_find((uintptr_t)evaluate + 1, &offset);
    assert_non_null(name);
    assert_string_equal(name, "evaluate");
    assert_int_equal(offset, 1);
#ifndef NO_NASM
    const Kernel *kernel = kernel_find("make_white");
    assert_non_null(kernel);
    name = symbols_find((uintptr_t)kernel->versions[1].function + 9, &offset);
    assert_non_null(name);
    assert_string_equal(name, "make_white_sse4");
#endif
    assert_null(symbols_find(0, &offset));
    assert_null(symbols_find((uintptr_t)&offset, &offset));
}
