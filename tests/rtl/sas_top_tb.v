// sas_top_tb - sas_top: parallel loops on a whole machine: tiler, schedulers, widths and contexts.
//
// TEST RATIONALE  First the case of [SAS §III-B] at a sixteenth of its size per side: four SMs of four
//   contexts; by index each SM has a quarter of the grid and its index n goes to context n mod 4, an index
//   per cycle; by tile each context has a sixteenth. Then loops of any shape, more tiles than SMs, contexts
//   of any pace and trials of widths as well: each index comes exactly once. tests/cosim/tasks.c compares the
//   full size with the golden model.
// params: SMS=4, CONTEXTS=4; SMS=1, CONTEXTS=3, GROUP=2, SEED=2
// params: SMS=7, CONTEXTS=4, GROUP=1, DEPTH=2, SEED=3; SMS=4, CONTEXTS=16, GROUP=8, LOOPS=60
`default_nettype none
module sas_top_tb;
    parameter SMS = 4, CONTEXTS = 4, GROUP = 4, DEPTH = 4, LOOPS = 120, SEED = 1;
    localparam LEVELS = 2, W = 8, V = LEVELS*W, ALL = SMS*CONTEXTS, SIDE = 64;
    reg clk = 0, rst_n = 0, start = 0, whole = 0;
    reg  [7:0] tasks = 0;
    reg  [V-1:0] lower = 0, upper = 0, stride = {LEVELS{8'd1}}, size = {LEVELS{8'd1}}, first = 0;
    reg  [ALL-1:0] live = {ALL{1'b1}}, want = 0;
    wire [ALL-1:0] valid, none, off;
    wire [ALL*V-1:0] low, high;
    sas_top #(
        .SMS(SMS), .CONTEXTS(CONTEXTS), .GROUP(GROUP), .DEPTH(DEPTH), .LEVELS(LEVELS), .W(W), .TASKS_W(8)
    ) dut (
        .clk_i(clk), .rst_ni(rst_n), .param_whole_i(whole), .param_tasks_i(tasks), .start_i(start),
        .loop_lower_i(lower), .loop_upper_i(upper), .loop_stride_i(stride), .loop_edge_i(size),
        .loop_first_i(first), .live_i(live), .want_i(want), .piece_valid_o(valid), .piece_none_o(none),
        .piece_off_o(off), .piece_lower_o(low), .piece_upper_o(high)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    integer seen [0:SIDE*SIDE-1], nth [0:SMS-1], busy [0:ALL-1], got [0:ALL-1];
    integer rows, cols, sr, sc, high_r, high_c, c, i, j, t, s, n, took, done, pace;
    reg paper, ended;
    reg [V-1:0] lower_d, upper_d, stride_d, size_d, first_d;    // inputs change as whole vectors
    reg [ALL-1:0] live_d, want_d;
    task cut(input integer level, input integer count, input integer step, input integer tiles);
        integer e, p;
        begin
            e = ((count + tiles - 1) / tiles) * step;
            p = (count * step + e - 1) / e;             // tiles that are not empty
            lower_d[level*W +: W]  = 0;
            upper_d[level*W +: W]  = (count - 1) * step + 1;
            stride_d[level*W +: W] = step;
            size_d[level*W +: W]   = e;
            first_d[level*W +: W]  = paper ? 0 : rnd(p) * e;
        end
    endtask
    task take(input integer of);
        begin
            n = 0;
            for (i = low[of*V +: W]; i < high[of*V +: W]; i = i + sr)
                for (j = low[of*V + W +: W]; j < high[of*V + W +: W]; j = j + sc) begin
                    seen[(i/sr)*SIDE + j/sc] = seen[(i/sr)*SIDE + j/sc] + 1;
                    check(seen[(i/sr)*SIDE + j/sc] == 1, "once", i, j);
                    n = n + 1;
                end
            check(whole ? n > 0 : n == 1, "a piece", n, 1);
            s = of / CONTEXTS;
            if (paper && !whole) begin                  // its place in the quarter of its SM, and whose turn it is
                check(of % CONTEXTS == nth[s] % CONTEXTS, "context", of % CONTEXTS, nth[s] % CONTEXTS);
                check(i - 1 == (s / 2) * 32 + nth[s] / 32, "row", i - 1, (s / 2) * 32 + nth[s] / 32);
                check(j - 1 == (s % 2) * 32 + nth[s] % 32, "column", j - 1, (s % 2) * 32 + nth[s] % 32);
            end
            if (paper && whole) check(n == 16*16, "indices of a tile", n, 256);
            nth[s]  = nth[s] + 1;
            got[of] = got[of] + 1;
            done    = done + n;
            busy[of] = (paper && !whole) ? 0 : (pace == 0) ? n - 1 : n * rnd(pace);
        end
    endtask

    initial begin
        repeat (2) @(negedge clk);
        rst_n = 1;
        @(negedge clk) ;                                // live contexts are allowed
        for (t = 0; t < LOOPS; t = t + 1) begin
            paper = t < 2 && SMS == 4 && CONTEXTS == 4;
            whole = paper ? t == 1 : rnd(3) == 0;
            tasks = (paper || rnd(2)) ? 0 : 1 + rnd(30);
            sr    = paper ? 1 : 1 + rnd(3); sc = paper ? 1 : 1 + rnd(3);
            rows  = paper ? 64 : 1 + rnd(40); cols = paper ? 64 : 1 + rnd(40);
            cut(0, rows, sr, paper ? (whole ? 4 : 2) : 1 + rnd(8));
            cut(1, cols, sc, paper ? (whole ? 4 : 2) : 1 + rnd(8));
            {lower, upper, stride, size, first} = {lower_d, upper_d, stride_d, size_d, first_d};
            pace = paper ? 0 : rnd(12);
            for (i = 0; i < SIDE*SIDE; i = i + 1) seen[i] = 0;
            for (i = 0; i < SMS; i = i + 1) nth[i] = 0;
            for (c = 0; c < ALL; c = c + 1) begin
                live_d[c] = paper || rnd(8) > 0;
                busy[c] = paper ? 0 : rnd(8);
                got[c]  = 0;
            end
            live = (live_d == 0) ? 1'b1 : live_d;
            done = 0; took = 0; want = 0; ended = 0;
            start = 1;
            @(negedge clk) start = 0;
            while (!ended && took < 40000) begin
                for (c = 0; c < ALL; c = c + 1) want_d[c] = live[c] && busy[c] == 0;
                want = want_d;
                #1 check(!(valid & none) && !(off & (valid | none)), "one answer", valid, none);
                ended = 1;
                for (c = 0; c < ALL; c = c + 1) begin
                    if (busy[c] > 0) busy[c] = busy[c] - 1;
                    else if (want[c] && valid[c]) take(c);
                    else if (want[c] && none[c]) busy[c] = -1;
                    if (live[c] && busy[c] >= 0) ended = 0;
                end
                took  = took + 1;
                cycle = cycle + 1;
                @(negedge clk) ;
            end
            check(done == rows * cols, "every index", done, rows * cols);
            check(&none, "none left", none, -1);
            if (paper && !whole) check(took <= 32*32 + 16, "an index per cycle", took, 32*32);
            for (c = 0; c < ALL && paper; c = c + 1)
                check(got[c] == (whole ? 1 : 256), "pieces", got[c], whole ? 1 : 256);
        end
        finish;
    end
endmodule
`default_nettype wire
