#!/usr/bin/env bats
# Names of machines: none is the name of a policy or an experiment; a former name works, and one line says the new one.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

former=(lcs lcs-v3 dyncta dyncta-51 claso claso-1536 smk)

# NEW OLD COMMAND…: exit 0 with the note about OLD, once, and nothing else on stderr; the table is left in $tmp/table
noted() {
    local new=$1 old=$2 status=0
    shift 2
    ctadel "$@" >"$tmp/table" 2>"$tmp/out" || status=$?
    verdict $status "ctadel $*: exit $status, expected 0"
    check "one line names $new" [ "$(grep -cv "less than a wave" "$tmp/out")" = 1 ]
    check "it says $old and $new" grep -q "the machine '$old' is now called '\\?$new" "$tmp/out"
}

@test "no machine has the name of a policy or an experiment" {
    ctadel list policies >"$tmp/words"
    ctadel list experiments >>"$tmp/words"
    ctadel list machines >"$tmp/machines"
    for machine in $(awk 'NR > 1 { print $1 }' "$tmp/machines"); do
        check "$machine is no other word" not grep -qwE -- "(^|[ ,])$machine([ ,]|$)" <(sed 's/$/ /' "$tmp/words")
    done
    check 'all machines were looked at' [ "$(grep -c . "$tmp/machines")" -ge 11 ]
}

@test "a former name gives the results of the new one and a note" {
    for old in "${former[@]}" sas; do
        file=$(grep -l "^formerly: $old\$" "$here"/configs/machines/*.yaml)
        new=$(basename "$file" .yaml)
        w=vadd
        [ "$old" != sas ] || w=hot3
        noted "$new" "$old" run "$old" $w --size tiny --engine c
        ctadel run "$new" $w --size tiny --engine c >"$tmp/now" 2>"$tmp/err"
        check "$old as $new" cmp "$tmp/table" "$tmp/now"
        check "no note about $new" [ ! -s "$tmp/err" ]
    done
}

@test "a word that is also a policy: the note says how to select it" {
    expect 0 "machine 'lcs' is now called 'lcs28'; the old word still works; lcs is a policy: --limit lcs$" \
        run lcs vadd --size tiny --engine c
    expect 0 "machine 'claso' is now called 'claso14'.*; claso is a policy: --gate claso$" run claso vadd --size tiny --engine c
    refuse "unknown machine 'bcs'; .*; bcs is a policy: --place bcs$" run bcs vadd
    refuse "unknown machine 'static'; .*; static is a policy: --limit static$" run static vadd
}

@test "unknown machines: the nearest name, also if its number is missing" {
    refuse "unknown machine 'lsc'; did you mean lcs28\\?" run lsc vadd
    refuse "unknown machine 'lcs82'; did you mean lcs28\\?" run lcs82 vadd
    refuse "unknown machine 'gtx'; did you mean gtx480\\?" run gtx vadd
    refuse "unknown machine 'dyncat'; did you mean dyncta30\\?" run dyncat vadd
}

@test "former names in experiments, --machine, trace, and like:" {
    printf 'machine: lcs\nsize: tiny\nworkloads: [vadd]\nbase: {engine: c}\npoints: {a: {}}\nfigures: {F: {series: [a]}}\n' >old.yaml
    noted lcs28 lcs sweep old.yaml --out a
    noted lcs28 lcs report old.yaml --out a
    sed 's/lcs/lcs28/' old.yaml >new.yaml
    noted smk15 smk sweep new.yaml --machine smk --out b
    check 'the rows have the new name' [ "$(cat ?/runs.csv | grep -cE '^"a","vadd","(lcs28|smk15)",')" = 2 ]
    noted lcs28 lcs trace lcs vadd --size tiny --out t
    cp "$here"/configs/machines/{lcs28,dyncta30}.yaml .
    printf 'like: lcs\nsms: 2\n' >few.yaml
    noted lcs28 lcs run ./few.yaml vadd --size tiny --engine c
    check 'the file is named' grep -q 'few.yaml:1: ' "$tmp/out"
    check 'two SMs' grep -q '^vadd on few: .* 2 SMs' "$tmp/table"
    noted dyncta30 ./dyncta.yaml run ./dyncta.yaml vadd --size tiny --engine c
    printf 'formerly: [a]\nlike: lcs28\n' >list.yaml
    refuse 'list.yaml:1: formerly is a list; allowed: one word' run "$PWD/list.yaml" vadd
}
