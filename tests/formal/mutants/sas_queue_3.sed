# Half of a tile stays behind.
s/whole_i ? {DEPTH{1'b0}} : {1'b0/{1'b0/
