#!/bin/sh
# regen.sh [name...] - makes <name>/<name>.ptx from its .cl or .cu; without names, all of them. ../loops/<name>: one
# of the workloads of parallel loops.
# Needs clang-14 (Debian package clang-14); CLANG=... names another.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang-14}
command -v "$clang" >/dev/null || { echo "regen.sh: no $clang: apt-get install clang-14" >&2; exit 2; }

cd "$here"
if [ $# -eq 0 ]; then
    for dir in */ ../loops/*/ ../clusters/*/; do set -- "$@" "${dir%/}"; done
fi
for name in "$@"; do
    source=$name/${name##*/}
    out=$source.ptx
    if [ -f "$source.cl" ]; then
        "$clang" -x cl -cl-std=CL1.2 --target=nvptx64-nvidia-cuda -Xclang -target-cpu \
            -Xclang sm_75 -nogpulib -include gpu.h -Wall -O3 -S "$source.cl" -o "$out"
    elif [ -f "$source.cu" ]; then
        "$clang" -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_75 \
            --cuda-path=/nonexistent -include cuda_min.h -Wall -O3 -S "$source.cu" -o "$out"
    else
        echo "regen.sh: neither $source.cl nor $source.cu" >&2
        exit 2
    fi
    echo "$out"
done
