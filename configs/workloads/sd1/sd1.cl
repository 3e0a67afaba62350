/* sd1 - speckle-reducing anisotropic diffusion, a pixel per thread, without shared tiles: the image goes from logarithms to
 * intensities and back; each iteration squares and sums all pixels (their spread is the speckle), then diffuses.
 *
 * Columns lie one behind the other: north and south are the next words, west and east a column away, by tables of rows
 * and columns that repeat the border. */
#define THREADS 512

#define PIXEL()                                \
    const int i = CTA_X * BLOCK_X + TID_X;     \
    if (i >= pixels) return

__kernel void sd1_extract(__global float *image, int pixels)
{
    PIXEL();
    image[i] = exp_approx(div_approx(image[i], 255.0f));
}

__kernel void sd1_prepare(__global const float *image, __global float *sums, __global float *squares, int pixels)
{
    PIXEL();
    sums[i] = image[i];
    squares[i] = image[i] * image[i];
}

/* Each CTA sums its share of `count` numbers, `step` apart, and stores the sum where its share begins. */
__kernel void sd1_reduce(__global float *sums, __global float *squares, int count, int step)
{
    __local float sum[THREADS], square[THREADS];
    const int t = TID_X, i = CTA_X * BLOCK_X + t;
    sum[t] = i < count ? sums[i * step] : 0.0f;
    square[t] = i < count ? squares[i * step] : 0.0f;
    SYNC();
    for (int width = 2; width <= BLOCK_X; width *= 2) {
        if ((t + 1) % width == 0) {
            sum[t] += sum[t - width / 2];
            square[t] += square[t - width / 2];
        }
        SYNC();
    }
    if (t == BLOCK_X - 1) {
        sums[CTA_X * BLOCK_X * step] = sum[t];
        squares[CTA_X * BLOCK_X * step] = square[t];
    }
}

__kernel void sd1_srad(__global const float *image, __global float *dn, __global float *ds, __global float *dw,
                       __global float *de, __global float *coeff, __global const int *north, __global const int *south,
                       __global const int *west, __global const int *east, __global const float *sums,
                       __global const float *squares, int rows, int pixels)
{
    PIXEL();
    const int row = i % rows, col = i / rows;
    const float mean = div_approx(sums[0], pixels), spread = div_approx(squares[0], pixels) - mean * mean;
    const float q0 = div_approx(spread, mean * mean), j = image[i];
    const float n = image[north[row] + rows * col] - j, s = image[south[row] + rows * col] - j;
    const float w = image[row + rows * west[col]] - j, e = image[row + rows * east[col]] - j;
    const float gradient = div_approx(n * n + s * s + w * w + e * e, j * j), laplace = div_approx(n + s + w + e, j);
    const float base = 1.0f + 0.25f * laplace;
    const float q = div_approx(0.5f * gradient - 0.0625f * laplace * laplace, base * base);
    const float c = div_approx(1.0f, 1.0f + div_approx(q - q0, q0 * (1.0f + q0)));
    dn[i] = n;
    ds[i] = s;
    dw[i] = w;
    de[i] = e;
    coeff[i] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

__kernel void sd1_srad2(__global float *image, __global const float *dn, __global const float *ds, __global const float *dw,
                        __global const float *de, __global const float *coeff, __global const int *south,
                        __global const int *east, float lambda, int rows, int pixels)
{
    PIXEL();
    const int row = i % rows, col = i / rows;
    const float here = coeff[i], below = coeff[south[row] + rows * col], right = coeff[row + rows * east[col]];
    image[i] += 0.25f * lambda * (here * (dn[i] + dw[i]) + below * ds[i] + right * de[i]);
}

__kernel void sd1_compress(__global float *image, int pixels)
{
    PIXEL();
    image[i] = log_approx(image[i]) * 255.0f;
}
