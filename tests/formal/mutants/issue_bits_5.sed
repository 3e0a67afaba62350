# A warp whose instruction is in Control counts as idle.
s/!(|some) && !ctl_q\[w\]/!(|some)/
