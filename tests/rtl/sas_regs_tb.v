// sas_regs_tb - sas_regs: the task unit's register words against a table of words, in every cycle.
//
// TEST RATIONALE  Checks and writes of random addresses, near the words and far from them; bounds so small that
//   levels are often empty, first tiles inside and outside, strides and edges of 0, values wider than their field;
//   refused and accepted starts, ends of loops in any cycle, also in the check cycle of a write. One to four
//   levels; words of missing levels are no registers. sas_unit_tb tests the same words behind the bus.
// params: SMS=1, CONTEXTS=1, LEVELS=1; SMS=32, CONTEXTS=32, LEVELS=4, SEED=2; LEVELS=2, W=7, TASKS_W=5, SEED=3
`default_nettype none
module sas_regs_tb;
    parameter SMS = 4, CONTEXTS = 16, LEVELS = 3, W = 16, TASKS_W = 16, SEED = 1;
    localparam DEPTH = 4, V = LEVELS*W, CYCLES = 30000, CTRL = 2, STATUS = 3, MODE = 4, BOUNDS = 16;
    reg clk = 0, rst_n = 0, wr_valid = 0, rest = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] wr_data = 0;
    wire wr_err, rd_err, start, whole, busy;
    wire [31:0] rd_data;
    wire [TASKS_W-1:0] tasks;
    wire [V-1:0] lower, upper, stride, size, first;
    wire [SMS*CONTEXTS-1:0] live;
    sas_regs #(.SMS(SMS), .CONTEXTS(CONTEXTS), .DEPTH(DEPTH), .LEVELS(LEVELS), .W(W), .TASKS_W(TASKS_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
        .wr_err_o(wr_err), .rd_addr_i(rd_addr), .rd_data_o(rd_data), .rd_err_o(rd_err), .start_o(start),
        .param_whole_o(whole), .param_tasks_o(tasks), .loop_lower_o(lower), .loop_upper_o(upper),
        .loop_stride_o(stride), .loop_edge_o(size), .loop_first_o(first), .live_o(live), .rest_i(rest), .busy_o(busy)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // The table: words 000 to 08c by number.
    reg [31:0] word [0:63];
    reg begun = 0, ended = 0, rested = 0, start_then = 0, looked = 0;   // busy, done, rest_i of the last edge
    integer w, l, s, of, starts = 0, ends = 0, empties = 0;
    function integer width(input integer at);           // stored bits of a word; 0: not stored
        case (at)
        MODE: width = 1;
        MODE + 1: width = TASKS_W;
        MODE + 2: width = CONTEXTS;
        MODE + 3: width = SMS;
        default: width = (at >= BOUNDS && at < BOUNDS + 20 && at % 4 < LEVELS) ? W : 0;
        endcase
    endfunction
    function integer number(input [11:0] addr);         // word number; -1: none
        begin
            number = addr / 4;
            if (addr % 4 != 0 || (number >= MODE && width(number) == 0)) number = -1;
        end
    endfunction
    function flawed(input integer any);
        begin
            flawed = 0;
            for (l = 0; l < LEVELS; l = l + 1)
                if (!(word[BOUNDS + l] <= word[BOUNDS + 16 + l] && word[BOUNDS + 16 + l] < word[BOUNDS + 4 + l]))
                    flawed = 1;
        end
    endfunction
    function may_write(input integer at);
        may_write = !begun && (at == CTRL ? !(wr_data[0] && flawed(0)) : width(at) > 0)
                 && !((at / 4 == 6 || at / 4 == 7) && (wr_data & (32'hffffffff >> (32 - W))) == 0);
    endfunction
    task reset;
        begin
            for (w = 0; w < 64; w = w + 1) word[w] = 0;
            word[0] = 32'h53415355;
            word[1] = {DEPTH[7:0], LEVELS[7:0], CONTEXTS[7:0], SMS[7:0]};
            word[MODE + 2] = 32'hffffffff >> (32 - CONTEXTS);
            word[MODE + 3] = 32'hffffffff >> (32 - SMS);
            for (w = BOUNDS + 4; w < BOUNDS + 16; w = w + 1) word[w] = 1;
            {begun, ended, rested, start_then} = 4'd0;
        end
    endtask
    task drive;
        begin
            if (!looked) begin
                wr_addr = 4*rnd(37);
                if (rnd(4) == 0) wr_addr = 4*CTRL;
                if (rnd(12) == 0) wr_addr = $random(seed);
                if (rnd(12) == 0) wr_addr = wr_addr ^ (12'd1 << rnd(12));
                wr_data = rnd(4) ? rnd(4) : rnd(3) ? $random(seed) : 32'd1 << rnd(32);
                if (wr_addr / 4 >= BOUNDS + 4 && wr_addr / 4 < BOUNDS + 8) wr_data = wr_data + 8;
            end
            rd_addr = rnd(12) ? 4*rnd(40) : $random(seed);
            rest  = start ? 1'b1 : rnd(8) == 0;
            rst_n = cycle > 1 && (looked || rnd(800) > 0);
        end
    endtask
    task compare;
        begin
            word[STATUS] = {flawed(0), ended, begun};
            of = number(rd_addr);
            check(rd_err === (of < 0), "read error", rd_err, rd_addr);
            check(rd_data === (of < 0 ? 0 : word[of]), "read data", rd_data, rd_addr);
            of = number(wr_addr);
            check(wr_err === !may_write(of), "write error", wr_err, wr_addr);
            check({start, busy} === {start_then, begun}, "start, busy", {start, busy}, {start_then, begun});
            check({tasks, whole} === {word[MODE + 1][TASKS_W-1:0], word[MODE][0]}, "mode", {tasks, whole}, word[MODE]);
            for (l = 0; l < LEVELS; l = l + 1) begin
                check(lower[l*W +: W] === word[BOUNDS + l][W-1:0], "lower", lower[l*W +: W], l);
                check(upper[l*W +: W] === word[BOUNDS + 4 + l][W-1:0], "upper", upper[l*W +: W], l);
                check(stride[l*W +: W] === word[BOUNDS + 8 + l][W-1:0], "stride", stride[l*W +: W], l);
                check(size[l*W +: W] === word[BOUNDS + 12 + l][W-1:0], "edge", size[l*W +: W], l);
                check(first[l*W +: W] === word[BOUNDS + 16 + l][W-1:0], "first", first[l*W +: W], l);
            end
            for (s = 0; s < SMS; s = s + 1)
                check(live[s*CONTEXTS +: CONTEXTS] === (word[MODE + 3][s] ? word[MODE + 2][CONTEXTS-1:0] : 0), "live",
                      live[s*CONTEXTS +: CONTEXTS], s);
            if (wr_err && of == CTRL && !begun) empties = empties + 1;
        end
    endtask
    task account;                                       // at a clock edge
        begin
            if (begun && rested) begin
                {begun, ended} = 2'b01;
                ends = ends + 1;
            end
            rested = rest && !start_then;
            start_then = 0;
            if (wr_valid && of == CTRL && wr_data[0]) begin
                {begun, ended, rested, start_then} = 4'b1001;
                starts = starts + 1;
            end else if (wr_valid && of >= 0) if (width(of) > 0)
                word[of] = wr_data & (32'hffffffff >> (32 - width(of)));
        end
    endtask
    initial begin
        reset;
        repeat (2) @(negedge clk) cycle = cycle + 1;
        while (cycle < CYCLES) begin
            drive;
            wr_valid = looked && rst_n && rnd(8) > 0;
            #1 compare;
            @(posedge clk) account;
            looked = !looked && !wr_valid && rst_n && number(wr_addr) >= 0 && !wr_err;
            if (!rst_n) reset;
            @(negedge clk) cycle = cycle + 1;
        end
        check(starts > 30 && ends > 30 && empties > 50, "starts, refused starts", starts, empties);
        finish;
    end
endmodule
`default_nettype wire
