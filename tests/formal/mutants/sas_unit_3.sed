# A loop starts again and again while it is busy.
s/.start_i(start)/.start_i(busy)/
