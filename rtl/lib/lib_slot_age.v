// lib_slot_age - which CTA of an SM came first: a rank per slot, 0 for the oldest, without gaps.
//
// Contract  rank_o of a slot in use = CTAs on its SM that came before it; of a free slot, anything.
//           A newcomer ranks behind all others; when a CTA leaves, those behind it move up.
// Timing    a pick counts after its edge. A leaving CTA is out of count_o after its edge; ranks
//           close up one edge later (busy_o), so that one shared closing-up serves all SMs.
// Size      SMS * SLOTS * SLOT_W + SMS + SLOT_W flops, one read port of SLOTS ranks.
// Users     limit_dyncta.
// Source    001 4.1 (most and least recently assigned CTA).
`default_nettype none
module lib_slot_age #(
    parameter SMS    = 28,                                  // 1..256
    parameter SLOTS  = 8,                                   // CTA slots per SM, 1..16
    parameter SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1,     // derived: never set
    parameter CNT_W  = $clog2(SLOTS + 1)                    // derived: never set
) (
    input  wire                        clk_i,
    input  wire                        rst_ni,          // synchronous, active low

    input  wire [SMS*SLOTS-1:0]        live_i,          // slot c of SM s is in use: bit s*SLOTS+c
    input  wire [SMS-1:0]              pick_sm_i,       // one-hot or none: a CTA enters this SM,
    input  wire [SLOT_W-1:0]           pick_slot_i,     // in this free slot
    input  wire [SMS-1:0]              left_sm_i,       // one-hot or none: a CTA leaves this SM,
    input  wire [SLOT_W-1:0]           left_slot_i,     // in use until this edge

    output wire [SMS*CNT_W-1:0]        count_o,         // slots in use on SM s
    output wire [SMS*SLOTS*SLOT_W-1:0] rank_o,          // slot c of SM s: [(s*SLOTS+c)*SLOT_W]
    output wire                        busy_o           // ranks close up at this edge
);
    localparam WORD_W = SLOTS * SLOT_W;                     // ranks of one SM
    localparam [SLOTS-1:0]  ONE      = 1;
    localparam [SLOT_W-1:0] RANK_ONE = 1;
    localparam [CNT_W-1:0]  CNT_ONE  = 1;

    // Ranks of slots that are not in use mean nothing: not reset.
    reg [SMS*WORD_W-1:0] rank_q;
    reg [SMS-1:0]        left_sm_q;                         // the SM in which ranks close up
    reg [SLOT_W-1:0]     left_slot_q;                       // behind this slot

    reg  [SMS*CNT_W-1:0] count;
    wire [CNT_W-1:0]     pick_count;
    wire [WORD_W-1:0]    word;
    reg  [WORD_W-1:0]    closed;
    reg  [SLOT_W-1:0]    gap;                               // rank of the CTA that has left
    wire                 left = |left_sm_q;
    wire [SLOTS-1:0]     pick_hot = ONE << pick_slot_i;

    lib_mux1h #(.N(SMS), .W(CNT_W)) u_count (
        .sel_i(pick_sm_i), .data_i(count), .data_o(pick_count)
    );
    lib_mux1h #(.N(SMS), .W(WORD_W)) u_word (
        .sel_i(left_sm_q), .data_i(rank_q), .data_o(word)
    );

    integer s, c;
    always @* begin
        count = {SMS*CNT_W{1'b0}};
        if (|live_i)                                        // for simulators
            for (s = 0; s < SMS; s = s + 1)
                for (c = 0; c < SLOTS; c = c + 1)
                    if (live_i[s*SLOTS + c])
                        count[s*CNT_W +: CNT_W] = count[s*CNT_W +: CNT_W] + CNT_ONE;
    end
    always @* begin
        gap    = {SLOT_W{1'b0}};
        closed = word;
        if (left) begin                                     // for simulators
            for (c = 0; c < SLOTS; c = c + 1)
                if (left_slot_q == c[SLOT_W-1:0]) gap = gap | word[c*SLOT_W +: SLOT_W];
            for (c = 0; c < SLOTS; c = c + 1)
                if (word[c*SLOT_W +: SLOT_W] > gap)
                    closed[c*SLOT_W +: SLOT_W] = word[c*SLOT_W +: SLOT_W] - RANK_ONE;
        end
    end

    assign count_o = count;
    assign rank_o  = rank_q;
    assign busy_o  = left;

    always @(posedge clk_i) begin
        left_sm_q <= rst_ni ? left_sm_i : {SMS{1'b0}};
        if (|left_sm_i) left_slot_q <= left_slot_i;
    end

    // The CTA that left one edge ago may have its slot taken again: the newcomer's rank counts.
    integer n, k;
    always @(posedge clk_i)
        if (left || |pick_sm_i)                             // for simulators
            for (n = 0; n < SMS; n = n + 1)
                if (left_sm_q[n] || pick_sm_i[n])
                    for (k = 0; k < SLOTS; k = k + 1)
                        if (pick_sm_i[n] && pick_hot[k])
                            rank_q[(n*SLOTS + k)*SLOT_W +: SLOT_W] <= pick_count[SLOT_W-1:0];
                        else if (left_sm_q[n])
                            rank_q[(n*SLOTS + k)*SLOT_W +: SLOT_W] <= closed[k*SLOT_W +: SLOT_W];

    // A newcomer finds a free slot, so pick_count is below SLOTS and its top bit says nothing.
    wire unused = &{1'b0, pick_count};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam [SMS*SLOTS-1:0] F_BIT = 1;
    (* anyconst *) reg [7:0]        f_s;        // any SM,
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;   // any two of its slots
    reg f_past_q = 1'b0, f_first_q = 1'b0;      // first: b came while a was there
    reg [SMS*SLOTS-1:0] f_live_q;               // what live_i is to be
    reg [SMS*SLOTS-1:0] f_pick, f_left;         // the slots taken and left at this edge
    wire [SMS*SLOTS-1:0]  f_lives = live_i >> (f_s * SLOTS);
    wire [SLOTS-1:0]      f_live  = f_lives[SLOTS-1:0];
    wire [SMS*WORD_W-1:0] f_words = rank_q >> (f_s * WORD_W);
    wire [SLOT_W-1:0]     f_ra    = f_words[f_a*SLOT_W +: SLOT_W];
    wire [SLOT_W-1:0]     f_rb    = f_words[f_b*SLOT_W +: SLOT_W];
    wire [SMS-1:0]        f_gone  = left_sm_q >> f_s;
    wire f_here_a = f_live[f_a], f_here_b = f_live[f_b];
    reg  f_dense, f_apart, f_gap;               // of all slots of all SMs
    reg  [SLOT_W-1:0] f_rg;                     // rank of the CTA that has left
    integer i, j, m;
    always @* begin
        f_pick  = {SMS*SLOTS{1'b0}};
        f_left  = {SMS*SLOTS{1'b0}};
        f_dense = 1'b1;
        f_apart = 1'b1;
        f_gap   = 1'b1;
        f_rg    = {SLOT_W{1'b0}};
        for (m = 0; m < SMS; m = m + 1) begin
            if (pick_sm_i[m]) f_pick = f_pick | F_BIT << (m*SLOTS + pick_slot_i);
            if (left_sm_i[m]) f_left = f_left | F_BIT << (m*SLOTS + left_slot_i);
            for (i = 0; i < SLOTS; i = i + 1)
                if (left_slot_q == i) f_rg = rank_q[(m*SLOTS + i)*SLOT_W +: SLOT_W];
            if (left_sm_q[m])
                f_gap = f_gap && left_slot_q < SLOTS && f_rg <= count[m*CNT_W +: CNT_W];
            for (i = 0; i < SLOTS; i = i + 1)
                if (live_i[m*SLOTS + i]) begin
                    f_dense = f_dense && rank_q[(m*SLOTS + i)*SLOT_W +: SLOT_W]
                                         < count[m*CNT_W +: CNT_W] + left_sm_q[m];
                    f_gap = f_gap && !(left_sm_q[m] && (left_slot_q == i
                                       || rank_q[(m*SLOTS + i)*SLOT_W +: SLOT_W] == f_rg));
                    for (j = 0; j < i; j = j + 1)
                        if (live_i[m*SLOTS + j])
                            f_apart = f_apart && rank_q[(m*SLOTS + i)*SLOT_W +: SLOT_W]
                                              != rank_q[(m*SLOTS + j)*SLOT_W +: SLOT_W];
                end
        end
    end
    wire [SMS*SLOTS-1:0] f_picks = f_pick >> (f_s * SLOTS);
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_live_q  <= rst_ni ? (live_i & ~f_left) | f_pick : {SMS*SLOTS{1'b0}};
        f_first_q <= rst_ni && f_here_a && !f_left[f_s*SLOTS + f_a]
                  && (f_picks[f_b] || (f_first_q && f_here_b && !f_left[f_s*SLOTS + f_b]));
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_a < SLOTS && f_b < SLOTS && f_a != f_b);
        if (f_past_q && rst_ni) begin
            in_one:  assume (!(pick_sm_i & (pick_sm_i - 1'b1)) && !(left_sm_i & (left_sm_i - 1'b1)));
            in_slot: assume ((!(|pick_sm_i) || pick_slot_i < SLOTS)
                             && (!(|left_sm_i) || left_slot_i < SLOTS));
            in_free: assume (!(f_pick & live_i) && !(f_left & ~live_i));
            in_live: assume (live_i == f_live_q);
            order:   assert (!(f_first_q && f_here_a && f_here_b) || f_ra < f_rb);
            dense:   assert (f_dense);
            apart:   assert (f_apart);
            inv_gap: assert (f_gap);
            inv_one: assert (!(left_sm_q & (left_sm_q - 1'b1)));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                middle: cover (f_gone[0] && f_first_q && f_ra == 0 && f_rb == 2);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
