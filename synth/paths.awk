# OpenSTA's longest paths, slowest first: the slack of the first, and one line per end register.
#   slack_ns S, gates N, start NAME, end NAME      of the slowest
#   path DELAY_NS GATES START END                  of the slowest to each end, bits of a word as one
# Delay is from clock to clock: clock to output, gates, set-up. A design of constants has no path: slack_ns is the period.
#
#   awk -v ns=PERIOD -f paths.awk sta.txt
function is_register(name) { return name ~ /_reg$/ }
function plain(name) {
    gsub(/\\/, "", name)
    sub(/_reg$/, "", name)
    return name
}
function word(name) { # x_q[3] -> x_q
    gsub(/\[[0-9]+\]/, "[]", name)
    sub(/\[\]$/, "", name)
    return name
}
function summary(slack, gates, start, end) {
    printf "slack_ns %s\ngates %d\nstart %s\nend %s\n", slack, gates, start, end
}
# Of the pins on a path, the start register's clock pin and output and the end register's data pin are no gates.
/^Startpoint:/ {
    start = plain($2)
    gates = is_register($2) ? -2 : 0
}
/^Endpoint:/ {
    end = plain($2)
    if (is_register($2)) gates--
}
/^ .*\/[A-Za-z0-9]+ \(/ { gates++ }
/slack \(/ {
    if (!paths) summary($1, gates, start, end)
    paths++
    if (word(end) in seen) next
    seen[word(end)] = 1
    printf "path %.3f %d %s %s\n", ns - $1, gates, word(start), word(end)
}
END { if (!paths) summary(ns, 0, "-", "-") }
