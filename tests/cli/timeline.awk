# timeline.awk - with field.awk: checks a CTA timeline: -v sms=N -v first=K -v block=B. The first K CTAs of the first
# kernel (the next begins on the SM after its last) stand in blocks of B (1 if not given) on the SMs in
# turn, every complete event has what the trace-event format asks for, and the bars of one slot do not
# overlap.
function complain(what) { print what ": " $0; bad = 1; exit }
/"ph": *"X", *"cat": *"cta"/ {
    n++
    if (field("ts") == "" || field("dur") == "" || field("pid") == "" || field("tid") == "")
        complain("an event without ts, dur, pid or tid")
    id = field("lid")
    turn = int(id / (block ? block : 1)) % sms
    if (field("id") == 0 && id < first && field("pid") != turn) complain("CTA " id " expected on SM " turn)
    slot = field("pid") "." field("tid")
    begin = field("begin_cycle")
    bars[slot]++
    from[slot, bars[slot]] = begin
    till[slot, bars[slot]] = begin + field("cycles")
}
END {
    if (bad) exit 1
    for (slot in bars)
        for (i = 1; i <= bars[slot]; i++)
            for (j = i + 1; j <= bars[slot]; j++)
                if (from[slot, i] < till[slot, j] && from[slot, j] < till[slot, i]) {
                    print "slot " slot ": two CTAs at once"
                    exit 1
                }
    exit n > first ? 0 : 1
}
