/* Graph and reference of bfs: searches with a queue, and stops after the given number of levels. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

enum { DEGREE_MEAN = 6, DEGREE_SPREAD = 4, SOURCE = 0, NODES_MAX = 1 << 28 };

/* Makes a random directed graph. Degrees vary in pairs around the mean, so that their sum is known in advance. */
static void bfs_init(workload_ref_ctx_t *ctx)
{
    int64_t n = workload_ref_param(ctx, "n", 1, NODES_MAX);
    int32_t *nodes = workload_ref_buf(ctx, "nodes", ELEM_S32, 2 * n);
    int32_t *edges = workload_ref_buf(ctx, "edges", ELEM_S32, DEGREE_MEAN * n);
    uint8_t *frontier = workload_ref_buf(ctx, "frontier", ELEM_U8, n);
    uint8_t *visited = workload_ref_buf(ctx, "visited", ELEM_U8, n);
    int32_t *cost = workload_ref_buf(ctx, "cost", ELEM_S32, n);
    int32_t first = 0, above = 0;
    bool leaves = false;

    for (int64_t i = 0; i < n; i++) {
        bool paired = i % 2 == 1 || i + 1 < n;
        if (i % 2 == 0) above = (int32_t)(workload_ref_random(ctx) % (2 * DEGREE_SPREAD + 1)) - DEGREE_SPREAD;
        else above = -above;
        nodes[2 * i] = first;
        nodes[2 * i + 1] = DEGREE_MEAN + (paired ? above : 0);
        first += nodes[2 * i + 1];
    }
    for (int64_t e = 0; e < DEGREE_MEAN * n; e++) edges[e] = (int32_t)(workload_ref_random(ctx) % (uint64_t)n);
    for (int32_t e = 0; e < nodes[1]; e++) leaves |= edges[e] != SOURCE;
    if (!leaves) workload_ref_empty(ctx, "edges", "edges from node 0 to another");
    for (int64_t i = 0; i < n; i++) cost[i] = -1;
    memset(frontier, 0, (size_t)n);
    memset(visited, 0, (size_t)n);
    cost[SOURCE] = 0;
    frontier[SOURCE] = visited[SOURCE] = 1;
}

static void bfs_expect(workload_ref_ctx_t *ctx)
{
    int64_t n = workload_ref_param(ctx, "n", 1, NODES_MAX);
    int64_t levels = workload_ref_param(ctx, "levels", 0, WORKLOAD_REF_MAX);
    const int32_t *nodes = workload_ref_own(ctx, "nodes", ELEM_S32, 2 * n);
    const int32_t *edges = workload_ref_own(ctx, "edges", ELEM_S32, DEGREE_MEAN * n);
    uint8_t *frontier = workload_ref_buf(ctx, "frontier", ELEM_U8, n);
    uint8_t *visited = workload_ref_own(ctx, "visited", ELEM_U8, n);
    int32_t *cost = workload_ref_own(ctx, "cost", ELEM_S32, n);
    int32_t *more = workload_ref_buf(ctx, "more", ELEM_S32, 1);
    int32_t *queue = workload_ref_room(ctx, n, sizeof *queue);
    int64_t head = 0, tail = 0;

    queue[tail++] = SOURCE;
    while (head < tail && cost[queue[head]] < levels) {
        int32_t from = queue[head++];
        const int32_t *to = edges + nodes[2 * from];
        for (int32_t k = 0; k < nodes[2 * from + 1]; k++) {
            if (visited[to[k]]) continue;
            visited[to[k]] = 1;
            cost[to[k]] = cost[from] + 1;
            queue[tail++] = to[k];
        }
    }
    *more = tail > 1;
    for (int64_t i = 0; i < n; i++) frontier[i] = cost[i] == levels;
}

const workload_ref_t workload_ref_bfs = {.name = "bfs", .init = bfs_init, .expect = bfs_expect};
