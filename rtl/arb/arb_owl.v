// arb_owl - CTA groups with priority: the oldest group that can issue, round robin inside it.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i is. A CTA that starts
//           joins the youngest group if that has fewer than GROUP live CTAs, else it forms a new
//           youngest group. The ranking of two live CTAs never changes. In the oldest group with a
//           competing warp, round robin by warp number. Blocks of CTAs have no influence.
// Timing    pool_i -> gnt_o combinational; grants move the pointer, CTA events change groups.
// Size      WARPS + SLOTS * (SLOTS + 1) flops.   Users  arb_bank.
// Source    OWL (ASPLOS 2013): the CTA-aware, locality-aware order. Not modelled: the order that
//           differs between SMs to spread DRAM banks, and memory-side prefetching.
`default_nettype none
module arb_owl #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter GROUP   = 2,              // own: CTAs per group, 1..16
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

    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam [SLOTS-1:0] ONE = 1;

    generate if (GROUP < 1 || GROUP > 16) begin : g_check_group
        arb_owl_needs_GROUP_from_1_to_16 u_stop ();
    end endgenerate

    wire [SLOTS-1:0] start = cta_start_evt_i ? ONE << cta_start_slot_i : {SLOTS{1'b0}};
    wire [SLOTS-1:0] stop  = cta_end_evt_i   ? ONE << cta_end_slot_i   : {SLOTS{1'b0}};
    wire             evt   = cta_start_evt_i || cta_end_evt_i;

    // above_q: slice c holds the live CTAs of groups older than c's. closed_q: all CTAs of groups older than
    // the youngest, so live_i & ~closed_q are the members of the youngest.
    reg  [SLOTS-1:0]       closed_q;
    reg  [SLOTS*SLOTS-1:0] above_q;
    reg  [SLOTS-1:0]       room;                        // members of the youngest group beyond GROUP - 1
    wire [SLOTS-1:0]       closed_d = |room ? live_i & ~stop : closed_q & ~stop;
    integer g;
    always @* begin
        room = {SLOTS{1'b0}};
        if (cta_start_evt_i) begin
            room = live_i & ~closed_q & ~stop;
            for (g = 1; g < GROUP; g = g + 1) room = room & (room - ONE);
        end
    end
    genvar c;
    generate for (c = 0; c < SLOTS; c = c + 1) begin : g_slot
        always @(posedge clk_i)
            if (!rst_ni)
                above_q[c*SLOTS +: SLOTS] <= {SLOTS{1'b0}};
            else if (evt)
                above_q[c*SLOTS +: SLOTS] <= start[c] ? closed_d
                                           : above_q[c*SLOTS +: SLOTS] & ~stop & {SLOTS{!stop[c]}};
    end endgenerate
    always @(posedge clk_i)
        if (!rst_ni)  closed_q <= {SLOTS{1'b0}};
        else if (evt) closed_q <= closed_d;

    // The loops are inside the if so that simulators skip them while no warp competes.
    reg  [SLOTS-1:0] has;                               // CTA has a competing warp
    reg  [WARPS-1:0] crew;                              // warps of groups with no such CTA in an older group
    integer s;
    always @* begin
        has  = {SLOTS{1'b0}};
        crew = {WARPS{1'b0}};
        if (|pool_i) begin
            for (s = 0; s < SLOTS; s = s + 1) has[s] = |(pool_i & warps_i[s*WARPS +: WARPS]);
            for (s = 0; s < SLOTS; s = s + 1)
                if (!(|(has & above_q[s*SLOTS +: SLOTS])))
                    crew = crew | warps_i[s*WARPS +: WARPS];
        end
    end
    lib_rr_arb #(.N(WARPS)) u_rr (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(pool_i & crew), .adv_i(1'b1), .gnt_o(gnt_o));
    assign any_o   = |pool_i;
    assign still_o = !any_o;

    // A port of every policy that this one does not need.
    wire unused = &{1'b0, older_i};

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    localparam [WARPS-1:0] F_ONE = 1;
    (* anyconst *) reg [F_W-1:0]    f_k, f_g;           // any two warps
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    (* hierconn *) wire [WARPS-1:0] \u_rr.turn_q ;      // 1 = above the last winner
    wire [WARPS-1:0] f_turn = \u_rr.turn_q ;
    reg  f_init_q = 1'b0, f_calm_a_q, f_calm_b_q;       // no event on a, on b at the last edge
    reg  f_up_q, f_live_a_q, f_live_b_q;                // previous values
    reg  f_seen_q;                                      // g was granted while k waited for its turn
    reg  [WARPS-1:0] f_owned, f_in_a, f_in_b;
    reg  [SLOTS-1:0] f_over_a, f_over_b, f_old_a, f_old_b;
    reg  [SLOT_W:0]  f_size, f_open;                    // size of a's group; of the youngest, without leaving CTAs
    reg  f_join_q, f_new_q;                             // a started: joins b's group; opens a new group
    reg  f_order;
    wire f_ok;
    integer i, j;
    always @* begin
        f_owned  = {WARPS{1'b0}};
        f_in_a   = {WARPS{1'b0}};
        f_in_b   = {WARPS{1'b0}};
        f_over_a = {SLOTS{1'b0}};
        f_over_b = {SLOTS{1'b0}};
        f_old_a  = {SLOTS{1'b0}};
        f_old_b  = {SLOTS{1'b0}};
        f_size   = 0;
        f_open   = 0;
        f_order  = 1'b1;
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (f_a == i) begin
                f_in_a   = warps_i[i*WARPS +: WARPS];
                f_over_a = above_q[i*SLOTS +: SLOTS];
                f_old_a  = older_i[i*SLOTS +: SLOTS];
            end
            if (f_b == i) begin
                f_in_b   = warps_i[i*WARPS +: WARPS];
                f_over_b = above_q[i*SLOTS +: SLOTS];
                f_old_b  = older_i[i*SLOTS +: SLOTS];
            end
            // Groups are contiguous in age: closed groups are above the youngest, and a CTA older than
            // one above is above as well.
            if (above_q[i*SLOTS +: SLOTS] & ~(older_i[i*SLOTS +: SLOTS] & closed_q)) f_order = 1'b0;
            if (live_i[i] && !closed_q[i] && above_q[i*SLOTS +: SLOTS] != closed_q) f_order = 1'b0;
            for (j = 0; j < SLOTS; j = j + 1) begin
                if (above_q[i*SLOTS + j] && |(older_i[j*SLOTS +: SLOTS] & ~above_q[i*SLOTS +: SLOTS]))
                    f_order = 1'b0;
                // Two live CTAs of which neither is above the other have the same CTAs above them.
                if (live_i[i] && live_i[j] && !above_q[i*SLOTS + j] && !above_q[j*SLOTS + i]
                    && above_q[i*SLOTS +: SLOTS] != above_q[j*SLOTS +: SLOTS]) f_order = 1'b0;
            end
        end
        for (i = 0; i < SLOTS; i = i + 1) begin
            if (live_i[i] && above_q[i*SLOTS +: SLOTS] == f_over_a) f_size = f_size + 1'b1;
            if (live_i[i] && !closed_q[i] && !stop[i]) f_open = f_open + 1'b1;
        end
    end
    wire f_up = f_over_b[f_a];                          // a is in an older group than b
    wire f_hit_a = start[f_a] || stop[f_a];
    wire f_hit_b = start[f_b] || stop[f_b];
    wire f_asks  = pool_i[f_k] && crew[f_k];
    wire f_ahead = (f_turn[f_k] == f_turn[f_g]) ? f_k < f_g : f_turn[f_k];
    reg  [SLOTS*SLOTS-1:0] f_older_q;
    reg  [SLOTS-1:0] f_live_q, f_start_q, f_stop_q;
    reg  f_aged;                                        // older_i changed as arb_ctx changes it
    integer n;
    always @* begin
        f_aged = live_i == ((f_live_q & ~f_stop_q) | f_start_q);
        for (n = 0; n < SLOTS; n = n + 1)
            if (older_i[n*SLOTS +: SLOTS] != (f_start_q[n] ? f_live_q & ~f_stop_q : f_stop_q[n]
                ? {SLOTS{1'b0}} : f_older_q[n*SLOTS +: SLOTS] & ~f_stop_q)) f_aged = 1'b0;
    end

    formal_arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS)) u_rules (
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i), .ok_o(f_ok));

    always @(posedge clk_i) begin
        f_init_q   <= 1'b1;
        f_calm_a_q <= rst_ni && !f_hit_a;
        f_calm_b_q <= rst_ni && !f_hit_b;
        f_live_a_q <= live_i[f_a];
        f_live_b_q <= live_i[f_b];
        f_up_q     <= f_up;
        f_join_q   <= rst_ni && start[f_a] && live_i[f_b] && !stop[f_b] && !closed_q[f_b]
                      && f_open < GROUP;
        f_new_q    <= rst_ni && start[f_a] && live_i[f_b] && !stop[f_b] && f_open >= GROUP;
        f_seen_q   <= rst_ni && f_asks && !gnt_o[f_k] && (f_seen_q || gnt_o[f_g]);
        f_live_q   <= rst_ni ? live_i : {SLOTS{1'b0}};
        f_older_q  <= rst_ni ? older_i : {SLOTS*SLOTS{1'b0}};
        f_start_q  <= rst_ni ? start : {SLOTS{1'b0}};
        f_stop_q   <= rst_ni ? stop : {SLOTS{1'b0}};
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < W_LAST && f_g < W_LAST && f_k != f_g && f_a < S_LAST && f_b < S_LAST);
        in_rules: assume (!f_init_q || f_ok);
        in_aged:  assume (!f_init_q || f_aged);
        in_pool:  assume (!f_init_q || !(pool_i & ~f_owned));
        in_slots: assume (cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST);
        in_fresh: assume (!(f_init_q && cta_start_evt_i && live_i[cta_start_slot_i]));
        if (f_init_q) begin
            one_hot:   assert (!(gnt_o & (gnt_o - F_ONE)));
            competed:  assert (!(gnt_o & ~pool_i));
            no_idle:   assert ((|gnt_o) == (|pool_i));
            priority:  assert (!(|(gnt_o & f_in_b) && |(pool_i & f_in_a) && f_up));
            fixed:     assert (!(f_calm_a_q && f_calm_b_q && f_live_a_q && f_live_b_q)
                               || f_up == f_up_q);
            by_age:    assert (!f_up || f_old_b[f_a]);
            size:      assert (!live_i[f_a] || f_size <= GROUP);
            joins:     assert (!f_join_q || f_over_a == f_over_b);
            opens:     assert (!f_new_q || f_over_a[f_b]);
            fair:      assert (!(f_seen_q && f_asks && gnt_o[f_g]));
            inv_order: assert (f_order && !(closed_q & ~live_i));
            inv_turn:  assert (!f_seen_q || f_ahead);
            preempts:  cover (f_up && gnt_o[f_k] && f_in_a[f_k] && pool_i[f_g] && f_in_b[f_g]
                              && f_k > f_g && f_turn[f_g]);
        end
    end
`endif
endmodule
`default_nettype wire
