#!/usr/bin/env bats
# Traces: what a workload executes is written, read back and run with the same instruction counts; each mistake in a
# trace is one line with its place.
# shellcheck source=tests/cli/trace.bash
. "$BATS_TEST_DIRNAME/trace.bash"

# A trace of mmul in mmul/.
setup_file() {
    ctadel trace lcs28 mmul --size tiny --out "$BATS_FILE_TMPDIR/mmul" >/dev/null
    good_trace
}

insts() { awk '/^warp instructions/ { print $NF }' "$tmp/out"; }
total() { # of trace-info: the column before lanes and lines, down to the blank line
    awk '!NF { exit } NR > 1 { n += $(NF - 2) } END { print n + 0 }' "$tmp/out"
}

@test "a workload's trace has the instructions that the workload executes, and runs as many" {
    local w out read_insts trace_insts
    for w in vadd mmul bfs hst; do
        out=$tmp/$w
        expect 0 'warp instructions' trace lcs28 $w --size tiny --out "$out"
        expect 0 'opcode' trace-info "$out/kernelslist.g"
        read_insts=$(total)
        expect 0 'output +unchecked' run lcs28 --trace "$out/kernelslist.g" --engine lockstep
        trace_insts=$(insts)
        expect 0 'output +pass' run lcs28 $w --size tiny
        check "$w: instructions run from the trace" [ "$trace_insts" -gt 0 ]
        check "$w: instructions run from the trace and of the workload" [ "$trace_insts" = "$(insts)" ]
        check "$w: instructions in the trace and of the workload" [ "$read_insts" = "$(insts)" ]
    done
}

@test "CRLF, a missing last line end, CTAs in another order and .xz change nothing" {
    local first
    cp "$BATS_FILE_TMPDIR"/mmul/* "$mine/"
    first=$(cycles)
    check 'it runs' [ -n "$first" ]
    sed -i 's/$/\r/' "$mine/kernel-1.traceg"
    truncate -s -2 "$mine/kernel-1.traceg"
    check 'carriage returns and a missing last line end' [ "$(cycles)" = "$first" ]
    awk '/^#BEGIN_TB/ { n++ } !n { print; next } { t[n] = t[n] $0 "\n" }
         END { for (i = n; i > 0; i--) printf "%s", t[i] }' "$mine/kernel-1.traceg" >"$mine/kernel-2.traceg"
    list kernel-2.traceg
    check 'the order of CTAs in the file' [ "$(cycles)" = "$first" ]
    xz "$mine/kernel-2.traceg"
    printf 'MemcpyHtoD,0x10,64\r\n\nkernel-2.traceg.xz' >"$mine/kernelslist.g"
    check '.traceg.xz' [ "$(cycles)" = "$first" ]
    list kernel-2.traceg.xz kernel-1.traceg
    expect 0 '2 launches' run lcs28 --trace "$mine/kernelslist.g" --engine c
}

@test "trace-info counts, and a small trace runs" {
    expect 0 'k +2 +40 +8 +0 +0 +2 +10' trace-info "$mine/kernelslist.g"
    expect 0 'output +unchecked' run gtx480 --trace "$mine/kernelslist.g"
}

bad_trace() { # REGEX SED-SCRIPT: refused, by the run and by trace-info, in one line
    sed "$2" "$good" >"$mine/kernel-1.traceg"
    refuse_mine "$1"
    expect 2 "$1" trace-info "$mine/kernelslist.g"
}

@test "the header: dimensions, shared memory, registers, versions, streams" {
    bad_trace 'more than fit in the file' 's/(2,1,1)/(2000000,1,1)/'
    bad_trace ':4: shmem: found .9999999' 's/shmem = 0/shmem = 9999999/'
    bad_trace ':3: block dim: found' 's/(40,1,1)/(40,0,1)/'
    bad_trace 'block dim: 2048 threads' 's/(40,1,1)/(512,4,1)/'
    bad_trace ':6: binary version: found .sm_70.' 's/binary version = 70/binary version = sm_70/'
    bad_trace ':8: accelsim tracer version: found .7.*0 to 6; trace it by' 's/tracer version = 5/tracer version = 7/'
    bad_trace "header ends here without '-nregs" '/nregs/d'
    bad_trace ":2: grid dim: found '.two,1,1.'; allowed: three numbers" 's/(2,1,1)/(two,1,1)/'
    bad_trace ":2: grid dim: found '.2,1.'" 's/(2,1,1)/(2,1)/'
    bad_trace ":4: shmem: found '0x10'" 's/shmem = 0/shmem = 0x10/'
    for stream in -9223372036854775809 18446744073709551616 0x7f 7x - ''; do
        bad_trace ":7: cuda stream id: found '$stream'; allowed: a decimal number of 64 bits" "s/id = 7/id = $stream/"
    done
    bad_trace ':9: ctadel local bytes: found .600000.*0 to 524288' 's/.*tracer version.*/&\n-ctadel local bytes = 600000/'
}

bad_registers() { # REGEX VALUE...: after the header's line 8
    local regex=$1 value added=''
    shift
    for value in "$@"; do added="$added\\n-ctadel registers = $value"; done
    bad_trace "$regex" "s/.*tracer version.*/&$added/"
}

@test "the header: registers that a line has no room for" {
    bad_registers ":9: found '12x0'; allowed: a hexadecimal pc" '12x0 1 R2 0'
    bad_registers ":10: found '0010'; allowed: a hexadecimal pc above that of the registers before" '0010 1 R2 0' '0010 1 R3 0'
    bad_registers ":9: found '9'; allowed: count of destination registers, 0 to 8" '0010 9 R2 R3 R4 R5 R6 R7 R8 R9 R10 0'
    bad_registers ":9: the line ends early; expected count of source" '0010 1 R2'
    bad_registers ":9: found 'R300'; allowed: register R0 to R255" '0010 1 R300 0'
    bad_registers ":9: found 'R4'; allowed: the end of the line" '0010 1 R2 0 R4'
    bad_registers ':18: 9 destinations and 1 sources with those of the header; allowed: up to 8 and 10' '0010 8 R3 R4 R5 R6 R7 R8 R9 R10 0'
}

@test "local memory: a trace has the offsets of a thread" {
    expect 0 'kernel' trace gtx480 lib --size tiny --out "$mine/lib"
    check 'offsets' grep -q ' STL .* 0x7f9b0000' "$mine/lib/kernel-1.traceg"
}

# same_cycles MACHINE: every workload takes the same cycles from PTX and from its trace
same_cycles() {
    local machine=$1 w ptx trace wrong='' count=0
    for w in $(workloads); do
        expect 0 'kernel' trace "$machine" "$w" --size tiny --out "$mine/$w"
        ptx=$(cycles_of "$machine" "$w" --size tiny --engine c)
        trace=$(cycles_of "$machine" --trace "$mine/$w/kernelslist.g" --engine c)
        [ -n "$ptx" ] && [ "$ptx" = "$trace" ] || wrong="$wrong $w ($ptx, $trace)"
        rm -r "${mine:?}/$w"
        count=$((count + 1))
    done
    check "cycles from PTX and trace differ:$wrong" [ -z "$wrong" ]
    check "workloads: $count" [ "$count" -ge 48 ]
}

@test "gtx480: every workload takes the same cycles from PTX and from its trace" {
    same_cycles gtx480
}

@test "qv100: every workload takes the same cycles from PTX and from its trace" {
    same_cycles qv100
}

# A load of a vector, f64 division, parameters, which the arbiters with two levels do not wait for here.
@test "gtx480: so do workloads under other warp schedulers" {
    local w p
    for w in mum pff; do
        expect 0 'kernel' trace gtx480 $w --size tiny --out "$mine/$w"
        for p in lrr tl tl_active ccws owl; do
            check "$w, $p: cycles from PTX and from its trace" [ "$(cycles_of gtx480 $w --size tiny --engine c --warp $p)" = \
                "$(cycles_of gtx480 --engine c --trace "$mine/$w/kernelslist.g" --warp $p)" ]
        done
    done
}

@test "CTAs and warps: numbers, counts, order, a second time" {
    bad_trace 'kernel-1.traceg:3[0-9]: .*inside a CTA' '$d'
    bad_trace ':[0-9]+: the file ends after 0 of the 2 instructions of warp 1' '/insts = 2/q'
    bad_trace ':25: thread block: found .1,0,0.*grid of 1,1,1' 's/(2,1,1)/(1,1,1)/'
    bad_trace ":19: found 'warp = 1' after 3 of the 4" 's/insts = 3/insts = 4/'
    bad_trace ":18: found '0020 ffff" 's/insts = 3/insts = 2/'
    bad_trace ":16: found 'zz .*after 0 of the 3 instructions of warp 0" 's/^0000 ffffffff/zz ffffffff/'
    bad_trace ':24: #END_TB without #BEGIN_TB' '24s/.*/#END_TB/'
    bad_trace ':15: the file ends without an instruction; .* trace it again' '14,$d; s/thread block.*/&\n#END_TB/'
    bad_trace ":14: cluster id: found '2,0,0'; allowed: x,y,z inside the grid" 's/thread block.*/&\ncluster id = 2,0,0/'
    bad_trace ":19: found 'cluster id = 0,0,0'; allowed here: 'warp =', 'insts =', #END_TB" 's/^warp = 1/cluster id = 0,0,0\n&/'
    bad_trace ":13: thread block: found '0,0,z'" 's/block = 0,0,0/block = 0,0,z/'
    bad_trace ":14: warp: found '1e0'; allowed: 0 to 1" '14s/0/1e0/'
    bad_trace ":15: insts: found '3.0'" 's/insts = 3/insts = 3.0/'
    bad_trace ':24: thread block .1,0,0. a second time; allowed: once|:25: ' 's/block = 0,0,0/block = 1,0,0/'
}

@test "instructions: PCs, masks, registers, opcodes, addresses" {
    bad_trace ':17: .*addresses of 5 lanes' 's/0000000f/0000001f/'
    bad_trace ":17: found '4 0' behind" 's/0000000f/00000003/'
    bad_trace ':21: mask 000003ff .*bits of 000000ff' 's/0000 000000ff/0000 000003ff/'
    bad_trace ":16: pc: found '0x100000000'" 's/^0000 ffffffff/0x100000000 ffffffff/'
    bad_trace ":16: mask: found 'fffffffff'" 's/^0000 ffffffff/0000 fffffffff/'
    bad_trace ":16: found 'X1'; allowed: register" 's/R1 MOV/X1 MOV/'
    bad_trace ":16: found 'mov'; allowed: opcode" 's/R1 MOV/R1 mov/'
    bad_trace ":17: address mode: found '5'; allowed: 0, 1, 2, and 3, 4 of bulk copies" 's/ 4 2 0x/ 4 5 0x/'
    bad_trace ":17: address mode: found '3'; allowed: 0, 1, 2, and 3, 4 of bulk copies" 's/ 4 2 0x/ 4 3 0x/'
    bad_trace ":17: found '8x'; allowed: addresses of 4 lanes" 's/ 4 8 4 0/ 4 8x 4 0/'
    bad_trace ":16: memory width: found|:16: found 'four'; allowed: memory width" 's/MOV 0 0 0/MOV 0 four 0/'
}

@test "lines that start as a line before them did, which is not parsed again" {
    bad_trace ":29: found '8x'; allowed: addresses of 4 lanes" '29s/ 4 8 4 0/ 4 8x 4 0/'
    bad_trace ":29: found '7' behind" '29s/$/ 7/'
    bad_trace ':29: .*addresses of 4 lanes' '29s/ 4 0$//'
    bad_trace ":30: found '1' behind|:30: found 'EXIT'" '30s/ 0 EXIT 0 0 0/ 0 EXIT 0 0 0 1/'
    bad_trace ':33: mask ffffffff .*bits of 000000ff' '33s/000000ff/ffffffff/'
}

# Cut anywhere, a trace is refused in one line that names the file; only the last line end may be missing.
@test "a trace that is cut is refused in one line, wherever it is cut" {
    local chars at got wrongly=''
    chars=$(wc -c <"$good")
    for at in $(seq 0 97 $((chars - 2))) $((chars - 2)); do
        head -c "$at" "$good" >"$mine/kernel-1.traceg"
        got=0
        "$program" trace-info "$mine/kernelslist.g" >"$tmp/out" 2>&1 || got=$?
        [ $got = 2 ] && [ "$(grep -c 'kernel-1.traceg:' "$tmp/out")" = 1 ] || wrongly="$wrongly $at"
    done
    check "bytes at which a cut is not refused: $wrongly" [ -z "$wrongly" ]
}

@test "an unknown opcode is noted, and counts as integer ALU" {
    sed -i '0,/MOV/s//QFOO/' "$mine/kernel-1.traceg"
    expect 0 'note: .*QFOO \(1 times, taken as integer ALU\)' run lcs28 --trace "$mine/kernelslist.g"
}

@test "random bytes, as .traceg, .traceg.xz and as the list; an .xz that is cut" {
    head -c 100000 /dev/urandom >"$mine/kernel-1.traceg"
    refuse_mine 'kernel-1.traceg'
    mv "$mine/kernel-1.traceg" "$mine/kernel-1.traceg.xz"
    list kernel-1.traceg.xz
    refuse_mine 'kernel-1.traceg.xz: no .xz file'
    xz -c "$good" | head -c 100 >"$mine/kernel-1.traceg.xz"
    refuse_mine 'traceg.xz: .*(too early|damaged)'
    head -c 100000 /dev/urandom >"$mine/noise.g"
    refuse 'noise.g' run lcs28 --trace "$mine/noise.g"
}

@test "a line of 100 MB, compressed, is refused in little memory" {
    head -c 100000000 /dev/zero | tr '\0' a | xz -0 >"$mine/kernel-1.traceg.xz"
    list kernel-1.traceg.xz
    (
        ulimit -v 400000
        refuse_mine 'traceg.xz: a line of more than the 65536 characters allowed'
    )
}

@test "a line of a gigabyte, wherever it stands, is refused before it is read, in 290 MB of address space" {
    truncate -s 1G "$mine/kernel-1.traceg"
    refuse_mine 'kernel-1.traceg:36: a line of more than the 65536 characters allowed'
    small 'kernel-1.traceg:36: a line of more than the 65536 characters allowed' run lcs28 --trace "$mine/kernelslist.g" --engine c
    for line in 1 16; do
        { head -n $((line - 1)) "$good" && printf 'a'; } >"$mine/kernel-1.traceg"
        truncate -s 1G "$mine/kernel-1.traceg"
        small "kernel-1.traceg:$line: a line of more" trace-info "$mine/kernelslist.g"
    done
    truncate -s 1G "$mine/line.g"
    small 'line.g:1: a line of more than' run lcs28 --trace "$mine/line.g"
}

@test "a trace that is a folder, a FIFO, empty, or not there" {
    rm "$mine/kernel-1.traceg"
    refuse_mine 'kernel-1.traceg: cannot be read: No such file'
    mkdir "$mine/kernel-1.traceg"
    refuse_mine 'kernel-1.traceg: is not a regular file'
    rmdir "$mine/kernel-1.traceg"
    mkfifo "$mine/kernel-1.traceg"
    refuse_mine 'kernel-1.traceg: is not a regular file'
    rm "$mine/kernel-1.traceg"
    : >"$mine/kernel-1.traceg"
    refuse_mine 'kernel-1.traceg: the file ends inside the header'
}

@test "lists that name no kernel, another file, or do not exist" {
    : >"$mine/kernelslist.g"
    refuse_mine 'kernelslist.g: names no kernel'
    list MemcpyHtoD,0x10,64
    refuse_mine 'kernelslist.g: names no kernel'
    list '' kernel-1.txt
    refuse_mine "kernelslist.g:2: found 'kernel-1.txt'; allowed: a file name in .traceg"
    list ./t/kernel-1.tracez
    refuse_mine "t/kernel-1.tracez: cannot be read: No such file"
    list kernel-1.trace.xz
    refuse_mine "kernelslist.g:1: found 'kernel-1.trace.xz'; .*group this raw trace"
    list kernel-1.traceg.gz
    refuse_mine "kernelslist.g:1: found 'kernel-1.traceg.gz'; .*unpack it by gunzip"
    refuse 'none.g: cannot be read' run lcs28 --trace "$tmp/none.g"
    refuse 'mine: is not a regular file' run lcs28 --trace "$mine"
}

@test "options that a trace does not go with" {
    refuse 'allowed: one of them' run lcs28 vadd --trace "$mine/kernelslist.g"
    refuse 'has warps of 8 lanes; a trace needs 32' run sas512 --trace "$mine/kernelslist.g"
    expect 2 'out DIR is missing' trace lcs28 vadd
    expect 2 "sas512.yaml: machine 'sas512' has warps of 8 lanes" trace sas512 vadd --size tiny --out "$tmp/t8"
    check 'no folder is made' [ ! -e "$tmp/t8" ]
}
