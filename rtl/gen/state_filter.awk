# state_filter.awk - from the Verilog of all modules, the GTKWave filters of their states: of each localparam that lists
# sized decimal values, as `localparam [1:0] REST = 2'd0, SEND = 2'd1;`, the values in hexadecimal and the names. A prefix
# that all names share ("ST_") goes into the file's name: DIR/state_MODULE.filter or DIR/state_MODULE_ST.filter; of a
# second list without one, its first name does.
# -v dir=DIR
FNR == 1 { text = ""; formal = 0 }
/^`ifn?def/ && (formal || $2 == "FORMAL") { formal++ }
/^`endif/ && formal { formal--; next }
formal { next }
{ sub(/\/\/.*/, "") }
/^ *localparam/ { text = "" }
/^ *localparam/ || text != "" { text = text " " $0 }
text ~ /;/ { states(text); text = "" }

function states(text,    entry, half, count, i, bits, name, value, prefix, file) {
    gsub(/^ *localparam *(\[[^]]*\])? *|;.*| /, "", text)
    count = split(text, entry, ",")
    if (count < 2) return
    for (i = 1; i <= count; i++) {
        if (split(entry[i], half, "=") != 2 || half[2] !~ /^[0-9]+'d[0-9]+$/) return
        name[i] = half[1]
        bits = half[2] + 0
        value[i] = substr(half[2], index(half[2], "d") + 1)
    }
    prefix = name[1]
    if (sub(/_.*/, "_", prefix))
        for (i = 2; i <= count; i++) if (index(name[i], prefix) != 1) prefix = ""
    if (prefix !~ /_$/) prefix = ""
    file = FILENAME
    gsub(/.*\/|\.v$/, "", file)
    file = dir "/state_" file (prefix == "" ? "" : "_" substr(prefix, 1, length(prefix) - 1)) ".filter"
    if (taken[file]++) sub(/[.]filter$/, "_" name[1] "&", file)
    for (i = 1; i <= count; i++)
        printf "%0*X %s\n", int((bits + 3) / 4), value[i], substr(name[i], length(prefix) + 1) >file
    close(file)
}
