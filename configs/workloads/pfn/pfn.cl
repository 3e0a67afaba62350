/* pfn - the particle filter of pff with one kernel on the device: each particle of the next generation searches the
 * distribution from the start. All lanes of a warp read the same words and leave the loop one after the other. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void pfn_find(__global const double *x, __global const double *y, __global const double *cdf,
                       __global const double *u, __global double *xj, __global double *yj, int particles)
{
    const int i = CTA_X * BLOCK_X + TID_X;
    if (i >= particles) return;
    const double mine = u[i];
    int at = 0;
#pragma unroll 1
    while (at < particles - 1 && cdf[at] < mine) at++;
    xj[i] = x[at];
    yj[i] = y[at];
}
