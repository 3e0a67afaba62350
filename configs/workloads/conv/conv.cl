/* conv - separable convolution of an image with a 17-tap filter: rows, then columns.
 *
 * A CTA of 16x8 threads makes 8 pixels per thread, 16 apart along the row (rows) or 8 apart along
 * the column (columns), from a strip in shared memory with an apron of one CTA width on either side.
 * Pixels outside the image count as 0. The width is a multiple of 128, the height of 64. */
#define RADIUS 8
#define STEPS 8 /* pixels per thread */
#define BX 16
#define BY 8

/* Known at compile time: the taps become operands of the multiply-adds, as constants do in the
 * hardware's own instructions. A Gaussian, sigma 3, that sums to 1. */
__constant float taps[2 * RADIUS + 1] = {
    0.003815529f, 0.008779440f, 0.018076899f, 0.033306279f, 0.054912770f, 0.081015040f,
    0.106955472f, 0.126352961f, 0.133571220f, 0.126352961f, 0.106955472f, 0.081015040f,
    0.054912770f, 0.033306279f, 0.018076899f, 0.008779440f, 0.003815529f,
};

__kernel void rows(__global float *out, __global const float *in, int w)
{
    __local float strip[BY][(STEPS + 2) * BX];
    int tx = TID_X, ty = TID_Y;
    int x0 = CTA_X * STEPS * BX + tx, row = (CTA_Y * BY + ty) * w;

#pragma unroll
    for (int s = 0; s < STEPS + 2; s++) { /* step 0 and the last are the apron */
        int x = x0 + (s - 1) * BX;
        strip[ty][s * BX + tx] = x >= 0 && x < w ? in[row + x] : 0.0f;
    }
    SYNC();
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        float sum = 0.0f;
#pragma unroll
        for (int t = -RADIUS; t <= RADIUS; t++)
            sum += taps[RADIUS - t] * strip[ty][(s + 1) * BX + tx + t];
        out[row + x0 + s * BX] = sum;
    }
}

__kernel void columns(__global float *out, __global const float *in, int w, int h)
{
    __local float strip[BX][(STEPS + 2) * BY + 1]; /* turned; the odd pitch avoids bank conflicts */
    int tx = TID_X, ty = TID_Y;
    int x = CTA_X * BX + tx, y0 = CTA_Y * STEPS * BY + ty;

#pragma unroll
    for (int s = 0; s < STEPS + 2; s++) {
        int y = y0 + (s - 1) * BY;
        strip[tx][s * BY + ty] = y >= 0 && y < h ? in[y * w + x] : 0.0f;
    }
    SYNC();
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        float sum = 0.0f;
#pragma unroll
        for (int t = -RADIUS; t <= RADIUS; t++)
            sum += taps[RADIUS - t] * strip[tx][(s + 1) * BY + ty + t];
        out[(y0 + s * BY) * w + x] = sum;
    }
}
