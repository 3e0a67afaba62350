#!/usr/bin/env bats
# dispatch logs: a run writes one, compare-dispatch finds the place policy that wrote it, and names each wrong line.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

spin=(smk15 "$here/examples/dispatch_log/spin.yaml" --size tiny --set sm.cta_slots=2 --engine c)
mix=(smk15 bp+hot --size tiny --set sms=6 --set sm.cta_slots=2 --engine c)
head=kernel,cta,sm,start,end

# finds PLACES POLICY RUN…: in a log of POLICY; its row is the first of those of PLACES, without a difference
finds() {
    local places=$1 place=$2
    shift 2
    expect 0 '^dispatch-log: log.csv$' run "$@" --place "$place" --dispatch-log log.csv
    expect 0 "^$place +100\.0 +100\.0 +1\.000 " compare-dispatch log.csv "$@" --place "$places" --csv table.csv
    check "$place stands first" [ "$(awk -F, 'NR == 2 { print $1, $2, $4, $6, $7 }' table.csv)" = \
        "$place 100.0 1.000 +0.0 $(cycles_of "$@" --place "$place")" ]
    check "$place alone has every CTA on the SM of the log" [ "$(awk -F, '$2 == "100.0"' table.csv | wc -l)" = 1 ]
    check "each policy has a row" [ "$(wc -l <table.csv)" = $(($(tr , '\n' <<<"$places" | wc -l) + 1)) ]
}

# row_refused REGEX ROW…: a log of these rows ends with exit 2 and one line
row_refused() {
    local regex=$1
    shift
    printf '%s\n' "$@" >"$tmp/bad.csv"
    refused "^ctadel: $tmp/bad.csv$regex" compare-dispatch "$tmp/bad.csv" "${spin[@]}" --csv t.csv
}

@test "the policy that wrote a log is told apart: one kernel" {
    local place
    for place in rr room tile bcs engines; do finds rr,room,tile,bcs,engines $place "${spin[@]}"; done
}

@test "the policy that wrote a log is told apart: kernels side by side" {
    local place all
    all=$(ctadel list | awk '$1 == "--place" { $1 = ""; print substr($0, 2) }')
    check 'the policies' [ "$(wc -w <<<"$all")" -ge 10 ]
    for place in $all; do finds "${all// /,}" "$place" "${mix[@]}"; done
}

@test "a log has a row for each CTA, within its kernel's time" {
    expect 0 '^output +pass' run "${mix[@]}" --place mixed --dispatch-log log.csv --stats s.json --timeline t.json
    check 'the head' [ "$(head -n 1 log.csv)" = $head ]
    check 'a row for each CTA of each kernel' [ "$(cut -d, -f1 log.csv | sort | uniq -c | xargs)" = '32 0 32 1 16 2 1 kernel' ]
    check 'the CTAs of the timeline' [ "$(tail -n +2 log.csv | awk -F, '{ print $2, $3, $4, $5 - $4 }' | sort)" = \
        "$(jq -r '.traceEvents[] | select(.args.lid? != null) | .args | "\(.lid) \(.sm) \(.begin_cycle) \(.cycles)"' t.json | sort)" ]
    expect 0 '^dispatch-log: l.tmax.csv' run "${spin[@]}" --limit tmax,lcs --dispatch-log l.csv
    check 'a log for each of several runs' [ -s l.lcs.csv ]
    expect 0 '' run "${spin[@]:0:6}" --engine lockstep --dispatch-log both.csv
    expect 0 '^rr +100.0 ' compare-dispatch both.csv "${spin[@]:0:6}" --place rr
}

@test "other numbers of the SMs, another unit of time, another order of the rows" {
    expect 0 '' run "${spin[@]}" --place tile --dispatch-log log.csv
    awk -F, -v OFS=, 'NR > 1 { $3 = ($3 + 4) % 15; $4 = 1e9 + 3 * $4; $5 = 1e9 + 3 * $5 } 1' OFMT=%d CONVFMT=%d log.csv >other.csv
    (head -n 1 other.csv && tail -n +2 other.csv | sort -R --random-source=log.csv) >sorted.csv
    expect 0 '^tile +0\.0 +100\.0 +1\.000 +[0-9.]+ +\+0\.0 ' compare-dispatch sorted.csv "${spin[@]}"
}

@test "a log of a trace" {
    ctadel trace lcs28 mmul --size tiny --out trace >"$tmp/out"
    expect 0 '^dispatch-log' run lcs28 --trace trace/kernelslist.g --place tile --engine c --dispatch-log log.csv
    expect 0 '^tile +100.0 ' compare-dispatch log.csv lcs28 --trace trace/kernelslist.g --engine c
    refused "found the workload 'mmul' and --trace; allowed: one of them$" compare-dispatch log.csv lcs28 mmul --trace t
    refused 'size: found together with --trace; allowed: with a WORKLOAD$' compare-dispatch log.csv lcs28 --trace t --size tiny
}

@test "mistakes in a log are named by line" {
    : >"$tmp/bad.csv"
    refused "^ctadel: $tmp/bad.csv: is empty; allowed: the line $head, then rows$" compare-dispatch "$tmp/bad.csv" "${spin[@]}"
    row_refused ":1: found '0'; allowed: the line $head$" 0,0,0,5,9
    row_refused ":2: found 4 fields; allowed: 5, $head$" $head 0,0,0,5
    row_refused ":2: sm: found 'x'; allowed: a whole number from 0 to 18446744073709551615$" $head 0,0,x,5,9
    row_refused ":3: found CTA 0 of kernel 0 a second time; allowed: one row for each CTA$" $head 0,0,0,5,9 0,0,1,5,9
    row_refused ":2: end: found '4'; allowed: from 5, the start, on$" $head 0,0,0,5,4
    row_refused ":2: cta: found '48'; allowed: 0 to 47, the grid of this launch$" $head 0,48,0,5,9
    row_refused ":2: kernel: found '2'; allowed: 0 to 1, the launches of the workload$" $head 2,0,0,5,9
    row_refused ":2: sm: found '15'; allowed: 0 to 14, the SMs of the machine$" $head 0,0,15,5,9
    row_refused ":2: the file ends without CTA 1 of kernel 0; allowed: a row for each of its 48 CTAs$" $head 0,0,0,5,9
}

@test "words, files and policies that are wrong" {
    local log=$tmp/log.csv
    expect 0 '' run "${spin[@]}" --dispatch-log "$log"
    refused '^ctadel: LOG.csv is missing; see ctadel compare-dispatch --help$' compare-dispatch
    refused '^ctadel: the WORKLOAD is missing; see ' compare-dispatch "$log" smk15
    refused "^ctadel: found a fourth word 'x'; allowed: LOG.csv MACHINE WORKLOAD$" compare-dispatch a b c x
    refused '^ctadel: no.csv: cannot be read: No such file' compare-dispatch no.csv "${spin[@]}"
    refused "^ctadel: --place: unknown word 'rrr'; did you mean rr" compare-dispatch "$log" "${spin[@]}" --place rrr
    refused "^ctadel: --set: sms is '999'" compare-dispatch "$log" "${spin[@]}" --set sms=999
    refused 'none/t.csv: cannot be written' compare-dispatch "$log" "${spin[@]}" --csv none/t.csv
    refused "jobs: found '0'" compare-dispatch "$log" "${spin[@]}" -j 0
    refused 'd.csv: --stats and --dispatch-log name the same file' run "${spin[@]}" --dispatch-log d.csv --stats d.csv
    refuse 'none/d.csv: cannot be written' run "${spin[@]}" --dispatch-log none/d.csv
    expect 0 'ctadel compare-dispatch gpu.csv v100' compare-dispatch --help
}

@test "a policy that cannot run is left out with its reason, and refused where it is named" {
    local part=(smk15 bp+hot --size tiny --engine c --partition 0-6+7-14)
    expect 0 '' run "${part[@]}" --dispatch-log log.csv
    expect 0 '^ctadel: note: --place engines did not run: --partition: ' compare-dispatch log.csv "${part[@]}"
    check 'the others have rows' grep -q '^rr  *100.0 ' "$tmp/out"
    expect 2 '^ctadel: --partition: ' compare-dispatch log.csv "${part[@]}" --place rr,engines
    check 'no row of those that could' not grep -q '^rr ' "$tmp/out"
    local clusters=(lcs28 mmc --size tiny --engine c --set sm_network.bits=256 --set sm_network.latency_cycles=20)
    expect 0 '' run "${clusters[@]}" --place gpcs --dispatch-log c.csv
    expect 0 "^ctadel: note: --place tile did not run: kernel 'mmc' has clusters" compare-dispatch c.csv "${clusters[@]}"
    check 'the one that can has a row' grep -q '^gpcs *100.0 ' "$tmp/out"
    expect 2 "^ctadel: kernel 'mmc' has clusters" compare-dispatch c.csv "${clusters[@]}" --place gpcs,tile
    expect 0 'note: --set tile.x has no effect: no run uses the policy tile' compare-dispatch log.csv "${part[@]}" \
        --place rr,mixed --set tile.x=2
}

@test "a run that stops in the middle leaves no log" {
    expect 2 'max_cycles' run "${spin[@]}" --set max_cycles=2000 --dispatch-log log.csv --stats s.json
    check 'statistics, but no log' [ -s s.json ] && check 'no log' [ ! -e log.csv ]
}
