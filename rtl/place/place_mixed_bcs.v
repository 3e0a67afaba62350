// place_mixed_bcs - CTAs of all kernels on every SM, those of 2-D kernels in blocks.
//
// Param     block reset 2 max 16: CTAs of a 2-D kernel that go to an SM together.
// Contract  As place_mixed, but CTAs of 2-D kernels go in blocks (lib_blocks); the last CTA of a
//           grid may be a block of its own. A block is one turn of its kernel on its SM.
// Timing    as place_mixed; no pick elsewhere while a block is open.
// Size      that of lib_rounds with BLOCKS; disp_sums, which a dispatcher without blocks does not have.
// Users     place_bank.   Source  [SMK §3.2], [LCS §4.2, §4.4].
`default_nettype none
module place_mixed_bcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [4:0]                 param_block_i,

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS-1:0]         final_i,      // one CTA of kernel k is left to dispatch
    output wire [KERNELS*CNT_W-1:0]   block_o,      // CTAs per block of kernel k, 1 or more; the last CTA
                                                    // of a grid (final_i) is a block of one
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel
    output wire [CNT_W-1:0]           rest_o,       // CTAs of the open block still to pick after this edge, on
                                                    // each SM of keep_o
    output wire [SMS-1:0]             keep_o,       // SMs of the open block, of a cluster several; zero: none is open

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    output wire                       pick_head_o,  // the picked CTA is the first of a block
    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [KERNELS-1:0]         book_khot_i,  // its kernel, one-hot
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    output wire                       busy_o        // a register changes without a pick
);
    wire busy;
    lib_rounds #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .BLOCKS(1)) u_rounds (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .init_i(init_i),
        .param_block_i(param_block_i), .live_i(live_i), .two_d_i(two_d_i), .tmax_i(tmax_i),
        .final_i(final_i), .block_o(block_o), .want_kid_o(want_kid_o), .want_valid_o(want_valid_o),
        .agree_i(agree_i), .rest_o(rest_o), .keep_o(keep_o), .cand_i(cand_i), .load_i(load_i),
        .pick_sm_o(pick_sm_o), .pick_kid_o(pick_kid_o), .pick_head_o(pick_head_o),
        .stands_i(book_khot_i & {KERNELS{|book_sm_i}}), .change_i(change_i), .busy_o(busy)
    );
    assign busy_o = en_i && busy;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_on_q = 1'b0;
    reg [SMS-1:0] f_offer_q, f_keep_q;
    reg f_shape;                                // blocks of live kernels are constant, 1 or more
    reg f_single;                               // those of 1-D kernels are single CTAs
    reg [KERNELS*CNT_W-1:0] f_block_q;
    integer f;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_on_q    <= rst_ni && en_i && !init_i;
        f_offer_q <= want_valid_o;
        f_keep_q  <= keep_o;
        f_block_q <= block_o;
    end
    always @* begin
        f_shape  = 1'b1;
        f_single = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_shape  = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                       && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
            f_single = f_single && (two_d_i[f] || block_o[f*CNT_W +: CNT_W] == 1);
        end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_shape: assume (f_shape);
        in_kept:  assume (pick_head_o || !(cand_i & ~f_keep_q));
        // Without an open block, candidates are among the SMs that were offered a cycle ago.
        in_offer: assume (!f_on_q || !pick_head_o || !(cand_i & ~f_offer_q));
        off:      assert (f_on_q || (!(|pick_sm_o) && !(|want_valid_o) && pick_head_o));
        rests:    assert (en_i || !busy_o);
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        single:   assert (f_single);
        stays:    assert (!f_on_q || pick_head_o == !(|f_keep_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && en_i && pick_sm_o[SMS-1] && !pick_head_o && |rest_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
