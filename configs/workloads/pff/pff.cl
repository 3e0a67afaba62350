/* pff - a particle filter that follows an object through a video, all on the device, in double precision.
 *
 * Per frame: each particle moves at random and weighs the pixels around it; weights are summed and normalised, one thread
 * adds them up to the distribution; each particle of the next generation searches it from the start: all lanes of a warp
 * read the same words and leave the loop one after the other. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define THREADS 512

/* e^x for |x| < 700: 2^k times a Taylor series for |x| up to ln 2 / 2. */
static double exponential(double x)
{
    const int k = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    const double r = x - k * 6.93147180369123816490e-01 - k * 1.90821492927058770002e-10;
    double sum = 1.0 + r / 14;
#pragma unroll
    for (int i = 13; i > 0; i--) sum = 1.0 + r * (1.0 / i) * sum;
    return sum * as_double((long)(k + 1023) << 52);
}

/* ln of a positive normal number: its exponent times ln 2, plus 2 artanh((m - 1) / (m + 1)). */
static double logarithm(double x)
{
    long bits = as_long(x), k = (bits >> 52) - 1023;
    double m = as_double((bits & 0xfffffffffffffl) | 0x3ff0000000000000l);
    if (m > 1.4142135623730951) m *= 0.5, k++;
    const double s = (m - 1.0) / (m + 1.0), square = s * s;
    double sum = 1.0 / 21;
#pragma unroll
    for (int i = 19; i > 0; i -= 2) sum = 1.0 / i + square * sum;
    return 2.0 * s * sum + k * 0.69314718055994531;
}

/* cos(2 pi turn), 0 <= turn < 1: reduced to a quarter turn, then a Taylor series up to an eighth of a turn. */
static double cosine(double turn)
{
    const int quarter = (int)(4.0 * turn + 0.5);
    const double x = 6.283185307179586 * (turn - 0.25 * quarter), square = x * x;
    const int odd = quarter & 1;
    double sum = 1.0;
#pragma unroll
    for (int i = 16; i > 0; i -= 2) sum = 1.0 - square * (odd ? 1.0 / (i * (i + 1)) : 1.0 / (i * (i - 1))) * sum;
    if (odd) sum *= x;
    return quarter == 1 || quarter == 2 ? -sum : sum;
}

/* Draws the next number, above 0 and below 1. */
static double uniform(uint *seed)
{
    *seed = (1103515245u * *seed + 12345u) & 0x7fffffffu;
    return (*seed + 0.5) * 0x1p-31;
}

static double normal(uint *seed)
{
    const double u = uniform(seed), v = uniform(seed);
    return __builtin_sqrt(-2.0 * logarithm(u)) * cosine(v);
}

static int rounded(double x) { return (int)(x < 0.0 ? x - 0.5 : x + 0.5); }

/* `around`: offsets (y, x) of the points of a disc. The CTA stores the sum of its weights. */
__kernel void pff_likelihood(__global double *x, __global double *y, __global const double *xj, __global const double *yj,
                             __global double *raw, __global double *partial, __global uint *seeds, __global int *index,
                             __global const uchar *video, __global const int *around, int points, int side, int frames,
                             int frame, int particles)
{
    __local double sums[THREADS];
    const int t = TID_X, i = CTA_X * BLOCK_X + t;
    double weight = 0.0;
    if (i < particles) {
        uint seed = seeds[i];
        const double px = xj[i] + 1.0 + 5.0 * normal(&seed), py = yj[i] - 2.0 + 2.0 * normal(&seed);
        seeds[i] = seed;
        x[i] = px;
        y[i] = py;
#pragma unroll 1
        for (int p = 0; p < points; p++) {
            const int at = ((rounded(px) + around[2 * p + 1]) * side + rounded(py) + around[2 * p]) * frames + frame;
            index[i * points + p] = at < 0 ? -at < side * side * frames ? -at : 0 : at < side * side * frames ? at : 0;
        }
        double sum = 0.0;
#pragma unroll 1
        for (int p = 0; p < points; p++) {
            const double value = video[index[i * points + p]];
            sum += ((value - 100.0) * (value - 100.0) - (value - 228.0) * (value - 228.0)) / 50.0;
        }
        weight = exponential(sum / points - 300.0) / particles;
        raw[i] = weight;
    }
    sums[t] = weight;
    SYNC();
    for (int width = BLOCK_X / 2; width > 0; width /= 2) {
        if (t < width) sums[t] += sums[t + width];
        SYNC();
    }
    if (t == 0) partial[CTA_X] = sums[0];
}

__kernel void pff_sum(__global double *partial, __global double *total)
{
    if (CTA_X * BLOCK_X + TID_X != 0) return;
    double sum = 0.0;
    for (int i = 0; i < GRID_X; i++) sum += partial[i];
    total[0] = sum;
}

__kernel void pff_normalise(__global const double *raw, __global double *weights, __global double *cdf, __global double *u,
                            __global const double *total, __global const uint *seeds, int particles)
{
    __local double first, sum;
    const int i = CTA_X * BLOCK_X + TID_X;
    if (TID_X == 0) {
        uint seed = seeds[0];
        sum = total[0];
        first = uniform(&seed) / particles;
    }
    SYNC();
    if (i < particles) {
        weights[i] = raw[i] / sum;
        u[i] = first + i / (double)particles;
    }
    if (i == 0) {
        double below = 0.0;
#pragma unroll 1
        for (int n = 0; n < particles; n++) {
            below += raw[n] / sum;
            cdf[n] = below;
        }
    }
}

__kernel void pff_find(__global const double *x, __global const double *y, __global const double *cdf,
                       __global const double *u, __global double *xj, __global double *yj, int particles)
{
    const int i = CTA_X * BLOCK_X + TID_X;
    if (i >= particles) return;
    const double mine = u[i];
    int at = 0;
#pragma unroll 1
    while (at < particles - 1 && cdf[at] < mine) at++;
    xj[i] = x[at];
    yj[i] = y[at];
}
