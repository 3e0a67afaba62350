/* issues_c.c - the engine "c" of the issue-control units: golden models behind the seam. */
#include "policy/issue_bits.h"
#include "policy/issue_regs.h"

#include <stdlib.h>

typedef struct { /* by unit; one of them is NULL */
    issue_bits_t *bits;
    issue_regs_t *regs;
} units_t;

static void c_destroy(void *self)
{
    units_t *u = self;
    if (!u) return;
    free(u->bits);
    free(u->regs);
    free(u);
}

void *issues_c_create(uint32_t units, uint32_t consumers)
{
    units_t *u = calloc(1, sizeof *u);
    if (!u) return NULL;
    if (consumers) u->regs = malloc(units * sizeof *u->regs);
    else u->bits = malloc(units * sizeof *u->bits);
    for (uint32_t i = 0; u->bits && i < units; i++) issue_bits_reset(&u->bits[i]);
    for (uint32_t i = 0; u->regs && i < units; i++) issue_regs_reset(&u->regs[i], consumers);
    if (u->bits || u->regs) return u;
    c_destroy(u);
    return NULL;
}

static uint64_t c_ok(void *self, uint32_t unit, issue_heads_t head, uint64_t changed)
{
    const units_t *u = self;
    return u->regs ? issue_regs_ok(&u->regs[unit], head.fields, changed)
                   : issue_bits_ok(&u->bits[unit], head.word, changed);
}

static void c_step(void *self, uint32_t unit, const issue_in_t *in)
{
    const units_t *u = self;
    if (u->regs) issue_regs_step(&u->regs[unit], in);
    else issue_bits_step(&u->bits[unit], in);
}

const issue_ops_t issues_c_ops = {.destroy = c_destroy, .ok = c_ok, .step = c_step};
