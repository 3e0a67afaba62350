# Only the last CTA of the kernel in turn is served.
s/served = served | (warps_i/served = (warps_i/
