// place_spatial - assigns disjoint sets of SMs to the kernels with CTAs left.
//
// Param     block reset 1 max 16: CTAs of a 2-D kernel that go to an SM together.
// Contract  A launch reassigns all enabled SMs: one SM each in turn to the kernels with CTAs left, by rank, so sets differ by one SM at most and earlier kernels have the larger ones. When a kernel has no CTA
//           left, only its SMs are reassigned, likewise. lib_offers picks among the SMs; an SM is not picked while it is
//           being assigned. CTAs of 2-D kernels go in blocks (lib_blocks); the last CTA of a grid may be a block of its
//           own. Assignment stops at an SM with an open block until the block is complete.
// Timing    assigns one SM per cycle, from SM 0 up, starting in the cycle after the change; an assignment takes
//           effect in the next cycle.
// Size      (KERNELS + 1) * SMS + 2 * KERNELS + 1 flops and lib_offers.
// Users     place_bank.   Source  [LCS §4.4] (CKE), [SMK §2.3] (Smart-Even).
`default_nettype none
module place_spatial #(
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
    input  wire [SMS-1:0]             sm_enable_i,  // the host lets SM s receive CTAs

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS-1:0]         final_i,      // one CTA of kernel k is left to dispatch
    output wire [KERNELS*CNT_W-1:0]   block_o,      // CTAs per block of kernel k, 1 or more; the last CTA
                                                    // of a grid (final_i) is a block of one
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel
    output wire [SMS*KERNELS-1:0]     serves_o,     // bit s*KERNELS+k: SM s is assigned to kernel k
    output wire                       deals_o,      // serves_o is being recomputed
    output wire [CNT_W-1:0]           rest_o,       // CTAs of the open block still to pick after this edge
    output wire [SMS-1:0]             keep_o,       // SM of the open block, one-hot; zero: no block is open

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    output wire                       pick_head_o,  // the picked CTA is the first of a block
    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [KERNELS-1:0]         book_khot_i,  // its kernel, one-hot
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    output wire                       all_sms_o,    // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire                       busy_o        // a register changes without a pick
);
    localparam [SMS-1:0] SM_0 = 1;

    reg  [SMS*KERNELS-1:0] own_q, own;          // owner of SM s, one-hot or zero
    reg  [SMS-1:0]         visit_q;             // the SM being assigned, one-hot or zero
    reg  [KERNELS-1:0]     live_q;
    reg  [KERNELS-1:0]     deal_q;              // the kernel that receives it, one-hot
    reg                    all_q;               // all SMs are reassigned, not only those without an owner
    reg  [SMS-1:0]         free, answers, mine; // mine: candidate owned by the kernel in turn
    reg  [KERNELS-1:0]     first, later, next;
    wire [KERNELS-1:0]     want, asked, awake, turn;
    wire [SMS-1:0]         open;
    wire                   busy;
    wire                   turns = live_i != live_q;

    // first: the kernel that ranks first; next: the one that ranks after deal_q, else first.
    integer k, s;
    always @* begin
        for (k = 0; k < KERNELS; k = k + 1) begin
            first[k] = live_i[k] && !(|(live_i & before_i[k*KERNELS +: KERNELS]));
            later[k] = live_i[k] && |(deal_q & before_i[k*KERNELS +: KERNELS]);
        end
        for (k = 0; k < KERNELS; k = k + 1)
            next[k] = |later ? later[k] && !(|(later & before_i[k*KERNELS +: KERNELS])) : first[k];
        for (s = 0; s < SMS; s = s + 1) begin
            answers[s] = |(own_q[s*KERNELS +: KERNELS] & asked);
            mine[s]    = cand_i[s] && |(own_q[s*KERNELS +: KERNELS] & turn) && (!visit_q[s] || open[s]);
            free[s]  = all_q || !(|(own_q[s*KERNELS +: KERNELS] & live_i));
            own[s*KERNELS +: KERNELS] = (visit_q[s] && sm_enable_i[s] && free[s] && !open[s]) ? deal_q
                                      : |(own_q[s*KERNELS +: KERNELS] & live_i) ? own_q[s*KERNELS +: KERNELS]
                                                                                  : {KERNELS{1'b0}};
        end
    end
    wire dealt = |(visit_q & sm_enable_i & free & ~open);
    wire waits = |(visit_q & open);             // the SM being assigned has an open block

    always @(posedge clk_i)
        if (!rst_ni || !en_i) begin
            own_q   <= {SMS*KERNELS{1'b0}};
            visit_q <= {SMS{1'b0}};
            live_q  <= {KERNELS{1'b0}};
            all_q   <= 1'b0;
        end else begin
            live_q  <= live_i;
            visit_q <= (turns ? SM_0 : waits ? visit_q : visit_q << 1) & {SMS{|live_i}};
            all_q   <= |(live_i & ~live_q) || (all_q && |visit_q);
            own_q   <= own;
        end
    always @(posedge clk_i)                     // guarded by visit_q: not reset
        if (turns) deal_q <= first;
        else if (dealt) deal_q <= next;

    lib_offers #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_offers (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .init_i(init_i), .live_i(live_i),
        .param_block_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .final_i(final_i), .block_o(block_o),
        .change_i(change_i || deals_o), .stands_i(book_khot_i & {KERNELS{|book_sm_i}}),
        .want_o(want), .want_kid_o(want_kid_o), .asked_o(asked), .awake_o(awake), .agree_i(agree_i & answers),
        .turn_o(turn), .mine_i(mine), .load_i(load_i), .pick_sm_o(pick_sm_o), .pick_kid_o(pick_kid_o),
        .open_o(open), .rest_o(rest_o), .keep_o(keep_o), .busy_o(busy)
    );
    assign pick_head_o  = !(|open);
    assign want_valid_o = answers;
    assign serves_o     = own_q;
    assign deals_o      = turns || |visit_q;
    assign all_sms_o    = 1'b1;
    assign busy_o       = en_i && (busy || deals_o);

    wire unused = &{1'b0, want, awake};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_on_q = 1'b0;
    reg [2:0] f_calm_q = 3'd0;                  // no input changed in the last three cycles
    reg [KERNELS-1:0]     f_live_q;
    reg [SMS-1:0]         f_cand_q, f_pick_q, f_enable_q;
    reg                   f_load_q;
    reg [SMS*KERNELS-1:0] f_own_q;
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [KERNELS-1:0] f_now = own_q >> (f_s*KERNELS);
    wire               f_enabled = |((sm_enable_i >> f_s) & 1'b1);
    always @* assume (f_s < SMS);
    reg                   f_order;              // of two live kernels one was launched before the other
    reg                   f_kept;               // the kernel of an open block owns its SM
    integer f, j;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_on_q     <= rst_ni && en_i;
        f_calm_q   <= {f_calm_q[1:0], 1'b1} & {3{rst_ni && !init_i && en_i && !(|pick_sm_o) && !busy_o}};
        f_live_q   <= live_i;
        f_cand_q   <= cand_i;
        f_load_q   <= load_i;
        f_pick_q   <= pick_sm_o;
        f_enable_q <= sm_enable_i;
        f_own_q    <= own_q;
    end
    reg f_shape;                                // block sizes of live kernels are stable, 1 or more
    reg [KERNELS*CNT_W-1:0] f_block_q;
    always @(posedge clk_i) f_block_q <= block_o;
    always @* begin
        f_kept = 1'b1;
        for (f = 0; f < SMS; f = f + 1)
            f_kept = f_kept && (!open[f] || |(own_q[f*KERNELS +: KERNELS] & turn) || !(|(turn & live_i)));
        f_order = 1'b1;
        f_shape = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1)
            f_shape = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                      && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
        for (f = 0; f < KERNELS; f = f + 1)
            for (j = 0; j < KERNELS; j = j + 1) begin
                f_order = f_order && (f == j ? !before_i[f*KERNELS + j]
                        : !(live_i[f] && live_i[j]) || before_i[f*KERNELS + j] != before_i[j*KERNELS + f]);
                f_order = f_order && (!(live_i[f] && live_i[j] && before_i[f*KERNELS + j])
                        || !(live_i & before_i[j*KERNELS +: KERNELS] & ~before_i[f*KERNELS +: KERNELS]));
            end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_shape: assume (f_shape);
        in_kept:  assume (!(|open) || !(cand_i & ~open));
        // The host changes sm_enable_i only while no kernel is busy.
        in_host:  assume (!f_on_q || sm_enable_i == f_enable_q || (!(|live_i) && !(|f_live_q)));
    end
    generate
        if (F_TOP) begin : g_top
            always @* if (f_past_q) begin
                again:  assert (!(&f_calm_q && en_i && rst_ni && live_i == f_live_q && cand_i == f_cand_q
                                  && load_i == f_load_q) || (pick_sm_o == f_pick_q && own_q == f_own_q));
                waited: cover (rst_ni && waits && !turns && &live_i);
                shared: cover (rst_ni && !busy_o && own_q[0] && own_q[KERNELS + 1] && pick_sm_o[1]);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        hot:        assert (!(f_now & (f_now - 1'b1)));
        // While nothing is being assigned, a kernel with CTAs left owns each enabled SM, if there is such a kernel.
        served:     assert (!en_i || !f_on_q || turns || |visit_q || !(|live_i) || !f_enabled
                            || |(f_now & live_i));
        inv_served: assert (!(|visit_q) || visit_q <= SM_0 << f_s || turns || !f_enabled
                            || |(f_now & live_i));
    end
    always @* if (f_past_q) begin
        inv_visit: assert (!(visit_q & (visit_q - 1'b1)));
        inv_deal:  assert (!(|visit_q) || turns || (|(deal_q & live_i) && !(deal_q & (deal_q - 1'b1))));
        inv_live:  assert (!(|visit_q) || |live_q);
        inv_kept:  assert (f_kept);
    end
`endif
endmodule
`default_nettype wire
