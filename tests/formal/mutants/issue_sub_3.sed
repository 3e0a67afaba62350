# The grant lasts while no warp competes.
s/gnt_q       <= gnt_d;/if (any) gnt_q <= gnt_d;/
