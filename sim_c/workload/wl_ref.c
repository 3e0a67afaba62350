/* wl_ref.c - calling the functions of a ref.c, and what they call back.
 *
 * A reference is found by the workload's name, so a user's file may meet one that was written for
 * another: asking for a name that the file lacks ends the call with an error (longjmp: what the
 * reference had allocated is lost, and the program is about to end). */
#include "workload/wl.h"

#include <setjmp.h>
#include <string.h>

struct workload_ref_ctx {
    const workload_t *w;
    void **host; /* per buffer */
    rng_t rng;
    err_t *err;
    jmp_buf missing;
};

const workload_ref_t *wl_reference(const char *name)
{
    for (uint32_t i = 0; workload_refs[i]; i++)
        if (strcmp(workload_refs[i]->name, name) == 0) return workload_refs[i];
    return NULL;
}

bool wl_call_reference(const workload_t *w, void (*function)(workload_ref_ctx_t *ctx), void **host,
                       const char *rng_name, err_t *err)
{
    workload_ref_ctx_t ctx = {.w = w, .host = host, .err = err};
    ctx.rng = rng_create(w->seed, rng_name);
    if (setjmp(ctx.missing)) return false;
    function(&ctx);
    return true;
}

static void missing(workload_ref_ctx_t *ctx, const char *kind, const char *name)
{
    err_set(ctx->err, ctx->w->path, 0,
            "the C reference '%s' asks for the %s '%s'; it must be there", ctx->w->name, kind,
            name);
    longjmp(ctx->missing, 1);
}

int64_t workload_ref_param(const workload_ref_ctx_t *ctx, const char *name)
{
    int64_t value = 0;
    if (!expr_lookup(ctx->w->scope, name, &value))
        missing((workload_ref_ctx_t *)ctx, "size parameter", name);
    return value;
}

void *workload_ref_buf(workload_ref_ctx_t *ctx, const char *name)
{
    const wl_buffer_t *b = wl_buffer(ctx->w, name);
    if (!b) missing(ctx, "buffer", name);
    return ctx->host[b - ctx->w->buffers];
}

uint64_t workload_ref_random(workload_ref_ctx_t *ctx)
{
    return rng_next(&ctx->rng);
}
