// arb_ctx - tracks the resident CTAs of a scheduler: their warps, age and blocks; masks paused warps.
//
// Contract  A CTA starts only in a slot that is not live; warp masks of live CTAs are disjoint. Warp age
//           is (CTA age, then warp number): a CTA's warps start together, in ascending
//           number, so SLOTS x SLOTS bits store the order of all WARPS warps.
//           pool_o: the ready warps of unpaused CTAs; if there is none, those of paused CTAs.
//           A CTA that names a live slot joins the block of that CTA; else it forms its own.
//           The oldest CTA of a block leads it. When the leader ends, the next oldest leads the
//           others, so a later CTA in the leader's slot does not join their block by accident.
// Timing    events change the context at their clock edge; ready_i -> pool_o combinational.
// Size      WARPS + SLOTS * (WARPS + SLOTS + KID_W + SLOT_W + 1) flops.   Users  arb_top, issue_sub.
// Source    [DYNCTA §4] (paused CTAs rank last), [LCS §4.2] (blocks of CTAs).
`default_nettype none
module arb_ctx #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter KERNELS = 4,              // kernel table entries, 1..16
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1,      // derived: never set
    parameter KID_W   = KERNELS > 1 ? $clog2(KERNELS) : 1   // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire                    cta_start_evt_i,     // a CTA starts; at most one per cycle
    input  wire [SLOT_W-1:0]       cta_start_slot_i,
    input  wire [KID_W-1:0]        cta_start_kid_i,
    input  wire [WARPS-1:0]        cta_start_warps_i,   // its warps on this scheduler; may be zero
    input  wire [SLOT_W-1:0]       cta_start_partner_i, // slot of its block's leader; its own slot: no block
    input  wire                    cta_end_evt_i,       // a CTA finishes; at most one per cycle
    input  wire [SLOT_W-1:0]       cta_end_slot_i,      // never the slot that starts in the same cycle

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [SLOTS-1:0]        paused_i,            // CTA is paused: its warps rank below all others

    output wire [SLOTS-1:0]        live_o,
    output wire [SLOTS*WARPS-1:0]  warps_o,             // slice c: warps of CTA c; 0 if slot c is not live
    output wire [SLOTS*SLOTS-1:0]  older_o,             // slice c: the live CTAs older than c
    output wire [SLOTS*KID_W-1:0]  kid_o,
    output wire [SLOTS*SLOT_W-1:0] partner_o,           // slice c: slot of the leader of c's block
    output wire [SLOT_W-1:0]       start_lead_o,        // slot of the leader of the starting CTA's block
    output wire [SLOT_W-1:0]       end_heir_o,          // slot of the next leader of the block that the ending CTA leads

    output wire [WARPS-1:0]        ready_o,             // valid, ready and of a live CTA
    output wire [WARPS-1:0]        pool_o,              // competing warps: ready_o after the pause mask
    output wire [WARPS-1:0]        held_o,              // warps of paused CTAs,
    output wire                    yield_o              // which do not compete, because a warp of ready_o is of no paused CTA
);
    localparam [SLOTS-1:0] ONE = 1;

    generate
        if (WARPS < 2 || WARPS > 64) begin : g_check_warps
            arb_ctx_needs_WARPS_from_2_to_64 u_stop ();
        end
        if (SLOTS < 1) begin : g_check_slots
            arb_ctx_needs_SLOTS_from_1 u_stop ();
        end
    endgenerate

    wire [SLOTS-1:0] start = cta_start_evt_i ? ONE << cta_start_slot_i : {SLOTS{1'b0}};
    wire [SLOTS-1:0] stop  = cta_end_evt_i   ? ONE << cta_end_slot_i   : {SLOTS{1'b0}};
    wire             evt   = cta_start_evt_i || cta_end_evt_i;

    reg  [SLOTS-1:0] live_q;
    always @(posedge clk_i)
        if (!rst_ni)  live_q <= {SLOTS{1'b0}};
        else if (evt) live_q <= (live_q & ~stop) | start;
    assign live_o = live_q;

    // heir: next leader of a block whose leader ends; leader: leader of the block that a starting CTA joins.
    reg  [SLOTS-1:0]  rest;
    reg  [SLOT_W-1:0] heir, leader;
    integer m;
    always @* begin
        rest   = {SLOTS{1'b0}};
        heir   = cta_end_slot_i;
        leader = cta_start_slot_i;
        if (cta_end_evt_i) begin
            for (m = 0; m < SLOTS; m = m + 1)
                rest[m] = live_q[m] && !stop[m] && partner_o[m*SLOT_W +: SLOT_W] == cta_end_slot_i;
            for (m = 0; m < SLOTS; m = m + 1)
                if (rest[m] && !(|(rest & older_o[m*SLOTS +: SLOTS]))) heir = m[SLOT_W-1:0];
        end
        if (cta_start_evt_i)
            for (m = 0; m < SLOTS; m = m + 1)
                if (live_q[m] && !stop[m] && cta_start_partner_i == m[SLOT_W-1:0])
                    leader = rest[m] ? heir : partner_o[m*SLOT_W +: SLOT_W];
    end
    assign start_lead_o = leader;
    assign end_heir_o   = heir;

    // One event condition around flat registers of all slots: simulators skip the loop in a cycle without
    // an event and do not concatenate slots at every edge.
    // kid_q and partner_q are read only while the slot is live, so they are not reset.
    reg  [SLOTS*WARPS-1:0]  warps_q, warps_d;
    reg  [SLOTS*SLOTS-1:0]  older_q, older_d;
    reg  [SLOTS*KID_W-1:0]  kid_q, kid_d;
    reg  [SLOTS*SLOT_W-1:0] partner_q, partner_d;
    integer n;
    always @* begin
        warps_d   = {SLOTS*WARPS{1'b0}};
        older_d   = {SLOTS*SLOTS{1'b0}};
        kid_d     = {SLOTS*KID_W{1'b0}};
        partner_d = {SLOTS*SLOT_W{1'b0}};
        if (evt)
            for (n = 0; n < SLOTS; n = n + 1)
                if (start[n]) begin
                    warps_d[n*WARPS +: WARPS]     = cta_start_warps_i;
                    older_d[n*SLOTS +: SLOTS]     = live_q & ~stop & ~start;
                    kid_d[n*KID_W +: KID_W]       = cta_start_kid_i;
                    partner_d[n*SLOT_W +: SLOT_W] = leader;
                end else begin
                    warps_d[n*WARPS +: WARPS]     = warps_q[n*WARPS +: WARPS] & {WARPS{!stop[n]}};
                    older_d[n*SLOTS +: SLOTS]     = older_q[n*SLOTS +: SLOTS] & ~stop & ~start
                                                  & {SLOTS{!stop[n]}};
                    kid_d[n*KID_W +: KID_W]       = kid_q[n*KID_W +: KID_W];
                    partner_d[n*SLOT_W +: SLOT_W] = rest[n] ? heir : partner_q[n*SLOT_W +: SLOT_W];
                end
    end
    always @(posedge clk_i)
        if (!rst_ni) begin
            warps_q <= {SLOTS*WARPS{1'b0}};
            older_q <= {SLOTS*SLOTS{1'b0}};
        end else if (evt) begin
            warps_q <= warps_d;
            older_q <= older_d;
        end
    always @(posedge clk_i)
        if (evt) begin
            kid_q     <= kid_d;
            partner_q <= partner_d;
        end
    assign warps_o   = warps_q;
    assign older_o   = older_q;
    assign kid_o     = kid_q;
    assign partner_o = partner_q;

    // The union of all slices of warps_q has a register of its own, because a grant needs it early in the cycle.
    reg  [WARPS-1:0] owned_q, gone;                     // warps of a live CTA; of the ending one
    integer s;
    always @* begin
        gone = {WARPS{1'b0}};
        if (cta_end_evt_i)
            for (s = 0; s < SLOTS; s = s + 1) gone = gone | (warps_q[s*WARPS +: WARPS] & {WARPS{stop[s]}});
    end
    always @(posedge clk_i)
        if (!rst_ni)  owned_q <= {WARPS{1'b0}};
        else if (evt) owned_q <= (owned_q & ~gone) | (cta_start_warps_i & {WARPS{cta_start_evt_i}});

    reg  [WARPS-1:0] held;                              // warps of a paused CTA
    // The if lets simulators skip the loop while no CTA is paused.
    always @* begin
        held = {WARPS{1'b0}};
        if (|paused_i)
            for (s = 0; s < SLOTS; s = s + 1)
                held = held | (warps_o[s*WARPS +: WARPS] & {WARPS{paused_i[s]}});
    end

    wire [WARPS-1:0] free = ready_o & ~held;
    assign ready_o = ready_i & valid_i & owned_q;
    assign held_o  = held;
    assign yield_o = |free;
    assign pool_o  = yield_o ? free : ready_o;

`ifdef FORMAL
    localparam [SLOT_W:0] LAST = SLOTS;
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg f_init_q = 1'b0, f_first_q;                     // first: b started while a was live
    wire f_ok, f_blocks;
    reg [WARPS-1:0] f_in_a, f_in_b, f_owned;            // warps of a, of b, of any CTA
    reg [KID_W-1:0] f_kid;
    reg [SLOT_W-1:0] f_mate, f_mate_b;
    reg f_elder;                                        // a is older than b
    integer i;
    always @* begin
        f_in_a = {WARPS{1'b0}};
        f_in_b = {WARPS{1'b0}};
        f_owned = {WARPS{1'b0}};
        f_kid  = {KID_W{1'b0}};
        f_mate = {SLOT_W{1'b0}};
        f_mate_b = {SLOT_W{1'b0}};
        f_elder = 1'b0;
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_o[i*WARPS +: WARPS];
            if (f_a == i) begin
                f_in_a = warps_o[i*WARPS +: WARPS];
                f_kid  = kid_o[i*KID_W +: KID_W];
                f_mate = partner_o[i*SLOT_W +: SLOT_W];
            end
            if (f_b == i) begin
                f_in_b  = warps_o[i*WARPS +: WARPS];
                f_mate_b = partner_o[i*SLOT_W +: SLOT_W];
                f_elder = older_o[i*SLOTS + f_a];
            end
        end
    end
    wire f_hit_a = (cta_start_evt_i && cta_start_slot_i == f_a)
                || (cta_end_evt_i && cta_end_slot_i == f_a);
    wire f_hit_b = (cta_start_evt_i && cta_start_slot_i == f_b)
                || (cta_end_evt_i && cta_end_slot_i == f_b);
    wire f_same = live_o[f_a] && live_o[f_b] && f_mate == f_mate_b;     // both are of one block
    reg                       f_calm_q, f_live_q;       // no event on a at the last edge; previous values
    reg                       f_pair_q, f_same_q;       // both were live, without an event; previous values
    reg                       f_join_q, f_lone_q;       // a started and named b; b has no mate
    reg  [SLOT_W-1:0]         f_mate_q;
    reg [WARPS-1:0]           f_in_a_q;
    reg [KID_W-1:0]           f_kid_q;

    formal_arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS)) u_rules (
        .live_i(live_o), .warps_i(warps_o), .older_i(older_o), .ok_o(f_ok));
    formal_arb_block #(.SLOTS(SLOTS)) u_blocks (
        .live_i(live_o), .older_i(older_o), .partner_i(partner_o), .ok_o(f_blocks));

    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_first_q <= rst_ni && !f_hit_a && ((f_first_q && !f_hit_b)
                     || (cta_start_evt_i && cta_start_slot_i == f_b && live_o[f_a]));
        f_calm_q  <= rst_ni && !f_hit_a;
        f_live_q  <= live_o[f_a];
        f_in_a_q  <= f_in_a;
        f_kid_q   <= f_kid;
        f_pair_q  <= rst_ni && !f_hit_a && !f_hit_b && live_o[f_a] && live_o[f_b];
        f_same_q  <= f_same;
        f_mate_q  <= f_mate;
        f_join_q  <= rst_ni && cta_start_evt_i && cta_start_slot_i == f_a
                     && cta_start_partner_i == f_b && live_o[f_b] && !f_hit_b;
        f_lone_q  <= rst_ni && cta_start_evt_i && cta_start_slot_i == f_a
                     && (!live_o[cta_start_partner_i] || stop[cta_start_partner_i]);
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_a < LAST && f_b < LAST && f_a != f_b);
        in_slots: assume (cta_start_slot_i < LAST && cta_end_slot_i < LAST
                          && cta_start_partner_i < LAST);
        in_fresh: assume (!cta_start_evt_i || !live_o[cta_start_slot_i]);
        in_masks: assume (!cta_start_evt_i || !(cta_start_warps_i & f_owned & ~gone));
        if (f_init_q) begin
            rules:    assert (f_ok);
            inv_owned: assert (owned_q == f_owned);
            order:    assert (!f_first_q || f_elder);
            kept:     assert (!f_calm_q || (live_o[f_a] == f_live_q && f_in_a == f_in_a_q
                                            && f_kid == f_kid_q));
            blocks:   assert (f_blocks);
            kept_up:  assert (!f_pair_q || f_same == f_same_q);
            joined:   assert (!f_join_q || f_same);
            alone:    assert (!f_lone_q || (f_mate == f_a && !f_same));
            asked:    assert (!(ready_o & ~(ready_i & valid_i)));
            heard:    assert (!(ready_i & valid_i & f_in_a & ~ready_o));
            competes: assert (!(pool_o & ~ready_o));
            no_idle:  assert ((|pool_o) == (|ready_o));
            parts:    assert (pool_o == (ready_o & ~(held_o & {WARPS{yield_o}})) && yield_o == |(ready_o & ~held_o));
            pausing:  assert (!(paused_i[f_a] && |(pool_o & f_in_a)
                                && !paused_i[f_b] && |(ready_o & f_in_b)));
            aged:     cover (f_first_q && f_a > f_b && |f_in_a && |f_in_b);
            inherits: cover (f_calm_q && f_live_q && f_mate_q != f_mate);
            all_held: cover (paused_i[f_a] && |(pool_o & f_in_a) && paused_i[f_b]
                             && |(pool_o & f_in_b));
        end
    end
`endif
endmodule
`default_nettype wire
