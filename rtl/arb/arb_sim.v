// arb_sim - Simultaneous: each half of an SM's schedulers serves one kernel; greedy then oldest.
//
// Contract  Grants as arb_gto does. The assignment of warps to schedulers is fixed when a CTA starts: the
//           dispatcher names a half of the schedulers (issue_half_o), and warp w of the CTA goes to
//           scheduler w mod the size of that half. One scheduler may so receive all of an SM's warps:
//           WARPS is the SM's number of warps, and warps keep the SM's numbering.
// Timing    ready_i, held_i, yield_i -> gnt_o combinational.
// Size      arb_gto.   Users  arb_bank.   Source  [SMK §3.3], Simultaneous.
`default_nettype none
module arb_sim #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1       // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // bit c: slot c holds a CTA (arb_ctx)
    input  wire [SLOTS*WARPS-1:0]  warps_i,             // slice c: warps of CTA c; 0 if slot c is not live
    input  wire [SLOTS*SLOTS-1:0]  older_i,             // slice c: the live CTAs older than c

    input  wire                    cta_start_evt_i,     // a CTA starts; the context includes it from the next cycle on
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // its slot
    input  wire                    cta_end_evt_i,       // a CTA ends; the context includes it until the end of this cycle
    input  wire [SLOT_W-1:0]       cta_end_slot_i,      // its slot

    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        held_i,              // warps of paused CTAs; pool_i is ready_i, without them if yield_i is set
    input  wire                    yield_i,             // a warp of ready_i is of no paused CTA
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    arb_gto #(.WARPS(WARPS), .SLOTS(SLOTS)) u_gto (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .ready_i(ready_i), .held_i(held_i), .yield_i(yield_i), .gnt_o(gnt_o), .any_o(any_o), .still_o(still_o));

`ifdef FORMAL
    localparam [WARPS-1:0] F_ONE = 1;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    (* hierconn *) wire \u_gto.f_ok , \u_gto.f_kept ;   // assumptions about the context, shared by all policies
    (* hierconn *) wire [WARPS-1:0] \u_gto.greedy_q ;
    reg  f_init_q = 1'b0;
    reg  [WARPS-1:0] f_last_q, f_owned, f_gone;         // granted last; warps of any CTA; of the ending CTA
    wire [WARPS-1:0] f_pool = ready_i & ~(held_i & {WARPS{yield_i}});   // competing warps
    wire [WARPS-1:0] f_next = |gnt_o ? gnt_o : f_last_q;
    integer i;
    always @* begin
        f_owned = {WARPS{1'b0}};
        f_gone  = {WARPS{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (cta_end_evt_i && cta_end_slot_i == i) f_gone = warps_i[i*WARPS +: WARPS];
        end
    end
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_last_q <= (rst_ni && !(|(f_next & f_gone))) ? f_next : {WARPS{1'b0}};
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        in_rules: assume (!f_init_q || \u_gto.f_ok );
        in_kept:  assume (!f_init_q || \u_gto.f_kept );
        in_pool:  assume (!f_init_q || !(ready_i & ~f_owned));
        in_slots: assume (cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST);
        in_fresh: assume (!(f_init_q && cta_start_evt_i && live_i[cta_start_slot_i]));
        if (f_init_q) begin
            one_hot:  assert (!(gnt_o & (gnt_o - F_ONE)));
            competed: assert (!(gnt_o & ~f_pool));
            no_idle:  assert ((|gnt_o) == (|f_pool));
            greedy:   assert (!(|(f_pool & f_last_q)) || gnt_o == f_last_q);
            inv_last: assert (f_last_q == \u_gto.greedy_q );
            quiet:    assert (still_o == !(|f_pool));
        end
    end
`endif
endmodule
`default_nettype wire
