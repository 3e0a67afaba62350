// lib_fit2_tb - m CTAs of one kernel and n of another against products, field by field.
//
// TEST RATIONALE  Random words of two to five fields of random lengths; half of the capacities are the sum
//   itself, or one less in one field, where an answer turns. Passes follow each other at once or after a
//   pause, and some are cut off.
// params: KERNELS=2, CNT_W=2; KERNELS=4, CNT_W=5, AMT_W=62; KERNELS=1, AMT_W=9; KERNELS=3, AMT_W=60, CNT_W=5
`default_nettype none
module lib_fit2_tb;
    parameter KERNELS = 4, AMT_W = 59, CNT_W = 4;
    reg clk = 0, run = 0;
    reg  [AMT_W-1:0] cap = 0, guard = 0;
    reg  [KERNELS*AMT_W-1:0] amt = 0;
    reg  [KERNELS-1:0] a = 0, b = 0;
    reg  [CNT_W-1:0] m = 0, n = 0;
    wire done, fits;
    lib_fit2 #(.KERNELS(KERNELS), .AMT_W(AMT_W), .CNT_W(CNT_W)) dut (
        .clk_i(clk), .run_i(run), .cap_i(cap), .guard_i(guard), .amt_i(amt), .a_i(a), .b_i(b), .m_i(m),
        .n_i(n), .done_o(done), .fits_o(fits)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer most);
        rnd = $unsigned($random(seed)) % most;
    endfunction
    integer from, bits, ka, kb, k, i, cut;
    reg     good;
    reg [95:0] one, two, sum, most;
    task field;                                 // bits from `from` on, the guard above them
        begin
            for (k = 0; k < KERNELS; k = k + 1)
                for (i = 0; i < bits; i = i + 1) amt[k*AMT_W + from + i] = rnd(3) == 0 && i < bits - rnd(4);
            one = (amt >> (ka*AMT_W + from)) & ((96'd1 << bits) - 1);
            two = (amt >> (kb*AMT_W + from)) & ((96'd1 << bits) - 1);
            sum = one * m + two * n;
            case (rnd(8))
                0: most = {$random(seed), $random(seed)};
                1: most = sum - (sum > 0 && rnd(3) == 0);
                default: most = sum + rnd(2);
            endcase
            most = most & ((96'd1 << bits) - 1);
            for (i = 0; i < bits; i = i + 1) cap[from + i] = most[i];
            good = good && sum <= most;
        end
    endtask
    task make;
        begin
            {cap, guard, amt, good} = 1;
            m = $random(seed); n = $random(seed);
            ka = rnd(KERNELS); kb = rnd(KERNELS);
            a = 1 << ka; b = 1 << kb;
            from = 0;
            while (from < AMT_W) begin
                bits = 2 + rnd(18);
                if (from + bits + 3 > AMT_W) bits = AMT_W - from - 1;
                field;
                guard[from + bits] = 1;
                from = from + bits + 1;
            end
        end
    endtask
    task edge_of_clock;
        begin
            clk = 1;
            #1 clk = 0;
            #1 cycle = cycle + 1;
        end
    endtask
    integer t, c;
    initial begin
        edge_of_clock;
        for (t = 0; t < 1500; t = t + 1) begin
            make;
            run = 1;
            #1;
            cut = rnd(10) ? 64 : rnd(64);
            for (c = 1; c <= cut; c = c + 1) begin
                check(done === (c == 64), "done in the 64th cycle", done, c == 64);
                if (done) check(fits === good, "fits", fits, good);
                edge_of_clock;
            end
            if (cut < 64 || rnd(2)) begin
                run = 0;
                #1 check(!done, "idle", done, 0);
                edge_of_clock;
            end
        end
        finish;
    end
endmodule
`default_nettype wire
