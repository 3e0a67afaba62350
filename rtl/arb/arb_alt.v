// arb_alt - Alternative: the kernels of an SM take turns; greedy then oldest within the kernel in turn.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, of a kernel in serve_i; non-zero whenever a warp of
//           such a kernel competes, and then arb_gto's choice among those. asks_o: kernels with a
//           competing warp. arb_sm sets serve_i for all schedulers of the SM: no scheduler grants a warp of
//           another kernel while any scheduler could grant the kernel in turn.
// Timing    pool_i -> asks_o, through arb_sm to serve_i, then serve_i -> gnt_o: combinational, in one cycle.
// Size      arb_gto; an AND-OR of KERNELS x SLOTS.
// Users     arb_bank.   Source  [SMK §3.3], Alternative; also in [LCS §4.4].
`default_nettype none
module arb_alt #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter KERNELS = 4,              // kernel table entries, 1..16
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1,      // derived: never set
    parameter KID_W   = KERNELS > 1 ? $clog2(KERNELS) : 1   // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // bit c: slot c holds a CTA (arb_ctx)
    input  wire [SLOTS*WARPS-1:0]  warps_i,             // slice c: warps of CTA c; 0 if slot c is not live
    input  wire [SLOTS*SLOTS-1:0]  older_i,             // slice c: the live CTAs older than c
    input  wire [SLOTS*KID_W-1:0]  kid_i,               // slice c: kernel of CTA c

    input  wire                    cta_start_evt_i,     // a CTA starts; the context includes it from the next cycle on
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // its slot
    input  wire                    cta_end_evt_i,       // a CTA ends; the context includes it until the end of this cycle
    input  wire [SLOT_W-1:0]       cta_end_slot_i,      // its slot

    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    input  wire [WARPS-1:0]        held_i,              // warps of paused CTAs; pool_i is ready_i, without them if yield_i is set
    input  wire                    yield_i,             // a warp of ready_i is of no paused CTA
    input  wire [KERNELS-1:0]      serve_i,             // kernels whose warps may be granted: arb_sm's answer to asks_o
    output wire [KERNELS-1:0]      asks_o,              // kernels with a competing warp
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    // The loops are inside the if so that simulators skip them while no warp competes.
    reg  [KERNELS-1:0] asks;
    reg  [WARPS-1:0]   served;                          // warps of kernels in serve_i
    reg  [KERNELS-1:0] here;                            // kernel of CTA c, one-hot
    integer c, k;
    always @* begin
        asks   = {KERNELS{1'b0}};
        served = {WARPS{1'b0}};
        here   = {KERNELS{1'b0}};
        if (|pool_i)
            for (c = 0; c < SLOTS; c = c + 1) begin
                for (k = 0; k < KERNELS; k = k + 1)
                    here[k] = kid_i[c*KID_W +: KID_W] == k[KID_W-1:0];
                asks   = asks | (here & {KERNELS{|(pool_i & warps_i[c*WARPS +: WARPS])}});
                served = served | (warps_i[c*WARPS +: WARPS] & {WARPS{|(here & serve_i)}});
            end
    end
    assign asks_o = asks;

    arb_gto #(.WARPS(WARPS), .SLOTS(SLOTS)) u_gto (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .ready_i(ready_i & served), .held_i(held_i), .yield_i(yield_i), .gnt_o(gnt_o), .any_o(any_o), .still_o(still_o));

`ifdef FORMAL
    parameter F_TOP = 0;                                // 1: this module is the top of the proof
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    localparam [WARPS-1:0] F_ONE = 1;
    (* anyconst *) reg [F_W-1:0]    f_w;                // any warp,
    (* anyconst *) reg [SLOT_W-1:0] f_c;                // CTA,
    (* anyconst *) reg [KID_W-1:0]  f_k;                // and kernel
    (* hierconn *) wire \u_gto.f_ok , \u_gto.f_kept ;   // assumptions about the context, shared by all policies
    reg  f_init_q = 1'b0;
    reg  [WARPS-1:0] f_owned, f_in_c, f_of_k;           // warps of: any CTA, CTA c, kernel k
    reg  [KID_W-1:0] f_kid;                             // kernel of c
    integer i;
    always @* begin
        f_owned = {WARPS{1'b0}};
        f_in_c  = {WARPS{1'b0}};
        f_of_k  = {WARPS{1'b0}};
        f_kid   = {KID_W{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (kid_i[i*KID_W +: KID_W] == f_k) f_of_k = f_of_k | warps_i[i*WARPS +: WARPS];
            if (f_c == i) begin
                f_in_c = warps_i[i*WARPS +: WARPS];
                f_kid  = kid_i[i*KID_W +: KID_W];
            end
        end
    end
    always @(posedge clk_i) f_init_q <= 1'b1;
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_w < W_LAST && f_c < S_LAST && f_k < KERNELS);
        in_rules: assume (!f_init_q || \u_gto.f_ok );
        in_kept:  assume (!f_init_q || \u_gto.f_kept );
        in_pool:  assume (!f_init_q || (!(ready_i & ~f_owned) && pool_i == (ready_i & ~(held_i & {WARPS{yield_i}}))));
        in_slots: assume (cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST);
        in_fresh: assume (!(f_init_q && cta_start_evt_i && live_i[cta_start_slot_i]));
        if (F_TOP && f_init_q) begin                    // not inside arb_top, which proves its own ports
            one_hot:  assert (!(gnt_o & (gnt_o - F_ONE)));
            competed: assert (!(gnt_o & ~pool_i));
            served_k: assert (!(gnt_o[f_w] && f_in_c[f_w]) || serve_i[f_kid]);
            no_idle:  assert (!(pool_i[f_w] && f_in_c[f_w] && serve_i[f_kid]) || |gnt_o);
            asking:   assert (asks_o[f_k] == |(pool_i & f_of_k));
        end
    end
    generate if (F_TOP) begin : g_cover
        always @* if (f_init_q) waits: cover (pool_i[f_w] && f_in_c[f_w] && |gnt_o && !serve_i[f_kid]);
    end endgenerate
`endif
endmodule
`default_nettype wire
