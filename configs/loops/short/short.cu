/* A step of the shortest path through rows of choices: each is reached from the three nearest of the row before. The
 * row is a loop of two levels, as it is longer than one level may be. */
extern "C" __global__ void short_step(const int *cost, const int *before, int *here, int n, int width)
{
    work_t w;
    while (work_next(&w, 2))
        for (int row = w.lower[0]; row < w.upper[0]; row++)
            for (int col = w.lower[1]; col < w.upper[1]; col++) {
                const int y = task(row), x = task(col);
                const int i = y * width + x;
                const int left = before[i > 0 ? i - 1 : i], right = before[i < n - 1 ? i + 1 : i];
                int best = before[i];
                if (left < best) best = left;
                if (right < best) best = right;
                here[i] = cost[i] + best;
            }
}
