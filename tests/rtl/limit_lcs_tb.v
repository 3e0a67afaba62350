// limit_lcs_tb - limit_lcs: T_new from the instruction counts at a kernel's first completion.
//
// TEST RATIONALE  Worked vectors first: [LCS Fig. 7(b)] under the three roundings, whole blocks,
//   equal counts, all zero, a saturated counter of the same kernel and of another one, one SM for
//   all and the next one if that is disabled; every SM deciding at once, and the longest
//   wait. Then random picks, completions, reports and launches of all kernels at once against a
//   model with a division: a decision may start in every cycle, slots are reused before
//   they are read, launches overtake decisions. Narrow counters, because saturation is rare; fewer
//   counting SMs than SMs.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=4, KERNELS=2, INST_W=8; SMS=28, SLOTS=8
// params: SMS=5, SLOTS=16, INST_W=10; SMS=5, SLOTS=4, COUNTED=1; SMS=6, SLOTS=4, COUNTED=4
`default_nettype none
module limit_lcs_tb;
    parameter SMS = 3, SLOTS = 8, KERNELS = 4, COUNTED = SMS, INST_W = 16;
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1, CNT_W = $clog2(SLOTS + 1);
    localparam KID_W  = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam ROUNDS = 1000 + 40000 / (SMS*SLOTS);
    localparam FULL   = (1 << INST_W) - 128;
    reg clk = 0, rst_n = 0, en = 1, init = 0, mon = 0;
    reg  [1:0] rounding = 0;
    reg  alone = 0;
    reg  [KERNELS-1:0] start = 0, done_khot = 0;
    reg  [KERNELS*CNT_W-1:0] tmax = {KERNELS{SLOTS[CNT_W-1:0]}}, block = 0;
    reg  [KID_W-1:0] want = 0;
    reg  [SMS*CNT_W-1:0] ahead = 0;
    reg  [SMS*KERNELS*SLOTS-1:0] map = 0;
    reg  [SMS-1:0] pick = 0, done = 0;
    reg  [SLOT_W-1:0] pick_slot = 0, done_slot = 0;
    reg  [KID_W-1:0] pick_kid = 0;
    reg  [SMS*SLOTS*7-1:0] inst = 0;
    reg  [SMS-1:0] enable = {SMS{1'b1}};
    wire [SMS-1:0] ok;
    wire [KERNELS-1:0] sat;
    wire busy;
    limit_lcs #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .COUNTED(COUNTED), .INST_W(INST_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .param_rounding_i(rounding),
        .param_scope_i(alone), .tmax_i(tmax), .block_i(block),
        .start_i(start), .want_kid_i(want), .ahead_i(ahead), .map_i(map), .ok_o(ok),
        .sm_enable_i(enable), .sat_o(sat), .book_sm_i(pick), .book_slot_i(pick_slot),
        .done_sm_i(done), .done_khot_i(done_khot), .mon_evt_i(mon), .mon_inst_i(inst), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    `include "limit_lcs_model.vh"
    reg waits;
    task edge_of_clock;
        begin
            #1 waits = 0;
            for (e = 0; e < LATENCY; e = e + 1) waits = waits || due_kid[e] >= 0;
            for (s = 0; s < SMS; s = s + 1) begin
                t = tnew[(s % COUNTED)*KERNELS + want];
                check(!rst_n || ok[s] === (t == 0 || t > 0 && ahead[s*CNT_W +: CNT_W] < t),
                      "ok", ok[s], t);
            end
            check(!rst_n || busy === waits, "busy", busy, waits);
            check(!rst_n || sat === saturated, "saturated", sat, saturated);
            clk = 1;
            model;
            #1 clk = 0;
            cycle = cycle + 1;
            start = 0; pick = 0; done = 0; done_khot = 0; mon = 0; init = 0;
        end
    endtask

    // --- worked vectors: kernel 0, SM 0 ---------------------------------------------------------
    task enter(input integer slot);
        begin
            pick = 1; pick_kid = 0; pick_slot = slot;
            edge_of_clock;
        end
    endtask
    task finish_first(input integer sm);        // its CTA in slot 0, and to the end of the decision
        begin
            done[sm] = 1; done_khot = 1; done_slot = 0;
            edge_of_clock;
            check(sm >= COUNTED || !ok[sm], "nothing enters while it waits", ok[sm], 0);
            while (busy) edge_of_clock;
        end
    endtask
    task expect_tnew(input integer sm, input integer n);    // n: SLOTS + 1 is no limit
        for (e = 0; e <= SLOTS; e = e + 1) begin
            ahead[sm*CNT_W +: CNT_W] = e;
            #1 check(ok[sm] === (e < n), "room under T_new", {e[15:0], 15'd0, ok[sm]}, n);
        end
    endtask
    task vector(input [1:0] how, input integer b, input integer i0, input integer i1,
                input integer i2, input integer i3, input integer n);
        begin
            rounding = how; alone = 0; map = 0; want = 0; block[CNT_W-1:0] = b;
            start = 1;
            edge_of_clock;
            for (c = 0; c < 4; c = c + 1) enter(c);
            inst = {7'd0, i3[6:0], i2[6:0], i1[6:0], i0[6:0]};
            mon = 1;
            edge_of_clock;
            expect_tnew(0, SLOTS + 1);
            finish_first(0);
            expect_tnew(0, n);
            mon = 1;
            finish_first(0);                    // another completion changes nothing
            expect_tnew(0, n);
        end
    endtask
    task launch(input [KERNELS-1:0] which);     // of kernels without a CTA
        begin
            rounding = 0; alone = 0; want = 0; ahead = 0; enable = {SMS{1'b1}}; start = which;
            edge_of_clock;
        end
    endtask
    task issue(input integer sm, input integer slot, input integer kid, input [6:0] issues);
        begin                                   // a CTA enters; what it issues per report from now on
            pick[sm] = 1; pick_kid = kid; pick_slot = slot;
            edge_of_clock;
            inst[(sm*SLOTS + slot)*7 +: 7] = issues;
        end
    endtask
    // Kernel 1 saturates its counter, and only then kernel 0 shows that one CTA of it is enough.
    task saturate_the_other;
        begin
            map = 0; inst = 0;
            launch(3);
            for (i = 0; i < 4; i = i + 1) issue(0, i, i == 3, i == 3 ? 127 : 1);
            for (i = 0; i <= FULL/127 + 1; i = i + 1) begin mon = 1; edge_of_clock; end
            check(sat === 2, "kernel 1 has saturated", sat, 2);
            inst[6:0] = 100; inst[13:7] = 0; inst[20:14] = 0;
            for (i = 0; i <= FULL/127*3/100; i = i + 1) begin mon = 1; edge_of_clock; end
            finish_first(0);
            expect_tnew(0, 1);
            check(sat === 2, "kernel 0 has not", sat, 2);
            map = 0;
            launch(2);
            check(sat === 0, "a launch clears it", sat, 0);
        end
    endtask
    // SM 0 is disabled: its completions decide nothing, SM 1 decides for all.
    task disable_the_first;
        begin
            map = 0; inst = {SMS*SLOTS{7'd9}};
            launch(1);
            alone = 1; enable[0] = 0;
            for (i = 0; i < 2; i = i + 1) issue(i, 0, 0, 9);
            mon = 1; edge_of_clock;
            done = 1; done_khot = 1; done_slot = 0; edge_of_clock;
            check(!busy, "a disabled SM decides nothing", busy, 0);
            expect_tnew(0, SLOTS + 1);
            if (COUNTED > 1) finish_first(1);
            expect_tnew(0, COUNTED > 1 ? 1 : SLOTS + 1);
            expect_tnew(SMS - 1, COUNTED > 1 ? 1 : SLOTS + 1);
            enable[0] = 1;
        end
    endtask
    // A kernel fills the machine with equal counts, and a CTA completes on every SM, one per cycle.
    integer worst, since [0:SMS-1];
    task all_at_once;
        begin
            map = 0; inst = {SMS*SLOTS{7'd5}}; worst = 0;
            launch(1);
            for (i = 0; i < COUNTED*SLOTS; i = i + 1) issue(i / SLOTS, i % SLOTS, 0, 5);
            mon = 1; edge_of_clock;
            for (i = 0; i < COUNTED || busy; i = i + 1) begin
                if (i < COUNTED) begin done[i] = 1; done_khot = 1; done_slot = 0; since[i] = cycle; end
                edge_of_clock;
                #1 for (e = 0; e < COUNTED && e <= i; e = e + 1)
                    if (!ok[e] && cycle - since[e] > worst) worst = cycle - since[e];
            end
            for (e = 0; e < COUNTED; e = e + 1) ahead[e*CNT_W +: CNT_W] = SLOTS - 1;
            edge_of_clock;                      // the model: equal counts, T_new is T_max
            $display("%0d SMs decide at once: the last waits %0d cycles", COUNTED, worst);
            check(worst > 0 && worst <= LATENCY, "longest wait", worst, LATENCY);
        end
    endtask
    integer i;
    initial begin
        forget;
        for (i = 0; i < KERNELS; i = i + 1) block[i*CNT_W] = 1;
        edge_of_clock;
        rst_n = 1;
        edge_of_clock;
        if (SLOTS >= 4) begin
            vector(0, 1, 4, 3, 3, 0, 2);        // [LCS Fig. 7(b)]: 10 / 4
            vector(1, 1, 4, 3, 3, 0, 3);
            vector(2, 1, 4, 3, 3, 0, 3);
            vector(2, 1, 4, 3, 2, 0, 2);        // 9 / 4
            vector(0, 1, 0, 3, 4, 3, 2);        // the maximum is not the one completed
            vector(0, 1, 5, 5, 5, 5, 4);
            vector(0, 1, 0, 0, 0, 0, SLOTS);    // nothing issued: T_max
            vector(0, 1, 127, 0, 0, 0, 1);
            vector(0, 2, 5, 5, 5, 4, 2);        // 3 in blocks of 2
            vector(0, 2, 9, 1, 0, 0, 2);        // at least one block
            vector(1, 2, 5, 5, 1, 0, 4);        // 2.2 up to whole blocks, at once
            vector(2, 2, 5, 5, 5, 1, 4);        // 3.2
            vector(2, 2, 5, 5, 1, 0, 2);
            tmax[CNT_W-1:0] = 3;
            vector(0, 1, 5, 5, 5, 5, 3);        // at most T_max
            tmax[CNT_W-1:0] = SLOTS;
            // A full count ends the counting: 4 : 2 stays 2, however often slot 1 goes on.
            rounding = 0; map = 0; start = 1; block[CNT_W-1:0] = 1;
            edge_of_clock;
            for (c = 0; c < 2; c = c + 1) enter(c);
            for (i = 0; i < (2 << INST_W) / 100 && INST_W < 12; i = i + 1) begin
                inst = (i * 100 < FULL) ? {7'd50, 7'd100} : {7'd100, 7'd0};
                mon = 1;
                edge_of_clock;
            end
            finish_first(0);
            expect_tnew(0, INST_W < 12 ? 1 : SLOTS);
        end
        if (SLOTS > 1) begin                    // the next launch overtakes a decision: 5 : 5, not 14 : 5
            rounding = 0; alone = 0; map = 0; want = 0; inst = {2{7'd5}}; start = 1;
            edge_of_clock;
            enter(0);
            inst[6:0] = 7'd9; mon = 1; edge_of_clock;
            done[0] = 1; done_khot = 1; done_slot = 0; edge_of_clock;
            start = 1; edge_of_clock;
            enter(0); enter(1);
            inst[6:0] = 7'd5; mon = 1; edge_of_clock;
            finish_first(0);
            expect_tnew(0, 2);
        end
        if (SLOTS >= 4 && KERNELS > 1) saturate_the_other;
        if (SMS > 1) disable_the_first;
        all_at_once;
        if (SMS > 1 && KERNELS > 1) begin       // SM 0 decides for all SMs, the others for none
            map = 0; alone = 1; enable = {SMS{1'b1}}; start = 1;
            edge_of_clock;
            pick = 2; pick_slot = 0; edge_of_clock;
            done = 2; done_khot = 1; done_slot = 0; edge_of_clock;
            check(!busy, "SM 1 decides nothing", busy, 0);
            enter(0);
            mon = 1; inst = 7'd9;
            edge_of_clock;
            finish_first(0);
            expect_tnew(0, 1);
            expect_tnew(1, 1);
            expect_tnew(SMS - 1, 1);
        end
        // Random: few kernels' CTAs per slot, reports as they come, decisions queueing up.
        for (i = 0; i < ROUNDS; i = i + 1) begin
            if (i % 500 == 0) begin init = 1; map = 0; alone = rnd(4) == 0; rounding = rnd(4); end
            if (rnd(500) == 0) alone = rnd(4) == 0;
            if (rnd(100) == 0) enable = $random(seed) | {SMS{rnd(4) == 0}};
            for (s = 0; s < SMS; s = s + 1) begin
                want[s*KID_W +: KID_W] = rnd(KERNELS);
                ahead[s*CNT_W +: CNT_W] = rnd(SLOTS + 1);
            end
            if (i % 500) begin
                s = rnd(SMS); c = rnd(SLOTS); k = rnd(KERNELS);
                e = -1;
                for (t = 0; t < KERNELS; t = t + 1) if (map[(s*KERNELS + t)*SLOTS + c]) e = t;
                if (e < 0 && rnd(2)) begin
                    pick[s] = 1; pick_slot = c; pick_kid = k;
                end
                s = rnd(SMS); c = rnd(SLOTS);
                e = -1;
                for (t = 0; t < KERNELS; t = t + 1) if (map[(s*KERNELS + t)*SLOTS + c]) e = t;
                if (e >= 0 && (i % 64 < 8 || rnd(8) == 0)) begin
                    done[s] = 1; done_slot = c; done_khot[e] = 1;
                end
                k = rnd(KERNELS);
                e = 0;
                for (s = 0; s < SMS; s = s + 1) e = e + |map[(s*KERNELS + k)*SLOTS +: SLOTS];
                if (e == 0 && rnd(8) == 0 && !(|pick && pick_kid == k)) begin
                    start[k] = 1;
                    tmax[k*CNT_W +: CNT_W] = 1 + rnd(SLOTS);
                    block[k*CNT_W +: CNT_W] = 1 + rnd(rnd(3) ? 1 : SLOTS);
                end
                mon = rnd(4) == 0;
                for (e = 0; e < SMS*SLOTS; e = e + 1) inst[e*7 +: 7] = rnd(4) ? rnd(20) : rnd(128);
            end
            edge_of_clock;
        end
        finish;
    end
endmodule
`default_nettype wire
