// formal_arb_sca - the contract of arb_sca, for any two warps and slots; inputs after gnt_i are its own registers and
// wires.
//
// Assumes of the inputs: formal_arb_ctx and formal_arb_block, competing warps are valid warps of a CTA and the parts of
// the pause choice are theirs, only events change the context, as they say, and a CTA starts in a free slot.
// Users  arb_sca.
`default_nettype none
module formal_arb_sca #(
    parameter WARPS  = 4,
    parameter SLOTS  = 3,
    parameter SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1,       // derived: never set
    parameter RANK_W = $clog2(WARPS)                        // derived: never set
) (
    input wire                    clk_i,
    input wire                    rst_ni,
    input wire [SLOTS-1:0]        live_i,
    input wire [SLOTS*WARPS-1:0]  warps_i,
    input wire [SLOTS*SLOTS-1:0]  older_i,
    input wire [SLOTS*SLOT_W-1:0] partner_i,
    input wire                    cta_start_evt_i,
    input wire [SLOT_W-1:0]       cta_start_slot_i,
    input wire [WARPS-1:0]        cta_start_warps_i,
    input wire [SLOT_W-1:0]       cta_start_lead_i,
    input wire                    cta_end_evt_i,
    input wire [SLOT_W-1:0]       cta_end_slot_i,
    input wire [SLOT_W-1:0]       cta_end_heir_i,
    input wire [WARPS-1:0]        valid_i,
    input wire [WARPS-1:0]        ready_i,
    input wire [WARPS-1:0]        pool_i,
    input wire [WARPS-1:0]        held_i,
    input wire                    yield_i,
    input wire [WARPS-1:0]        gnt_i,
    input wire [WARPS-1:0]        here_i,               // warps of live CTAs
    input wire [RANK_W*WARPS-1:0] rank_i,               // bit planes
    input wire [SLOT_W*WARPS-1:0] lead_i,               // bit planes: leader of the block
    input wire [WARPS-1:0]        team_i,               // the selected group; that after this clock edge
    input wire [WARPS-1:0]        select_i,
    input wire [WARPS-1:0]        turn_i,               // 1 = above the last grant
    input wire [WARPS-1:0]        mates_i,
    input wire [WARPS-1:0]        others_i,
    input wire                    stay_i,
    input wire [WARPS-1:0]        gone_i,
    output wire                   ok_o                  // the assumptions about the inputs hold
);
    localparam [WARPS-1:0] W_ONE = 1;
    localparam [SLOTS-1:0] S_ONE = 1;
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    (* anyconst *) reg [F_W-1:0]    f_k, f_g;           // any two warps
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg  f_init_q = 1'b0;
    reg  f_seen_q;                                      // g was granted while k of its group waited
    reg  f_lone_q;                                      // blocks of one CTA only, so far
    reg  [WARPS-1:0] f_last_q;                          // the last grant, until its CTA ends
    reg  [SLOTS-1:0] f_stop_q, f_start_q;               // events of the last edge
    reg  [SLOTS*WARPS-1:0] f_warps_q;
    reg  [SLOTS*SLOT_W-1:0] f_partner_q;
    reg  [SLOTS-1:0] f_live_q;
    reg  [WARPS-1:0] f_new_q;                           // what the events of the last edge said
    reg  [SLOT_W-1:0] f_lead_q, f_heir_q;
    reg  f_kept, f_single;                              // the context changed as the events say; see lone
    reg  [WARPS-1:0] f_owned, f_in_a, f_in_b;           // warps of: any CTA, a, b
    reg  [RANK_W*WARPS-1:0] f_rank;                     // rank of every warp, by counting
    reg  [RANK_W-1:0] f_rank_k, f_rank_g, f_team_rank;
    reg  f_ranked, f_led, f_peers;                      // rank_i, lead_i agree; a group has one rank and one warp per CTA
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
            if (f_stop_q[i] && !f_start_q[i] && live_i[i]) f_kept = 1'b0;
            if (!f_stop_q[i] && !f_start_q[i]
                && (warps_i[i*WARPS +: WARPS] != f_warps_q[i*WARPS +: WARPS] || live_i[i] != f_live_q[i])) f_kept = 1'b0;
            if (!f_stop_q[i] && !f_start_q[i] && live_i[i]
                && partner_i[i*SLOT_W +: SLOT_W] != (f_stop_q[f_partner_q[i*SLOT_W +: SLOT_W]] ? f_heir_q
                                                     : f_partner_q[i*SLOT_W +: SLOT_W])) f_kept = 1'b0;
            if (f_start_q[i] && (!live_i[i] || warps_i[i*WARPS +: WARPS] != f_new_q
                                 || partner_i[i*SLOT_W +: SLOT_W] != f_lead_q)) f_kept = 1'b0;
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
            if (|(team_i & warps_i[i*WARPS +: WARPS])) f_home[partner_i[i*SLOT_W +: SLOT_W]] = 1'b1;
        for (i = 0; i < SLOTS; i = i + 1)
            if (live_i[i] && !f_home[i] && f_home[partner_i[i*SLOT_W +: SLOT_W]]) f_pair = 1'b1;
        f_rank      = {RANK_W*WARPS{1'b0}};             // n: rank, i: slot, j: warp
        f_peers     = 1'b1;
        f_ranked    = 1'b1;
        f_led       = 1'b1;
        f_team_rank = {RANK_W{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            n = 0;
            for (j = 0; j < WARPS; j = j + 1)
                if (warps_i[i*WARPS + j]) begin
                    f_rank[j*RANK_W +: RANK_W] = n[RANK_W-1:0];
                    n = n + 1;
                end
            for (j = 0; j < WARPS; j = j + 1)
                for (n = 0; n < SLOT_W; n = n + 1)
                    if (warps_i[i*WARPS + j] && lead_i[n*WARPS + j] != partner_i[i*SLOT_W + n]) f_led = 1'b0;
            if ((team_i & warps_i[i*WARPS +: WARPS])
                & ((team_i & warps_i[i*WARPS +: WARPS]) - W_ONE)) f_peers = 1'b0;
        end
        for (j = 0; j < WARPS; j = j + 1) begin
            if (team_i[j]) f_team_rank = f_rank[j*RANK_W +: RANK_W];
            for (i = 0; i < RANK_W; i = i + 1)
                if (f_owned[j] && rank_i[i*WARPS + j] != f_rank[j*RANK_W + i]) f_ranked = 1'b0;
        end
        for (j = 0; j < WARPS; j = j + 1)
            if (team_i[j] && f_rank[j*RANK_W +: RANK_W] != f_team_rank) f_peers = 1'b0;
        f_rank_k = f_rank[f_k*RANK_W +: RANK_W];
        f_rank_g = f_rank[f_g*RANK_W +: RANK_W];
    end
    wire f_k_in   = f_in_a[f_k], f_g_in = f_in_b[f_g];
    wire f_asks   = pool_i[f_k] && f_k_in && (!team_i[f_k] || !(|others_i));
    wire f_older  = f_a == f_b ? f_k < f_g : f_first;
    // Warps of the group's block: those of higher rank in order, then the others in order.
    wire f_k_home = f_pair && f_home[f_mate_a], f_g_home = f_pair && f_home[f_mate_b];
    wire f_k_above = f_rank_k > f_team_rank, f_g_above = f_rank_g > f_team_rank;
    wire f_cyclic = f_k_above != f_g_above ? f_k_above : f_rank_k < f_rank_g;
    wire f_before = f_k_home != f_g_home ? f_k_home : f_k_home ? f_cyclic
                  : f_mate_a == f_mate_b ? f_rank_k < f_rank_g : f_elder;
    wire f_ahead  = (turn_i[f_k] == turn_i[f_g]) ? f_k < f_g : turn_i[f_k];
    wire [WARPS-1:0] f_next = |gnt_i ? gnt_i : f_last_q;

    formal_arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS)) u_rules (
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i), .ok_o(f_ok));
    formal_arb_block #(.SLOTS(SLOTS)) u_blocks (
        .live_i(live_i), .older_i(older_i), .partner_i(partner_i), .ok_o(f_blocks));

    assign ok_o = cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST
               && (!f_init_q || (f_ok && f_blocks && f_kept && !(pool_i & ~(f_owned & valid_i))
                                 && pool_i == (ready_i & ~(held_i & {WARPS{yield_i}}))
                                 && !(cta_start_evt_i && live_i[cta_start_slot_i])));
    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_last_q  <= rst_ni ? f_next & ~gone_i : {WARPS{1'b0}};
        f_lone_q  <= !rst_ni || (f_lone_q && f_single);
        f_stop_q  <= rst_ni ? f_stop : {SLOTS{1'b0}};
        f_start_q <= rst_ni ? f_start : {SLOTS{1'b0}};
        f_warps_q <= rst_ni ? warps_i : {SLOTS*WARPS{1'b0}};
        f_live_q  <= rst_ni ? live_i : {SLOTS{1'b0}};
        f_partner_q <= partner_i;
        f_new_q   <= cta_start_warps_i;
        f_lead_q  <= cta_start_lead_i;
        f_heir_q  <= cta_end_heir_i;
        f_seen_q  <= rst_ni && select_i[f_k] && valid_i[f_k] && !gnt_i[f_k] && !gone_i[f_k]
                     && (gnt_i[f_g] || (f_seen_q && (stay_i || !(|pool_i))));
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < W_LAST && f_g < W_LAST && f_a < S_LAST && f_b < S_LAST);
        if (f_init_q) begin
            one_hot:   assert (!(gnt_i & (gnt_i - W_ONE)));
            competed:  assert (!(gnt_i & ~pool_i));
            no_idle:   assert ((|gnt_i) == (|pool_i));
            goes_on:   assert (!(|mates_i && !(mates_i & ~pool_i)) || !(gnt_i & ~team_i));
            turns:     assert (!(f_seen_q && mates_i[f_k] && gnt_i[f_g] && stay_i));
            leaves:    assert (stay_i || !(|others_i) || !(gnt_i & team_i));
            first:     assert (stay_i || !(gnt_i[f_g] && f_g_in && f_asks && f_before));
            lowest:    assert (!(f_g != f_k && gnt_i[f_g] && f_g_in && !stay_i && f_asks && f_k < f_g
                                 && f_mate_a == f_mate_b && f_rank_k == f_rank_g));
            gto_same:  assert (!(f_lone_q && f_single && |(pool_i & f_last_q)) || gnt_i == f_last_q);
            gto_old:   assert (!(f_lone_q && f_single && gnt_i[f_g] && f_g_in && pool_i[f_k]
                                 && f_k_in && f_older) || gnt_i == f_last_q);
            inv_lone:  assert (!f_lone_q || (team_i == f_last_q && !(team_i & (team_i - W_ONE))));
            whole:     assert (!(!stay_i && gnt_i[f_g] && f_g_in && f_k_in && f_mate_a == f_mate_b && f_rank_k == f_rank_g)
                               || select_i[f_k]);
            inv_here:  assert (here_i == f_owned);
            inv_team:  assert (!(team_i & ~f_owned));
            inv_lead:  assert (f_led);
            inv_block: assert (!(f_home & (f_home - S_ONE)));
            inv_peers: assert (f_peers);
            inv_rank:  assert (f_ranked);
            inv_turn:  assert (!f_seen_q || (f_k != f_g && f_ahead));
            alternate: cover (f_seen_q && f_k < f_g && stay_i && gnt_i[f_k] && f_a != f_b && f_k_in
                              && f_g_in);
            second:    cover (!stay_i && gnt_i[f_g] && f_g_in && f_k_in && f_mate_a == f_mate_b
                              && f_a != f_b && f_rank_g == 1 && team_i[f_k]);
        end
    end
endmodule
`default_nettype wire
