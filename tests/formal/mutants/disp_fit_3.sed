# The room is that for the kernel asked about now.
s/\.need_i(need_q)/.need_i(need ^ ONE_SLOT)/
