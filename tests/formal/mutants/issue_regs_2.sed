# Of several destinations only the first becomes pending.
s/^        for (i = 0; i < DESTS; i = i + 1)$/        for (i = 0; i < 1; i = i + 1)/
