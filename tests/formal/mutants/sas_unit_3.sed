# start_o stays high while a loop is busy.
s/.start_i(start)/.start_i(busy)/
