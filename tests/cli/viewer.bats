#!/usr/bin/env bats
# The timeline in the viewer of chrome://tracing, where chromium and that viewer are installed.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# The viewer warns of nothing and shows each counter value and each bar, processes and tracks in order (slot 10 after
# slot 9), and a kernel's CTAs in one colour.
shows() { # ARG…
    local status=0
    expect 0 '^(cycles|timeline)' run "$@" --size tiny --engine c --timeline t.json
    "$here/scripts/timeline_in_browser.sh" t.json >"$tmp/out" 2>"$tmp/why" || status=$?
    [ "$status" != 2 ] || skip "$(cat "$tmp/why")"
    jq -r -L "$cli" 'include "timeline"; viewer' t.json >meant.txt
    check "$*: the viewer shows what is meant" diff meant.txt "$tmp/out"
}

@test "the viewer of chrome://tracing shows every bar and counter of a timeline, in order, a colour per kernel" {
    shows smk15 bp+hot --place mixed --limit smk
    shows lcs28 "$cli/kernels/ratio.yaml" --set sms=1 --set sm.cta_slots=12
    shows dyncta30 bfs --limit dyncta --set sms=2 --set icnt.cluster=1
    shows sas4 hot3 --sos
}
