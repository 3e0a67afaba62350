// disp_fit_sm_tb - one SM's amounts and slots against a list of its CTAs.
//
// TEST RATIONALE  Every output follows from the CTAs in the slots, the capacity and the kernel wanted: each is
//   worked out anew from the list in every cycle. Amounts cluster at 0, at 1 and at what is left, so that any
//   one of the five fields decides; capacities leave some slots out. Amounts of kernels that are not here
//   change, and a report of a slot that is not in use frees nothing.
// params: SLOTS=1, KERNELS=1; SLOTS=3, KERNELS=2, W=2; SLOTS=8, KERNELS=4; SLOTS=16, KERNELS=3, W=9
`default_nettype none
module disp_fit_sm_tb;
    parameter SLOTS = 8, KERNELS = 4, W = 5, CYCLES = 4000;     // W: bits of an amount other than slots
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1, CNT_W = $clog2(SLOTS + 1);
    localparam AMT_W  = CNT_W + 4*W + 5;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, {4{1'b1, {W{1'b0}}}}};
    reg clk = 0, rst_n = 0, init = 0, book = 0, pick = 0, leave = 0;
    reg  [AMT_W-1:0] cap = 0, book_amt = 0, free_amt = 0;
    reg  [SLOTS-1:0] usable = 0, shut = 0;       // shut: not for the CTA that is booked
    reg  [KERNELS*AMT_W-1:0] amt = 0;           // of a CTA of each kernel
    reg  [AMT_W-1:0] need = 0;                  // of those that go next
    reg  [KERNELS-1:0] want = 0, book_khot = 0, free_khot = 0;
    reg  [SLOT_W-1:0] done_slot = 0, free_slot = 0;
    reg  done = 0;                              // a report
    wire fit;
    wire [4:0] lack;
    wire [CNT_W-1:0] resident, ahead;
    wire [KERNELS*SLOTS-1:0] map;
    wire [SLOTS-1:0] slot;
    wire [AMT_W-1:0] free;
    wire [KERNELS-1:0] done_khot;
    disp_fit_sm #(.SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .cap_i(cap), .may_i(usable & ~shut), .need_i(need),
        .want_i(want), .fit_o(fit), .lack_o(lack), .resident_o(resident), .ahead_o(ahead),
        .map_o(map), .free_o(free), .book_sm_i(book), .book_khot_i(book_khot), .book_amt_i(book_amt), .book_i(pick),
        .slot_o(slot), .done_valid_i(done), .done_slot_i(done_slot), .done_khot_o(done_khot),
        .free_i(leave), .free_slot_i(free_slot), .free_khot_i(free_khot), .free_amt_i(free_amt)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    function integer field(input [AMT_W-1:0] word, input integer f);    // 4: slots
        field = (f == 4) ? word[AMT_W-2 -: CNT_W] : word[f*(W + 1) +: W];
    endfunction

    // --- the CTAs --------------------------------------------------------------------------------
    integer in [0:SLOTS-1];                     // kernel in a slot, -1: none
    integer have [0:4];                         // the capacity
    integer k, c, f, n, v, fits = 0, misfits = 0, picks = 0;
    function integer left(input integer of);    // of a field
        begin
            left = have[of];
            for (c = 0; c < SLOTS; c = c + 1)
                if (in[c] >= 0) left = left - field(amt[in[c]*AMT_W +: AMT_W], of);
        end
    endfunction
    function covers(input [AMT_W-1:0] word);
        begin
            covers = 1;
            for (f = 0; f < 5; f = f + 1) covers = covers && left(f) >= field(word, f);
        end
    endfunction
    function integer lowest(input integer any); // free slot that may be handed out, -1: none
        begin
            lowest = -1;
            for (c = SLOTS - 1; c >= 0; c = c - 1) if (usable[c] && !shut[c] && in[c] < 0) lowest = c;
        end
    endfunction
    function integer count(input integer of);
        begin
            count = 0;
            for (c = 0; c < SLOTS; c = c + 1) if (in[c] == of && of >= 0) count = count + 1;
        end
    endfunction

    reg [AMT_W-1:0] word;
    task draw_amounts(input integer slots);
        begin
            word = 0;
            for (f = 0; f < 4; f = f + 1) begin
                case (rnd(6))
                0: v = 0;
                1: v = 1;
                2: v = left(f);
                3: v = left(f) + 1;
                4: v = rnd(1 << W);
                default: v = rnd(1 + (1 << W) / SLOTS);
                endcase
                word[f*(W + 1) +: W] = v;
            end
            word[AMT_W-2 -: CNT_W] = slots;
        end
    endtask
    task empty(input integer how);              // 0: no capacity either
        begin
            for (c = 0; c < SLOTS; c = c + 1) in[c] = -1;
            for (f = 0; f < 5; f = f + 1) have[f] = how ? field(cap, f) : 0;
            usable = 0;
            for (c = 0; c < have[4]; c = c + 1) usable[c] = 1;
        end
    endtask

    integer wanted = -1, held = -1, expect_resident = 0;
    reg [CNT_W-1:0] behind;
    task drive;
        begin
            for (k = 0; k < KERNELS; k = k + 1)
                if (rnd(20) == 0 && count(k) == 0) begin
                    draw_amounts(1);
                    amt[k*AMT_W +: AMT_W] = word;
                end
            wanted = rnd(KERNELS + 1) - 1;
            want = (wanted < 0) ? 0 : 1 << wanted;
            draw_amounts(rnd(3) ? 1 : rnd(SLOTS + 1));
            word[AMT_W-1] = rnd(8) == 0;        // not known
            need = word;
            k = rnd(KERNELS);
            book = covers(amt[k*AMT_W +: AMT_W]) && !init && rst_n && rnd(4) > 0;
            book_khot = (book || rnd(2)) ? 1 << k : 0;
            book_amt = amt[k*AMT_W +: AMT_W];
            held = book ? k : -1;
            shut = rnd(2) ? $random(seed) : 0;
            if (book && lowest(0) < 0) shut = 0;
            pick = book && rnd(4) > 0;
            done = rnd(4) != 0;
            done_slot = rnd(SLOTS);
            leave = !pick && rnd(3) == 0;
            free_slot = rnd(SLOTS);
            k = in[free_slot];
            free_khot = (k < 0) ? 0 : 1 << k;
            free_amt = (k < 0) ? 0 : amt[k*AMT_W +: AMT_W];
        end
    endtask
    task compare;
        begin
            check(fit === (covers(need) && !need[AMT_W-1]), "fit", fit, covers(need));
            for (f = 0; f < 5; f = f + 1)
                check(field(free, f) === left(f), "free amount", field(free, f), left(f));
            check(!(free & GUARD), "guard bits of the free amounts", free & GUARD, 0);
            for (f = 0; f < 5; f = f + 1)
                check(need[AMT_W-1] || lack[f] === (field(need, f) > left(f)), "lack of field", f, left(f));
            behind = expect_resident + field(need, 4) - 1;
            check(ahead === behind, "ahead", ahead, behind);
            if (fit) fits = fits + 1;
            else misfits = misfits + 1;
            check(resident === expect_resident, "resident", resident, expect_resident);
            k = lowest(0);
            check(slot === (k < 0 ? {SLOTS{1'b0}} : {{SLOTS-1{1'b0}}, 1'b1} << k), "slot", slot, k);
            k = done ? in[done_slot] : -1;
            check(done_khot === (k < 0 ? {KERNELS{1'b0}} : {{KERNELS-1{1'b0}}, 1'b1} << k), "kernel of the slot",
                  done_khot, k);
            for (n = 0; n < KERNELS; n = n + 1)
                for (c = 0; c < SLOTS; c = c + 1)
                    check(map[n*SLOTS + c] === (in[c] == n), "map", map[n*SLOTS + c], in[c]);
        end
    endtask
    task account;
        begin
            expect_resident = count(wanted) + (held >= 0 && held == wanted);
            if (pick) begin in[lowest(0)] = held; picks = picks + 1; end
            if (leave) in[free_slot] = -1;
        end
    endtask
    initial begin
        empty(0);
        for (k = 0; k < KERNELS; k = k + 1) begin
            draw_amounts(1);
            amt[k*AMT_W +: AMT_W] = word;
        end
        repeat (2) @(negedge clk);
        while (cycle < CYCLES) begin
            rst_n = cycle > 0 && rnd(1000) > 0;
            init = cycle == 1 || rnd(100) == 0;
            for (f = 0; f < 4; f = f + 1) cap[f*(W + 1) +: W] = rnd(3) ? -1 : rnd(1 << W);
            cap[AMT_W-2 -: CNT_W] = rnd(3) ? SLOTS : rnd(SLOTS + 1);
            drive;
            #1 if (cycle > 0) compare;
            @(posedge clk) account;
            if (!rst_n || init) empty(rst_n);
            @(negedge clk) cycle = cycle + 1;
        end
        check(fits > 100 && misfits > 100 && picks > 100, "cycles that fit, picks", fits, picks);
        finish;
    end
endmodule
`default_nettype wire
