#!/usr/bin/env bats
# `ctadel launchable`: what it refuses. Its tables are tested with CUDA programs, by tests/cuda/run.sh.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "one line for a wrong command line" {
    refused 'the PROGRAM is missing; see ctadel launchable --help$' launchable
    refused "unknown machine 'nowhere'; allowed: a6000" launchable --machine nowhere -- true
    refused "unknown word 'lcd'" launchable --limit lcd -- true
    refused 'unknown option --stats; .*allowed: --machine, .*--csv' launchable --stats s.json -- true
    refused '--partition: set 1 has SM 28; allowed' launchable --partition 0-28 -- true
    refused 'no/such: cannot be written' launchable --csv no/such -- true
    refused '--table and --csv name the same file' launchable --csv "$tmp/one" --table "$tmp/one" -- true
}

@test "one line for what is no CUDA program" {
    echo text >"$tmp/text"
    refused "text' cannot be started: Permission denied; give a compiled program$" launchable -- "$tmp/text"
    refused "nowhere' cannot be started: No such file" launchable -- ./nowhere
    refused "true' did not load libcudart.so.13" launchable -- true
    refused "'a.cu' is source text; remedy: NVCC_PREPEND_FLAGS" launchable -- a.cu
}

@test "the help names every verdict" {
    local verdict
    for verdict in resident 'in turns' waits hangs stopped refused; do
        expect 0 "^  $verdict +[a-zA-Z]" launchable --help
    done
}
