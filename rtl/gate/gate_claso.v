// gate_claso - credits per SM and a shared rest, so that the last CTAs are spread evenly.
//
// Param     p_a reset 1 max 7: active levels: the last so many CTAs of an SM need a global credit, from 1.
// Param     p_l reset 0 max 7: loose levels: so many local credits more per SM.
// Contract  n_cta CTAs (blocks, where the place stage issues blocks) on n_core SMs, those enabled
//           when the credits are worked out: ceil(n_cta / n_core) + p_l local credits each, and
//           (n_cta - 1) mod n_core + 1 + (p_a - 1) n_core global ones. An SM with more than
//           p_a + p_l local credits is allowed and pays one; with fewer, one of each, or it is
//           refused and pays nothing. What CREDIT_W bits cannot hold is let through first, and
//           the credits are for the last 2^CREDIT_W - 8 CTAs per SM. An SM enabled later has none;
//           one that is disabled keeps its own. A grid of 2^32 CTAs, or no SM: no gate. Where each kernel
//           has SMs of its own (apart_i), n_core counts those; a kernel whose credits were worked out before SMs were
//           dealt anew is let through from then on, and so is one that a limit keeps to some SMs (part_i), which
//           could not spend the credits of the others.
//           The host changes p_a and p_l only while no kernel is busy; 0 and more than 7 are cut.
// Timing    A kernel waits while its credits are worked out, one kernel at a time: at full widths
//           Z_W + X_W + 38 + p_a cycles, lib_share has the others. No SM is allowed a block in
//           the last but two of them, so that the write meets no pick. alone_o: one or two global
//           credits are left for several SMs, and up to two picks have not been charged yet.
// Size      KERNELS * (SMS * CREDIT_W + 36 + $clog2(7*SMS)) + 1 flops and lib_share.
// Users     gate_bank.   Source  [CLASO §3.1, Algorithm 1], which also charges a refusal.
`default_nettype none
module gate_claso #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the grid sizes
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // this policy is in use
    input  wire                 init_i,         // start over, no kernel is busy
    input  wire [2:0]           param_p_a_i,
    input  wire [2:0]           param_p_l_i,

    input  wire [KERNELS-1:0]   start_i,        // kernel k is launched at this edge
    output wire [KERNELS-1:0]   ask_o,          // one-hot or none: how large is kernel k?
    input  wire [X_W-1:0]       ask_x_i,        // x * y * z CTAs
    input  wire [Y_W-1:0]       ask_y_i,
    input  wire [Z_W-1:0]       ask_z_i,
    input  wire [CNT_W-1:0]     ask_block_i,    // that go so many together
    input  wire [SMS-1:0]       sm_enable_i,    // the host lets SM s receive CTAs
    input  wire [SMS-1:0]       want_valid_i,   // SM s may be picked,
    input  wire [SMS*KID_W-1:0] want_kid_i,     // for this kernel: not the next cycle's
    input  wire [SMS*KERNELS-1:0] serves_i,     // bit s*KERNELS+k: SM s serves kernel k, until SMs are dealt
    input  wire                 deals_i,        // anew: now
    input  wire [KERNELS-1:0]   part_i,         // the limit keeps kernel k to some of the SMs
    output wire [SMS-1:0]       ok_o,           // SM s may be issued a block of that kernel
    output wire                 alone_o,        // ok_o is void if one of that kernel is picked now, or was
                                                // a cycle ago

    input  wire [SMS-1:0]       pick_sm_i,      // one-hot or none: a block began on this SM,
    input  wire [KID_W-1:0]     pick_kid_i,     // of this kernel, a cycle ago

    output wire                 busy_o,         // a register here changes at this edge
    input  wire [KERNELS-1:0]   stop_i          // kernel k is aborted at this edge
);
    parameter  CREDIT_W = 7;                    // bits of a local credit count, from 4
    localparam LEVEL_W  = 3;                    // bits of p_a, of p_l
    localparam LEVELS   = (1 << LEVEL_W) - 1;
    localparam MOST     = (1 << CREDIT_W) - 1 - LEVELS;     // CTAs of an SM that have credits
    localparam GLOB_W   = $clog2(LEVELS*SMS + 1);           // these two as lib_share has them
    localparam FREE_W   = (X_W + Y_W + Z_W > 32) ? 32
                        : (X_W + Y_W + Z_W < CREDIT_W) ? CREDIT_W : X_W + Y_W + Z_W;
    localparam [CREDIT_W-1:0] C_ONE = 1;
    localparam [KERNELS-1:0]  K_ONE = 1;
    localparam [GLOB_W-1:0]   G_ONE = 1, G_TWO = 2;
    localparam LOW_W  = FREE_W/2, HIGH_W = FREE_W - LOW_W;
    localparam [LOW_W-1:0]    L_ONE = 1;
    localparam [HIGH_W-1:0]   H_ONE = 1;
    localparam [FREE_W-1:0]   F_ONE = 1, ENDLESS = {FREE_W{1'b1}};

    wire [LEVEL_W-1:0] pa = |param_p_a_i ? param_p_a_i : {{(LEVEL_W - 1){1'b0}}, 1'b1};
    wire [LEVEL_W-1:0] pl = param_p_l_i;
    wire [CREDIT_W-1:0] levels = {{(CREDIT_W - LEVEL_W){1'b0}}, pa}
                               + {{(CREDIT_W - LEVEL_W){1'b0}}, pl};

    // --- the credits of one kernel after the other -----------------------------------------------
    reg  [KERNELS-1:0]  pend_q;                 // launched, its credits are not there yet
    reg  [KERNELS-1:0]  open_q;                 // its SMs were dealt anew since: let through
    reg  [SMS-1:0]      mine;                   // SMs that may get the next one's CTAs
    reg  [KERNELS-1:0]  calc_q;                 // one-hot: whose are worked out
    reg                 write_q;                // they are, and are written
    wire [SMS-1:0]      mask;
    wire [CREDIT_W-1:0] share;
    wire [FREE_W-1:0]   above;
    wire [GLOB_W-1:0]   rest;
    wire                busy, close, ready;
    wire                idle  = !busy && !ready && !write_q;
    wire [KERNELS-1:0]  next  = pend_q & (~pend_q + K_ONE);
    wire                drop  = deals_i || |(stop_i & (idle ? next : calc_q));  // or what is worked on is aborted
    wire [CREDIT_W-1:0] given = share + {{(CREDIT_W - LEVEL_W){1'b0}}, pl};

    lib_share #(
        .N(SMS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .BLOCK_W(CNT_W), .MOST(MOST),
        .SHARE_W(CREDIT_W), .LEVEL_W(LEVEL_W)
    ) u_share (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i && !drop), .en_i(en_i),
        .go_i(|pend_q && !write_q), .mask_i(sm_enable_i & mine),
        .x_i(ask_x_i), .y_i(ask_y_i), .z_i(ask_z_i), .block_i(ask_block_i), .level_i(pa),
        .busy_o(busy), .last_o(close), .valid_o(ready),
        .mask_o(mask), .share_o(share), .above_o(above), .rest_o(rest)
    );
    assign ask_o  = calc_q;
    assign busy_o = en_i && |pend_q;

    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            pend_q  <= {KERNELS{1'b0}};
            open_q  <= {KERNELS{1'b0}};
            write_q <= 1'b0;
        end else if (en_i) begin
            pend_q  <= ((pend_q & ~(calc_q & {KERNELS{write_q && !deals_i}})) | start_i) & ~stop_i;
            open_q  <= (open_q | ({KERNELS{deals_i}} & ~pend_q) | part_i) & ~start_i;
            write_q <= ready && !drop;                 // lib_share holds its results until it starts again
        end
    always @(posedge clk_i)
        if (!rst_ni || init_i)  calc_q <= {KERNELS{1'b0}};
        else if (en_i && idle)  calc_q <= next;

    // --- who may be issued one, who pays what ----------------------------------------------------
    reg [SMS*KERNELS*CREDIT_W-1:0] local_q;     // SM s, kernel k at s*KERNELS + k
    reg [KERNELS*GLOB_W-1:0]       glob_q;
    reg [KERNELS*FREE_W-1:0]       free_q;      // let through first
    reg [KERNELS-1:0]              low_0_q;     // its lower half is 0: a borrow passes half the bits in a cycle
    reg [KERNELS-1:0]              some_q;      // not all of it is
    reg [KERNELS-1:0]      glob, glob_few;      // not 0; 1 or 2
    reg [KERNELS-1:0]      hot;                 // of the SM looked at: what it wants,
    reg [CREDIT_W-1:0]     have;                // and its credits
    reg                    open, may, tail;     // tail: it needs a global credit, too
    reg [SMS-1:0]          ok;
    reg [CREDIT_W-1:0]     paid;                // the credits that the pick is paid from
    reg                    alone;
    wire [KERNELS-1:0]     kid_pick = (K_ONE << pick_kid_i) & {KERNELS{|pick_sm_i}};
    integer s, k;
    always @* begin
        for (k = 0; k < KERNELS; k = k + 1) begin
            glob[k]     = |glob_q[k*GLOB_W +: GLOB_W];
            glob_few[k] = glob_q[k*GLOB_W +: GLOB_W] == G_ONE
                       || glob_q[k*GLOB_W +: GLOB_W] == G_TWO;
        end
        ok    = {SMS{1'b0}};
        paid  = {CREDIT_W{1'b0}};
        tail  = 1'b0;
        hot   = {KERNELS{1'b0}};
        have  = {CREDIT_W{1'b0}};
        may   = 1'b0;
        open  = 1'b0;
        alone = 1'b0;
        mine  = {SMS{1'b1}};
        if (en_i)                               // a simulator need not look when it is off
            for (s = 0; s < SMS; s = s + 1) begin
                have = {CREDIT_W{1'b0}};
                hot  = K_ONE << want_kid_i[s*KID_W +: KID_W];
                for (k = 0; k < KERNELS; k = k + 1) begin
                    have = have | (local_q[(s*KERNELS + k)*CREDIT_W +: CREDIT_W]
                                   & {CREDIT_W{hot[k]}});
                    paid = paid | (local_q[(s*KERNELS + k)*CREDIT_W +: CREDIT_W]
                                   & {CREDIT_W{pick_sm_i[s] && kid_pick[k]}});
                end
                mine[s] = |(next & serves_i[s*KERNELS +: KERNELS]);
                open    = |(open_q & hot);
                may     = (|have || open) && !(|(pend_q & hot)) && !close;
                tail    = !(|(some_q & hot)) && !open && have <= levels;
                ok[s]   = may && (!tail || |(glob & hot));
                alone   = alone || (want_valid_i[s] && may && tail && |(glob_few & hot));
            end
    end
    assign ok_o    = ok;
    assign alone_o = alone;

    wire pays    = !(|((some_q | open_q) & kid_pick));      // with a local credit,
    wire by_glob = |pick_sm_i && pays && paid <= levels;    // and a global one
    integer t, j;
    always @(posedge clk_i)
        if (en_i && (write_q || |pick_sm_i)) begin
            for (t = 0; t < SMS; t = t + 1)
                for (j = 0; j < KERNELS; j = j + 1)
                    if ((write_q && calc_q[j])
                        || (pick_sm_i[t] && kid_pick[j] && pays))
                        local_q[(t*KERNELS + j)*CREDIT_W +: CREDIT_W] <=
                            write_q ? given & {CREDIT_W{mask[t]}} : paid - C_ONE;
            for (j = 0; j < KERNELS; j = j + 1)
                if (write_q && calc_q[j]) begin
                    glob_q[j*GLOB_W +: GLOB_W] <= rest;
                    free_q[j*FREE_W +: FREE_W] <= above;
                    low_0_q[j]                 <= !(|above[LOW_W-1:0]);
                    some_q[j]                  <= |above;
                end else if (kid_pick[j]) begin
                    if (by_glob)
                        glob_q[j*GLOB_W +: GLOB_W] <= glob_q[j*GLOB_W +: GLOB_W] - G_ONE;
                    if (some_q[j] && free_q[j*FREE_W +: FREE_W] != ENDLESS) begin
                        free_q[j*FREE_W +: LOW_W] <= free_q[j*FREE_W +: LOW_W] - L_ONE;
                        if (low_0_q[j])
                            free_q[j*FREE_W + LOW_W +: HIGH_W] <= free_q[j*FREE_W + LOW_W +: HIGH_W] - H_ONE;
                        low_0_q[j] <= free_q[j*FREE_W +: LOW_W] == L_ONE;
                        some_q[j]  <= free_q[j*FREE_W +: FREE_W] != F_ONE;
                    end
                end
        end


`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: sums of credits; 2: that they are spent (formal_gate_claso)
    localparam ALL_W = SMS*KERNELS*CREDIT_W + KERNELS*(GLOB_W + FREE_W);
    reg f_past_q = 1'b0, f_still_q = 1'b0, f_dealt_q = 1'b0;
    reg [KERNELS-1:0] f_stop_q;
    wire [SMS-1:0]      f_answered;             // may be picked, by the answers that were given
    reg [ALL_W-1:0]     f_all_q;
    formal_gate_picks #(.SMS(SMS), .KID_W(KID_W)) u_picks (
        .clk_i(clk_i), .run_i(rst_ni && !init_i && en_i), .ok_i(ok_o & want_valid_i), .alone_i(alone_o),
        .want_kid_i(want_kid_i), .pick_sm_i(pick_sm_i), .pick_kid_i(pick_kid_i), .may_o(f_answered)
    );
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_still_q <= rst_ni && !(|pick_sm_i) && !write_q;
        f_all_q   <= {local_q, glob_q, free_q};
        f_dealt_q <= rst_ni && !init_i && en_i && deals_i;
        f_stop_q  <= stop_i;
    end
    wire f_env = !(pick_sm_i & (pick_sm_i - 1'b1)) && (!en_i || !(pick_sm_i & ~f_answered));
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) in_pick: assume (f_env);
    always @* if (f_past_q) begin
        refused: assert (!f_still_q || {local_q, glob_q, free_q} == f_all_q);
        // Credits of SMs as they were dealt before do not count any more.
        anew:    assert (!f_dealt_q || &(pend_q | open_q | f_stop_q));
        waits:   assert (!en_i || !(write_q && |pick_sm_i));
        one_ask: assert (!(ask_o & (ask_o - K_ONE)));
        inv_two: assert (!write_q || !(busy || ready));
        inv_one: assert (!(busy || ready || write_q) || (|calc_q && !(calc_q & (calc_q - 1'b1))
                                              && !(calc_q & ~pend_q)));
    end
    generate if (F_TOP != 0) begin : g_sum
        formal_gate_claso #(
            .SMS(SMS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .CNT_W(CNT_W), .CREDIT_W(CREDIT_W),
            .GLOB_W(GLOB_W), .FREE_W(FREE_W), .LOW_W(LOW_W), .COVER(F_TOP == 2)
        ) u_formal (
            .clk_i(clk_i), .rst_ni(rst_ni), .en_i(en_i), .init_i(init_i), .param_p_a_i(param_p_a_i), .param_p_l_i(param_p_l_i),
            .start_i(start_i), .stop_i(stop_i), .ask_i(ask_o), .size_i({ask_x_i, ask_y_i, ask_z_i, ask_block_i}),
            .want_valid_i(want_valid_i), .ok_i(ok_o), .alone_i(alone_o), .pick_sm_i(pick_sm_i), .pick_kid_i(kid_pick),
            .pend_i(pend_q), .open_i(open_q), .calc_i(calc_q), .write_i(write_q), .close_i(close), .want_kid_i(want_kid_i),
            .by_glob_i(by_glob), .levels_i(levels), .tight_i(share >= pa && !(&above)),
            .local_i(local_q), .glob_i(glob_q), .free_i(free_q), .low_0_i(low_0_q), .some_i(some_q)
        );
    end endgenerate
`endif
endmodule
`default_nettype wire
