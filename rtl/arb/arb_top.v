// arb_top - one warp scheduler of an SM: grants one warp per cycle by the policy that is built in.
//
// Contract  gnt_o is one-hot or zero: a warp that was valid, ready and of a live CTA at the clock edge;
//           of a paused CTA only if no unpaused warp was ready. Whether a policy may grant none while
//           a warp is ready is its own contract (arb_lrr, arb_gto: no; arb_tl_active: yes).
//           Policies whose kernels take turns need an arb_sm between asks_o and serve_i of the SM's schedulers.
//           Every grant issues. Warps are numbered within this scheduler.
// Timing    gnt_o after edge t answers ready_i and paused_i at edge t, with the CTAs started before
//           it. A cycle with ready_i = 0 and no event only clears gnt_o, but for arb_tl_clocked; a cycle that repeats the
//           inputs of one after which still_o was high changes nothing either.
// Size      arb_ctx + the policy + WARPS + 2 flops.   Users  the SM model, one per scheduler.
// Source    docs/rtl/arb.md; rtl/gen_bank.sh writes arb_bank around one policy.
`default_nettype none
module arb_top #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter KERNELS = 4,              // kernel table entries, 1..16
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1,      // derived: never set
    parameter KID_W   = KERNELS > 1 ? $clog2(KERNELS) : 1   // derived: never set
) (
    input  wire              clk_i,
    input  wire              rst_ni,                    // synchronous, active low

    input  wire [2:0]        scheds_i,                  // warp schedulers of the SM: 1, 2 or 4; constant

    input  wire              cta_start_evt_i,           // a CTA starts; at most one per cycle
    input  wire [SLOT_W-1:0] cta_start_slot_i,
    input  wire [KID_W-1:0]  cta_start_kid_i,
    input  wire [WARPS-1:0]  cta_start_warps_i,         // its warps on this scheduler; may be zero
    input  wire [SLOT_W-1:0] cta_start_partner_i,       // slot of its block's leader; its own slot: no block

    input  wire              cta_end_evt_i,             // a CTA finishes; at most one per cycle
    input  wire [SLOT_W-1:0] cta_end_slot_i,            // never the slot that starts in the same cycle

    input  wire [WARPS-1:0]  valid_i,                   // warp is resident and has not ended
    input  wire [WARPS-1:0]  ready_i,                   // warp can issue in this cycle
    input  wire [WARPS-1:0]  load_i,                    // next instruction is a load through the L1D
    input  wire [WARPS-1:0]  longlat_i,                 // warp waits for memory or at a barrier;
                                                        // set while valid_i is clear: the warp does not exist
    input  wire [WARPS-1:0]  victim_evt_i,              // this warp hit an L1 victim tag
    input  wire [SLOTS-1:0]  paused_i,                  // CTA is paused: its warps rank below all others

    output wire [KERNELS-1:0] asks_o,                   // kernels with a competing warp, combinational; zero
                                                        // unless the policy's kernels take turns
    input  wire [KERNELS-1:0] serve_i,                  // arb_sm's answer to asks_o of all schedulers

    output wire [WARPS-1:0]  gnt_o,                     // registered; one-hot or zero
    output wire              gnt_valid_o,               // registered; gnt_o is not zero
    output wire              still_o                    // registered; the same inputs again, without an
                                                        // event, grant nothing and change nothing
);
    wire [SLOTS-1:0]        live;
    wire [SLOTS*WARPS-1:0]  warps;
    wire [SLOTS*SLOTS-1:0]  older;
    wire [SLOTS*KID_W-1:0]  kid;
    wire [SLOTS*SLOT_W-1:0] partner;
    wire [SLOT_W-1:0]       start_lead, end_heir;
    wire [WARPS-1:0]        ready, pool, held, gnt_d;
    wire                    yield, any, still;
    wire                    evt = cta_start_evt_i || cta_end_evt_i || |victim_evt_i;

    arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_ctx (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_start_kid_i(cta_start_kid_i), .cta_start_warps_i(cta_start_warps_i),
        .cta_start_partner_i(cta_start_partner_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .valid_i(valid_i), .ready_i(ready_i), .paused_i(paused_i),
        .live_o(live), .warps_o(warps), .older_o(older), .kid_o(kid), .partner_o(partner),
        .start_lead_o(start_lead), .end_heir_o(end_heir),
        .ready_o(ready), .pool_o(pool), .held_o(held), .yield_o(yield));

    arb_bank #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_bank (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .live_i(live), .warps_i(warps), .older_i(older), .kid_i(kid), .partner_i(partner),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_start_warps_i(cta_start_warps_i), .cta_start_lead_i(start_lead),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i), .cta_end_heir_i(end_heir),
        .scheds_i(scheds_i), .longlat_i(longlat_i), .victim_evt_i(victim_evt_i),
        .valid_i(valid_i), .ready_i(ready), .load_i(load_i), .pool_i(pool), .held_i(held), .yield_i(yield),
        .serve_i(serve_i), .asks_o(asks_o), .gnt_o(gnt_d), .any_o(any), .still_o(still));

    reg  [WARPS-1:0] gnt_q;
    reg              gnt_valid_q, still_q;
    always @(posedge clk_i)
        if (!rst_ni) begin
            gnt_q       <= {WARPS{1'b0}};
            gnt_valid_q <= 1'b0;
            still_q     <= 1'b0;
        end else begin
            gnt_q       <= gnt_d;
            gnt_valid_q <= any;
            still_q     <= still && !evt;
        end
    assign gnt_o       = gnt_q;
    assign gnt_valid_o = gnt_valid_q;
    assign still_o     = still_q;

`ifdef FORMAL
    localparam [SLOT_W:0] LAST = SLOTS;
    localparam [WARPS-1:0] ONE = 1;
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg  [2:0]       f_scheds_q;
    reg              f_init_q = 1'b0, f_run_q;          // run: the last edge was not a reset
    reg [WARPS-1:0]  f_asked_q, f_in_a_q, f_in_b_q;     // sampled at the last edge
    reg              f_hold_a_q, f_hold_b_q, f_quiet_q;
    reg [SLOTS*(WARPS+SLOTS+1)-1:0] f_ctx_q;
    wire [WARPS-1:0] f_absent = (longlat_i & ~valid_i) & (~(longlat_i & ~valid_i) + ONE);  // the first warp that does not exist
    reg  [WARPS-1:0] f_absent_q;
    reg              f_slept_q, f_same_q;               // still_o at the last edge; and the same inputs
    localparam F_IN_W = SLOTS + 4*WARPS + KERNELS + 3;
    reg [F_IN_W-1:0] f_in_q;                            // inputs of the edge before it, without an event
    wire [F_IN_W-1:0] f_in = {scheds_i, valid_i, ready_i, load_i, longlat_i, paused_i, serve_i};
    reg  [WARPS-1:0] f_owned, f_gone, f_in_a, f_in_b;   // warps of: any CTA, the ending one, a, b
    integer i;
    always @* begin
        f_owned = {WARPS{1'b0}};
        f_gone  = {WARPS{1'b0}};
        f_in_a  = {WARPS{1'b0}};
        f_in_b  = {WARPS{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps[i*WARPS +: WARPS];
            if (cta_end_evt_i && cta_end_slot_i == i) f_gone = warps[i*WARPS +: WARPS];
            if (f_a == i) f_in_a = warps[i*WARPS +: WARPS];
            if (f_b == i) f_in_b = warps[i*WARPS +: WARPS];
        end
    end

    always @(posedge clk_i) begin
        f_init_q   <= 1'b1;
        f_scheds_q <= scheds_i;
        f_run_q    <= rst_ni;
        f_absent_q <= f_absent;
        f_asked_q  <= ready_i & valid_i & f_owned;
        f_in_a_q   <= f_in_a;
        f_in_b_q   <= f_in_b;
        f_hold_a_q <= paused_i[f_a];
        f_hold_b_q <= paused_i[f_b];
        f_quiet_q  <= !cta_start_evt_i && !cta_end_evt_i;
        f_ctx_q    <= {live, warps, older};
        f_slept_q  <= rst_ni && still_o;
        f_same_q   <= f_in == f_in_q && !evt;
        f_in_q     <= f_in;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_a < LAST && f_b < LAST && f_a != f_b);
        in_scheds: assume ((scheds_i == 1 || scheds_i == 2 || scheds_i == 4) && (!f_init_q || scheds_i == f_scheds_q));
        in_slots: assume (cta_start_slot_i < LAST && cta_end_slot_i < LAST
                          && cta_start_partner_i < LAST);
        in_exist: assume (!f_init_q || !f_run_q || f_absent == f_absent_q);
        in_fresh: assume (!cta_start_evt_i || !live[cta_start_slot_i]);
        in_masks: assume (!cta_start_evt_i || !(cta_start_warps_i & f_owned & ~f_gone));
        if (f_init_q) begin
            reset:   assert (f_run_q || !gnt_o);
            one_hot: assert (!(gnt_o & (gnt_o - ONE)));
            flagged: assert (gnt_valid_o == |gnt_o);
            asked:   assert (!f_run_q || !(gnt_o & ~f_asked_q));
            pausing: assert (!(f_run_q && f_hold_a_q && |(gnt_o & f_in_a_q)
                               && !f_hold_b_q && |(f_asked_q & f_in_b_q)));
            sleeps:  assert (!(f_slept_q && f_same_q) || (still_o && !gnt_valid_o));
            quiet:   assert (!(f_run_q && f_quiet_q) || f_ctx_q == {live, warps, older});
            granted: cover (f_run_q && |(gnt_o & f_in_a_q) && f_hold_a_q && |f_in_b_q);
        end
    end
`endif
endmodule
`default_nettype wire
