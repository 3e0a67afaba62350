// disp_sums_tb - what goes next of each kernel against products, field by field.
//
// TEST RATIONALE  A block may be said to fit only by its whole sum, and only if an empty SM has that; a single CTA or
//   the last one of a grid is known at once. Launches come in bursts, so that one interrupts the sum of another, or
//   so far apart that every block has to be known. Kernels end in the middle of a sum and come to their last CTA;
//   the dispatcher aborts those that never fit, so one of them delays the others for no more than its own sum.
// params: SLOTS=1, KERNELS=1; SLOTS=8, W=6; SLOTS=3, KERNELS=2; SLOTS=16, KERNELS=4
`default_nettype none
module disp_sums_tb;
    parameter SLOTS = 4, KERNELS = 3, W = 5, CYCLES = 6000;     // W: bits of an amount
    localparam CNT_W = $clog2(SLOTS + 1), AMT_W = CNT_W + 4*W + 5;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, {4{1'b1, {W{1'b0}}}}};
    localparam DUE = KERNELS * (SLOTS + 4);     // cycles in which all blocks are summed up
    reg clk = 0, rst_n = 0, init = 0;
    reg  [AMT_W-1:0] held = 0;
    reg  [KERNELS*AMT_W-1:0] amt = 0;
    reg  [KERNELS*CNT_W-1:0] block = 0;
    reg  [KERNELS-1:0] start = 0, live = 0, final_cta = 0;
    wire [KERNELS*AMT_W-1:0] next;
    wire [KERNELS-1:0] never;
    wire busy;
    disp_sums #(.SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .held_i(held), .amt_i(amt), .start_i(start), .live_i(live),
        .block_i(block), .final_i(final_cta), .next_o(next), .never_o(never), .busy_o(busy)
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
    function integer need(input integer kid);   // CTAs that go next
        need = final_cta[kid] ? 1 : block[kid*CNT_W +: CNT_W];
    endfunction

    integer k, f, v, quiet = 0, rare = 1, blocks = 0, nevers = 0;
    reg [AMT_W-1:0] room, one, word;
    reg [KERNELS-1:0] pend, gone = 0;           // gone: aborted a cycle later
    reg fits, same;
    task launch;
        begin
            one = 0;
            one[AMT_W-2 -: CNT_W] = 1;
            for (f = 0; f < 4; f = f + 1) begin
                v = rnd(4) ? rnd(1 + (1 << W) / SLOTS) : rnd(1 << W);
                one[f*(W + 1) +: W] = v;
            end
            amt[k*AMT_W +: AMT_W] = one;
            block[k*CNT_W +: CNT_W] = rnd(4) ? 1 + rnd(SLOTS) : 1;
            final_cta[k] = rnd(10) == 0;
            start[k] = 1;
            quiet = 0;
        end
    endtask
    task drive;
        begin
            live  = (live | start) & ~gone;
            start = 0;
            if (init) held = room;              // of the new capacity
            init  = cycle == 1 || rnd(400) == 0;
            rst_n = cycle > 0 && rnd(1500) > 0;
            if (cycle % 64 == 0) rare = rnd(2) ? 2*DUE : 2;
            k = rnd(KERNELS);
            if (live[k] && rnd(60) == 0) final_cta[k] = 1;
            else if (live[k] && rnd(30) == 0) live[k] = 0;
            else if (!live[k] && rnd(rare) == 0) launch;
            if (init || !rst_n) begin
                start = 0;
                live  = 0;
                room  = GUARD;
                for (f = 0; f < 4; f = f + 1) room[f*(W + 1) +: W] = rnd(3) ? (1 << W) - 1 - rnd(4) : rnd(1 << W);
                room[AMT_W-2 -: CNT_W] = 1 + rnd(SLOTS);
                room  = room & ~GUARD;
            end
        end
    endtask
    task compare;
        for (k = 0; k < KERNELS; k = k + 1) begin
            word = next[k*AMT_W +: AMT_W];
            one  = amt[k*AMT_W +: AMT_W];
            fits = 1;
            same = !(|(word & GUARD));
            for (f = 0; f < 5; f = f + 1) begin
                v    = need(k) * field(one, f);
                fits = fits && v <= field(held, f);
                same = same && field(word, f) == v;
            end
            pend[k] = live[k] && word[AMT_W-1];
            if (live[k]) begin
                if (!word[AMT_W-1]) check(same && (fits || need(k) == 1), "a sum", word, need(k));
                if (need(k) == 1) check(!word[AMT_W-1], "a single CTA is known", word[AMT_W-1], 0);
                if (quiet > DUE) check(!word[AMT_W-1], "a block is known", word[AMT_W-1], 0);
                if (!word[AMT_W-1] && need(k) > 1) blocks = blocks + 1;
            end
            check(!never[k] || (live[k] && need(k) > 1 && !fits), "never", never[k], fits);
            gone[k] = never[k];
            if (never[k]) nevers = nevers + 1;
        end
    endtask
    initial begin
        room = 0;
        for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
            @(negedge clk);
            drive;
            #1 compare;
            check(busy === |pend, "busy", busy, |pend);
            quiet = quiet + 1;
        end
        check(SLOTS == 1 || (blocks > CYCLES/20 && nevers > 10), "blocks that fit, and that do not", blocks, nevers);
        finish;
    end
endmodule
`default_nettype wire
