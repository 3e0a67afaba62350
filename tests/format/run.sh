#!/bin/bash
# Is every C file as .clang-format lays it out, does every file of C and Verilog begin with a comment that says what it
# is, and is every shell script and bats file clean under shellcheck? (make lint)
#
# Versions of clang-format lay the same code out differently, so one of them judges. Where there is only another, the
# layout is not checked, and a line says so.
#
#   tests/format/run.sh          checks
#   tests/format/run.sh --take   lays the C files out anew
set -u
cd "$(dirname "$0")/../.." || exit 2
mapfile -t c_files < <(find sim_c tb bench tests configs -name '*.[ch]' -o -name '*.[ch]pp' | sort)
mapfile -t v_files < <(find rtl tests/rtl tests/formal -name '*.v' -o -name '*.vh' | sort)
mapfile -t scripts < <(find .ci rtl scripts synth tests -name '*.sh' -o -name '*.bats' -o -name '*.bash' -o -path '.ci/run' | sort)
JUDGE=14
for clang_format in clang-format-$JUDGE clang-format ''; do
    [ -z "$clang_format" ] || [[ $($clang_format --version 2>&1) != *" version $JUDGE."* ]] || break
done
no_judge="clang-format $JUDGE is missing (Debian 12: clang-format, elsewhere: clang-format-$JUDGE)"
case ${1-} in
--take) [ -n "$clang_format" ] || { echo "tests/format/run.sh: $no_judge" >&2 && exit 2; }
    exec "$clang_format" -i "${c_files[@]}" ;;
esac

said=$(mktemp)
trap 'rm -f "$said"' EXIT
if [ -z "$clang_format" ]; then echo "the layout of C is not checked: $no_judge"
else
    printf '%s\0' "${c_files[@]}" | xargs -0 -P "$(nproc)" -n 40 "$clang_format" --dry-run -Werror 2>&1 | grep 'error:' |
        sort -u -t: -k1,1 | sed 's|$| (remedy: tests/format/run.sh --take)|' >"$said"
fi
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
