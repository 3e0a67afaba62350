/* issues_c.c - the engine "c" of the issue-control units: golden models behind the seam. */
#include "policy/issue_bits.h"

#include <stdlib.h>

void *issues_c_create(uint32_t units)
{
    issue_bits_t *b = malloc(units * sizeof *b);
    for (uint32_t i = 0; b && i < units; i++) issue_bits_reset(&b[i]);
    return b;
}

static uint64_t c_ok(void *self, uint32_t unit, const uint32_t *head, uint64_t changed)
{
    return issue_bits_ok(&((issue_bits_t *)self)[unit], head, changed);
}

static void c_step(void *self, uint32_t unit, const issue_in_t *in)
{
    issue_bits_step(&((issue_bits_t *)self)[unit], in);
}

const issue_ops_t issues_c_ops = {.destroy = free, .ok = c_ok, .step = c_step};
