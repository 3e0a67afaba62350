/* A fast Fourier transform: a parallel loop that puts the numbers into bit-reversed order, then one for each stage of
 * butterflies. Complex numbers have their parts side by side. */
extern "C" __global__ void fft3_reverse(const float *from, float *to, int bits)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int i = task(row);
            const unsigned at = __builtin_bitreverse32((unsigned)i) >> (32 - bits);
            to[2 * i] = from[2 * at];
            to[2 * i + 1] = from[2 * at + 1];
        }
}

extern "C" __global__ void fft3_stage(float *x, const float *root, int n, int half)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int i = task(row);
            const int within = i & (half - 1), a = 2 * (2 * i - within), b = a + 2 * half;
            const int r = 2 * within * (n / 2 / half);
            const float re = x[b] * root[r] - x[b + 1] * root[r + 1], im = x[b] * root[r + 1] + x[b + 1] * root[r];
            x[b] = x[a] - re;
            x[b + 1] = x[a + 1] - im;
            x[a] += re;
            x[a + 1] += im;
        }
}
