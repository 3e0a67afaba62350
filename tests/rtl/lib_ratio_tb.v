// lib_ratio_tb - lib_ratio: sum over maximum, rounded to whole blocks and capped, against integer division.
//
// TEST RATIONALE  A set of values in every cycle, or with gaps, each with its own rounding, cap and
//   block: equal values, one value, zeros, halves and full-width ones, where quotients are whole or
//   next to a whole number. run_i low clears the pipeline.
// params: N=1; N=2; N=3, W=4; N=8; N=16; N=32; N=7, W=24; N=5, W=2
`default_nettype none
module lib_ratio_tb;
    parameter N = 8, W = 16;
    localparam CNT_W = $clog2(N + 1), LATENCY = $clog2(N) + CNT_W + 1;
    reg clk = 0, run = 1;
    reg  [N*W-1:0] data = 0;
    reg  [1:0] rounding = 0;
    reg  [CNT_W-1:0] most = 1, block = 1;
    wire [CNT_W-1:0] count;
    lib_ratio #(.N(N), .W(W)) dut (
        .clk_i(clk), .run_i(run), .data_i(data), .rounding_i(rounding), .most_i(most),
        .block_i(block), .count_o(count)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // What is under way: [0] is sampled at the coming edge. kind -1: nothing.
    integer sum [0:LATENCY+1], max [0:LATENCY+1], how [0:LATENCY+1], cap [0:LATENCY+1],
            whole [0:LATENCY+1];
    integer i, n, v, b, t, kind, base, cleared;
    task make;                                  // a set of values and what it is asked for
        begin
            data = 0;
            sum[0] = 0; max[0] = 0;
            kind = rnd(6);
            base = 1 + rnd((1 << W) - 1);
            for (n = 0; n < N; n = n + 1) begin
                case (kind)
                    0: v = base;                                // equal
                    1: v = (n == 0) ? base : 0;                 // one
                    2: v = (n == 0) ? base : rnd(2) ? base / 2 : (base + 1) / 2;    // halves
                    3: v = (1 << W) - 1 - rnd(2);               // full width
                    4: v = rnd(4);                              // few, often none
                    default: v = rnd(1 << W);
                endcase
                data[n*W +: W] = v;
                sum[0] = sum[0] + v;
                if (v > max[0]) max[0] = v;
            end
            how[0]   = rnd(4);
            cap[0]   = rnd(3) ? N : rnd(1 << CNT_W);
            whole[0] = rnd(2) ? 1 : 1 + rnd(N);
        end
    endtask
    initial begin
        for (i = 0; i <= LATENCY + 1; i = i + 1) begin
            sum[i] = 0; max[i] = 0; how[i] = 0; cap[i] = 1; whole[i] = 1;
        end
        cleared = LATENCY + 1;                  // nothing is known of the first
        for (cycle = 0; cycle < 6000; cycle = cycle + 1) begin
            make;
            run = cycle % 1000 > 5;
            rounding = how[LATENCY];            // asked for a cycle before the answer
            most     = cap[LATENCY];
            block    = whole[LATENCY];
            #1;
            if (cleared == 0) begin
                t = cap[LATENCY+1] < N ? cap[LATENCY+1] : N;
                v = max[LATENCY+1];
                b = whole[LATENCY+1];
                t = t / b;                      // in blocks
                v = v * b;
                if (v > 0)
                    case (how[LATENCY+1])
                        0: n = sum[LATENCY+1] / v;
                        1: n = (sum[LATENCY+1] + v - 1) / v;
                        default: n = (2*sum[LATENCY+1] + v) / (2*v);
                    endcase
                else n = t;
                if (n < t) t = n;
                t = (t < 1 ? 1 : t) * b;
                check(count === t, "count", count, t);
            end
            clk = 1;
            #1 clk = 0;
            if (!run) begin
                #1 check({dut.sum_q, dut.max_q, dut.rem_q, dut.div_q, dut.t_q, dut.block_q} === 0, "cleared", 1, 0);
                cleared = LATENCY + 1;
            end else if (cleared > 0) cleared = cleared - 1;
            for (i = LATENCY + 1; i > 0; i = i - 1) begin
                sum[i] = sum[i-1]; max[i] = max[i-1]; how[i] = how[i-1]; cap[i] = cap[i-1];
                whole[i] = whole[i-1];
            end
        end
        finish;
    end
endmodule
`default_nettype wire
