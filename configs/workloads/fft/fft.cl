/* fft - Fourier transforms of 256 complex numbers, one per CTA, by Stockham's radix-2 algorithm, whose input and output
 * are in order.
 *
 * A thread keeps two numbers in registers. After each of the first seven stages the threads exchange all numbers through
 * shared memory, first real, then imaginary parts. The special function unit computes the roots of unity. */
#define POINTS 256
#define HALF   128 /* threads */

__kernel void fft_256(__global const float2 *from, __global float2 *to)
{
    __local float re[POINTS], im[POINTS];
    const int t = TID_X, base = CTA_X * POINTS;
    float2 a = from[base + t], b = from[base + t + HALF];

#pragma unroll 1
    for (int n = 1; n < HALF; n *= 2) {
        const int k = t & (n - 1), low = 2 * t - k;
        const float angle = -3.14159265f * k / n, c = cos_approx(angle), s = sin_approx(angle);
        const float2 turned = {c * b.x - s * b.y, c * b.y + s * b.x};
        const float2 sum = a + turned, difference = a - turned;
        re[low] = sum.x;
        im[low] = sum.y;
        re[low + n] = difference.x;
        im[low + n] = difference.y;
        SYNC();
        a = (float2)(re[t], im[t]);
        b = (float2)(re[t + HALF], im[t + HALF]);
        SYNC();
    }
    const float angle = -3.14159265f / HALF * t, c = cos_approx(angle), s = sin_approx(angle);
    const float2 turned = {c * b.x - s * b.y, c * b.y + s * b.x};
    to[base + t] = a + turned;
    to[base + t + HALF] = a - turned;
}
