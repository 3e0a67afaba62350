#!/bin/bash
# Do README.md, docs and examples say what is so? In a copy of the tree, with what is built already:
#
# - every block of commands (```sh) is run, in the order printed; a block of ```text behind it holds lines of its output;
#   one that calls nvcc only where there is one;
# - a line with "# takes …" is not run (make run and make build are), but must name a target of the Makefile or an experiment;
# - every relative link of every page leads to a file;
# - pages and pictures that are generated are those that the tree gives.
#
#   tests/docs/run.sh [PAGE…]        default: all, policy.md last, as it changes the RTL
#   tests/docs/run.sh --generated    no commands: links and what is generated
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
for p in "$@"; do
    [ "$p" = --generated ] || [ -f "$p" ] ||
        { echo "tests/docs/run.sh: found '$p'; allowed: --generated, or pages such as docs/running.md" >&2 && exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
passed=0 failed=0
verdict() { # ok? what
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $2"
        tail -n 6 "$work/log" | sed 's/^/    /'
    fi
}

if [ "${1-}" != --generated ]; then
    tests/copy.sh "$work/tree" || exit 2
fi

# page: its blocks as N.sh, N.text (what must have come out), N.long (lines that take too long)
blocks() {
    rm -rf "$work/blocks" && mkdir "$work/blocks"
    awk -v dir="$work/blocks" '
        /^```sh$/ { kind = "sh"; n++; next }
        /^```text$/ { kind = "text"; next }
        /^```/ { kind = ""; next }
        kind == "sh" && /# takes / && !/^make (run|build) / { print > (dir "/" n ".long"); next }
        kind { print > (dir "/" n "." kind) }' "$1"
}
long() { # a line that is not run: does what it names exist?
    local words
    read -ra words <<<"${1%%#*}"
    case ${words[0]} in
    make) (cd "$work/tree" && bash -c "make -n ${1#make}") >"$work/log" 2>&1 ;;
    build/ctadel) [ -f "configs/experiments/${words[2]}.yaml" ] && [[ ${words[1]} =~ ^(sweep|report)$ ]] ;;
    *) false ;;
    esac
}
page() {
    local n line script
    blocks "$1"
    for n in $(cd "$work/blocks" && find . -type f | sed 's|./\([0-9]*\).*|\1|' | sort -nu); do
        while IFS= read -r line; do
            : >"$work/log"
            long "$line"
            verdict $? "$1: '$line' names nothing that exists"
        done < <(cat "$work/blocks/$n.long" 2>/dev/null)
        script=$work/blocks/$n.sh
        [ -f "$script" ] || continue
        if grep -qw nvcc "$script" && ! command -v nvcc >/dev/null; then
            echo "skipped: $1: commands of block $n need nvcc"
            continue
        fi
        (cd "$work/tree" && env -u CTADEL_DATA BUILD=build VOPT=-O0 LARGE= timeout 600 bash -e "$script") >"$work/log" 2>&1
        verdict $? "$1: commands of block $n"
        [ -f "$work/blocks/$n.text" ] || continue
        grep -vxF -f "$work/log" "$work/blocks/$n.text" | grep . >"$work/missing"
        [ ! -s "$work/missing" ] || cp "$work/missing" "$work/log"
        [ ! -s "$work/missing" ]
        verdict $? "$1: block $n did not print these lines of the page"
    done
}
links() { # page: relative targets of [text](target), src and href
    grep -oE '\]\([^)#][^)]*\)' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -vE '^(https?:|mailto:)' | sort -u |
        while read -r to; do [ -e "$(dirname "$1")/$to" ] || echo "$1: $to"; done
}

if [ "${1-}" = --generated ]; then pages=(); elif [ $# -gt 0 ]; then pages=("$@"); else
    pages=(README.md CONTRIBUTING.md)
    for p in docs/*.md examples/*/README.md; do [ "$p" = docs/policy.md ] || pages+=("$p"); done
    pages+=(docs/policy.md)
fi
for p in "${pages[@]}"; do page "$p"; done
for p in examples/*/README.md; do
    wc -l "$p" >"$work/log"
    [ "$(wc -l <"$p")" -le 20 ]
    verdict $? "$p: more than 20 lines"
done

find . \( -path ./.git -o -path "./$BUILD" \) -prune -o -name '*.md' -print | while read -r p; do links "$p"; done >"$work/log"
[ ! -s "$work/log" ]
verdict $? 'links that lead nowhere'
scripts/pictures.sh >"$work/log" 2>&1
verdict $? 'pictures: remedy: scripts/pictures.sh --take'
scripts/statistics.sh | diff docs/statistics.md - >"$work/log" 2>&1
verdict $? 'docs/statistics.md: remedy: scripts/statistics.sh --take'
rtl/gen_inputs.sh | diff docs/rtl/inputs.md - >"$work/log" 2>&1
verdict $? 'docs/rtl/inputs.md: remedy: rtl/gen_inputs.sh --take'
for table in policies:README.md costs:docs/area.md libraries:docs/area.md pareto:docs/area.md smk:docs/area.md growth:docs/synthesis.md; do
    sed -n "/^<!-- ${table%:*} -->\$/,/^<!-- end of ${table%:*} -->\$/{/^|/p}" "${table#*:}" >"$work/page"
    synth/readme.sh "${table%:*}" | diff "$work/page" - >"$work/log" && [ -s "$work/page" ]
    verdict $? "table ${table%:*} of ${table#*:} is not that of synth/readme.sh ${table%:*}; remedy: --take"
done
sed -n '/^<!-- latency -->$/,/^<!-- end of latency -->$/{/^|/p}' docs/rtl/latency.md >"$work/page"
bench/latency.sh --table | diff "$work/page" - >"$work/log" && [ -s "$work/page" ]
verdict $? 'table of docs/rtl/latency.md is not that of bench/latency.sh --table; remedy: make bench-latency'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
