#!/bin/sh
# verilator.sh ARGUMENT…: Verilator without the report of statistics that newer versions print about every model, so that
# whatever it prints is a warning or an error. The option that drops the report is an error to Verilator 5.006.
set -u
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
"${VERILATOR:-verilator}" "$@" >"$said" 2>&1
status=$?
grep -vE '^- (V e r i l a t i o n|Verilator:) ' "$said" >&2
exit $status
