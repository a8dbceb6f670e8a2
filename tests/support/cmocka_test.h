/* cmocka, with the headers that it wants before it. */
#ifndef SUPPORT_CMOCKA_TEST_H
#define SUPPORT_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
