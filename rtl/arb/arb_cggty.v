// arb_cggty - greedy then youngest: grants the last granted warp while it competes, else the youngest.
//
// Contract  As arb_gto, with the opposite age: the youngest CTA that has a competing warp, and its highest warp.
// Timing    As arb_gto: the same gates behind crossed wires.
// Size      As arb_gto.   Users  arb_bank.
// Source    NVIDIA's cores since Turing: Huerta et al., "Dissecting and Modeling the Architecture of Modern GPU Cores"
//           (MICRO 2025), section 5.1: compiler-guided greedy then youngest. The compiler's part is in issue_bits.
`default_nettype none
module arb_cggty #(
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
    // Mirrored: warp w is number WARPS-1-w, and a CTA is older than those that started before it.
    wire [SLOTS*WARPS-1:0] warps;
    wire [SLOTS*SLOTS-1:0] older;
    wire [WARPS-1:0]       ready, held, gnt;
    genvar w, c, k;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            assign ready[w] = ready_i[WARPS-1-w];
            assign held[w]  = held_i[WARPS-1-w];
            assign gnt_o[w] = gnt[WARPS-1-w];
        end
        for (c = 0; c < SLOTS; c = c + 1) begin : g_slot
            for (w = 0; w < WARPS; w = w + 1) begin : g_cta
                assign warps[c*WARPS + w] = warps_i[c*WARPS + WARPS-1-w];
            end
            for (k = 0; k < SLOTS; k = k + 1) begin : g_age
                assign older[c*SLOTS + k] = older_i[k*SLOTS + c];
            end
        end
    endgenerate

    arb_gto #(.WARPS(WARPS), .SLOTS(SLOTS)) u_mirrored (
        .clk_i(clk_i), .rst_ni(rst_ni), .live_i(live_i), .warps_i(warps), .older_i(older),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .ready_i(ready), .held_i(held), .yield_i(yield_i), .gnt_o(gnt), .any_o(any_o), .still_o(still_o));

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    localparam [SLOTS-1:0] S_ONE = 1;
    (* anyconst *) reg [F_W-1:0]    f_k, f_g;           // any two warps
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg              f_init_q = 1'b0;
    reg  [WARPS-1:0] f_last_q;                          // the last grant, until its CTA ends
    reg  [WARPS-1:0] f_gone;                            // warps of the ending CTA
    reg              f_k_in, f_g_in, f_younger;         // warp k is of CTA a, g of CTA b; a is younger than b
    wire [WARPS-1:0] f_pool = ready_i & ~(held_i & {WARPS{yield_i}});   // competing warps
    wire [WARPS-1:0] f_next = |gnt_o ? gnt_o : f_last_q;
    reg  [SLOTS-1:0] f_calm_q;                          // slots without an event at the last edge
    reg  [SLOTS*WARPS-1:0] f_warps_q;
    reg              f_kept, f_whole;                   // these hold the same warps; held_i has all warps of a CTA or none
    reg  [WARPS-1:0] f_owned;                           // warps of any CTA
    wire f_rules;
    integer i;
    (* hierconn *) wire [WARPS-1:0] \u_mirrored.greedy_q ;
    wire [WARPS-1:0] f_mirrored = \u_mirrored.greedy_q ;
    reg  [WARPS-1:0] f_greedy;                          // the same, not mirrored
    always @* begin
        for (i = 0; i < WARPS; i = i + 1) f_greedy[i] = f_mirrored[WARPS-1-i];
        f_owned   = {WARPS{1'b0}};
        f_kept    = 1'b1;
        f_whole   = 1'b1;
        f_gone    = {WARPS{1'b0}};
        f_k_in    = 1'b0;
        f_g_in    = 1'b0;
        f_younger = 1'b0;
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (|(held_i & warps_i[i*WARPS +: WARPS]) && |(~held_i & warps_i[i*WARPS +: WARPS])) f_whole = 1'b0;
            if (f_calm_q[i] && warps_i[i*WARPS +: WARPS] != f_warps_q[i*WARPS +: WARPS]) f_kept = 1'b0;
            if (cta_end_evt_i && cta_end_slot_i == i) f_gone = warps_i[i*WARPS +: WARPS];
            if (f_b == i) f_g_in = warps_i[i*WARPS + f_g];
            if (f_a == i) begin
                f_k_in    = warps_i[i*WARPS + f_k];
                f_younger = f_a == f_b ? f_k > f_g : older_i[i*SLOTS + f_b];
            end
        end
    end
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_last_q <= (rst_ni && !(|(f_next & f_gone))) ? f_next : {WARPS{1'b0}};
        f_calm_q <= {SLOTS{rst_ni}} & ~((cta_end_evt_i ? S_ONE << cta_end_slot_i : {SLOTS{1'b0}})
                    | (cta_start_evt_i ? S_ONE << cta_start_slot_i : {SLOTS{1'b0}}));
        f_warps_q <= warps_i;
    end
    formal_arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS)) u_rules (
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i), .ok_o(f_rules));
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < W_LAST && f_g < W_LAST && f_a < S_LAST && f_b < S_LAST);
        in_rules: assume (!f_init_q || (f_rules && f_whole));
        in_pool:  assume (!f_init_q || !(ready_i & ~f_owned));
        in_kept:  assume (!f_init_q || f_kept);
        in_fresh: assume (!(f_init_q && cta_start_evt_i && live_i[cta_start_slot_i]));
        in_slots: assume (cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST);
        if (f_init_q) begin
            inv_last: assert (f_last_q == f_greedy);
            greedy:   assert (!(|(f_pool & f_last_q)) || gnt_o == f_last_q);
            youngest: assert (!(gnt_o[f_g] && f_g_in && f_pool[f_k] && f_k_in && f_younger) || gnt_o == f_last_q);
            overtake: cover (gnt_o[f_g] && f_g_in && f_pool[f_k] && f_k_in && !f_younger && f_a != f_b);
        end
    end
`endif
endmodule
`default_nettype wire
