# field.awk - field(key): the number that a line of a timeline gives for that key, "" if it has none.
function field(key,    text) {
    if (!match($0, "\"" key "\": *[-0-9.]+")) return ""
    text = substr($0, RSTART, RLENGTH)
    sub(/^[^:]*: */, "", text)
    return text + 0
}
