#!/usr/bin/env bats
# The compact form of a trace: the first run writes it, later ones read it, --no-cache neither; statistics are the same
# whichever is read, and a folder or file that cannot be used is ignored without a message.
# shellcheck source=tests/cli/trace.bash
. "$BATS_TEST_DIRNAME/trace.bash"

setup_file() {
    good_trace
    ctadel trace lcs28 hst --size tiny --out "$BATS_FILE_TMPDIR/hst" >/dev/null
}
setup() {
    common_setup
    export XDG_CACHE_HOME=$tmp/cache
    mine=$tmp/mine
    cp -r "$BATS_FILE_TMPDIR/hst" "$mine"
}

forms() { find "$tmp" -name '*.pack*'; }
mine() { ctadel run gtx480 --trace "$mine/kernelslist.g" --engine c "$@"; }
same() { # WHAT OPTION…: a run with them has the statistics of the text, and says nothing
    local what=$1
    shift
    [ -e text.json ] || mine --no-cache --stats text.json >text.out 2>text.err
    mine --stats s.json "$@" >s.out 2>s.err || true
    check "$what: statistics" cmp s.json text.json
    check "$what: messages" cmp s.err text.err
}

@test "the first run writes it, the second reads it, --no-cache does neither" {
    local kernels form
    kernels=$(find "$mine" -name '*.traceg' | wc -l)
    same 'the text' --no-cache
    check 'no file' [ -z "$(forms)" ]
    same 'the first run'
    check 'a file for each kernel' [ "$(forms | wc -l)" = "$kernels" ]
    form=$(stat -c '%n %i %s %y' "$tmp"/cache/ctadel/traces/*)
    same 'the second run'
    same 'not with --no-cache' --no-cache
    check 'no file has changed' [ "$(stat -c '%n %i %s %y' "$tmp"/cache/ctadel/traces/*)" = "$form" ]
    check 'files of the user alone' [ -z "$(find "$tmp/cache" -perm /077)" ]
    expect 0 'output +unchecked' run gtx480 --trace "$mine/kernelslist.g" --engine lockstep
}

@test "a kernel that is listed twice, or lies in another folder, has one; the packed file has its own" {
    local kernels
    kernels=$(find "$mine" -name '*.traceg' | wc -l)
    cat "$mine/kernelslist.g" "$mine/kernelslist.g" >"$mine/twice.g"
    mv "$mine/twice.g" "$mine/kernelslist.g"
    same 'listed twice'
    cp -r "$mine" "$tmp/other"
    expect 0 'output +unchecked' run gtx480 --trace "$tmp/other/kernelslist.g" --engine c
    check 'a file for each kernel' [ "$(forms | wc -l)" = "$kernels" ]
    xz "$mine"/*.traceg
    sed -i 's/traceg$/traceg.xz/' "$mine/kernelslist.g"
    same 'packed, first'
    same 'packed, second'
    check 'a file for each kernel, plain and packed' [ "$(forms | wc -l)" = $((2 * kernels)) ]
}

@test "a form that is cut, of another version, of another trace, or open to others, is written again" {
    local f
    same 'the first run'
    for f in "$tmp"/cache/ctadel/traces/*; do
        cp "$f" form
        check 'a form' [ "$(wc -c <form)" -gt 200 ]
        truncate -s 150 "$f"
        same 'cut'
        check 'cut: written again' cmp "$f" form
        printf '\xff' | dd of="$f" bs=1 seek=24 conv=notrunc status=none
        same 'of another version'
        check 'of another version: written again' cmp "$f" form
        head -c 1000 /dev/zero >"$f"
        same 'of zeros'
        check 'of zeros: written again' cmp "$f" form
        chmod 666 "$f"
        same 'open to others'
        check 'open to others: written again' [ "$(stat -c %a "$f")" = 600 ]
    done
}

@test "a form of another version of the program stays beside it" {
    local f
    same 'the first run'
    for f in "$tmp"/cache/ctadel/traces/*; do
        check 'a version in its name' [ "${f%.v[0-9].pack}" != "$f" ]
        mv "$f" "${f%.v*.pack}.v999.pack"
        printf 'another format' >"${f%.v*.pack}.v999.pack"
    done
    same 'beside it'
    for f in "$tmp"/cache/ctadel/traces/*.v999.pack; do check 'unchanged' [ "$(cat "$f")" = 'another format' ]; done
}

@test "forms used longest ago make room, and what a killed run left goes" {
    local dir=$tmp/cache/ctadel/traces f
    mkdir -p "$dir"
    truncate -s 5G "$dir/old.v1.pack"
    touch -d '2 days ago' "$dir/old.v1.pack"
    touch -d '2 hours ago' "$dir/killed.v1.pack.aB3dEf"
    same 'the first run'
    check 'the old form has gone' [ ! -e "$dir/old.v1.pack" ]
    check 'the unfinished one has gone' [ ! -e "$dir/killed.v1.pack.aB3dEf" ]
    for f in "$dir"/*; do touch -a -d '2 days ago' "$f"; done
    same 'the second run'
    for f in "$dir"/*; do check 'it was used now' [ $(($(date +%s) - $(stat -c %X "$f"))) -lt 3600 ]; done
}

@test "a trace that changes is read anew" {
    local before
    same 'the first run'
    before=$(forms | wc -l)
    sed -i '0,/^[0-9a-f]\{4\} ffffffff /s//&/; 0,/ffffffff 1 R[0-9]* /s/ffffffff \(1 R[0-9]* \)/0000ffff \1/' "$mine/kernel-1.traceg"
    rm text.json
    same 'the changed trace'
    check 'a file more' [ "$(forms | wc -l)" = $((before + 1)) ]
}

@test "without a folder of its own the run goes on from the text" {
    printf 'a file' >"$tmp/file"
    XDG_CACHE_HOME=$tmp/file same 'a file in its place'
    XDG_CACHE_HOME=/dev/full same 'no room for a folder'
    XDG_CACHE_HOME='' HOME='' same 'neither variable'
    check 'no file' [ -z "$(forms)" ]
    mkdir "$tmp/home"
    XDG_CACHE_HOME=relative HOME=$tmp/home same 'a relative path'
    check 'which is ignored' [ ! -e relative ]
    check 'as the home folder has one' [ -n "$(ls "$tmp/home/.cache/ctadel/traces")" ]
}

@test "where there is no room for all of it, nothing is left" {
    same 'the text' --no-cache
    (ulimit -f 1 && mine 2>&1) | cat >s.out
    check 'cycles' [ "$(grep ^cycles s.out)" = "$(grep ^cycles text.out)" ]
    check 'no file' [ -z "$(forms)" ]
}

@test "a trace with a mistake has none" {
    sed 's/^0010 0000000f 1 R2/0010 0000000f 9 R2/' "$BATS_FILE_TMPDIR/good" >"$mine/kernel-1.traceg"
    list kernel-1.traceg
    refuse_mine ':17: found .9.'
    check 'no file' [ -z "$(forms)" ]
    refuse_mine ':17: found .9.'
}
