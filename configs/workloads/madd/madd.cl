/* madd - c = a + b for matrices of w x h, one element per thread of a 2-D grid. */
__kernel void madd(__global const float *a, __global const float *b, __global float *c, int w, int h)
{
    int x = CTA_X * BLOCK_X + TID_X, y = CTA_Y * BLOCK_Y + TID_Y;
    if (x < w && y < h) {
        int i = y * w + x;
        c[i] = a[i] + b[i];
    }
}
