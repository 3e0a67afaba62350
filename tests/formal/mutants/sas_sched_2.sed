# There is said to be none while indices are still generated.
s/none_i \&\& !tile_evt_i \&\& idle/none_i \&\& !tile_evt_i/
