#!/bin/bash
# Is every C file as .clang-format lays it out, does every file of C and Verilog begin with a comment that says what it
# is, and is every shell script and bats file clean under shellcheck? (make lint)
#
#   tests/format/run.sh          checks
#   tests/format/run.sh --take   lays the C files out anew
set -u
cd "$(dirname "$0")/../.." || exit 2
mapfile -t c_files < <(find sim_c tb bench tests configs -name '*.[ch]' -o -name '*.[ch]pp' | sort)
mapfile -t v_files < <(find rtl tests/rtl tests/formal -name '*.v' -o -name '*.vh' | sort)
mapfile -t scripts < <(find .ci rtl scripts synth tests -name '*.sh' -o -name '*.bats' -o -name '*.bash' -o -path '.ci/run' | sort)
if [ "${1-}" = --take ]; then exec clang-format -i "${c_files[@]}"; fi

said=$(mktemp)
trap 'rm -f "$said"' EXIT
printf '%s\0' "${c_files[@]}" | xargs -0 -P "$(nproc)" -n 40 clang-format --dry-run -Werror 2>&1 | grep 'error:' | sort -u -t: -k1,1 |
    sed 's|$| (remedy: tests/format/run.sh --take)|' >"$said"
for f in "${c_files[@]}" "${v_files[@]}"; do # at least three words
    read -r line <"$f"
    [[ $line =~ ^(/\*|//)\ [^\ ]+\ [^\ ]+\ [^\ ] ]] ||
        echo "$f:1: error: does not begin with a comment that says what the file is" >>"$said"
done
printf '%s\0' "${scripts[@]}" |
    xargs -0 -P "$(nproc)" -n 8 shellcheck --severity=warning --external-sources --format=gcc | sort -u -t: -k1,1 >>"$said"
sed 's/^/FAILED /' "$said"
failed=$(wc -l <"$said")
echo "$((${#c_files[@]} + ${#v_files[@]} + ${#scripts[@]} - failed)) passed, $failed failed"
[ "$failed" = 0 ]
