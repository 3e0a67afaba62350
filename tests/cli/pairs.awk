# pairs.awk - with field.awk: checks in a CTA timeline of several kernels that CTAs 2i and 2i+1 of each stand on the
# same SM, and that none of another kernel went to any SM between them. Prints the number of kernels that ran at once.
/"ph": *"X", *"cat": *"cta"/ {
    n++
    id[n] = field("id"); lid[n] = field("lid"); sm[n] = field("pid"); begin[n] = field("begin_cycle") + 0
    at[id[n], lid[n]] = n
    if (!(id[n] in first) || begin[n] < first[id[n]]) first[id[n]] = begin[n]
    end = begin[n] + field("cycles")
    if (!(id[n] in last) || end > last[id[n]]) last[id[n]] = end
}
END {
    for (i = 1; i <= n; i++)
        if (lid[i] % 2 && (id[i], lid[i] - 1) in at) {
            j = at[id[i], lid[i] - 1]
            pairs++
            if (sm[i] != sm[j]) { print "kernel " id[i] ": CTAs " lid[j] " and " lid[i] " on SMs " sm[j] " and " sm[i]; exit 1 }
            for (k = 1; k <= n; k++)
                if (begin[k] > begin[j] && begin[k] < begin[i]) {
                    print "kernel " id[i] ": CTA " lid[k] " of kernel " id[k] " between CTAs " lid[j] " and " lid[i]
                    exit 1
                }
        }
    for (a in first) for (b in first) if (a != b && first[a] <= last[b] && first[b] <= last[a]) together[a] = 1
    for (a in together) many++
    print pairs " pairs, " many + 0 " kernels that overlap"
    exit !(pairs && many >= 2)
}
