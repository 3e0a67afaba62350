// arb_sca - sequential CTA-aware: the warps of one number in a block of CTAs take turns.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i is. A group is the
//           k-th warp of every CTA of a block. The selected group goes on while the member whose
//           turn it is competes; ended members are skipped. Then, of the competing warps outside
//           that group (if there are none, of all), the next k of the same block is selected, after
//           the largest the smallest; if the block has none of them or one CTA only, the oldest
//           block's lowest k; and the first competing member is granted. Turns go by warp number. A
//           group is fixed when it is selected. Blocks of one CTA: the grants of arb_gto.
// Timing    pool_i, valid_i -> gnt_o combinational; state moves with grants and CTAs' ends. Ranks of
//           a CTA's warps are settled in the first clock after its start, and used in the same.
// Size      WARPS * (2 + RANK_W) + SLOTS flops.   Users  arb_bank.
// Source    [LCS §4.2]; rtl/arb/README.md says what the paper leaves open.
`default_nettype none
module arb_sca #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1..16
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1       // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // context: see arb_ctx
    input  wire [SLOTS*WARPS-1:0]  warps_i,
    input  wire [SLOTS*SLOTS-1:0]  older_i,
    input  wire [SLOTS*SLOT_W-1:0] partner_i,

    input  wire                    cta_start_evt_i,     // events of this cycle: in the context
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // from the next one on
    input  wire                    cta_end_evt_i,
    input  wire [SLOT_W-1:0]       cta_end_slot_i,

    input  wire [WARPS-1:0]        valid_i,             // resident and not ended
    input  wire [WARPS-1:0]        pool_i,              // those of ready_i that compete
    output wire [WARPS-1:0]        gnt_o,               // the choice; always used
    output wire                    still_o              // no register will change but by an event
);
    localparam RANK_W = $clog2(WARPS);
    localparam [WARPS-1:0] W_ONE = 1;
    localparam [SLOTS-1:0] S_ONE = 1;

    // The rank of a warp is its number within its CTA, as bit planes (plane b: bit b of all ranks),
    // so that a word operation serves all. Plane b counts, warp by warp, the carries out of the
    // planes below; a running parity of those below a warp is its bit.
    reg  [SLOTS-1:0]        fresh_q;                    // the CTA started at the last clock
    reg  [RANK_W*WARPS-1:0] rank_q, rank_d;
    reg  [WARPS-1:0]        young, carry, parity;
    integer c, b, d;
    always @* begin
        rank_d = rank_q;
        young  = {WARPS{1'b0}};
        carry  = {WARPS{1'b0}};
        parity = {WARPS{1'b0}};
        if (|fresh_q) begin
            for (c = 0; c < SLOTS; c = c + 1)
                young = young | (warps_i[c*WARPS +: WARPS] & {WARPS{fresh_q[c]}});
            carry = young;
            for (b = 0; b < RANK_W; b = b + 1) begin
                parity = carry << 1;
                for (d = 1; d < WARPS; d = d * 2) parity = parity ^ (parity << d);
                rank_d[b*WARPS +: WARPS] = (rank_q[b*WARPS +: WARPS] & ~young) | (parity & young);
                carry = carry & parity;
            end
        end
    end
    always @(posedge clk_i) begin
        if (!rst_ni)
            fresh_q <= {SLOTS{1'b0}};
        else if (cta_start_evt_i || |fresh_q)
            fresh_q <= cta_start_evt_i ? S_ONE << cta_start_slot_i : {SLOTS{1'b0}};
        if (|fresh_q) rank_q <= rank_d;                 // not reset: read for warps of CTAs only
    end

    reg  [WARPS-1:0] team_q, turn_q;                    // the selected group; 1 = above the last grant
    wire [WARPS-1:0] mates  = team_q & valid_i;
    wire [WARPS-1:0] later  = mates & turn_q;
    wire [WARPS-1:0] ring   = |later ? later : mates;
    wire [WARPS-1:0] next   = ring & (~ring + W_ONE);   // whose turn it is
    wire [WARPS-1:0] others = pool_i & ~team_q;
    wire             stay   = |(pool_i & next);

    // The search is inside the if because simulators then skip it while the group goes on.
    reg  [SLOTS-1:0] asks, front;                       // leader of a block that competes; the oldest
    reg  [SLOTS-1:0] home;                              // leader of the group's block
    reg              pair;                              // which has several CTAs
    reg  [WARPS-1:0] own, above, equal;                 // warps: its; of a larger k than the group's
    reg  [WARPS-1:0] cand, same, plane, team_d, gnt_d;
    integer s, p;
    always @* begin
        asks   = {SLOTS{1'b0}};
        front  = {SLOTS{1'b0}};
        home   = {SLOTS{1'b0}};
        pair   = 1'b0;
        own    = {WARPS{1'b0}};
        above  = {WARPS{1'b0}};
        equal  = {WARPS{1'b1}};
        same   = {WARPS{1'b0}};
        cand   = {WARPS{1'b0}};
        plane  = {WARPS{1'b0}};
        team_d = team_q;
        gnt_d  = {WARPS{1'b0}};
        if (stay)
            gnt_d = next;
        else if (|pool_i) begin
            cand = |others ? others : pool_i;
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(cand & warps_i[s*WARPS +: WARPS]))
                    asks = asks | (S_ONE << partner_i[s*SLOT_W +: SLOT_W]);
            for (s = 0; s < SLOTS; s = s + 1)
                front[s] = asks[s] && !(|(asks & older_i[s*SLOTS +: SLOTS]));
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(team_q & warps_i[s*WARPS +: WARPS]))
                    home = home | (S_ONE << partner_i[s*SLOT_W +: SLOT_W]);
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(home & (S_ONE << partner_i[s*SLOT_W +: SLOT_W]))) begin
                    own  = own | warps_i[s*WARPS +: WARPS];
                    pair = pair || (live_i[s] && !home[s]);
                end
            for (p = RANK_W - 1; p >= 0; p = p - 1) begin
                plane = rank_d[p*WARPS +: WARPS];
                if (|(team_q & plane)) equal = equal & plane;
                else begin
                    above = above | (equal & plane);
                    equal = equal & ~plane;
                end
            end
            same   = cand & own & {WARPS{pair}};
            team_d = {WARPS{1'b0}};
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(front & (S_ONE << partner_i[s*SLOT_W +: SLOT_W])))
                    team_d = team_d | warps_i[s*WARPS +: WARPS];
            if (|same) begin
                team_d = own;
                cand   = |(same & above) ? same & above : same;
            end
            cand = cand & team_d;
            for (p = RANK_W - 1; p >= 0; p = p - 1) begin           // the smallest rank
                plane = rank_d[p*WARPS +: WARPS];
                if (|(cand & ~plane)) plane = ~plane;
                cand   = cand & plane;
                team_d = team_d & plane;
            end
            gnt_d = cand & (~cand + W_ONE);
        end
    end
    assign gnt_o = gnt_d;
    assign still_o = !(|pool_i);

    reg  [WARPS-1:0] gone;                              // warps of the CTA that ends
    integer e;
    always @* begin
        gone = {WARPS{1'b0}};
        if (cta_end_evt_i)
            for (e = 0; e < SLOTS; e = e + 1)
                if (cta_end_slot_i == e[SLOT_W-1:0]) gone = gone | warps_i[e*WARPS +: WARPS];
    end
    always @(posedge clk_i)
        if (!rst_ni) begin
            team_q <= {WARPS{1'b0}};
            turn_q <= {WARPS{1'b0}};
        end else begin
            if (|pool_i || cta_end_evt_i) team_q <= team_d & ~gone;
            if (|pool_i)                  turn_q <= ~(gnt_d | (gnt_d - W_ONE));
        end

    // The other ports are those of every policy; the last carry has no reader.
    wire unused = &{1'b0, live_i, carry};

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    (* anyconst *) reg [F_W-1:0]    f_k, f_g;           // any two warps
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg  f_init_q = 1'b0;
    reg  f_seen_q;                                      // g was served while k of its group was not
    reg  f_lone_q;                                      // blocks of one CTA only, so far
    reg  [WARPS-1:0] f_last_q;                          // the last grant, until its CTA ends
    reg  [SLOTS-1:0] f_stop_q, f_start_q;               // events of the last edge
    reg  [SLOTS*WARPS-1:0] f_warps_q;
    reg  f_kept, f_single;                              // the context moved as events say; see lone
    reg  [WARPS-1:0] f_owned, f_old, f_in_a, f_in_b;    // of any CTA, of any but the fresh one
    reg  [RANK_W*WARPS-1:0] f_rank;                     // of every warp, by counting
    reg  [RANK_W-1:0] f_rank_k, f_rank_g, f_team_rank;
    reg  f_ranked, f_peers;                             // planes say so; one rank, one per CTA
    reg  [SLOT_W-1:0] f_mate_a, f_mate_b;
    reg  f_elder, f_first;                              // a's block is older than b's; a than b
    reg  [SLOTS-1:0] f_home;                           // leader of the group's block,
    reg  f_pair;                                        // which has several CTAs
    wire f_ok, f_blocks;
    wire [SLOTS-1:0] f_stop  = cta_end_evt_i   ? S_ONE << cta_end_slot_i   : {SLOTS{1'b0}};
    wire [SLOTS-1:0] f_start = cta_start_evt_i ? S_ONE << cta_start_slot_i : {SLOTS{1'b0}};
    integer i, j, n;
    always @* begin
        f_owned  = {WARPS{1'b0}};
        f_old    = {WARPS{1'b0}};
        f_in_a   = {WARPS{1'b0}};
        f_in_b   = {WARPS{1'b0}};
        f_mate_a = {SLOT_W{1'b0}};
        f_mate_b = {SLOT_W{1'b0}};
        f_elder  = 1'b0;
        f_first  = 1'b0;
        f_kept   = 1'b1;
        f_single = 1'b1;
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (!fresh_q[i]) f_old = f_old | warps_i[i*WARPS +: WARPS];
            if (f_stop_q[i] && !f_start_q[i] && live_i[i]) f_kept = 1'b0;
            if (!f_stop_q[i] && !f_start_q[i]
                && warps_i[i*WARPS +: WARPS] != f_warps_q[i*WARPS +: WARPS]) f_kept = 1'b0;
            if (live_i[i] && partner_i[i*SLOT_W +: SLOT_W] != i[SLOT_W-1:0]) f_single = 1'b0;
            if (f_a == i) begin
                f_in_a   = warps_i[i*WARPS +: WARPS];
                f_mate_a = partner_i[i*SLOT_W +: SLOT_W];
            end
            if (f_b == i) begin
                f_in_b   = warps_i[i*WARPS +: WARPS];
                f_mate_b = partner_i[i*SLOT_W +: SLOT_W];
                f_first  = older_i[i*SLOTS + f_a];
            end
        end
        for (i = 0; i < SLOTS; i = i + 1)
            if (f_mate_b == i[SLOT_W-1:0]) f_elder = older_i[i*SLOTS + f_mate_a];
        f_home     = {SLOTS{1'b0}};
        f_pair     = 1'b0;
        for (i = 0; i < SLOTS; i = i + 1)
            if (|(team_q & warps_i[i*WARPS +: WARPS])) f_home[partner_i[i*SLOT_W +: SLOT_W]] = 1'b1;
        for (i = 0; i < SLOTS; i = i + 1)
            if (live_i[i] && !f_home[i] && f_home[partner_i[i*SLOT_W +: SLOT_W]]) f_pair = 1'b1;
        f_rank      = {RANK_W*WARPS{1'b0}};             // number n of slot i: warp j
        f_peers     = 1'b1;
        f_ranked    = 1'b1;
        f_team_rank = {RANK_W{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            n = 0;
            for (j = 0; j < WARPS; j = j + 1)
                if (warps_i[i*WARPS + j]) begin
                    f_rank[j*RANK_W +: RANK_W] = n[RANK_W-1:0];
                    n = n + 1;
                end
            if ((team_q & warps_i[i*WARPS +: WARPS])
                & ((team_q & warps_i[i*WARPS +: WARPS]) - W_ONE)) f_peers = 1'b0;
        end
        for (j = 0; j < WARPS; j = j + 1) begin
            if (team_q[j]) f_team_rank = f_rank[j*RANK_W +: RANK_W];
            for (i = 0; i < RANK_W; i = i + 1)
                if (f_old[j] && rank_q[i*WARPS + j] != f_rank[j*RANK_W + i]) f_ranked = 1'b0;
        end
        for (j = 0; j < WARPS; j = j + 1)
            if (team_q[j] && f_rank[j*RANK_W +: RANK_W] != f_team_rank) f_peers = 1'b0;
        f_rank_k = f_rank[f_k*RANK_W +: RANK_W];
        f_rank_g = f_rank[f_g*RANK_W +: RANK_W];
    end
    wire f_k_in   = f_in_a[f_k], f_g_in = f_in_b[f_g];
    wire f_asks   = pool_i[f_k] && f_k_in && (!team_q[f_k] || !(|others));
    wire f_older  = f_a == f_b ? f_k < f_g : f_first;
    // In the block of the group: those above it in order, then those up to it in order.
    wire f_k_home = f_pair && f_home[f_mate_a], f_g_home = f_pair && f_home[f_mate_b];
    wire f_k_above = f_rank_k > f_team_rank, f_g_above = f_rank_g > f_team_rank;
    wire f_cyclic = f_k_above != f_g_above ? f_k_above : f_rank_k < f_rank_g;
    wire f_before = f_k_home != f_g_home ? f_k_home : f_k_home ? f_cyclic
                  : f_mate_a == f_mate_b ? f_rank_k < f_rank_g : f_elder;
    wire f_ahead  = (turn_q[f_k] == turn_q[f_g]) ? f_k < f_g : turn_q[f_k];
    wire [WARPS-1:0] f_next = |gnt_o ? gnt_o : f_last_q;

    formal_arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS)) u_rules (
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i), .ok_o(f_ok));
    formal_arb_block #(.SLOTS(SLOTS)) u_blocks (
        .live_i(live_i), .older_i(older_i), .partner_i(partner_i), .ok_o(f_blocks));

    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_last_q  <= rst_ni ? f_next & ~gone : {WARPS{1'b0}};
        f_lone_q  <= !rst_ni || (f_lone_q && f_single);
        f_stop_q  <= rst_ni ? f_stop : {SLOTS{1'b0}};
        f_start_q <= rst_ni ? f_start : {SLOTS{1'b0}};
        f_warps_q <= rst_ni ? warps_i : {SLOTS*WARPS{1'b0}};
        f_seen_q  <= rst_ni && team_d[f_k] && valid_i[f_k] && !gnt_o[f_k] && !gone[f_k]
                     && (gnt_o[f_g] || (f_seen_q && (stay || !(|pool_i))));
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < W_LAST && f_g < W_LAST && f_a < S_LAST && f_b < S_LAST);
        in_rules:  assume (!f_init_q || (f_ok && f_blocks));
        in_pool:   assume (!f_init_q || !(pool_i & ~(f_owned & valid_i)));
        in_slots:  assume (cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST);
        in_kept:   assume (!f_init_q || f_kept);
        in_fresh:  assume (!(f_init_q && cta_start_evt_i && live_i[cta_start_slot_i]));
        if (f_init_q) begin
            one_hot:   assert (!(gnt_o & (gnt_o - W_ONE)));
            competed:  assert (!(gnt_o & ~pool_i));
            no_idle:   assert ((|gnt_o) == (|pool_i));
            goes_on:   assert (!(|mates && !(mates & ~pool_i)) || !(gnt_o & ~team_q));
            turns:     assert (!(f_seen_q && mates[f_k] && gnt_o[f_g] && stay));
            leaves:    assert (stay || !(|others) || !(gnt_o & team_q));
            first:     assert (stay || !(gnt_o[f_g] && f_g_in && f_asks && f_before));
            lowest:    assert (!(f_g != f_k && gnt_o[f_g] && f_g_in && !stay && f_asks && f_k < f_g
                                 && f_mate_a == f_mate_b && f_rank_k == f_rank_g));
            gto_same:  assert (!(f_lone_q && f_single && |(pool_i & f_last_q)) || gnt_o == f_last_q);
            gto_old:   assert (!(f_lone_q && f_single && gnt_o[f_g] && f_g_in && pool_i[f_k]
                                 && f_k_in && f_older) || gnt_o == f_last_q);
            inv_lone:  assert (!f_lone_q || (team_q == f_last_q && !(team_q & (team_q - W_ONE))));
            inv_fresh: assert (fresh_q == f_start_q);
            inv_team:  assert (!(team_q & ~f_old));
            inv_peers: assert (f_peers);
            inv_rank:  assert (f_ranked);
            inv_shape: assert (!(~turn_q & (~turn_q + W_ONE)));             // turn_q is 1..10..0
            inv_turn:  assert (!f_seen_q || (f_k != f_g && f_ahead));
            alternate: cover (f_seen_q && f_k < f_g && stay && gnt_o[f_k] && f_a != f_b && f_k_in
                              && f_g_in);
            second:    cover (!stay && gnt_o[f_g] && f_g_in && f_k_in && f_mate_a == f_mate_b
                              && f_a != f_b && f_rank_g == 1 && team_q[f_k]);
        end
    end
`endif
endmodule
`default_nettype wire
