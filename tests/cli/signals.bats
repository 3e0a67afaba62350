#!/usr/bin/env bats
# Signals, pipes whose reader leaves, and disks that are full: what is left behind, and what is said.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() { common_setup; }

# started WHEN ARG…: ctadel ARG… in the background, as process $pid, until WHEN succeeds
started() {
    local when=$1
    shift
    set -m # else the shell lets it ignore SIGINT; env, as whatever runs the tests may ignore it
    env --default-signal=INT,TERM,HUP "$program" "$@" >"$tmp/out" 2>&1 &
    pid=$!
    set +m
    for ((i = 0; i < 600; i++)); do
        if $when; then return; fi
        sleep 0.05
    done
    kill -KILL "$pid"
    verdict 1 "$when within 30 s of: ctadel $*"
}
ended() { # SIGNAL CODE
    local got=0
    kill "-$1" "$pid"
    wait "$pid" || got=$?
    check "exit code $got after SIG$1" [ "$got" = "$2" ]
}
both_begun() { [ -n "$(find . -name '*.hier')" ] && [ "$(find . -name '*.tmp' | wc -l)" = 2 ]; } # waves and timeline

@test "SIGINT, SIGTERM and SIGHUP: the files of the run are whole up to there, named and marked, and the exit codes" {
    local signal name
    for signal in INT:130 TERM:143 HUP:129; do
        name=SIG${signal%:*}
        started both_begun run lcs28 mmul --size small --waves w.fst --timeline t.json --stats s.json --stats-csv s.csv
        ended "${signal%:*}" "${signal#*:}"
        unfinished "$name"
        rm w.fst t.json s.json s.csv
    done
}

unfinished() { # WORD: why; the files are w.fst, t.json, s.json, s.csv
    check "$1: files are named" [ "$(grep -c "^ctadel: .* up to the end by $1: " "$tmp/out")" = 4 ]
    check "$1: no other file: $(ls)" [ "$(find . -type f | wc -l)" = 4 ]
    check "$1: the waves are whole" [ "$(fst2vcd w.fst 2>/dev/null | grep -c "^#")" -gt 0 ]
    check "$1: statistics say so" [ "$(jq -r .run.ended s.json)" = "$1" ]
    check "$1: the CSV says so" grep -q "^run.ended,$1," s.csv
    check "$1: the timeline says so" [ "$(jq -r .otherData.ended t.json)" = "$1" ]
}

@test "a run without output files ends at once" {
    started sleep_1 run lcs28 kmn --size medium --engine c
    ended TERM 143
    check 'one line' [ "$(cat "$tmp/out")" = 'ctadel: interrupted; unfinished output files are removed' ]
}
sleep_1() { sleep 1; }

@test "the cycle limit: the files of the run are whole up to there, named and marked" {
    expect 2 'up to the end by cycle limit: w.fst' run lcs28 mmul --size tiny --set max_cycles=1500 --waves w.fst \
        --timeline t.json --stats s.json --stats-csv s.csv
    unfinished 'cycle limit'
}

kernel_begun() { [ -n "$(find . -name '*.traceg.*.tmp')" ]; }

@test "an interrupted trace has no list of kernels, not even one from before" {
    mkdir t && : >t/kernelslist.g
    started kernel_begun trace lcs28 mmul --size medium --out t
    ended INT 130
    check "no file is left: $(ls t)" [ -z "$(ls t)" ]
    check 'one line' [ "$(wc -l <"$tmp/out")" = 1 ]
}

chart_begun() { [ -s figure-2.svg ]; }

@test "a report that is interrupted while gnuplot draws leaves no half chart, no page and no process" {
    mkdir "$tmp/bin"
    # shellcheck disable=SC2016  # $1 is the script's
    printf '%s\n' '#!/bin/sh' 'echo "<svg" >"${1%.gp}.svg"' 'exec sleep 87' >"$tmp/bin/gnuplot"
    chmod +x "$tmp/bin/gnuplot"
    printf '%s\n' 'title: t' 'machine: lcs28' 'size: tiny' 'workloads: [vadd]' 'points: {base: {engine: c}}' \
        'figures: {Figure 2: {series: [base]}}' >exp.yaml
    expect 0 '^runs: ' sweep exp.yaml --out .
    PATH=$tmp/bin:$PATH started chart_begun report exp.yaml --out . --html p.html
    ended TERM 143
    check 'no half chart, no page, no temporary' [ -z "$(find . -name '*.svg' -o -name 'p.html*' -o -name '*.tmp')" ]
    check 'no process is left' not pgrep -f '^sleep 87$'
    check 'the last line says so' [ "$(tail -n 1 "$tmp/out")" = 'ctadel: interrupted; unfinished output files are removed' ]
}

first_row() { [ -n "$(find r/rows -name '*.json' 2>/dev/null)" ]; }

@test "an interrupted sweep keeps what has finished, ends its processes and says how to go on" {
    printf 'title: t\nmachine: lcs28\nsize: tiny\nworkloads: [vadd, mmul@small, bp@small]\n%s\n' \
        'points: {base: {engine: c}}' >exp.yaml
    started first_row sweep exp.yaml -j 1 --out r
    sleep 0.2
    ended TERM 143
    check 'one line says how far it was, and how to go on' \
        grep -qx 'ctadel: exp: interrupted after 1 of 3 runs; the same command continues from there' "$tmp/out"
    check 'no process is left' not pgrep -f "^$program sweep exp.yaml -j 1 --out r$"
    check 'the row is kept, and no temporary' [ "$(find r -type f | wc -l)" = 1 ]
    expect 0 '1 of 1 runs are kept from before' sweep exp.yaml --workloads vadd --out r
}

@test "a reader that leaves ends the command as it ends others, after its files are written" {
    local codes
    "$program" list 2>"$tmp/err" | true
    codes=("${PIPESTATUS[@]}")
    check "exit code ${codes[0]}" [ "${codes[0]}" = 141 ]
    "$program" run lcs28 vadd --size tiny --engine c --stats s.json 2>"$tmp/err" | true
    codes=("${PIPESTATUS[@]}")
    check "exit code ${codes[0]}" [ "${codes[0]}" = 141 ]
    check 'nothing is said' [ ! -s "$tmp/err" ]
    check 'the statistics are written' [ -s s.json ]
    mkfifo "$tmp/pipe"
    true <"$tmp/pipe" &
    refused 'pipe: cannot be written: Broken pipe' run lcs28 vadd --size tiny --engine c --stats "$tmp/pipe"
}

@test "a full disk while statistics, timeline or waves are written" {
    local size
    refused '/dev/full: cannot be written: No space left' run lcs28 vadd --size tiny --engine c --stats /dev/full
    refused '/dev/full: cannot be written: No space left' run lcs28 vadd --size tiny --engine c --stats-csv /dev/full
    refused '/dev/full: cannot be written: No space left' run lcs28 vadd --size tiny --engine c --timeline /dev/full
    for size in 4 16 64; do # KiB; the last one holds the hierarchy
        (ulimit -f $size && refused 'full' run lcs28 vadd --size tiny --waves w.fst)
    done
    (ulimit -f 300 && refused 'w.fst: the waves could not be written whole' run lcs28 hot --size small --waves w.fst)
    (ulimit -f 8 && refused 's.json: cannot be written: File too large' run lcs28 vadd --size tiny --engine c --stats s.json)
}

@test "a full file system" {
    unshare -rm mount -t tmpfs none "$tmp" 2>/dev/null || skip 'no mount of a tmpfs in a user namespace here'
    # shellcheck disable=SC2016  # $1 and $2 are the inner shell's
    unshare -rm bash -c 'mount -t tmpfs -o size=60k none "$1" && cd "$1" || exit 9
        "$2" run lcs28 vadd --size tiny --waves w.fst 2>&1; echo "exit $?"; ls' bash "$tmp/cwd" "$program" >"$tmp/out"
    check "one line, exit 2, no file" \
        [ "$(sed 's/.*full$/full/' "$tmp/out" | xargs)" = 'full exit 2' ]
}
