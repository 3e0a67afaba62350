#!/usr/bin/env bats
# Sequences of instructions: they run on both engines with the counts that the file says, their registers are written, and
# each mistake is one line with its place.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() {
    common_setup
    seq=$tmp/k.seq
}
sequence() { printf '%s\n' "$@" >"$seq"; } # LINES
# A chain of 32 additions that runs 12 times, with other control bits in each.
chain() { # NAME CTAS THREADS
    echo "kernel $1 $2 $3 32 0 12"
    for stall in $(seq 0 15) $(seq 0 15); do echo "FADD R4,R4,1 $stall $((stall % 2)) $((stall % 6)) -1 $((stall * 4))"; done
    printf '%s\n' 'BRA 0x0 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0' 'BRA 0x0 0 0 -1 -1 0' 'NOP - 0 0 -1 -1 0'
}

@test "a chain executes its body as often as it says, the same in all engines" {
    local machine
    chain chain 1 32 >"$seq"
    for machine in gtx480 qv100; do
        expect 0 '^warp instructions +397$' run $machine --sequence "$seq" --engine c
        cp "$tmp/out" "$tmp/c"
        expect 0 '^output +unchecked$' run $machine --sequence "$seq" --engine lockstep
        check "$machine: cycles of c and lockstep" [ "$(grep ^cycles "$tmp/c")" = "$(grep ^cycles "$tmp/out")" ]
        check "$machine: a note on the control bits" grep -q 'note: control bits are checked' "$tmp/out"
    done
}

@test "a machine that issues by control bits says nothing about them" {
    chain chain 1 32 >"$seq"
    expect 0 '^output +unchecked$' run a6000 --sequence "$seq" --engine c
    check 'no note' bash -c "! grep -q 'control bits are checked' '$tmp/out'"
    expect 0 'note: control bits are checked' run a6000 --sequence "$seq" --engine c --set sm.issue_by=scoreboard
    refuse "found --warp sim and machine 'a6000', which issues by control bits" run a6000 --sequence "$seq" --warp sim
}

# Cycles between the two clocks and the result of Listing 2 of Huerta et al.: FADD with that stall, then its consumer.
listing_2() { # STALL
    sequence 'kernel k 1 32 32 0 1' 'init R1=1.0' 'init R2=1.0' 'CS2R R20,SR_CLOCKLO 1 0 -1 -1 0' \
        'FADD R3,R1,R4 1 0 -1 -1 0' "FADD R2,R2,R1 $1 0 -1 -1 0" 'FFMA R5,R2,R2,R2 1 0 -1 -1 0' 'NOP - 1 0 -1 -1 0' \
        'CS2R R22,SR_CLOCKLO 1 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
}

@test "a stall that is too short reads the old value" {
    local stall
    for stall in 1 4; do
        listing_2 $stall
        expect 0 '^output +unchecked$' run a6000 --sequence "$seq" --engine lockstep --warp cggty --registers r.csv
        cp r.csv $stall.csv
    done
    check 'stall 1: 1 + 1' grep -qE '^k,0,0,R5,(40000000 ){31}40000000$' 1.csv
    check 'stall 4: 2 * 2 + 2' grep -qE '^k,0,0,R5,(40c00000 ){31}40c00000$' 4.csv
}

# The addition waits a cycle in Allocate for ports that the FFMA before it has; its consumer issues a cycle later, too.
@test "a stall that equals the latency is long enough also if the producer waits for register ports" {
    local stall before
    for before in R9,R11,R13 R8,R10,R12; do
        for stall in 3 4; do
            sequence 'kernel k 1 32 32 0 1' 'init R2=1.0' 'init R4=1.0' 'NOP - 8 0 -1 -1 0' "FFMA R6,$before 1 0 -1 -1 0" \
                "FADD R2,R2,R4 $stall 0 -1 -1 0" 'FADD R5,R2,R4 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
            expect 0 '^output +unchecked$' run a6000 --sequence "$seq" --engine lockstep --warp cggty --registers r.csv
            cut -c1-17 r.csv | grep '^k,0,0,R5,' >$stall.$before
            grep '^cycles' "$tmp/out" | tr -dc '0-9' >cycles.$stall.$before
        done
        check "$before: stall 3 is too short: 1 + 1" [ "$(cat 3.$before)" = 'k,0,0,R5,40000000' ]
        check "$before: stall 4: 2 + 1" [ "$(cat 4.$before)" = 'k,0,0,R5,40400000' ]
    done
    check 'a cycle later' [ $(($(cat cycles.4.R8,R10,R12) - $(cat cycles.4.R9,R11,R13))) = 1 ]
}

@test "several kernels run one after another, and find what earlier ones have stored" {
    sequence 'kernel a 3 64 8 0 1' 'init R1=7' 'STG.E [R2.64],R1 2 0 -1 0 0 0x1000 4 128 256 0 4' 'EXIT - 5 0 -1 -1 0' \
        'kernel b 1 32 8 0 1' 'LDG.E R1,[R2.64] 2 0 0 -1 0 0x1200 4 0 0 0 4' 'EXIT - 5 0 -1 -1 0'
    expect 0 '2 launches' run gtx480 --sequence "$seq" --registers r.csv --stats s.json
    check 'one stream' [ "$(jq '[.kernel0.stream, .kernel1.stream] | unique | length' s.json)" = 1 ]
    check 'the second begins when the first has ended' jq -e '.kernel1.launch_cycle >= .kernel0.end_cycle' s.json
    check 'R1 of b' grep -qE '^b,0,0,R1(,| )(00000007 ){31}00000007$' r.csv
    check 'rows: 3 CTAs of 2 warps, 1 of 1, 8 registers, and the header' [ "$(wc -l <r.csv)" = 57 ]
}

@test "registers of a run with several columns have a file for each" {
    chain chain 2 48 >"$seq"
    expect 0 '^registers: r.lrr.csv$' run gtx480 --sequence "$seq" --engine c --warp gto,lrr --registers r.csv
    check 'the same values' cmp r.gto.csv r.lrr.csv
    check '384.0 in 16 lanes of the last warp' grep -qE '^chain,1,1,R4,(43c00000 ){15}43c00000$' r.gto.csv
    expect 0 unchecked run gtx480 --sequence "$seq" --engine c --threads 4 --registers t.csv
    check 'the same with several threads' cmp r.gto.csv t.csv
    expect 0 '^registers: /dev/null$' run gtx480 --sequence "$seq" --engine c --registers /dev/null
}

@test "a clock counts the SM's cycles" {
    sequence 'kernel k 1 32 8 0 1' 'CS2R R1,SR_CLOCKLO 2 0 -1 -1 0' 'MUFU.RCP R3,R1 2 0 0 -1 0' 'FADD R3,R3,R3 4 0 -1 -1 1' \
        'CLOCK R2 2 0 -1 -1 0' 'IADD3 R4,R2,-R1,RZ 4 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
    expect 0 unchecked run gtx480 --sequence "$seq" --registers r.csv
    check 'more than three cycles' awk -F '[, ]' '$4 == "R4" { exit !($5 "" > "00000003") }' r.csv
}

mistake() { # REGEX LINE...: behind a good kernel line
    local regex=$1
    shift
    sequence 'kernel k 2 64 16 256 1' "$@" 'EXIT - 5 0 -1 -1 0'
    refuse "^ctadel: $seq:$regex" run gtx480 --sequence "$seq"
}

@test "mistakes in a file are one line" {
    mistake "2: opcode: found 'FAD'; did you mean FADD\\? allowed: FADD, " 'FAD R1,R2,R3 4 0 -1 -1 0'
    mistake "3: stall: found '16'; allowed: 0 to 15" 'NOP - 4 0 -1 -1 0' 'NOP - 16 0 -1 -1 0'
    mistake "2: write counter: found '7'; allowed: -1 \\(none\\), 0 to 5" 'MOV R1,R2 4 0 7 -1 0'
    mistake "2: register: found 'R16'; allowed: RZ and R0 to R15" 'MOV R16,R2 4 0 -1 -1 0'
    mistake "2: address: found 'none'; allowed: BASE LANE WARP CTA TIME BYTES" 'LDG.E R1,[R2.64] 2 0 0 -1 0'
    mistake "2: BASE: found '2'; allowed: a multiple of 4" 'LDG.E R1,[R2.64] 2 0 0 -1 0 2 4 0 0 0 4'
    mistake "2: addresses: found .* the kernel's shared memory" 'LDS R1,[R2] 2 0 0 -1 0 0x7f0000000100 4 0 0 0 4'
    printf 'kernel k 1 32 8 0 1\nNOP\0 - 4 0 -1 -1 0\n' >"$seq"
    refuse ":2: line: found 'a NUL byte'; allowed: text" run gtx480 --sequence "$seq"
    head -c 9999 /dev/zero | tr '\0' x >"$seq"
    refuse ':1: line: found .*; allowed: up to 511 characters' run gtx480 --sequence "$seq"
    : >"$seq"
    refuse 'k.seq: found no kernel; allowed: at least one line kernel NAME' run gtx480 --sequence "$seq"
    refuse 'missing.seq: cannot be read: No such file' run gtx480 --sequence missing.seq
    refuse ': cannot be read: Is a directory' run gtx480 --sequence "$tmp"
    sequence 'kernel k 1 1024 255 0 1' 'EXIT - 5 0 -1 -1 0'
    refuse "kernel 'k': a CTA needs .* registers; allowed on machine 'gtx480'" run gtx480 --sequence "$seq"
}

@test "options that do not go with a sequence are one line" {
    chain chain 1 32 >"$seq"
    refuse "found the workload 'vadd' and --sequence; allowed: one of them" run gtx480 vadd --sequence "$seq"
    refuse 'found --trace and --sequence; allowed: one of them' run gtx480 --trace x --sequence "$seq"
    refuse '--size: found together with --sequence; allowed: with a WORKLOAD' run gtx480 --sequence "$seq" --size tiny
    refuse '--gap: found together with --sequence' run gtx480 --sequence "$seq" --gap 256
    refuse '--registers: found without --sequence' run gtx480 vadd --size tiny --registers r.csv
    refuse 'the MACHINE is missing' run --sequence "$seq"
    refuse '--partition: found 2 sets for 0 workloads' run gtx480 --sequence "$seq" --partition 0+1
    refuse "machine 'sas4' has warps of 8 lanes; a sequence needs 32" run sas4 --sequence "$seq"
    refuse '--stats and --registers name the same file' run gtx480 --sequence "$seq" --registers s.json
    sequence 'kernel k 2000000 1024 20 0 1' 'EXIT - 5 0 -1 -1 0'
    refuse 'found registers of .* bytes to be kept; allowed: up to 1073741824' run gtx480 --sequence "$seq" --registers r.csv
    expect 0 '--sequence=?.FILE' run --help
}

# Eight instructions of each of four warps, one per sub-core, every 16 cycles.
@test "the sub-cores of a6000 share one unit for f64" {
    local units i lines=('kernel k 1 128 32 0 1')
    for i in $(seq 8); do lines+=("DADD R$((8 + 2 * i)),R4,R6 2 0 0 -1 0"); done
    sequence "${lines[@]}" 'NOP - 1 0 -1 -1 1' 'EXIT - 5 0 -1 -1 0'
    for units in 1 4; do
        expect 0 '^output +unchecked$' run a6000 --set sms=1 --set sm.cta_slots=16 --sequence "$seq" --engine lockstep --set sm.pipes.dp=$units
        awk '$1 == "cycles" { print $2 }' "$tmp/out" >"$tmp/$units"
    done
    check '24 intervals longer' [ $(($(cat "$tmp/1") - $(cat "$tmp/4"))) = $((24 * 16)) ]
}
