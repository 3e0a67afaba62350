# tiles.awk - with field.awk: checks in a CTA timeline -v columns=C -v rows=R: the grid of the first kernel, which C and
# R divide, is cut into C x R tiles; each is on one SM, the first on SM 0, and its CTAs begin row by row.
/"ph": *"X", *"cat": *"cta"/ && field("id") == 0 {
    n++
    x[n] = field("x"); y[n] = field("y"); sm[n] = field("pid"); begin[n] = field("begin_cycle") + 0
    if (x[n] >= width) width = x[n] + 1
    if (y[n] >= height) height = y[n] + 1
}
END {
    w = width / columns
    h = height / rows
    for (i = 1; i <= n; i++) {
        tile = int(x[i] / w) + columns * int(y[i] / h)
        place = y[i] * width + x[i]
        if (sm[i] != tile) { print "CTA " x[i] "," y[i] " of tile " tile " on SM " sm[i]; exit 1 }
        for (j = 1; j <= n; j++)
            if (sm[j] == sm[i] && begin[j] < begin[i] && y[j] * width + x[j] > place) {
                print "CTA " x[j] "," y[j] " before " x[i] "," y[i]
                exit 1
            }
    }
    print n " CTAs, tiles of " w " x " h
    exit n != width * height || w * h < 2
}
