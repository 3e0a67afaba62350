// arb_rig - arb_top with a naive model of its policy beside it, for the benches of the policies.
//
// start_cta and end_cta prepare events for the next tick; tick passes one clock edge and compares
// the grant with the model; expect_grant names a grant of a past tick in the bench's own words.
// The model keeps start times and scans warps one by one, as the policy's definition reads.
`default_nettype none
`timescale 1ns/1ps
module arb_rig;
    parameter WARPS = 5, SLOTS = 3, KERNELS = 4;
    parameter GREEDY = 0;               // 0: loose round robin, 1: greedy then oldest
    parameter ACTIVE = 0;               // two levels: warps in the active set; 0: one level
    parameter BLOCKS = 0;               // 1: the k-th warps of a block's CTAs take turns
    parameter GROUP = 0;                // CTAs per group of one priority; 0: no groups
    parameter BASE = 0, STEP = 0, TOP = 0;  // lost-locality scores: base, event, maximum; 0: none
    localparam SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1;
    localparam KID_W  = KERNELS > 1 ? $clog2(KERNELS) : 1;
    localparam TICKS  = 65536;

    reg clk = 0, rst_n = 0;
    reg start_evt = 0, end_evt = 0;
    reg [SLOT_W-1:0] start_slot = 0, end_slot = 0, start_partner = 0;
    reg [KID_W-1:0]  start_kid = 0;
    reg [WARPS-1:0]  start_warps = 0, valid = {WARPS{1'b1}}, ready = 0, longlat = 0;
    reg [WARPS-1:0]  load = 0, victim = 0;
    reg [SLOTS-1:0]  paused = 0;
    wire [WARPS-1:0] gnt;
    wire             gnt_valid, still;

    arb_top #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_dut (
        .clk_i(clk), .rst_ni(rst_n),
        .cta_start_evt_i(start_evt), .cta_start_slot_i(start_slot), .cta_start_kid_i(start_kid),
        .cta_start_warps_i(start_warps), .cta_start_partner_i(start_partner),
        .cta_end_evt_i(end_evt), .cta_end_slot_i(end_slot),
        .valid_i(valid), .ready_i(ready), .longlat_i(longlat), .load_i(load),
        .victim_evt_i(victim), .paused_i(paused),
        .gnt_o(gnt), .gnt_valid_o(gnt_valid), .still_o(still));

    integer passed = 0, failed = 0, now = 0, shut_count = 0; // shut: visits that held back
    integer granted [0:TICKS-1];        // by tick: the warp granted, -1 for none

    reg [SLOTS-1:0] m_live;             // the model
    reg [WARPS-1:0] m_warps [0:SLOTS-1];
    integer m_since [0:SLOTS-1], m_serial, m_last, m_home, m_pick;
    integer m_list [0:WARPS-1], m_set;  // two levels: all warps, the first m_set active
    integer m_spare [0:WARPS-1];
    integer m_block [0:SLOTS-1];        // CTAs of one number are of one block
    integer m_rank [0:WARPS-1], m_count;        // blocks: of a warp in its CTA
    reg [WARPS-1:0] m_team;             // blocks: the selected group
    integer m_group [0:SLOTS-1], m_youngest, m_members, m_front;    // lower numbers go first
    reg blocks_occur = 0;               // random CTAs name a leader now and then
    integer m_score [0:WARPS-1], m_visited;     // scores: of each warp; the last one visited
    reg [WARPS-1:0] m_owed, m_shut;            // event not in the score; may not load

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
                && !(BASE > 0 && m_shut[w] && load[w]);
    endfunction

    // The best warp among those whose CTA is paused or not, as asked; -1: none.
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
                    else if (m_since[slot_of(w)] < m_since[slot_of(best)]) best = w;
                end
            if (GREEDY && m_last >= 0) if (asks(m_last, want_paused)) best = m_last;
        end
    endfunction

    // Groups: which is the first with a competing warp.
    task find_front(input rank);
        integer w;
        begin
            m_front = m_youngest;
            for (w = 0; w < WARPS; w = w + 1)
                if (able(w, rank)) if (m_group[slot_of(w)] < m_front) m_front = m_group[slot_of(w)];
        end
    endtask

    // Blocks: the warp whose turn it is, or the best outside the group, or the best of all.
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

    function before(input integer w, input integer v);
        if (block_since(slot_of(w)) != block_since(slot_of(v)))
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

    // Two levels: the active warps that wait go to the end of the list, before the places that
    // belong to warps that do not exist. `rank`: the paused state of the warps that compete.
    task regroup(input rank);
        integer k, n, size;
        begin
            size = WARPS;
            for (k = WARPS - 1; k >= 0; k = k - 1) if (longlat[k] && !valid[k]) size = k;
            m_set = size < ACTIVE ? size : ACTIVE;
            n = 0;
            for (k = 0; k < size; k = k + 1)
                if (k >= m_set || !waits(m_list[k], rank)) begin m_spare[n] = m_list[k]; n = n + 1; end
            for (k = 0; k < m_set; k = k + 1)
                if (waits(m_list[k], rank)) begin m_spare[n] = m_list[k]; n = n + 1; end
            for (k = 0; k < size; k = k + 1) m_list[k] = m_spare[k];
        end
    endtask

    // The first active warp that competes; the active ones turn until it is the last. -1: none.
    task pick_active(input rank);
        integer k, at;
        begin
            m_pick = -1;
            for (k = m_set - 1; k >= 0; k = k - 1)
                if (able(m_list[k], rank)) begin m_pick = m_list[k]; at = k; end
            if (m_pick >= 0) begin
                for (k = 0; k < m_set; k = k + 1) m_spare[k] = m_list[(at + 1 + k) % m_set];
                for (k = 0; k < m_set; k = k + 1) m_list[k] = m_spare[k];
            end
        end
    endtask

    function waits(input integer w, input rank);
        waits = longlat[w] || !valid[w] || able(w, !rank);
    endfunction

    function stands_before(input integer a, input integer b);
        if (m_score[a] != m_score[b]) stands_before = m_score[a] > m_score[b];
        else if (slot_of(a) < 0 || slot_of(b) < 0) stands_before = 1'b0;
        else if (slot_of(a) == slot_of(b)) stands_before = a < b;
        else stands_before = m_since[slot_of(a)] < m_since[slot_of(b)];
    endfunction

    // Scores: the next valid warp stays out of the loads if what is stacked before it reaches the
    // cutoff; then its score moves.
    task visit;
        integer w, below, cutoff, steps;
        begin
            steps = 0;
            m_visited = (m_visited + 1) % WARPS;
            while (!valid[m_visited] && steps < WARPS) begin
                m_visited = (m_visited + 1) % WARPS;
                steps = steps + 1;
            end
            below = 0;
            cutoff = 0;
            for (w = 0; w < WARPS; w = w + 1)
                if (valid[w]) begin
                    cutoff = cutoff + BASE;
                    if (stands_before(w, m_visited)) below = below + m_score[w];
                end
            m_shut[m_visited] = below >= cutoff;
            shut_count = shut_count + (below >= cutoff);
            if (m_owed[m_visited]) m_score[m_visited] = m_score[m_visited] + STEP;
            else m_score[m_visited] = m_score[m_visited] - 1;
            if (m_score[m_visited] > TOP) m_score[m_visited] = TOP;
            if (m_score[m_visited] < BASE) m_score[m_visited] = BASE;
            m_owed[m_visited] = 1'b0;
        end
    endtask

    // The grant of this tick: unpaused warps compete if there is one, else the paused ones.
    task choose;
        integer w, free, held;
        begin
            free = 0;
            held = 0;
            for (w = 0; w < WARPS; w = w + 1) begin
                if (able(w, 1'b0)) free = free + 1;
                if (able(w, 1'b1)) held = held + 1;
            end
            m_pick = -1;
            if (free + held > 0) begin
                if (ACTIVE > 0) regroup(free == 0);
                if (GROUP > 0) find_front(free == 0);
                if (BLOCKS > 0) choose_in_blocks(free == 0);
                else if (ACTIVE > 0) pick_active(free == 0);
                else m_pick = best(free == 0);
                if (BASE > 0) visit;
            end
            if (m_pick >= 0) begin m_last = m_pick; m_home = slot_of(m_pick); end
            m_owed = m_owed | victim;
        end
    endtask

    task check(input ok, input [8*24-1:0] what, input integer expected, input integer found);
        if (ok) passed = passed + 1;
        else begin
            failed = failed + 1;
            if (failed <= 20)
                $display("tick %0d: %0s: expected %0d, found %0d", now, what, expected, found);
        end
    endtask

    integer i;
    task reset;
        begin
            rst_n = 0;
            #1 clk = 1; #1 clk = 0; #1 clk = 1; #1 clk = 0;
            rst_n = 1;
            m_live = 0; m_serial = 0; m_home = -1; now = 0;
            m_last = GREEDY ? -1 : WARPS - 1;
            m_team = 0;
            m_youngest = 0;
            m_visited = WARPS - 1; m_owed = 0; m_shut = 0; shut_count = 0;
            for (i = 0; i < WARPS; i = i + 1) begin
                m_list[i] = i;
                m_score[i] = BASE;
            end
            check(gnt === 0 && gnt_valid === 1'b0, "grant in reset", -1, gnt);
        end
    endtask

    task start_cta(input integer slot, input [63:0] warps);
        begin
            start_evt = 1; start_slot = slot; start_warps = warps[WARPS-1:0];
            start_partner = slot;
        end
    endtask

    task start_in_block(input integer slot, input [63:0] warps, input integer leader);
        begin
            start_cta(slot, warps);
            start_partner = leader;
        end
    endtask

    task end_cta(input integer slot);
        begin end_evt = 1; end_slot = slot; end
    endtask

    task tick(input [63:0] ready_warps, input [15:0] paused_ctas);
        begin
            ready = ready_warps[WARPS-1:0];
            paused = paused_ctas[SLOTS-1:0];
            choose;
            if (end_evt) begin
                m_live[end_slot] = 1'b0;
                m_team = m_team & ~m_warps[end_slot];
                for (i = 0; i < WARPS; i = i + 1)
                    if (m_warps[end_slot][i]) begin
                        m_score[i] = BASE; m_owed[i] = 1'b0; m_shut[i] = 1'b0;
                    end
                if (GREEDY && m_home == end_slot) begin m_last = -1; m_home = -1; end
            end
            if (start_evt) begin
                m_block[start_slot] = m_serial;
                if (start_partner < SLOTS)
                    if (m_live[start_partner]) m_block[start_slot] = m_block[start_partner];
                m_count = 0;
                for (i = 0; i < WARPS; i = i + 1)
                    if (start_warps[i]) begin m_rank[i] = m_count; m_count = m_count + 1; end
                m_members = 0;
                for (i = 0; i < SLOTS; i = i + 1)
                    if (m_live[i] && m_group[i] == m_youngest) m_members = m_members + 1;
                if (m_members >= GROUP) m_youngest = m_youngest + 1;
                m_group[start_slot] = m_youngest;
                m_live[start_slot] = 1'b1;
                m_warps[start_slot] = start_warps;
                m_since[start_slot] = m_serial;
                m_serial = m_serial + 1;
            end
            #1 clk = 1;
            #1 granted[now] = -1;
            for (i = 0; i < WARPS; i = i + 1) if (gnt[i]) granted[now] = i;
            check(granted[now] == m_pick, "granted warp", m_pick, granted[now]);
            check(gnt === (m_pick < 0 ? {WARPS{1'b0}} : {{WARPS-1{1'b0}}, 1'b1} << m_pick),
                  "grant vector", m_pick, gnt);
            check(gnt_valid === (m_pick >= 0), "gnt_valid_o", m_pick >= 0, gnt_valid);
            check(still === 1'b0 || (still === 1'b1 && m_pick < 0 && !start_evt && !end_evt
                                     && victim == 0), "still_o", 0, still);
            check(still === 1'b1 || m_pick >= 0 || start_evt || end_evt || victim != 0
                  || |u_dut.pool, "still_o with nobody ready", 1, still);
            now = now + 1;
            start_evt = 0; end_evt = 0; victim = 0;
            clk = 0;
            #1;
        end
    endtask

    task expect_grant(input integer cycle, input integer warp);
        check(granted[cycle] == warp, "expect_grant", warp, granted[cycle]);
    endtask

    // Random traffic: CTAs of any size come and go, in the same cycle too; the share of ready warps
    // and of paused CTAs changes every 64 ticks, so that idle, sparse and full cycles all occur.
    integer n, s, seed, dense, held;
    reg [63:0] r, free, stay;
    task random_ticks(input integer ticks, input integer first_seed);
        begin
            seed = first_seed;
            for (n = 0; n < ticks; n = n + 1) begin
                if (n % 64 == 0) begin dense = $random(seed); held = $random(seed); end
                free = {WARPS{1'b1}};
                for (s = 0; s < SLOTS; s = s + 1) if (m_live[s]) free = free & ~m_warps[s];
                s = $unsigned($random(seed)) % SLOTS;
                if (m_live[s] && $random(seed) % 8 == 0) begin
                    end_cta(s);
                    free = free | m_warps[s];
                end
                s = $unsigned($random(seed)) % SLOTS;
                if (!m_live[s] && $random(seed) % 4 == 0)
                    start_in_block(s, free & {$random(seed), $random(seed)},
                                   blocks_occur ? $unsigned($random(seed)) % SLOTS : s);
                valid = ~({$random(seed), $random(seed)} & {$random(seed), $random(seed)}
                          & {$random(seed), $random(seed)} & {64{dense[4]}});
                r = {$random(seed), $random(seed)};
                if (dense[0]) r = r & {$random(seed), $random(seed)};
                if (dense[1]) r = r & {$random(seed), $random(seed)};
                if (dense[2]) r = r & {$random(seed), $random(seed)};
                if (dense[3]) r = r | {$random(seed), $random(seed)};
                // A wait begins and ends now and then, and a warp that waits is not ready.
                stay = {$random(seed), $random(seed)} | {$random(seed), $random(seed)};
                longlat = (longlat & stay[WARPS-1:0]) | ({$random(seed), $random(seed)}
                          & {$random(seed), $random(seed)} & {$random(seed), $random(seed)});
                r = r & ~longlat;
                if (ACTIVE > 0 && held[2]) longlat = longlat & valid; // all warps exist
                load = {$random(seed), $random(seed)};
                if (dense[5]) load = load | {$random(seed), $random(seed)};
                victim = {$random(seed), $random(seed)} & {$random(seed), $random(seed)}
                         & {$random(seed), $random(seed)} & {64{dense[6]}};
                if (dense[7]) victim = victim & {$random(seed), $random(seed)}
                                       & {$random(seed), $random(seed)};
                tick(r, held[0] ? $random(seed) & $random(seed) : held[1] ? $random(seed) : 0);
            end
            valid = {WARPS{1'b1}};
            longlat = 0;
            load = 0;
        end
    endtask

    task report;
        begin
            $display("%0d passed, %0d failed", passed, failed);
            $finish_and_return(failed ? 1 : 0);
        end
    endtask
endmodule
`default_nettype wire
