/* trace.c - a trace: the list of its kernels, and the kernels that are loaded. */
#include "base/workers.h"
#include "isa/local_map.h"
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct trace {
    char *name, *folder; /* folder: of compact forms, or NULL */
    uint32_t threads, newest_binary;
    bool strict;
    trace_list_t list;
    trace_sass_t *sass;
    trace_mets_t mets;
    trace_odd_t odd;
    trace_kernel_t *loaded; /* a chain by next */
};

const char *trace_name(const trace_t *t) { return t->name; }
uint32_t trace_kernels(const trace_t *t) { return t->list.items; }
uint32_t trace_stream(const trace_t *t, uint32_t i) { return t->list.item[i].stream; }

/* Name of the folder that holds the list, with "." and links resolved; "trace" for the root folder. NULL: no memory. */
static char *folder_name(const char *path)
{
    char *real = realpath(path, NULL);
    char *slash = real ? strrchr(real, '/') : NULL;
    if (slash) *slash = '\0';
    char *last = real ? strrchr(real, '/') : NULL;
    char *name = strdup(last && last[1] ? last + 1 : "trace");
    free(real);
    return name;
}

/* False: out of memory. */
static bool take_opts(trace_t *t, const trace_opts_t *o)
{
    const trace_cache_t *cache = o->strict ? NULL : o->cache; /* a compact form has no lines for a message */
    t->strict = o->strict;
    t->newest_binary = o->newest_binary;
    if (cache) t->threads = cache->threads < WORKERS_MAX ? cache->threads : WORKERS_MAX;
    return !cache || (t->folder = strdup(cache->folder)) != NULL;
}

trace_t *trace_open(const char *list_path, const char *sass_path, const trace_opts_t *opts, err_t *err)
{
    trace_t *t = calloc(1, sizeof *t);
    if (!t) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    if ((!opts || take_opts(t, opts)) && (t->sass = trace_sass_load(sass_path, err)) &&
        trace_list_read(&t->list, list_path, t->newest_binary, err) && (t->name = folder_name(list_path)))
        return t;
    err_set(err, NULL, 0, "out of memory");
    trace_destroy(t);
    return NULL;
}

void trace_release(trace_t *t, const kernel_launch_t *launch)
{
    trace_kernel_t **at = &t->loaded;
    while (&(*at)->launch != launch) at = &(*at)->next;
    trace_kernel_t *k = *at;
    *at = k->next;
    trace_unload(k);
    free(k);
}

void trace_destroy(trace_t *t)
{
    if (!t) return;
    while (t->loaded) trace_release(t, &t->loaded->launch);
    trace_mets_free(&t->mets);
    trace_sass_destroy(t->sass);
    trace_list_free(&t->list);
    free(t->name);
    free(t->folder);
    free(t);
}

/* Without the size of local memory, CTA slots are so far apart that no offset reaches the next one, and at distances
 * that spread them over cache sets. */
static local_map_t map_local(const trace_kernel_t *k)
{
    local_map_t map = local_map_of(LOCAL_MAP_BASE, k->warps, TRACE_WARP_LANES, k->head.local_bytes);
    if (!map.thread_bytes) map.region_bytes = (UINT64_C(1) << 34) + (1 << 14);
    return map;
}

static void describe(trace_kernel_t *k, uint32_t stream)
{
    const trace_head_t *h = &k->head;
    kernel_launch_t *l = &k->launch;
    *l = (kernel_launch_t){.ops = &k->source->fe,
                           .self = k,
                           .name = h->name,
                           .warp_lanes = TRACE_WARP_LANES,
                           .threads_per_cta = k->threads,
                           .warps_per_cta = k->warps,
                           .regs_per_thread = h->nregs,
                           .smem_bytes = h->shmem_bytes,
                           .local = map_local(k),
                           .flat_regs = TRACE_FLAT_REGS,
                           .is_2d = h->block[1] > 1 || h->grid[1] > 1,
                           .stream = stream,
                           .replays = true};
    memcpy(l->grid, h->grid, sizeof l->grid);
    memcpy(l->block, h->block, sizeof l->block);
}

const kernel_launch_t *trace_kernel(trace_t *t, uint32_t i, err_t *err)
{
    trace_kernel_t *k = calloc(1, sizeof *k);
    if (!k) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    k->next = t->loaded;
    t->loaded = k;
    k->sass = t->sass;
    k->mets = &t->mets;
    k->strict = t->strict;
    const trace_cache_t cache = {t->folder, t->threads};
    if (!trace_load(k, t->list.item[i].path, t->folder ? &cache : NULL, err)) return NULL;
    trace_odd_add(&t->odd, k);
    describe(k, t->list.item[i].stream);
    k->launch.inst_bytes =
        k->head.binary < TRACE_BINARY_VOLTA ? k->source->spacing_bytes(k, err) : TRACE_VOLTA_INST_BYTES;
    return k->launch.inst_bytes ? &k->launch : NULL;
}

void trace_notes(const trace_t *t, char *text, size_t bytes) { trace_odd_text(&t->odd, text, bytes); }

static int commoner(const void *a, const void *b)
{
    const trace_opcode_t *x = a, *y = b;
    if (x->warp_insts != y->warp_insts) return x->warp_insts < y->warp_insts ? 1 : -1;
    return strcmp(x->name, y->name);
}

uint32_t trace_opcodes(const trace_t *t, trace_opcode_t *out, uint32_t room)
{
    trace_opcode_t *all = calloc(t->mets.used + 1, sizeof *all);
    uint32_t n = 0;
    for (uint32_t i = 0; all && i < t->mets.used; i++) {
        uint32_t at = 0; /* adds up entries of one opcode for several binary versions */
        while (at < n && strcmp(all[at].name, t->mets.met[i]->pub.name) != 0) at++;
        if (at == n) all[n++] = t->mets.met[i]->pub;
        else all[at].warp_insts += t->mets.met[i]->pub.warp_insts;
    }
    if (n) qsort(all, n, sizeof *all, commoner);
    if (n && room) memcpy(out, all, (n < room ? n : room) * sizeof *out);
    free(all);
    return n;
}
