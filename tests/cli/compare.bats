#!/usr/bin/env bats
# compare: one clear line for each mistake in the reference table, figures against our own, and `make fidelity`.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

head='kernel,cta_limit,sched,cycles,l1r_missrate,l2_missrate,row_locality,dram_bwutil,ipc'

# A reference table made of our own runs: no error, the same orders.
setup_file() {
    local w n cycles traces=$BATS_FILE_TMPDIR/traces
    mkdir -p "$traces"
    ctadel trace gtx480 mmul --size tiny --out "$traces/mmul"
    echo "$head" >"$BATS_FILE_TMPDIR/ref.csv"
    for w in gto two_level; do
        for n in 1 2 3; do
            cycles=$(ctadel run gtx480 --trace "$traces/mmul/kernelslist.g" --ctas $n \
                --warp "${w/two_level/tl_clocked}" | awk '/^cycles/ { print $NF }')
            echo "mmul,$n,$w,$cycles,0.5,0.5,8,0.1,1" >>"$BATS_FILE_TMPDIR/ref.csv"
        done
    done
}
setup() {
    common_setup
    traces=$BATS_FILE_TMPDIR/traces table=$BATS_FILE_TMPDIR/ref.csv
}

# reject REGEX ROW…: a table of these rows ends with exit 2 and one line
reject() {
    local regex=$1
    shift
    printf '%s\n' "$@" >"$tmp/ref.csv"
    refused "$regex" compare "$tmp/ref.csv" --traces "$tmp"
}

@test "mistakes in the reference table are named by line and column" {
    local slots
    slots=$(built_for SCHED_SLOTS_MAX)
    reject "ref.csv:1: no column 'sched'" kernel,cta_limit,cycles
    reject "found no rows" "$head"
    reject "ref.csv:2: found 4 cells; allowed: 9, as line 1 has" "$head" k,1,gto,5
    reject "ref.csv:2: kernel is '../k'" "$head" ../k,1,gto,5,1,1,1,1,1
    reject "ref.csv:2: cta_limit is '$((slots + 1))'; allowed: 1 to $slots" "$head" "k,$((slots + 1)),gto,5,1,1,1,1,1"
    reject "ref.csv:2: cycles is '0'; allowed: a number above 0" "$head" k,1,gto,0,1,1,1,1,1
    reject "ref.csv:2: l2_missrate is 'x'" "$head" k,1,gto,5,1,x,1,1,1
    reject "ref.csv:2: sched: unknown word 'gtp'; did you mean gto" "$head" k,1,gtp,5,1,1,1,1,1
    reject "ref.csv:3: the trace .*/k/kernelslist.g cannot be read" "$head" "" k,1,two_level,5,1,1,1,1,1
}

@test "the CTA limit of a row counts the CTAs of all kernels" {
    local cycles
    mkdir -p both/k
    cp "$traces"/mmul/kernel* both/k
    sed 's/^-cuda stream id = .*/-cuda stream id = 1/' both/k/kernel-1.traceg >both/k/kernel-2.traceg
    echo kernel-2.traceg >>both/k/kernelslist.g
    cycles=$(ctadel run gtx480 --trace both/k/kernelslist.g --set sm.cta_slots=1 --engine c | awk '/^cycles/ { print $NF }')
    printf '%s\n' "$head" "k,1,gto,$cycles,0.5,0.5,8,0.1,1" >ref.csv
    expect 0 '^all +error +0.0 %  worst +0.0 %' compare ref.csv --traces both --engine c
    check 'a limit of each kernel takes another time' \
        [ "$cycles" != "$(ctadel run gtx480 --trace both/k/kernelslist.g --ctas 1 --engine c | awk '/^cycles/ { print $NF }')" ]
}

@test "missing words, a table that does not exist, a wrong number of jobs" {
    expect 2 "REFERENCE.csv is missing" compare
    expect 2 "traces DIR is missing" compare "$table"
    expect 2 "gone.csv: cannot be read" compare gone.csv --traces .
    expect 2 "jobs: found '0'; allowed: 1 to 256" compare "$table" --traces . -j 0
}

@test "against our own figures there is no error, and the orders are the same" {
    expect 0 '^all +error +0.0 %  worst +0.0 %' compare "$table" --traces "$traces" -j 2
    expect 0 '^mmul +two_level +\+1.00  error +0.0 %' compare "$table" --traces "$traces" --engine c --csv table.csv
    check '--csv writes a head and a line for each row' [ "$(wc -l <table.csv)" = 7 ]
    check '--csv names no two columns alike' [ "$(head -n 1 table.csv | tr , '\n' | sort | uniq -d | wc -l)" = 0 ]
    check '--csv writes both cycles and the error' grep -qE '^mmul,two_level,3,[0-9]+,[0-9]+,\+0.0,' table.csv
}

@test "a table that cannot be written, a machine that cannot run the traces: one line before the first run" {
    refused 'x.csv: cannot be written: No such file' compare "$table" --traces "$traces" --csv "$tmp/none/x.csv"
    refused "kernelslist.g: machine 'sas4' has warps of 8 lanes" compare "$table" --traces "$traces" --machine sas4
    refused "^ctadel: --set: sms is '199'" compare "$table" --traces "$traces" --set sms=199
}

@test "a column that is wrong by a factor of two shows" {
    awk -F, -v OFS=, 'NR > 1 { $4 *= 2 } 1' "$table" >ref2.csv
    expect 0 '^all +error 100.0 %  worst 100.0 %' compare ref2.csv --traces "$traces"
}

@test "a table of a spreadsheet, with its mark and line ends, is read" {
    sed '1s/^/\xef\xbb\xbf/; s/$/\r/' "$table" >mark.csv
    expect 0 '^all +error +0.0 %' compare mark.csv --traces "$traces"
}

@test "--set of a policy that no run uses is noted" {
    expect 0 'note: --set lcs.scope has no effect: no run uses the policy lcs' compare "$table" --traces "$traces" \
        --engine c --set lcs.scope=1
}

@test "make fidelity compares, and says in one line how to set its paths" {
    make --no-print-directory -C "$here" fidelity FIDELITY_REF="$table" FIDELITY_TRACES="$traces" >"$tmp/out" 2>&1
    check 'make fidelity compares' grep -q '^all .*error   0.0 %' "$tmp/out"
    make --no-print-directory -C "$here" fidelity FIDELITY_REF= FIDELITY_TRACES= >"$tmp/out" 2>&1
    check 'without paths: one line' [ "$(wc -l <"$tmp/out")" = 1 ]
    check 'without paths: the line names them' grep -q 'FIDELITY_TRACES=DIR' "$tmp/out"
}
