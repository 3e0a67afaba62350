# A later kernel is told apart from entries that are not busy any more, too.
s/wire upper = |(busy_o & earlier & ~sel_i);/wire upper = |(earlier \& ~sel_i);/
