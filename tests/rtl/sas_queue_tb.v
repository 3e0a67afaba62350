// sas_queue_tb - sas_queue: pieces in and out of one context's queue, against a list.
//
// TEST RATIONALE  Queues fail when full or empty: pushes and pops come at rates that fill it,
//   drain it and coincide, of indices and of tiles in turn, with a reset in between.
// params: DEPTH=2, LEVELS=1, W=4; DEPTH=3, LEVELS=2, W=5; DEPTH=4; DEPTH=16, LEVELS=2, W=8
`default_nettype none
module sas_queue_tb;
    parameter DEPTH = 4, LEVELS = 3, W = 16, CYCLES = 20000, SEED = 1;
    localparam V = LEVELS*W;
    reg clk = 0, rst_n = 0, whole = 0, push = 0, ready = 0;
    reg  [V-1:0] lower = 0, upper = 0;
    wire free, spare, valid;
    wire [V-1:0] piece_lower, piece_upper;
    sas_queue #(.DEPTH(DEPTH), .LEVELS(LEVELS), .W(W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .whole_i(whole), .push_i(push), .lower_i(lower), .upper_i(upper),
        .free_o(free), .spare_o(spare), .piece_valid_o(valid), .piece_ready_i(ready),
        .piece_lower_o(piece_lower), .piece_upper_o(piece_upper)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    reg [V-1:0] lower_d, upper_d;                       // inputs change as whole vectors
    reg [V-1:0] low [0:DEPTH-1], high [0:DEPTH-1];      // the list
    integer held = 0, most = 0, i, l, in_rate = 1, out_rate = 1;
    initial begin
        repeat (2) @(negedge clk);
        rst_n = 1;
        for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
            if (cycle % 64 == 0) begin in_rate = 1 + rnd(4); out_rate = 1 + rnd(4); end
            if (held == 0 && rnd(20) == 0) whole = !whole;
            push  = rnd(in_rate) == 0 && held < (whole ? 1 : DEPTH);
            ready = rnd(out_rate) == 0;
            for (l = 0; l < LEVELS; l = l + 1) begin
                lower_d[l*W +: W] = rnd((1 << W) - 1);
                upper_d[l*W +: W] = whole ? $random(seed) : lower_d[l*W +: W];
            end
            {lower, upper} = {lower_d, upper_d};
            #1;
            check(valid === (held > 0), "valid", valid, held);
            if (!whole) begin
                check(free === (held < DEPTH), "free", free, held);
                check(spare === (held < DEPTH - 1), "spare", spare, held);
            end
            if (held > 0) begin
                check(piece_lower === low[0], "lower", piece_lower, low[0]);
                check(piece_upper === high[0], "upper", piece_upper, high[0]);
            end
            if (ready && held > 0) begin
                for (i = 1; i < held; i = i + 1) begin low[i-1] = low[i]; high[i-1] = high[i]; end
                held = held - 1;
            end
            if (push) begin
                low[held] = lower;
                for (l = 0; l < LEVELS; l = l + 1)
                    high[held][l*W +: W] = whole ? upper[l*W +: W] : lower[l*W +: W] + 1;
                held = held + 1;
            end
            if (held > most) most = held;
            rst_n = rnd(500) > 0;
            if (!rst_n) held = 0;
            @(negedge clk) rst_n = 1;
        end
        check(most == DEPTH, "full", most, DEPTH);
        finish;
    end
endmodule
`default_nettype wire
