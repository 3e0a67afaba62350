// formal_arb_alt - an SM whose kernels take turns: SCHEDS schedulers with arb_alt, connected by arb_sm.
//
// arb_sm leaves asks_i open; here the schedulers drive it. Proves for all schedulers together: no grant to a warp of
// another kernel while one of the kernel served last competes; no scheduler stays idle that has a warp of the
// kernel served now; a warp is granted whenever one competes.
// Users  arb_sm, last lines.
`default_nettype none
module formal_arb_alt #(
    parameter SCHEDS  = 2,
    parameter KERNELS = 2,
    parameter WARPS   = 2,
    parameter SLOTS   = 2
) (
    input wire                      clk_i,
    input wire                      rst_ni,
    input wire                      init_i,             // a reset has been seen
    input wire [SCHEDS*KERNELS-1:0] asks_i,
    input wire [KERNELS-1:0]        serve_i,
    input wire [KERNELS-1:0]        last_i,             // served last
    output wire                     ok_o                // asks_i is what the schedulers drive, and they are used as arb_top says
);
    localparam KID_W = KERNELS > 1 ? $clog2(KERNELS) : 1, SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1;
    localparam [KERNELS-1:0] ONE = 1;
    (* anyseq *) reg [SCHEDS*WARPS-1:0]  ready, valid, start_warps;
    (* anyseq *) reg [SCHEDS*SLOTS-1:0]  paused;
    (* anyseq *) reg                     start, ends;
    (* anyseq *) reg [SLOT_W-1:0]        start_slot, end_slot, partner;
    (* anyseq *) reg [KID_W-1:0]         start_kid;
    wire [SCHEDS*KERNELS-1:0] asks;
    wire [SCHEDS*WARPS-1:0]   gnt;
    wire [SCHEDS*SLOTS-1:0]   same;                     // the scheduler's context equals this model
    // Model: owner of each warp, and which warps compete.
    reg  [SCHEDS*SLOTS*WARPS-1:0] has_q;
    reg  [SLOTS-1:0]              live_q;
    reg  [SLOTS*KID_W-1:0]        kid_q;
    reg  [SCHEDS*WARPS-1:0]       free, held, pool, pool_q;     // *_q: values at the last edge
    reg  [SCHEDS*WARPS*KERNELS-1:0] of, of_q;                   // kernels of each warp, one-hot
    reg  [KERNELS-1:0]            last_q, granted, asked, serve_q;
    reg                           run_q, idle;
    integer s, w, c;

    genvar g;
    generate for (g = 0; g < SCHEDS; g = g + 1) begin : g_sched
        wire unused_valid, unused_still;
        (* hierconn *) wire [SLOTS-1:0]       \u_arb.live ;
        (* hierconn *) wire [SLOTS*WARPS-1:0] \u_arb.warps ;
        (* hierconn *) wire [SLOTS*KID_W-1:0] \u_arb.kid ;
        genvar n;
        for (n = 0; n < SLOTS; n = n + 1) begin : g_slot
            assign same[g*SLOTS + n] = \u_arb.live [n] == live_q[n] && \u_arb.warps [n*WARPS +: WARPS]
                == (live_q[n] ? has_q[(g*SLOTS + n)*WARPS +: WARPS] : {WARPS{1'b0}})
                && (!live_q[n] || \u_arb.kid [n*KID_W +: KID_W] == kid_q[n*KID_W +: KID_W]);
        end
        arb_top #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_arb (
            .clk_i(clk_i), .rst_ni(rst_ni), .scheds_i(3'd1),
            .cta_start_evt_i(start && init_i), .cta_start_slot_i(start_slot), .cta_start_kid_i(start_kid),
            .cta_start_warps_i(start_warps[g*WARPS +: WARPS]), .cta_start_partner_i(partner),
            .cta_end_evt_i(ends && init_i), .cta_end_slot_i(end_slot),
            .valid_i(valid[g*WARPS +: WARPS]), .ready_i(ready[g*WARPS +: WARPS]),
            .load_i({WARPS{1'b0}}), .longlat_i({WARPS{1'b0}}), .victim_evt_i({WARPS{1'b0}}),
            .paused_i(paused[g*SLOTS +: SLOTS]),
            .asks_o(asks[g*KERNELS +: KERNELS]), .serve_i(serve_i),
            .gnt_o(gnt[g*WARPS +: WARPS]), .gnt_valid_o(unused_valid), .still_o(unused_still));
    end endgenerate

    reg [SCHEDS*WARPS-1:0] owned, given;                // warps of a live CTA that stays; of the CTA that starts
    always @* begin
        free = {SCHEDS*WARPS{1'b0}};
        held = {SCHEDS*WARPS{1'b0}};
        of   = {SCHEDS*WARPS*KERNELS{1'b0}};
        owned = {SCHEDS*WARPS{1'b0}};
        given = start_warps;
        for (s = 0; s < SCHEDS; s = s + 1)
            for (w = 0; w < WARPS; w = w + 1)
                for (c = 0; c < SLOTS; c = c + 1)
                    if (live_q[c] && has_q[(s*SLOTS + c)*WARPS + w]) begin
                        of[(s*WARPS + w)*KERNELS +: KERNELS] = ONE << kid_q[c*KID_W +: KID_W];
                        if (!(ends && end_slot == c)) owned[s*WARPS + w] = 1'b1;
                        if (ready[s*WARPS + w] && valid[s*WARPS + w]) begin
                            if (paused[s*SLOTS + c]) held[s*WARPS + w] = 1'b1;
                            else                     free[s*WARPS + w] = 1'b1;
                        end
                    end
        for (s = 0; s < SCHEDS; s = s + 1)
            pool[s*WARPS +: WARPS] = |free[s*WARPS +: WARPS] ? free[s*WARPS +: WARPS] : held[s*WARPS +: WARPS];
    end
    // At the last edge: kernels that competed, kernels granted, and whether an idle scheduler could have granted.
    always @* begin
        asked   = {KERNELS{1'b0}};
        granted = {KERNELS{1'b0}};
        idle    = 1'b0;
        for (s = 0; s < SCHEDS; s = s + 1)
            for (w = 0; w < WARPS; w = w + 1) begin
                if (pool_q[s*WARPS + w]) asked = asked | of_q[(s*WARPS + w)*KERNELS +: KERNELS];
                if (gnt[s*WARPS + w])    granted = granted | of_q[(s*WARPS + w)*KERNELS +: KERNELS];
                if (pool_q[s*WARPS + w] && |(of_q[(s*WARPS + w)*KERNELS +: KERNELS] & serve_q)
                    && !(|gnt[s*WARPS +: WARPS])) idle = 1'b1;
            end
    end
    always @(posedge clk_i) begin
        run_q   <= rst_ni;
        pool_q  <= pool;
        of_q    <= of;
        last_q  <= last_i;
        serve_q <= serve_i;
        if (!rst_ni) live_q <= {SLOTS{1'b0}};
        else begin
            if (ends)  live_q[end_slot] <= 1'b0;
            if (start) live_q[start_slot] <= 1'b1;
        end
        if (start) begin
            kid_q[start_slot*KID_W +: KID_W] <= start_kid;
            for (s = 0; s < SCHEDS; s = s + 1)
                has_q[(s*SLOTS + start_slot)*WARPS +: WARPS] <= start_warps[s*WARPS +: WARPS];
        end
    end
    assign ok_o = asks_i == asks && !(init_i && start && (live_q[start_slot] || |(given & owned)));
    always @* begin
        assume (start_slot < SLOTS && end_slot < SLOTS && partner < SLOTS && start_kid < KERNELS);
        if (init_i) inv_same: assert (&same);
        if (init_i && run_q) begin
            one_kernel: assert (!(granted & (granted - ONE)));
            in_turn:    assert (!(|(asked & last_q)) || !(granted & ~last_q));
            issues:     assert ((|granted) == (|asked));
            at_work:    assert (!idle);
            switched:   cover (|granted && granted != last_q);
        end
    end
endmodule
`default_nettype wire
