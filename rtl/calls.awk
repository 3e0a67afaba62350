# calls.awk - calls of functions inside an expression: awk -f rtl/calls.awk FILE FILE. The first reading finds the names of
# the functions. What stands under FORMAL does not count, nor do functions of integers, which compute constants.
/^`ifdef FORMAL/ { formal = 1 }
/^`(endif|else)/ { formal = 0 }
formal { next }
{ sub(/\/\/.*/, "") }
$1 == "function" {
    line = $0
    gsub(/\[[^]]*\]/, "", line)
    split(line, word, /[ (;]+/)
    for (i = 1; word[i] == "" || word[i] == "function" || word[i] == "automatic" || word[i] == "signed"; i++) ;
    if (FNR == NR && word[i] != "integer") functions[word[i]] = 1
    next
}
FNR != NR {
    for (name in functions)
        if ($0 ~ "(^|[^A-Za-z0-9_])" name " *\\(" && $0 !~ "[^=!<>]<?= *" name " *\\(.*\\)[,;]? *$") {
            printf "%s:%d: %s() is called inside an expression; assign it to a variable first\n", FILENAME, FNR, name
            found = 1
        }
}
END { exit found }
