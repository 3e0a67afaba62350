#!/usr/bin/env bats
# The helpers that expect a command to fail: only its answer "no" passes, not a command that could not answer.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "not: exit 1 passes; success, a usage error and a missing command fail" {
    run -0 not false
    run -1 not true
    run -1 not grep -q x no_such_file
    run -1 not sh -c 'exit 127'
}

@test "timeline: exit 1 names what is wrong, exit 2 is a file or a question that jq cannot read" {
    echo '{"displayTimeUnit": "ms", "traceEvents": []}' >t.json
    run -1 timeline perfetto
    check 'it says what is wrong' grep -q '^head: ' <<<"$output"
    run -0 not timeline perfetto
    echo '{' >t.json
    run -2 timeline perfetto
    run -1 not timeline perfetto
    rm t.json
    run -2 timeline perfetto
}
