#!/usr/bin/env bats
# What the cores of today's GPUs do, measured on silicon by R. Huerta et al. (MICRO 2025): each figure, listing and table as
# sequences on the machine a6000, with the RTL of issue control and arbiter in lockstep with their golden models.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() {
    common_setup
    seq=$tmp/k.seq
    global=0x10000000 shared=0x7f0000000000
}
sequence() { printf '%s\n' "$@" >"$seq"; } # LINES
clock() { echo "CS2R $1,SR_CLOCKLO 1 0 -1 -1 ${2:-0}"; } # REGISTER [WAIT MASK]
core() { # OPTION...
    expect 0 '^output +unchecked$' run a6000 --set sms=1 --set sm.cta_slots=16 --warp cggty --engine lockstep --sequence "$seq" --registers r.csv "$@"
}
value() { # WARP REGISTER: lane 0
    awk -F'[, ]' -v w="$1" -v r="$2" '$3 == w && $4 == r { print $5 }' r.csv
}
between() { # WARP FROM TO: cycles between two clocks
    echo $((16#$(value "$1" "$3") - 16#$(value "$1" "$2")))
}
is() { # WHAT EXPECTED FOUND
    check "$1: $2, found $3" [ "$2" = "$3" ]
}

@test "Listing 1: registers of one bank cost bubbles" {
    local x
    for x in '17 19 5' '18 19 6' '17 18 6' '18 22 7'; do
        # shellcheck disable=SC2086
        set -- $x
        sequence 'kernel k 1 32 32 0 1' 'NOP - 8 0 -1 -1 0' "$(clock R20)" 'NOP - 1 0 -1 -1 0' \
            'FFMA R11,R10,R12,R14 1 0 -1 -1 0' "FFMA R13,R16,R$1,R$2 1 0 -1 -1 0" 'NOP - 1 0 -1 -1 0' "$(clock R24)" 'EXIT - 5 0 -1 -1 0'
        core
        is "R$1 and R$2" "$3" "$(between 0 R20 R24)"
    done
}

@test "Listing 2: a stall that is too short reads the old value" {
    local x
    for x in '1 5 40000000' '2 6 40000000' '3 7 40000000' '4 8 40c00000'; do
        # shellcheck disable=SC2086
        set -- $x
        sequence 'kernel k 1 32 32 0 1' 'init R1=1.0' 'init R2=1.0' 'NOP - 8 0 -1 -1 0' "$(clock R20)" 'FADD R3,R1,R4 1 0 -1 -1 0' \
            "FADD R2,R2,R1 $1 0 -1 -1 0" 'FFMA R5,R2,R2,R2 1 0 -1 -1 0' 'NOP - 1 0 -1 -1 0' "$(clock R24)" 'EXIT - 5 0 -1 -1 0'
        core
        is "stall $1, cycles" "$2" "$(between 0 R20 R24)"
        is "stall $1, FFMA" "$3" "$(value 0 R5)"
    done
}

# The warps of a sub-core in the order in which they issued instructions 8 to 39 of their registers, with counts: 3*32 2*2 ...
issue_order() { # [SUB-CORE]
    tr ',' ' ' <r.csv | awk -v s="${1:-0}" '$1 == "k" && $3 % 4 == s && $4 ~ /^R([89]|[123].)$/ { print $5, ($3 - s) / 4 }' | sort |
        awk '{ print $2 }' | uniq -c | awk '{ printf "%s%s*%s", (NR > 1 ? " " : ""), $2, $1 }'
}

@test "Figure 4: a sub-core issues the warp that issued last, then the youngest" {
    local order body control i
    # 16 warps, four of each sub-core; each of 32 instructions notes its cycle. Of three passes the first has
    # instruction misses, and before the last the oldest warp arrives last at the barrier.
    # Without a stall; 4 in the second instruction; yield there.
    for order in '1 0|3*32 2*32 1*32 0*32' '4 0|3*2 2*2 1*2 3*30 2*30 1*30 0*32' '1 1|3*2 2*2 3*30 2*30 1*2 0*2 1*30 0*30'; do
        control=${order%|*}
        body=()
        for i in $(seq 8 39); do
            if [ "$i" = 9 ]; then body+=("CS2R R$i,SR_CLOCKLO $control -1 -1 0"); else body+=("$(clock "R$i")"); fi
        done
        sequence 'kernel k 1 512 64 0 3' 'BAR.SYNC 0x0 4 0 -1 -1 0' 'NOP - 12 1 -1 -1 0' "${body[@]}" 'BRA 0x0 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
        core --set sm.lat.int.interval_cycles=1
        is "second instruction $control" "${order#*|}" "$(issue_order)"
    done
    # Alone with a stall of 4, the last warp leaves bubbles; with yield, of one cycle.
    sequence 'kernel k 1 32 64 0 2' "$(clock R8)" 'CS2R R9,SR_CLOCKLO 4 0 -1 -1 0' "$(clock R10)" 'CS2R R11,SR_CLOCKLO 1 1 -1 -1 0' \
        "$(clock R12)" 'BRA 0x0 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
    core --set sm.lat.int.interval_cycles=1
    is 'stall 4' 4 "$(between 0 R9 R10)"
    is 'yield' 2 "$(between 0 R11 R12)"
}

@test "Figure 4: with a miss of the instruction cache" {
    local body=("$(clock R6)") i
    for i in $(seq 64); do body+=('NOP - 1 0 -1 -1 0'); done
    for i in $(seq 8 39); do body+=("$(clock "R$i")"); done
    body+=('EXIT - 5 0 -1 -1 0')
    # The first kernel, a warp of sub-core 0, leaves the code in the L1I. In the second one the L0s of the other sub-cores are
    # empty, and hold 9 lines of 8 instructions after the first miss. The tenth is requested once the second is in use, and
    # comes later than the youngest warp; the warp behind it finds it.
    sequence 'kernel first 1 32 64 0 1' "${body[@]}" 'kernel k 1 512 64 0 1' "${body[@]}"
    core --set sm.lat.int.interval_cycles=1
    is 'no line is missing' '3*32 2*32 1*32 0*32' "$(issue_order 0)"
    is 'a line is missing' '3*7 2*32 3*25 1*32 0*32' "$(issue_order 1)"
    is 'the first line, there and back in 39 cycles each, and a hit in the L1I' $((39 + 1 + 39)) \
        $((16#$(value 13 R6) - 16#$(value 12 R6)))
    core --set pool.launch_caches=cold
    is 'all caches empty at each launch: all sub-cores wait for the L2' 0 $((16#$(value 13 R6) - 16#$(value 12 R6)))
}

@test "operands of one bank: a bubble for two, two for three, none in different banks" {
    local x body i n
    local -a cycles
    for x in 'FMUL R1,R3 2' 'FMUL R1,R2 1' 'FFMA R1,R3,R5 3' 'FFMA R1,R2,R4 2' 'FFMA R1.reuse,R2,R1 1'; do
        # shellcheck disable=SC2086
        set -- $x
        cycles=()
        for n in 16 32; do
            body=()
            for i in $(seq 8 $((n + 7))); do body+=("$1 R$i,$2 1 0 -1 -1 0"); done
            sequence 'kernel k 1 32 64 0 2' "$(clock R40)" 'NOP - 1 0 -1 -1 0' "${body[@]}" 'NOP - 1 0 -1 -1 0' "$(clock R41)" \
                'BRA 0x0 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
            core
            cycles+=("$(between 0 R40 R41)")
        done
        is "16 more of $1 $2" $((16 * $3)) $((cycles[1] - cycles[0]))
    done
}

@test "Table 1: the cycle in which the n-th load issues, by active sub-cores" {
    local subs n w row loads
    local -A cycle=([1]='2 6 13 17 21' [2]='2,2 6,6 13,15 17,19 21,23' [3]='2,2,2 6,6,6 13,15,17 19,21,23 25,27,29'
        [4]='2,2,2,2 6,6,6,6 13,15,17,19 21,23,25,27 29,31,33,35')
    for subs in 1 2 3 4; do
        row=''
        for n in 1 5 6 7 8; do
            loads=()
            for i in $(seq 22 $((21 + n))); do loads+=("LDG.E R$i,[R2.64] 1 0 0 -1 0 $global 4 0 0 0 4"); done
            sequence "kernel k 1 $((32 * subs)) 64 0 2" "LDG.E R40,[R2.64] 2 0 0 -1 0 $global 4 0 0 0 4" 'NOP - 4 0 -1 -1 1' \
                'BAR.SYNC 0x0 1 0 -1 -1 0' 'NOP - 8 0 -1 -1 0' "$(clock R20)" "${loads[@]}" "$(clock R21)" 'BRA 0x0 5 0 -1 -1 1' 'EXIT - 5 0 -1 -1 0'
            core
            row="$row $(for w in $(seq 0 $((subs - 1))); do between "$w" R20 R21; done | paste -sd,)"
        done
        is "$subs sub-cores, loads 1, 5, 6, 7, 8" "${cycle[$subs]}" "${row# }"
    done
}

# cycles OPCODE OPERANDS BYTES WAIT: from a memory instruction that releases counter 0 (result) and 1 (sources read) to the next
# instruction that waits for those of the mask
cycles() {
    local base=$global write=0 lane=$3
    case $1 in
    LDS* | STS*) base=$shared ;;
    LDC*) base=$((0x160)) lane=0 ;;
    esac
    case $1 in ST*) write=-1 ;; esac
    sequence 'kernel k 1 32 64 8192 1' "LDG.E.128 R40,[R2.64] 2 0 0 -1 0 $global 16 0 0 0 16" \
        "LDC R44,c[0x0][0x160] 2 0 0 -1 0 $((0x160)) 0 0 0 0 4" 'NOP - 15 1 -1 -1 1' "$(clock R20)" \
        "$1 $2 2 0 $write 1 0 $base $lane 0 0 0 $3" "$(clock R21 "$4")" 'NOP - 15 1 -1 -1 3' 'EXIT - 5 0 -1 -1 0'
    core
    echo $(($(between 0 R20 R21) - 1))
}

@test "Table 2: cycles until sources may be overwritten, and until a result may be read" {
    local op address bytes war raw i
    while read -r op address war raw; do
        for i in 0 1 2; do
            bytes=$((4 << i))
            local -a wide=('' .64 .128) wars=("${war//\// }") raws=("${raw//\// }")
            # shellcheck disable=SC2206
            wars=(${war//\// }) raws=(${raw//\// })
            case $op in
            ST*) is "$op${wide[i]} $address, WAR" "${wars[i]}" "$(cycles "$op${wide[i]}" "[$address],R8" $bytes 2)" ;;
            *)
                is "$op${wide[i]} $address, WAR" "${wars[0]}" "$(cycles "$op${wide[i]}" "R8,[$address]" $bytes 2)"
                is "$op${wide[i]} $address, RAW" "${raws[i]}" "$(cycles "$op${wide[i]}" "R8,[$address]" $bytes 1)"
                ;;
            esac
        done
    done <<'END'
LDG.E UR4 9 29/31/35
LDG.E R2.64 11 32/34/38
STG.E R2.64 14/16/20 -
STG.E UR4 10/12/16 -
LDS R4 9 24/24/26
LDS UR4 9 23/23/25
STS R4 12/14/18 -
STS UR4 10/12/16 -
END
    while read -r op operands bytes war raw; do
        is "$op $operands, WAR" "$war" "$(cycles "$op" "$operands" "$bytes" 2)"
        is "$op $operands, RAW" "$raw" "$(cycles "$op" "$operands" "$bytes" 1)"
    done <<'END'
LDC R8,c[0x0][0x160] 4 10 26
LDC R8,c[0x0][R4] 4 29 29
LDC.64 R8,c[0x0][R4] 8 29 29
LDGSTS.E [R4],[R2.64] 4 13 39
LDGSTS.E.64 [R4],[R2.64] 8 13 39
LDGSTS.E.128 [R4],[R2.64] 16 13 39
END
}

@test "a load yields the write port of its bank to a result of fixed latency" {
    local reg stall body later
    # Section 5.3. LDS is written 23 cycles after its issue; FADD, which issues 10 to 15 cycles after LDS, 10 after its own:
    # at the end of its latency of 4, two stages, three cycles of reading, and that of the write.
    for reg in 10 11; do
        for stall in 1 2 3 4 5 6; do
            body=("$(clock R20)" "LDS R8,[R4] 1 0 0 -1 0 $shared 4 0 0 0 4" 'NOP - 8 0 -1 -1 0' "NOP - $stall 0 -1 -1 0"
                "FADD R$reg,R1,R2 1 0 -1 -1 0" "$(clock R21 1)" 'NOP - 10 0 -1 -1 0' 'BRA 0x0 5 0 -1 -1 0')
            sequence 'kernel k 1 32 64 8192 2' "${body[@]}" 'EXIT - 5 0 -1 -1 0' # of two passes the second has all instructions
            core
            later=$((reg == 10 && stall == 4))
            is "R$reg, $((9 + stall)) cycles behind LDS R8" $((24 + later)) $(($(between 0 R20 R21) - 1))
        done
    done
    # Two fixed results in that cycle: they are forwarded without delay, and the load comes behind both.
    body[3]='NOP - 4 0 -1 -1 0'
    body[4]='FADD R10,R1,R1 1 0 -1 -1 0'
    body[5]='MOV R12,R1 3 0 -1 -1 0'
    sequence 'kernel k 1 32 64 8192 2' 'init R1=1.0' "${body[@]:0:6}" 'FADD R14,R10,R12 1 0 -1 -1 0' "$(clock R21 1)" "${body[@]:6}" \
        'EXIT - 5 0 -1 -1 0'
    core --set sm.lat.int.latency_cycles=3
    is 'FADD and MOV' 40400000 "$(value 0 R14)"
    is 'LDS R8 behind two' 26 $(($(between 0 R20 R21) - 1))
}

@test "a copy writes shared memory when its result is due" {
    local mask
    for mask in 0 1; do
        sequence 'kernel k 1 32 16 128 1' 'init R1=1.5' "STG.E [R2.64],R1 2 0 -1 0 0 $global 4 0 0 0 4" 'NOP - 15 1 -1 -1 1' \
            "LDGSTS [R4],[R2.64] 2 0 0 -1 0 $global 4 0 0 0 4" "LDS R5,[R4] 2 0 1 -1 $mask $shared 4 0 0 0 4" 'NOP - 15 1 -1 -1 3' 'EXIT - 5 0 -1 -1 0'
        core
        is "mask $mask" "$([ $mask = 1 ] && echo 3fc00000 || echo 00000000)" "$(value 0 R5)"
    done
}

# The middle of a kernel whose instructions and line of constants at 0x140 have come to the L1s meanwhile.
with_constants() { # THREADS LINES
    local threads=$1
    shift
    sequence "kernel k 1 $threads 40 0 1" 'init R1=2.0' 'init c[0x0][0x160]=1.5' "LDC R9,c[0x0][0x160] 2 0 0 -1 0 $((0x164)) 0 0 0 0 4" \
        'NOP - 15 1 -1 -1 1' 'BAR.SYNC 0x0 4 0 -1 -1 0' 'NOP - 15 1 -1 -1 0' "$@" 'NOP - 8 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
}

@test "a constant operand is in the L0 constant cache when its instruction issues" {
    with_constants 32 "$(clock R20)" 'FADD R2,R1,c[0x0][0x160] 1 0 -1 -1 0' "$(clock R21)" 'FADD R3,R1,c[0x0][0x17c] 1 0 -1 -1 0' \
        "$(clock R22)" 'FADD R3,R1,c[0x0][0x180] 1 0 -1 -1 0' "$(clock R23)"
    core
    is '2 + 1.5' 40600000 "$(value 0 R2)"
    is 'a miss: there and back in 39 cycles each, and a hit in the L1C' $((2 + 39 + 1 + 39)) "$(between 0 R20 R21)"
    is 'another constant of the line' 2 "$(between 0 R21 R22)"
    check 'a line that is not in the L1C' [ "$(between 0 R22 R23)" -gt 200 ]
    # Of 4 sets of 2 ways: lines 256 bytes apart drive each other out from the third one on.
    local lines x
    for x in '2 1' '3 5'; do
        # shellcheck disable=SC2086
        set -- $x
        lines=()
        for i in $(seq 1 "$1") 1; do lines+=("MOV R2,c[0x0][$((i * 256))] 1 0 -1 -1 0"); done
        with_constants 32 "${lines[@]}"
        core --stats s.json
        is "$1 lines and the first again: misses" $(($1 + ($1 == 3))) "$(jq '[.. | .l0c_misses? // empty] | add' s.json)"
    done
}

@test "a miss of a constant stops the sub-core for four cycles" {
    local wait
    for wait in 4 2 0; do
        with_constants 256 "$(clock R20)" 'FADD R2,R1,c[0x0][0x160] 1 0 -1 -1 0' # two warps in each sub-core
        core --set sm.l0c.miss_cycles=$wait --set sm.lat.int.interval_cycles=1
        is "$wait cycles, until the other warp issues" $((wait + 1)) $((16#$(value 4 R20) - 16#$(value 0 R20)))
    done
}

@test "loads behind a barrier find what other warps have stored before it" {
    local body=() i w
    for i in 0 1 2 3 4 5 6 7; do body+=("STS [R4],R1 2 0 -1 0 0 $((shared + i * 2048)) 4 128 0 0 4"); done
    sequence 'kernel k 1 512 16 16384 1' 'init R1=1.0' "${body[@]}" 'BAR.SYNC 0x0 2 0 -1 -1 0' \
        "LDS R2,[R4] 2 0 1 -1 0 $((shared + 7 * 2048 + 15 * 128)) 4 0 0 0 4" 'NOP - 2 0 -1 -1 2' 'EXIT - 5 0 -1 -1 0'
    core
    for w in $(seq 0 15); do is "warp $w" 3f800000 "$(value "$w" R2)"; done
}
