// lib_slot_age - ranks the CTA slots of each SM by age: rank 0 is the oldest CTA.
//
// Contract  rank_o of an SM is a permutation of its slots: slots in use first, in the order in which their CTAs
//           started, then free slots by number. A CTA starts in the lowest free slot, which already has
//           the right rank; only a release changes ranks: later CTAs of the SM move up by one.
// Timing    a start needs no update. After a release, the ranks of its SM move up one edge later (moves_o), in one update
//           circuit that all SMs share; the same SM has no other release at that edge.
// Size      (SMS + 1) * SLOTS * SLOT_W + SMS + 2 * SLOTS + 1 flops, one read port of SLOTS ranks.
// Users     limit_dyncta.
// Source    [DYNCTA §4.1] (most and least recently assigned CTA).
`default_nettype none
module lib_slot_age #(
    parameter SMS    = 28,                                  // 1..256
    parameter SLOTS  = 8,                                   // CTA slots per SM, 1 or more
    parameter SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1      // derived: never set
) (
    input  wire                        clk_i,
    input  wire                        rst_ni,          // synchronous, active low
    input  wire                        init_i,          // after this clock edge no slot is in use

    input  wire [SMS*SLOTS-1:0]        live_i,          // slot c of SM s is in use: bit s*SLOTS+c
    input  wire [SMS-1:0]              freed_sm_i,      // SM whose CTA is released, one-hot or zero
    input  wire [SLOT_W-1:0]           freed_slot_i,    // its slot, in use until this clock edge

    output wire [SMS*SLOTS*SLOT_W-1:0] rank_o,          // bit b of slot c of SM s:
                                                        // [(s*SLOT_W+b)*SLOTS+c]
    output wire [SMS-1:0]              moves_o,         // ranks of SM s move up at this clock edge
    output wire                        busy_o           // a rank changes at this clock edge
);
    localparam WORD_W = SLOTS * SLOT_W;                     // ranks of one SM
    localparam [SLOTS-1:0]  ONE      = 1;
    localparam [SLOT_W-1:0] RANK_ONE  = 1;
    localparam              SLOT_LAST = SLOTS - 1;
    localparam [SLOT_W-1:0] RANK_LAST = SLOT_LAST[SLOT_W-1:0];

    reg [SMS*WORD_W-1:0] rank_q;
    reg                  home_q;                            // all slots are free: load ranks by slot number
    reg [SMS-1:0]        freed_sm_q;                        // SM whose ranks move up,
    reg [WORD_W-1:0]     word_q;                            // its ranks,
    reg [SLOTS-1:0]      hot_q;                             // the slot that became free,
    reg [SLOTS-1:0]      stay_q;                            // free slots of higher number

    wire [WORD_W-1:0] word;
    wire [SLOTS-1:0]  live;
    wire [SLOTS-1:0]  hot = ONE << freed_slot_i;
    lib_mux1h #(.N(SMS), .W(WORD_W)) u_word (
        .sel_i(freed_sm_i), .data_i(rank_q), .data_o(word)
    );
    lib_mux1h #(.N(SMS), .W(SLOTS)) u_live (
        .sel_i(freed_sm_i), .data_i(live_i), .data_o(live)
    );
    always @(posedge clk_i) begin
        home_q    <= !rst_ni || init_i;
        freed_sm_q <= freed_sm_i;                           // not reset: home_q has priority,
        word_q    <= word;                                  // and freed_sm_q guards these
        hot_q     <= hot;
        stay_q    <= ~live & ~(hot | (hot - ONE));
    end

    // The freed slot takes the rank just before the free slots of higher number, which keep theirs;
    // slots ranked between move up by one.
    reg  [WORD_W-1:0] closed;
    reg  [SLOT_W-1:0] last;                                 // new rank of the freed slot
    reg  [SLOTS-1:0]  old, behind, lend;                    // per slot: a rank bit; it ranks behind
    reg               gap;                                  // the freed slot; borrow of rank - 1
    integer c, p;
    always @* begin
        last   = RANK_LAST;
        closed = {WORD_W{1'b0}};
        behind = {SLOTS{1'b0}};
        old    = {SLOTS{1'b0}};
        gap    = 1'b0;
        for (c = 0; c < SLOTS; c = c + 1)
            if (stay_q[c]) last = last - RANK_ONE;
        for (p = 0; p < SLOT_W; p = p + 1) begin
            old    = word_q[p*SLOTS +: SLOTS];
            gap    = |(old & hot_q);
            behind = (behind & (old | {SLOTS{!gap}})) | (old & {SLOTS{!gap}});
        end
        lend = behind & ~stay_q;
        if (home_q)
            for (p = 0; p < SLOT_W; p = p + 1)
                for (c = 0; c < SLOTS; c = c + 1) closed[p*SLOTS + c] = c[p];
        else
            for (p = 0; p < SLOT_W; p = p + 1) begin
                old = word_q[p*SLOTS +: SLOTS];
                closed[p*SLOTS +: SLOTS] = ((old ^ lend) & ~hot_q) | ({SLOTS{last[p]}} & hot_q);
                lend = lend & ~old;
            end
    end

    integer n;
    always @(posedge clk_i)
        if (home_q || |freed_sm_q)                          // saves simulators the loop
            for (n = 0; n < SMS; n = n + 1)
                if (home_q || freed_sm_q[n]) rank_q[n*WORD_W +: WORD_W] <= closed;

    assign rank_o  = rank_q;
    assign moves_o = freed_sm_q;
    assign busy_o  = home_q || |freed_sm_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam [SMS*SLOTS-1:0] F_BIT = 1;
    (* anyconst *) reg [7:0]        f_s;        // any SM,
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;   // any two of its slots
    reg f_past_q = 1'b0, f_first_q = 1'b0;      // first: b started while a was resident
    reg [SMS*SLOTS-1:0] f_live_q, f_stood_q;    // live_i of the last cycle; of it, CTAs that stay
    reg [SMS*SLOTS-1:0] f_left;                 // slot freed at this clock edge
    wire [SMS*SLOTS-1:0]  f_lives = live_i >> (f_s * SLOTS);
    wire [SLOTS-1:0]      f_live  = f_lives[SLOTS-1:0];
    reg  [SMS*WORD_W-1:0] f_rank;               // slot c of SM s: [(s*SLOTS+c)*SLOT_W]
    integer f_i;
    always @*
        for (f_i = 0; f_i < SMS*WORD_W; f_i = f_i + 1)
            f_rank[((f_i / WORD_W)*SLOTS + f_i % SLOTS)*SLOT_W + (f_i / SLOTS) % SLOT_W]
                = rank_q[f_i];
    wire [SMS*WORD_W-1:0] f_words = f_rank >> (f_s * WORD_W);
    wire [SLOT_W-1:0]     f_ra    = f_words[f_a*SLOT_W +: SLOT_W];
    wire [SLOT_W-1:0]     f_rb    = f_words[f_b*SLOT_W +: SLOT_W];
    wire [SMS-1:0]        f_gone  = freed_sm_q >> f_s;
    wire f_here_a = f_live[f_a], f_here_b = f_live[f_b];
    wire [SMS*SLOTS-1:0] f_new = live_i & ~f_stood_q;       // CTAs that started
    reg  f_lowest, f_one, f_apart, f_sorted, f_read;
    reg  [SLOTS-1:0] f_m, f_was, f_hot;         // of SM m: slots in use, before, freed slot
    integer i, j, m;
    always @* begin
        f_left   = {SMS*SLOTS{1'b0}};
        f_lowest = 1'b1;
        f_apart  = 1'b1;
        f_sorted = 1'b1;
        f_read   = 1'b1;
        f_m      = {SLOTS{1'b0}};
        f_was    = {SLOTS{1'b0}};
        f_hot    = {SLOTS{1'b0}};
        for (m = 0; m < SMS; m = m + 1) begin
            if (freed_sm_i[m]) f_left = f_left | F_BIT << (m*SLOTS + freed_slot_i);
            f_m   = live_i[m*SLOTS +: SLOTS];
            f_was = f_live_q[m*SLOTS +: SLOTS];
            f_hot = hot_q & {SLOTS{freed_sm_q[m]}};
            // At most one CTA starts per SM, in its lowest free slot, and not together with a release.
            if (|f_new[m*SLOTS +: SLOTS])
                f_lowest = f_lowest && !freed_sm_q[m]
                        && f_new[m*SLOTS +: SLOTS] == (~f_was & (f_was + ONE));
            if (freed_sm_q[m]) f_read = f_read && word_q == rank_q[m*WORD_W +: WORD_W]
                && |hot_q && !(hot_q & (hot_q - ONE)) && !(hot_q & f_m)
                && stay_q == (~f_m & ~(hot_q | (hot_q - ONE)));
            for (i = 0; i < SLOTS; i = i + 1)
                for (j = 0; j < SLOTS; j = j + 1)
                    if (i != j) begin
                        f_apart = f_apart && f_rank[(m*SLOTS + i)*SLOT_W +: SLOT_W]
                                          != f_rank[(m*SLOTS + j)*SLOT_W +: SLOT_W];
                        if (!f_hot[i] && !f_hot[j] && !f_m[j] && (f_m[i] || i < j))
                            f_sorted = f_sorted && f_rank[(m*SLOTS + i)*SLOT_W +: SLOT_W]
                                                 < f_rank[(m*SLOTS + j)*SLOT_W +: SLOT_W];
                        if (f_hot[i] && !f_m[j])    // freed now: still ranks before free slots
                            f_sorted = f_sorted && f_rank[(m*SLOTS + i)*SLOT_W +: SLOT_W]
                                                 < f_rank[(m*SLOTS + j)*SLOT_W +: SLOT_W];
                    end
            for (i = 0; i < SLOTS; i = i + 1)
                f_apart = f_apart && f_rank[(m*SLOTS + i)*SLOT_W +: SLOT_W] < SLOTS;
        end
    end
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_live_q  <= live_i;
        f_stood_q <= (rst_ni && !init_i) ? live_i & ~f_left : {SMS*SLOTS{1'b0}};
        f_first_q <= rst_ni && !init_i && f_here_a && !f_left[f_s*SLOTS + f_a]
                  && !(f_here_b && f_left[f_s*SLOTS + f_b]) && (!f_here_b || f_first_q);
    end
    wire f_first = f_first_q && f_here_b;       // a was resident a cycle ago, b is resident
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_a < SLOTS && f_b < SLOTS && f_a != f_b);
        if (f_past_q && rst_ni) begin
            in_one:    assume (!(freed_sm_i & (freed_sm_i - 1'b1)));
            in_slot:   assume (!(|freed_sm_i) || freed_slot_i < SLOTS);
            in_here:   assume (!(f_left & ~live_i));
            in_apart:  assume (!(freed_sm_i & freed_sm_q));
            in_stood:  assume (!(f_stood_q & ~live_i) && !(home_q && |live_i));
            in_lowest: assume (f_lowest);
            order:     assert (!f_first || f_ra < f_rb);
            apart:     assert (home_q || f_apart);
            dense:     assert (home_q || f_sorted);
            inv_read:  assert (home_q || f_read);
            inv_one:   assert (home_q || !(freed_sm_q & (freed_sm_q - 1'b1)));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                middle: cover (f_gone[0] && f_first && f_ra == 0 && f_rb == 2);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
