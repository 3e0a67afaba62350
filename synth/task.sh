#!/bin/bash
# Cost of the task unit: area and timing of its parts and of the whole with one SM, mapped for area and for
# both area and clock, into $BUILD/task/task.csv: synth.csv of `ctadel synth` after a column `goal`.
#
#   synth/task.sh [GOAL...]     default: area both
#
# TASK_ARGS are more options of `ctadel synth` (--liberty F --mhz 1000). Unchanged results in $BUILD/task are kept.
set -eu
cd "$(dirname "$0")/.."
out=${BUILD:-build}/task
[ $# -gt 0 ] || set -- area both
mkdir -p "$out"
rm -f "$out/all.tmp"
for goal; do
    # shellcheck disable=SC2086  # options
    "${BUILD:-build}/ctadel" synth sas_index sas_tiler sas_sos sas_queue sas_sched sas_unit --sms 1 --no-power \
        --map "$goal" --out "$out" ${TASK_ARGS-} >"$out/$goal.log" || exit
    [ -f "$out/all.tmp" ] || sed -n '1s/^/goal,/p' "$out/synth.csv" >"$out/all.tmp"
    sed "1d; s/^/$goal,/" "$out/synth.csv" >>"$out/all.tmp"
done
mv "$out/all.tmp" "$out/task.csv"
echo "table: $out/task.csv"
