/* srad - speckle-reducing anisotropic diffusion of an image, an iteration in two kernels.
 *
 * srad_coeff: the four differences to the neighbours and the diffusion coefficient of each pixel.
 * srad_update: the pixel moves by the divergence, with the coefficients of the southern and eastern
 * neighbours. 16 x 16 tiles; a border pixel is its own missing neighbour. Every thread of a column
 * (row) loads the same halo pixel above and below (left and right), as the Rodinia code does: each
 * halo array is as large as the tile. */
#define B 16

__kernel void srad_coeff(__global const float *image, __global float *dn, __global float *ds,
                         __global float *dw, __global float *de, __global float *coeff, int cols,
                         int rows, float q0sqr)
{
    __local float mid[B][B], north[B][B], south[B][B], west[B][B], east[B][B];
    int tx = TID_X, ty = TID_Y;
    int x0 = CTA_X * B, y0 = CTA_Y * B, x = x0 + tx, y = y0 + ty, i = y * cols + x;

    north[ty][tx] = image[(y0 > 0 ? y0 - 1 : 0) * cols + x];
    south[ty][tx] = image[(y0 + B < rows ? y0 + B : rows - 1) * cols + x];
    west[ty][tx] = image[y * cols + (x0 > 0 ? x0 - 1 : 0)];
    east[ty][tx] = image[y * cols + (x0 + B < cols ? x0 + B : cols - 1)];
    mid[ty][tx] = image[i];
    SYNC();

    float j = mid[ty][tx];
    float n = (ty > 0 ? mid[ty - 1][tx] : north[ty][tx]) - j;
    float s = (ty < B - 1 ? mid[ty + 1][tx] : south[ty][tx]) - j;
    float w = (tx > 0 ? mid[ty][tx - 1] : west[ty][tx]) - j;
    float e = (tx < B - 1 ? mid[ty][tx + 1] : east[ty][tx]) - j;

    float g2 = (n * n + s * s + w * w + e * e) / (j * j);
    float l = (n + s + w + e) / j;
    float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l);
    float den = 1.0f + 0.25f * l;
    float qsqr = num / (den * den);
    den = (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr));
    float c = 1.0f / (1.0f + den);
    coeff[i] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
    dn[i] = n;
    ds[i] = s;
    dw[i] = w;
    de[i] = e;
}

__kernel void srad_update(__global float *image, __global const float *dn, __global const float *ds,
                          __global const float *dw, __global const float *de,
                          __global const float *coeff, int cols, int rows, float lambda)
{
    __local float c[B][B], south[B][B], east[B][B];
    int tx = TID_X, ty = TID_Y;
    int x0 = CTA_X * B, y0 = CTA_Y * B, x = x0 + tx, y = y0 + ty, i = y * cols + x;

    south[ty][tx] = coeff[(y0 + B < rows ? y0 + B : rows - 1) * cols + x];
    east[ty][tx] = coeff[y * cols + (x0 + B < cols ? x0 + B : cols - 1)];
    c[ty][tx] = coeff[i];
    SYNC();

    float own = c[ty][tx];
    float cs = ty < B - 1 ? c[ty + 1][tx] : south[ty][tx];
    float ce = tx < B - 1 ? c[ty][tx + 1] : east[ty][tx];
    float div = own * dn[i] + cs * ds[i] + own * dw[i] + ce * de[i];
    image[i] += 0.25f * lambda * div;
}
