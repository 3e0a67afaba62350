#!/bin/bash
# Who asserts what a module assumes of its inputs.
#
#   assumptions.sh           refuses assumptions that no other module could assert (assumptions.awk)
#   assumptions.sh table     the table of docs/rtl/assumptions.md: for each label in_... who asserts it
#   assumptions.sh --take    writes the table there
#
# An assumption is asserted
#   in the proof of another top that instantiates the module, where run.sh turns it into an assertion;
#   by the stand-in of the module's stage, tests/formal/any/STAGE_any.v, under the same label, in the proof of disp_top;
#   by a bench that checks it under that label, check(..., "in_...", ...), at the boundary to the host and the SMs.
# The table has a dash where no module and no bench does: the proof of the parent does not check what it drives.
#
# exit code 1: one is refused
set -u
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C
page=docs/rtl/assumptions.md
found() { # all assumptions, tabs between: file, line, module, label, text
    (shopt -s nullglob; awk -f tests/formal/assumptions.awk rtl/*/*.v tests/formal/*.v tests/formal/any/*.v)
}
tops() { # a line per proof: its top, and the modules it reaches
    local top files f line
    cat tests/formal/proofs_*.txt | sed 's/[ \t]*#.*//; s/[ \t]*;[ \t]*/;/g; /^[ \t]*$/d' | cut -d';' -f1,4 | sort -u |
        while IFS=';' read -r top files; do
            # shellcheck disable=SC2046,SC2086  # file names without blanks
            line=$(awk -v top="$top" -f synth/reached.awk rtl/*/"$top".v tests/formal/formal_*.v $(for f in $files; do
                case $f in build/*) echo "${BUILD:-build}/${f#build/}" ;; *) ls rtl/$f ;; esac; done))
            # shellcheck disable=SC2046
            echo "$top" $(for f in $line; do basename "$f" .v; done)
        done | sort -u
}
checked() { # module, label: the benches that check it
    local f
    for f in $(grep -lE "\"$2[:\"]" tests/rtl/*.v 2>/dev/null); do
        if [ "$(basename "$f")" = "$1_tb.v" ] || grep -qw "$1" "$f"; then echo "bench \`$(basename "$f" .v)\`"; fi
    done
}
asserted_by() { # module, label
    local who any=tests/formal/any/${1%%_*}_any.v
    who=$(awk -v m="$1" '$1 != m { for (i = 2; i <= NF; i++) if ($i == m) print "proof of `" $1 "`" }' "$work/tops" | uniq)
    if [ -z "$who" ] && grep -qE "^ *$2: *assert" "$any" 2>/dev/null; then
        who="\`$(basename "$any" .v)\` in the proof of \`disp_top\`"
    fi
    { [ -z "$who" ] || echo "$who"; checked "$1" "$2"; } | grep . || echo -
}
table() {
    local module label
    tops >"$work/tops"
    found >"$work/found" || return 1
    while IFS=$'\t' read -r _ _ module label _; do
        case $label in
        in_*) printf '%s\t%s\t%s\n' "$module" "$label" "$(asserted_by "$module" "$label" | paste -sd, | sed 's/,/, /g')" ;;
        esac
    done <"$work/found" | sort -u | awk -F '\t' '
        function flush() { if (names != "") print "| `" module "` | " names " | " who " |" }
        BEGIN { print "| module | assumptions | asserted by |\n| --- | --- | --- |" }
        $1 != module || $3 != who { flush(); names = ""; module = $1; who = $3 }
        { names = names (names == "" ? "" : ", ") "`" $2 "`" }
        END { flush() }'
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case ${1-} in
'') found >/dev/null ;;
table) table ;;
--take)
    table >"$work/table" || exit 1
    sed -i -e "/^<!-- assumptions -->\$/r $work/table" \
        -e '/^<!-- assumptions -->$/,/^<!-- end of assumptions -->$/{/^<!--/!d}' "$page"
    ;;
*) echo "tests/formal/assumptions.sh: found '$1'; allowed are table, --take" >&2 && exit 2 ;;
esac
