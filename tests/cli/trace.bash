# trace.bash - a small trace of two CTAs, each of two warps, from which tests change one thing: $good is its kernel, $mine
# the folder of a copy with its list.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

good_trace() { # writes $BATS_FILE_TMPDIR/good; for setup_file
    local cta
    cat >"$BATS_FILE_TMPDIR/good" <<'T'
-kernel name = k
-grid dim = (2,1,1)
-block dim = (40,1,1)
-shmem = 0
-nregs = 8
-binary version = 70
-cuda stream id = 7
-accelsim tracer version = 5

#traces format

T
    for cta in 0 1; do
        cat >>"$BATS_FILE_TMPDIR/good" <<T
#BEGIN_TB
thread block = $cta,0,0
warp = 0
insts = 3
0000 ffffffff 1 R1 MOV 0 0 0
0010 0000000f 1 R2 LDG.E 1 R1 4 2 0x1000 4 8 4 0
0020 ffffffff 0 EXIT 0 0 0
warp = 1
insts = 2
0000 000000ff 1 R1 MOV 0 0 0
0020 000000ff 0 EXIT 0 0 0
#END_TB
T
    done
}
setup() {
    common_setup
    good=$BATS_FILE_TMPDIR/good mine=$tmp/mine
    mkdir "$mine"
    cp "$good" "$mine/kernel-1.traceg"
    list "kernel-1.traceg"
}
list() { printf '%s\n' "$@" >"$mine/kernelslist.g"; } # LINES of the list
refuse_mine() { refuse "$1" run lcs28 --trace "$mine/kernelslist.g"; } # REGEX
cycles() { # of a run of the list on the golden models
    ctadel run lcs28 --trace "$mine/kernelslist.g" --engine c >"$tmp/out" 2>&1
    awk '/^cycles/ { print $NF }' "$tmp/out"
}
