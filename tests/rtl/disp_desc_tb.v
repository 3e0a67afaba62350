// disp_desc_tb - disp_desc: descriptor words of every entry against a table of words, in every cycle.
//
// TEST RATIONALE  The words are the only state, and every output is a function of them and the inputs:
//   random inputs and one comparison per output and cycle are complete. Values cluster at 0, 1 and
//   around the capacity, because a launch fails on a single field; addresses miss the entries by a row, a
//   word or a byte. Corners: fields as wide as their word, and one entry.
// params: KERNELS=1, SLOTS=1; KERNELS=3, SLOTS=8; KERNELS=16, SLOTS=16; KERNELS=3, PRIORITIES=0
// params: KERNELS=4, X_W=32, Y_W=7, Z_W=5, LID_W=9, OUT_W=9, REGS_W=5, SMEM_W=32, SEED=2
`default_nettype none
module disp_desc_tb;
    parameter KERNELS = 4, SLOTS = 8, PRIORITIES = 1, SEED = 1;
    parameter X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32, OUT_W = 8;
    parameter WARPS_W = 7, THREADS_W = 12, REGS_W = 14, SMEM_W = 17;
    localparam CNT_W  = $clog2(SLOTS + 1);
    localparam AMT_W  = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5;
    localparam GRID_W = X_W + Y_W + Z_W;
    localparam CYCLES = KERNELS > 8 ? 15000 : 3000;

    reg clk = 0, rst_n = 0, wr_valid = 0, in_order = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] wr_data = 0;
    reg  [KERNELS-1:0] busy = 0, live = 0, done = 0, none = 0, sel = 1, ask = 0, aborted = 0, sat = 0;
    reg  [KERNELS*LID_W-1:0] count = 0;
    reg  [KERNELS*OUT_W-1:0] out = 0;
    reg  [31:0] cap [3:6];                      // by word: threads, warps, registers, shared memory
    reg  [CNT_W-1:0] cap_slots = 1;
    wire wr_err, rd_err;
    wire [31:0] rd_data;
    wire [KERNELS-1:0] launch, two_d, borrow, abort;
    wire [2:0] launch_one;
    wire [KERNELS*AMT_W-1:0] amt;
    wire [KERNELS*CNT_W-1:0] tmax;
    wire [KERNELS*3-1:0] level;                 // priorities
    wire [X_W-1:0] grid_x, ask_x;
    wire [Y_W-1:0] grid_y, ask_y;
    wire [Z_W-1:0] grid_z, ask_z;
    disp_desc #(
        .KERNELS(KERNELS), .SLOTS(SLOTS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W),
        .OUT_W(OUT_W), .WARPS_W(WARPS_W), .THREADS_W(THREADS_W), .REGS_W(REGS_W), .SMEM_W(SMEM_W),
        .PRIORITIES(PRIORITIES)
    ) dut (
        .clk_i(clk), .rst_ni(rst_n),
        .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .wr_err_o(wr_err),
        .rd_addr_i(rd_addr), .rd_data_o(rd_data), .rd_err_o(rd_err),
        .cap_i({1'b0, cap_slots, 1'b0, cap[6][SMEM_W-1:0], 1'b0, cap[5][REGS_W-1:0],
                1'b0, cap[3][THREADS_W-1:0], 1'b0, cap[4][WARPS_W-1:0]}),
        .none_i(none), .in_order_i(in_order), .busy_i(busy), .live_i(live), .done_i(done), .count_i(count), .out_i(out),
        .launch_o(launch), .launch_one_o(launch_one), .amt_o(amt), .two_d_o(two_d), .borrow_o(borrow), .tmax_o(tmax), .priority_o(level),
        .sel_i(sel), .grid_x_o(grid_x), .grid_y_o(grid_y), .grid_z_o(grid_z),
        .ask_i(ask), .ask_x_o(ask_x), .ask_y_o(ask_y), .ask_z_o(ask_z),
        .abort_o(abort), .aborted_i(aborted), .sat_i(sat)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- the table -------------------------------------------------------------------------------
    reg [31:0] word [0:KERNELS*16-1];           // word w of entry k at k*16 + w
    function integer width(input integer w);    // stored bits of a word; 0: not stored
        case (w)
        0: width = X_W;
        1: width = Y_W;
        2: width = Z_W;
        3: width = THREADS_W;
        4: width = WARPS_W;
        5: width = REGS_W;
        6: width = SMEM_W;
        7: width = 2;
        8: width = 8;
        13: width = CNT_W;
        14: width = 3;
        default: width = 0;
        endcase
    endfunction
    function [31:0] low(input [31:0] value, input integer bits);
        low = value & (32'hffffffff >> (32 - bits));
    endfunction
    integer k, w;
    task forget;
        for (k = 0; k < KERNELS; k = k + 1)
            for (w = 0; w < 16; w = w + 1) word[k*16 + w] = (w == 13) ? SLOTS : 0;
    endtask
    function integer entry(input [11:0] addr);  // whose word it is; -1: of none
        entry = (addr >= 12'h200 && addr < 12'h200 + 64*KERNELS && addr % 4 == 0)
              ? (addr - 12'h200) / 64 : -1;
    endfunction
    function may_launch(input integer e);
        may_launch = !none[e] && cap_slots >= 1 && !(in_order && word[e*16 + 14] > 0)
                  && word[e*16] > 0 && word[e*16 + 1] > 0 && word[e*16 + 2] > 0
                  && word[e*16 + 3] > 0 && word[e*16 + 4] > 0 && word[e*16 + 13] > 0
                  && word[e*16 + 3] <= cap[3] && word[e*16 + 4] <= cap[4]
                  && word[e*16 + 5] <= cap[5] && word[e*16 + 6] <= cap[6];
    endfunction
    function may_write(input integer e, input integer of);
        if (e < 0) may_write = 0;
        else if (of == 14 && !PRIORITIES && wr_data[2:0] > 0) may_write = 0;
        else if (of != 9) may_write = width(of) > 0 && !busy[e];
        else case (wr_data[1:0])
            0: may_write = 1;
            1: may_write = !busy[e] && may_launch(e);
            2: may_write = busy[e];
            default: may_write = 0;             // launch and abort at once
            endcase
    endfunction
    function [31:0] read(input integer e, input integer of);
        case (of)
        10: read = {28'd0, sat[e], aborted[e], (busy[e] || done[e]) && !live[e], live[e] || done[e]};
        11: read = count[e*LID_W +: LID_W];
        12: read = count[e*LID_W +: LID_W] - out[e*OUT_W +: OUT_W];
        default: read = word[e*16 + of];        // the command word is read as 0
        endcase
    endfunction

    // --- a cycle ---------------------------------------------------------------------------------
    function [31:0] value(input integer near);
        case (rnd(8))
        0: value = 0;
        1: value = 1;
        2: value = near;
        3: value = near + 1;
        4: value = $random(seed);
        default: value = 1 + rnd(6);
        endcase
    endfunction
    task drive;
        begin
            busy = $random(seed) & $random(seed);
            live = $random(seed); done = $random(seed);
            aborted = $random(seed); sat = $random(seed);
            none = $random(seed) & $random(seed) & $random(seed) & $random(seed);
            in_order = rnd(8) == 0;
            sel = 1 << rnd(KERNELS);
            ask = rnd(4) == 0 ? 0 : 1 << rnd(KERNELS);
            for (k = 0; k < KERNELS; k = k + 1) begin
                count[k*LID_W +: LID_W] = $random(seed);
                out[k*OUT_W +: OUT_W] = $random(seed);
            end
            k = rnd(KERNELS);
            wr_addr = 12'h200 + 64*k + 4*(rnd(3) ? rnd(9) : rnd(16));
            if (rnd(3) == 0) wr_addr[5:2] = 9;
            if (rnd(8) == 0) wr_addr = $random(seed) & ~12'h3;
            if (rnd(16) == 0) wr_addr[1:0] = $random(seed);
            rd_addr = 12'h200 + 64*rnd(KERNELS) + 4*rnd(16);
            if (rnd(8) == 0) rd_addr = $random(seed) & ~12'h3;
            if (rnd(16) == 0) rd_addr[1:0] = $random(seed);
            w = wr_addr[5:2];
            wr_data = (w >= 3 && w <= 6) ? value(cap[w]) : value(1);
            if (w == 9) wr_data = (rnd(4) ? 1 : rnd(4)) | ($random(seed) & (rnd(4) ? 0 : -4));
            cap_slots = rnd(16) ? SLOTS : 0;
            for (w = 3; w < 7; w = w + 1)
                case (rnd(16))
                0: cap[w] = low(word[k*16 + w] - 1, width(w));
                1: cap[w] = word[k*16 + w];
                2: cap[w] = low(word[k*16 + w] + 1, width(w));
                3: cap[w] = low($random(seed), width(w));
                default: cap[w] = low(-1, width(w));
                endcase
        end
    endtask
    integer e, launches = 0, refusals = 0;
    task compare;
        begin
            e = entry(rd_addr);
            if (e >= 0) if (rd_addr[5:2] > 14) e = -1;
            check(rd_err === (e < 0), "read error", rd_err, e < 0);
            check(rd_data === (e < 0 ? 0 : read(e, rd_addr[5:2])), "read data", rd_data, read(e, rd_addr[5:2]));
            for (k = 0; k < KERNELS; k = k + 1) begin
                check(amt[k*AMT_W +: AMT_W] === {1'b0, {CNT_W{1'b0}} | 1'b1,
                          1'b0, word[k*16 + 6][SMEM_W-1:0],    1'b0, word[k*16 + 5][REGS_W-1:0],
                          1'b0, word[k*16 + 3][THREADS_W-1:0], 1'b0, word[k*16 + 4][WARPS_W-1:0]},
                      "amounts", amt[k*AMT_W +: AMT_W], k);
                check(borrow[k] === word[k*16 + 7][1], "borrow", borrow[k], word[k*16 + 7]);
                check(two_d[k] === word[k*16 + 7][0], "two_d", two_d[k], word[k*16 + 7]);
                check(tmax[k*CNT_W +: CNT_W] === word[k*16 + 13][CNT_W-1:0], "tmax",
                      tmax[k*CNT_W +: CNT_W], word[k*16 + 13]);
                check(level[k*3 +: 3] === word[k*16 + 14][2:0], "priority", level[k*3 +: 3], word[k*16 + 14]);
                if (sel[k])
                    check(grid_x === word[k*16][X_W-1:0] && grid_y === word[k*16 + 1][Y_W-1:0]
                          && grid_z === word[k*16 + 2][Z_W-1:0], "selected grid", grid_x, word[k*16]);
                if (ask[k])
                    check(ask_x === word[k*16][X_W-1:0] && ask_y === word[k*16 + 1][Y_W-1:0]
                          && ask_z === word[k*16 + 2][Z_W-1:0], "grid asked for", ask_x, word[k*16]);
            end
        end
    endtask
    task write;                                 // looked at, and made if it is not refused
        begin
            e = entry(wr_addr);
            w = wr_addr[5:2];
            check(wr_err === !may_write(e, w), "write error", wr_err, !may_write(e, w));
            if (e >= 0 && wr_err && w == 9) refusals = refusals + 1;
            wr_valid = rnd(4) > 0 && (e < 0 || may_write(e, w));
            if (wr_valid && w == 9 && wr_data[1] && rnd(4) == 0) busy = 0;  // it ended after the look
            #1;
            for (k = 0; k < KERNELS; k = k + 1) begin
                check(launch[k] === (wr_valid && k == e && w == 9 && wr_data[0]), "launch", launch[k], k);
                check(abort[k] === (wr_valid && k == e && w == 9 && wr_data[1]), "abort", abort[k], k);
            end
            if (|launch) begin
                launches = launches + 1;
                check(launch_one === {word[e*16 + 2] == 1, word[e*16 + 1] == 1, word[e*16] == 1},
                      "grid of one", launch_one, word[e*16]);
            end
            if (wr_valid && e >= 0 && width(w) > 0) word[e*16 + w] = low(wr_data, width(w));
        end
    endtask
    initial begin
        for (w = 3; w < 7; w = w + 1) cap[w] = 0;
        forget;
        repeat (2) @(negedge clk);
        rst_n = 1;
        while (cycle < CYCLES) begin
            drive;
            #1 compare;
            if (rst_n) write;
            else forget;
            @(negedge clk) cycle = cycle + 1;
            rst_n = rnd(1500) > 0;
            wr_valid = 0;
        end
        check(launches > 20 && refusals > 100, "launches, refusals", launches, refusals);
        finish;
    end
endmodule
`default_nettype wire
