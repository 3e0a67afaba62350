# OpenSTA's longest paths, slowest first: the slack of the first, and one line per end register.
#   slack_ns S, gates N, start NAME, end NAME      of the slowest
#   path DELAY_NS GATES START END                  of the slowest to each end, bits of a word as one
# Delay is from clock to clock: clock to output, gates, set-up.
function plain(name) {
    gsub(/\\/, "", name)
    sub(/_reg$/, "", name)
    return name
}
function word(name) { gsub(/\[[0-9]+\]/, "[]", name); sub(/\[\]$/, "", name); return name }
/^Startpoint:/ { start = plain($2); gates = $2 ~ /_reg$/ ? -2 : 0 } # its clock pin and its output
/^Endpoint:/ { end = plain($2); if ($2 ~ /_reg$/) gates-- } # its data pin
/^ .*\/[A-Za-z0-9]+ \(/ { gates++ }
/slack \(/ {
    if (!paths++) printf "slack_ns %s\ngates %d\nstart %s\nend %s\n", $1, gates, start, end
    if (word(end) in seen) next
    seen[word(end)] = 1
    printf "path %.3f %d %s %s\n", ns - $1, gates, word(start), word(end)
}
END { if (!paths) printf "slack_ns %s\ngates 0\nstart -\nend -\n", ns } # constants only
