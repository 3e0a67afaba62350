# The last word is never selected.
s/k < N; k = k + 1)/k < N - 1; k = k + 1)/
