/* K-means as two parallel loops: over the points, each to its nearest centre; over the coordinates of all centres,
 * each the mean of its points. */
extern "C" __global__ void kmeans3_map(const float *point, const float *centre, int *nearest, int dims, int centres)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int i = task(row);
            const float *p = point + i * dims;
            float least = 1e30f;
            int best = 0;
            for (int c = 0; c < centres; c++) {
                float sum = 0.0f;
                for (int d = 0; d < dims; d++) {
                    const float apart = p[d] - centre[c * dims + d];
                    sum += apart * apart;
                }
                if (sum < least) least = sum, best = c;
            }
            nearest[i] = best;
        }
}

extern "C" __global__ void kmeans3_reduce(const float *point, const int *nearest, float *centre, int points, int dims)
{
    work_t w;
    while (work_next(&w, 2))
        for (int row = w.lower[0]; row < w.upper[0]; row++)
            for (int col = w.lower[1]; col < w.upper[1]; col++) {
                const int c = task(row), d = task(col);
                float sum = 0.0f;
                int members = 0;
                for (int i = 0; i < points; i++)
                    if (nearest[i] == c) sum += point[i * dims + d], members++;
                if (members) centre[c * dims + d] = sum / (float)members;
            }
}
