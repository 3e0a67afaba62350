// place_mixed - CTAs of all kernels on every SM: each SM serves its kernels in turn.
//
// Contract  All SMs are asked about the next awake kernel in each cycle. An SM that has received a CTA of a kernel, or
//           on which the stages refused one, takes no other of it before each other awake kernel has been picked or
//           refused there. There are no blocks: a dispatcher built with this policy needs no disp_sums.
// Timing    one pick per cycle while each awake kernel has three SMs or more.
// Size      that of lib_rounds.
// Users     place_bank.   Source  [SMK §3.2], [LCS §4.4] (mCKE).
`default_nettype none
module place_mixed #(
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

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [KERNELS-1:0]         book_khot_i,  // its kernel, one-hot
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    output wire                       busy_o        // a register changes without a pick
);
    wire busy, head;
    wire [KERNELS*CNT_W-1:0] block;
    wire [CNT_W-1:0]         rest;
    wire [SMS-1:0]           keep;
    lib_rounds #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .BLOCKS(0)) u_rounds (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .init_i(init_i),
        .param_block_i(5'd1), .live_i(live_i), .two_d_i({KERNELS{1'b0}}), .tmax_i({KERNELS*CNT_W{1'b0}}),
        .final_i({KERNELS{1'b0}}), .block_o(block), .want_kid_o(want_kid_o), .want_valid_o(want_valid_o),
        .agree_i(agree_i), .rest_o(rest), .keep_o(keep), .cand_i(cand_i), .load_i(load_i),
        .pick_sm_o(pick_sm_o), .pick_kid_o(pick_kid_o), .pick_head_o(head),
        .stands_i(book_khot_i & {KERNELS{|book_sm_i}}), .change_i(change_i), .busy_o(busy)
    );
    assign busy_o = en_i && busy;

    wire unused = &{1'b0, block, rest, keep, head};     // of blocks

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_on_q = 1'b0;
    reg [SMS-1:0] f_offer_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_on_q    <= rst_ni && en_i && !init_i;
        f_offer_q <= want_valid_o;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        // Candidates are among those that were offered a cycle ago.
        in_offer: assume (!f_on_q || !(cand_i & ~f_offer_q));
        off:      assert (f_on_q || (!(|pick_sm_o) && !(|want_valid_o)));
        rests:    assert (en_i || !busy_o);
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && en_i && pick_sm_o[SMS-1] && pick_kid_o == 1 && cand_i[0]);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
