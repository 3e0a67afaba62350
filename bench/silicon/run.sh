#!/bin/bash
# How far is machine v100 from a real V100? Compiles public CUDA programs, runs each under `ctadel cuda` with cold caches,
# and prints model beside silicon, kernel by kernel.
#
#   bench/silicon/run.sh SOURCES [PROGRAM...]   runs the programs (all: an hour), then prints the table
#   bench/silicon/run.sh --table SOURCES        prints the table of the runs so far
#
# Exit code: 0, 1 a program failed, 2 bad input.
#
# SOURCES holds checkouts of github.com/accel-sim/gpu-app-collection, github.com/accel-sim/accel-sim-framework and
# github.com/NVIDIA/cuda-samples; README.md says which of their folders are enough. Needs nvcc 13 in PATH.
set -euo pipefail
usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; }
die() {
    echo "silicon: $*" >&2
    exit 2
}
case ${1-} in
-h | --help) usage && exit ;;
--table) only_table=1 && shift ;;
*) only_table= ;;
esac
[ $# -ge 1 ] || { usage >&2 && exit 2; }
sources=$(realpath -e "$1") || die "$1 is not a folder"
shift
here=$(realpath "$(dirname "$0")")
cd "$here/../.."
build=$(realpath "${BUILD:-build}") && out=$build/silicon
export CTADEL_DATA=$PWD/configs
apps=$sources/gpu-app-collection/src/cuda
profiler=$sources/accel-sim-framework/util/accelwattch/accelwattch_hw_profiler
measured=$profiler/hw_perf.csv watts=$profiler/hw_power_validation_volta.csv
for need in "$apps" "$measured" "$watts" "$sources/cuda-samples/Samples"; do
    [ -e "$need" ] || die "$need is missing; allowed: a folder with checkouts of gpu-app-collection, accel-sim-framework, cuda-samples"
done
mkdir -p "$out"
programs=() failed=0

# Folder of each program.
declare -A folder=(
    [b+tree]=$apps/rodinia/3.1/cuda/b+tree
    [backprop]=$apps/rodinia/3.1/cuda/backprop
    [hotspot]=$apps/rodinia/3.1/cuda/hotspot
    [sgemm]=$apps/parboil/benchmarks/sgemm/src/cuda
)
for sample in binomialOptions dct8x8 fastWalshTransform histogram mergeSort quasirandomGenerator SobolQRNG; do
    found=$(find "$sources/cuda-samples/Samples" -type d -name $sample -print -quit)
    [ -z "$found" ] || folder[$sample]=$found
done

# sm_75 is the oldest GPU that nvcc 13 compiles for.
flags=(-w -O2 -cudart shared -gencode "arch=compute_75,code=[compute_75,sm_75]" -DcudaThreadSynchronize=cudaDeviceSynchronize)

compile() { # NAME, in its folder
    case $1 in
    b+tree) nvcc "${flags[@]}" -o "$out/$1" main.c util/*/*.c util/cuda/cuda.cu kernel/kernel_gpu_cuda_wrapper*.cu ;;
    backprop) nvcc "${flags[@]}" -o "$out/$1" ./*.c backprop_cuda.cu ;;
    sgemm) nvcc "${flags[@]}" -O0 -I "$apps/parboil/common/include" -o "$out/$1" main.cu io.cc "$apps/parboil/common/src/parboil_cuda.c" ;;
    *)
        shopt -s nullglob
        nvcc "${flags[@]}" -I "$sources/cuda-samples/Common" -o "$out/$1" ./*.cu ./*.cpp
        ;;
    esac
}

values() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%.4f\n", 1 + (i * 7919 % 1009) / 1009 }'; }
matrix() { echo "$1 $2" && values $(($1 * $2)); }

# Writes the inputs that the collection does not hold. Their values steer neither grids nor addresses, but for b+tree: its
# measurement had other keys.
input() { # NAME
    case $1 in
    b+tree)
        (echo 1000000 && seq 0 999999) >mil.txt
        printf 'j 6000 3000\nk 10000\n' >command.txt
        ;;
    hotspot) values $((1024 * 1024)) >temp_1024 && cp temp_1024 power_1024 ;;
    sgemm) matrix 1024 992 >a.txt && matrix 992 1056 >b.txt && matrix 1056 992 >bt.txt ;;
    esac
}

arguments() { # NAME: those of the measurement
    case $1 in
    b+tree) echo file mil.txt command command.txt ;;
    backprop) echo 65536 ;;
    hotspot) echo 1024 2 2 temp_1024 power_1024 output.out ;;
    sgemm) echo -i a.txt,b.txt,bt.txt -o c.txt ;;
    esac
}

run() { # NAME
    local name=$1 dir=$out/run/$1
    [ -n "${folder[$name]-}" ] || die "$name: not in $sources; programs here: ${!folder[*]}"
    echo "silicon: $name"
    (cd "${folder[$name]}" && compile "$name") >"$out/$name.log" 2>&1 || die "$name does not compile: see $out/$name.log"
    rm -rf "$dir" "$out/$name.csv" && mkdir -p "$dir"
    cp -r "${folder[$name]}/data" "$dir" 2>/dev/null || true
    (
        cd "$dir"
        input "$name"
        # shellcheck disable=SC2046 # words
        "$build/ctadel" cuda --machine v100 --engine c --warp lrr --set pool.launch_caches=cold --repeat-after 1 --stats-csv "$out/$name.new" \
            --table "$out/$name.table" -- "$out/$name" $(arguments "$name")
    ) >>"$out/$name.log" 2>&1 || { echo "silicon: $name: exit code $?, see $out/$name.log" >&2 && failed=1; }
    [ ! -e "$out/$name.new" ] || mv "$out/$name.new" "$out/$name.csv"
}

if [ -z "$only_table" ]; then
    if ! [ -x "$build/ctadel" ] || ! [ -e "$build/cuda/libcudart.so.13" ]; then die "run 'make build cudart' first"; fi
    command -v nvcc >/dev/null || die "no nvcc in PATH; allowed: nvcc 13 of NVIDIA's CUDA toolkit"
    [ $# -gt 0 ] || mapfile -t programs < <(printf '%s\n' "${!folder[@]}" | sort)
    for name in "$@" "${programs[@]}"; do run "$name"; done
fi
ls "$out"/*.csv >/dev/null 2>&1 || die "no run in $out; run without --table first"
c++filt -p <"$measured" | awk -F, -v watts="$watts" -f "$here/table.awk" "$out"/*.csv "$watts" -
exit $failed
