# timeline.jq - what the tests ask of a timeline (ctadel run --timeline). Each question answers with a sentence for
# everything that is wrong, and with nothing when all is right.

def ctas: [.traceEvents[] | select(.ph == "X" and .cat == "cta")
    | {name: .args.kernel, kernel: .args.id, cta: .args.lid, x: .args.x, y: .args.y, sm: .args.sm, slot: .args.slot, pid, tid, ts, dur,
       start: .args.begin_cycle, end: (.args.begin_cycle + .args.cycles)}];

# Chrome's trace event format, its JSON object form: events of the phases M, X and C with exactly the members that the
# format has for them, of the right type.
def trace_events:
    (select(keys != ["displayTimeUnit", "otherData", "traceEvents"] or .displayTimeUnit != "ns") | "head: \(del(.traceEvents))"),
    ({M: {}, X: {cat: "string", cname: "string", tid: "number", ts: "number", dur: "number"}, C: {ts: "number"}} as $own
        | .traceEvents[] | . as $event
        | ({ph: "string", name: "string", pid: "number", args: "object"} + $own[.ph]) as $members
        | if $own[.ph] == null then "an event that is no M, X or C: \(.)" else
            (map_values(type) | if $event.ph == "M" then del(.tid) else . end
                | select(. != $members) | "members of \($event): \(.), expected \($members)") end),
    ({process_name: "name", thread_name: "name", process_sort_index: "sort_index", thread_sort_index: "sort_index"} as $of
        | .traceEvents[] | select(.ph == "M") | . as $event
        | select((.args | keys) != [$of[$event.name]] or (.name | startswith("thread")) != has("tid")) | "metadata: \(.)"),
    (.traceEvents[] | select(.ph == "X" and .dur < 0) | "ends before it starts: \(.)");

# What viewers need to show each event on a track with a name, in order: processes and threads from 1 (Perfetto takes 0 for
# the idle task), each named once and with its place, no thread of its process's number (Perfetto puts it first); times from 0; bars of a track that do not overlap; counters of one number, in order of time.
def perfetto:
    trace_events,
    (.traceEvents as $all
    | [$all[] | select(.ph == "M" and .name == "process_name") | .pid] as $processes
    | [$all[] | select(.ph == "M" and .name == "thread_name") | [.pid, .tid]] as $threads
    | ($all | map(select(.ph == "M" and (.name | endswith("sort_index"))) | [.pid, .tid] - [null])) as $places
    | def whole: type == "number" and . == floor and . > 0;
      ($processes, $threads | group_by(.)[] | select(length > 1) | "\(.[0]) has \(length) names"),
      ($all[] | select(.pid | whole | not) | "process: \(.)"),
      ($all[] | select(.ph == "X" and (.tid | whole | not) or .tid == .pid) | "thread: \(.)"),
      (($processes | map([.])) + $threads | . - $places + ($places - .) | .[] | "\(.) has a name or a place, and not the other"),
      ($all[] | select(.ph != "M" and (.ts | type != "number" or . < 0)) | "time: \(.)"),
      ([$all[].pid] | unique - $processes | .[] | "process \(.) has no name"),
      ([$all[] | select(.ph == "X") | [.pid, .tid]] | unique - $threads | .[] | "track \(.) has no name"),
      ([$all[] | select(.ph == "X")] | group_by([.pid, .tid])[] | sort_by(.ts) | range(1; length) as $i
          | select(.[$i - 1].ts + .[$i - 1].dur > .[$i].ts + 1e-5) | "bars at once: \(.[$i - 1]), \(.[$i])"),
      ($all[] | select(.ph == "C" and ([.args[]] | length != 1 or (.[0] | type != "number"))) | "counter: \(.)"),
      ([$all[] | select(.ph == "C")] | group_by([.pid, .name])[] | range(1; length) as $i
          | select(.[$i].ts < .[$i - 1].ts) | "counter goes back: \(.[$i])"));

# What scripts/timeline_in_browser.sh prints of a timeline that the viewer shows as meant.
def viewer:
    (.traceEvents | group_by(.pid)) as $all
    | def place($what): map(select(.name == $what))[0].args.sort_index;
      ($all | sort_by(place("process_sort_index"))[]
        | "process \(map(select(.name == "process_name"))[0].args.name)",
          (map(select(.ph == "C")) | group_by(.name)[]
              | "  counter \(.[0].name): \(length) values of \(.[0].args | keys[0])"),
          (group_by(.tid) | map(select(any(.ph == "X"))) | sort_by(place("thread_sort_index"))[]
              | "  track \(map(select(.name == "thread_name"))[0].args.name): \(map(select(.ph == "X")) | length) bars")),
      ([ctas[] | {name, kernel}] | group_by(.name, .kernel)[] | "kernel \(.[0].name) \(.[0].kernel): CTAs \(length), colours 1");

# The bars of one slot do not overlap, in cycles.
def bars:
    perfetto,
    (ctas | group_by([.sm, .slot])[] | sort_by(.start) | range(1; length) as $i
        | select(.[$i].start < .[$i - 1].end)
        | "SM \(.[$i].sm), slot \(.[$i].slot): CTAs \(.[$i - 1].cta) and \(.[$i].cta) at once");

# The first $first CTAs of the first kernel go to SMs 0 to $sms - 1 in turn, in blocks of $block. (The next kernel
# starts on the SM after its last.)
def in_turn($sms; $first; $block):
    bars,
    (ctas | select(length <= $first) | "\(length) CTAs, expected more than \($first)"),
    (ctas[] | select(.kernel == 0 and .cta < $first) | ((.cta / $block | floor) % $sms) as $sm
        | select(.sm != $sm) | "CTA \(.cta) is on SM \(.sm), expected \($sm)");

# A CTA goes to an SM that has no more CTAs than another. (Between the choice and the start of a CTA, at most $since
# cycles, others may end.)
def fewest($sms; $since):
    bars,
    (ctas as $ctas | $ctas[] | . as $cta
        | [range($sms) as $sm | [$ctas[] | select(.sm == $sm and .start < $cta.start)]] as $before
        | ([$before[] | map(select(.end > $cta.start - $since)) | length] | min) as $least
        | ($before[$cta.sm] | map(select(.end > $cta.start)) | length) as $has
        | select($has > $least) | "kernel \(.kernel): CTA \(.cta) is on SM \(.sm) of \($has) CTAs, another has \($least)");

# CTAs 2i and 2i + 1 of each kernel are on one SM, and no CTA is dispatched between them; kernels run at once.
def whole_pairs:
    ctas as $ctas
    | [$ctas[] | select(.cta % 2 == 1) as $odd
        | ($ctas[] | select(.kernel == $odd.kernel and .cta == $odd.cta - 1)) as $even | {$even, $odd}] as $pairs
    | ($ctas | group_by(.kernel) | map({start: (map(.start) | min), end: (map(.end) | max)})) as $kernels
    | ($pairs | select(length == 0) | "no pairs"),
      ([range($kernels | length) as $i | range($i) as $k
          | select($kernels[$i].start <= $kernels[$k].end and $kernels[$k].start <= $kernels[$i].end)]
          | select(length == 0) | "no two kernels run at once"),
      ($pairs[] | select(.even.sm != .odd.sm)
          | "kernel \(.odd.kernel): CTAs \(.even.cta) and \(.odd.cta) on SMs \(.even.sm) and \(.odd.sm)"),
      ($pairs[] as $p | $ctas[] | select(.start > $p.even.start and .start < $p.odd.start)
          | "kernel \($p.odd.kernel): CTA \(.cta) of kernel \(.kernel) between CTAs \($p.even.cta) and \($p.odd.cta)");

# The grid of the first kernel, which $columns and $rows divide, is cut into $columns x $rows tiles; each is on one SM,
# the first on SM 0, and its CTAs start row by row.
def tiles($columns; $rows):
    [ctas[] | select(.kernel == 0)] as $ctas
    | ($ctas | map(.x) | max + 1) as $width | ($ctas | map(.y) | max + 1) as $height
    | ($width / $columns) as $w | ($height / $rows) as $h
    | ($ctas | select(length != $width * $height or $w * $h < 2) | "\(length) CTAs, tiles of \($w) x \($h)"),
      ($ctas[] | ((.x / $w | floor) + $columns * (.y / $h | floor)) as $tile
          | select(.sm != $tile) | "CTA \(.x),\(.y) of tile \($tile) is on SM \(.sm)"),
      ($ctas[] as $a | $ctas[] | select(.sm == $a.sm and .start < $a.start and .y * $width + .x > $a.y * $width + $a.x)
          | "CTA \(.x),\(.y) starts before \($a.x),\($a.y)");

# Under --place spatial: while kernels 0 and 1 both have CTAs left, kernel 0's go to SMs 0, 2, 4 and kernel 1's to SMs 1 and 3;
# then kernel 1's go to all five. SMs are dealt in $settle cycles.
def sets_of_sms($settle):
    bars,
    ([ctas[] | select(.kernel < 2)] as $ctas
    | ($ctas | map(select(.kernel == 1).start) | min + $settle) as $from
    | ($ctas | map(select(.kernel == 0).start) | max) as $to
    | [$ctas[] | select(.start > $from and .start <= $to)] as $both
    | [$ctas[] | select(.kernel == 1 and .start > $to)] as $after
    | ($both | group_by(.kernel) | map(length) | select(length != 2 or min < 4) | "CTAs while both have some left: \(.)"),
      ($both[] | select(.sm % 2 != .kernel) | "kernel \(.kernel): CTA \(.cta) on SM \(.sm) at \(.start)"),
      ($after | map(.sm) | unique | select(. != [range(5)]) | "kernel 1 ends on SMs \(.)"));

# SMK's CTA quota Tb of two kernels over time: at each decision one rises by 1 and the other does not rise. A new pair,
# or a kernel that is left alone, starts over. Some rise and some fall.
def tb_rules:
    [.traceEvents[] | select(.ph == "C" and (.name | startswith("Tb ")))]
    | group_by(.ts) | reduce .[] as $changes ({tb: {}, rises: 0, falls: 0, wrong: []};
        .tb as $before
        | [$changes[] | {name, from: ($before[.name] // 0), to: .args.CTAs}] as $moves
        | ($moves | any(.from == 0 or .to == 0)) as $anew
        | ($moves | map(select(.from > 0 and .to == .from + 1)) | length) as $ups
        | if $ups > 1 and ($anew | not) then .wrong += ["at \($changes[0].ts): \($moves)"] else . end
        | .rises += $ups
        | .falls += ($moves | map(select(.to > 0 and .to < .from)) | length)
        | reduce $moves[] as $m (.; .tb[$m.name] = $m.to))
    | .wrong[], (select(.rises < 1 or .falls < 1) | "\(.rises) rises and \(.falls) falls");
