# The end is seen one index late in a level that has several.
s/b   = setup_q ? {1'b0, stride} : {stride, 1'b0};/b   = {1'b0, stride};/
