// lib_blocks_tb - sizes of blocks, and the SM on which one is open, against a count of what is left of it.
//
// TEST RATIONALE  Every size of the parameter from 0 up with every T_max, for 1-D and 2-D kernels; random picks, of any
//   SM where no block is open and of its own where one is, and kernels that end in the middle of one.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=5, KERNELS=2; SMS=28, SLOTS=16, KERNELS=4;
//   SMS=2, SLOTS=32, KERNELS=2
`default_nettype none
module lib_blocks_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3;
    localparam CNT_W = $clog2(SLOTS + 1);
    reg clk = 0, rst_n = 0, pick = 0, live = 0;
    reg  [4:0] param = 0;
    reg  [KERNELS-1:0] two_d = 0;
    reg  [KERNELS*CNT_W-1:0] tmax = 0;
    reg  [SMS-1:0] pick_sm = 0, one = 1;
    reg  [CNT_W-1:0] size = 1;
    wire [KERNELS*CNT_W-1:0] block;
    wire [SMS-1:0] open, keep;
    wire [CNT_W-1:0] rest;
    lib_blocks #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .param_i(param), .two_d_i(two_d), .tmax_i(tmax), .block_o(block),
        .pick_i(pick), .pick_sm_i(pick_sm), .size_i(size), .live_i(live),
        .open_o(open), .rest_o(rest), .keep_o(keep)
    );
    `include "check.vh"
    integer seed = 1, at = -1, left = 0, then_at, then_left, k, most, ends = 0, wholes = 0;
    initial begin
        while (cycle < 4000) begin
            rst_n = cycle > 0 && cycle % 500 != 0;
            param = $random(seed);
            two_d = $random(seed);
            for (k = 0; k < KERNELS; k = k + 1) tmax[k*CNT_W +: CNT_W] = 1 + $unsigned($random(seed)) % SLOTS;
            size = 1 + $unsigned($random(seed)) % SLOTS;
            live = $unsigned($random(seed)) % 16 > 0;
            pick = live && $unsigned($random(seed)) % 2;
            pick_sm = !pick ? 0 : at >= 0 ? one << at : one << ($unsigned($random(seed)) % SMS);
            then_left = pick ? (at >= 0 ? left : size) - 1 : live ? left : 0;
            for (k = 0; k < SMS; k = k + 1) if (pick_sm[k]) then_at = k;
            if (!pick) then_at = at;
            if (then_left == 0) then_at = -1;
            #1 if (cycle > 0) begin
                for (k = 0; k < KERNELS; k = k + 1) begin
                    most = param > SLOTS ? SLOTS : param;
                    if (most > tmax[k*CNT_W +: CNT_W]) most = tmax[k*CNT_W +: CNT_W];
                    if (most < 1 || !two_d[k]) most = 1;
                    check(block[k*CNT_W +: CNT_W] === most, "size of a block", block, most);
                end
                check(open === (at < 0 ? 0 : one << at), "open on SM", open, at);
                check(rest === then_left, "CTAs to go", rest, then_left);
                check(keep === (then_at < 0 ? 0 : one << then_at), "goes on on SM", keep, then_at);
                ends   = ends + (at >= 0 && !live);
                wholes = wholes + (at >= 0 && pick && then_left == 0);
            end
            at   = rst_n ? then_at : -1;
            left = rst_n ? then_left : 0;
            #1 clk = 1;
            #1 clk = 0;
            cycle = cycle + 1;
        end
        check(SLOTS == 1 || (ends > 10 && wholes > 10), "blocks cut short, and whole", ends, wholes);
        finish;
    end
endmodule
`default_nettype wire
