# n falls to nothing.
s/fall && n_at > CNT_ONE/fall/
