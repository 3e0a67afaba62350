/* coded.c - copies of a launch's instructions, found by the address of the originals, and a front end around its own.
 */
#include "control/coded.h"

#include "control/assign.h"

#include <stdlib.h>

struct coded {
    const kernel_launch_t *inner;
    frontend_ops_t ops;
    kernel_launch_t launch;
    uint32_t count, room;
    frontend_inst_t *code; /* of the inner front end */
    inst_control_t *control;
    winst_t *w;                /* copies of its instructions, with control bits */
    uint32_t *slot, slot_mask; /* hash table of indices from 1; 0: free */
    bool no_memory;
};

struct fe_cta {
    const coded_t *c;
    fe_cta_t *inner;
};

static void add(void *to, const frontend_inst_t *in)
{
    coded_t *c = to;
    if (c->count == c->room) {
        const uint32_t room = c->room ? 2 * c->room : 256;
        frontend_inst_t *more = realloc(c->code, room * sizeof *more);
        c->no_memory |= !more;
        if (!more) return;
        c->code = more;
        c->room = room;
    }
    c->code[c->count++] = *in;
}

static uint32_t home(const coded_t *c, const winst_t *in)
{
    return (uint32_t)((uintptr_t)in * UINT64_C(0x9e3779b97f4a7c15) >> 32) & c->slot_mask;
}

/* The copy of an instruction. */
static const winst_t *copy_of(const coded_t *c, const winst_t *in)
{
    uint32_t i = home(c, in);
    while (c->code[c->slot[i] - 1].inst != in) i = (i + 1) & c->slot_mask;
    return &c->w[c->slot[i] - 1];
}

static bool make_copies(coded_t *c)
{
    uint32_t slots = 2;
    while (slots < 2 * c->count) slots *= 2;
    c->slot_mask = slots - 1;
    c->slot = calloc(slots, sizeof *c->slot);
    c->w = calloc(c->count + 1, sizeof *c->w);
    if (!c->slot || !c->w) return false;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t at = home(c, c->code[i].inst);
        while (c->slot[at]) at = (at + 1) & c->slot_mask;
        c->slot[at] = i + 1;
        c->w[i] = *c->code[i].inst;
        c->w[i].control = &c->control[i];
    }
    return true;
}

static fe_cta_t *cta_begin(void *self, const cta_place_t *place, err_t *err)
{
    const coded_t *c = self;
    fe_cta_t *cta = calloc(1, sizeof *cta);
    if (!cta) {
        err_set(err, NULL, 0, "out of memory for a CTA of '%s'", c->launch.name);
        return NULL;
    }
    cta->c = c;
    cta->inner = c->inner->ops->cta_begin(c->inner->self, place, err);
    if (cta->inner) return cta;
    free(cta);
    return NULL;
}

static void cta_end(void *self, fe_cta_t *cta)
{
    const coded_t *c = self;
    if (cta) c->inner->ops->cta_end(c->inner->self, cta->inner);
    free(cta);
}

static const winst_t *peek(fe_cta_t *cta, uint32_t warp)
{
    const winst_t *in = cta->c->inner->ops->peek(cta->inner, warp);
    return in ? copy_of(cta->c, in) : NULL;
}

static bool exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    out->ticket = 0;
    return cta->c->inner->ops->exec(cta->inner, warp, out, err);
}

static void task_give(fe_cta_t *cta, uint32_t warp, uint32_t lane, const uint32_t word[TASK_WORDS])
{
    cta->c->inner->ops->task_give(cta->inner, warp, lane, word);
}

static uint64_t state(const fe_cta_t *cta, uint32_t warp) { return cta->c->inner->ops->state(cta->inner, warp); }

static bool waits(fe_cta_t *cta, uint32_t warp) { return cta->c->inner->ops->waits(cta->inner, warp); }

static void paths(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes)
{
    cta->c->inner->ops->paths(cta->inner, warp, text, text_bytes);
}

static bool code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err)
{
    const coded_t *c = self;
    (void)err;
    for (uint32_t i = 0; i < c->count; i++) {
        frontend_inst_t in = c->code[i];
        in.inst = &c->w[i];
        see(to, &in);
    }
    return true;
}

static void describe(coded_t *c)
{
    const frontend_ops_t *inner = c->inner->ops;
    c->ops = (frontend_ops_t){.cta_begin = cta_begin,
                              .cta_end = cta_end,
                              .peek = peek,
                              .exec = exec,
                              .task_give = inner->task_give ? task_give : NULL,
                              .state = inner->state ? state : NULL,
                              .waits = inner->waits ? waits : NULL,
                              .code = code,
                              .paths = inner->paths ? paths : NULL};
    c->launch = *c->inner;
    c->launch.ops = &c->ops;
    c->launch.self = c;
    c->launch.controls = true;
}

coded_t *coded_create(const sm_cfg_t *cfg, const kernel_launch_t *k, err_t *err)
{
    coded_t *c = calloc(1, sizeof *c);
    err_t cause = {{0}};
    bool ok = c != NULL;
    if (ok) {
        c->inner = k;
        describe(c);
        if (!k->ops->code(k->self, add, c, err)) {
            coded_destroy(c);
            return NULL;
        }
        c->control = calloc(c->count + 1, sizeof *c->control);
        ok = !c->no_memory && c->control && control_assign(cfg, c->code, c->count, k->flat_regs, c->control, &cause) &&
             make_copies(c);
    }
    if (ok) return c;
    err_set(err, k->file, k->line, "kernel '%s': %s", k->name,
            cause.text[0] ? cause.text : "out of memory for its control bits");
    coded_destroy(c);
    return NULL;
}

void coded_destroy(coded_t *c)
{
    if (!c) return;
    free(c->code);
    free(c->control);
    free(c->w);
    free(c->slot);
    free(c);
}

const kernel_launch_t *coded_launch(const coded_t *c) { return &c->launch; }
