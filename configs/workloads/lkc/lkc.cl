/* lkc - finds and tracks leukocytes in a video frame: scores how well edges lie on circles (score), takes the best score
 * around each pixel (dilate), and computes for each cell a field that spreads its edges outwards (field), with a CTA per
 * cell, until the field converges.
 *
 * Images are stored column by column. */
#define CIRCLES 7
#define SAMPLES 150
#define DISC    25 /* pixels across, at most */
#define ROWS    41
#define COLS    81
#define THREADS 320

/* A CTA per column and a thread per row, `margin` from the border. A circle's score is the squared mean of the gradient
 * along the radius, divided by its variance (Welford); a pixel gets the score of its best circle. */
__kernel void lkc_score(__global const float *grad_x, __global const float *grad_y, __global const float *cosine,
                        __global const float *sine, __global const int *dx, __global const int *dy, __global float *score,
                        int height, int margin, int samples)
{
    const int x = CTA_X + margin, y = TID_X + margin;
    float best = 0.0f;
#pragma unroll 1
    for (int k = 0; k < CIRCLES; k++) {
        float mean = 0.0f, square = 0.0f;
#pragma unroll 1
        for (int n = 0; n < samples; n++) {
            const int at = (x + dx[k * samples + n]) * height + y + dy[k * samples + n];
            const float p = grad_x[at] * cosine[n] + grad_y[at] * sine[n], off = p - mean;
            mean += div_approx(off, n + 1);
            square += off * (p - mean);
        }
        const float ratio = div_approx(mean * mean, div_approx(square, samples - 1));
        if (ratio > best) best = ratio;
    }
    score[x * height + y] = best;
}

/* A thread per pixel: the greatest score on a disc, which is given as a square of flags. */
__kernel void lkc_dilate(__global const float *score, __global float *dilated, __global const uchar *disc, int across, int width,
                         int height)
{
    const int at = CTA_X * BLOCK_X + TID_X, x = at / height, y = at % height;
    float best = 0.0f;
    if (at >= width * height) return;
#pragma unroll 1
    for (int i = 0; i < across; i++) {
        const int col = x + i - across / 2;
        if (col < 0 || col >= width) continue;
#pragma unroll 1
        for (int j = 0; j < across; j++) {
            const int row = y + j - across / 2;
            if (row < 0 || row >= height || !disc[i * across + j]) continue;
            const float here = score[col * height + row];
            if (here > best) best = here;
        }
    }
    dilated[at] = best;
}

/* Weights a difference: a rise counts fully, equality by half, a fall not at all. */
static float rise(float d) { return d > 1e-4f ? d : d > -1e-4f ? 0.5f * d : 0.0f; }

/* The matrix is in shared memory. A thread computes every BLOCK_X-th element. It stores a result only after all threads
 * have read their next elements, whose neighbours lie less than BLOCK_X behind, so that all read the old matrix. */
__kernel void lkc_field(__global const float *edges, __global float *fields, __global int *iterations, int rows, int cols,
                        int most, float least)
{
    __local float field[ROWS * COLS], moved[THREADS];
    const int t = TID_X, size = rows * cols;
    __global const float *edge = edges + CTA_X * size;
    int count = 0;

    for (int i = t; i < size; i += BLOCK_X) field[i] = edge[i];
    SYNC();
#pragma unroll 1
    do {
        float sum = 0.0f, before = 0.0f;
#pragma unroll 1
        for (int first = 0; first < size + BLOCK_X; first += BLOCK_X) {
            const int i = first + t, y = i / cols, x = i % cols;
            float next = 0.0f;
            if (i < size) {
                const int up = y > 0 ? -cols : 0, down = y < rows - 1 ? cols : 0, left = x > 0 ? -1 : 0;
                const int right = x < cols - 1 ? 1 : 0;
                const float old = field[i], e = edge[i];
                float change = rise(field[i + up] - old) + rise(field[i + down] - old) + rise(field[i + left] - old);
                change += rise(field[i + right] - old) + rise(field[i + up + left] - old) + rise(field[i + up + right] - old);
                change += rise(field[i + down + left] - old) + rise(field[i + down + right] - old);
                next = old + 0.1f * change;
                next -= 0.2f * e * (next - e);
                sum += __builtin_fabsf(next - old);
            }
            SYNC();
            if (first > 0 && i - BLOCK_X < size) field[i - BLOCK_X] = before;
            before = next;
            SYNC();
        }
        moved[t] = sum;
        SYNC();
        for (int width = 256; width > 0; width /= 2) {
            if (t < width && t + width < BLOCK_X) moved[t] += moved[t + width];
            SYNC();
        }
        count++;
    } while (moved[0] >= least * 1e-6f * size && count < most);
    for (int i = t; i < size; i += BLOCK_X) fields[CTA_X * size + i] = field[i];
    if (t == 0) iterations[CTA_X] = count;
}
