# A block larger than n finds no SM.
s/((block < most) ? most : block)/most/
