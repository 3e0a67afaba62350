# A full count does not stop the counting.
s/mon_evt_i \&\& !full\[i\]/mon_evt_i/
