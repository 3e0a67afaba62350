// formal_limit_smk - what limit_smk promises, about any SM and kernel; the inputs behind quota_i are its own registers.
//
// Of the inputs it assumes the order of launches, T_max and amounts of formal_limit_kernels.
// Users  limit_smk.
`default_nettype none
module formal_limit_smk #(
    parameter SMS     = 2,
    parameter SLOTS   = 3,
    parameter KERNELS = 3,
    parameter AMT_W   = 6,
    parameter F_TOP   = 0,                                      // 1: limit_smk is the top of the proof
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input wire                       clk_i,
    input wire                       rst_ni,
    input wire                       init_i,
    input wire [KERNELS-1:0]         busy_i,
    input wire [KERNELS-1:0]         served_i,          // busy_i while the policy is in use
    input wire [KERNELS*KERNELS-1:0] before_i,
    input wire [KERNELS*CNT_W-1:0]   tmax_i,
    input wire [KID_W-1:0]           want_kid_i,
    input wire [SMS*KERNELS*SLOTS-1:0] map_i,
    input wire [CNT_W-1:0]           slots_i,           // of an empty SM
    input wire [AMT_W-1:0]           cap_i, guard_i,
    input wire [KERNELS*AMT_W-1:0]   amt_i,
    input wire                       stand_i, late_i, fresh_i,
    input wire [SLOTS-1:0]           shut0_i, shut1_i,  // slots that a CTA of either seat must not take,
    input wire [SLOTS-1:0]           shut_i,            // that one of book_kid_i must not
    input wire [KID_W-1:0]           book_kid_i,
    input wire [SMS-1:0]             ok_i,
    input wire [KERNELS*CNT_W-1:0]   quota_i,
    input wire [1:0]                 on_i,              // seats that are taken, by these kernels
    input wire [KID_W-1:0]           kid0_i, kid1_i,
    input wire [KERNELS-1:0]         hot0_i, hot1_i,
    input wire [1:0]                 leaves_i,
    input wire                       earlier_i,
    input wire [CNT_W-1:0]           tmax0_i, tmax1_i, tb0_i, tb1_i,
    input wire                       free_i,            // a kernel of the pair goes in blocks
    input wire [2:0]                 state_i,           // as in limit_smk
    input wire                       deciding_i,
    input wire                       keeps_i, first_i,
    input wire [CNT_W-1:0]           least_i,
    input wire                       fits_i,            // lib_fit2 says that these CTAs of both fit on an SM together
    input wire [CNT_W-1:0]           new0_i, new1_i,
    output wire                      ok_o               // what is assumed of the inputs
);
    localparam [2:0] ANEW = 3'd0, REST = 3'd1, DECIDE = 3'd3, TRY = 3'd4;
    localparam [KERNELS-1:0] KID0 = 1;
    (* anyconst *) reg [7:0]       f_s;         // any SM,
    (* anyconst *) reg [KID_W-1:0] f_k;         // any kernel
    reg f_past_q = 1'b0, f_run_q = 1'b0;
    reg [KERNELS-1:0]         f_busy_q;
    reg [2:0]                 f_waits_q;        // a seat was free, and this kernel ranked first of those without one
    wire [KERNELS*CNT_W-1:0]  f_quotas = quota_i >> (f_k * CNT_W), f_tmaxs = tmax_i >> (f_k * CNT_W);
    wire [KERNELS*KERNELS-1:0] f_befores = before_i >> (f_k * KERNELS);
    wire [KERNELS-1:0]        f_busys = served_i >> f_k, f_ahead_of = f_befores[KERNELS-1:0] & served_i;
    wire [SMS-1:0]            f_oks = ok_i >> f_s;
    wire                      f_seated = |((hot0_i | hot1_i) & (KID0 << f_k));
    wire                      f_next   = f_busys[0] && !f_seated && !(f_ahead_of & ~hot0_i & ~hot1_i) && !(&on_i);
    reg                       f_passes;         // it has no seat and ranks before a kernel that has one
    integer f_r;
    always @* begin
        f_passes = 1'b0;
        for (f_r = 0; f_r < KERNELS; f_r = f_r + 1)
            f_passes = f_passes || ((hot0_i[f_r] || hot1_i[f_r]) && |(before_i[f_r*KERNELS +: KERNELS] & served_i & (KID0 << f_k)));
    end
    wire                      f_order, f_tmax, f_amts;
    formal_limit_kernels #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W)) u_kernels (
        .clk_i(clk_i), .rst_ni(rst_ni), .busy_i(busy_i), .before_i(before_i), .tmax_i(tmax_i),
        .block_i({KERNELS*CNT_W{1'b0}}), .sm_enable_i({SMS{1'b0}}), .cap_i(cap_i), .guard_i(guard_i), .amt_i(amt_i),
        .order_ok_o(f_order), .tmax_ok_o(f_tmax), .amts_ok_o(f_amts), .block_ok_o(), .sms_ok_o()
    );
    assign ok_o = f_order && f_tmax && f_amts;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_run_q    <= rst_ni && !init_i;
        f_busy_q   <= busy_i;
        f_waits_q  <= {f_waits_q[1:0], 1'b1} & {3{rst_ni && !init_i && f_next}};
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_k < KERNELS);
    end
    reg [CNT_W-1:0] f_slots_q;
    // SM f_s: slots that it has, and those in use; those of kernel f_k.
    localparam [SLOTS-1:0] ALL = {SLOTS{1'b1}};
    reg [SLOTS-1:0]  f_used, f_own_q, f_shut0_q, f_shut1_q;
    reg [1:0]        f_on_q, f_leaves_q;
    reg              f_old_q;                   // a CTA may be on its way that was admitted with other slots
    integer f_c;
    always @* begin
        f_used = {SLOTS{1'b0}};
        for (f_c = 0; f_c < KERNELS; f_c = f_c + 1)
            f_used = f_used | (map_i >> (f_s*KERNELS*SLOTS + f_c*SLOTS));
    end
    wire [SLOTS-1:0] f_has = ~(ALL << slots_i);
    wire             f_is0 = |(hot0_i & (KID0 << f_k));
    wire [SLOTS-1:0] f_own = ~(f_is0 ? shut0_i : shut1_i) & f_has;
    wire             f_new  = !free_i && ((f_on_q[0] && on_i[0] && shut0_i != f_shut0_q)
                            || (f_on_q[1] && on_i[1] && slots_i == f_slots_q && shut1_i != f_shut1_q));
    reg  [CNT_W:0]   f_many;                    // slots of kernel f_k
    always @* begin
        f_many = {CNT_W+1{1'b0}};
        for (f_c = 0; f_c < SLOTS; f_c = f_c + 1) f_many = f_many + f_own[f_c];
    end
    always @(posedge clk_i) begin
        f_slots_q <= slots_i;
        f_shut0_q <= shut0_i;
        f_shut1_q <= shut1_i;
        f_on_q    <= on_i & {2{!free_i}};
        f_leaves_q <= leaves_i;
        f_old_q   <= rst_ni && !init_i && (f_new || (f_old_q && stand_i));
    end
    wire             f_open  = state_i != ANEW, f_both = &on_i, f_tries = state_i == TRY;
    wire [CNT_W-1:0] f_tb    = f_quotas[CNT_W-1:0], f_top = f_tmaxs[CNT_W-1:0], f_most = (f_tb < slots_i) ? f_tb : slots_i;
    wire             f_asked = want_kid_i == f_k;
    reg              f_fit_q;                   // a pair of Tb was found to fit since the last start:
    reg  [CNT_W-1:0] f_fit0_q, f_fit1_q;        // the last one
    always @(posedge clk_i) begin
        f_fit_q <= f_open && (f_fit_q || fits_i);
        if (fits_i) {f_fit0_q, f_fit1_q} <= {new0_i, new1_i};
    end
    wire [CNT_W-1:0] f_kept  = keeps_i ? tb1_i : tb0_i, f_other = keeps_i ? tb0_i : tb1_i;
    always @* if (f_past_q && f_run_q) begin
        // Both Tb fit together, as lib_fit2's own proof says of its answer; if no pair does, they are those of the start.
        together:  assert (!(f_open && f_both && f_fit_q) || (tb0_i == f_fit0_q && tb1_i == f_fit1_q));
        range:     assert (!(f_open && f_seated && f_busys[0] && f_busy_q >> f_k & 1) || (|f_tb && f_tb <= f_top));
        no_seat:   assert (f_seated || f_tb == 0);
        has_room:  assert (!(f_open && f_asked && f_seated && |(f_own & ~f_used)) || f_oks[0]);
        no_more:   assert (!(f_asked && f_oks[0]) || !f_seated || |(f_own & ~f_used) || &(f_used | ~f_has));
        as_many:   assert (!(f_open && f_seated) || free_i || {1'b0, f_most} == f_many);
        shut:      assert (!(f_seated && book_kid_i == f_k) || (f_has & ~shut_i) == f_own || shut_i == {SLOTS{1'b0}});
        not_late:  assert (!(f_new || (f_old_q)) || shut_i == {SLOTS{1'b0}});
        apart:     assert (!(f_open && f_both && !free_i && {1'b0, tb0_i} + {1'b0, tb1_i} <= {1'b0, slots_i})
                           || (shut0_i | shut1_i) == ALL);
        inv_late:  assert ((!f_new || (late_i && fresh_i)) && (!f_old_q || late_i));
        others:    assert (!(f_asked && f_oks[0]) || f_seated || f_passes);
        passes:    assert (!(f_open && f_asked && !f_seated && f_passes && |(f_has & ~f_used)) || f_oks[0]);
        takes:     assert (!(&f_waits_q));
        inv_seats: assert (!(hot0_i & hot1_i) && (!on_i[0] || kid0_i < KERNELS) && (!on_i[1] || kid1_i < KERNELS));
        inv_state: assert (state_i <= TRY && (f_both || state_i <= REST));
        inv_trend: assert (deciding_i == (state_i == DECIDE) || state_i == ANEW);
        inv_tb:    assert (!f_open || ((!on_i[0] || |tb0_i) && (!on_i[1] || |tb1_i)));
        inv_top0:  assert (!f_open || !on_i[0] || leaves_i[0] || tb0_i <= tmax0_i);
        inv_top1:  assert (!f_open || !on_i[1] || leaves_i[1] || tb1_i <= tmax1_i);
        inv_try:   assert (!f_tries || (|least_i && least_i <= f_other));
        inv_more:  assert (!f_tries || first_i || |leaves_i || f_kept != (keeps_i ? tmax1_i : tmax0_i));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && f_run_q) begin
                pair:   cover (f_tries && tb0_i == 1 && earlier_i == 0);
            end
        end
    endgenerate
endmodule
`default_nettype wire
