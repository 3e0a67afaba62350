# A write to a busy entry is taken.
s/ || |(wr_hot \& busy_i)//
