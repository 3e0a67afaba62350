/* bp - back-propagation between an input layer of n units and a hidden layer of 16.
 *
 * weights has n + 1 rows (row 0 is the bias) of 17 (column 0 is unused), input has n + 1 elements
 * (element 0 unused), delta 17. A CTA of 16x16 threads takes 16 input units: thread (x, y) has the
 * weight from input unit y of the CTA to hidden unit x. n is a multiple of 16. */
#define UNITS 16
#define PITCH (UNITS + 1)
#define ETA 0.3f
#define MOMENTUM 0.3f

/* Weighted sums of the CTA's inputs to partial[CTA][hidden unit]; the products, partly summed, are
 * left in the weights, as the benchmark does. */
__kernel void layer_forward(__global const float *input, __global float *weights,
                            __global float *partial)
{
    __local float unit[UNITS];
    __local float product[UNITS][UNITS];
    int tx = TID_X, ty = TID_Y;
    int row = CTA_X * UNITS + ty + 1;

    if (tx == 0) unit[ty] = input[row];
    SYNC();
    product[ty][tx] = weights[row * PITCH + tx + 1];
    SYNC();
    product[ty][tx] *= unit[ty];
    SYNC();
    for (int span = 2; span <= UNITS; span *= 2) {
        if (ty % span == 0) product[ty][tx] += product[ty + span / 2][tx];
        SYNC();
    }
    weights[row * PITCH + tx + 1] = product[ty][tx];
    SYNC();
    if (tx == 0) partial[CTA_X * UNITS + ty] = product[0][ty];
}

__kernel void adjust_weights(__global const float *delta, __global const float *input,
                             __global float *weights, __global float *previous)
{
    int tx = TID_X, ty = TID_Y;
    int row = CTA_X * UNITS + ty + 1, i = row * PITCH + tx + 1;

    float change = ETA * delta[tx + 1] * input[row] + MOMENTUM * previous[i];
    weights[i] += change;
    previous[i] = change;
    if (ty == 0 && CTA_X == 0) { /* the bias row */
        change = ETA * delta[tx + 1] + MOMENTUM * previous[tx + 1];
        weights[tx + 1] += change;
        previous[tx + 1] = change;
    }
}
