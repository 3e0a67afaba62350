/* srd - the first step of speckle reduction: an image of logarithms back to intensities, in place.
 *
 * One pixel per thread: a load, an exponential, a store. Nothing is shared or used twice. */
__kernel void srd_extract(__global float *image, int pixels)
{
    int i = CTA_X * BLOCK_X + TID_X;
    if (i >= pixels) return;
    image[i] = exp_approx(div_approx(image[i], 255.0f));
}
