/* nqu - the queens problem: a thread counts all ways to complete one placement of the first rows, with stacks in shared
 * memory.
 *
 * Bits mark the squares of a row that no queen above attacks. Lanes back up at different times, and most threads of the
 * grid have no placement at all. */
#define THREADS 96
#define DEPTH   10 /* rows left, at most */

__kernel void nqu_solve(__global uint *solutions, __global const uint *columns, __global const uint *lefts,
                        __global const uint *rights, int placements, int n, int rows)
{
    __local uint column[THREADS][DEPTH], left[THREADS][DEPTH], right[THREADS][DEPTH], open[THREADS][DEPTH];
    __local uint sum[THREADS];
    const int t = TID_X, me = CTA_X * BLOCK_X + t;
    const uint all = (1u << n) - 1;
    uint found = 0;

    if (me < placements) {
        int row = 0;
        column[t][0] = columns[me];
        left[t][0] = lefts[me];
        right[t][0] = rights[me];
        open[t][0] = all & ~(column[t][0] | left[t][0] | right[t][0]);
        while (row >= 0) {
            const uint free = open[t][row];
            if (free == 0) {
                row--;
                continue;
            }
            const uint queen = free & -free;
            open[t][row] = free ^ queen;
            if (row + 1 == n - rows) {
                found++;
                continue;
            }
            const uint c = column[t][row] | queen, l = (left[t][row] | queen) << 1, r = (right[t][row] | queen) >> 1;
            row++;
            column[t][row] = c;
            left[t][row] = l;
            right[t][row] = r;
            open[t][row] = all & ~(c | l | r);
        }
    }
    sum[t] = found;
    SYNC();
    for (int width = 64; width > 0; width /= 2) {
        if (t < width && t + width < BLOCK_X) sum[t] += sum[t + width];
        SYNC();
    }
    if (t == 0) solutions[CTA_X] = sum[0];
}
