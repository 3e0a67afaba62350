#!/usr/bin/env bats
# What real sets of traces hold is read: accesses across lines, empty CTAs and warps, garbage in headers, lists with
# folders; what is odd is noted.
# shellcheck source=tests/cli/trace.bash
. "$BATS_TEST_DIRNAME/trace.bash"

setup_file() { good_trace; }

# Cycles of the small trace after a change by a sed script, on a machine of each kind, in lockstep; the note in $tmp/out.
changed() { # SED-SCRIPT
    local m
    sed "$1" "$good" >"$mine/kernel-1.traceg"
    for m in gtx480 lcs28 dyncta30 claso14 smk15; do
        ctadel run $m --trace "$mine/kernelslist.g" --engine lockstep >"$tmp/out" 2>&1 || return
        awk '/^cycles/ { print $NF }' "$tmp/out"
    done
}

@test "headers of real traces: stream numbers of 64 bits, registers and versions that no GPU has, a byte order mark" {
    local plain same
    plain=$(changed '')
    check 'five machines run it' [ "$(wc -w <<<"$plain")" = 5 ]
    for same in 's/id = 7/id = -1/' 's/id = 7/id = 18446744073709551615/' 's/id = 7/id = -9223372036854775808/' \
        '1s/^/\xef\xbb\xbf/' 's/nregs = 8/nregs = 21955/' 's/nregs = 8/nregs = 0/' 's/binary version = 70/binary version = 0/'; do
        check "$same changes no cycle" [ "$(changed "$same")" = "$plain" ]
    done
    changed 's/nregs = 8/nregs = 21955/; s/1 R1 4 2/1 R30 4 2/' >/dev/null
    check 'registers' grep -q 'note: nregs = 21955, which no GPU has, is taken as 32, by the registers' "$tmp/out"
    changed 's/nregs = 8/nregs = 21955/; s/LDG.E 1 R1 4 2/LDS 1 R30 4 2/' >/dev/null
    check 'registers of shared addresses' grep -q 'is taken as 31, by the registers' "$tmp/out"
    changed 's/version = 70/version = 0/; s/^0020/0018/' >/dev/null
    check 'Pascal' grep -q 'note: binary version = 0, which no GPU has, is taken as 61, by the distance' "$tmp/out"
}

@test "CTAs and warps without instructions end as they begin, and are noted" {
    local empty
    for empty in 's/insts = 2/insts = 0/; /000000ff/d' '/warp = 1/,/000000ff 0 EXIT/d' \
        '/thread block = 1/,/^#END/{ /thread block\|^#END/!d }' '24,$d' 's/insts = 3/insts = 0/; 16,18d; 28,30d'; do
        check "$empty: five machines run it" [ "$(changed "$empty" | wc -w)" = 5 ]
        check "$empty: a note" grep -q 'note: .* without instructions' "$tmp/out"
        expect 0 'note: .* without instructions' trace-info "$mine/kernelslist.g"
    done
    check 'of a CTA that is missing at the end' [ "$(changed '24,$d' | wc -w)" = 5 ]
    check 'a question' grep -q 'behind the last one of a file (was it cut?): 1' "$tmp/out"
    check '#BEGIN_TB and #END_TB alone' [ "$(changed '25s/.*/#END_TB/; 26,$d' | wc -w)" = 5 ]
}

@test "accesses that cross a line: loads, stores, atomics, local and shared memory, on machines of every kind" {
    local aligned crossing op
    for op in LDG.E LDG.E.64 LDG.E.128 STG.E.128 STG.E.U8 LD.E.64 ST.E.64 ATOMG.E.ADD RED.E.ADD.64 ATOM.E.64 LDL LDL.64 LDL.128 \
        STL STL.128 LDS STS.128 ATOMS.ADD LDG.E.STRONG.GPU; do
        aligned=$(changed "s/LDG.E 1 R1 4 2 0x1000 4 8 4/$op 1 R1 4 1 0x1000 128/")
        crossing=$(changed "s/LDG.E 1 R1 4 2 0x1000 4 8 4/$op 1 R1 4 1 0x107d 128/")
        check "$op: five machines run it, aligned" [ "$(wc -w <<<"$aligned")" = 5 ]
        check "$op: five machines run it, crossing" [ "$(wc -w <<<"$crossing")" = 5 ]
        case $op in # twice as many lines
        LDG*64 | LDG*128) check "$op: a crossing access takes longer" [ "$crossing" != "$aligned" ] ;;
        esac
        for at in 0xfffffffffffffffd 0xfffffffffffffff0; do # and the end of the address space
            check "$op: $at" [ "$(changed "s/LDG.E 1 R1 4 2 0x1000 4 8 4/$op 1 R1 4 1 $at 0/" | wc -w)" = 5 ]
        done
    done
}

@test "lists with folders, absolute paths, a byte order mark" {
    local line plain
    plain=$(cycles)
    mkdir "$mine/traces"
    cp "$good" "$mine/traces/kernel-1.traceg"
    cp "$good" "$mine/traces/app.traceg"
    for line in ./kernel-1.traceg traces/kernel-1.traceg ./traces/../kernel-1.traceg "$mine/kernel-1.traceg" \
        $'\xef\xbb\xbfkernel-1.traceg' $'\tkernel-1.traceg \r' traces/app.traceg; do
        list "$line"
        check "$line" [ "$(cycles)" = "$plain" ]
    done
}

# Warp 0 has a barrier that none of its lanes executes, then 40 dependent additions; warp 1 has 40 before it.
@test "a warp without lanes at a barrier goes on, or arrives" {
    local skipped executed
    sed '/^#BEGIN_TB/,$d; s/^-grid dim.*/-grid dim = (1,1,1)/; s/^-block dim.*/-block dim = (64,1,1)/' "$good" >"$mine/kernel-1.traceg"
    awk 'function adds(from,    i) { for (i = 0; i < 40; i++) printf "%04x ffffffff 1 R4 FADD 1 R4 0 0\n", from + 16 * i }
        BEGIN {
            printf "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 42\n0000 00000000 0 BAR.SYNC 0 0 0\n"
            adds(16)
            printf "0290 ffffffff 0 EXIT 0 0 0\nwarp = 1\ninsts = 42\n"
            adds(0)
            printf "0280 ffffffff 0 BAR.SYNC 0 0 0\n0290 ffffffff 0 EXIT 0 0 0\n#END_TB\n"
        }' >>"$mine/kernel-1.traceg"
    skipped=$(cycles_of gtx480 --trace "$mine/kernelslist.g" --engine c --set sm.no_lanes=skipped)
    executed=$(cycles_of gtx480 --trace "$mine/kernelslist.g" --engine c --set sm.no_lanes=executed)
    check "$skipped cycles side by side, $executed one after the other" [ "$executed" -gt $((skipped + 40 * 4 - 20)) ]
}
