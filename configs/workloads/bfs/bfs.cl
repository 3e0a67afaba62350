/* bfs - breadth-first search over a CSR graph, one thread per node, a level in two kernels.
 *
 * bfs_expand visits the neighbours of every node of the frontier; bfs_commit makes the nodes found
 * the next frontier. Two kernels, since there is no barrier across CTAs. Several threads may store
 * the same cost to the same neighbour: harmless, as all of them store the same value. */
typedef struct {
    int first; /* index of the first edge */
    int count; /* out-degree */
} node_t;

__kernel void bfs_expand(__global const node_t *nodes, __global const int *edges,
                         __global uchar *frontier, __global uchar *found,
                         __global const uchar *visited, __global int *cost, int n)
{
    int tid = CTA_X * BLOCK_X + TID_X;
    if (tid >= n || !frontier[tid]) return;
    frontier[tid] = 0;
    int end = nodes[tid].first + nodes[tid].count;
    for (int e = nodes[tid].first; e < end; e++) {
        int to = edges[e];
        if (!visited[to]) {
            cost[to] = cost[tid] + 1;
            found[to] = 1;
        }
    }
}

__kernel void bfs_commit(__global uchar *frontier, __global uchar *found, __global uchar *visited,
                         __global int *more, int n)
{
    int tid = CTA_X * BLOCK_X + TID_X;
    if (tid >= n || !found[tid]) return;
    frontier[tid] = 1;
    visited[tid] = 1;
    found[tid] = 0;
    *more = 1;
}
