// lib_slot_age - which CTA of an SM came first: a rank per slot, 0 for the oldest, without gaps.
//
// Contract  rank_o of an SM's slots is a permutation: the slots in use in the order their CTAs
//           came, behind them the free ones by number. A newcomer takes the lowest free slot, so
//           its rank is there already; only a CTA that leaves makes others move up.
// Timing    a CTA that enters is known by live_i alone. Behind one that leaves, ranks close up an
//           edge later (moves_o), so that one shared closing-up serves all SMs; of the same SM none
//           leaves at that edge.
// Size      (SMS + 1) * SLOTS * SLOT_W + SMS + 2 * SLOTS + 1 flops, one read port of SLOTS ranks.
// Users     limit_dyncta.
// Source    [DYNCTA §4.1] (most and least recently assigned CTA).
`default_nettype none
module lib_slot_age #(
    parameter SMS    = 28,                                  // 1..256
    parameter SLOTS  = 8,                                   // CTA slots per SM, 1..16
    parameter SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1      // derived: never set
) (
    input  wire                        clk_i,
    input  wire                        rst_ni,          // synchronous, active low
    input  wire                        init_i,          // no slot is in use behind this edge

    input  wire [SMS*SLOTS-1:0]        live_i,          // slot c of SM s is in use: bit s*SLOTS+c
    input  wire [SMS-1:0]              left_sm_i,       // one-hot or none: a CTA leaves this SM,
    input  wire [SLOT_W-1:0]           left_slot_i,     // in use until this edge

    output wire [SMS*SLOTS*SLOT_W-1:0] rank_o,          // bit b of slot c of SM s:
                                                        // [(s*SLOT_W+b)*SLOTS+c]
    output wire [SMS-1:0]              moves_o,         // ranks of SM s close up at this edge
    output wire                        busy_o           // some rank changes at this edge
);
    localparam WORD_W = SLOTS * SLOT_W;                     // ranks of one SM
    localparam [SLOTS-1:0]  ONE      = 1;
    localparam [SLOT_W-1:0] RANK_ONE  = 1;
    localparam              SLOT_LAST = SLOTS - 1;
    localparam [SLOT_W-1:0] RANK_LAST = SLOT_LAST[SLOT_W-1:0];

    reg [SMS*WORD_W-1:0] rank_q;
    reg                  home_q;                            // all slots are free: ranks by number
    reg [SMS-1:0]        left_sm_q;                         // the SM in which ranks close up,
    reg [WORD_W-1:0]     word_q;                            // its ranks,
    reg [SLOTS-1:0]      hot_q;                             // the slot that was left,
    reg [SLOTS-1:0]      stay_q;                            // free ones of higher numbers

    wire [WORD_W-1:0] word;
    wire [SLOTS-1:0]  live;
    wire [SLOTS-1:0]  hot = ONE << left_slot_i;
    lib_mux1h #(.N(SMS), .W(WORD_W)) u_word (
        .sel_i(left_sm_i), .data_i(rank_q), .data_o(word)
    );
    lib_mux1h #(.N(SMS), .W(SLOTS)) u_live (
        .sel_i(left_sm_i), .data_i(live_i), .data_o(live)
    );
    always @(posedge clk_i) begin
        home_q    <= !rst_ni || init_i;
        left_sm_q <= left_sm_i;                             // home_q goes before: not reset;
        word_q    <= word;                                  // these are guarded by it
        hot_q     <= hot;
        stay_q    <= ~live & ~(hot | (hot - ONE));
    end

    // The slot that was left goes before the free ones of higher numbers, which stay; what was
    // behind it moves up.
    reg  [WORD_W-1:0] closed;
    reg  [SLOT_W-1:0] last;                                 // the rank it gets
    reg  [SLOTS-1:0]  old, behind, lend;                    // slots: a bit of their ranks; of a
    reg               gap;                                  // higher rank; a 1 is taken from them
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
        if (home_q || |left_sm_q)                           // for simulators
            for (n = 0; n < SMS; n = n + 1)
                if (home_q || left_sm_q[n]) rank_q[n*WORD_W +: WORD_W] <= closed;

    assign rank_o  = rank_q;
    assign moves_o = left_sm_q;
    assign busy_o  = home_q || |left_sm_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam [SMS*SLOTS-1:0] F_BIT = 1;
    (* anyconst *) reg [7:0]        f_s;        // any SM,
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;   // any two of its slots
    reg f_past_q = 1'b0, f_first_q = 1'b0;      // first: b came while a was there
    reg [SMS*SLOTS-1:0] f_live_q, f_stood_q;    // live_i of the cycle before; of that, what stood
    reg [SMS*SLOTS-1:0] f_left;                 // the slot left at this edge
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
    wire [SMS-1:0]        f_gone  = left_sm_q >> f_s;
    wire f_here_a = f_live[f_a], f_here_b = f_live[f_b];
    wire [SMS*SLOTS-1:0] f_new = live_i & ~f_stood_q;       // CTAs that have started
    reg  f_lowest, f_one, f_apart, f_sorted, f_read;
    reg  [SLOTS-1:0] f_m, f_was, f_hot;         // of SM m: in use; and what was left
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
            if (left_sm_i[m]) f_left = f_left | F_BIT << (m*SLOTS + left_slot_i);
            f_m   = live_i[m*SLOTS +: SLOTS];
            f_was = f_live_q[m*SLOTS +: SLOTS];
            f_hot = hot_q & {SLOTS{left_sm_q[m]}};
            // One newcomer, in the lowest slot that was free; none where a CTA left.
            if (|f_new[m*SLOTS +: SLOTS])
                f_lowest = f_lowest && !left_sm_q[m]
                        && f_new[m*SLOTS +: SLOTS] == (~f_was & (f_was + ONE));
            if (left_sm_q[m]) f_read = f_read && word_q == rank_q[m*WORD_W +: WORD_W]
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
                        if (f_hot[i] && !f_m[j])    // it was in use: before the free ones
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
    wire f_first = f_first_q && f_here_b;       // a was there a cycle ago, b is there
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_a < SLOTS && f_b < SLOTS && f_a != f_b);
        if (f_past_q && rst_ni) begin
            in_one:    assume (!(left_sm_i & (left_sm_i - 1'b1)));
            in_slot:   assume (!(|left_sm_i) || left_slot_i < SLOTS);
            in_here:   assume (!(f_left & ~live_i));
            in_apart:  assume (!(left_sm_i & left_sm_q));
            in_stood:  assume (!(f_stood_q & ~live_i) && !(home_q && |live_i));
            in_lowest: assume (f_lowest);
            order:     assert (!f_first || f_ra < f_rb);
            apart:     assert (home_q || f_apart);
            dense:     assert (home_q || f_sorted);
            inv_read:  assert (home_q || f_read);
            inv_one:   assert (home_q || !(left_sm_q & (left_sm_q - 1'b1)));
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
