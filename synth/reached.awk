# Of the Verilog files given, prints the names of those that the module `top` reaches: its own, and the file of every
# module that a reached file names outside of a comment. So a proof reads, and its verdict depends on, no other file.
#
#   awk -v top=lib_oldest -f reached.awk rtl/lib/lib_oldest.v tests/formal/formal_*.v rtl/lib/lib_enc1h.v ...
function read_words(file, line,    n, word, i) { # uses[file, word]: the file names it
    n = split(line, word, /[^A-Za-z0-9_]+/)
    for (i = 1; i <= n; i++) uses[file, word[i]] = 1
}
function reach(file,    module) {
    if (file in reached) return
    reached[file] = 1
    for (module in file_of)
        if ((file, module) in uses) reach(file_of[module])
}
FNR == 1 { files[++count] = FILENAME }
{ sub(/\/\/.*/, "") }
/^module / {
    match($2, /^[A-Za-z0-9_]+/)
    file_of[substr($2, 1, RLENGTH)] = FILENAME
}
{ read_words(FILENAME, $0) }
END {
    if (!(top in file_of)) {
        print "reached.awk: no module " top " in " files[1] > "/dev/stderr"
        exit 2
    }
    reach(file_of[top])
    for (i = 1; i <= count; i++)
        if (files[i] in reached) print files[i]
}
