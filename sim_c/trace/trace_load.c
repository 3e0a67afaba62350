/* trace_load.c - loads a kernel: from its compact form if that is its file or if the cache has it or can get it,
 * otherwise from its text. */
#include "trace/trace_pack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Makes a kernel, whose header was read, run from its own file, a .pack. */
static bool map_pack(trace_kernel_t *k, err_t *err)
{
    struct stat st;
    const char *path = trace_text_path(k->text);
    const int fd = trace_text_file(k->text);
    if (fstat(fd, &st) != 0) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    const size_t bytes = (size_t)st.st_size;
    void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED) return err_set(err, path, 0, "cannot be mapped: %s", strerror(errno));
    if (trace_packed_open(k, map, bytes, NULL, err)) return true;
    munmap(map, bytes);
    return false;
}

/* Of a .pack that a list names. */
static bool load_pack(trace_kernel_t *k, err_t *err)
{
    return read_head(k, err) && map_pack(k, err) && trace_odd_check(k, err) && k->source->decode(k, err);
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
