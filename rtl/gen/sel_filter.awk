# sel_filter.awk - from what gen_bank.sh --ids prints, the GTKWave filter of a stage's select signal: its values and the policies' words.
# -v stage=place, limit or gate. Gates have a bit each, so every set of them has a line.
BEGIN { stage = toupper(stage); divide["PLACE"] = 1; divide["LIMIT"] = 256; divide["GATE"] = 65536 }
$1 == "localparam" && $3 ~ "^" stage "_" {
    value = substr($5, 1, length($5) - 1) / divide[stage]
    word = tolower(substr($3, length(stage) + 2))
    if (stage != "GATE") printf "%02X %s\n", value, word
    else if (value) gate[value] = word
}
END {
    if (stage != "GATE") exit
    print "0000 none"
    count = length_of(gate)
    for (set = 1; set < 2 ^ count; set++) {
        text = ""
        for (bit = 0; bit < count; bit++)
            if (int(set / 2 ^ bit) % 2) text = text (text != "" ? "," : "") gate[2 ^ bit]
        printf "%04X %s\n", set, text
    }
}
function length_of(list,    i, n) { for (i in list) n++; return n + 0 }
