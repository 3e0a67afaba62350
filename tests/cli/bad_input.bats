#!/usr/bin/env bats
# Bad input: one line with the place, what was found, what is allowed.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# A user's own kernel, from which each test breaks one thing.
setup() {
    common_setup
    user=$tmp/user
    mkdir "$user"
    cp "$cli/kernels/touch.ptx" "$user/k.ptx"
    cat >"$user/k.yaml" <<'Y'
name: k
title: one store a thread
ptx: k.ptx
sizes:
  tiny: {n: 64}
buffers:
  out: {type: u32, count: n}
launches:
  - {entry: touch, grid: [1], block: [64], registers: 8, args: [out, n]}
Y
}
broken() { # FILE SED-SCRIPT: a copy of the kernel with one thing changed
    rm -rf "$tmp/case"
    cp -r "$user" "$tmp/case"
    sed -i "$2" "$tmp/case/$1"
}

@test "a kernel without a reference runs, and its output is unchecked" {
    expect 0 'unchecked|no check|not checked' run lcs28 "$user/k.yaml"
}

@test "an unknown word names the nearest one" {
    refuse "unknown machine 'lcz'; did you mean lcs28" run lcz vadd
    refuse "unknown workload 'vad'.*vadd" run lcs28 vad
    refuse "unknown.*'gtoo'.*gto" run lcs28 vadd --size tiny --warp gtoo
    refuse "unknown.*'tmx'.*tmax" run lcs28 vadd --size tiny --limit tmx
    refuse "unknown.*'hardware'.*rtl" run lcs28 vadd --size tiny --engine hardware
    refuse "huge.*tiny" run lcs28 vadd --size huge
    refuse "unknown word 'lcs 4'" run lcs28 vadd --size tiny --limit 'lcs 4'
}

@test "a file that does not exist, an option that lacks another, a parameter out of range" {
    refuse "no_such.yaml.*(No such file|cannot)" run "$tmp/no_such.yaml" vadd --size tiny
    refuse "no_such.yaml.*(No such file|cannot)" run lcs28 "$tmp/no_such.yaml"
    refuse "needs --ctas" run lcs28 vadd --size tiny --limit static
    refuse "sm.l1d.wayz.*sm.l1d.ways" run lcs28 vadd --size tiny --set sm.l1d.wayz=4
    refuse "sm.schedulers" run lcs28 vadd --size tiny --set sm.schedulers=3
    refuse "sm.victim_tags is 12; allowed: a power of two" run lcs28 vadd --size tiny --set sm.victim_tags=12
    refuse "does its folder exist|No such file" run lcs28 vadd --size tiny --waves "$tmp/none/x.fst"
}

@test "an option twice, an empty range, a second word for help; a mistake of a later column ends the command at once" {
    refused 'found --engine twice; allowed: once$' run lcs28 vadd --size tiny --engine c --engine rtl
    refused 'found --warp twice; allowed: once, with its values joined by commas' run lcs28 vadd --warp gto --warp lrr
    refused "ctas: found '4..1'; allowed: 1 to $(built_for SCHED_SLOTS_MAX) CTAs per SM, and ranges upwards" run lcs28 vadd --ctas 4..1
    refused "unknown help topic '--bogus'" help --bogus
    refused "found a second word 'sweep'" help run sweep
    refused 'warp sca alternates' run lcs28 vadd --size tiny --warp gto,sca --set max_cycles=10
    refused 'limit of 1 cycles .*: no SM holds a CTA; memory: ' run lcs28 vadd --size tiny --set max_cycles=1
}

@test "machine files: an unknown key, a wrong type, a value out of range, broken YAML" {
    local lcs=$here/configs/machines/lcs28.yaml
    sed 's/^sms:/smz:/' "$lcs" >"$tmp/key.yaml"
    refuse "key.yaml:[0-9]+: .*smz.*sms" run "$tmp/key.yaml" vadd --size tiny
    sed 's/^sms: .*/sms: many/' "$lcs" >"$tmp/type.yaml"
    refuse "type.yaml:[0-9]+: .*many" run "$tmp/type.yaml" vadd --size tiny
    sed 's/^sms: .*/sms: 0/' "$lcs" >"$tmp/range.yaml"
    refuse "range.yaml:[0-9]+: " run "$tmp/range.yaml" vadd --size tiny
    printf 'sms: [1, 2\n' >"$tmp/yaml.yaml"
    refuse "yaml.yaml:[0-9]+: " run "$tmp/yaml.yaml" vadd --size tiny
}

# One line changed in a file that is like gtx480; tests/unit/test_machine_values.c and test_machine_rules.c have every key.
@test "machine files: no channels, no buffers, a speedup or a sector that divides nothing: key and line" {
    local keys sentence
    cp "$here/configs/machines/gtx480.yaml" "$tmp/"
    while IFS='|' read -r keys sentence; do
        printf 'like: gtx480\n%s\n' "$keys" >"$tmp/m.yaml"
        refuse "m.yaml:2: $sentence" run "$tmp/m.yaml" vadd --size tiny
    done <<'T'
mcs: 0|mcs is '0'; allowed: a whole number from 1 to 64 .controllers.
icnt: {vcs: 0}|icnt.vcs is '0'; allowed: a whole number from 1 to 8 .channels.
icnt: {queue: 0}|icnt.queue is '0'; allowed: a whole number from 1 to 1024 .packets.
icnt: {input_flits: 0}|icnt.input_flits is '0'; allowed: a whole number from 1 to 65535 .flits.
icnt: {input_speedup: 0}|icnt.input_speedup is '0'; allowed: a whole number from 1 to 8 .channels.
icnt: {input_speedup: 2, vcs: 3}|icnt.input_speedup is 2; allowed: a divisor of icnt.vcs
icnt: {input_speedup: 2}|icnt.input_speedup is 2; allowed: a divisor of icnt.vcs
icnt: {reply_cycles: 1001}|icnt.reply_cycles is '1001'; allowed: a whole number from 0 to 1000 .icnt cycles.
l2: {queue: 0}|l2.queue is '0'; allowed: a whole number from 1 to 1024 .entries.
l2: {replies: one}|l2.replies is 'one'; .*allowed: fills_first, one_queue
l2: {cache: {sector_bytes: 48}}|l2.cache.sector_bytes is 48; allowed: a power of two, at most line_bytes
sm: {l1d: {sector_bytes: 96}}|sm.l1d.sector_bytes is 96; allowed: a power of two, at most line_bytes
sm: {l1d: {miss_queue: 0}}|sm.l1d.miss_queue is '0'; allowed: a whole number from 1 to 1024 .requests.
dram: {return_queue: 0}|dram.return_queue is '0'; allowed: a whole number from 1 to 4096 .requests.
dram: {delay: between}|dram.delay is 'between'; .*allowed: after, before
T
}

@test "a CTA larger than an SM of the machine" {
    refuse "CTA needs 256 threads; allowed on machine .lcs28.: up to 128" run lcs28 vadd --size tiny --set sm.threads=128
}

@test "kernels: mistakes of the PTX and of the YAML are named by line" {
    broken k.ptx 's/mov.u32 %r2, %tid.x/frob.u32 %r2, %tid.x/'
    refuse "k.ptx:11: .*frob" run lcs28 "$tmp/case/k.yaml"
    broken k.ptx 's/mov.u32 %r2, %tid.x;/mov.u32 %r2, %tid.x/'
    refuse "k.ptx:1[12]: " run lcs28 "$tmp/case/k.yaml"
    broken k.ptx 's/add.s64 %rd3, %rd1, %rd2/add.s64 %rd3, %rd1, 1099511627776/'
    refuse "k.ptx:14: .*0x[0-9a-f]+.*out" run lcs28 "$tmp/case/k.yaml"
    broken k.yaml 's/grid: \[1\]/grid: [0]/'
    refuse "k.yaml:[0-9]+: " run lcs28 "$tmp/case/k.yaml"
    broken k.yaml 's/entry: touch/entry: tuch/'
    refuse "tuch.*touch" run lcs28 "$tmp/case/k.yaml"
    broken k.yaml 's/ptx: k.ptx/ptx: gone.ptx/'
    refuse "gone.ptx" run lcs28 "$tmp/case/k.yaml"
    broken k.yaml 's/args: \[out, n\]/args: [out]/'
    refuse "k.yaml:[0-9]+: " run lcs28 "$tmp/case/k.yaml"
}

@test "a gigabyte of zeros without a line end is refused in little memory, as each kind of file" {
    truncate -s 1G "$tmp/huge.yaml" "$tmp/huge.ptx" "$tmp/huge.csv"
    small 'huge.yaml: has more than' run "$tmp/huge.yaml" vadd
    small 'huge.yaml: has more than' run lcs28 "$tmp/huge.yaml"
    small 'huge.yaml: has more than' sweep "$tmp/huge.yaml"
    small 'huge.csv:1: found a line longer than 8190 characters' compare "$tmp/huge.csv" --traces "$tmp"
    broken k.yaml "s|ptx: k.ptx|ptx: $tmp/huge.ptx|"
    small 'huge.ptx: has more than' run lcs28 "$tmp/case/k.yaml"
}

@test "too many passes of launch loops; a reference that asks for another workload's buffer" {
    broken k.yaml 's/launches:/&\n  - {repeat: {var: i, to: 2147483647}, do: []}/'
    refuse 'k.yaml:9: more than the 524288 passes of loops allowed' run lcs28 "$tmp/case/k.yaml"
    broken k.yaml "s/name: k/name: vadd/; s/args:/&/; \$a outputs: {out: {rel: 0}}"
    expect 1 "the C reference 'vadd' asks for the buffer 'a'" run lcs28 "$tmp/case/k.yaml"
}

@test "a size that the kernels cannot compute; a seed that draws a graph without a way from the source, and documents without links" {
    mkdir "$tmp/own"
    cp "$here"/configs/workloads/bfs/bfs.* "$here"/configs/workloads/iix/iix.* "$here"/configs/workloads/fwt/fwt.* "$tmp/own"
    sed -i 's/tiny: .*/tiny: {log2n: 14, taps: 32}/' "$tmp/own/fwt.yaml"
    refuse "the C reference 'fwt' asks for the size parameter 'log2n' as an odd number.*it is 14" run lcs28 "$tmp/own/fwt.yaml" --size tiny
    sed -i 's/tiny: .*/tiny: {n: 1, levels: 1}/' "$tmp/own/bfs.yaml"
    refuse "bfs.yaml:[0-9]+: buffer 'edges': seed 1 gives no edges from node 0" run lcs28 "$tmp/own/bfs.yaml" --size tiny
    sed -i 's/tiny: .*/tiny: {records: 1, threads: 8, bytes: 1, line: 1}/' "$tmp/own/iix.yaml"
    refuse "iix.yaml:[0-9]+: buffer 'html': seed 1 gives no links" run lcs28 "$tmp/own/iix.yaml" --size tiny
}

@test "a mistake that stops many runs of a sweep is said once" {
    printf 'title: t\nmachine: lcs28\nsize: tiny\nworkloads: [vadd]\n%s\n' \
        'points: {a: {engine: c}, b: {engine: c, warp: lrr}, c: {engine: c, warp: tl}}' >exp.yaml
    cp "$here/configs/workloads/vadd/vadd.yaml" .
    expect 2 "there is no file '.*vadd.ptx'.*\(3 runs\)" sweep exp.yaml --workloads ./vadd.yaml -j 2 --out r
    check 'once' [ "$(grep -c 'there is no file' "$tmp/out")" = 1 ]
}

@test "a sweep refuses an unknown size or workload before the first run" {
    refused "^ctadel: .*/conv.yaml:[0-9]+: there is no size 'nosuch'; allowed: tiny, .*paper$" sweep lcs --size nosuch
    refused "^ctadel: .*/hot.yaml:[0-9]+: there is no size 'pape'; did you mean paper\?" sweep lcs --workloads vadd,vadd+hot@pape
    refused "^ctadel: unknown workload 'vaddd'; did you mean vadd\?" sweep lcs --workloads tran,vaddd
}

# Exit 2 and a line of the cause; the files are kept up to there, and say why.
stuck() { # WHY REGEX ARG...
    local why=$1 regex=$2
    shift 2
    expect 2 "$regex" "$@" --stats s.json --timeline t.json
    check "$why: files are named" [ "$(grep -cE "^ctadel: (stats|timeline) up to the end by $why: [st].json$" "$tmp/out")" = 2 ]
    check "$why: statistics say so" [ "$(jq -r .run.ended s.json)" = "$why" ]
    check "$why: the timeline says so" [ "$(jq -r .otherData.ended t.json)" = "$why" ]
    rm -f s.json t.json w.fst
}

@test "endless kernels: a warp that issues for ever, a warp that waits for ever" {
    broken k.ptx 's/^    ret;/L: bra.uni L;/'
    stuck "cycle limit" "limit of 20000 cycles.*line 15" run lcs28 "$tmp/case/k.yaml" --set max_cycles=20000
    stuck "cycle limit" "limit of 20000 cycles" run lcs28 "$tmp/case/k.yaml" --set max_cycles=20000 --waves w.fst
    stuck deadlock "no progress for 1000 cycles: SM 0: .*memory: [0-9]+ requests unanswered" run lcs28 vadd \
        --size tiny --set no_progress_cycles=1000 --set dram.latency_cycles=1023 --set core_mhz=3000
}

@test "a deadlock names the stage that refuses the CTAs left of each kernel" {
    local engine slow=(--set no_progress_cycles=1000 --set dram.latency_cycles=1023 --set core_mhz=3000)
    for engine in c rtl lockstep; do
        expect 2 "deadlock at cycle [0-9]+, no progress for 1000 cycles: limit static refuses kernel 'vadd' on all 28 SMs, [0-9]+ CTAs left; SM 0" \
            run lcs28 vadd --limit static --ctas 1 --engine $engine "${slow[@]}"
        expect 2 "1000 cycles: fit \(threads, warps\) refuses kernel 'vadd' on all 28 SMs, [0-9]+ CTAs left; SM 0" \
            run lcs28 vadd --engine $engine "${slow[@]}"
    done
    expect 2 'deadlock at cycle [0-9]+, no progress for 1000 cycles: SM 0' run lcs28 vadd --size tiny "${slow[@]}"
}

@test "a kernel that spins ends early, with its CTA and place; one that counts, or reads a clock, does not" {
    broken k.ptx 's/^    ret;/L: bra.uni L;/'
    stuck "endless loop" "kernel 'touch': endless loop: no store, exit or barrier for [0-9]+ cycles.*CTA 0 on SM [0-9]+, warp [01], at .*k.ptx:15 \(pc 0x" \
        run lcs28 "$tmp/case/k.yaml" --engine c
    check 'long before the limit of cycles' not grep -q max_cycles "$tmp/out"
    # Two warps wait for a store that no warp makes.
    broken k.ptx 's/^    ret;/L: ld.volatile.global.u32 %r4, [%rd3]; setp.ne.u32 %p1, %r4, 77; @%p1 bra L; ret;/'
    stuck "endless loop" "kernel 'touch': endless loop: .*k.ptx:15" run lcs28 "$tmp/case/k.yaml" --engine c
    # A lane waits for a store that no lane makes, the other lanes of its warp for that lane.
    broken k.ptx 's/^    ret;/mov.u32 %r4, %laneid; setp.ne.u32 %p1, %r4, 3; @%p1 bra M; L: ld.volatile.global.u32 %r4, [%rd3]; setp.ne.u32 %p1, %r4, 77; @%p1 bra L; M: bar.warp.sync -1; ret;/'
    expect 2 "may wait for one another .CTA 0, warp 0.: .*0x8 at line 15.*0xfffffff7 at line 15 wait at bar.warp.sync for lanes 0x8" run lcs28 "$tmp/case/k.yaml" --engine c
    # A hundred thousand turns without a store: a loop that ends.
    broken k.ptx 's/^    ret;/mov.u32 %r4, 0; L: add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 100000; @%p1 bra L; ret;/'
    expect 0 '^cycles  *[0-9]{6,}$' run lcs28 "$tmp/case/k.yaml" --engine c
    broken k.ptx 's/^    ret;/L: mov.u32 %r4, %clock; and.b32 %r4, %r4, 0x40000; setp.eq.u32 %p1, %r4, 0; @%p1 bra L; ret;/'
    expect 0 unchecked run lcs28 "$tmp/case/k.yaml" --engine c
}
