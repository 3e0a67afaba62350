// arb_rig - arb_top next to a naive model of its policy, for the benches of the policies.
//
// start_cta and end_cta prepare events for the next tick; tick passes one clock edge and compares
// the grant with the model; expect_grant checks the grant of a past tick against the bench's own value.
// The model is arb_model.vh.
// also: arb_top
`default_nettype none
`timescale 1ns/1ps
module arb_rig;
    parameter WARPS = 5, SLOTS = 3, KERNELS = 4;
    parameter GREEDY = 0;               // 0: loose round robin, 1: greedy then oldest, 2: greedy then youngest
    parameter ACTIVE = 0;               // two levels: warps in the active set; 0: one level
    parameter EVERY = 0;                // two levels: 1: the set is sorted in every cycle
    parameter FETCH = 0;                // two levels: warps in a fetch group; 0: no such groups
    parameter BLOCKS = 0;               // 1: the k-th warps of a block's CTAs take turns
    parameter GROUP = 0;                // CTAs per group of one priority; 0: no groups
    parameter BASE = 0, STEP = 0, FALL = 0, TOP = 0;    // lost-locality scores: base, what an event
                                                        // adds, a visit takes; maximum; 0: none
    parameter CHOICE = 1;               // 0: any competing warp may be granted; expect_grant says which
    parameter TURNS = 0;                // 1: only warps of kernels in `serve`; random CTAs have kernels
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
    reg [2:0]        scheds = 1;
    wire [WARPS-1:0] gnt;
    wire             gnt_valid, still;
    reg  [KERNELS-1:0] serve = {KERNELS{1'b1}};
    wire [KERNELS-1:0] asking;

    arb_top #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_dut (
        .clk_i(clk), .rst_ni(rst_n), .scheds_i(scheds),
        .cta_start_evt_i(start_evt), .cta_start_slot_i(start_slot), .cta_start_kid_i(start_kid),
        .cta_start_warps_i(start_warps), .cta_start_partner_i(start_partner),
        .cta_end_evt_i(end_evt), .cta_end_slot_i(end_slot),
        .valid_i(valid), .ready_i(ready), .longlat_i(longlat), .load_i(load),
        .victim_evt_i(victim), .paused_i(paused), .asks_o(asking), .serve_i(serve),
        .gnt_o(gnt), .gnt_valid_o(gnt_valid), .still_o(still));

    integer passed = 0, failed = 0, now = 0;
    integer granted [0:TICKS-1];        // by tick: the warp granted, -1 for none

    reg blocks_occur = 0;               // random CTAs sometimes name a leader
    `include "arb_model.vh"

    task check(input ok, input [8*24-1:0] what, input integer expected, input integer found);
        if (ok) passed = passed + 1;
        else begin
            failed = failed + 1;
            if (failed <= 20)
                $display("tick %0d: %0s: expected %0d, found %0d", now, what, expected, found);
        end
    endtask

    integer i;
    reg [WARPS-1:0] competing;          // warps that competed at the last edge
    task reset;
        begin
            rst_n = 0;
            #1 clk = 1; #1 clk = 0; #1 clk = 1; #1 clk = 0;
            rst_n = 1;
            now = 0;
            model_reset;
            check(gnt === 0 && gnt_valid === 1'b0 && still === 1'b0, "outputs in reset", -1, gnt);
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

    // What arb_top assumes of the SM.
    reg [2:0]       scheds_before;
    reg [WARPS-1:0] taken, absent, absent_before;
    task rules;
        begin
            absent = longlat & ~valid;
            absent = absent & (~absent + 1'b1);
            check(ACTIVE == 0 || now == 0 || absent === absent_before, "in_exist", absent_before, absent);
            absent_before = absent;
            check((scheds == 1 || scheds == 2 || scheds == 4) && (now == 0 || scheds == scheds_before), "in_scheds",
                  scheds_before, scheds);
            scheds_before = scheds;
            check(start_slot < SLOTS && end_slot < SLOTS && start_partner < SLOTS, "in_slots", SLOTS, start_slot);
            check(!start_evt || !m_live[start_slot], "in_fresh", 0, start_slot);
            taken = 0;
            for (i = 0; i < SLOTS; i = i + 1)
                if (m_live[i] && !(end_evt && end_slot == i)) taken = taken | m_warps[i];
            check(!start_evt || (start_warps & taken) == 0, "in_masks", 0, start_warps);
        end
    endtask

    task tick(input [63:0] ready_warps, input [15:0] paused_ctas);
        begin
            ready = ready_warps[WARPS-1:0];
            paused = paused_ctas[SLOTS-1:0];
            choose;
            rules;
            if (end_evt) model_end;
            if (start_evt) model_start;
            #1 check(asking === m_asking, "asks_o", m_asking, asking);
            competing = u_dut.pool;
            clk = 1;
            #1 granted[now] = -1;
            for (i = 0; i < WARPS; i = i + 1) if (gnt[i]) granted[now] = i;
            if (!CHOICE && m_pick >= 0 && |(gnt & competing)) m_pick = granted[now];
            check(granted[now] == m_pick, "granted warp", m_pick, granted[now]);
            check(gnt === (m_pick < 0 ? {WARPS{1'b0}} : {{WARPS-1{1'b0}}, 1'b1} << m_pick),
                  "grant vector", m_pick, gnt);
            check(gnt_valid === (m_pick >= 0), "gnt_valid_o", m_pick >= 0, gnt_valid);
            check(still === 1'b0 || (still === 1'b1 && m_pick < 0 && !start_evt && !end_evt
                                     && victim == 0), "still_o", 0, still);
            check(EVERY != 0 || still === 1'b1 || m_pick >= 0 || start_evt || end_evt || victim != 0
                  || |u_dut.pool, "still_o with no warp ready", 1, still);
            now = now + 1;
            start_evt = 0; end_evt = 0; victim = 0;
            clk = 0;
            #1;
        end
    endtask

    task tick_waiting(input [63:0] longlat_warps, input [63:0] ready_warps);
        begin
            longlat = longlat_warps;
            tick(ready_warps, 0);
        end
    endtask

    task expect_grant(input integer cycle, input integer warp);
        check(granted[cycle] == warp, "expect_grant", warp, granted[cycle]);
    endtask

    // Random traffic: CTAs of any size start and end, also in the same cycle; the fractions of ready warps
    // and of paused CTAs change every 64 ticks, so that idle, sparse and full cycles all occur.
    integer n, s, seed, dense, held;
    reg [63:0] r, free, stay;
    reg [WARPS-1:0] exist = {WARPS{1'b1}};  // active set: the machine's warps
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
                if (TURNS) begin
                    start_kid = $unsigned($random(seed)) % KERNELS;
                    serve = $random(seed);
                end
                valid = ~({$random(seed), $random(seed)} & {$random(seed), $random(seed)}
                          & {$random(seed), $random(seed)} & {64{dense[4]}});
                r = {$random(seed), $random(seed)};
                if (dense[0]) r = r & {$random(seed), $random(seed)};
                if (dense[1]) r = r & {$random(seed), $random(seed)};
                if (dense[2]) r = r & {$random(seed), $random(seed)};
                if (dense[3]) r = r | {$random(seed), $random(seed)};
                // Waits start and end at random; a waiting warp is not ready.
                stay = {$random(seed), $random(seed)} | {$random(seed), $random(seed)};
                longlat = (longlat & stay[WARPS-1:0]) | ({$random(seed), $random(seed)}
                          & {$random(seed), $random(seed)} & {$random(seed), $random(seed)});
                r = r & ~longlat;
                if (ACTIVE > 0) begin
                    valid   = valid & exist;
                    longlat = (longlat & valid) | ~exist;
                end
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

    // The same on machines of all warps, two thirds of them, and so on.
    integer few;
    task random_ticks_of_fewer_warps(input integer ticks);
        for (few = WARPS; few > 0; few = few * 2 / 3) begin
            reset;
            exist = ~({WARPS{1'b1}} << few);
            random_ticks(ticks, few);
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
