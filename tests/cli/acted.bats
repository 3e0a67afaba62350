#!/usr/bin/env bats
# Policies that changed nothing, and grids too small for any policy to act, are named.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

note() { # REGEX ARG…: exit 0, and the notes on stderr are one line that matches; "": there is none
    local regex=$1 got=0 status=0 lines=1
    shift
    [ -n "$regex" ] || lines=0
    ctadel "$@" 2>"$tmp/out" >"$tmp/table" || got=$?
    [ $got = 0 ] && [ "$(grep -c '^ctadel: note:' "$tmp/out")" = $lines ] || status=1
    [ $lines = 0 ] || grep -qE -- "$regex" "$tmp/out" || status=1
    verdict $status "ctadel $*: exit $got, expected $lines note(s) /$regex/"
}

@test "a limit that refused nothing, because the grid is too small" {
    local remedy='; the grid fills 0\.[0-9]+ of the machine \(SMs x T_max\): use --size small$'
    for engine in rtl c lockstep; do
        note "^ctadel: note: rr/lcs/none/gto: --limit lcs refused 0 times: .*$remedy" \
            run lcs28 mmul --size tiny --limit lcs --engine $engine
    done
    note '' run lcs28 mmul --size tiny --set sms=2 --limit lcs
    note '' run lcs28 mmul --size small --limit lcs,tmax --engine c
}

@test "limits of CTAs at and above T_max are named in one line" {
    note '^ctadel: note: static 5, static 6: --limit static refused 0 times: no CTA waited while an SM had room$' \
        run lcs28 mmul --size small --ctas 1..6 --engine c
    check 'T_max is 5' [ "$(ctadel list sizes lcs28 mmul | awk '$2 == "small" { print $6 }')" = 5 ]
}

@test "gates, and a limit that pauses CTAs" {
    note '^ctadel: note: .*: --gate dyncore refused 0 times: ' run lcs28 mmul --size tiny --gate dyncore --engine c
    note '^ctadel: note: .*: --limit lcs and --gate dyncore refused 0 times: ' \
        run lcs28 mmul --size tiny --limit lcs --gate dyncore --engine c
    note '' run lcs28 stn --size small --gate claso --engine c
    note '' run lcs28 mmul --size small --limit dyncta --engine c
}

@test "place policies: blocks, order of CTAs, choice among kernels" {
    note '^ctadel: note: .*: --place bcs dispatched as rr would' run lcs28 vadd --size tiny --place bcs --engine c
    note '^ctadel: note: .*: --place mixed dispatched as rr would' run lcs28 vadd --size tiny --place mixed --engine c
    note '' run lcs28 mmul --size tiny --place bcs --engine c
    note '' run lcs28 mmul --size tiny --place tile --engine c
    note '' run smk15 bp+hot --size tiny --place mixed --engine c
}

@test "kernels that wait for the pool are not held back by a limit" {
    note ': --limit static refused 0 times: ' run smk15 bp+hot --size tiny --set pool.live=1 --ctas 16 --engine c
}

@test "sweep and report name the workloads with less than a wave" {
    cat >exp.yaml <<'Y'
machine: lcs28
size: tiny
workloads: [vadd, tran, sad]
base: {engine: c}
points: {base: {}, lrr: {warp: lrr}}
figures:
  "One": {series: [base, lrr], workloads: [tran]}
Y
    note 'note: less than a wave of CTAs .*, in vadd \(0\.28\), tran \(0\.10\)[^:]*: use --size small$' sweep exp.yaml -j 2 --out r
    ctadel report exp.yaml --out r --html p.html >"$tmp/out"
    check 'the figure' grep -qE '^note: less than a wave .*, in tran \(0\.10\): use --size small$' "$tmp/out"
    check 'the page' grep -qE '^<p>note: less than a wave .*, in tran \(0\.10\): use --size small</p>$' p.html
    sed -i 's/^machine: .*/machine: lcs28/; s/^base:.*/base: {engine: c, set: [sms=1]}/' exp.yaml
    note '' sweep exp.yaml -j 2 --out r1
    check 'a metric' sed -i 's/^size: tiny/size: tiny\nmetric: waves/' exp.yaml
    ctadel sweep exp.yaml -j 2 --out r1 >"$tmp/out"
    check 'waves on one SM' grep -qE '^vadd +7\.833 +7\.833$' "$tmp/out"
}

@test "list sizes: CTAs, T_max and waves of each size" {
    expect 0 '^mmul +tiny +1 +mmul +15 +5 +0\.11$' list sizes lcs28 mmul bfs
    check 'the waves are CTAs / (SMs x T_max)' awk '$7 ~ /^[0-9.]+$/ { n++; d = $5 / (28 * $6) - $7; if (d > 0.006 || d < -0.006) bad = 1 }
        END { exit bad || n < 9 }' "$tmp/out"
    check 'as the run counts them' [ "$(ctadel run lcs28 mmul --size tiny --engine c | grep -oE '[0-9]+ CTAs')" = '15 CTAs' ]
    expect 0 '^hot3 +tiny +[0-9]+ +hot3_step +4 +1 +1\.00$' list sizes sas4 hot3
    expect 0 '^usage: ctadel list' list sizes lcs28 --help
    refused "^ctadel: unknown option --hlp" list sizes lcs28 --hlp
    refused '^ctadel: list sizes: the MACHINE is missing' list sizes
    refused "^ctadel: unknown workload 'mmull'; did you mean mmul" list sizes lcs28 mmull
    refused "^ctadel: unknown list 'size'; did you mean sizes" list size
}

@test "lockstep counts what each stage did" {
    local arb='; arb gto: [0-9]+ decided, 0 refused, 0 changed$'
    expect 0 "^ctadel: lockstep: .*: [0-9]+ cycles compared; place rr: 15 decided, 0 refused, 0 changed; limit static: 194 decided, 148 refused, 0 changed$arb" \
        run lcs28 mmul --size tiny --set sms=2 --ctas 2 --engine lockstep
    expect 0 "; gate claso: 200 decided, 154 refused, 0 changed$arb" run lcs28 mmul --size tiny --set sms=2 --gate claso --engine lockstep
    expect 0 '; place tile: 15 decided, 0 refused, 14 changed; ' run lcs28 mmul --size tiny --set sms=2 --place tile --engine lockstep
    expect 0 'arb lrr: 19440 decided, 0 refused, [1-9][0-9]* changed$' run lcs28 mmul --size tiny --warp lrr --engine lockstep
}

@test "lockstep names policies that did what the plain ones would" {
    note ': --warp ccws granted as gto would' run lcs28 mmul --size tiny --set sms=2 --warp ccws --engine lockstep
    note ': --place mixed dispatched as rr would$' run lcs28 mmul --size tiny --set sms=2 --place mixed --engine lockstep
    note '' run lcs28 mmul --size tiny --set sms=2 --gate claso --ctas 2 --warp owl --engine lockstep
}
