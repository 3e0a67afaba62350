// sas_queue - FIFO of the pieces of work of one thread context.
//
// Contract  A piece is an index, or with whole_i a tile, whose bounds fill two words: the queue then holds
//           one. An index leaves as a tile of one value per level (upper = lower + 1). push_i only with
//           free_o, with whole_i only while piece_valid_o is low; whole_i is stable while a piece is queued.
//           piece_valid_o with piece_ready_i pops; pieces leave in order, each once.
// Timing    Outputs are registers, except for the + 1. Push and pop may coincide.
// Size      DEPTH * (LEVELS*W + 1) flops.
// Users     sas_sched.
// Source    queues of loop indices per thread of [SAS §IV].
`default_nettype none
module sas_queue #(
    parameter DEPTH  = 4,                           // words, 2..16
    parameter LEVELS = 3,                           // nested loops, 1 or more
    parameter W      = 16                           // bits of a bound, 1..32
) (
    input  wire                clk_i,
    input  wire                rst_ni,              // synchronous, active low
    input  wire                whole_i,

    input  wire                push_i,
    input  wire [LEVELS*W-1:0] lower_i,             // index, or lower bounds of a tile; level l at [l*W +: W]
    input  wire [LEVELS*W-1:0] upper_i,             // upper bounds of a tile; without whole_i the index again
    output wire                free_o,              // room for one word
    output wire                spare_o,             // room for two words

    output wire                piece_valid_o,
    input  wire                piece_ready_i,
    output wire [LEVELS*W-1:0] piece_lower_o,
    output wire [LEVELS*W-1:0] piece_upper_o
);
    localparam V = LEVELS*W;
    localparam [W-1:0]     ONE = 1;
    localparam [DEPTH-1:0] TILE = 3;
    reg [DEPTH-1:0]   used_q;                       // word k is in use: thermometer code
    reg [DEPTH*V-1:0] word_q;                       // word 0 is the oldest

    generate
        if (DEPTH < 2 || DEPTH > 16) begin : g_check
            sas_queue_needs_DEPTH_from_2_to_16 u_stop ();
        end
    endgenerate

    wire             pop   = piece_valid_o && piece_ready_i;
    wire [DEPTH-1:0] stay  = !pop ? used_q : whole_i ? {DEPTH{1'b0}} : {1'b0, used_q[DEPTH-1:1]};
    wire [DEPTH-1:0] more  = whole_i ? TILE : {stay[DEPTH-2:0], 1'b1};
    wire [DEPTH-1:0] enter = more & ~stay & {DEPTH{push_i}};

    assign free_o        = !used_q[DEPTH-1];
    assign spare_o       = !used_q[DEPTH-2];
    assign piece_valid_o = used_q[0];
    assign piece_lower_o = word_q[V-1:0];

    always @(posedge clk_i)
        if (!rst_ni) used_q <= {DEPTH{1'b0}};
        else         used_q <= push_i ? more : stay;

    genvar k, l;
    generate
        for (k = 0; k < DEPTH; k = k + 1) begin : g_word
            wire [V-1:0] in = (k == 1) ? upper_i : lower_i;
            if (k == DEPTH - 1) begin : g_last
                always @(posedge clk_i)
                    if (enter[k]) word_q[k*V +: V] <= in;
            end else begin : g_shift
                always @(posedge clk_i)
                    if (enter[k]) word_q[k*V +: V] <= in;
                    else if (pop) word_q[k*V +: V] <= word_q[(k + 1)*V +: V];
            end
        end
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            assign piece_upper_o[l*W +: W] = whole_i ? word_q[V + l*W +: W] : word_q[l*W +: W] + ONE;
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam F_W = 6;                             // bits of piece numbers, which wrap
    (* anyconst *) reg [F_W-1:0] f_n;               // any piece
    reg  [F_W-1:0]   f_in_q, f_out_q;               // pieces pushed, popped
    reg  [2*V-1:0]   f_piece_q;                     // bounds of piece f_n as pushed
    reg              f_past_q = 1'b0, f_whole_q;
    wire [F_W-1:0]   f_held = f_in_q - f_out_q, f_ahead = f_n - f_out_q;
    wire             f_here = f_ahead < f_held;
    wire [DEPTH*V-1:0] f_words = word_q >> (f_ahead * V);
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_whole_q <= whole_i;
        if (!rst_ni) {f_in_q, f_out_q} <= 0;
        else begin
            f_in_q  <= f_in_q + push_i;
            f_out_q <= f_out_q + pop;
        end
        if (push_i && f_in_q == f_n) f_piece_q <= {upper_i, lower_i};
    end
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        if (f_past_q) begin
            in_room:  assume (!push_i || (whole_i ? !piece_valid_o : free_o));
            in_whole: assume (whole_i == f_whole_q || !piece_valid_o);
            in_index: assume (whole_i || !push_i || upper_i == lower_i);
            inv_used: assert (!(used_q & (used_q + 1'b1)));
            inv_held: assert (whole_i && |used_q ? f_held == 1 && used_q == TILE
                              : f_held <= DEPTH && used_q == ~({DEPTH{1'b1}} << f_held));
            inv_word: assert (!f_here || (whole_i ? word_q[2*V-1:0] == f_piece_q
                                                  : f_words[V-1:0] == f_piece_q[V-1:0]));
            order:    assert (!(pop && f_out_q == f_n) || (f_here && piece_lower_o == f_piece_q[V-1:0]
                              && (!whole_i || piece_upper_o == f_piece_q[2*V-1:V])));
            held:     assert (piece_valid_o == (f_held != 0));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                around: cover (pop && f_out_q == f_n && f_held == DEPTH && f_n == 2 && !whole_i);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
