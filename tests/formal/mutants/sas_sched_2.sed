# piece_none_o is high while indices are still generated.
s/none_i \&\& !tile_evt_i \&\& idle/none_i \&\& !tile_evt_i/
