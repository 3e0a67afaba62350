/* hazards.c - instructions under way by warp, and the front end that watches them. */
#include "control/hazards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 16 };

struct hazards {
    hazard_log_t *log;
    const kernel_launch_t *inner;
    frontend_ops_t ops;
    kernel_launch_t launch;
};

typedef struct { /* an instruction between its issue and its last event, so its result is not written */
    const winst_t *in;
    uint32_t ticket, inner; /* the ticket; that of the inner front end, 0: none */
    uint32_t lanes;
    uint64_t cycle; /* of its issue */
    bool read, accessed;
} flight_t;

typedef struct { /* in the order of issue */
    flight_t *flight;
    uint32_t used, room;
} warp_t;

struct fe_cta {
    const hazards_t *h;
    fe_cta_t *inner;
    uint32_t lid;
    uint32_t tickets;
    warp_t warp[];
};

static void cta_free(const hazards_t *h, fe_cta_t *cta)
{
    for (uint32_t w = 0; w < h->inner->warps_per_cta; w++) free(cta->warp[w].flight);
    free(cta);
}

static fe_cta_t *cta_begin(void *self, const cta_place_t *place, err_t *err)
{
    const hazards_t *h = self;
    fe_cta_t *cta = calloc(1, sizeof *cta + h->inner->warps_per_cta * sizeof *cta->warp);
    if (!cta) {
        err_set(err, NULL, 0, "out of memory for a CTA of '%s'", h->launch.name);
        return NULL;
    }
    cta->h = h;
    cta->lid = place->lid;
    cta->inner = h->inner->ops->cta_begin(h->inner->self, place, err);
    if (cta->inner) return cta;
    cta_free(h, cta);
    return NULL;
}

static void cta_end(void *self, fe_cta_t *cta)
{
    const hazards_t *h = self;
    if (!cta) return;
    h->inner->ops->cta_end(h->inner->self, cta->inner);
    cta_free(h, cta);
}

static const winst_t *peek(fe_cta_t *cta, uint32_t warp) { return cta->h->inner->ops->peek(cta->inner, warp); }

static flight_t *add(warp_t *w)
{
    if (w->used == w->room) {
        const uint32_t room = w->room ? 2 * w->room : FIRST_ROOM;
        flight_t *more = realloc(w->flight, room * sizeof *more);
        if (!more) return NULL;
        w->flight = more;
        w->room = room;
    }
    return &w->flight[w->used++];
}

static bool exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    const winst_t *in = peek(cta, warp);
    const uint64_t cycle = out->cycle;
    if (!cta->h->inner->ops->exec(cta->inner, warp, out, err)) return false;
    if (out->waits || (!in->nsrc && !in->ndst && !out->ticket)) return true;
    flight_t *f = add(&cta->warp[warp]);
    if (!f) return err_set(err, NULL, 0, "out of memory for the hazards of '%s'", cta->h->launch.name);
    if (!++cta->tickets) cta->tickets = 1;
    *f = (flight_t){.in = in, .ticket = cta->tickets, .inner = out->ticket, .lanes = out->lanes, .cycle = cycle};
    out->ticket = f->ticket;
    return true;
}

static bool is_listed(const hazard_log_t *log, hazard_kind_t kind, const winst_t *older, const winst_t *younger,
                      const char *kernel)
{
    for (uint32_t i = 0; i < log->listed; i++)
        if (log->list[i].older_pc == older->pc_bytes && log->list[i].younger_pc == younger->pc_bytes &&
            log->list[i].kind == kind && !strncmp(log->list[i].kernel, kernel, HAZARD_KERNEL_BYTES - 1))
            return true;
    return log->listed == HAZARDS_LISTED;
}

/* Where an instruction stands: its line, or in a trace without lines its pc. */
static void put_place(char *text, size_t bytes, const winst_t *in, const char *before_line)
{
    if (in->line) snprintf(text, bytes, "%s%u", before_line, in->line);
    else snprintf(text, bytes, " pc %04llx", (unsigned long long)in->pc_bytes);
}

static void note(const fe_cta_t *cta, uint32_t warp, hazard_kind_t kind, const flight_t *older, const flight_t *younger,
                 uint32_t reg)
{
    static const struct {
        const char *does, *before;
    } words[HAZARD_KINDS] = {[HAZARD_RAW] = {"reads", "written it (RAW)"},
                             [HAZARD_WAR] = {"overwrites", "read it (WAR)"},
                             [HAZARD_WAW] = {"overwrites", "written it (WAW)"}};
    hazard_log_t *log = cta->h->log;
    const kernel_launch_t *k = &cta->h->launch;
    char here[32], there[32];
    log->count[kind]++;
    if (is_listed(log, kind, older->in, younger->in, k->name)) return;
    put_place(here, sizeof here, younger->in, ":");
    put_place(there, sizeof there, older->in, " line ");
    snprintf(log->list[log->listed].text, HAZARD_TEXT_BYTES,
             "%s%s: %s R%u before%s has %s; kernel %.40s, CTA %u, warp %u, cycle %llu", k->file ? k->file : k->name,
             here, words[kind].does, reg, there, words[kind].before, k->name, cta->lid, warp,
             (unsigned long long)younger->cycle);
    snprintf(log->list[log->listed].kernel, HAZARD_KERNEL_BYTES, "%s", k->name);
    log->list[log->listed].older_pc = older->in->pc_bytes;
    log->list[log->listed].younger_pc = younger->in->pc_bytes;
    log->list[log->listed++].kind = (uint8_t)kind;
}

static bool names(const uint16_t *reg, uint32_t count, uint32_t r)
{
    for (uint32_t i = 0; i < count; i++)
        if (reg[i] == r) return true;
    return false;
}

static void check_sources(const fe_cta_t *cta, uint32_t warp, const flight_t *f)
{
    const warp_t *w = &cta->warp[warp];
    for (const flight_t *g = w->flight; g < f; g++)
        for (uint32_t s = 0; s < f->in->nsrc; s++) {
            const uint32_t lanes = f->in->predicates >> s & 1 ? UINT32_MAX : f->lanes;
            if (!(g->lanes & lanes) || !names(g->in->dst, g->in->ndst, f->in->src[s])) continue;
            note(cta, warp, HAZARD_RAW, g, f, f->in->src[s]);
            break;
        }
}

static void check_result(const fe_cta_t *cta, uint32_t warp, const flight_t *f)
{
    const warp_t *w = &cta->warp[warp];
    for (const flight_t *g = w->flight; g < f; g++)
        for (uint32_t d = 0; g->lanes & f->lanes && d < f->in->ndst; d++) {
            const uint32_t r = f->in->dst[d];
            if (!g->read && names(g->in->src, g->in->nsrc, r)) note(cta, warp, HAZARD_WAR, g, f, r);
            if (names(g->in->dst, g->in->ndst, r)) note(cta, warp, HAZARD_WAW, g, f, r);
        }
}

static flight_t *find(const fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    const warp_t *w = &cta->warp[warp];
    for (uint32_t i = 0; i < w->used; i++)
        if (w->flight[i].ticket == ticket) return &w->flight[i];
    return NULL;
}

static void end(warp_t *w, flight_t *f) { memmove(f, f + 1, (size_t)(w->flight + --w->used - f) * sizeof *f); }

static bool stores(const winst_t *in) { return in->op == WI_STORE || in->op == WI_RED; }

/* Without a result, the last event is the access of a store, and the read of the sources of others. */
static void maybe_end(fe_cta_t *cta, uint32_t warp, flight_t *f)
{
    const bool memory = f->in->space != SPACE_NONE || stores(f->in);
    if (f->in->ndst || (memory && !stores(f->in)) || !f->read || (memory && !f->accessed)) return;
    end(&cta->warp[warp], f);
}

static void read_sources(const fe_cta_t *cta, uint32_t warp, flight_t *f)
{
    if (f->read) return;
    check_sources(cta, warp, f);
    f->read = true;
}

static void sources_read(fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    flight_t *f = find(cta, warp, ticket);
    if (!f) return;
    read_sources(cta, warp, f);
    if (f->inner) cta->h->inner->ops->sources_read(cta->inner, warp, f->inner);
    maybe_end(cta, warp, f);
}

static void memory_accessed(fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    flight_t *f = find(cta, warp, ticket);
    if (!f) return;
    f->accessed = true;
    if (f->inner) cta->h->inner->ops->memory_accessed(cta->inner, warp, f->inner);
    maybe_end(cta, warp, f);
}

static void result_written(fe_cta_t *cta, uint32_t warp, uint32_t ticket)
{
    flight_t *f = find(cta, warp, ticket);
    if (!f) return;
    read_sources(cta, warp, f);
    check_result(cta, warp, f);
    if (f->inner) cta->h->inner->ops->result_written(cta->inner, warp, f->inner);
    end(&cta->warp[warp], f);
}

static void task_give(fe_cta_t *cta, uint32_t warp, uint32_t lane, const uint32_t word[TASK_WORDS])
{
    cta->h->inner->ops->task_give(cta->inner, warp, lane, word);
}

static uint64_t state(const fe_cta_t *cta, uint32_t warp) { return cta->h->inner->ops->state(cta->inner, warp); }

static bool waits(fe_cta_t *cta, uint32_t warp) { return cta->h->inner->ops->waits(cta->inner, warp); }

static void paths(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes)
{
    cta->h->inner->ops->paths(cta->inner, warp, text, text_bytes);
}

static bool code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err)
{
    const hazards_t *h = self;
    return h->inner->ops->code(h->inner->self, see, to, err);
}

hazards_t *hazards_create(hazard_log_t *log, const kernel_launch_t *k, err_t *err)
{
    hazards_t *h = calloc(1, sizeof *h);
    if (!h) {
        err_set(err, NULL, 0, "out of memory for the hazards of '%s'", k->name);
        return NULL;
    }
    h->log = log;
    h->inner = k;
    h->ops = (frontend_ops_t){.cta_begin = cta_begin,
                              .cta_end = cta_end,
                              .peek = peek,
                              .exec = exec,
                              .task_give = k->ops->task_give ? task_give : NULL,
                              .state = k->ops->state ? state : NULL,
                              .waits = k->ops->waits ? waits : NULL,
                              .sources_read = sources_read,
                              .memory_accessed = memory_accessed,
                              .result_written = result_written,
                              .code = code,
                              .paths = k->ops->paths ? paths : NULL};
    h->launch = *k;
    h->launch.ops = &h->ops;
    h->launch.self = h;
    return h;
}

void hazards_destroy(hazards_t *h) { free(h); }

const kernel_launch_t *hazards_launch(const hazards_t *h) { return &h->launch; }
