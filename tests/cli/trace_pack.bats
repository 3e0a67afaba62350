#!/usr/bin/env bats
# The compact form as a file that a list names: trace-convert makes it from text and .tracez; runs and trace-info read it
# as the trace that it was made from; it becomes no text; a bad one is one line.
# shellcheck source=tests/cli/trace.bash
. "$BATS_TEST_DIRNAME/trace.bash"

setup_file() {
    good_trace
    ctadel trace lcs28 hst --size tiny --out "$BATS_FILE_TMPDIR/hst" >/dev/null
}

pack() { # $mine becomes $tmp/p in the compact form
    ctadel trace-convert "$mine/kernelslist.g" --format compact --out "$tmp/p" >/dev/null
    form=$tmp/p/kernel-1.pack
    cp "$form" "$tmp/form"
}
refuse_form() { # REGEX: runs, trace-info and trace-convert refuse what is in $form
    refuse "$1" run lcs28 --trace "$tmp/p/kernelslist.g"
    expect 2 "$1" trace-info "$tmp/p/kernelslist.g"
    expect 2 "$1" trace-convert "$tmp/p/kernelslist.g" --format compact --out "$tmp/never"
    cp "$tmp/form" "$form"
}
put() { printf '\377' | dd of="$form" bs=1 seek="$1" conv=notrunc status=none; } # BYTE of $form becomes 255

@test "from text, .traceg.xz and .tracez, the same instructions and cycles; from itself, the same bytes" {
    local from dir
    cp "$BATS_FILE_TMPDIR/hst"/* "$mine/"
    ctadel trace-info "$mine/kernelslist.g" >"$tmp/info"
    ctadel trace-convert "$mine/kernelslist.g" --out "$tmp/z" >/dev/null
    cp -r "$mine" "$tmp/xz"
    xz -0 "$tmp/xz"/*.traceg
    sed -i 's/traceg$/traceg.xz/' "$tmp/xz/kernelslist.g"
    ctadel trace-convert "$tmp/z/kernelslist.g" --format traceg --out "$tmp/back" >/dev/null
    for from in mine z xz back; do
        expect 0 "p-$from/kernelslist.g: 2 kernels$" trace-convert "$tmp/$from/kernelslist.g" --format compact --out "$tmp/p-$from"
        check 'the list' [ "$(tr '\n' ' ' <"$tmp/p-$from/kernelslist.g")" = 'kernel-1.pack kernel-2.pack ' ]
        expect 0 'opcode' trace-info "$tmp/p-$from/kernelslist.g"
        check "what trace-info says of $from" diff "$tmp/info" "$tmp/out"
        for dir in "$tmp/$from" "$tmp/p-$from"; do
            ctadel run gtx480 --trace "$dir/kernelslist.g" --engine c --no-cache --stats "$tmp/s.json" >/dev/null
            grep -v '"workload"' "$tmp/s.json" >"$tmp/s"
            [ -e "$tmp/first" ] || cp "$tmp/s" "$tmp/first"
            check "statistics of $dir" diff "$tmp/first" "$tmp/s"
        done
    done
    check 'it is smaller' [ "$(stat -c %s "$tmp/p-mine/kernel-1.pack")" -lt "$(stat -c %s "$mine/kernel-1.traceg")" ]
    expect 0 '2 kernels$' trace-convert "$tmp/p-mine/kernelslist.g" --format compact --out "$tmp/again"
    check 'the same bytes' cmp "$tmp/again/kernel-1.pack" "$tmp/p-mine/kernel-1.pack"
    expect 0 'output +unchecked' run gtx480 --trace "$tmp/p-mine/kernelslist.g" --engine lockstep
}

@test "it is not put into the cache, and a form of the cache may be named by a list" {
    export XDG_CACHE_HOME=$tmp/cache
    pack
    expect 0 'cycles' run lcs28 --trace "$tmp/p/kernelslist.g" --engine c
    check 'no cache' [ ! -e "$tmp/cache" ]
    expect 0 'cycles' run lcs28 --trace "$mine/kernelslist.g" --engine c
    check 'the same bytes' cmp "$tmp"/cache/ctadel/traces/*.pack "$form"
}

@test "the list's other lines and names stay, lists may be mixed, and no text is made of it" {
    pack
    mkdir "$mine/sub"
    cp "$form" "$mine/sub/kernel-2.pack"
    list MemcpyHtoD,0x10,64 kernel-1.traceg sub/kernel-2.pack
    expect 0 '2 kernels' trace-convert "$mine/kernelslist.g" --format compact --out "$tmp/m"
    check 'the list' [ "$(tr '\n' ' ' <"$tmp/m/kernelslist.g")" = 'MemcpyHtoD,0x10,64 kernel-1.pack kernel-2.pack ' ]
    expect 0 'cycles' run lcs28 --trace "$mine/kernelslist.g" --engine c
    for format in traceg tracez; do
        refused "kernel-2.pack: the compact form lacks immediates, .*no .$format can be made of it; convert the trace" \
            trace-convert "$mine/kernelslist.g" --format "$format" --out "$tmp/text"
        check 'no folder' [ ! -e "$tmp/text" ]
    done
    expect 2 "format: found 'compact'; allowed: traceg, tracez$" trace lcs28 vadd --size tiny --out "$tmp/n" --format compact
    expect 2 "format: found 'pack'; allowed: traceg, tracez, compact" trace-convert "$mine/kernelslist.g" --out "$tmp/n" --format pack
    sed 's/LDG.E 1/LDG.E x/' "$good" >"$mine/kernel-1.traceg"
    expect 2 ':17: found .x' trace-convert "$mine/kernelslist.g" --format compact --out "$tmp/bad"
    check 'no file of a trace with a mistake' [ ! -e "$tmp/bad" ]
}

@test "a form that is cut, changed, of another version or another kind is one line with the byte" {
    local bytes
    pack
    bytes=$(stat -c %s "$form")
    : >"$form"
    refuse_form 'kernel-1.pack: found 0 bytes; allowed: at least the 136 '
    truncate -s 60 "$form"
    refuse_form 'kernel-1.pack: found 60 bytes; allowed: at least the 136 .*cut short: copy it again'
    truncate -s 200 "$form"
    refuse_form "byte 32: found a size of $bytes bytes, but the file has 200; allowed: the same; .*copy it again"
    truncate -s +1 "$form"
    refuse_form "byte 32: found a size of $bytes bytes, but the file has $((bytes + 1))"
    cp "$good" "$form"
    refuse_form "byte 0: found '-kernel '; allowed: 'CAd-pack', .*make one by ctadel trace-convert"
    put 24
    refuse_form 'byte 24: found version 255 of the compact form; allowed: [0-9]*; make it again'
    put 40
    refuse_form 'byte 128: found [0-9a-f]{16}; allowed: [0-9a-f]{16}, the hash of the bytes before'
    put 140
    refuse_form 'bytes 136 to 175: found the hash [0-9a-f]{16}; allowed: '
    put "$(grep -abo 'grid dim' "$form" | cut -d: -f1)"
    refuse_form "byte 104: found [0-9a-f]{16}; allowed: [0-9a-f]{16}, the hash of bytes [0-9]* to [0-9]*, the trace's header"
    put $((bytes - 1))
    refuse_form "bytes 176 to $((bytes - 1)): found the hash .*; the file is damaged: copy it again"
    rm "$form"
    mkdir "$form"
    expect 2 'kernel-1.pack: is not a regular file' trace-info "$tmp/p/kernelslist.g"
    rmdir "$form"
    expect 2 'kernel-1.pack: cannot be read: No such file' trace-info "$tmp/p/kernelslist.g"
}

@test "odd headers and CTAs, clusters, --strict and newer binaries as from the text" {
    sed -e 's/nregs = 8/nregs = 21955/; s/binary version = 70/binary version = 0/; s/MOV 0/QQQ 0/' "$good" |
        sed '/^thread block = 1/,/^#END/{ /^thread block\|^#END/!d }' >"$mine/kernel-1.traceg"
    pack
    ctadel trace-info "$mine/kernelslist.g" >"$tmp/info" 2>&1
    expect 0 'nregs = 21955, which no GPU has' trace-info "$tmp/p/kernelslist.g"
    check 'notes and opcodes' diff "$tmp/info" "$tmp/out"
    expect 2 'kernel-1.pack: byte [0-9]*: opcode QQQ is not in the table .*leave out --strict' trace-info "$tmp/p/kernelslist.g" --strict
    expect 2 'kernel-1.traceg:16: opcode QQQ' trace-convert "$mine/kernelslist.g" --strict --format compact --out "$tmp/never"
    sed -e 's/version = 5/version = 6/; s/binary version = 70/binary version = 90/' \
        -e 's/^thread block = \(.\),0,0/&\ncluster id = 0,0,0\ncluster cta = \1,0,0\ncluster rank = \1/' "$good" >"$mine/kernel-1.traceg"
    pack
    expect 0 'note: CTAs of clusters, up to 2' trace-info "$tmp/p/kernelslist.g"
    refuse 'kernel-1.pack:6: binary version 90; the machine runs up to 89' run lcs28 --trace "$tmp/p/kernelslist.g"
}
