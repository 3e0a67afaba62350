/* trace_load.c - loads a kernel: from its compact form if that is its file or if the cache has it or can get it,
 * otherwise from its text. */
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

static bool read_head(trace_kernel_t *k, err_t *err)
{
    bool begins;
    trace_lines_t *lines = trace_lines_open(k->text, err);
    const bool ok = lines && trace_head_read(lines, k->text, &k->head, &begins, err);
    trace_lines_close(lines);
    if (ok) trace_sizes(k);
    return ok;
}

/* Of a text without a mistake. What only the text needs is freed. False: it runs from the text, as before. */
static bool pack(trace_kernel_t *k, const trace_cache_t *cache, const trace_key_t *key)
{
    if (!trace_cache_fill(k, cache, key) || !trace_cache_find(k, cache->folder, key)) return false;
    free(k->warp_at);
    k->warp_at = NULL;
    trace_text_shed(k->text);
    return true;
}

/* Of a .pack that a list names. */
static bool load_pack(trace_kernel_t *k, err_t *err)
{
    return read_head(k, err) && trace_pack_map(k, err) && trace_odd_check(k, err) && k->source->decode(k, err);
}

bool trace_load(trace_kernel_t *k, const char *path, const trace_cache_t *cache, err_t *err)
{
    trace_key_t key;
    k->source = &trace_text_source;
    if (!(k->text = trace_text_open(path, cache ? TRACE_HEADER_MAX_BYTES : 0, err))) return false;
    if (trace_text_is_pack(path)) return load_pack(k, err);
    const bool keyed = cache && trace_text_key(k->text, &key);
    if (keyed && read_head(k, err) && trace_cache_find(k, cache->folder, &key)) return true;
    if (err->text[0] || (cache && !trace_text_whole(k->text, err)) || !trace_index(k, NULL, err)) return false;
    return (keyed && pack(k, cache, &key)) || (trace_odd_check(k, err) && (!k->strict || k->source->decode(k, err)));
}
