// gate_claso - spreads the last CTAs of a kernel evenly: local credits per SM, global credits for the remainder.
//
// Param     p_a reset 1 max 7: active levels, from 1: the last p_a CTAs of an SM also need a global credit.
// Param     p_l reset 0 max 7: loose levels: extra local credits per SM.
// Contract  For n_cta CTAs (blocks, where the place stage places blocks) on n_core SMs (those enabled when
//           the credits are computed): ceil(n_cta / n_core) + p_l local credits per SM,
//           (n_cta - 1) mod n_core + 1 + (p_a - 1) n_core global ones. An SM with more than p_a + p_l local
//           credits is allowed and pays one local; with fewer, it pays one of each or is refused
//           and pays nothing. A share beyond CREDIT_W bits: the first CTAs go without credits, and the
//           credits cover the last 2^CREDIT_W - 8 CTAs per SM. An SM enabled later has no credits;
//           a disabled one keeps its own. A grid of 2^32 CTAs, or no SM: no gate. Where kernels own
//           SMs (serves_i), n_core counts the kernel's; if SMs are reassigned after its credits were computed, or a
//           limit confines it to some SMs (part_i), which could not spend the others' credits, the gate
//           stays open for the kernel. p_a and p_l change only while no kernel is busy; p_a = 0 counts as 1.
// Timing    A kernel waits until its credits are computed, one kernel at a time: at full widths Z_W + X_W + 38 + p_a
//           cycles, see lib_share. In the last but two of them ok_o is low for all kernels, so that no pick coincides
//           with the credit write. alone_o: several SMs share one or two global credits, while
//           up to two picks have not been charged yet.
// Size      KERNELS * (SMS * CREDIT_W + 36 + $clog2(7*SMS)) + 1 flops and lib_share.
// Users     gate_bank.   Source  [CLASO §3.1, Algorithm 1], which also charges a refusal.
`default_nettype none
module gate_claso #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the grid sizes
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter CREDIT_W = 7,                                     // own: bits of a local credit count, from 4
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // the POLICY register selects this policy
    input  wire                 init_i,         // clears all state; only while no kernel is busy
    input  wire [2:0]           param_p_a_i,
    input  wire [2:0]           param_p_l_i,

    input  wire [KERNELS-1:0]   start_i,        // kernel k enters the pool at this clock edge
    output wire [KERNELS-1:0]   ask_o,          // kernel whose grid is requested, one-hot or zero
    input  wire [X_W-1:0]       ask_x_i,        // its grid, in CTAs
    input  wire [Y_W-1:0]       ask_y_i,
    input  wire [Z_W-1:0]       ask_z_i,
    input  wire [CNT_W-1:0]     ask_block_i,    // CTAs per block of that kernel
    input  wire [SMS-1:0]       sm_enable_i,    // the host lets SM s receive CTAs
    input  wire [SMS-1:0]       want_valid_i,   // SM s may be picked for the kernel below
    input  wire [KID_W-1:0]     want_kid_i,     // kernel that all SMs are asked about in this cycle
    input  wire [SMS*KERNELS-1:0] serves_i,     // bit s*KERNELS+k: SM s is assigned to kernel k
    input  wire                 deals_i,        // serves_i is being recomputed
    input  wire [KERNELS-1:0]   part_i,         // the limit confines kernel k to a subset of the SMs
    output wire [SMS-1:0]       ok_o,           // SM s may receive a block of that kernel
    output wire                 alone_o,        // ok_o is void if a CTA of that kernel is picked now or was a cycle ago

    input  wire [SMS-1:0]       pick_sm_i,      // SM at which a block's first CTA was picked, one-hot or zero
    input  wire [KID_W-1:0]     pick_kid_i,     // its kernel; the pick was in the previous cycle

    output wire                 all_sms_o,      // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire                 busy_o,         // a register changes at this clock edge
    input  wire [KERNELS-1:0]   stop_i          // kernel k is aborted at this clock edge
);
    localparam LEVEL_W  = 3;                    // bits of p_a, of p_l
    localparam LEVELS   = (1 << LEVEL_W) - 1;
    localparam MOST     = (1 << CREDIT_W) - 1 - LEVELS;     // CTAs per SM that credits can cover
    localparam GLOB_W   = $clog2(LEVELS*SMS + 1);           // GLOB_W, FREE_W: as in lib_share
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

    // --- computes credits, one kernel after the other ----------------------------------------------
    reg  [KERNELS-1:0]  pend_q;                 // launched, its credits are not computed yet
    reg  [KERNELS-1:0]  open_q;                 // the gate is open for this kernel: SMs were reassigned since
    reg  [SMS-1:0]      mine;                   // SMs assigned to the kernel that begins
    reg  [KERNELS-1:0]  calc_q;                 // kernel whose credits are being computed, one-hot or zero
    reg                 write_q;                // they are written at this clock edge
    wire [SMS-1:0]      mask;
    wire [CREDIT_W-1:0] share;
    wire [FREE_W-1:0]   above;
    wire [GLOB_W-1:0]   rest;
    wire                busy, close, ready;
    wire                idle  = !busy && !ready && !write_q;
    wire [KERNELS-1:0]  next  = pend_q & (~pend_q + K_ONE);
    wire [KERNELS-1:0]  begins = next & {KERNELS{idle && !deals_i}};
    wire                drop  = deals_i || |(stop_i & (idle ? next : calc_q));  // or the kernel in progress is aborted
    wire [CREDIT_W-1:0] given = share + {{(CREDIT_W - LEVEL_W){1'b0}}, pl};

`ifdef FORMAL
    wire                f_kept;                 // the request to lib_share has stood so far
`endif
    lib_share #(
        .N(SMS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .BLOCK_W(CNT_W), .MOST(MOST),
        .SHARE_W(CREDIT_W), .LEVEL_W(LEVEL_W)
    ) u_share (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i && !drop), .en_i(en_i),
        .go_i(|pend_q && !write_q), .mask_i(sm_enable_i & mine),
        .x_i(ask_x_i), .y_i(ask_y_i), .z_i(ask_z_i), .block_i(ask_block_i), .level_i(pa),
        .busy_o(busy), .last_o(close), .valid_o(ready),
        .mask_o(mask), .share_o(share), .above_o(above), .rest_o(rest)
`ifdef FORMAL
        , .f_kept_o(f_kept)
`endif
    );
    assign ask_o  = calc_q;
    assign all_sms_o = 1'b1;
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

    // --- answers, and payment of a pick ----------------------------------------------------------
    reg [SMS*KERNELS*CREDIT_W-1:0] local_q;     // SM s, kernel k at s*KERNELS + k
    reg [KERNELS*GLOB_W-1:0]       glob_q;
    reg [KERNELS*FREE_W-1:0]       free_q;      // CTAs (blocks) that still go without credits
    reg [KERNELS-1:0]              low_0_q;     // the lower half of free_q is 0: borrows cross half the bits per cycle
    reg [KERNELS-1:0]              some_q;      // free_q is not 0
    reg [KERNELS-1:0]      glob, glob_few;      // global credits: any left; one or two left
    wire [KERNELS-1:0]     hot     = K_ONE << want_kid_i;   // the kernel that SMs are asked about
    wire                   open    = |(open_q & hot);               // the gate is open for it
    wire                   pends   = |(pend_q & hot) || close;     // its credits, or in the next cycle those of another kernel, are to be written
    wire                   charged = !(|(some_q & hot)) && !open;   // its picks pay credits
    reg [CREDIT_W-1:0]     have;                // local credits of one SM
    reg                    may, tail;           // tail: a pick also needs a global credit
    reg [SMS-1:0]          ok;
    reg [CREDIT_W-1:0]     paid;                // local credits of the picked SM and kernel
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
        have  = {CREDIT_W{1'b0}};
        may   = 1'b0;
        alone = 1'b0;
        mine  = {SMS{1'b0}};
        if (|begins)                            // these conditions let simulators skip the loops
            for (s = 0; s < SMS; s = s + 1) mine[s] = |(begins & serves_i[s*KERNELS +: KERNELS]);
        if (en_i)
            for (s = 0; s < SMS; s = s + 1) begin
                have = {CREDIT_W{1'b0}};
                for (k = 0; k < KERNELS; k = k + 1)
                    if (hot[k]) have = have | local_q[(s*KERNELS + k)*CREDIT_W +: CREDIT_W];
                may     = (|have || open) && !pends;
                tail    = charged && have <= levels;
                ok[s]   = may && (!tail || |(glob & hot));
                alone   = alone || (want_valid_i[s] && may && tail && |(glob_few & hot));
            end
        if (en_i && |pick_sm_i)
            for (s = 0; s < SMS; s = s + 1)
                for (k = 0; k < KERNELS; k = k + 1)
                    if (pick_sm_i[s] && kid_pick[k]) paid = paid | local_q[(s*KERNELS + k)*CREDIT_W +: CREDIT_W];
    end
    assign ok_o    = ok;
    assign alone_o = alone;

    wire pays    = !(|((some_q | open_q) & kid_pick));      // the pick pays a local credit,
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
    parameter F_TOP = 1;                        // 1: proves sums of credits; 2: that all are spent (formal_gate_claso)
    localparam ALL_W = SMS*KERNELS*CREDIT_W + KERNELS*(GLOB_W + FREE_W);
    reg f_past_q = 1'b0, f_still_q = 1'b0, f_dealt_q = 1'b0;
    reg [KERNELS-1:0] f_stop_q;
    wire [SMS-1:0]      f_answered;             // SMs that ok_o has allowed
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
        // Credits computed before SMs were reassigned no longer apply.
        anew:    assert (!f_dealt_q || &(pend_q | open_q | f_stop_q));
        waits:   assert (!en_i || !(write_q && |pick_sm_i));
        one_ask: assert (!(ask_o & (ask_o - K_ONE)));
        inv_two: assert (!write_q || !(busy || ready));
        inv_one: assert (!(busy || ready || write_q) || (|calc_q && !(calc_q & (calc_q - 1'b1))
                                              && !(calc_q & ~pend_q)));
    end
    formal_gate_claso #(
        .SMS(SMS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .CNT_W(CNT_W), .CREDIT_W(CREDIT_W),
        .GLOB_W(GLOB_W), .FREE_W(FREE_W), .LOW_W(LOW_W), .COVER(F_TOP == 2)
    ) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .en_i(en_i), .init_i(init_i), .param_p_a_i(param_p_a_i), .param_p_l_i(param_p_l_i),
        .start_i(start_i), .stop_i(stop_i), .ask_i(ask_o), .size_i({ask_x_i, ask_y_i, ask_z_i, ask_block_i}),
        .want_valid_i(want_valid_i), .ok_i(ok_o), .alone_i(alone_o), .pick_sm_i(pick_sm_i), .pick_kid_i(kid_pick),
        .pend_i(pend_q), .open_i(open_q), .calc_i(calc_q), .write_i(write_q), .close_i(close), .want_kid_i(want_kid_i),
        .by_glob_i(by_glob), .levels_i(levels), .tight_i(share >= pa && !(&above)),
        .local_i(local_q), .glob_i(glob_q), .free_i(free_q), .low_0_i(low_0_q), .some_i(some_q), .kept_i(f_kept)
    );
`endif
endmodule
`default_nettype wire
