/* ptx_number.c - scoreboard numbers of virtual registers. A register of SASS has a number below PTX_NUMBERS, and so has
 * one of a trace. A kernel with as many virtual registers or fewer keeps one number each, by first use; in a larger
 * one, registers that are live one after the other share a number (linear scan). */
#include "ptx/ptx_regs.h"

#include <stdlib.h>

static uint32_t root_of(uint32_t *name, uint32_t r)
{
    while (name[r] != r) r = name[r] = name[name[r]];
    return r;
}

typedef struct {
    uint32_t *defs;
} count_t;

static void count_defs(void *ctx, uint32_t r, bool is_def) { ((count_t *)ctx)->defs[r] += is_def; }

/* A silent copy takes no instruction, so the scoreboard must see source and destination as one register. That is
 * allowed if neither is written elsewhere. */
static void merge_copies(ptx_parser_t *ps, uint32_t *name, uint32_t *defs)
{
    const ptx_kernel_t *k = ps->k;
    count_t c = {defs};
    for (uint32_t i = 0; i < k->uops; i++) ptx_each_reg(k, &k->uop[i], count_defs, &c);
    for (uint32_t i = 0; i < k->uops; i++) {
        const ptx_uop_t *u = &k->uop[i];
        if (!(u->flags & UF_SILENT) || u->guard != UREF_NONE || u->d[0] == UREF_NONE || (u->s[0] & UREF_POOL) ||
            defs[u->d[0]] > 1 || defs[u->s[0]] > 1)
            continue;
        name[root_of(name, u->d[0])] = root_of(name, u->s[0]);
    }
}

static uint16_t one_number_each(ptx_parser_t *ps, const uint32_t *name)
{
    uint16_t used = 0;
    for (uint32_t r = 0; r < ps->regs; r++)
        if (name[r] == r && ptx_is_awaited(ps->reg[r])) ps->reg[r]->flat = used++;
    return used;
}

/* The merged register is live where one of its parts is. */
static void merge_ranges(ptx_parser_t *ps, uint32_t *name)
{
    for (uint32_t r = 0; r < ps->regs; r++) {
        ptx_reg_t *to = ps->reg[root_of(name, r)];
        if (ps->reg[r]->live_first < to->live_first) to->live_first = ps->reg[r]->live_first;
        if (ps->reg[r]->live_end > to->live_end) to->live_end = ps->reg[r]->live_end;
    }
}

static int by_first(const void *a, const void *b)
{
    const ptx_reg_t *x = *(ptx_reg_t *const *)a, *y = *(ptx_reg_t *const *)b;
    if (x->live_first != y->live_first) return x->live_first < y->live_first ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Gives each register of `todo` the next free number after the last one given: reuse as late as possible, since a
 * result without a reader still occupies its number until it is written. Returns one more than the largest number. */
static uint16_t share_numbers(ptx_reg_t **todo, uint32_t count, uint32_t *end)
{
    uint32_t numbers = PTX_NUMBERS, next = 0;
    qsort(todo, count, sizeof(ptx_reg_t *), by_first);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = next, tried = 0;
        while (tried < numbers && end[n] > todo[i]->live_first) n = (n + 1) % numbers, tried++;
        if (tried == numbers) n = numbers++;
        todo[i]->flat = (uint16_t)n;
        end[n] = todo[i]->live_end;
        next = (n + 1) % numbers;
    }
    return (uint16_t)numbers;
}

static bool share(ptx_parser_t *ps, uint32_t *name)
{
    ptx_reg_t **todo = calloc(ps->regs + 1u, sizeof(ptx_reg_t *));
    uint32_t *end = calloc((size_t)PTX_NUMBERS + ps->regs, sizeof *end), count = 0;
    const bool ok = todo && end;
    if (ok) {
        merge_ranges(ps, name);
        for (uint32_t r = 0; r < ps->regs; r++)
            if (name[r] == r && ptx_is_awaited(ps->reg[r]) && ps->reg[r]->live_end) todo[count++] = ps->reg[r];
        ps->k->flat_regs = share_numbers(todo, count, end);
    }
    free(todo);
    free(end);
    return ok;
}

bool ptx_number_regs(ptx_parser_t *ps)
{
    uint32_t *name = calloc(2 * (size_t)ps->regs + 1, sizeof *name);
    if (!name) return ptx_no_memory(ps);
    for (uint32_t r = 0; r < ps->regs; r++) name[r] = r;
    merge_copies(ps, name, name + ps->regs);
    const uint16_t used = one_number_each(ps, name);
    ps->k->flat_regs = used ? used : 1;
    const bool ok = used <= PTX_NUMBERS || share(ps, name);
    for (uint32_t r = 0; r < ps->regs; r++) ps->reg[r]->flat = ps->reg[root_of(name, r)]->flat;
    free(name);
    return ok || ptx_no_memory(ps);
}
