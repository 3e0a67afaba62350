/* sequence_cta.c - the front end: CTAs, the next instruction of a warp, its execution, at once or in three steps. */
#include "sequence/sequence_cta.h"

#include <stdlib.h>
#include <string.h>

/* A ticket is the number of its flight, from 1, below the flight's generation. */
enum { NUMBER_BITS = 16, FLIGHTS_MAX = (1 << NUMBER_BITS) - 1, FIRST_FLIGHTS = 16 };

static size_t reg_words(const sequence_kernel_t *k) { return (size_t)k->warps * k->regs * SEQUENCE_WARP_LANES; }

static void cta_free(fe_cta_t *cta)
{
    if (!cta) return;
    free(cta->reg);
    free(cta->shared);
    free(cta->flight);
    free(cta);
}

static void cta_end(void *self, fe_cta_t *cta)
{
    const sequence_kernel_t *k = self;
    if (cta && k->kept) memcpy(k->kept + cta->lid * reg_words(k), cta->reg, reg_words(k) * sizeof *cta->reg);
    cta_free(cta);
}

static fe_cta_t *cta_new(sequence_kernel_t *k)
{
    fe_cta_t *cta = calloc(1, sizeof *cta + k->warps * sizeof *cta->warp);
    if (!cta) return NULL;
    cta->k = k;
    cta->reg = calloc(reg_words(k), sizeof *cta->reg);
    cta->shared = calloc(k->shared_bytes / 4 + 1, sizeof *cta->shared);
    if (cta->reg && cta->shared) return cta;
    cta_free(cta);
    return NULL;
}

static fe_cta_t *cta_begin(void *self, const cta_place_t *place, err_t *err)
{
    sequence_kernel_t *k = self;
    fe_cta_t *cta = cta_new(k);
    if (!cta) {
        err_set(err, k->path, k->line, "out of memory for a CTA of '%s'", k->name);
        return NULL;
    }
    cta->lid = place->lid;
    cta->late = place->late;
    uint32_t *lane = cta->reg;
    for (uint32_t w = 0; w < k->warps; w++)
        for (uint32_t r = 0; r < k->regs; r++)
            for (uint32_t l = 0; l < SEQUENCE_WARP_LANES; l++) *lane++ = k->init_value[r];
    return cta;
}

static const winst_t *peek(fe_cta_t *cta, uint32_t warp)
{
    const uint32_t at = cta->warp[warp].at;
    return at == SEQUENCE_ENDED ? NULL : &cta->k->w[at];
}

/* A free flight. NULL: err. */
static sequence_flight_t *take_flight(fe_cta_t *cta, const sequence_flight_t *f, uint32_t *ticket, err_t *err)
{
    uint32_t i = 0;
    while (i < cta->flights && cta->flight[i].open) i++;
    if (i == cta->flights) {
        const uint32_t more = cta->flights ? 2 * cta->flights : FIRST_FLIGHTS,
                       room = more < FLIGHTS_MAX ? more : FLIGHTS_MAX;
        sequence_flight_t *all = room > i ? realloc(cta->flight, room * sizeof *all) : NULL;
        if (!all) {
            err_set(err, cta->k->path, cta->k->line,
                    "out of memory for %u instructions of a CTA whose results are open", i);
            return NULL;
        }
        memset(all + i, 0, (room - i) * sizeof *all);
        cta->flight = all;
        cta->flights = room;
    }
    const uint16_t generation = (uint16_t)(cta->flight[i].generation + 1);
    cta->flight[i] = *f;
    cta->flight[i].open = true;
    cta->flight[i].generation = generation;
    *ticket = (uint32_t)generation << NUMBER_BITS | (i + 1);
    return &cta->flight[i];
}

/* Moves the warp on. */
static void step(const fe_cta_t *cta, sequence_warp_t *w, const winst_t *in)
{
    if (in->op == WI_EXIT) w->at = SEQUENCE_ENDED;
    else if (in->op == WI_BRANCH && w->pass + 1 < cta->k->times) {
        w->at = 0;
        w->pass++;
    } else w->at++;
}

static bool exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    sequence_warp_t *w = &cta->warp[warp];
    const winst_t *in = &cta->k->w[w->at];
    const sequence_inst_t *inst = &cta->k->inst[w->at];
    const uint32_t lanes = sequence_lanes(cta->k, warp);
    sequence_flight_t f = {.inst = inst, .warp = warp, .pass = w->pass, .cycle = out->cycle};
    out->lanes = UINT32_MAX >> (SEQUENCE_WARP_LANES - lanes);
    out->space = in->space;
    out->barrier = inst->barrier;
    out->ticket = 0;
    for (uint32_t l = 0; in->space != SPACE_NONE && l < lanes; l++) {
        out->addr[l] = sequence_address(cta, inst, warp, l, w->pass);
        if (in->reach == REACH_WRITES && !sequence_memory_touch(cta->k->memory, out->addr[l]))
            return err_set(err, cta->k->path, in->line,
                           "no memory for this store; allowed: stores to %d pages of %d bytes", SEQUENCE_MEMORY_PAGES,
                           SEQUENCE_MEMORY_PAGE_BYTES);
    }
    step(cta, w, in);
    if (!sequence_has_values(inst)) return true;
    if (cta->late) return take_flight(cta, &f, &out->ticket, err) != NULL;
    sequence_write_result(cta, &f);
    return true;
}

/* The flight of a ticket; NULL: it has ended. */
static sequence_flight_t *find(const fe_cta_t *cta, uint32_t ticket)
{
    const uint32_t number = ticket & FLIGHTS_MAX;
    if (!number || number > cta->flights) return NULL;
    sequence_flight_t *f = &cta->flight[number - 1];
    return f->open && f->generation == ticket >> NUMBER_BITS ? f : NULL;
}

static void sources_read(fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    sequence_flight_t *f = find(cta, ticket);
    (void)warp;
    if (!f) return;
    sequence_read_sources(cta, f);
    f->open = sequence_has_result(f->inst) || f->inst->op->space != SPACE_NONE;
}

static void memory_accessed(fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    sequence_flight_t *f = find(cta, ticket);
    (void)warp;
    if (!f) return;
    sequence_access(cta, f);
    f->open = sequence_has_result(f->inst);
}

static void result_written(fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    sequence_flight_t *f = find(cta, ticket);
    (void)warp;
    if (!f) return;
    sequence_write_result(cta, f);
    f->open = false;
}

/* The branch of a body goes to its first instruction. */
static bool code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err)
{
    const sequence_kernel_t *k = self;
    (void)err;
    for (uint32_t i = 0; i < k->insts; i++) {
        const frontend_inst_t in = {
            .inst = &k->w[i], .mnemonic = k->inst[i].op->name, .entered = !i, .leaves = k->w[i].op == WI_BRANCH};
        see(to, &in);
    }
    return true;
}

const frontend_ops_t sequence_ops = {.cta_begin = cta_begin,
                                     .cta_end = cta_end,
                                     .peek = peek,
                                     .exec = exec,
                                     .sources_read = sources_read,
                                     .memory_accessed = memory_accessed,
                                     .result_written = result_written,
                                     .code = code};
