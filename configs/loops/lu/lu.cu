/* LU decomposition in place, for each column two parallel loops: the column below the diagonal, by rows; what is
 * right of it, by rows and columns. */
extern "C" __global__ void lu_column(float *a, int n, int k)
{
    work_t w;
    while (work_next(&w, 1))
        for (int i = w.lower[0]; i < w.upper[0]; i++) a[i * n + k] /= a[k * n + k];
}

extern "C" __global__ void lu_rest(float *a, int n, int k)
{
    work_t w;
    while (work_next(&w, 2))
        for (int i = w.lower[0]; i < w.upper[0]; i++)
            for (int j = w.lower[1]; j < w.upper[1]; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
