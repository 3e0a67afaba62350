/* gpu_run.c - runs until a kernel's end: the next end, one kernel, or a list of launches in streams; and what is on its
 * way after the last one. */
#include "gpu/gpu_internal.h"

#include <assert.h>
#include <stdlib.h>

static bool awaits_lines(const gpu_t *g)
{
    for (uint32_t s = 0; s < g->m.sms; s++)
        if (sm_awaits_lines(g->sm[s])) return true;
    return false;
}

/* To a kernel's end, or to the end of gpu_drain: in one loop, into which the compiler puts the whole step. */
static bool run_on(gpu_t *g, err_t *err)
{
    while (!g->ended) {
        if (g->drained && !awaits_lines(g)) return true;
        if (!gpu_step(g, err)) return false;
    }
    return true;
}

void gpu_drain(gpu_t *g)
{
    err_t err;
    g->cycles = g->now;
    g->drained = true;
    run_on(g, &err);
}

const gpu_kernel_t *gpu_wait(gpu_t *g, err_t *err)
{
    assert(g->running || g->ended);
    g->waits = true;
    if (!run_on(g, err)) return NULL;
    g->waits = false;
    const uint32_t kid = (uint32_t)__builtin_ctz(g->ended);
    const gpu_kernel_t *p = &g->entry[kid]->pub;
    g->ended &= g->ended - 1;
    g->entry[kid] = NULL;
    return p;
}

bool gpu_run_kernel(gpu_t *g, const kernel_launch_t *k, err_t *err)
{
    assert(!g->running);
    return gpu_launch(g, k, g->launched, err) && gpu_wait(g, err);
}

static const uint32_t NONE = UINT32_MAX; /* no launch */

typedef struct {
    uint32_t head[GPU_STREAMS]; /* by stream: next launch; NONE: all have ended */
    bool busy[GPU_STREAMS];     /* by stream: that launch runs */
    uint32_t *next;             /* by launch: the next one of its stream */
} order_t;

static bool order_make(order_t *o, const gpu_list_t *list)
{
    uint32_t last[GPU_STREAMS];
    *o = (order_t){.next = malloc((list->count + 1) * sizeof *o->next)};
    if (!o->next) return false;
    for (uint32_t s = 0; s < GPU_STREAMS; s++) o->head[s] = last[s] = NONE;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t s = list->stream(list->self, i);
        assert(s < GPU_STREAMS);
        if (last[s] == NONE) o->head[s] = i;
        else o->next[last[s]] = i;
        o->next[last[s] = i] = NONE;
    }
    return true;
}

/* First launch of the list that waits for no other; NONE: none. */
static uint32_t order_ready(const order_t *o)
{
    uint32_t first = NONE;
    for (uint32_t s = 0; s < GPU_STREAMS; s++)
        if (!o->busy[s] && o->head[s] < first) first = o->head[s];
    return first;
}

static bool run(gpu_t *g, const gpu_list_t *list, order_t *o, err_t *err)
{
    uint32_t running = 0;
    for (;;) {
        uint32_t i;
        while (gpu_room(g) && (i = order_ready(o)) != NONE) {
            const kernel_launch_t *k = list->begin(list->self, i, err);
            if (!k || !gpu_launch(g, k, i, err)) return false;
            o->busy[list->stream(list->self, i)] = true;
            running++;
        }
        if (!running) return true;
        const gpu_kernel_t *k = gpu_wait(g, err);
        if (!k) return false;
        const uint32_t s = list->stream(list->self, (uint32_t)k->id);
        o->head[s] = o->next[k->id];
        o->busy[s] = false;
        running--;
        list->end(list->self, k->launch);
    }
}

bool gpu_run_list(gpu_t *g, const gpu_list_t *list, err_t *err)
{
    order_t o;
    if (!order_make(&o, list)) return err_set(err, NULL, 0, "out of memory");
    const bool ok = run(g, list, &o, err);
    free(o.next);
    return ok;
}
