// arb_gto - greedy then oldest: grants the last granted warp while it competes, else the oldest.
//
// Contract  The warps of ready_i compete; if yield_i is set, those in held_i do not. held_i has all warps of a CTA or none.
//           gnt_o is one-hot or zero, a competing warp, non-zero whenever one competes. The greedy warp
//           stays greedy while it stalls or is held, until another is granted or its CTA ends. Age is
//           (CTA start order, then warp number).
// Timing    ready_i, held_i, yield_i -> gnt_o combinational; a grant updates the greedy warp at its clock edge.
// Size      WARPS + SLOTS flops; the longest path finds the oldest CTA among SLOTS, in parallel with the lowest warp of each.
// Users     arb_bank.   Source  [LCS §4.1], which relies on it.
`default_nettype none
module arb_gto #(
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
    localparam [WARPS-1:0] W_ONE = 1;
    localparam [SLOTS-1:0] S_ONE = 1;
    reg  [WARPS-1:0] greedy_q;          // the last granted warp; zero after reset or its CTA's end
    reg  [SLOTS-1:0] home_q;            // slot of its CTA: a CTA's end then needs no compare per warp

    reg  [SLOTS-1:0] has, front;        // CTA has a competing warp; and no older CTA has
    reg  [WARPS-1:0] mine;              // ready warps of a CTA: all of them compete, or none
    reg  [WARPS-1:0] gnt_d;
    reg  [SLOTS-1:0] home_d;
    wire [WARPS-1:0] free = ready_i & ~held_i;
    wire             any  = yield_i ? |free : |ready_i;
    wire             stay = yield_i ? |(free & greedy_q) : |(ready_i & greedy_q);

    // yield_i is late: both of its cases are found while it arrives. In gates front[c] only selects the lowest warp of CTA c,
    // which does not depend on it. Both ifs let simulators skip the search.
    integer c;
    always @* begin
        has    = {SLOTS{1'b0}};
        front  = {SLOTS{1'b0}};
        mine   = {WARPS{1'b0}};
        gnt_d  = {WARPS{1'b0}};
        home_d = home_q;
        if (stay)
            gnt_d = greedy_q;
        else if (any) begin
            if (yield_i) for (c = 0; c < SLOTS; c = c + 1) has[c] = |(free & warps_i[c*WARPS +: WARPS]);
            else         for (c = 0; c < SLOTS; c = c + 1) has[c] = |(ready_i & warps_i[c*WARPS +: WARPS]);
            for (c = 0; c < SLOTS; c = c + 1) begin
                front[c] = has[c] && !(|(has & older_i[c*SLOTS +: SLOTS]));
                if (front[c]) begin
                    mine  = ready_i & warps_i[c*WARPS +: WARPS];
                    gnt_d = gnt_d | (mine & (~mine + W_ONE));   // the lowest number is the oldest
                end
            end
            home_d = front;
        end
    end
    assign gnt_o   = gnt_d;
    assign any_o   = any;
    assign still_o = !any;

    wire [SLOTS-1:0] stop = cta_end_evt_i ? S_ONE << cta_end_slot_i : {SLOTS{1'b0}};
    always @(posedge clk_i)
        if (!rst_ni || |(home_d & stop)) begin
            greedy_q <= {WARPS{1'b0}};
            home_q   <= {SLOTS{1'b0}};
        end else if (any) begin
            greedy_q <= gnt_d;
            home_q   <= home_d;
        end

    // Ports of every policy that this one does not need.
    wire unused = &{1'b0, live_i, cta_start_evt_i, cta_start_slot_i};

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    integer i;
    (* anyconst *) reg [F_W-1:0]    f_k, f_g;           // any two warps
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg  [WARPS-1:0] f_last_q;                          // the last grant
    reg  f_init_q = 1'b0;
    reg  [SLOTS-1:0] f_calm_q;                          // slots without an event at the last edge
    reg  [SLOTS*WARPS-1:0] f_warps_q;
    reg  f_kept;                                        // these still hold the same warps
    wire [WARPS-1:0] f_next = |gnt_o ? gnt_o : f_last_q;
    wire [WARPS-1:0] f_pool = ready_i & ~(held_i & {WARPS{yield_i}});   // competing warps
    wire f_rules;
    reg  f_whole;                                       // held_i has all warps of a CTA or none
    wire f_ok = f_rules && f_whole;
    reg  [WARPS-1:0] f_owned, f_in_a, f_in_b, f_gone, f_home; // warps of: any CTA, a, b, the ending CTA,
                                                        // the greedy warp's CTA
    reg  f_elder;                                       // a is older than b
    always @* begin
        f_owned = {WARPS{1'b0}};
        f_in_a  = {WARPS{1'b0}};
        f_in_b  = {WARPS{1'b0}};
        f_gone  = {WARPS{1'b0}};
        f_home  = {WARPS{1'b0}};
        f_elder = 1'b0;
        f_kept  = 1'b1;
        f_whole = 1'b1;
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (|(held_i & warps_i[i*WARPS +: WARPS]) && |(~held_i & warps_i[i*WARPS +: WARPS])) f_whole = 1'b0;
            if (stop[i])   f_gone = warps_i[i*WARPS +: WARPS];
            if (home_q[i]) f_home = f_home | warps_i[i*WARPS +: WARPS];
            if (f_calm_q[i] && warps_i[i*WARPS +: WARPS] != f_warps_q[i*WARPS +: WARPS])
                f_kept = 1'b0;
            if (f_a == i) f_in_a = warps_i[i*WARPS +: WARPS];
            if (f_b == i) begin
                f_in_b  = warps_i[i*WARPS +: WARPS];
                f_elder = older_i[i*SLOTS + f_a];
            end
        end
    end
    wire f_k_in = f_in_a[f_k], f_g_in = f_in_b[f_g];
    wire f_older = f_a == f_b ? f_k < f_g : f_elder;

    formal_arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS)) u_rules (
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i), .ok_o(f_rules));

    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_last_q <= (rst_ni && !(|(f_next & f_gone))) ? f_next : {WARPS{1'b0}};
        f_calm_q <= {SLOTS{rst_ni}} & ~(stop
                    | (cta_start_evt_i ? S_ONE << cta_start_slot_i : {SLOTS{1'b0}}));
        f_warps_q <= warps_i;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < W_LAST && f_g < W_LAST && f_a < S_LAST && f_b < S_LAST);
        in_rules: assume (!f_init_q || f_ok);
        in_pool:  assume (!f_init_q || !(ready_i & ~f_owned));
        in_slots: assume (cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST);
        in_kept:  assume (!f_init_q || f_kept);
        in_fresh: assume (!(f_init_q && cta_start_evt_i && live_i[cta_start_slot_i]));
        if (f_init_q) begin
            one_hot:  assert (!(gnt_o & (gnt_o - W_ONE)));
            competed: assert (!(gnt_o & ~f_pool));
            no_idle:  assert ((|gnt_o) == (|f_pool) && any_o == |gnt_o);
            greedy:   assert (!(|(f_pool & f_last_q)) || gnt_o == f_last_q);
            oldest:   assert (!(gnt_o[f_g] && f_g_in && f_pool[f_k] && f_k_in && f_older)
                              || gnt_o == f_last_q);
            inv_last: assert (f_last_q == greedy_q);
            inv_hot:  assert (!(greedy_q & (greedy_q - W_ONE)));
            inv_home: assert (!(greedy_q & ~f_home) && (|greedy_q) == (|home_q)
                              && !(home_q & (home_q - S_ONE)));
            overtake: cover (gnt_o[f_g] && f_g_in && f_pool[f_k] && f_k_in && f_older);
            turned:   cover (!stay && |greedy_q && f_g_in && gnt_o[f_g] && f_a > f_b && f_k_in
                             && greedy_q[f_k]);
        end
    end
`endif
endmodule
`default_nettype wire
