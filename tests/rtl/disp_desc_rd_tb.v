// disp_desc_rd_tb - disp_desc_rd: every word of every entry against its fields, and every other address.
//
// TEST RATIONALE  The module has no state: random fields, each with its own bits, and all 4096 addresses
//   are complete. Corners: fields as wide as their word, one entry, 16 entries.
// params: KERNELS=1, SLOTS=1; KERNELS=3, SLOTS=8; KERNELS=16, SLOTS=16
// params: KERNELS=4, X_W=32, Y_W=7, Z_W=5, LID_W=9, OUT_W=9, REGS_W=5, SMEM_W=32, SEED=2
`default_nettype none
module disp_desc_rd_tb;
    parameter KERNELS = 4, SLOTS = 8, SEED = 1;
    parameter X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32, OUT_W = 8;
    parameter WARPS_W = 7, THREADS_W = 12, REGS_W = 14, SMEM_W = 17;
    localparam CNT_W  = $clog2(SLOTS + 1);
    localparam AMT_W  = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5;
    localparam GRID_W = X_W + Y_W + Z_W;
    localparam DRAWS  = 8;

    reg clk = 0;                                // of check.vh
    reg  [11:0] addr = 0;
    reg  [KERNELS*GRID_W-1:0] grid = 0;
    reg  [KERNELS*AMT_W-1:0]  amt = 0;
    reg  [KERNELS*8-1:0]      stream = 0;
    reg  [KERNELS*CNT_W-1:0]  tmax = 0;
    reg  [KERNELS*3-1:0]      level = 0;        // priorities
    reg  [KERNELS*LID_W-1:0]  count = 0;
    reg  [KERNELS*OUT_W-1:0]  out = 0;
    reg  [KERNELS-1:0] two_d = 0, borrow = 0, busy = 0, live = 0, done = 0, aborted = 0, sat = 0;
    wire [31:0] data;
    wire err;
    disp_desc_rd #(
        .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W), .WARPS_W(WARPS_W),
        .THREADS_W(THREADS_W), .REGS_W(REGS_W), .SMEM_W(SMEM_W), .OUT_W(OUT_W), .SLOTS(SLOTS)
    ) dut (
        .rd_addr_i(addr), .rd_data_o(data), .rd_err_o(err), .grid_i(grid), .amt_i(amt), .two_d_i(two_d), .borrow_i(borrow),
        .stream_i(stream), .tmax_i(tmax), .priority_i(level), .busy_i(busy), .live_i(live), .done_i(done), .aborted_i(aborted),
        .sat_i(sat), .count_i(count), .out_i(out)
    );

    `include "check.vh"
    integer seed = SEED, k, w, a;
    reg [31:0] word [0:KERNELS*16-1];           // word w of entry k at k*16 + w
    reg        there;
    reg [X_W-1:0] x; reg [Y_W-1:0] y; reg [Z_W-1:0] z;
    reg [THREADS_W-1:0] threads; reg [WARPS_W-1:0] warps; reg [REGS_W-1:0] regs; reg [SMEM_W-1:0] smem;
    reg [LID_W-1:0] issued; reg [OUT_W-1:0] flight; reg [CNT_W-1:0] most; reg [7:0] of_stream;
    reg [1:0] state;
    task draw;
        for (k = 0; k < KERNELS; k = k + 1) begin
            x = $random(seed); y = $random(seed); z = $random(seed);
            threads = $random(seed); warps = $random(seed); regs = $random(seed); smem = $random(seed);
            issued = $random(seed); flight = $random(seed); most = $random(seed); of_stream = $random(seed);
            state = $random(seed);
            grid[k*GRID_W +: GRID_W] = {z, y, x};
            amt[k*AMT_W +: AMT_W]    = {1'b0, {CNT_W{1'b1}}, 1'b0, smem, 1'b0, regs, 1'b0, threads, 1'b0, warps};
            stream[k*8 +: 8]         = of_stream;
            tmax[k*CNT_W +: CNT_W]   = most;
            level[k*3 +: 3]          = $random(seed);
            count[k*LID_W +: LID_W]  = issued;
            out[k*OUT_W +: OUT_W]    = flight;
            {two_d[k], borrow[k], aborted[k], sat[k]} = $random(seed);
            {busy[k], live[k], done[k]} = state == 0 ? 3'b000 : state == 1 ? 3'b110 : state == 2 ? 3'b100 : 3'b001;
            for (w = 0; w < 16; w = w + 1) word[k*16 + w] = 0;      // word 9, the command, is read as 0
            word[k*16]      = x;
            word[k*16 + 1]  = y;
            word[k*16 + 2]  = z;
            word[k*16 + 3]  = threads;
            word[k*16 + 4]  = warps;
            word[k*16 + 5]  = regs;
            word[k*16 + 6]  = smem;
            word[k*16 + 7]  = {borrow[k], two_d[k]};
            word[k*16 + 8]  = of_stream;
            word[k*16 + 10] = {28'd0, sat[k], aborted[k], state};
            word[k*16 + 11] = issued;
            word[k*16 + 12] = issued;
            word[k*16 + 12] = word[k*16 + 12] - flight;
            word[k*16 + 13] = most;
            word[k*16 + 14] = level[k*3 +: 3];
        end
    endtask
    initial begin
        repeat (DRAWS) begin
            draw;
            for (a = 0; a < 4096; a = a + 1) begin
                addr = a;
                #1 w = addr[5:2];
                there = a >= 12'h200 && a < 12'h200 + 64*KERNELS && addr[1:0] == 0 && w < 15;
                check(err === !there, "error", err, !there);
                check(data === (there ? word[(a - 12'h200)/4] : 0), "data", data, a);
            end
            cycle = cycle + 1;
        end
        finish;
    end
endmodule
`default_nettype wire
