# shellcheck shell=bash disable=SC2154
# --set of a policy that no run of the command uses: a line that says so, and the run goes on.
notes() { # LINES REGEX arguments…: exit 0, so many notes on stderr, each of them matches
    local lines=$1 regex=$2
    shift 2
    (cd "$tmp/cwd" && timeout 120 "$ctadel" "$@") 2>"$tmp/out" >/dev/null
    got=$?
    [ $got = 0 ] && [ "$(grep -c 'has no effect' "$tmp/out")" = "$lines" ] &&
        [ "$(grep 'has no effect' "$tmp/out" | grep -cE -- "$regex")" = "$lines" ]
    verdict $? "ctadel $* -> exit $got, expected $lines notes /$regex/"
}
run="run lcs vadd --size tiny --engine c"
# shellcheck disable=SC2086  # words
{
    notes 1 '^ctadel: note: --set dyncta.window_cycles .*policy dyncta \(ctadel run --limit dyncta\)$' \
        $run --set dyncta.window_cycles=512
    notes 1 'claso.p_a .*policy claso \(ctadel run --gate claso\)' $run --gate dyncore --set claso.p_a=2
    notes 1 'bcs.block .*policy bcs \(ctadel run --place bcs\)' $run --set bcs.block=4 --limit lcs,tmax --warp gto,lrr
    notes 1 'static.n .*policy static \(ctadel run --ctas N\)' $run --set static.n=4
    notes 2 '(lcs.scope .*--limit lcs|dyncore.sms .*--gate dyncore)' \
        $run --set lcs.scope=1 --set dyncore.sms=2 --set lcs.scope=0
    notes 0 '' $run --set lcs.scope=1 --limit tmax,lcs # one of the runs uses it
    notes 0 '' $run --set static.n=1 --ctas 2
    notes 0 '' $run --set claso.p_a=2 --set dyncore.sms=2 --gate claso,dyncore
}
cat >"$tmp/sets.yaml" <<'Y'
machine: lcs
size: tiny
workloads: [vadd]
base: {engine: c, set: [lcs.scope=1]}
points:
  plain: {}
  lcs: {limit: lcs}
  dyncta: {limit: dyncta, set: [claso.p_a=2]}
  claso: {gate: claso}
normalise: first
Y
notes 1 'sets.yaml: set claso.p_a has no effect: no run uses the policy claso \(gate: claso\)$' \
    sweep "$tmp/sets.yaml" --out sets # the point that uses it does not set it
sed -i 's/claso: {gate: claso}/claso: {gate: claso, set: [claso.p_a=1]}/' "$tmp/sets.yaml"
notes 0 '' sweep "$tmp/sets.yaml" --out sets
rm -rf "$tmp/cwd/sets"

# Two policies have a parameter of the same name: each gets its own value, in whichever order they are given.
windows() { # KEY=VALUE KEY=VALUE: cycles of a run under both policies
    (cd "$tmp/cwd" && "$ctadel" run lcs mmul --size tiny --set sms=4 --limit dyncta --gate dyncore --engine c \
        --set "$1" --set "$2") 2>"$tmp/out" | awk '/^cycles/ { print $NF }'
}
both=$(windows dyncta.window_cycles=512 dyncore.window_cycles=4096)
swapped=$(windows dyncore.window_cycles=4096 dyncta.window_cycles=512)
short=$(windows dyncta.window_cycles=512 dyncore.window_cycles=512)
long=$(windows dyncta.window_cycles=4096 dyncore.window_cycles=4096)
[ -n "$both" ] && [ "$both" = "$swapped" ] && [ "$both" != "$short" ] && [ "$both" != "$long" ]
verdict $? "windows of dyncta and dyncore: $both cycles, swapped $swapped; both short $short, both long $long"
