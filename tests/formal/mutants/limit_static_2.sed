# A block larger than n is refused everywhere.
s/(block < most) ? most : block/most/
