// disp_sums - resources of each kernel's next CTAs: of one CTA, or of a block of several.
//
// Contract  next_o of kernel k: the amounts of a block of block_i CTAs, or of one CTA if one is left to dispatch. Until
//           the sum of a block is complete and known to fit an empty SM, its top guard bit is 1, so that it fits no SM.
//           never_o[k]: a block of kernel k does not fit an empty SM. A sum that exceeds its field sets the guard bit of
//           that field: it is larger than any SM.
// Timing    A block is summed once per launch. One adder serves all kernels: first the kernel launched last, then the
//           lowest table entry that waits. The launch edge loads the amounts of two CTAs, and each further cycle adds
//           those of one (busy_o). never_o follows a sum that does not fit by a cycle.
// Size      (KERNELS + 1) * AMT_W + (CNT_W + 3) * KERNELS flops, one adder, one comparison.
// Users     disp_fit.
`default_nettype none
module disp_sums #(
    parameter SLOTS   = 8,                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter AMT_W   = 59,                     // bits of an amount word, guards included
    parameter [AMT_W-1:0] GUARD = 0,            // the guard bits of an amount word
    parameter CNT_W   = $clog2(SLOTS + 1)       // derived: never set
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,     // synchronous, active low

    input  wire                     init_i,     // init; only while no kernel is busy
    input  wire [AMT_W-1:0]         held_i,     // capacity of an empty SM as the last init loaded it
    input  wire [KERNELS*AMT_W-1:0] amt_i,      // resources of a CTA of kernel k, an amount word (disp_fit_sm)
    input  wire [KERNELS-1:0]       start_i,    // kernel launched at this clock edge, one-hot or zero
    input  wire [KERNELS-1:0]       live_i,     // kernel k has CTAs left to dispatch
    input  wire [KERNELS*CNT_W-1:0] block_i,    // CTAs per block of kernel k, 1 or more; constant from the cycle of start_i
                                                // until live_i falls
    input  wire [KERNELS-1:0]       final_i,    // one CTA of kernel k is left to dispatch
    output wire [KERNELS*AMT_W-1:0] next_o,     // resources of the next CTAs of kernel k; top guard bit 1: not known
    output wire [KERNELS-1:0]       never_o,    // a block of kernel k does not fit an empty SM
    output wire                     busy_o      // the sum of a block is not complete, or does not fit an empty SM
);
    localparam [KERNELS-1:0] KID_ONE = 1;
    localparam [CNT_W-1:0]   ONE     = 1;

    reg  [KERNELS*AMT_W-1:0] sum_q, next;
    reg  [KERNELS-1:0]       known_q;           // the block's sum is complete and fits an empty SM
    reg  [KERNELS-1:0]       turn_q;            // kernel whose block is being summed, one-hot or zero
    reg  [KERNELS*CNT_W-1:0] block_q;           // CTAs per block, sampled at the launch
    reg  [KERNELS-1:0]       never_q;           // a cycle ago the sum did not fit an empty SM
    reg  [KERNELS-1:0]       several;           // the next CTAs are a block of more than one
    wire [AMT_W-1:0]         sum, one;
    wire [CNT_W-1:0]         block;
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_sum (
        .sel_i(turn_q), .data_i(sum_q), .data_o(sum)
    );
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_one (
        .sel_i(turn_q), .data_i(amt_i), .data_o(one)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block (
        .sel_i(turn_q), .data_i(block_q), .data_o(block)
    );
    wire [KERNELS-1:0] pend  = live_i & several & ~known_q;     // the sum is not complete, or does not fit
    wire [KERNELS-1:0] works = turn_q & pend;
    // Guard bits as in disp_fit_sm: over if a field of the sum has exceeded its bits, room if an empty SM covers the sum.
    wire [AMT_W-1:0]   spare = (held_i | GUARD) - (sum & ~GUARD);
    wire               over  = |(sum & GUARD);
    wire               room  = (spare & GUARD) == GUARD && !over;
    wire               whole = sum[AMT_W-2 -: CNT_W] == block;
    wire [AMT_W-1:0]   more  = sum + one;
    assign next_o  = next;
    assign never_o = never_q & pend;
    assign busy_o  = |pend;

    integer i;
    always @*
        for (i = 0; i < KERNELS; i = i + 1) begin
            several[i] = block_q[i*CNT_W +: CNT_W] != ONE && !final_i[i];
            next[i*AMT_W +: AMT_W] = {several[i] && !known_q[i], several[i] ? sum_q[i*AMT_W +: AMT_W-1]
                                                                            : amt_i[i*AMT_W +: AMT_W-1]};
        end
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            turn_q  <= {KERNELS{1'b0}};
            known_q <= {KERNELS{1'b0}};
            never_q <= {KERNELS{1'b0}};
        end else begin
            never_q <= works & {KERNELS{!room}};
            if (|start_i) turn_q <= start_i;
            else if (!(|works) && |pend) turn_q <= pend & (~pend + KID_ONE);
            known_q <= (known_q | (works & {KERNELS{room && whole}})) & ~start_i;
        end
    always @(posedge clk_i)                     // guarded by known_q, live_i: not reset
        for (i = 0; i < KERNELS; i = i + 1)
            if (start_i[i]) begin
                sum_q[i*AMT_W +: AMT_W]   <= {amt_i[i*AMT_W +: AMT_W-1], 1'b0};
                block_q[i*CNT_W +: CNT_W] <= block_i[i*CNT_W +: CNT_W];
            end else if (works[i] && !whole && !over) sum_q[i*AMT_W +: AMT_W] <= more;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg                     f_past_q = 1'b0, f_on_q = 1'b0, f_init_q;
    reg [KERNELS*AMT_W-1:0] f_amt_q;
    reg [KERNELS-1:0]       f_live_q, f_start_q;
    reg [KERNELS*CNT_W-1:0] f_block_q;          // blocks a cycle ago
    reg [AMT_W-1:0]         f_held_q;
    reg                     f_moved, f_wide;    // a live kernel's word changed; a guard is set
    reg                     f_fixed;            // blocks of live kernels are constant, 1 or more,
    reg                     f_kept;             // and equal those at the launch
    reg [AMT_W-1:0]         f_was, f_sum;       // sum of a kernel; amounts of as many CTAs as its slots field has
    reg                     f_over;
    reg [KERNELS-1:0]       f_summed, f_whole;  // the sum is right; it includes the whole block;
    reg [KERNELS-1:0]       f_fits;             // it fits an empty SM
    reg                     f_next;             // next_o is that of one CTA, the sum of a block, or marked as not known
    integer j;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_on_q    <= rst_ni;
        f_amt_q   <= amt_i;
        f_live_q  <= live_i;
        f_block_q <= block_i;
        f_start_q <= start_i;
        f_held_q  <= held_i;
        f_init_q  <= init_i;
    end
    always @* begin
        f_moved = 1'b0;
        f_wide  = 1'b0;
        f_fixed = 1'b1;
        f_kept  = 1'b1;
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_wide  = f_wide || |(amt_i[i*AMT_W +: AMT_W] & GUARD)
                   || amt_i[(i + 1)*AMT_W-2 -: CNT_W] != ONE;
            f_fixed = f_fixed && (!live_i[i] || !f_on_q || (block_i[i*CNT_W +: CNT_W] == f_block_q[i*CNT_W +: CNT_W]
                       && |block_i[i*CNT_W +: CNT_W] && block_i[i*CNT_W +: CNT_W] <= SLOTS));
            f_kept  = f_kept && (!live_i[i] || block_q[i*CNT_W +: CNT_W] == block_i[i*CNT_W +: CNT_W]);
            f_moved = f_moved || ((live_i[i] || f_live_q[i]) && f_on_q
                       && amt_i[i*AMT_W +: AMT_W] != f_amt_q[i*AMT_W +: AMT_W]);
        end
    end
    // The slots field of a sum tells how many CTAs it includes. A sum that has exceeded its field is not checked.
    always @* begin
        f_was  = {AMT_W{1'b0}};
        f_sum  = {AMT_W{1'b0}};
        f_over = 1'b0;
        f_next = 1'b1;
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_was  = sum_q[i*AMT_W +: AMT_W];
            f_over = |(f_was & GUARD);
            f_sum  = {AMT_W{1'b0}};
            for (j = 1; j <= SLOTS; j = j + 1)
                if (j <= f_was[AMT_W-2 -: CNT_W]) f_sum = f_sum + amt_i[i*AMT_W +: AMT_W];
            f_summed[i] = f_over || (f_was == f_sum && |f_was[AMT_W-2 -: CNT_W-1]
                          && f_was[AMT_W-2 -: CNT_W] <= block_i[i*CNT_W +: CNT_W]);
            f_whole[i]  = !f_over && f_was[AMT_W-2 -: CNT_W] == block_i[i*CNT_W +: CNT_W];
            f_fits[i]   = (((held_i | GUARD) - (f_was & ~GUARD)) & GUARD) == GUARD;
            if (!live_i[i] || block_i[i*CNT_W +: CNT_W] == ONE) begin
                f_summed[i] = 1'b1;
                f_fits[i]   = 1'b1;
                f_whole[i]  = 1'b1;
            end
            f_next = f_next && (!live_i[i] || next_o[i*AMT_W +: AMT_W] ==
                     (final_i[i] || block_i[i*CNT_W +: CNT_W] == ONE ? amt_i[i*AMT_W +: AMT_W] : f_was)
                     || next_o[(i + 1)*AMT_W-1]);
        end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_amt:   assume (!f_moved && !f_wide && !(held_i & GUARD));
        in_block: assume (f_fixed);
        in_start: assume (!(start_i & (start_i - 1'b1)) && !(start_i & live_i)
                          && !(live_i & ~((f_live_q | f_start_q) & {KERNELS{f_on_q}})));
        in_held:  assume (!f_on_q || f_init_q || held_i == f_held_q);
    end
    always @* if (f_past_q) begin
        inv_turn:  assert (!(turn_q & (turn_q - 1'b1)));
        summed:    assert (!f_on_q || &f_summed);
        inv_block: assert (!f_on_q || f_kept);
        inv_known: assert (!f_on_q || !(known_q & ~(f_whole & f_fits)));
        right:     assert (!f_on_q || f_next);
        hidden:    assert (busy_o || !(|never_o));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                stands: cover (rst_ni && known_q[KERNELS-1] && live_i[KERNELS-1] && several[KERNELS-1]);
                large: cover (rst_ni && |never_o && !(|(sum & GUARD)));
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
