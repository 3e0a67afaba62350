/* vadd - c = a + b, one element per thread. */
__kernel void vadd(__global const float *a, __global const float *b, __global float *c, int n)
{
    int i = CTA_X * BLOCK_X + TID_X;
    if (i < n) c[i] = a[i] + b[i];
}
