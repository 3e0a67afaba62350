# What runs say: the table, the files, the semantics of limits and warp schedulers.
expect 2 'usage' # no argument
expect 0 'ctadel run lcs' --help
expect 0 'ctadel run' run --help
expect 0 'ctadel [0-9]' --version
expect 0 'mmul' list
expect 2 "unknown command 'rnu'.*run" rnu

expect 0 'pass' run lcs vadd --size tiny
expect 0 'cycles' run lcs vadd --size tiny --warp gto,lrr
expect 0 'pass' run lcs mmul --size tiny --engine c

# A limit of n CTAs per SM is never passed, and T_max is what fits (1536 threads / 256 = 6).
table_max() { (cd "$tmp/cwd" && "$ctadel" run lcs vadd --size small "$@" --engine lockstep) >"$tmp/out" 2>&1; }
for n in 1 3 6; do
    table_max --ctas "$n"
    grep -qE "CTAs per SM.* $n\$" "$tmp/out"
    verdict $? "vadd small --ctas $n: at most $n CTAs per SM"
done
table_max
grep -qE 'CTAs per SM.* 6$' "$tmp/out"
verdict $? 'vadd small: T_max is 6 CTAs per SM'

# The timeline is a Chrome trace; CTA i of the first wave stands on SM i mod 28 (000 Fig. 3).
(cd "$tmp/cwd" && "$ctadel" run lcs vadd --size small --timeline t.json --stats s.json --stats-csv s.csv) \
    >"$tmp/out" 2>&1
python_free_check() {
    tr '{' '\n' <"$tmp/cwd/t.json" | awk '
        /"ph": *"X"/ { n++ }
        /"cta"|"lid"/ { if (match($0, /"lid": *[0-9]+/)) lid[n] = substr($0, RSTART + 6, RLENGTH - 6) + 0 }
        END { exit n > 0 ? 0 : 1 }'
}
python_free_check
verdict $? 'the timeline holds complete events'
[ -s "$tmp/cwd/s.json" ] && [ -s "$tmp/cwd/s.csv" ]
verdict $? 'stats as JSON and CSV'
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"
