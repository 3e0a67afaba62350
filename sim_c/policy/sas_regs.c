/* sas_regs.c - the registers of the task unit, as rtl/task/registers.txt defines them. */
#include "policy/sas_regs.h"

#include "registers_sas.h"

#include <stddef.h>

static uint32_t ones(uint32_t n) { return UINT32_MAX >> (32 - n); }

static void enable(sas_regs_t *r)
{
    for (uint32_t s = 0; s < r->sms && s < SAS_SMS_MAX; s++)
        r->in.live[s] = r->sm_enable >> s & 1 ? r->context_enable : 0;
}

void sas_regs_reset(sas_regs_t *r, uint32_t sms, uint32_t contexts, uint32_t depth)
{
    *r = (sas_regs_t){
        .sms = sms, .contexts = contexts, .depth = depth, .context_enable = ones(contexts), .sm_enable = ones(sms)};
    for (uint32_t l = 0; l < SAS_LEVELS; l++)
        r->in.loop.upper.at[l] = r->in.loop.stride.at[l] = r->in.loop.edge.at[l] = 1;
    enable(r);
}

/* Vector register at an address, and the level of the word; NULL: the address is no vector's. */
static sas_vec_t *vector(sas_loop_t *p, uint32_t addr, uint32_t *level)
{
    *level = addr / 4 % 4;
    switch (addr & ~0xfu) {
    case REG_SAS_LOWER: return &p->lower;
    case REG_SAS_UPPER: return &p->upper;
    case REG_SAS_STRIDE: return &p->stride;
    case REG_SAS_EDGE: return &p->edge;
    case REG_SAS_FIRST: return &p->first;
    default: return NULL;
    }
}

/* True: a level has no index, or the first tile begins outside of it. */
static bool flawed(const sas_loop_t *p)
{
    for (uint32_t l = 0; l < SAS_LEVELS; l++)
        if (p->first.at[l] < p->lower.at[l] || p->first.at[l] >= p->upper.at[l]) return true;
    return false;
}

bool sas_regs_refuses(const sas_regs_t *r, uint32_t addr, uint32_t data)
{
    sas_loop_t loop = r->in.loop;
    uint32_t level;
    const sas_vec_t *v = vector(&loop, addr, &level);
    if (addr % 4 || r->busy) return true;
    if (v) return level >= SAS_LEVELS || ((v == &loop.stride || v == &loop.edge) && !(uint16_t)data);
    switch (addr) {
    case REG_SAS_CTRL: return (data & REG_SAS_CTRL_START) && flawed(&r->in.loop);
    case REG_SAS_MODE:
    case REG_SAS_TRIAL:
    case REG_SAS_CONTEXT_ENABLE:
    case REG_SAS_SM_ENABLE: return false;
    default: return true;
    }
}

bool sas_regs_read(const sas_regs_t *r, uint32_t addr, uint32_t *data)
{
    sas_loop_t loop = r->in.loop;
    uint32_t level;
    const sas_vec_t *v = vector(&loop, addr, &level);
    *data = 0;
    if (addr % 4 || (v && level >= SAS_LEVELS)) return false;
    if (v) *data = v->at[level];
    switch (addr) {
    case REG_SAS_ID: *data = REG_SAS_ID_RESET; break;
    case REG_SAS_SHAPE:
        *data = r->depth << REG_SAS_SHAPE_DEPTH_LSB | SAS_LEVELS << REG_SAS_SHAPE_LEVELS_LSB |
                r->contexts << REG_SAS_SHAPE_CONTEXTS_LSB | r->sms << REG_SAS_SHAPE_SMS_LSB;
        break;
    case REG_SAS_CTRL: break;
    case REG_SAS_STATUS:
        *data = (r->busy ? REG_SAS_STATUS_BUSY : 0) | (r->done ? REG_SAS_STATUS_DONE : 0) |
                (flawed(&r->in.loop) ? REG_SAS_STATUS_ERROR : 0);
        break;
    case REG_SAS_MODE: *data = r->in.whole ? REG_SAS_MODE_WHOLE : 0; break;
    case REG_SAS_TRIAL: *data = r->in.tasks; break;
    case REG_SAS_CONTEXT_ENABLE: *data = r->context_enable; break;
    case REG_SAS_SM_ENABLE: *data = r->sm_enable; break;
    default: return v != NULL;
    }
    return true;
}

void sas_regs_clock(sas_regs_t *r, bool rest)
{
    if (r->busy && r->rest) {
        r->busy = false;
        r->done = true;
    }
    r->rest = rest && !r->in.start;
    r->in.start = false;
}

static void start(sas_regs_t *r)
{
    r->in.start = r->busy = true;
    r->done = r->rest = false;
}

void sas_regs_write(sas_regs_t *r, uint32_t addr, uint32_t data)
{
    uint32_t level;
    sas_vec_t *v = vector(&r->in.loop, addr, &level);
    if (v) v->at[level] = (uint16_t)data;
    switch (addr) {
    case REG_SAS_CTRL:
        if (data & REG_SAS_CTRL_START) start(r);
        break;
    case REG_SAS_MODE: r->in.whole = data & REG_SAS_MODE_WHOLE; break;
    case REG_SAS_TRIAL: r->in.tasks = data & REG_SAS_TRIAL_MASK; break;
    case REG_SAS_CONTEXT_ENABLE: r->context_enable = data & ones(r->contexts); break;
    case REG_SAS_SM_ENABLE: r->sm_enable = data & ones(r->sms); break;
    }
    enable(r);
}

static bool program_level(const sas_loop_t *p, uint32_t l, sas_write_t *write, void *arg)
{
    return write(arg, REG_SAS_LOWER + 4 * l, p->lower.at[l]) && write(arg, REG_SAS_UPPER + 4 * l, p->upper.at[l]) &&
           write(arg, REG_SAS_STRIDE + 4 * l, p->stride.at[l]) && write(arg, REG_SAS_EDGE + 4 * l, p->edge.at[l]) &&
           write(arg, REG_SAS_FIRST + 4 * l, p->first.at[l]);
}

bool sas_program(const sas_top_in_t *in, uint32_t sms, sas_write_t *write, void *arg)
{
    uint32_t sm_enable = 0;
    uint64_t contexts = 0;
    for (uint32_t s = 0; s < sms; s++) {
        contexts |= in->live[s];
        sm_enable |= (uint32_t)(in->live[s] != 0) << s;
    }
    for (uint32_t l = 0; l < SAS_LEVELS; l++)
        if (!program_level(&in->loop, l, write, arg)) return false;
    return write(arg, REG_SAS_MODE, in->whole ? REG_SAS_MODE_WHOLE : 0) && write(arg, REG_SAS_TRIAL, in->tasks) &&
           write(arg, REG_SAS_CONTEXT_ENABLE, (uint32_t)contexts) && write(arg, REG_SAS_SM_ENABLE, sm_enable) &&
           write(arg, REG_SAS_CTRL, REG_SAS_CTRL_START);
}
