/* launch_code.h - the instructions of a launch, in their order. */
#ifndef CTADEL_TESTS_LAUNCH_CODE_H
#define CTADEL_TESTS_LAUNCH_CODE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/frontend.h"

enum { CODE_MAX = 256 };
typedef struct {
    const winst_t *at[CODE_MAX];
    uint32_t count;
} launch_code_t;

static inline void code_see(void *to, const frontend_inst_t *in)
{
    launch_code_t *c = to;
    assert_true(c->count < CODE_MAX);
    c->at[c->count++] = in->inst;
}

static inline launch_code_t code_of(const kernel_launch_t *k)
{
    launch_code_t c = {.count = 0};
    err_t err = {{0}};
    if (!k->ops->code(k->self, code_see, &c, &err)) fail_msg("%s", err.text);
    return c;
}

#endif
