// disp_kernels_tb - disp_kernels: states, ranks, pool and counts of the kernel table, against a list.
//
// TEST RATIONALE  The model keeps a word per entry (free, issue, drain, done) and its rank, a number from priority and time
//   of launch, and moves one entry at a time. Launches, picks, completions, aborts and clears come at random, with as many
//   CTAs in flight as the machine holds; the pool has one place, some, and one for each entry; priorities are all equal
//   (LEVELS=1), few, or any.
// params: KERNELS=1, CTAS=2, POOL=1; KERNELS=3, CTAS=5, POOL=2; KERNELS=4, CTAS=224, POOL=4; KERNELS=16, CTAS=9, POOL=3
// params: KERNELS=3, CTAS=5, POOL=2, LEVELS=1; KERNELS=4, POOL=1, LEVELS=8; KERNELS=16, CTAS=9, POOL=3, LEVELS=8
`default_nettype none
`timescale 1ns/1ps
module disp_kernels_tb;
    parameter KERNELS = 4, CTAS = 224, POOL = 2, LEVELS = 2, TICKS = 8000;
    localparam OUT_W = $clog2(CTAS + 1), FREE = 0, ISSUE = 1, DRAIN = 2, DONE = 3;

    reg clk = 0, rst_n = 0, last = 0;
    reg  [KERNELS-1:0] launch = 0, clear = 0, pick = 0, take = 0, abort = 0, sel = 0;
    wire [KERNELS-1:0] live, busy, done, pool_live, pool_busy, pool_start, fin, aborted;
    wire [KERNELS*KERNELS-1:0] before;
    wire [KERNELS*OUT_W-1:0] out;
    wire [1:0] half;
    reg  [KERNELS*3-1:0] level = 0;                     // priorities
    wire [4:0] places = POOL;
    disp_kernels #(.KERNELS(KERNELS), .CTAS(CTAS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(1'b0), .launch_i(launch), .clear_i(clear), .live_o(live), .busy_o(busy),
        .done_o(done), .priority_i(level), .before_o(before), .pool_i(places), .pool_live_o(pool_live), .pool_busy_o(pool_busy),
        .pool_start_o(pool_start), .book_khot_i(pick), .last_i(last), .take_i(take), .fin_o(fin), .out_o(out),
        .abort_i(abort), .aborted_o(aborted), .sel_i(sel), .half_o(half));
    `include "check.vh"

    integer seed = 1, state [0:KERNELS-1], rank [0:KERNELS-1], flight [0:KERNELS-1], serial = 0;
    integer k, j, n, all, ended, fins = 0, stops = 0, waited = 0, overtaken = 0, want;
    reg [KERNELS-1:0] in, was, model_aborted;           // in the pool

    function integer any(input integer range);
        any = $unsigned($random(seed)) % range;
    endfunction

    task inputs;                                        // within the contract
        begin
            launch = 0; clear = 0; pick = 0; take = 0; abort = 0; last = 0; sel = 0;
            all = 0;
            for (k = 0; k < KERNELS; k = k + 1) all = all + flight[k];
            k = any(KERNELS);
            if (any(6) == 0 && (state[k] == FREE || state[k] == DONE)) launch[k] = 1'b1;
            k = any(KERNELS);
            if (any(9) == 0 && !launch[k]) clear[k] = 1'b1;
            k = any(KERNELS);
            if (state[k] == FREE || state[k] == DONE) level[k*3 +: 3] = any(LEVELS);
            k = any(KERNELS);
            if (flight[k] > 0 && any(3) != 0) begin take[k] = 1'b1; end
            k = any(KERNELS);
            if (any(60) == 0 && (state[k] == ISSUE || state[k] == DRAIN)) abort[k] = 1'b1;
            k = any(KERNELS);
            if (in[k] && state[k] == ISSUE && !abort[k] && all < CTAS) begin
                pick[k] = 1'b1;
                last = any(12) == 0;
            end
            k = any(KERNELS);
            if (in[k]) sel[k] = 1'b1;
        end
    endtask
    task ends;                                          // which entry ends at this edge: -1 none
        begin
            ended = -1;
            for (k = KERNELS - 1; k >= 0; k = k - 1) if (state[k] == DRAIN && flight[k] == 0) ended = k;
            for (k = 0; k < KERNELS; k = k + 1) if (take[k] && state[k] == DRAIN && flight[k] == 1) ended = k;
        end
    endtask
    task step;
        begin
            was = in;
            for (k = 0; k < KERNELS; k = k + 1) begin   // a place as of the states before this edge
                n = 0;
                for (j = 0; j < KERNELS; j = j + 1)
                    if (was[j] || ((state[j] == ISSUE || state[j] == DRAIN) && rank[j] < rank[k])) n = n + 1;
                if (state[k] == ISSUE && n < POOL) in[k] = 1'b1;
                n = 0;
                for (j = 0; j < KERNELS; j = j + 1) if (state[j] == ISSUE || state[j] == DRAIN) n = n + 1;
                if (launch[k] && n < POOL) in[k] = 1'b1;
            end
            check(pool_start === (in & ~was), "enters the pool", pool_start, in & ~was);
            for (k = 0; k < KERNELS; k = k + 1) begin
                if (clear[k] && state[k] == DONE) begin state[k] = FREE; model_aborted[k] = 1'b0; end
                if (abort[k] && k != ended) begin state[k] = DRAIN; model_aborted[k] = 1'b1; stops = stops + 1; end
                if (pick[k]) flight[k] = flight[k] + 1;
                if (pick[k] && last) state[k] = DRAIN;
                if (take[k]) flight[k] = flight[k] - 1;
                if (launch[k]) begin
                    state[k] = ISSUE; model_aborted[k] = 1'b0; serial = serial + 1;
                    rank[k] = (7 - level[k*3 +: 3]) * (1 << 20) + serial;
                end
            end
            if (ended >= 0) begin state[ended] = DONE; in[ended] = 1'b0; fins = fins + 1; end
        end
    endtask
    task compare;
        for (k = 0; k < KERNELS; k = k + 1) begin
            check(live[k] === (state[k] == ISSUE), "live", live, state[k]);
            check(busy[k] === (state[k] == ISSUE || state[k] == DRAIN), "busy", busy, state[k]);
            check(done[k] === (state[k] == DONE), "done", done, state[k]);
            check(out[k*OUT_W +: OUT_W] === flight[k], "in flight", out[k*OUT_W +: OUT_W], flight[k]);
            check(aborted[k] === model_aborted[k], "aborted", aborted, model_aborted);
            check(pool_busy[k] === in[k], "pool", pool_busy, in);
            check(pool_live[k] === (in[k] && state[k] == ISSUE), "pool, ISSUE", pool_live, state[k]);
            if (busy[k] && !in[k]) waited = waited + 1;
            for (j = 0; j < KERNELS; j = j + 1)
                if (busy[k] && busy[j] && j != k)
                    check(before[k*KERNELS + j] === rank[j] < rank[k], "ranks before", k, j);
            for (j = 0; j < KERNELS; j = j + 1)
                if (in[k] && busy[j] && !in[j] && rank[j] < rank[k]) overtaken = overtaken + 1;
        end
    endtask
    task halves;                                        // 0 alone, 1 the pool's first, else 2
        begin
            want = 0;
            for (k = 0; k < KERNELS; k = k + 1) if (sel[k])
                for (j = 0; j < KERNELS; j = j + 1) if (in[j] && j != k) begin
                    if (rank[j] < rank[k]) want = 2;
                    else if (want == 0) want = 1;
                end
            if (|sel) check(half === want, "half", half, want);
        end
    endtask
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) begin state[k] = FREE; rank[k] = -1; flight[k] = 0; end
        in = 0; model_aborted = 0;
        #1 clk = 1; #1 clk = 0; rst_n = 1;
        for (cycle = 0; cycle < TICKS; cycle = cycle + 1) begin
            inputs;
            ends;
            #1 check(fin === (ended < 0 ? 0 : 1 << ended), "ends", fin, ended);
            halves;
            step;
            #1 clk = 1;
            #1 compare;
            clk = 0;
        end
        check(fins > TICKS / 100, "kernels that ended", fins, TICKS / 100);
        check(stops > TICKS / 800, "aborts", stops, TICKS / 800);
        check(POOL >= KERNELS || LEVELS == 1 || overtaken > TICKS / 100, "cycles that a higher priority waits", overtaken, TICKS / 100);
        check(POOL >= KERNELS || waited > TICKS / 100, "cycles outside of the pool", waited, TICKS / 100);
        finish;
    end
endmodule
`default_nettype wire
