/* wl_launch.c - reads `launches`: unrolls host loops and evaluates every expression once per pass. */
#include "workload/wl.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOP_DEPTH_MAX = 8,
    LAUNCHES_MAX = 65536,
    PASSES_MAX = LOOP_DEPTH_MAX * LAUNCHES_MAX, /* of all loops together; bounds loops that launch nothing */
    CTA_THREADS_MAX = 1024,
    SMEM_MAX_BYTES = 1 << 20,
    GRID_X_MAX = (1 << 24) - 1,
    GRID_YZ_MAX = 65535, /* both limits: widths of the dispatcher's descriptor */
    STREAMS_MAX = 16
};

static bool read_list(workload_t *w, ynode_t list, uint32_t depth, err_t *err);

/* grid, block or cluster: 1 to 3 extents, x first. */
static bool read_extents(const workload_t *w, ynode_t list, const char *key, uint32_t shape[3], err_t *err)
{
    const int64_t first = key[0] == 'g' ? GRID_X_MAX : key[0] == 'b' ? CTA_THREADS_MAX : CLUSTER_CTAS_MAX;
    const int64_t others = key[0] == 'g' ? GRID_YZ_MAX : first;
    uint32_t count = ynode_count(list);
    if (count < 1 || count > 3)
        return ynode_error(list, err, "%s of %u extents; allowed: 1 to 3 (x, y, z)%s", key, count,
                           count > 3 ? " (quote an expression that has a comma)" : "");
    for (uint32_t d = 0; d < 3; d++) {
        int64_t extent = 1;
        if (d < count && !wl_whole(w, ynode_item(list, d), key, 1, d ? others : first, &extent, err)) return false;
        shape[d] = (uint32_t)extent;
    }
    return true;
}

static bool read_shape(const workload_t *w, ynode_t map, const char *key, uint32_t shape[3], err_t *err)
{
    ynode_t list;
    return ynode_need(map, "launch", key, YNODE_LIST, &list, err) && read_extents(w, list, key, shape, err);
}

/* Without the key, the kernel says how many CTAs a cluster has. */
static bool read_cluster(const workload_t *w, ynode_t map, wl_launch_t *launch, err_t *err)
{
    ynode_t list;
    uint32_t *n = launch->cluster, own[3];
    const uint32_t *g = launch->grid;
    if (!ynode_want(map, "launch", "cluster", YNODE_LIST, &list, err)) return false;
    if (!list.id) return true;
    if (!read_extents(w, list, "cluster", n, err)) return false;
    if (n[0] * n[1] * n[2] > CLUSTER_CTAS_MAX)
        return ynode_error(list, err, "cluster [%u, %u, %u] has %u CTAs; allowed: up to %d", n[0], n[1], n[2],
                           n[0] * n[1] * n[2], CLUSTER_CTAS_MAX);
    if (ptx_kernel_cluster(launch->kernel, own) && memcmp(own, n, sizeof own) != 0)
        return ynode_error(list, err,
                           "cluster [%u, %u, %u]; allowed: [%u, %u, %u], by .reqnctapercluster of the kernel", n[0],
                           n[1], n[2], own[0], own[1], own[2]);
    if (g[0] % n[0] == 0 && g[1] % n[1] == 0 && g[2] % n[2] == 0) return true;
    return ynode_error(list, err,
                       "cluster [%u, %u, %u] of a grid [%u, %u, %u]; allowed: extents that divide the grid's", n[0],
                       n[1], n[2], g[0], g[1], g[2]);
}

static bool check_shapes(ynode_t map, const wl_launch_t *launch, err_t *err)
{
    const uint32_t *g = launch->grid, *b = launch->block;
    uint64_t plane = (uint64_t)b[0] * b[1], ctas = (uint64_t)g[0] * g[1];
    if (plane > CTA_THREADS_MAX || plane * b[2] > CTA_THREADS_MAX)
        return ynode_error(map, err, "block [%u, %u, %u] has %llu threads; allowed: up to %d", b[0], b[1], b[2],
                           (unsigned long long)(plane * b[2]), CTA_THREADS_MAX);
    if (ctas > INT32_MAX || ctas * g[2] > INT32_MAX)
        return ynode_error(map, err, "grid [%u, %u, %u] has %llu CTAs; allowed: up to %d", g[0], g[1], g[2],
                           (unsigned long long)(ctas * g[2]), INT32_MAX);
    return true;
}

static bool read_2d(ynode_t map, int *is_2d, err_t *err)
{
    ynode_t n;
    *is_2d = -1;
    if (!ynode_want(map, "launch", "2d", YNODE_SCALAR, &n, err)) return false;
    if (!n.id) return true;
    const char *text = ynode_text(n);
    bool yes = strcmp(text, "true") == 0;
    if (!yes && strcmp(text, "false") != 0) return ynode_error(n, err, "2d: '%s'; allowed: true, false", text);
    *is_2d = yes;
    return true;
}

static bool optional_whole(const workload_t *w, ynode_t map, const char *key, int64_t max, uint32_t *out, err_t *err)
{
    ynode_t n = ynode_get(map, key);
    int64_t value = 0;
    if (n.id && !wl_whole(w, n, key, 0, max, &value, err)) return false;
    *out = (uint32_t)value;
    return true;
}

/* Reads grid and block, or a parallel loop, which excludes them. */
static bool read_where(const workload_t *w, ynode_t map, wl_launch_t *launch, err_t *err)
{
    ynode_t loop;
    if (!ynode_want(map, "launch", "loop", YNODE_MAP, &loop, err)) return false;
    launch->has_loop = loop.id != 0;
    if (!launch->has_loop)
        return read_shape(w, map, "grid", launch->grid, err) && read_shape(w, map, "block", launch->block, err) &&
               check_shapes(map, launch, err) && read_cluster(w, map, launch, err);
    static const char *const none[] = {"grid", "block", "cluster", "2d"};
    for (uint32_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (ynode_get(map, none[i]).id)
            return ynode_error(ynode_get(map, none[i]), err,
                               "launch: found %s and loop; a loop runs as one CTA per SM "
                               "with a thread per context: leave %s out",
                               none[i], none[i]);
    return wl_read_loop(w, loop, &launch->loop, err);
}

static bool read_fields(const workload_t *w, ynode_t map, wl_launch_t *launch, err_t *err)
{
    static const char *const keys[] = {"entry", "grid",    "block", "registers", "dynamic_smem_bytes",
                                       "args",  "stream",  "2d",    "repeat",    "do",
                                       "loop",  "cluster", NULL};
    ynode_t entry, regs;
    if (!ynode_only_keys(map, "launch", keys, err) || !ynode_need(map, "launch", "entry", YNODE_SCALAR, &entry, err) ||
        !ynode_need(map, "launch", "registers", YNODE_SCALAR, &regs, err))
        return false;
    err_t inner = {""};
    launch->kernel = ptx_kernel(w->module, ynode_text(entry), &inner);
    if (!launch->kernel) return ynode_error(entry, err, "entry: %s", inner.text);
    if (ptx_kernel_refusal(launch->kernel))
        return ynode_error(entry, err, "entry: %s", ptx_kernel_refusal(launch->kernel));
    if (!wl_read_registers(w, regs, ynode_text(entry), &launch->regs_per_thread, err)) return false;
    launch->line = ynode_line(map);
    return read_where(w, map, launch, err) &&
           optional_whole(w, map, "dynamic_smem_bytes", SMEM_MAX_BYTES, &launch->dyn_smem_bytes, err) &&
           optional_whole(w, map, "stream", STREAMS_MAX - 1, &launch->stream, err) && read_2d(map, &launch->is_2d, err);
}

static wl_launch_t *append(workload_t *w, ynode_t map, err_t *err)
{
    if (w->launch_count == LAUNCHES_MAX) {
        ynode_error(map, err, "more than the %d launches allowed", LAUNCHES_MAX);
        return NULL;
    }
    if (w->launch_count == w->launch_room) {
        uint32_t room = w->launch_room ? 2 * w->launch_room : 8;
        wl_launch_t *more = realloc(w->launches, room * sizeof *more);
        if (!more) {
            ynode_error(map, err, "out of memory");
            return NULL;
        }
        w->launches = more;
        w->launch_room = room;
    }
    wl_launch_t *launch = &w->launches[w->launch_count++];
    *launch = (wl_launch_t){0};
    return launch;
}

static bool read_launch(workload_t *w, ynode_t map, err_t *err)
{
    wl_launch_t *launch = append(w, map, err);
    ynode_t args;
    if (!launch || !read_fields(w, map, launch, err) || !ynode_want(map, "launch", "args", YNODE_LIST, &args, err))
        return false;
    uint32_t bytes = ptx_param_bytes(launch->kernel);
    launch->params = calloc(1, bytes ? bytes : 1);
    if (!launch->params) return ynode_error(map, err, "out of memory");
    if (args.id) return wl_pack_args(w, args, launch->kernel, launch->params, err);
    return ptx_param_count(launch->kernel) == 0 ||
           ynode_error(map, err, "launch: key 'args' is missing; the kernel has %u parameters",
                       ptx_param_count(launch->kernel));
}

/* repeat: {var: i, from: a, to: b, step: s} with do: [...] */
static bool read_loop(workload_t *w, ynode_t map, uint32_t depth, err_t *err)
{
    static const char *const loop_keys[] = {"repeat", "do", NULL};
    static const char *const keys[] = {"var", "from", "to", "step", NULL};
    ynode_t repeat, body, var, to, from, step_node;
    int64_t i = 0, end, step = 1;
    if (!ynode_only_keys(map, "loop", loop_keys, err) || !ynode_need(map, "loop", "repeat", YNODE_MAP, &repeat, err) ||
        !ynode_need(map, "loop", "do", YNODE_LIST, &body, err) || !ynode_only_keys(repeat, "repeat", keys, err) ||
        !ynode_need(repeat, "repeat", "var", YNODE_SCALAR, &var, err) ||
        !ynode_need(repeat, "repeat", "to", YNODE_SCALAR, &to, err))
        return false;
    if (depth == LOOP_DEPTH_MAX)
        return ynode_error(map, err, "loops nested more than the %d levels allowed", LOOP_DEPTH_MAX);
    from = ynode_get(repeat, "from");
    step_node = ynode_get(repeat, "step");
    if ((from.id && !wl_whole(w, from, "from", INT32_MIN, INT32_MAX, &i, err)) ||
        !wl_whole(w, to, "to", INT32_MIN, INT32_MAX, &end, err) ||
        (step_node.id && !wl_whole(w, step_node, "step", INT32_MIN, INT32_MAX, &step, err)))
        return false;
    if (step == 0) return ynode_error(step_node, err, "step is 0; any other number is allowed");
    if (wl_buffer(w, ynode_text(var)))
        return ynode_error(var, err, "var '%s' is the name of a buffer; another name is expected", ynode_text(var));
    for (; step > 0 ? i < end : i > end; i += step) {
        if (w->loop_passes++ == PASSES_MAX)
            return ynode_error(map, err, "more than the %d passes of loops allowed", PASSES_MAX);
        if (!expr_define(w->scope, ynode_text(var), (expr_value_t){.whole = i}, w->path, ynode_line(var), err) ||
            !read_list(w, body, depth + 1, err))
            return false;
        expr_undefine_last(w->scope);
    }
    return true;
}

static bool read_list(workload_t *w, ynode_t list, uint32_t depth, err_t *err)
{
    for (uint32_t i = 0; i < ynode_count(list); i++) {
        ynode_t item = ynode_item(list, i);
        if (ynode_kind(item) != YNODE_MAP)
            return ynode_error(item, err, "this item is no map; a launch is expected: {entry: ..., grid: [...], ...}");
        bool loop = ynode_get(item, "repeat").id || ynode_get(item, "do").id;
        if (!(loop ? read_loop(w, item, depth, err) : read_launch(w, item, err))) return false;
    }
    return true;
}

bool wl_read_launches(workload_t *w, ynode_t root, err_t *err)
{
    ynode_t list;
    if (!ynode_need(root, "workload", "launches", YNODE_LIST, &list, err) || !read_list(w, list, 0, err)) return false;
    return w->launch_count || ynode_error(list, err, "no launches; at least one is expected");
}
