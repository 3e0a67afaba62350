/* nn - a neural network that reads digits: two convolution layers, 5 x 5 with a stride of two, and two fully connected
 * layers, with a launch each.
 *
 * CTA (map, image). In the convolutions a thread computes a neuron; in the last two layers a CTA does, with one lane of
 * 32. All threads of a CTA use the same weights, and the CTAs of the other images use them again. */
static float squash(float x) /* 1.7159 tanh(2x / 3) */
{
    const float e = exp_approx(1.33333333f * x);
    return 1.7159f * div_approx(e - 1.0f, e + 1.0f);
}

/* Adds up the 25 weighted inputs of neuron (x, y), from one map of the layer below, `side` wide. */
static float convolved(__global const float *below, int side, __global const float *weight, int x, int y)
{
    float sum = 0.0f;
    for (int dy = 0; dy < 5; dy++)
        for (int dx = 0; dx < 5; dx++) sum += weight[dy * 5 + dx] * below[(2 * y + dy) * side + 2 * x + dx];
    return sum;
}

/* The layer below has `maps_below` maps, `side_below` wide. A map's weights: the bias, then 25 for each map below. */
__kernel void nn_convolve(__global float *out, __global const float *in, __global const float *weights, int maps_below,
                          int side_below)
{
    const int side = BLOCK_X, x = TID_X, y = TID_Y, map = CTA_X, image = CTA_Y;
    __global const float *weight = weights + map * (1 + 25 * maps_below);
    float sum = weight[0];
    for (int below = 0; below < maps_below; below++)
        sum += convolved(in + (image * maps_below + below) * side_below * side_below, side_below,
                         weight + 1 + 25 * below, x, y);
    out[((image * GRID_X + map) * side + y) * side + x] = squash(sum);
}

__kernel void nn_connect(__global float *out, __global const float *in, __global const float *weights, int inputs)
{
    const int neuron = CTA_X, image = CTA_Y;
    __global const float *weight = weights + neuron * (1 + inputs);
    float sum = weight[0];
    for (int i = 0; i < inputs; i++) sum += weight[1 + i] * in[image * inputs + i];
    out[image * GRID_X + neuron] = squash(sum);
}
