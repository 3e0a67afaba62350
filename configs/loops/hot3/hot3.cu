/* HotSpot as a parallel loop over the cells: each gathers its four neighbours. At the edges a cell has itself for
 * a neighbour. */
extern "C" __global__ void hot3_step(const float *power, const float *t, float *next, int n, float step_div_cap,
                                     float per_rx, float per_ry, float per_rz)
{
    work_t w;
    while (work_next(&w, 2))
        for (int row = w.lower[0]; row < w.upper[0]; row++)
            for (int col = w.lower[1]; col < w.upper[1]; col++) {
                const int y = task(row), x = task(col);
                const int i = y * n + x;
                const float here = t[i];
                const float up = t[y > 0 ? i - n : i], down = t[y < n - 1 ? i + n : i];
                const float left = t[x > 0 ? i - 1 : i], right = t[x < n - 1 ? i + 1 : i];
                next[i] = here + step_div_cap * (power[i] + (down + up - 2.0f * here) * per_ry +
                                                 (right + left - 2.0f * here) * per_rx + (80.0f - here) * per_rz);
            }
}
