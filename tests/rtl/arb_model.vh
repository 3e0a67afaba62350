// arb_model.vh - the naive model of arb_rig: start times, and a scan of warps one by one, following each
// policy's definition. Reads the rig's parameters, inputs of the tick and events; `choose` sets
// m_pick to the warp to be granted, -1 for none.
    reg [SLOTS-1:0] m_live;             // the model
    reg [WARPS-1:0] m_warps [0:SLOTS-1];
    integer m_since [0:SLOTS-1], m_serial, m_last, m_home, m_pick;
    integer m_block [0:SLOTS-1];        // CTAs with the same number are one block
    integer m_rank [0:WARPS-1], m_count;        // blocks: rank of a warp in its CTA
    reg [WARPS-1:0] m_team;             // blocks: the selected group
    integer m_group [0:SLOTS-1], m_youngest, m_members, m_front;    // groups: lower numbers have priority
    integer m_score [0:WARPS-1];        // score of each warp
    integer m_chosen, m_visited;        // the last warp visited; the same, -1 once it has ended
    reg m_second;                       // the next tick is the second of its visit
    reg [WARPS-1:0] m_before;           // warps ranked before it in the first tick
    integer shut_count = 0;             // visits that throttled a warp
    reg [WARPS-1:0] m_owed, m_shut;            // event since the last visit; throttled

    integer m_kid [0:SLOTS-1];          // turns: kernel of each CTA; kernels with a competing warp
    reg [KERNELS-1:0] m_asking;

    function integer slot_of(input integer w);
        integer s;
        begin
            slot_of = -1;
            for (s = 0; s < SLOTS; s = s + 1)
                if (m_live[s] && m_warps[s][w]) slot_of = s;
        end
    endfunction

    function able(input integer w, input want_paused);
        if (slot_of(w) < 0) able = 1'b0;
        else able = ready[w] && valid[w] && paused[slot_of(w)] == want_paused;
    endfunction

    function asks(input integer w, input want_paused);
        asks = able(w, want_paused) && (GROUP == 0 || m_group[slot_of(w)] == m_front)
                && !(BASE > 0 && m_shut[w] && load[w]) && (!TURNS || serve[m_kid[slot_of(w)]]);
    endfunction

    // The best warp among those of paused, or of unpaused CTAs (the argument says which); -1: none.
    function integer best(input want_paused);
        integer w, k;
        begin
            best = -1;
            for (k = WARPS; k >= 1; k = k - 1) begin
                w = (m_last + k) % WARPS;
                if (!GREEDY && asks(w, want_paused)) best = w;
            end
            for (w = 0; w < WARPS; w = w + 1)
                if (GREEDY && asks(w, want_paused)) begin
                    if (best < 0) best = w;
                    else if (GREEDY == 1 && m_since[slot_of(w)] < m_since[slot_of(best)]) best = w;
                    else if (GREEDY == 2 && m_since[slot_of(w)] >= m_since[slot_of(best)]) best = w;
                end
            if (GREEDY && m_last >= 0) if (asks(m_last, want_paused)) best = m_last;
        end
    endfunction

    // Groups: the first group with a competing warp.
    task find_front(input rank);
        integer w;
        begin
            m_front = m_youngest;
            for (w = 0; w < WARPS; w = w + 1)
                if (able(w, rank)) if (m_group[slot_of(w)] < m_front) m_front = m_group[slot_of(w)];
        end
    endtask

    // Blocks: the member in turn, else the best warp outside the group, else the best of all.
    function integer block_since(input integer slot);
        integer s, since;
        begin
            since = m_since[slot];
            for (s = 0; s < SLOTS; s = s + 1)
                if (m_live[s] && m_block[s] == m_block[slot] && m_since[s] < since)
                    since = m_since[s];
            block_since = since;
        end
    endfunction

    integer m_home_block, m_home_rank;  // block and rank of the selected group; -1: none, or a block of one CTA
    task find_home;
        integer w, s, n;
        begin
            m_home_block = -1;
            n = 0;
            for (w = 0; w < WARPS; w = w + 1)
                if (m_team[w]) begin
                    m_home_block = m_block[slot_of(w)];
                    m_home_rank = m_rank[w];
                end
            for (s = 0; s < SLOTS; s = s + 1) if (m_live[s] && m_block[s] == m_home_block) n = n + 1;
            if (n < 2) m_home_block = -1;
        end
    endtask

    function at_home(input integer w);
        at_home = m_block[slot_of(w)] == m_home_block;
    endfunction

    function before(input integer w, input integer v);
        if (at_home(w) != at_home(v)) before = at_home(w);
        else if (at_home(w))
            before = (m_rank[w] + WARPS - m_home_rank - 1) % WARPS
                   < (m_rank[v] + WARPS - m_home_rank - 1) % WARPS;
        else if (block_since(slot_of(w)) != block_since(slot_of(v)))
            before = block_since(slot_of(w)) < block_since(slot_of(v));
        else before = m_rank[w] < m_rank[v];
    endfunction

    task choose_in_blocks(input rank);
        integer w, k, turn, out;
        begin
            turn = -1;
            for (k = WARPS; k >= 1; k = k - 1) begin
                w = (m_last + k) % WARPS;
                if (m_team[w] && valid[w]) turn = w;
            end
            m_pick = -1;
            if (turn >= 0) if (able(turn, rank)) m_pick = turn;
            if (m_pick < 0) begin
                find_home;
                out = 0;
                for (w = 0; w < WARPS; w = w + 1) if (able(w, rank) && !m_team[w]) out = out + 1;
                for (w = 0; w < WARPS; w = w + 1)
                    if (able(w, rank) && (out == 0 || !m_team[w])) begin
                        if (m_pick < 0) m_pick = w;
                        else if (before(w, m_pick)) m_pick = w;
                    end
                m_team = 0;
                for (w = 0; w < WARPS; w = w + 1)
                    if (slot_of(w) >= 0)
                        if (m_block[slot_of(w)] == m_block[slot_of(m_pick)]
                            && m_rank[w] == m_rank[m_pick]) m_team[w] = 1'b1;
            end
        end
    endtask

    `include "arb_model_levels.vh"

    function stands_before(input integer a, input integer b);
        if (m_score[a] != m_score[b]) stands_before = m_score[a] > m_score[b];
        else if (slot_of(a) < 0 || slot_of(b) < 0) stands_before = 1'b0;
        else if (slot_of(a) == slot_of(b)) stands_before = a < b;
        else stands_before = m_since[slot_of(a)] < m_since[slot_of(b)];
    endfunction

    // Scores: finds the warps ranked before the visited one; in the next tick compares their sum with the cutoff and
    // updates the warp's score. Then it visits the next valid warp.
    task visit;
        integer w, height, cutoff, steps;
        begin
            m_second = !m_second;
            if (m_second)
                for (w = 0; w < WARPS; w = w + 1)
                    m_before[w] = m_visited >= 0 && valid[w] && stands_before(w, m_visited);
            else begin
                height = 0;
                cutoff = 0;
                for (w = 0; w < WARPS; w = w + 1)
                    if (valid[w]) begin
                        cutoff = cutoff + BASE;
                        if (m_before[w]) height = height + m_score[w];
                    end
                if (m_visited >= 0)
                    if (valid[m_visited]) judge(height >= cutoff);
                steps = 0;
                m_chosen = (m_chosen + 1) % WARPS;
                while (!valid[m_chosen] && steps < WARPS) begin
                    m_chosen = (m_chosen + 1) % WARPS;
                    steps = steps + 1;
                end
                m_visited = m_chosen;
            end
        end
    endtask

    task judge(input shut);
        begin
            m_shut[m_visited] = shut;
            shut_count = shut_count + shut;
            if (m_owed[m_visited]) m_score[m_visited] = m_score[m_visited] + STEP;
            else m_score[m_visited] = m_score[m_visited] - FALL;
            if (m_score[m_visited] > TOP) m_score[m_visited] = TOP;
            if (m_score[m_visited] < BASE) m_score[m_visited] = BASE;
            m_owed[m_visited] = 1'b0;
        end
    endtask

    // The grant of this tick: unpaused ready warps compete if there are any, else the paused ones.
    task choose;
        integer w, free, held;
        begin
            free = 0;
            held = 0;
            for (w = 0; w < WARPS; w = w + 1) begin
                if (able(w, 1'b0)) free = free + 1;
                if (able(w, 1'b1)) held = held + 1;
            end
            m_asking = 0;
            for (w = 0; w < WARPS; w = w + 1)
                if (TURNS) if (able(w, free == 0)) m_asking[m_kid[slot_of(w)]] = 1'b1;
            m_pick = -1;
            if (free + held > 0 || EVERY != 0) begin
                if (ACTIVE > 0) regroup(free == 0);
                if (GROUP > 0) find_front(free == 0);
                if (BLOCKS > 0) choose_in_blocks(free == 0);
                else if (ACTIVE > 0) pick_active(free == 0);
                else if (FETCH > 0) pick_in_group(free == 0);
                else m_pick = best(free == 0);
                if (BASE > 0) visit;
            end
            if (m_pick >= 0) begin m_last = m_pick; m_home = slot_of(m_pick); end
            m_owed = m_owed | victim;
        end
    endtask

    integer m_i;
    task model_reset;
        begin
            m_live = 0; m_serial = 0; m_home = -1; shut_count = 0;
            m_last = GREEDY ? -1 : WARPS - 1;
            m_team = 0;
            m_youngest = 0;
            m_now = 0;
            m_chosen = WARPS - 1; m_visited = -1; m_second = 0; m_owed = 0; m_shut = 0;
            for (m_i = 0; m_i < WARPS; m_i = m_i + 1) begin
                m_list[m_i] = m_i;
                m_after[m_i] = (m_i + 1) * FETCH - 1;
                m_score[m_i] = BASE;
            end
        end
    endtask

    // Applies the events of a tick after its choice: the CTA of end_slot ends, that of start_slot starts.
    task model_end;
        begin
            m_live[end_slot] = 1'b0;
            m_team = m_team & ~m_warps[end_slot];
            for (m_i = 0; m_i < WARPS; m_i = m_i + 1)
                if (m_warps[end_slot][m_i]) begin
                    m_score[m_i] = BASE; m_owed[m_i] = 1'b0; m_shut[m_i] = 1'b0;
                    if (m_visited == m_i) m_visited = -1;
                end
            if (GREEDY && m_home == end_slot) begin m_last = -1; m_home = -1; end
        end
    endtask

    task model_start;
        begin
            m_block[start_slot] = m_serial;
            if (start_partner < SLOTS)
                if (m_live[start_partner]) m_block[start_slot] = m_block[start_partner];
            m_count = 0;
            for (m_i = 0; m_i < WARPS; m_i = m_i + 1)
                if (start_warps[m_i]) begin m_rank[m_i] = m_count; m_count = m_count + 1; end
            m_members = 0;
            for (m_i = 0; m_i < SLOTS; m_i = m_i + 1)
                if (m_live[m_i] && m_group[m_i] == m_youngest) m_members = m_members + 1;
            if (m_members >= GROUP) m_youngest = m_youngest + 1;
            m_group[start_slot] = m_youngest;
            m_live[start_slot] = 1'b1;
            m_warps[start_slot] = start_warps;
            m_kid[start_slot] = start_kid;
            m_since[start_slot] = m_serial;
            m_serial = m_serial + 1;
        end
    endtask
