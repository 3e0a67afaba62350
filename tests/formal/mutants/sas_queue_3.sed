# A pop removes only half of a tile.
s/whole_i ? {DEPTH{1'b0}} : {1'b0/{1'b0/
