#!/usr/bin/env bats
# Local memory: words of a thread's array are interleaved over the threads of the CTA, so that an access of 8 or 16
# bytes touches the lines of two or four rows.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "wide accesses to local memory make a transaction for each line of each row" {
    for engine in rtl c; do
        expect 0 '^cycles' run lcs28 "$cli/kernels/wide.yaml" --engine $engine --stats s.json
        # Of each of the 2 warps: 4 + 2 lines written and read, one line of out; the parameter is a read of the
        # constant cache.
        check "$engine: transactions" [ "$(jq '[.. | .mem_txns? // empty] | add' s.json)" = $((2 * (2 * (4 + 2) + 1 + 1))) ]
    done
}
