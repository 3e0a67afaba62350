/* wl_loop.c - reads the parallel loop of a launch, loop: {levels: [[lower, upper, stride], ...], bytes: n}. */
#include "workload/wl.h"

enum { INDEX_BYTES_MAX = 1 << 20 };

static bool read_level(const workload_t *w, ynode_t n, uint32_t l, loop_t *loop, err_t *err)
{
    int64_t value[3] = {0, 0, 1};
    const uint32_t count = ynode_kind(n) == YNODE_LIST ? ynode_count(n) : 0;
    if (count != 2 && count != 3)
        return ynode_error(n, err, "loop: level %u: [lower, upper] or [lower, upper, stride] is expected%s", l,
                           count > 3 ? " (quote an expression that has a comma)" : "");
    static const char *const what[] = {"lower bound", "upper bound", "stride"};
    for (uint32_t i = 0; i < count; i++)
        if (!wl_whole(w, ynode_item(n, i), what[i], i == 2, LOOP_BOUND_MAX, &value[i], err)) return false;
    if (value[0] >= value[1])
        return ynode_error(n, err,
                           "loop: level %u is empty, from %lld to %lld; an upper bound above the lower one is "
                           "expected",
                           l, (long long)value[0], (long long)value[1]);
    loop->lower[l] = (uint32_t)value[0];
    loop->upper[l] = (uint32_t)value[1];
    loop->stride[l] = (uint32_t)value[2];
    return true;
}

bool wl_read_loop(const workload_t *w, ynode_t map, loop_t *loop, err_t *err)
{
    static const char *const keys[] = {"levels", "bytes", NULL};
    ynode_t levels;
    if (!ynode_only_keys(map, "loop", keys, err) || !ynode_need(map, "loop", "levels", YNODE_LIST, &levels, err))
        return false;
    const ynode_t bytes = ynode_get(map, "bytes");
    int64_t value = 0;
    if (bytes.id && !wl_whole(w, bytes, "bytes", 1, INDEX_BYTES_MAX, &value, err)) return false;
    *loop = (loop_t){
        .levels = ynode_count(levels), .index_bytes = (uint32_t)value, .stride = {1, 1, 1}, .upper = {1, 1, 1}};
    if (loop->levels < 1 || loop->levels > LOOP_LEVELS)
        return ynode_error(levels, err, "loop: %u levels; allowed: 1 to %d", loop->levels, LOOP_LEVELS);
    for (uint32_t l = 0; l < loop->levels; l++)
        if (!read_level(w, ynode_item(levels, l), l, loop, err)) return false;
    return true;
}
