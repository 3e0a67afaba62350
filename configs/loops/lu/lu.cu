/* LU decomposition in place, for each column two parallel loops: the column below the diagonal, by rows; what is
 * right of it, by rows and columns. */
extern "C" __global__ void lu_column(float *a, int n, int k)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int i = task(row);
            a[i * n + k] /= a[k * n + k];
        }
}

extern "C" __global__ void lu_rest(float *a, int n, int k)
{
    work_t w;
    while (work_next(&w, 2))
        for (int row = w.lower[0]; row < w.upper[0]; row++)
            for (int col = w.lower[1]; col < w.upper[1]; col++) {
                const int i = task(row), j = task(col);
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
}
