/* trace_load.c - loads a kernel: from its compact form if the cache has it or can get it, otherwise from its text. */
#include "trace/trace_pack.h"

#include <stdlib.h>

void trace_unload(trace_kernel_t *k)
{
    trace_spare_free(k);
    trace_unpack_close(k->packed);
    trace_insts_free(&k->insts);
    trace_text_close(k->text);
    trace_mores_free(&k->head.mores);
    free(k->warp_at);
}

static bool key_of(const char *path, trace_key_t *key)
{
    err_t err = {""};
    trace_text_t *text = trace_text_open(path, 1, &err);
    const bool ok = text && trace_text_key(text, key);
    trace_text_close(text);
    return ok;
}

/* Makes k the kernel of the compact form. False: there is none; k is as before. */
static bool take_packed(trace_kernel_t *k, const char *path, const char *cache, const trace_key_t *key)
{
    trace_kernel_t packed = {.sass = k->sass, .mets = k->mets, .next = k->next};
    const bool ok = trace_cache_find(&packed, path, cache, key);
    trace_unload(ok ? k : &packed);
    if (ok) *k = packed;
    return ok;
}

bool trace_load(trace_kernel_t *k, const char *path, const char *cache, err_t *err)
{
    trace_key_t key;
    const bool keyed = cache && key_of(path, &key);
    if (keyed && take_packed(k, path, cache, &key)) return true;
    k->source = &trace_text_source;
    if (!(k->text = trace_text_open(path, 0, err)) || !trace_index(k, err)) return false;
    if (keyed && trace_cache_fill(k, cache, &key) && take_packed(k, path, cache, &key)) return true;
    return trace_odd_check(k, err);
}
