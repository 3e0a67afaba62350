# shellcheck shell=bash disable=SC2154
# SMK's limit through the whole program: what the timeline shows of Tb, and what is said where it does nothing.
expect 0 'limit.* smk' list policies
refuse 'smk.sm=N, N from 0 to 255' run smk bp+hot --limit smk --set smk.sm=256
refuse 'sm.pipes.sp is 8; --limit smk works with 1 to 7' run smk bp+hot --size tiny --limit smk --set sm.pipes.sp=8
expect 0 'note: .*no two kernels ran at once, so --limit smk was as tmax' run smk hot --size tiny --limit smk --engine c
expect 0 'note: .*--place rr offers an SM to one kernel; it is made for mixed' run smk bp+srad --size tiny --limit smk --engine c
for m in smk lcs; do
    expect 0 'output +pass' run $m bp+srad --size tiny --set sms=1 --place mixed --limit smk --engine lockstep --timeline t.json
    # Every Tb is 1 or more and changes by the rules: one rises by one and the other does not rise; only a new
    # pair starts over, or one that is left alone. Some decision was made.
    tr -d '",{}' <"$tmp/cwd/t.json" | awk '/name: Tb / {
            sub(/.*name: /, ""); split($0, part, / pid: | ts: | args: CTAs: /)
            name = part[1]; ts = part[3] + 0; n = part[4] + 0
            if (ts != at) { if (ups > 1 && !anew) bad = 1; ups = 0; anew = 0; at = ts }
            if (!(name in tb) || tb[name] == 0 || n == 0) anew = 1
            else if (n == tb[name] + 1) { ups++; rises++ }
            else if (n > tb[name]) jumps++
            else falls++
            tb[name] = n }
        END { exit bad || rises < 1 || falls < 1 }' >"$tmp/out"
    verdict $? "$m: Tb of both kernels over time"
    grep -q '"name": "SP", .*"percent": [1-9]' "$tmp/cwd/t.json" && grep -q '"name": "LD/ST", .*"percent": [1-9]' "$tmp/cwd/t.json"
    verdict $? "$m: SP and LD/ST over time"
    expect 0 '^table: ./t.csv$' report --timeline t.json
    [ "$(grep -c '"ph": "C", "name": "Tb ' "$tmp/cwd/t.json")" = "$(awk -F, '/^"Tb / { n++; name[$1] } END {
        for (k in name) n--; print n }' "$tmp/cwd/t.csv")" ] && grep -q "^plot .*title 'Tb " "$tmp/cwd/t.gp"
    verdict $? "$m: the chart of the timeline has every change of a Tb"
    rm -f "$tmp/cwd"/t.*
done
expect 2 '^ctadel: no.json: unable to open .*allowed is what ctadel run --timeline wrote' report --timeline no.json
printf '{"traceEvents": [\n{]}\n' >"$tmp/cwd/t.json"
expect 2 '^ctadel: t.json:2: .*allowed is what ctadel run --timeline wrote' report --timeline t.json
printf '{"traceEvents": []}\n' >"$tmp/cwd/t.json"
expect 2 '^ctadel: t.json: no kernel has a Tb; write it by ctadel run with --limit smk or smc' report --timeline t.json
expect 2 'found an EXPERIMENT, --synth or --designs too' report smk --timeline t.json
rm -f "$tmp/cwd/t.json"
