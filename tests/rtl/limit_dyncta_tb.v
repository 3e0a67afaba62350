// limit_dyncta_tb - limit_dyncta: the paper's example, decisions around each threshold, and random stress.
//
// TEST RATIONALE  First the worked vectors of [DYNCTA §4.1] on SM 0, with its window and thresholds:
//   N = 4; CTA 3 is paused, then CTA 2; they resume as CTA 2, CTA 3, and no CTA starts meanwhile.
//   Decisions one below, at and one above each threshold. Paused CTAs are released periodically.
//   Then random picks (allowed or not), completions, reports, launches and parameters against a model
//   that keeps a list per SM, compared after every edge.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=2, SLOTS=4, KERNELS=2; SMS=5, SLOTS=8; SMS=3, SLOTS=16; SMS=28, SLOTS=8; SMS=37, SLOTS=4
`default_nettype none
module limit_dyncta_tb;
    parameter SMS = 2, SLOTS = 4, KERNELS = 4;
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1, CNT_W = $clog2(SLOTS + 1);
    localparam KID_W  = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam WORD = (SMS + 15) / 16, WORDS = (SMS + WORD - 1) / WORD;     // SMs that decide at once; how often
    localparam [SMS-1:0] ONE = 1;
    reg  clk = 0, rst_n = 0, init = 0, mon_evt = 0;
    reg  [31:0] window = 2048, t_idle = 16, t_mem_l = 128, t_mem_h = 384, release_t = 8192;
    reg  [KERNELS-1:0] start = 0, done_khot = 0;
    reg  [KERNELS*CNT_W-1:0] tmax = 0;
    reg  [KERNELS*CNT_W-1:0] block = {KERNELS{{CNT_W{1'b0}} | 1'b1}};
    reg  [KID_W-1:0] want = 0;
    reg  [SMS*KERNELS*SLOTS-1:0] map = 0;
    reg  [SMS-1:0] pick_sm = 0, done_sm = 0;
    reg  [KID_W-1:0] pick_kid = 0;
    reg  [SLOT_W-1:0] pick_slot = 0, done_slot = 0;
    reg  [4:0] mon_cycles = 0;
    reg  [SMS*5-1:0] mon_idle = 0, mon_mem = 0;
    wire [SMS-1:0] ok;
    wire [SMS*SLOTS-1:0] paused;
    wire busy;
    limit_dyncta #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(1'b1), .init_i(init), .param_window_cycles_i(window[15:0]),
        .param_t_idle_cycles_i(t_idle[5:0]), .param_t_mem_l_cycles_i(t_mem_l[10:0]),
        .param_t_mem_h_cycles_i(t_mem_h[10:0]), .param_release_cycles_i(release_t[15:0]), .tmax_i(tmax), .block_i(block),
        .start_i(start), .want_kid_i(want), .map_i(map), .ok_o(ok), .paused_o(paused),
        .book_sm_i(pick_sm), .book_kid_i(pick_kid), .book_slot_i(pick_slot), .done_sm_i(done_sm),
        .done_khot_i(done_khot), .done_slot_i(done_slot), .mon_evt_i(mon_evt),
        .mon_cycles_i(mon_cycles), .mon_idle_i(mon_idle), .mon_mem_i(mon_mem), .busy_o(busy)
    );
    integer passed = 0, failed = 0, cycle = 0, seed = 1;
    task check(input ok, input [40*8-1:0] what, input integer sm, input [31:0] found,
               input [31:0] expected);
        if (ok === 1'b1) passed = passed + 1;
        else begin
            failed = failed + 1;
            if (failed < 20) $display("cycle %0d, SM %0d: %0s: found %0h, expected %0h", cycle, sm,
                                      what, found, expected);
        end
    endtask
    function integer rnd(input integer n); rnd = $unsigned($random(seed)) % n; endfunction

    `include "limit_dyncta_model.vh"
    reg [SLOTS-1:0] held_back;
    integer all;
    reg takes;
    task compare;
        for (s = 0; s < SMS; s = s + 1) begin
            held_back = 0;
            for (i = n[s]; i < held[s]; i = i + 1) held_back[list[s*SLOTS + i]] = 1;
            held_back = freeing ? {SLOTS{1'b0}} : held_back & live[s];
            check(paused[s*SLOTS +: SLOTS] === held_back, "paused", s, paused[s*SLOTS +: SLOTS], held_back);
            all = 0;
            for (i = 0; i < SLOTS; i = i + 1) all = all + live[s][i];
            takes = all == 0 || (all + block[want*CNT_W +: CNT_W] <= n[s]
                                 && gone_sm != s);
            check(ok[s] === takes, "ok", s, ok[s], takes);
        end
    endtask
    // One edge with the inputs that are set, then outputs; events are over after it.
    task tick;
        reg moves;
        begin
            #1 moves = busy;
            check(busy || !(at <= WORDS || gone_sm >= 0 || fresh), "busy", 0, busy, 1);
            #4 clk = 1;
            #1 model;
            check(moves || at != 0, "busy at the end of a window", 0, moves, 1);
            for (s = 0; s < SMS; s = s + 1) begin
                if (done_sm[s])
                    for (k = 0; k < KERNELS; k = k + 1)
                        if (done_khot[k]) map[(s*KERNELS + k)*SLOTS + done_slot] = 0;
                if (pick_sm[s]) map[(s*KERNELS + pick_kid)*SLOTS + pick_slot] = 1;
            end
            pick_sm = 0; done_sm = 0; done_khot = 0; mon_evt = 0; start = 0;
            #1 compare;
            #3 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    // --- worked vectors, SM 0 ---------------------------------------------------------------------
    task enter(input integer slot);
        begin pick_sm = ONE; pick_kid = 0; pick_slot = slot; tick; end
    endtask
    task leave(input integer slot);
        begin done_sm = ONE; done_khot = 1; done_slot = slot; tick; end
    endtask
    task report(input integer c_idle, input integer c_mem);
        begin
            mon_evt = 1; mon_cycles = 16;
            for (s = 0; s < SMS; s = s + 1) begin
                mon_idle[s*5 +: 5] = c_idle;
                mon_mem[s*5 +: 5] = c_mem;
            end
            tick;
        end
    endtask
    // A window of 128 reports of 16 cycles; then what SM 0 does two edges later.
    integer r, ci, cm, round;
    task decision(input integer c_idle, input integer c_mem, input integer slots,
                  input integer takes);
        begin
            ci = c_idle; cm = c_mem;
            for (r = 0; r < 128; r = r + 1) begin
                report(least(ci, 16), least(cm, 16));
                ci = ci - least(ci, 16);
                cm = cm - least(cm, 16);
            end
            repeat (2) tick;
            check(paused[SLOTS-1:0] === slots, "worked: paused slots", 0, paused[SLOTS-1:0], slots);
            check(ok[0] === takes, "worked: takes a CTA", 0, ok[0], takes);
            repeat (WORDS) tick;
            check(!busy, "worked: at rest", 0, busy, 0);
        end
    endtask
    task pass(input integer cycles);
        for (r = 0; r < cycles / 16; r = r + 1) report(0, 16);
    endtask
    task worked;
        begin
            release_t = 65535;                              // none is let through
            tmax[CNT_W-1:0] = 4; start = 1; repeat (2) tick;
            enter(0);                                       // CTA 1
            check(ok[0] === 1, "worked: n = 2 of N = 4", 0, ok[0], 1);
            enter(1);                                       // CTA 2
            check(ok[0] === 0, "worked: n = 2 of N = 4", 0, ok[0], 0);
            decision(16, 384, 0, 1);                        // C_idle at t_idle: n = 3, though C_mem
            enter(2);                                       // is high; CTA 3
            decision(15, 128, 0, 0);                        // below t_idle, at t_mem_l: n stays
            decision(15, 383, 0, 0);                        // below t_mem_h: n stays
            decision(0, 384, 'b0100, 0);                    // at it: n = 2, CTA 3 is paused
            decision(0, 385, 'b0110, 0);                    // n = 1: CTA 2 as well
            decision(0, 2048, 'b0110, 0);                   // n stays at 1
            decision(0, 200, 'b0110, 0);
            decision(0, 127, 'b0100, 0);                    // below t_mem_l: CTA 2 resumes
            decision(0, 126, 0, 0);                         // n = 3: CTA 3 resumes, no CTA enters
            decision(17, 2048, 0, 1);                       // n = 4
            decision(16, 0, 0, 1);                          // = N: stays
            enter(3);
            decision(0, 384, 'b1000, 0);
            decision(0, 384, 'b1100, 0);                    // n = 2
            leave(0);
            check(paused[SLOTS-1:0] === 'b1100, "worked: an edge later", 0, paused, 'b1100);
            tick;                                           // CTA 1 has gone: CTA 3 resumes
            check(paused[SLOTS-1:0] === 'b1000, "worked: who resumes", 0, paused, 'b1000);
            leave(3);                                       // a paused one may end
            check(paused[SLOTS-1:0] === 0, "worked: none", 0, paused, 0);
            tick;
            leave(1);
            check(ok[0] === 0, "worked: the order closes up", 0, ok[0], 0);
            tick;
            check(ok[0] === 1, "worked: room", 0, ok[0], 1);
            enter(0);                                       // the youngest, in the lowest slot
            decision(0, 384, 'b0001, 0);
            // Letting through: paused for 64 cycles, then not for 256; a launch changes nothing of that.
            release_t = 64; window = 60000; pass(16);       // what has been reported is more
            check(paused[SLOTS-1:0] === 0, "worked: let through", 0, paused, 0);
            start = 1; tmax[CNT_W-1:0] = 1; repeat (2) tick;
            pass(240);
            check(paused[SLOTS-1:0] === 0, "worked: still let through", 0, paused, 0);
            for (round = 0; round < 3; round = round + 1) begin
                pass(16);
                check(paused[SLOTS-1:0] === 'b0001, "worked: paused again", 0, paused, 'b0001);
                pass(48);
                check(paused[SLOTS-1:0] === 'b0001, "worked: still paused", 0, paused, 'b0001);
                pass(16);
                check(paused[SLOTS-1:0] === 0, "worked: let through again", 0, paused, 0);
                pass(240);
            end
        end
    endtask

    // --- stress -----------------------------------------------------------------------------------
    integer sm, c, last;                                    // last: whom a CTA left at the last edge
    task stress;
        begin
            last = gone_sm;
            sm = rnd(SMS);
            c  = 0;
            while (c < SLOTS - 1 && live[sm][c]) c = c + 1;
            if (rnd(3) == 0 && !live[sm][c] && (rnd(8) == 0 || ok[sm])) begin
                pick_sm = ONE << sm; pick_slot = c; pick_kid = rnd(KERNELS);
            end
            sm = rnd(SMS);
            c  = rnd(SLOTS);
            done_slot = c;
            if (rnd(4) == 0 && live[sm][c] && sm != last && !pick_sm[sm]) begin
                done_sm = ONE << sm;
                for (k = 0; k < KERNELS; k = k + 1)
                    done_khot[k] = map[(sm*KERNELS + k)*SLOTS + c];
            end else if (rnd(50) == 0 && !live[sm][c]) done_sm = ONE << sm;   // the slot is free
            want = rnd(KERNELS);
            for (k = 0; k < KERNELS; k = k + 1)
                block[k*CNT_W +: CNT_W] = (rnd(2) == 0) ? 1 : 1 + rnd(SLOTS);
            if (rnd(3) == 0) begin
                mon_evt = 1; mon_cycles = rnd(17);
                for (s = 0; s < SMS; s = s + 1) begin
                    mon_idle[s*5 +: 5] = (rnd(3) == 0) ? rnd(mon_cycles + 1) : 0;
                    mon_mem[s*5 +: 5] = rnd(mon_cycles + 1);
                end
            end
            if (rnd(900) == 0) begin
                window = (rnd(5) == 0) ? rnd(3) : rnd(300); release_t = rnd(150);
                t_idle = rnd(33); t_mem_l = rnd(100); t_mem_h = rnd(150);
                if (rnd(5) == 0) begin t_mem_l = rnd(1025); t_mem_h = rnd(1025); window = 5000; end
            end
            if (rnd(700) == 0) begin
                k = rnd(KERNELS);
                tmax[k*CNT_W +: CNT_W] = 1 + rnd((1 << CNT_W) - 1);
                start = 0; start[k] = 1;
            end
            tick;
        end
    endtask
    initial begin
        gone_sm = -1; most = 1; anew(1); fresh = 1; phase = 0; freeing = 0;
        for (s = 0; s < SMS; s = s + 1) begin
            held[s] = 0;
            live[s] = 0;
        end
        #5 clk = 1; #5 clk = 0; rst_n = 1;
        if (SLOTS >= 4) worked;
        for (round = 0; round < 12000 / SMS; round = round + 1) stress;
        // Start over: all CTAs are gone.
        init = 1; map = 0;
        #5 clk = 1; #5 clk = 0; init = 0;
        gone_sm = -1; most = 1; anew(1); fresh = 1; phase = 0; freeing = 0;
        for (s = 0; s < SMS; s = s + 1) begin
            held[s] = 0;
            live[s] = 0;
        end
        for (round = 0; round < 3000 / SMS; round = round + 1) stress;
        $display("%0d passed, %0d failed", passed, failed);
        $finish_and_return(failed != 0);
    end
endmodule
`default_nettype wire
