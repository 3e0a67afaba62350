# A half is rounded down.
s/{rest, 1'b0} >= {1'b0, div/{rest, 1'b0} > {1'b0, div/
