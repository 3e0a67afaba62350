#!/usr/bin/env bats
# A user's own kernel in YAML: variables of its module, records, structs by value, files, arithmetic, registers.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() {
    common_setup
    cp "$cli/kernels/affine.ptx" .
    cat >affine.yaml <<'Y'
name: affine
ptx: affine.ptx
sizes: {tiny: {n: 8, half: 0.5}, small: {n: 64, half: 0.5}}
buffers:
  x: {type: {id: u8, v: f32}, init: "x_{size}.npy"}
  y: {type: f32, count: n}
globals:
  table: {type: f32, init: [values, 1, 2, 3, n * half]}
  count: {type: u32, init: n}
launches:
  - entry: affine
    grid: ["ceil(x.count, 32)"]
    block: [32]
    registers: 12
    args: [x, y, {fields: [{f32: n * half / 4}, {f64: -half}]}]
outputs:
  y: {npy: "y_{n}.npy"}
Y
    python3 - <<'P'
import struct
def npy(name, descr, data, n):
    head = "{'descr': %s, 'fortran_order': False, 'shape': (%d,), }" % (descr, n)
    head = head.ljust((10 + len(head) + 64) // 64 * 64 - 11) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data)
for size, n in ("tiny", 8), ("small", 64):
    x = [0.25 * i for i in range(n)]
    npy("x_%s.npy" % size, "[('id', '|u1'), ('', '|V3'), ('v', '<f4')]",
        b"".join(struct.pack("<B3xf", i, v) for i, v in enumerate(x)), n)
    table = [1, 2, 3, n * 0.5]
    y = [n * 0.5 / 4 * v - 0.5 + table[i % 4] for i, v in enumerate(x)]
    npy("y_%d.npy" % n, "'<f4'", struct.pack("<%df" % n, *y), n)
P
}
broken() { # SED-SCRIPT: the file with one thing changed
    sed "$1" affine.yaml >"$tmp/cwd/broken.yaml"
    cmp -s affine.yaml broken.yaml && echo "sed changed nothing: $1" && return 1
    broken=$tmp/cwd/broken.yaml
}

@test "variables, records, a struct by value, files named by size, real arithmetic: the output is right at each size" {
    expect 0 'output +pass' run lcs28 affine.yaml --size tiny --engine c
    expect 0 'output +pass' run lcs28 affine.yaml --size small --engine c
    broken 's/half / 0.5 /; s/{fields: .*}\]/{bytes: [0, 0, 0x80, 0x3f, 0,0,0,0, 0,0,0,0, 0,0, 0xe0, 0xbf]}]/'
    expect 0 'output +pass' run lcs28 "$broken" --size tiny --engine c
}

@test "what a variable, a struct or a record says is what the kernel sees" {
    broken 's/values, 1, 2/values, 1, 9/'
    expect 1 "buffer 'y', index 1: found 8.75, expected 1.75" run lcs28 "$broken" --size tiny --engine c
    broken 's/{f64: -half}/{f64: inf}/'
    expect 1 "buffer 'y', index 0: found inf, expected 0.5" run lcs28 "$broken" --size tiny --engine c
    broken 's/{f64: -half}/{f64: nan}/'
    expect 1 "index 0: found -?nan" run lcs28 "$broken" --size tiny --engine c
    broken 's/init: "x_{size}.npy"}/count: n, init: {v: [uniform, 0, 1]}}/'
    expect 1 "buffer 'y', index [01]: found" run lcs28 "$broken" --size tiny --engine c
}

@test "registers from a cubin's neighbour, the output of ptxas -v" {
    printf '%s\n' "ptxas info    : 12 bytes gmem" "ptxas info    : Compiling entry function 'other' for 'sm_75'" \
        "ptxas info    : Used 99 registers, 352 bytes cmem[0]" \
        "ptxas info    : Compiling entry function 'affine' for 'sm_75'" "ptxas info    : Function properties for affine" \
        "ptxas info    : Used 40 registers, 352 bytes cmem[0]" >affine.log
    broken 's/registers: 12/registers: affine.log/'
    expect 0 'output +pass' run lcs28 "$broken" --size tiny --engine c
    refuse "CTA needs 1280 registers; allowed on machine .lcs28.: up to 1248" run lcs28 "$broken" --size tiny --set sm.registers=1248
    sed -i 's/affine/other/' affine.log
    refuse "broken.yaml:14: registers: .*affine.log has none for kernel 'affine'; expected the output of ptxas -v" run lcs28 "$broken"
    broken 's/registers: 12/registers: affine.cubin/'
    refuse 'broken.yaml:14: registers: .*affine.cubin cannot be opened: No such file' run lcs28 "$broken"
    cp affine.ptx affine.cubin
    refuse "affine.cubin has none for kernel 'affine'; expected a cubin" run lcs28 "$broken"
}

@test "registers from the machine code that ptxas makes" {
    command -v ptxas >/dev/null || skip 'no ptxas here'
    sed 's/.version 6.3/.version 7.0/' affine.ptx >k.ptx # ptxas has no older sm_75
    ptxas -v -arch=sm_75 k.ptx -o affine.cubin 2>affine.log
    local used
    used=$(sed -n 's/.*Used \([0-9]*\) registers.*/\1/p' affine.log)
    check "ptxas says how many" [ "$used" -gt 0 ]
    for file in affine.cubin affine.log; do
        broken "s/registers: 12/registers: $file/"
        refuse "CTA needs $((32 * used)) registers; allowed on machine .lcs28.: up to 32" run lcs28 "$broken" --size tiny --set sm.registers=32
    done
}

@test "mistakes are named with their line and what is allowed" {
    broken 's/args: \[x, y/args: [x, yy/'
    refuse "broken.yaml:15: parameter y: there is no buffer and no number 'yy'; did you mean y\? allowed: x, y, table, count, n, half" run lcs28 "$broken"
    broken 's/table:/tabel:/'
    refuse "broken.yaml:8: .*affine.ptx: no variable 'tabel'; there are: count table" run lcs28 "$broken"
    broken 's/values, 1, 2, 3,/values, 1, 2,/'
    refuse "broken.yaml:8: global 'table' has 16 bytes in the PTX; found 3 elements of 4 bytes" run lcs28 "$broken"
    broken 's/, init: n}/}/'
    refuse "broken.yaml:9: global 'count': key 'init' is missing" run lcs28 "$broken"
    broken 's/{f64: -half}/{f32: -half}/'
    refuse 'broken.yaml:15: parameter how has 16 bytes; found 8, which must be equal' run lcs28 "$broken"
    broken 's/{f64: -half}/{f64: -half}, {u8: 1}/'
    refuse 'broken.yaml:15: parameter how has 16 bytes; its fields need at least 17' run lcs28 "$broken"
    broken 's/{fields: .*}\]/1.5]/'
    refuse 'broken.yaml:15: parameter how has 16 bytes; a number needs 1, 2, 4 or 8, other sizes take .fields' run lcs28 "$broken"
    broken 's/{size}/{siez}/'
    refuse "broken.yaml:5: .*\{siez\} is no whole number; .*allowed: n, half; \{size\}, if the file has sizes" run lcs28 "$broken"
    broken 's/v: f32/v: float/'
    refuse "broken.yaml:5: buffer 'x': type 'float'; allowed: f32" run lcs28 "$broken"
    broken 's/v: f32/v: f64/'
    refuse "broken.yaml:5: buffer 'x': .*x_small.npy: has elements of type .*'<f4'.*; .*'\|V7'.*'<f8'.* is expected" run lcs28 "$broken"
    broken 's/, count: n}/}/'
    refuse "broken.yaml:6: buffer 'y': key 'count' is missing; it may be left out with a .npy file" run lcs28 "$broken"
    broken 's/init: "x_.*"}/init: {id: [values, 1, 2, 3], v: [values, 1, 2]}}/'
    refuse "broken.yaml:5: buffer 'x': 2 values of 'v'; expected 3 as of another field" run lcs28 "$broken"
    broken 's/init: "x_.*"}/count: n, init: {id: [values, 1, 2, 3]}}/'
    refuse "broken.yaml:5: buffer 'x' count is 64; expected 3, the number of elements of its init" run lcs28 "$broken"
    rm x_small.npy && mkfifo x_small.npy
    refuse "x_small.npy: is no regular file; allowed: a .npy file on disk" run lcs28 "$PWD/affine.yaml"
}
