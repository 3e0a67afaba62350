/* jpeg - cosine transforms of the blocks of 8 x 8 pixels of an image: first with a coefficient per thread, transform,
 * quantisation and inverse; then by butterflies, with eight numbers per thread, in f32 and in whole numbers. */
#define B 8

/* [k][i]: cos(k (2 i + 1) pi / 16) / 2, but sqrt(1/8) in row 0. */
__constant float cosine[B][B] = {
    {0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f},
    {0.49039264f, 0.41573481f, 0.27778512f, 0.09754516f, -0.09754516f, -0.27778512f, -0.41573481f, -0.49039264f},
    {0.46193977f, 0.19134172f, -0.19134172f, -0.46193977f, -0.46193977f, -0.19134172f, 0.19134172f, 0.46193977f},
    {0.41573481f, -0.09754516f, -0.49039264f, -0.27778512f, 0.27778512f, 0.49039264f, 0.09754516f, -0.41573481f},
    {0.35355339f, -0.35355339f, -0.35355339f, 0.35355339f, 0.35355339f, -0.35355339f, -0.35355339f, 0.35355339f},
    {0.27778512f, -0.49039264f, 0.09754516f, 0.41573481f, -0.41573481f, -0.09754516f, 0.49039264f, -0.27778512f},
    {0.19134172f, -0.46193977f, 0.46193977f, -0.19134172f, -0.19134172f, 0.46193977f, -0.46193977f, 0.19134172f},
    {0.09754516f, -0.27778512f, 0.41573481f, -0.49039264f, 0.49039264f, -0.41573481f, 0.27778512f, -0.09754516f}};

__kernel void jpeg_forward(__global const uchar *image, __global float *coefficients, int width)
{
    __local float pixel[B][B], half_way[B][B];
    const int x = TID_X, y = TID_Y, at = (CTA_Y * B + y) * width + CTA_X * B + x;
    float sum = 0.0f;
    pixel[y][x] = image[at] - 128.0f;
    SYNC();
    for (int i = 0; i < B; i++) sum += pixel[y][i] * cosine[x][i];
    half_way[y][x] = sum;
    SYNC();
    sum = 0.0f;
    for (int i = 0; i < B; i++) sum += half_way[i][x] * cosine[y][i];
    coefficients[at] = sum;
}

__kernel void jpeg_quantise(__global const float *coefficients, __global short *levels, __global const float *steps, int width)
{
    const int at = (CTA_Y * B + TID_Y) * width + CTA_X * B + TID_X;
    const float level = div_approx(coefficients[at], steps[TID_Y * B + TID_X]);
    levels[at] = (short)(level + (level < 0.0f ? -0.5f : 0.5f));
}

__kernel void jpeg_inverse(__global const short *levels, __global float *image, __global const float *steps, int width)
{
    __local float coefficient[B][B], half_way[B][B];
    const int x = TID_X, y = TID_Y, at = (CTA_Y * B + y) * width + CTA_X * B + x;
    float sum = 0.0f;
    coefficient[y][x] = levels[at] * steps[y * B + x];
    SYNC();
    for (int k = 0; k < B; k++) sum += coefficient[y][k] * cosine[k][x];
    half_way[y][x] = sum;
    SYNC();
    sum = 128.0f;
    for (int k = 0; k < B; k++) sum += half_way[k][x] * cosine[k][y];
    image[at] = sum;
}

/* Transforms eight numbers a stride apart in place: even coefficients from sums of mirrored pairs, odd ones from
 * differences. */
#define C(k) cosine[k][0]
static void eight(float v[B])
{
    const float s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
    const float d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    const float t0 = s0 + s3, t1 = s1 + s2, u0 = s0 - s3, u1 = s1 - s2;
    v[0] = (t0 + t1) * C(4);
    v[4] = (t0 - t1) * C(4);
    v[2] = u0 * C(2) + u1 * C(6);
    v[6] = u0 * C(6) - u1 * C(2);
    v[1] = d0 * C(1) + d1 * C(3) + d2 * C(5) + d3 * C(7);
    v[3] = d0 * C(3) - d1 * C(7) - d2 * C(1) - d3 * C(5);
    v[5] = d0 * C(5) - d1 * C(1) + d2 * C(7) + d3 * C(3);
    v[7] = d0 * C(7) - d1 * C(5) + d2 * C(3) - d3 * C(1);
}

/* 32 x 16 pixels: a thread transforms 8 of a row, then 8 of a column. */
__kernel void jpeg_rows(__global const uchar *image, __global float *coefficients, int width)
{
    __local float tile[16][33];
    const int x = TID_X & 31, top = TID_X / 32 * B, row = TID_X & 15, left = TID_X / 16 * B;
    const int at = (CTA_Y * 16 + top) * width + CTA_X * 32 + x;
    float v[B];
    for (int i = 0; i < B; i++) tile[top + i][x] = image[at + i * width] - 128.0f;
    SYNC();
    for (int i = 0; i < B; i++) v[i] = tile[row][left + i];
    eight(v);
    for (int i = 0; i < B; i++) tile[row][left + i] = v[i];
    SYNC();
    for (int i = 0; i < B; i++) v[i] = tile[top + i][x];
    eight(v);
    for (int i = 0; i < B; i++) coefficients[at + i * width] = v[i];
}

/* The same in whole numbers. Constants have 12 fraction bits; results are shifted right by `shift`. */
static int scaled(int sum, int shift) { return (sum + (1 << (shift - 1))) >> shift; }

static void eight_whole(int v[B], int shift)
{
    const int c1 = 2009, c2 = 1892, c3 = 1703, c4 = 1448, c5 = 1138, c6 = 784, c7 = 400;
    const int s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
    const int d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    const int t0 = s0 + s3, t1 = s1 + s2, u0 = s0 - s3, u1 = s1 - s2;
    v[0] = scaled((t0 + t1) * c4, shift);
    v[4] = scaled((t0 - t1) * c4, shift);
    v[2] = scaled(u0 * c2 + u1 * c6, shift);
    v[6] = scaled(u0 * c6 - u1 * c2, shift);
    v[1] = scaled(d0 * c1 + d1 * c3 + d2 * c5 + d3 * c7, shift);
    v[3] = scaled(d0 * c3 - d1 * c7 - d2 * c1 - d3 * c5, shift);
    v[5] = scaled(d0 * c5 - d1 * c1 + d2 * c7 + d3 * c3, shift);
    v[7] = scaled(d0 * c7 - d1 * c5 + d2 * c3 - d3 * c1, shift);
}

/* 32 x 32 pixels by 128 threads; coefficients in eighths. */
__kernel void jpeg_whole(__global const uchar *image, __global short *coefficients, int width)
{
    __local short tile[32][34];
    const int x = TID_X & 31, top = TID_X / 32 * B;
    const int at = (CTA_Y * 32 + top) * width + CTA_X * 32 + x;
    int v[B];
    for (int i = 0; i < B; i++) tile[top + i][x] = (short)(image[at + i * width] - 128);
    SYNC();
    for (int i = 0; i < B; i++) v[i] = tile[x][top + i];
    eight_whole(v, 9);
    for (int i = 0; i < B; i++) tile[x][top + i] = (short)v[i];
    SYNC();
    for (int i = 0; i < B; i++) v[i] = tile[top + i][x];
    eight_whole(v, 12);
    for (int i = 0; i < B; i++) coefficients[at + i * width] = (short)v[i];
}
