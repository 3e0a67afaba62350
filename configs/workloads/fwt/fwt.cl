/* fwt - dyadic convolution by fast Walsh transforms, in place.
 *
 * fwt_radix4: one radix-4 step in global memory, for distances too large for a CTA. fwt_shared: the
 * last 11 levels, 2048 elements per CTA in shared memory, four per thread. fwt_product: multiplies
 * two spectra and divides by n. Neither transform orders its output: the product does not mind. */
#define LOG2_ELEMENTS 11
#define ELEMENTS (1 << LOG2_ELEMENTS)

/* Two butterfly levels over elements `stride` apart. */
static float4 butterfly4(float4 d)
{
    float s02 = d.x + d.z, d02 = d.x - d.z, s13 = d.y + d.w, d13 = d.y - d.w;
    return (float4)(s02 + s13, s02 - s13, d02 + d13, d02 - d13);
}

__kernel void fwt_radix4(__global float *data, int stride)
{
    int t = CTA_X * BLOCK_X + TID_X, low = t & (stride - 1);
    int i0 = ((t - low) << 2) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
    float4 d = butterfly4((float4)(data[i0], data[i1], data[i2], data[i3]));
    data[i0] = d.x;
    data[i1] = d.y;
    data[i2] = d.z;
    data[i3] = d.w;
}

__kernel void fwt_shared(__global float *data)
{
    __local float s[ELEMENTS];
    int t = TID_X, threads = BLOCK_X;
    __global float *part = data + CTA_X * ELEMENTS;
    for (int i = t; i < ELEMENTS; i += threads) s[i] = part[i];

    for (int stride = ELEMENTS / 4; stride > 1; stride >>= 2) {
        int low = t & (stride - 1);
        int i0 = ((t - low) << 2) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
        SYNC();
        float4 d = butterfly4((float4)(s[i0], s[i1], s[i2], s[i3]));
        s[i0] = d.x;
        s[i1] = d.y;
        s[i2] = d.z;
        s[i3] = d.w;
    }
    SYNC();
    for (int p = t; p < ELEMENTS / 2; p += threads) { /* 11 is odd: one radix-2 level is left */
        float a = s[2 * p], b = s[2 * p + 1];
        s[2 * p] = a + b;
        s[2 * p + 1] = a - b;
    }
    SYNC();
    for (int i = t; i < ELEMENTS; i += threads) part[i] = s[i];
}

__kernel void fwt_product(__global float *a, __global const float *b, int n)
{
    float scale = 1.0f / (float)n;
    int threads = BLOCK_X * GRID_X;
    for (int i = CTA_X * BLOCK_X + TID_X; i < n; i += threads) a[i] *= b[i] * scale;
}
