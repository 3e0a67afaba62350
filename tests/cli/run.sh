#!/bin/bash
# The command line as a user meets it: right answers, and one clear line for each wrong one.
#
#   tests/cli/run.sh              every .bats file of this folder
#   tests/cli/run.sh mix bcs      those of these names
#
# Files run side by side, one per processor. Every failed test is named, with the check that failed and what it
# expected. The last line counts tests, and the checks in them.
set -u
cd "$(dirname "$0")/../.." || exit 2
[ $# -gt 0 ] || mapfile -t files < <(ls -S tests/cli/*.bats) # long files first
for name in "$@"; do
    file=tests/cli/$name.bats
    [ -f "$file" ] || { echo "unknown name '$name'; allowed: $(basename -s .bats tests/cli/*.bats | xargs)" >&2 && exit 2; }
    files+=("$file")
done

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export CTADEL_CHECKS=$out/checks
: >"$CTADEL_CHECKS"
# shellcheck disable=SC2016  # $1 and $2 are the inner shell's
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 sh -c \
    'bats --formatter tap "$2" >"$1/$(basename "$2").tap" 2>&1' sh "$out"

# A file whose tests end before the plan is one failure more.
awk '
    FNR == 1 { close_file(); file = FILENAME; sub(/.*\//, "", file); sub(/\.tap$/, "", file); planned = -1 }
    /^1\.\.[0-9]+$/ { planned = substr($0, 4) + 0; next }
    /^ok / { seen++; passed++; shown = 0; next }
    /^not ok / { seen++; failed++; shown = 1; sub(/^not ok [0-9]+ /, ""); print "FAILED " file ": " $0; next }
    shown || planned < 0 { sub(/^# /, "    "); print }
    function close_file() {
        if (file != "" && seen != planned) { failed++; print "FAILED " file ": " seen + 0 " tests ended of " planned }
        seen = 0
    }
    END { close_file(); printf "%d %d\n", passed, failed >counts }' counts="$out/counts" "$out"/*.tap
read -r passed failed <"$out/counts"
echo "$passed passed, $failed failed ($(wc -c <"$CTADEL_CHECKS") checks)"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
