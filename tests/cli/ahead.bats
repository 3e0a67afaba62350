#!/usr/bin/env bats
# SMs that run ahead: a deadlock is found in the cycle in which it is found without.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# CTA 0 computes for longer than CTA 1 and hangs then at two barriers.
@test "a deadlock behind an SM that ran ahead is found in its cycle" {
    mkdir -p "$tmp/hang"
    cat >"$tmp/hang/hang.ptx" <<'EOF'
.version 6.3
.target sm_75
.address_size 64
.visible .entry hang(.param .u32 a, .param .u32 b)
{
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r5, %tid.x;
    ld.param.u32 %r2, [a];
    ld.param.u32 %r3, [b];
    setp.eq.u32 %p1, %r1, 0;
    setp.lt.u32 %p3, %r5, 32;
    selp.b32 %r4, %r2, %r3, %p1;
LOOP:
    sub.u32 %r4, %r4, 1;
    setp.ne.u32 %p2, %r4, 0;
    @%p2 bra LOOP;
    @!%p1 bra DONE;
    @%p3 bra OTHER;
    bar.sync 1, 64;
    bra DONE;
OTHER:
    bar.sync 2, 64;
DONE:
    ret;
}
EOF
    for shorter in 409 400 380; do
        cat >"$tmp/hang/workload.yaml" <<EOF
name: hang
ptx: hang.ptx
sizes: {tiny: {n: 1}}
buffers:
  x: {type: f32, count: 4}
launches:
  - {entry: hang, grid: [2], block: [64], registers: 10, args: [410, $shorter]}
EOF
        for engine in c lockstep; do
            expect 2 'deadlock at cycle [0-9]+, no progress for 1000 cycles' run lcs28 "$tmp/hang/workload.yaml" --size tiny --engine $engine \
                --set no_progress_cycles=1000 --stats "$tmp/$engine.json"
        done
        check "the cycle with loops of 410 and $shorter" [ "$(grep -A1 '"gpu": {' "$tmp/c.json")" = "$(grep -A1 '"gpu": {' "$tmp/lockstep.json")" ]
    done
}
