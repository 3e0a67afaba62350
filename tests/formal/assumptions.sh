#!/bin/bash
# Who asserts what a module assumes of its inputs.
#
#   assumptions.sh           refuses assumptions that no other module could assert (assumptions.awk), and those that none does
#   assumptions.sh table     the table of docs/rtl/assumptions.md: for each label in_... who asserts it
#   assumptions.sh --take    writes the table there
#
# An assumption is asserted
#   in the proof of another top that instantiates the module, where run.sh turns it into an assertion;
#   by the stand-in of the module's stage, tests/formal/any/STAGE_any.v, under the same label, in the proof of disp_top;
#   by a bench that checks it under that label, check(..., "in_...", ...), at the boundary to the host and the SMs.
# Else it is refused: no proof checks what the module's parent drives.
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
    local top files f read reached
    cat tests/formal/proofs_*.txt | sed 's/[ \t]*#.*//; s/[ \t]*;[ \t]*/;/g; /^[ \t]*$/d' | cut -d';' -f1,4 | sort -u |
        while IFS=';' read -r top files; do
            read=''
            for f in $files; do
                case $f in build/*) read="$read ${BUILD:-build}/${f#build/}" ;; *) read="$read rtl/$f" ;; esac
            done
            # shellcheck disable=SC2086  # file names without blanks, or patterns
            mapfile -t reached < <(awk -v top="$top" -f synth/reached.awk rtl/*/"$top".v tests/formal/formal_*.v $read)
            reached=("${reached[@]##*/}")
            echo "$top ${reached[*]%.v}"
        done | sort -u
}
checked() { # module, label, bench, tabs between: the bench checks it at the module's boundary
    (shopt -s nullglob; awk -F '\t' '
        function flush(    at, i) {
            sub(/.*\//, "", bench)
            sub(/\.v$/, "", bench)
            for (at in assumed) {
                split(at, pair, SUBSEP)
                if ((pair[2] in label) && ((pair[1] in word) || bench == pair[1] "_tb")) print pair[1] "\t" pair[2] "\t" bench
            }
            split("", label)
            split("", word)
        }
        FNR == NR { assumed[$3, $4]; next }
        FNR == 1 { flush(); bench = FILENAME }
        {
            text = $0
            if (match(text, /"in_[a-z_]+[:"]/)) label[substr(text, RSTART + 1, RLENGTH - 2)]
            n = split(text, list, /[^A-Za-z0-9_]+/)
            for (i = 1; i <= n; i++) word[list[i]]
        }
        END { flush() }' "$work/found" tests/rtl/*.v)
}
stands() { # STAGE, label, tabs between: the stand-in of the stage asserts it
    (shopt -s nullglob; awk '/^ *in_[a-z_]+: *assert/ {
        sub(/_any\.v$/, "", FILENAME)
        sub(/.*\//, "", FILENAME)
        sub(/:.*/, "")
        print FILENAME "\t" $1
    }' tests/formal/any/*_any.v /dev/null)
}
rows() { # module, label, who asserts it, tabs between; refuses a label that is asserted nowhere
    found >"$work/found" || return 1
    tops >"$work/tops"
    checked >"$work/checked"
    stands >"$work/stands"
    cut -f3,4 "$work/found" | grep -P '\tin_' | sort -u | awk -F '\t' -v work="$work" '
        function add(text) { who = who (who == "" ? "" : ", ") text }
        BEGIN {
            while ((getline line < (work "/tops")) > 0) {
                n = split(line, word, " ")
                for (i = 2; i <= n; i++)
                    if (word[i] != word[1] && !((word[i], word[1]) in in_proof)) {
                        in_proof[word[i], word[1]] = 1
                        proofs[word[i]] = proofs[word[i]] " " word[1]
                    }
            }
            while ((getline line < (work "/checked")) > 0) {
                split(line, word, "\t")
                benches[word[1], word[2]] = benches[word[1], word[2]] " " word[3]
            }
            while ((getline line < (work "/stands")) > 0) stands[line] = 1
        }
        {
            who = ""
            stage = $1
            sub(/_.*/, "", stage)
            n = split(proofs[$1], word, " ")
            for (i = 1; i <= n; i++) add("proof of `" word[i] "`")
            if (n == 0 && ((stage "\t" $2) in stands)) add("`" stage "_any` in the proof of `disp_top`")
            n = split(benches[$1, $2], word, " ")
            for (i = 1; i <= n; i++) add("bench `" word[i] "`")
            print $1 "\t" $2 "\t" who
            if (who != "") next
            print "tests/formal/assumptions.sh: " $1 ": no proof, stand-in or bench asserts \047" $2 "\047" > "/dev/stderr"
            bad = 1
        }
        END { exit bad + 0 }'
}
table() {
    rows >"$work/rows" || return 1
    awk -F '\t' '
        function flush() { if (names != "") print "| `" module "` | " names " | " who " |" }
        BEGIN { print "| module | assumptions | asserted by |\n| --- | --- | --- |" }
        $1 != module || $3 != who { flush(); names = ""; module = $1; who = $3 }
        { names = names (names == "" ? "" : ", ") "`" $2 "`" }
        END { flush() }' "$work/rows"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case ${1-} in
'') rows >/dev/null ;;
table) table ;;
--take)
    table >"$work/table" || exit 1
    sed -i -e "/^<!-- assumptions -->\$/r $work/table" \
        -e '/^<!-- assumptions -->$/,/^<!-- end of assumptions -->$/{/^<!--/!d}' "$page"
    ;;
*) echo "tests/formal/assumptions.sh: found '$1'; allowed are table, --take" >&2 && exit 2 ;;
esac
