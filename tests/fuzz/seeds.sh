#!/bin/bash
# seeds.sh DIR: first inputs of the fuzz targets, DIR/<target>/*, made from files of the tree, and
# the small ones kept in tests/fuzz/regress/<target> because they were found or thought of.
set -eu
out=$1
rm -rf "$out"
for t in tests/fuzz/fuzz_*.c; do
    t=${t#tests/fuzz/fuzz_}
    mkdir -p "$out/${t%.c}"
done
for f in tests/fuzz/regress/*/*; do
    t=$(basename "$(dirname "$f")")
    cp "$f" "$out/$t/regress-$(basename "$f")"
done
for f in configs/workloads/*/*.ptx configs/loops/*/*.ptx configs/clusters/*/*.ptx tests/unit/data/*.ptx; do cp "$f" "$out/ptx/"; done
for f in configs/workloads/*/*.yaml configs/loops/*/*.yaml configs/clusters/*/*.yaml; do cp "$f" "$out/workload/"; done
# every piece of PTX in the unit tests, as the body of a kernel of its own
n=0
grep -ohE '"[^"]+;(\\n)?"' tests/unit/test_ptx_*.c | sort -u | while read -r body; do
    n=$((n + 1))
    body=${body#\"} && body=${body%\"}
    {
        printf '%s\n' .version\ 6.3 '.visible .entry k(.param .u64 k_out, .param .u32 k_n) {' \
            '.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>, %t, %lane; .reg .f32 %f<9>;' \
            '.reg .b64 %rd<19>, %out, %in; .reg .f64 %fd<9>;' \
            'ld.param.u64 %out, [k_out]; mov.u32 %t, %tid.x; mov.u64 %in, %out;'
        printf '%b\n}\n' "$body"
    } >"$out/ptx/unit-$n"
done
for f in tests/cuda/*.fatbin; do tail -c +17 "$f" >"$out/fatbin/$(basename "$f" .fatbin)"; done
cp configs/machines/*.yaml "$out/machine/"
cp configs/experiments/*.yaml "$out/experiment/"
cp configs/opcodes/sass.txt "$out/sass/"
printf 'MemcpyHtoD,0x00007f10,64\nkernel-1.traceg\r\n\nkernel-2.traceg' >"$out/list/two.g"

# a header and two CTAs in every layout of a line: version, line information, address mode
trace() { # version lineinfo mode
    local line='' prefix='' addr='1 0x7f9a00000010 4 0'
    [ "$2" = 0 ] || line='12 '
    [ "$3" != 0 ] || addr='0 0x10 0x14 0x18 0x20 0'
    [ "$3" != 2 ] || addr='2 0x7f9b00000000 4 4 -8 0'
    printf '%s\n' '-kernel name = _Z1kPf' '-kernel id = 1' '-grid dim = (2,1,1)' \
        '-block dim = (40,1,1)' '-shmem = 16' '-nregs = 12' "-binary version = $((60 + 10 * ($1 % 2)))" \
        '-cuda stream id = 3' '-shmem base_addr = 0x00007f9a00000000' \
        '-local mem base_addr = 0x00007f9b00000000' '-nvbit version = 1.5' \
        "-accelsim tracer version = $1" "-enable lineinfo = $2" '-ctadel local bytes = 16' \
        '-ctadel registers = 0010 1 R3 2 R4 R5' '' '#traces format = PC mask' ''
    for cta in 0 1; do
        printf '#BEGIN_TB\n\nthread block = %d,0,0\n' $cta
        for warp in 0 1; do
            [ "$1" -gt 2 ] || prefix="$cta 0 0 $warp "
            printf '\nwarp = %d\ninsts = 4\n' $warp
            printf '%s\n' "$prefix${line}0008 000000ff 1 R1 IMAD.WIDE 2 R2 R255 0 0" \
                "$prefix${line}0010 0000000f 1 R2 LD.E.64.STRONG.GPU 1 R1 8 $addr" \
                "$prefix${line}0020 000000ff 0 BAR.SYNC 0 0 0" "$prefix${line}0030 ff 0 EXIT 0 0 0"
        done
        printf '\n#END_TB\n'
    done
}
for version in 0 2 3 4 5; do
    for mode in 0 1 2; do trace $version $((version > 3 && mode == 1)) $mode >"$out/trace/v$version-m$mode"; done
done
xz -0 -c "$out/trace/v5-m1" >"$out/trace/v5.xz"
# version 6: other registers, values, bulk copies, clusters
sed -e 's/version = 5/version = 6/; s/binary version = 70/binary version = 90/' \
    -e 's/^thread block = \(.\),0,0/&\ncluster id = 0,0,0\ncluster cta = \1,0,0\ncluster rank = \1/' \
    -e 's/2 R2 R255 0 0/2 UR2 P1 0 7 8 Val 1 0x5 32'"$(printf ' 0x%x' $(seq 32))"'/; s/ 0 BAR.SYNC 0 0 0/ 0 UTMALDG.2D 1 UR4 16 0x40 1 3 128 0 4 0x100 3 32 32 0 0 NoVal/' \
    "$out/trace/v5-m1" >"$out/trace/v6"
{
    printf l
    cat "$out/trace/v5-m2" "$out/trace/v5-m1"
} >"$out/tracez/lines"
# an indexed file of one CTA with one empty warp, and what it may lack
u32() { # NUMBER...
    local n
    for n; do
        # shellcheck disable=SC2059  # an octal escape per byte
        printf "$(printf '\\%o\\%o\\%o\\%o' $((n & 255)) $((n >> 8 & 255)) $((n >> 16 & 255)) $((n >> 24)))"
    done
}
{
    printf f
    sed -n '1,/^#traces/p' "$out/trace/v5-m1"
    printf '\0'
} >"$out/tracez/head"
head=$(($(stat -c %s "$out/tracez/head") - 1))
{
    cat "$out/tracez/head"
    u32 0 2048 0 0 1 0 0 0 0 0 0 0 0 0 0 1 0 0 $((head + 8)) 0 $((head + 16)) 0
} >"$out/tracez/empty"
# what real sets hold: empty CTAs and warps, misaligned accesses, garbage in the header, a byte order mark
odd() { sed "$2" "$out/trace/v5-m1" >"$out/trace/$1"; } # NAME SED-SCRIPT
odd empty-warp '/^warp = 1/,/EXIT/d'
odd empty-cta '/thread block = 1/,/^#END/{ /thread block\|^#END/!d }'
odd insts-0 's/insts = 4/insts = 0/; /^[0-9a-f]\{4\} /d'
odd no-cta '/thread block = 1/,$d'
odd misaligned 's/0x7f9a00000010 4/0x7f580000007d 128/; s/LD.E.64/LDG.E.128/'
odd misaligned-store 's/0x7f9a00000010 4/0x7f580000007d 128/; s/LD.E.64/STG.E.64/'
odd misaligned-local 's/0x7f9a00000010 4/0x3 8/; s/LD.E.64/LDL.64/'
odd misaligned-atomic 's/0x7f9a00000010 4/0x7f580000001d 8/; s/LD.E.64/ATOMG.E.ADD.64/'
odd last-byte 's/0x7f9a00000010 4/0xfffffffffffffffd 0/'
odd garbage 's/nregs = 12/nregs = 21955/; s/binary version = 70/binary version = 0/; s/id = 3/id = -1431655766/'
odd bom '1s/^/\xef\xbb\xbf/'
printf '\xef\xbb\xbf./kernel-1.traceg\n' >"$out/list/bom.g"
printf 'traces/kernel-1.traceg\n/kernel-2.traceg\nkernel-3.tracez\nkernel-4.pack\n' >"$out/list/folders.g"

# changes of the compact form: of its head, of records, of the trace's header, of the table, one and several
for at in 0 24 32 36 40 48 56 64 72 80 88 $(seq 128 7 1024); do
    # shellcheck disable=SC2059  # an octal escape per byte
    printf "$(printf '\\%o\\%o\\%o' $((at % 256)) $((at / 256)) $((at * 37 % 256)))" >"$out/packed/at-$at"
done
cat "$out"/packed/at-1* >"$out/packed/many"

# sequences: every opcode and form of operand, several kernels, each way of writing a number
{
    printf '# comment\r\nkernel a 2 70 64 2048 3 # sizes\ninit R1=1.5\ninit R2=-7\ninit R3=0xffffffff\ninit c[0][8]=1.5\ninit c[0x3][0x4]=9\n'
    for op in IADD3 IMAD FFMA HFMA2; do echo "$op R4,R1.reuse,-R2,R3 4 1 -1 -1 0"; done
    printf '%s\n' 'FADD R4,R4,-1e-3 4 0 -1 -1 0' 'FMUL R4,R4,0x3f800000 15 0 5 5 63' 'IADD3 R5,RZ,-1,0x7fffffff 4 0 -1 -1 0' \
        'DADD R6,R8,1.5 2 0 0 -1 0' 'DFMA R6,R8,-R10,RZ 2 0 0 -1 1' 'MUFU.SIN R4,R4 2 0 1 0 0' 'MOV R4,R5 4 0 -1 -1 0' 'FFMA R4,R5,c[0x0][0x8],R6.reuse 4 0 -1 -1 0' \
        'LDG.E.64 R8,[R2.64] 2 0 0 1 0 0x10000000 8 256 0x4000 65536 8' 'STG.E.128 [UR4],R8 2 0 -1 1 0 4096 16 512 0 0 16' \
        'STS [R4],R8 2 0 -1 1 3 0x7f0000000000 4 128 0 0 4' 'LDS.128 R8,[R4] 2 0 2 1 3 0x7f0000000010 16 0 0 0 16' \
        'LDGSTS [R4],[R2.64] 2 0 2 1 3 0 4 128 0 0 4' 'LDC R4,c[0x0][0x160] 2 0 2 -1 0 352 0 0 0 0 4' \
        'LDC.64 R4,c[3][R4] 2 0 2 -1 0 0 8 0 0 0 8' 'BAR.SYNC 0x1 6 0 -1 -1 0' 'DEPBAR.LE SB0,0x1,{3,2} 4 0 -1 -1 0' \
        'CS2R R4,SR_CLOCKLO 2 0 -1 -1 0' 'CLOCK R5 2 0 -1 -1 0' 'BRA 0x0 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0' '' \
        'kernel b 1 1 1 0 1' 'NOP - 0 1 -1 -1 0' 'EXIT - 0 0 -1 -1 0' 'BRA 0x0 0 0 -1 -1 0'
} >"$out/sequence/all"
printf 'kernel k 2147483647 1024 255 0 2147483647\nSTG.E [R2.64],R1 2 0 -1 0 0 0 4 128 4096 16384 4\nBRA 0x0 5 0 -1 -1 0\nEXIT - 5 0 -1 -1 0' \
    >"$out/sequence/large"
head -c 600 /dev/zero | tr '\0' ' ' >"$out/sequence/long"
printf 'kernel k 1 32 8 0 1\nNOP\0 - 4 0 -1 -1 0\n' >"$out/sequence/nul"

npy() { # descr shape bytes
    printf "\x93NUMPY\x01\x00\x46\x00%-69s\n" "{'descr': '$1', 'fortran_order': False, 'shape': ($2), }"
    head -c "$3" /dev/zero
}
npy '<f4' '2, 3' 24 >"$out/npy/f4"
npy '|u1' '6,' 6 >"$out/npy/u1"
npy '<i8' '6,' 48 >"$out/npy/i8"
{
    echo 'kernel,cta_limit,sched,cycles,l1r_missrate,l2_missrate,row_locality,dram_bwutil,ipc'
    echo 'vecadd,1,gto,5000,0.5,1,3.25,0.125,17'
    echo 'vecadd,16,two_level,1e3,0,0,nan,0,x'
} >"$out/reference/table.csv"
{ # whole; the same with the line ends of a spreadsheet, without a CTA, with a large number
    printf 'kernel,cta,sm,start,end\n'
    printf '%s\n' 0,0,0,5,9 0,1,1,5,9 0,2,2,6,8 0,3,0,10,10 1,1,1,20,30 1,0,0,21,18446744073709551615
} >"$out/dispatch/whole.csv"
sed 's/$/\r/' "$out/dispatch/whole.csv" >"$out/dispatch/crlf.csv"
sed '$d' "$out/dispatch/whole.csv" >"$out/dispatch/cut.csv"
sed 's/0,3,0/0,3,18446744073709551616/' "$out/dispatch/whole.csv" >"$out/dispatch/large.csv"
{
    echo 'kind,name,sms,slots,nand2_eq,warps'
    echo 'dispatcher,dyncta+dyncore,14,8,39003.5,'
    echo 'module,disp_fit,14,8,1e3,'
    echo 'arbiter,gto,14,8,2370.08,16'
} >"$out/costs/synth.csv"
(cd synth/generic && awk -f liberty.awk process.txt cells.txt) >"$out/liberty/generic.lib"
{ # one cell of each kind and the ways of writing that are rewritten
    printf 'library("l") {\r\n nom_voltage : 1 \n voltage_map(vdd!, 1.0);\n define_group(g, library); \n'
    printf 'cell ("NAND2") { area : 1; pin (A) { direction : input; } }; /* c */\n'
    printf 'cell (D) { ff (IQ, IQN) { clear : !RN ; } pin (Q) { timing () { related_pin : "C" ; values ("1, 2", \\\n"3"); } } }\n}\n'
} >"$out/liberty/ways.lib"
