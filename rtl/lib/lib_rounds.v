// lib_rounds - CTAs of all kernels on every SM: each SM serves its kernels in turn.
//
// Contract  SMs are asked about the kernels in turn (lib_offers). An SM that has received a CTA of a kernel, or on which the
//           stages refused one, takes no further CTA of that kernel until each other awake kernel has been picked or
//           refused there. With BLOCKS, CTAs of 2-D kernels go in blocks (lib_blocks); the last CTA of a grid may be a
//           block of its own.
// Timing    one pick per cycle while each awake kernel has three SMs or more; no pick on another SM while a block is open.
// Size      KERNELS * SMS flops and lib_offers.
// Users     place_mixed, place_mixed_bcs.   Source  [SMK §3.2], [LCS §4.4] (mCKE).
`default_nettype none
module lib_rounds #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter BLOCKS  = 1,                                      // 0: each CTA goes by itself
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [4:0]                 param_block_i,    // param_i of lib_blocks

    input  wire [KERNELS-1:0]         live_i,       // kernel k has CTAs left to dispatch
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS-1:0]         final_i,      // one CTA of kernel k is left to dispatch
    output wire [KERNELS*CNT_W-1:0]   block_o,      // CTAs per block of kernel k, 1 or more; the last CTA
                                                    // of a grid (final_i) is a block of one
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel
    output wire [CNT_W-1:0]           rest_o,       // CTAs of the open block still to pick after this edge
    output wire [SMS-1:0]             keep_o,       // SM of the open block, one-hot; zero: no block is open

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    output wire                       pick_head_o,  // the picked CTA is the first of a block
    input  wire [KERNELS-1:0]         stands_i,     // kernel of the pick that waits to be booked, one-hot or zero
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    output wire                       busy_o        // a register changes without a pick
);
    reg  [SMS*KERNELS-1:0] had_q;               // bit s*KERNELS+k: kernel k was picked or refused on SM s in this round
    reg  [SMS-1:0]         offer;               // SM s may take a CTA of asked
    wire [KERNELS-1:0]     want, asked, awake, turn;
    wire [SMS-1:0]         open;

    integer s;
    always @* begin
        offer = {SMS{1'b0}};
        if (|asked)                             // lets simulators skip the loop
            for (s = 0; s < SMS; s = s + 1)
                offer[s] = !(|(had_q[s*KERNELS +: KERNELS] & asked) && |(awake & ~had_q[s*KERNELS +: KERNELS]));
    end
    always @(posedge clk_i)
        if (!rst_ni || init_i) had_q <= {SMS*KERNELS{1'b0}};
        else
            for (s = 0; s < SMS; s = s + 1)
                if (!pick_sm_o[s])
                    had_q[s*KERNELS +: KERNELS] <= had_q[s*KERNELS +: KERNELS] | (asked & {KERNELS{!agree_i[s]}});
                else if (|(awake & ~had_q[s*KERNELS +: KERNELS] & ~turn))
                    had_q[s*KERNELS +: KERNELS] <= had_q[s*KERNELS +: KERNELS] | turn;
                else                            // the last awake kernel of this round: begins a new one
                    had_q[s*KERNELS +: KERNELS] <= turn;

    lib_offers #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .BLOCKS(BLOCKS)) u_offers (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .live_i(live_i),
        .param_block_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .final_i(final_i), .block_o(block_o),
        .change_i(change_i), .stands_i(stands_i),
        .want_o(want), .want_kid_o(want_kid_o), .asked_o(asked), .awake_o(awake), .agree_i(agree_i),
        .turn_o(turn), .mine_i(cand_i), .load_i(load_i), .pick_sm_o(pick_sm_o), .pick_kid_o(pick_kid_o),
        .open_o(open), .rest_o(rest_o), .keep_o(keep_o), .busy_o(busy_o)
    );
    assign pick_head_o  = !(|open);
    assign want_valid_o = offer;

    wire unused = &{1'b0, want};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s;               // any SM,
    (* anyconst *) reg [7:0] f_k, f_j;          // any two kernels
    localparam [KERNELS-1:0] K_ONE = 1;
    wire [KERNELS-1:0] f_hot = K_ONE << f_k, f_other = K_ONE << f_j;
    wire [KERNELS-1:0] f_had = had_q >> (f_s*KERNELS);
    wire [SMS-1:0]     f_picks = pick_sm_o >> f_s, f_agrees = agree_i >> f_s, f_opens = open >> f_s;
    wire               f_pick = f_picks[0], f_agree = f_agrees[0], f_open = f_opens[0];
    reg f_past_q = 1'b0, f_on_q = 1'b0;
    reg f_owed_q;                               // since f_k was picked on SM f_s, f_j was awake and neither picked nor refused
    reg f_owed_2_q;                             // the same a cycle ago
    reg f_rest_q;
    reg [SMS-1:0] f_offer_q;
    reg [KERNELS-1:0] f_live_q, f_had_q;
    wire f_on = rst_ni && !init_i;
    // f_k is picked, and f_j has no turn in this round yet, or the pick begins a new round.
    wire f_owes = f_pick && turn == f_hot && !f_open && |(f_other & awake)
               && !(|(f_other & f_had) && |(awake & ~f_had & ~turn));
    wire f_pays = (f_pick && turn == f_other) || (asked == f_other && !f_agree) || !(|(f_other & awake));
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_on_q     <= f_on;
        f_offer_q  <= offer;
        f_owed_q   <= f_on && (f_owes || f_owed_q) && !(f_pays && !f_owes);
        f_owed_2_q <= f_on && f_owed_q && !f_pays;
    end
    reg f_shape;                                // blocks of live kernels are constant, 1 or more
    reg [KERNELS*CNT_W-1:0] f_block_q;
    always @(posedge clk_i) f_block_q <= block_o;
    integer f;
    always @* begin
        f_shape = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1)
            f_shape = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                      && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_k < KERNELS && f_j < KERNELS && f_j != f_k);
    end
    always @* if (f_past_q) begin
        in_shape: assume (f_shape);
        in_kept:  assume (!(|open) || !(cand_i & ~open));
        // Without an open block, candidates are among the SMs that were offered a cycle ago.
        in_offer: assume (!f_on_q || |open || !(cand_i & ~f_offer_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && pick_sm_o[SMS-1] && turn == 2 && cand_i[0] && f_owed_q);
                pair:   cover (rst_ni && |pick_sm_o && turn == 2 && (|open || BLOCKS == 0) && &live_i);
                rests:  cover (rst_ni && !busy_o && &live_i && !(|cand_i));
            end
        end
    endgenerate
    always @* if (f_past_q && f_on_q) begin
        // Between two blocks of a kernel on an SM, every other kernel that stays awake is picked or refused there.
        in_turn:  assert (!(f_owed_2_q && f_owed_q && f_pick && turn == f_hot) || f_open);
        inv_owed: assert (!f_owed_q || (|(f_had & f_hot) && !(|(f_had & f_other))));
        offered:  assert (!(|pick_sm_o) || |open || !(pick_sm_o & ~f_offer_q));
        first:    assert (!(|asked) || |(f_had & asked) || |((offer >> f_s) & 1'b1));
    end
`endif
endmodule
`default_nettype wire
