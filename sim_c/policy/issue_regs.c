/* issue_regs.c - golden model of issue_regs. A warp is looked at again only after its registers or its oldest
 * instruction have changed. */
#include "policy/issue_regs.h"

#include "policy/scheduler.h"

#include <assert.h>
#include <string.h>

void issue_regs_reset(issue_regs_t *r, uint32_t most)
{
    memset(r, 0, sizeof *r);
    r->most = most;
    r->ready = ~UINT64_C(0);
}

static bool hazard(const issue_regs_t *r, uint32_t w)
{
    const issue_fields_t *f = &r->head[w];
    for (uint32_t i = 0; i < f->dests; i++) {
        const issue_reg_t *d = &r->reg[w][f->dest[i]];
        if (d->pending || d->consumers) return true; /* WAW, WAR */
    }
    for (uint32_t i = 0; i < f->sources; i++) {
        const issue_reg_t *s = &r->reg[w][f->source[i]];
        if (s->pending || s->consumers == r->most) return true; /* RAW, no room */
    }
    return false;
}

uint64_t issue_regs_ok(issue_regs_t *r, const issue_fields_t *head, uint64_t changed)
{
    for (uint64_t left = changed; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        r->head[w] = head[w];
    }
    for (uint64_t left = changed | r->look; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        const uint64_t bit = UINT64_C(1) << w;
        r->ready = hazard(r, w) ? r->ready & ~bit : r->ready | bit;
    }
    r->look = 0;
    return r->ready;
}

/* An instruction that names a register in several sources is one consumer of it. */
static bool named_before(const issue_fields_t *f, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (f->source[k] == f->source[i]) return true;
    return false;
}

static void consume(issue_regs_t *r, uint32_t w, const issue_fields_t *f, int32_t by)
{
    for (uint32_t i = 0; i < f->sources; i++) {
        uint8_t *n = &r->reg[w][f->source[i]].consumers;
        if (named_before(f, i)) continue;
        assert(by > 0 ? *n < r->most : *n > 0);
        *n = (uint8_t)(*n + by);
    }
    r->look |= UINT64_C(1) << w;
}

static void set_pending(issue_regs_t *r, uint32_t w, const issue_fields_t *f, bool pending)
{
    for (uint32_t i = 0; i < f->dests; i++) r->reg[w][f->dest[i]].pending = pending;
    r->look |= UINT64_C(1) << w;
}

void issue_regs_step(issue_regs_t *r, const issue_in_t *in)
{
    for (uint32_t i = 0; i < in->reads; i++) consume(r, in->read[i].warp, &in->read[i].fields, -1);
    for (uint32_t i = 0; i < in->writes; i++) set_pending(r, in->write[i].warp, &in->write[i].fields, false);
    if (in->granted == SCHED_NONE) return;
    consume(r, in->granted, &r->head[in->granted], 1);
    set_pending(r, in->granted, &r->head[in->granted], true);
}
