/* ptx_module.c - queries and release of a parsed module; placement of shared variables. */
#include "ptx/ptx_module.h"

#include <stdlib.h>
#include <string.h>

const char *ptx_whose(const ptx_kernel_t *k) { return k->is_func ? "function" : "kernel"; }

bool ptx_refuse(ptx_kernel_t *k, const err_t *reason)
{
    k->refusal = ptx_arena_str(&k->m->arena, reason->text, strlen(reason->text));
    return k->refusal != NULL;
}

/* The first `n` areas have equal sizes. */
static bool same_areas(const ptx_areas_t *a, const ptx_areas_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a->area[i].words != b->area[i].words) return false;
    return true;
}

bool ptx_fits_call(const ptx_call_t *c, const ptx_kernel_t *f)
{
    const uint32_t args = f->formals.used, results = f->results.used;
    if (f->is_variadic ? c->args.used < args : c->args.used != args) return false;
    return c->results.used == results && same_areas(&c->args, &f->formals, args) &&
           same_areas(&c->results, &f->results, results);
}

void ptx_call_free(ptx_call_t *c)
{
    free(c->args.area);
    free(c->results.area);
}

static void kernel_free(ptx_kernel_t *k)
{
    free(k->param);
    free(k->uop);
    free(k->winst);
    free(k->text);
    free(k->more);
    free(k->target);
    free(k->pool);
    free(k->sreg);
    free(k->zero);
    free(k->shared);
    free(k->formals.area);
    free(k->results.area);
    for (uint32_t i = 0; i < k->own_calls; i++) ptx_call_free(&k->call[i]);
    free(k->call);
    free(k->func);
}

void ptx_module_destroy(ptx_module_t *m)
{
    if (!m) return;
    for (uint32_t i = 0; i < m->kernels_used; i++) kernel_free(m->kernel[i]);
    for (uint32_t i = 0; i < m->funcs; i++) kernel_free(m->func[i]);
    ptx_map_free(&m->vars);
    ptx_map_free(&m->kernels);
    ptx_map_free(&m->functions);
    free(m->kernel);
    free(m->func);
    free(m->konst);
    free(m->global);
    free(m->constants);
    ptx_arena_free(&m->arena);
    free(m);
}

ptx_placed_t ptx_place_shared(ptx_kernel_t *k, const ptx_var_t *v, uint64_t *offset_bytes)
{
    const uint64_t at = (k->shared_bytes + (uint64_t)v->align_bytes - 1) / v->align_bytes * v->align_bytes;
    *offset_bytes = 0; /* of an extern array: relative to dynamic_offset, where all of them begin */
    for (uint32_t i = 0; i < k->shareds; i++) {
        if (k->shared[i].var != v) continue;
        *offset_bytes = k->shared[i].offset_bytes;
        return PLACED;
    }
    if (!ptx_grow(&k->shared, k->shareds, &k->shareds_room, sizeof *k->shared)) return PLACE_NO_MEMORY;
    if (v->is_extern) {
        if (v->align_bytes > k->dynamic_align) k->dynamic_align = v->align_bytes;
    } else {
        if (at + v->size_bytes > PTX_MAX_SHARED) return PLACE_TOO_BIG;
        *offset_bytes = at;
        k->shared_bytes = (uint32_t)(at + v->size_bytes);
    }
    k->shared[k->shareds++] = (ptx_shared_t){.var = v, .offset_bytes = *offset_bytes};
    return PLACED;
}

const ptx_kernel_t *ptx_kernel(const ptx_module_t *m, const char *entry, err_t *err)
{
    const ptx_kernel_t *k = ptx_map_get(&m->kernels, entry, strlen(entry));
    if (k) return k;
    char names[300] = "";
    for (uint32_t i = 0; i < m->kernels_used; i++) {
        if (strlen(names) + strlen(m->kernel[i]->name) + 6 > sizeof names) {
            strcat(names, " …");
            break;
        }
        strcat(strcat(names, " "), m->kernel[i]->name);
    }
    err_set(err, m->file, 0, "no entry '%.80s'; there %s%s", entry, names[0] ? "are:" : "is none", names);
    return NULL;
}

const char *ptx_kernel_refusal(const ptx_kernel_t *k) { return k->refusal; }

uint32_t ptx_param_count(const ptx_kernel_t *k) { return k->params; }

ptx_param_t ptx_param(const ptx_kernel_t *k, uint32_t i) { return k->param[i]; }

uint32_t ptx_param_bytes(const ptx_kernel_t *k) { return k->param_bytes; }

uint32_t ptx_static_smem_bytes(const ptx_kernel_t *k) { return k->shared_bytes; }

uint32_t ptx_local_bytes(const ptx_kernel_t *k) { return k->local_bytes + k->stack_local_bytes; }
