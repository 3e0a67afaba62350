# Finds every `assume` of the Verilog files given and prints, tabs between: file, line, module, label (- for none), what
# it assumes. Refuses, as file:line and a sentence, one that no parent could ever assert:
#   a label in_... below `if (F_TOP)`: it exists only where the module is the top of a proof
#   no such label, although it reads more than constants of the proof ((* anyconst *), (* anyseq *), parameters); the
#   first cycle's reset, `f_..._q || !rst_ni`, excepted
# Assumptions of tests/formal/any/ are answers of a stand-in, and may also read what else it has.
#
# exit code 1: something was refused
BEGIN {
    split("begin end if else assume assert cover always module endmodule generate endgenerate", list, " ")
    for (i in list) keyword[list[i]] = 1
}
function refuse(line, text) {
    print file ":" line ": " text > "/dev/stderr"
    bad = 1
}
function constant(word) { # a number, a parameter, a constant of the proof
    return word !~ /^[A-Za-z_\\]/ || word ~ /^[A-Z][A-Z0-9_]*$/ || (word in any)
}
function reset_only(text) {
    gsub(/ /, "", text)
    return text ~ /^f_(past|init)_q\|\|!rst_ni$/
}
function judge(line,    n, words, i, text) {
    text = what
    if (label ~ /^in_/) {
        if (in_top) refuse(line, "assumption '" label "' below `if (F_TOP)`: another module that instantiates this one " \
            "would not assert it; state it outside")
    } else if (file !~ /\/any\// && !reset_only(what)) {
        gsub(/[0-9]*'[bdh][0-9a-fA-F]+/, " ", text)
        n = split(text, words, /[^A-Za-z0-9_\\$]+/)
        for (i = 1; i <= n; i++)
            if (words[i] != "" && !constant(words[i])) {
                refuse(line, "assumption" (label == "-" ? "" : " '" label "'") " reads '" words[i] "': label it in_..., " \
                    "so that the module that instantiates this one asserts it")
                break
            }
    }
    gsub(/[ \t]+/, " ", what)
    print file "\t" line "\t" module "\t" label "\t" what
}
# Words of the line one by one; the state: nesting of begin and end, and which of them are below F_TOP.
function scan(text,    word) {
    while (text != "") {
        if (match(text, /^[ \t]+/)) {
            text = substr(text, RLENGTH + 1)
            if (taking) what = what " "
            continue
        }
        if (!match(text, /^([A-Za-z_][A-Za-z0-9_$]*|[0-9]*'[bdh][0-9a-fA-FxzXZ]+|[0-9]+|\\[^ \t]+)/)) RLENGTH = 1
        word = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
        next_word(word)
    }
}
function next_word(word) {
    if (taking) { # the parentheses of an assume or an if
        if (word == "(") deep++
        if (word == ")" && --deep == 0) {
            taking = 0
            if (kind == "if") {
                pending = index(what, "F_TOP") > 0 || pending
            } else {
                judge(at)
            }
            return
        }
        if (deep > 1 || word != "(") what = what word
        return
    }
    if (word == "assume" || word == "if") {
        taking = 1
        deep = 0
        kind = word
        what = ""
        at = FNR
        label = (before == ":" && word == "assume") ? name : "-"
        if (word == "if" && before == "else") pending = pending || was_top
        in_top = pending || (depth > 0 && top_at[depth])
    } else if (word == "begin") {
        depth++
        top_at[depth] = pending || (depth > 1 && top_at[depth-1])
        mine[depth] = pending
        pending = 0
    } else if (word == "end") {
        was_top = mine[depth]
        depth--
    } else if (word == "else") pending = was_top
    else if (word == ";") {
        was_top = pending
        pending = 0
    } else if (before == "module") module = word
    if (word != ":") name = word
    before = word
}
FNR == 1 {
    file = FILENAME
    depth = pending = taking = was_top = 0
    split("", any)
    # What is read twice: the constants of the proof first.
    while ((getline line < FILENAME) > 0)
        if (line ~ /\(\* any(const|seq) \*\)/) {
            sub(/\/\/.*/, "", line)
            sub(/.*\*\) *reg */, "", line)
            sub(/;.*/, "", line)
            sub(/^(signed )? *\[[^]]*(\[[^]]*\])?[^]]*\] */, "", line)
            n = split(line, names, /[ ,;]+/)
            for (i = 1; i <= n; i++) any[names[i]] = 1
        }
    close(FILENAME)
}
{
    sub(/\/\/.*/, "")
    gsub(/"[^"]*"/, "")
    gsub(/\(\*[^)]*\*\)/, "")
    gsub(/always *@\*/, "always")
    scan($0 " ")
}
END { exit bad + 0 }
