#!/usr/bin/env bats
# Outputs and inputs that are no plain files, and a standard output that takes nothing.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() { common_setup; }

tiny() { ctadel run lcs28 vadd --size tiny --engine c; }

@test "a full or closed standard output fails the command" {
    local got=0
    tiny >/dev/full 2>"$tmp/err" || got=$?
    check "exit code $got on a full standard output" [ "$got" = 1 ]
    check "one line says so" grep -q 'standard output could not be written' "$tmp/err"
    got=0
    tiny >&- 2>"$tmp/err" || got=$?
    check "exit code $got on a closed standard output" [ "$got" = 1 ]
    check "one line says so" grep -q 'standard output could not be written' "$tmp/err"
}

@test "two outputs in one file are refused, by whatever path" {
    refused '--stats and --stats-csv name the same file' run lcs28 vadd --size tiny --stats a.json --stats-csv a.json
    refused '--stats and --timeline name the same file' run lcs28 vadd --size tiny --stats a.json --timeline ./a.json
    mkdir "$tmp/there"
    ln -s there/b "$tmp/b" && : >"$tmp/there/b"
    refused '--waves and --stats name the same file' run lcs28 vadd --size tiny --waves "$tmp/b" --stats "$tmp/there/b"
}

@test "an output that cannot be written is refused before the first cycle" {
    local option
    mkdir "$tmp/folder"
    for option in stats stats-csv timeline waves; do
        refused "none/x: cannot be written: No such file or directory; does its folder exist" \
            run lcs28 vadd --size tiny --set max_cycles=10 "--$option" "$tmp/none/x"
        refused "'': cannot be written: an empty path" run lcs28 vadd --size tiny --set max_cycles=10 "--$option" ''
        refused "^ctadel: -: is no file; give a file, or /dev/stdout" run lcs28 vadd --size tiny --set max_cycles=10 "--$option" -
        refused 'folder: (cannot be written: Is a directory|is not a regular file)' \
            run lcs28 vadd --size tiny --set max_cycles=10 "--$option" "$tmp/folder"
    done
    refused 'none/x.gto: cannot be written' run lcs28 vadd --size tiny --warp gto,lrr --set max_cycles=10 --stats "$tmp/none/x"
    echo keep >"$tmp/old"
    refused 'did you mean' run lcs28 vadd --size tinny --stats "$tmp/old"
    check 'a file that is there is kept' grep -qx keep "$tmp/old"
}

@test "a folder for results that cannot be one is refused before anything is made" {
    : >"$tmp/file"
    local command
    for command in 'sweep lcs --size tiny' 'trace lcs28 vadd --size tiny' 'synth none --no-power'; do
        # shellcheck disable=SC2086  # words
        refused '/file: is no folder; give another name by --out' $command --out "$tmp/file"
        # shellcheck disable=SC2086
        refused '/none/x: cannot be made: No such file or directory; give another folder by --out' $command --out "$tmp/none/x"
    done
    refused 'my synth: found blanks, quotes or other marks, .*; give another folder by --out' synth none --out 'my synth'
    refused "--out: found ''; allowed: a folder" report lcs --out=
    refused "w.vcd: --waves writes the format FST; give F.fst" run lcs28 vadd --size tiny --waves w.vcd
}

@test "a device takes several outputs, but no waves" {
    expect 0 'output +pass' run lcs28 vadd --size tiny --engine c --stats /dev/null --timeline /dev/null
    refused '/dev/null: is not a regular file; --waves needs one' run lcs28 vadd --size tiny --waves /dev/null
    check "/dev/null is still a device" [ -c /dev/null ]
}

@test "a symbolic link stays one, and the file behind it is written" {
    for option in stats waves; do
        rm -f "$tmp/link" "$tmp/target" && : >"$tmp/target" && ln -s target "$tmp/link"
        expect 0 'output +pass' run lcs28 vadd --size tiny "--$option" "$tmp/link"
        check "--$option: the link is one" [ -L "$tmp/link" ]
        check "--$option: its file has the output" [ -s "$tmp/target" ]
    done
}

@test "a FIFO without a writer is an error at once, one with a writer is read" {
    mkfifo "$tmp/pipe"
    refused 'pipe' run lcs28 "$tmp/pipe"
    refused 'pipe' run "$tmp/pipe" vadd
    mkdir "$tmp/k" && cp "$cli/kernels/touch.ptx" "$tmp/k/k.ptx"
    printf 'name: k\ntitle: k\nptx: k.ptx\nbuffers: {out: {type: u32, count: 64}}\nlaunches:\n  - {%s}\n' \
        'entry: touch, grid: [1], block: [64], registers: 8, args: [out, 64]' >"$tmp/k/k.yaml"
    expect 0 unchecked run <(cat "$here/configs/machines/lcs28.yaml") "$tmp/k/k.yaml" --engine c
}
