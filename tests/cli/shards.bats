#!/usr/bin/env bats
# Sweeps in parts: shards that share a folder, and the rows that they leave there.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() {
    common_setup
    printf '%s\n' 'title: parts' 'machine: lcs28' 'size: tiny' 'workloads: [vadd, scp, vadd+scp]' 'base: {engine: c}' \
        'axes: {warp: [gto, lrr, owl]}' 'metric: stp' >parts.yaml
}

@test "shards of a sweep with mixes make every row once, and the table is that of the undivided sweep" {
    local i
    expect 0 '^runs: ' sweep parts.yaml --out whole
    for i in 1 2 3; do expect 0 "shard $i of 3: [0-9]+ of all 9 runs" sweep parts.yaml --out part --shard $i/3; done
    check 'rows: nine, of which the workloads alone are two of the experiment' [ "$(find part/rows -name '*.json' | wc -l)" = 9 ]
    find part/rows -printf '%i %f\n' | sort >before
    expect 0 '9 of 9 runs are kept' sweep parts.yaml --out part --shard 2/3
    expect 0 '^runs: ' sweep parts.yaml --out part
    find part/rows -printf '%i %f\n' | sort >after
    check 'no row is written twice' cmp before after
    check 'the table' cmp whole/table.csv part/table.csv
    check 'the runs' cmp whole/runs.csv part/runs.csv
}

@test "a store that two sweeps share: the second runs nothing" {
    expect 0 '^runs: ' sweep parts.yaml --workloads vadd --rows store --out a
    expect 0 '3 of 3 runs are kept' sweep parts.yaml --workloads vadd --rows store --out b
    check 'the same runs' cmp a/runs.csv b/runs.csv
    check 'no rows of its own' [ ! -e b/rows ]
}

@test "rows: list, compare, prune" {
    expect 0 '^runs: ' sweep parts.yaml --workloads vadd --rows store --out a
    expect 0 '^runs: ' sweep parts.yaml --workloads vadd --out b
    expect 2 'b: has no rows; did you mean b/rows' rows list b
    expect 0 '^vadd@tiny on lcs28 +rr/tmax/none/gto|^vadd@tiny on lcs28 ' rows list store
    check 'three rows and a heading' [ "$(wc -l <"$tmp/out")" -ge 4 ]
    # The same inputs by another program, a cycle longer.
    local f
    for f in store/*.json; do
        jq '.about.program = "00000000000000aa" | .cycles += 1' "$f" >"${f%.json}0.json"
    done
    expect 1 '3 pairs of rows .* 3 differ in cycles' rows compare store
    expect 0 '^3 of 6 rows would be removed' rows prune store --dry-run
    check 'nothing is removed' [ "$(find store -name '*.json' | wc -l)" = 6 ]
    expect 2 'store: has no row of program 0123456789abcdef' rows prune store --keep 0123456789abcdef
    expect 0 '^3 of 6 rows removed' rows prune store
    expect 0 '0 pairs' rows compare store
    expect 0 '3 of 3 runs are kept' sweep parts.yaml --workloads vadd --rows store --out b
}

@test "wrong words of shards and rows" {
    local bad
    for bad in 0/2 3/2 1 1/0 a/b 1/99999 -1/2; do refused "--shard: found '$bad'" sweep parts.yaml "--shard=$bad"; done
    refused 'exclude each other' sweep parts.yaml --shard 1/2 --slurm
    refused '--array is an option of --slurm' sweep parts.yaml --array 3
    refused 'a word after -- is an option of --slurm' sweep parts.yaml -- --nice
    refused 'none/rows: cannot be made: No such file or directory; give another folder by --rows' \
        sweep "$PWD/parts.yaml" --rows none/rows
    refused 'another build: found program [0-9a-f]{16}; allowed: 12' sweep "$PWD/parts.yaml" --program 12
    refused "found 'lost'; allowed: list, compare, prune" rows lost
    refused 'nowhere: cannot be read' rows list nowhere
    refused "--older: found '0'" rows prune . --older 0
    refused '--older is an option of prune' rows list . --older 3
    refused "--keep: found 'xyz'" rows prune . --keep xyz
    refused "--keep: found '-000000000000001'" rows prune . --keep=-000000000000001
    refused '[.]: has no rows' rows prune .
}
