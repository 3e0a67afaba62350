# Of the Verilog files given, prints the names of those that the module `top` reaches: its own, and the file of every
# module that a reached file instantiates; a signal of that name, such as limit_ok, is no instance. So a netlist and a
# verdict depend on no other file.
#
#   awk -v top=lib_oldest -f reached.awk rtl/lib/lib_oldest.v tests/formal/formal_*.v rtl/lib/lib_enc1h.v ...
function read_instances(file, line) { # uses[file, word]: the file instantiates it, as `word #(` or `word name (`
    while (match(line, /[A-Za-z_][A-Za-z0-9_]*[ \t]*(#|[ \t][A-Za-z_][A-Za-z0-9_]*[ \t]*\()/)) {
        line = substr(line, RSTART)
        match(line, /^[A-Za-z0-9_]+/)
        uses[file, substr(line, 1, RLENGTH)] = 1
        line = substr(line, RLENGTH + 1)
    }
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
{ read_instances(FILENAME, $0) }
END {
    if (!(top in file_of)) {
        print "reached.awk: no module " top " in " files[1] > "/dev/stderr"
        exit 2
    }
    reach(file_of[top])
    for (i = 1; i <= count; i++)
        if (files[i] in reached) print files[i]
}
