#!/usr/bin/env bats
# Traces of today: .tracez, tracer version 6 with clusters, bulk copies and values, --strict, binaries newer than the machine.
# shellcheck source=tests/cli/trace.bash
. "$BATS_TEST_DIRNAME/trace.bash"

setup_file() { good_trace; }

newer() { # SED-SCRIPT...: $mine becomes a trace of version 6 and of sm_90, with these changes
    sed -e 's/version = 5/version = 6/' -e 's/binary version = 70/binary version = 90/' "$@" "$good" >"$mine/kernel-1.traceg"
}

@test "trace --format tracez has the same instructions and cycles as the text; converted, the same bytes" {
    local first
    ctadel trace lcs28 mmul --size tiny --out "$tmp/text" >/dev/null
    expect 0 'z/kernelslist.g: 1 kernel, ' trace lcs28 mmul --size tiny --out "$tmp/z" --format tracez
    check 'the list' [ "$(cat "$tmp/z/kernelslist.g")" = kernel-1.tracez ]
    check 'it is smaller' [ "$(stat -c %s "$tmp/z/kernel-1.tracez")" -lt "$(stat -c %s "$tmp/text/kernel-1.traceg")" ]
    ctadel trace-info "$tmp/text/kernelslist.g" >"$tmp/info"
    expect 0 'opcode' trace-info "$tmp/z/kernelslist.g"
    check 'what trace-info says' diff "$tmp/info" "$tmp/out"
    expect 0 'c/kernelslist.g: 1 kernel$' trace-convert "$tmp/text/kernelslist.g" --out "$tmp/c"
    expect 0 '1 kernel$' trace-convert "$tmp/c/kernelslist.g" --format traceg --out "$tmp/back"
    sed 's/ *$//' "$tmp/text/kernel-1.traceg" >"$tmp/trimmed"
    check 'text, indexed, text' cmp "$tmp/trimmed" "$tmp/back/kernel-1.traceg"
    for form in text z c; do
        cp "$tmp/$form"/* "$mine/"
        first=${first:-$(cycles)}
        check "cycles of $form" [ "$(cycles)" = "$first" ]
        check "cycles of $form without the compact form" [ "$(ctadel run lcs28 --trace "$mine/kernelslist.g" --engine c \
            --no-cache | awk '/^cycles/ { print $NF }')" = "$first" ]
    done
    check 'there is a number' [ "$first" -gt 0 ]
}

@test "trace-convert keeps the list's other lines and names; it refuses its own folder, one name twice, a wrong format" {
    xz "$mine/kernel-1.traceg"
    mkdir "$mine/sub"
    cp "$good" "$mine/sub/kernel-2.traceg"
    list MemcpyHtoD,0x10,64 kernel-1.traceg.xz sub/kernel-2.traceg kernel-1.traceg.xz
    expect 0 '3 kernels' trace-convert "$mine/kernelslist.g" --out "$tmp/z"
    check 'the list' [ "$(tr '\n' ' ' <"$tmp/z/kernelslist.g")" = \
        'MemcpyHtoD,0x10,64 kernel-1.tracez kernel-2.tracez kernel-1.tracez ' ]
    expect 2 'is the list that is read; give another folder' trace-convert "$mine/kernelslist.g" --out "$mine"
    cp "$good" "$mine/sub/kernel-1.traceg"
    list kernel-1.traceg.xz sub/kernel-1.traceg
    expect 2 'sub/kernel-1.traceg: would replace that of .*kernel-1.traceg.xz' trace-convert "$mine/kernelslist.g" --out "$tmp/n"
    expect 2 "format: found 'zip'; allowed: traceg, tracez" trace-convert "$mine/kernelslist.g" --out "$tmp/n" --format zip
    expect 2 'out DIR is missing' trace-convert "$mine/kernelslist.g"
    expect 2 'nowhere: cannot be read' trace-convert "$tmp/nowhere" --out "$tmp/none"
    check 'no folder for a list that is not there' [ ! -e "$tmp/none" ]
    sed 's/LDG.E 1/LDG.E x/' "$good" >"$mine/kernel-1.traceg"
    list kernel-1.traceg
    expect 2 ':17: found .x' trace-convert "$mine/kernelslist.g" --out "$tmp/bad"
    check 'no file of a trace with a mistake' [ ! -e "$tmp/bad" ]
}

@test "a .tracez that is cut, or whose index points outside, is one line" {
    local bytes
    ctadel trace-convert "$mine/kernelslist.g" --out "$tmp/z" >/dev/null
    cp "$tmp/z"/* "$mine/"
    expect 0 'opcode' trace-info "$mine/kernelslist.g"
    bytes=$(stat -c %s "$mine/kernel-1.tracez")
    truncate -s -3 "$mine/kernel-1.tracez"
    refuse_mine 'kernel-1.tracez: the last 8 bytes place the index at byte .*cut short or damaged'
    printf '\377\377\377\377\377\377\377\177' | cat <(head -c $((bytes - 8)) "$tmp/z/kernel-1.tracez") - >"$mine/kernel-1.tracez"
    refuse_mine 'place the index at byte 9223372036854775807; allowed'
    head -c 100 "$tmp/z/kernel-1.tracez" >"$mine/kernel-1.tracez"
    refuse_mine 'no zero byte ends the header within 100 bytes'
}

@test "version 6: other registers, two immediates, values; a line that is cut is refused" {
    newer -e 's/1 R2 LDG.E 1 R1 4 2 0x1000 4 8 4 0/1 UR2 LDG.E 2 R1 UP1 4 2 0x1000 4 8 4 0 7 Val 1 0x5 1 0x0 1 0x1/' \
        -e 's/R1 MOV 0 0 0/R1 MOV 0 0 0 NoVal/'
    expect 0 'output +unchecked' run lcs28 --trace "$mine/kernelslist.g" --set newest_binary=90
    expect 0 'opcode' trace-info "$mine/kernelslist.g" --strict
    newer -e 's/R1 MOV 0 0 0/R1 MOV 0 0 0 0 Val 3 0x1/'
    expect 2 ":16: found '3 0x1' behind the last field" trace-info "$mine/kernelslist.g"
    newer -e 's/version = 6/version = 7/'
    expect 2 "tracer version: found '7'; allowed: 0 to 6" trace-info "$mine/kernelslist.g"
}

@test "clusters are noted, and wrong ones refused" {
    newer -e 's/^thread block = \(.\),0,0/&\ncluster id = 0,0,0\ncluster cta = \1,0,0\ncluster rank = \1/'
    expect 0 'note: CTAs of clusters, up to 2 in one, are dispatched one by one' trace-info "$mine/kernelslist.g"
    ctadel trace-convert "$mine/kernelslist.g" --out "$tmp/z" >/dev/null
    expect 0 'note: CTAs of clusters, up to 2' trace-info "$tmp/z/kernelslist.g"
    expect 0 '1 kernel' trace-convert "$tmp/z/kernelslist.g" --format traceg --out "$tmp/text"
    check 'the lines come back' [ "$(grep -c ^cluster "$tmp/text/kernel-1.traceg")" = 6 ]
    newer -e 's/^thread block = .,0,0/&\ncluster rank = 16/'
    expect 2 ":14: cluster rank: found '16'; allowed: 0 to 15" trace-info "$mine/kernelslist.g"
    newer -e 's/^thread block = .,0,0/&\ncluster id = 2,0,0/'
    expect 2 ":14: cluster id: found '2,0,0'; allowed: x,y,z inside the grid" trace-info "$mine/kernelslist.g"
    newer -e 's/^thread block = .,0,0/&\ncluster size = 2/'
    expect 2 ":14: cluster: found 'cluster size = 2'; allowed: 'cluster id ='" trace-info "$mine/kernelslist.g"
}

@test "bulk copies are issued as no-ops, noted, and are refused by --strict" {
    newer -e 's/0020 ffffffff 0 EXIT/0010 00000001 0 UTMALDG.2D 1 UR4 16 0x40 0 128 0 4 0x100 2 64 0 0 NoVal\n&/; s/insts = 3/insts = 4/'
    expect 0 'note: .*issued as no-ops, .*: UTMALDG \(2 times\)' run lcs28 --trace "$mine/kernelslist.g" --set newest_binary=90
    expect 2 ':18: opcode UTMALDG is issued as a no-op, since the model lacks its function; leave out --strict' trace-info "$mine/kernelslist.g" --strict
}

@test "--strict refuses an opcode that is not in the table, with its line" {
    sed 's/MOV 0/QQQ 0/' "$good" >"$mine/kernel-1.traceg"
    expect 0 'QQQ .*not in the table' trace-info "$mine/kernelslist.g"
    refuse ':16: opcode QQQ is not in the table for binary version 70; add a line to configs/opcodes/sass.txt, or leave out --strict' \
        run lcs28 --trace "$mine/kernelslist.g" --strict
    expect 2 ':16: opcode QQQ' trace-info "$mine/kernelslist.g" --strict
    expect 2 ':16: opcode QQQ' trace-convert "$mine/kernelslist.g" --strict --out "$tmp/z"
}

@test "a binary newer than the machine is refused, with its line" {
    sed 's/version = 70/version = 75/' "$good" >"$mine/kernel-1.traceg"
    refuse ':6: binary version 75; the machine runs up to 72: give a newer machine' run qv100 --trace "$mine/kernelslist.g"
    expect 0 'cycles' run qv100 --trace "$mine/kernelslist.g" --engine c --set newest_binary=75
    newer
    refuse ':6: binary version 90; the machine runs up to 89' run lcs28 --trace "$mine/kernelslist.g"
}
