#!/usr/bin/env bats
# Control bits of kernels and traces: they are listed, they leave no hazard, they survive in a trace; a hazard by hand is
# reported; each mistake is one line.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

few="--set sms=8 --set sm.cta_slots=16"

@test "bits: a workload's instructions with their control bits, each kernel once" {
    expect 0 '^vadd  .*vadd.ptx$' bits vadd
    check 'loads have counters' grep -qE '^  \[B------:R-:W0:-:S01\]  [0-9a-f]{5}  +[0-9]+  ld\.global\.f32' "$tmp/out"
    check 'their consumer waits' grep -qE '^  \[B01----:R-:W-:-:S04\]  [0-9a-f]{5}  +[0-9]+  add\.rn\.f32' "$tmp/out"
    check 'an operand is kept' grep -qE 'add.s64 .*  reuse 1$' "$tmp/out"
    expect 0 '^bfs' bits a6000 bfs --size tiny
    check 'six launches, two kernels at most' [ "$(grep -c '^[a-z]' "$tmp/out")" -le 2 ]
    expect 0 '^  .B------:R-:W-:-:S09. ' bits vadd --set sm.lat.int.latency_cycles=9
}

@test "bits: what it cannot list is one line" {
    refused 'the WORKLOAD is missing; see ctadel bits --help' bits
    refused "unknown workload 'nosuch'" bits nosuch
    refused "machine 'lcs28' has no stages for which to count stalls; allowed: machines with sm.sub_cores staged" bits lcs28 vadd
    refused "found a third word 'x'; allowed: \[MACHINE\] WORKLOAD" bits a6000 vadd x
    refused 'found --trace and --sequence; allowed: one of them' bits --trace a --sequence b
    refused "found the workload 'vadd' and a file" bits a6000 vadd --trace a
    refused 'none.seq' bits --sequence none.seq
}

@test "control bits of PTX and of traces leave no hazard, and the output is right" {
    local w
    for w in bfs lud ray sad stn tran; do # divergence, barriers, loops, calls, ports of one bank
        # shellcheck disable=SC2086
        expect 0 '^output +pass$' run a6000 $w --size tiny --engine c --check-hazards $few
        expect 0 kernel trace a6000 $w --size tiny --out $w
        # shellcheck disable=SC2086
        expect 0 '^output +unchecked$' run a6000 --trace $w/kernelslist.g --engine c --check-hazards $few
        sed -i '/^-ctadel control/d' $w/*.traceg # as other tools write it
        # shellcheck disable=SC2086
        expect 0 '^output +unchecked$' run a6000 --trace $w/kernelslist.g --engine c --check-hazards $few
    done
}

@test "a hazard by hand is a failed check, and is named" {
    printf '%s\n' 'kernel k 1 32 16 0 1' 'FADD R2,R1,R1 1 0 -1 -1 0' 'FADD R3,R2,R2 1 0 -1 -1 0' \
        'LDG.E R8,[R4.64] 2 0 0 1 0 0x10000000 4 0 0 0 4' 'MOV R4,R1 4 0 -1 -1 0' 'MOV R8,R1 4 0 -1 -1 2' 'EXIT - 5 0 -1 -1 1' >k.seq
    # shellcheck disable=SC2086
    expect 1 'control bits do not cover all hazards: 1 RAW, 1 WAR, 1 WAW' run a6000 --sequence k.seq --engine lockstep --check-hazards $few
    check RAW grep -q 'hazard: k.seq:3: reads R2 before line 2 has written it (RAW); kernel k, CTA 0, warp 0, cycle' "$tmp/out"
    check WAR grep -q 'hazard: k.seq:5: overwrites R4 before line 4 has read it (WAR)' "$tmp/out"
    check WAW grep -q 'hazard: k.seq:6: overwrites R8 before line 4 has written it (WAW)' "$tmp/out"
    # shellcheck disable=SC2086
    expect 0 '^output +unchecked$' run a6000 --sequence k.seq --engine c $few
    refuse "found --check-hazards and machine 'lcs28', whose scoreboard lets no hazard pass" run lcs28 vadd --check-hazards
}

# header REGEX LINE: the run of a trace whose header has the line is refused
header() {
    sed "s|^-enable lineinfo.*|&\n-ctadel control = $2|" "$tmp"/vadd/kernel-1.traceg >"$tmp"/vadd/kernel-2.traceg
    echo kernel-2.traceg >"$tmp"/vadd/list.g
    # shellcheck disable=SC2086
    refuse "$1" run a6000 --trace "$tmp"/vadd/list.g --engine c $few
}

@test "control bits in a trace's header: mistakes are one line" {
    expect 0 kernel trace a6000 vadd --size tiny --out "$tmp/vadd"
    check 'a line per instruction' grep -qx -- '-ctadel control = 0000 1 0 -1 -1 [0-9]* 0' "$tmp"/vadd/kernel-1.traceg
    sed -i '/^-ctadel control/d' "$tmp"/vadd/kernel-1.traceg
    header "found '12x0'; allowed: a hexadecimal pc, not below that of the line before" '12x0 1 0 -1 -1 0 0'
    header "found '0000'; allowed: a hexadecimal pc above that of the control bits before" '0000 1 0 -1 -1 0 0\n-ctadel control = 0000 1 0 -1 -1 0 0'
    header "stall: found '16'; allowed: 0 to 15" '0000 16 0 -1 -1 0 0'
    header "yield: found '2'; allowed: 0 to 1" '0000 1 2 -1 -1 0 0'
    header "write counter: found '6'; allowed: -1 .none., 0 to 5" '0000 1 0 6 -1 0 0'
    header "read counter: found '-2'; allowed: -1 .none., 0 to 5" '0000 1 0 -1 -2 0 0'
    header "mask: found '64'; allowed: 0 to 63" '0000 1 0 -1 -1 64 0'
    header "reuse: found ''; allowed: 0 to 7" '0000 1 0 -1 -1 0'
    header "found '9'; allowed: the end of the line" '0000 1 0 -1 -1 0 0 9'
    header "kernel 'vadd': control bits of 1 instructions; allowed: of none, or of all" '0000 1 0 -1 -1 0 0'
}
