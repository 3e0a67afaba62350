#!/bin/sh
# make run: one real kernel, the baseline CTA dispatcher, two warp schedulers side by side, from RTL.
set -eu
BUILD=${BUILD:-build}
out=$BUILD/run
mkdir -p "$out"
"$BUILD/ctadel" run lcs28 mmul --size small --warp gto,lrr --engine rtl --stats "$out/mmul.json"
echo
# Waves are large: the small grid, one scheduler.
"$BUILD/ctadel" run lcs28 mmul --size tiny --warp gto --engine rtl --waves "$out/mmul.fst" \
    --timeline "$out/mmul.trace.json" >/dev/null
cat <<EOT
stats      $out/mmul.gto.json, $out/mmul.lrr.json
waves      $out/mmul.fst (--size tiny)   view: gtkwave $out/mmul.fst build/waves/disp_top.gtkw
timeline   $out/mmul.trace.json (--size tiny)   view: load it in ui.perfetto.dev or chrome://tracing
EOT
