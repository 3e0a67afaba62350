// sas_sos_tb - sas_sos: trials of widths, with contexts whose pace depends on the width.
//
// TEST RATIONALE  The bench chooses the best width: pieces come at a rate per width, so each
//   width wins in some loop, and some tie. Loops are cut short, restart in the middle of a
//   trial and run without trials; several pieces in a cycle exceed the requested number; a trial
//   overflows its counter; live contexts are none, few, or only such as lie above the width.
// params: CONTEXTS=16, GROUP=8; CONTEXTS=8, GROUP=8, TASKS_W=4, SEED=2
// params: CONTEXTS=6, GROUP=2, CYCLES_W=5, SEED=3; CONTEXTS=3, GROUP=1
`default_nettype none
module sas_sos_tb;
    parameter CONTEXTS = 16, GROUP = 8, TASKS_W = 8, CYCLES_W = 12, LOOPS = 300, SEED = 1;
    localparam LAST = $clog2(GROUP), TOP = (1 << CYCLES_W) - 1;
    reg clk = 0, rst_n = 0, start = 0;
    reg  [TASKS_W-1:0] tasks = 0;
    reg  [CONTEXTS-1:0] live = {CONTEXTS{1'b1}}, evt = 0;
    wire [CONTEXTS-1:0] allow;
    sas_sos #(.CONTEXTS(CONTEXTS), .GROUP(GROUP), .TASKS_W(TASKS_W), .CYCLES_W(CYCLES_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .param_tasks_i(tasks), .start_i(start), .live_i(live),
        .task_evt_i(evt), .allow_o(allow)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    function [CONTEXTS-1:0] mask(input integer width);  // log2
        integer c;
        for (c = 0; c < CONTEXTS; c = c + 1) mask[c] = c % GROUP < (1 << width);
    endfunction

    // --- what is expected: pieces count two cycles late, in a trial of its own --------------------
    integer width = LAST, best = 0, least = 0, count = 0, took = 0, now = 0, c, t, pace, length, won [0:7];
    reg tries = 0;
    reg [CONTEXTS-1:0] want;
    integer slow [0:7];
    task expect_edge;                                   // behind the next edge
        begin
            want = live & mask(width);
            if (want == 0) want = live;
            if (start) begin
                tries = tasks > 0; width = tries ? 0 : LAST; count = 0; took = 0;
            end else if (tries && count >= tasks) begin
                if (width == 0 || took < least) begin best = width; least = took; end
                if (width < LAST) width = width + 1;
                else begin tries = 0; width = best; won[width] = won[width] + 1; end
                count = 0; took = 0;
            end else if (tries) begin
                if (count > 0 && took < TOP) took = took + 1;
                count = count + now;
            end
            now = 0;
            for (c = 0; c < CONTEXTS; c = c + 1) now = now + evt[c];
            if (!rst_n) begin tries = 0; width = LAST; want = 0; end
        end
    endtask

    initial begin
        for (c = 0; c < 8; c = c + 1) won[c] = 0;
        repeat (2) @(negedge clk) expect_edge;
        rst_n = 1;
        for (t = 0; t < LOOPS; t = t + 1) begin
            tasks = (rnd(5) == 0) ? 0 : 1 + rnd(20);
            if (rnd(12) == 0) tasks = {TASKS_W{1'b1}};
            for (c = 0; c <= LAST; c = c + 1) slow[c] = 1 + rnd(5);
            pace = rnd(LAST + 1);
            if (rnd(3) > 0) slow[pace] = 1;             // likely the best one
            length = (rnd(4) == 0) ? rnd(60) : 100 + rnd(600);
            if (rnd(3) == 0) live = {CONTEXTS{1'b1}};
            start = 1;
            while (length > 0) begin
                evt = 0;
                if (rnd(slow[width]) == 0) evt = 1'b1 << rnd(CONTEXTS);
                if (rnd(9) == 0) evt = $random(seed);
                if (rnd(40) == 0) live = (rnd(3) == 0) ? $random(seed) : {CONTEXTS{1'b1}};
                if (rnd(300) == 0) live = 1'b1 << rnd(CONTEXTS);
                if (rnd(300) == 0) live = 0;
                rst_n = rnd(4000) > 0;
                #1 expect_edge;
                @(negedge clk) ;
                check(allow === want, "allowed contexts", allow, want);
                check((|allow) === (|want), "a live context is allowed", allow, want);
                start = 0;
                cycle = cycle + 1;
                length = length - 1;
                if (!tries && length > 20) length = 20;
            end
        end
        for (c = 0; c <= LAST; c = c + 1) check(won[c] > 4, "each width wins", won[c], 5);
        finish;
    end
endmodule
`default_nettype wire
