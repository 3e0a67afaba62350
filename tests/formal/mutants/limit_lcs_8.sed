# The decision of a former launch is still applied.
s/\& ~{(LAST+1){start_i}};/\& ~{{LAST{{KERNELS{1'b0}}}}, start_i};/
