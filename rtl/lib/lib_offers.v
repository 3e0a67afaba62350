// lib_offers - picks where SMs are offered to different kernels: whose turn it is, and which SM.
//
// Contract  Bits k of SM s in want_i: SM s is offered to kernel k, one-hot or none. An offer settles once it has
//           stood for two edges: candidates of settled offers are about it. A pick goes to the
//           kernel whose turn it is, to its first such SM after the one picked last, in cyclic order; in every
//           cycle the turn passes to the next other kernel, by table entry, that has such an SM, but stays while a
//           block of CTAs (lib_blocks) is open; then that block's SM is the only candidate.
// Timing    the kernel is chosen a cycle before the pick, so that no multiplexer of kernels stands
//           behind the choice of the SM; one pick per cycle while each kernel with CTAs left has SMs.
// Size      4 * SMS + KERNELS + KID_W + 2 * CNT_W flops, one round-robin arbiter.
// Users     place_mixed, place_spatial.   Source  [SMK §3.2]: CTAs of both kernels are issued in turn.
`default_nettype none
module lib_offers #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,       // synchronous, active low
    input  wire                   init_i,       // the turn and the SMs from the start
    input  wire [4:0]             param_block_i,    // as lib_blocks has it
    input  wire [KERNELS-1:0]     live_i,       // kernel k has CTAs left
    input  wire [KERNELS-1:0]     two_d_i,      // it is 2-D
    input  wire [KERNELS*CNT_W-1:0] tmax_i,     // so many of its CTAs fill an empty SM
    input  wire [KERNELS-1:0]     final_i,      // its next CTA is the last of its grid
    output wire [KERNELS*CNT_W-1:0] block_o,    // CTAs in a block of it, from 1
    input  wire [SMS*KERNELS-1:0] want_i,       // the offers, from registers
    input  wire [SMS-1:0]         moves_i,      // the offer of SM s changes at this edge
    input  wire [SMS-1:0]         cand_i,       // all stages agreed on SM s a cycle ago
    input  wire                   load_i,       // a pick is possible in this cycle
    output wire [SMS*KID_W-1:0]   want_kid_o,   // want_i as numbers; none: 0
    output wire [SMS-1:0]         settled_o,    // bit s: cand_i is about want_i
    output wire [SMS-1:0]         pick_sm_o,    // one-hot or none
    output wire [KID_W-1:0]       pick_kid_o,   // whose turn it is
    output wire [SMS-1:0]         open_o,       // a block is open on this SM, one-hot or none
    output wire [CNT_W-1:0]       rest_o,       // behind this edge so many CTAs of a block go
    output wire [SMS-1:0]         keep_o,       // here next, one-hot; 0: none
    output wire                   busy_o        // a register here changes without a pick
);
    localparam [KERNELS-1:0] K_ONE = 1;
    localparam [CNT_W-1:0]   ONE   = 1;

    reg  [SMS-1:0]     stood_q, settled_q;      // since one, two edges
    reg  [KERNELS-1:0] turn_q;                  // one-hot
    reg  [KID_W-1:0]   kid_q;                   // its number
    reg  [SMS-1:0]     mine;                    // SMs that may be picked
    reg  [KERNELS-1:0] has;                     // kernels that have one
    wire [KID_W-1:0]   kid;
    wire [SMS-1:0]     gnt;
    wire [SMS-1:0]     cand = cand_i & settled_q;

    integer s;
    always @* begin
        has = {KERNELS{1'b0}};
        for (s = 0; s < SMS; s = s + 1) begin
            mine[s] = cand[s] && |(want_i[s*KERNELS +: KERNELS] & turn_q & live_i);
            has     = has | (want_i[s*KERNELS +: KERNELS] & {KERNELS{cand[s]}});
        end
    end

    wire [KERNELS-1:0] others = has & live_i & ~turn_q;
    wire [KERNELS-1:0] higher = others & ~(turn_q | (turn_q - K_ONE));
    wire [KERNELS-1:0] from   = |higher ? higher : others;
    wire [KERNELS-1:0] turn   = |others && !(|rest_o) ? from & (~from + K_ONE) : turn_q;
    wire [KERNELS-1:0] turn_d = (rst_ni && !init_i) ? turn : K_ONE;
    lib_enc1h #(.N(KERNELS)) u_kid (.hot_i(turn_d), .bin_o(kid));
    lib_rr_arb #(.N(SMS)) u_sm (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(mine), .adv_i(load_i), .gnt_o(gnt)
    );

    // A block of the kernel whose turn it is begins, or goes on. Its size has stood since before it had CTAs left.
    wire [CNT_W-1:0] block_d;
    reg  [CNT_W-1:0] block_q;                   // of turn_q
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block (
        .sel_i(turn_d), .data_i(block_o), .data_o(block_d)
    );
    lib_blocks #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_blocks (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .param_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .block_o(block_o),
        .pick_i(load_i && |mine), .pick_sm_i(pick_sm_o),
        .size_i(|(turn_q & final_i) ? ONE : block_q), .live_i(|(turn_q & live_i)),
        .open_o(open_o), .rest_o(rest_o), .keep_o(keep_o)
    );

    always @(posedge clk_i)
        if (!rst_ni) begin
            stood_q   <= {SMS{1'b0}};
            settled_q <= {SMS{1'b0}};
        end else begin
            stood_q   <= ~moves_i;
            settled_q <= stood_q & ~moves_i;
        end
    always @(posedge clk_i) begin
        turn_q  <= turn_d;
        kid_q   <= kid;
        block_q <= block_d;
    end

    genvar g;
    generate
        for (g = 0; g < SMS; g = g + 1) begin : g_sm
            lib_enc1h #(.N(KERNELS)) u_want (
                .hot_i(want_i[g*KERNELS +: KERNELS]), .bin_o(want_kid_o[g*KID_W +: KID_W])
            );
        end
    endgenerate
    assign settled_o  = settled_q;
    assign pick_sm_o  = gnt & {SMS{load_i}};
    assign pick_kid_o = kid_q;
    assign busy_o     = |moves_i || !(&stood_q) || !(&settled_q) || turn != turn_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0;
    reg [1:0]             f_runs_q = 2'd0;      // edges out of reset, at most 2
    reg [SMS*KERNELS-1:0] f_want_q;
    reg [SMS-1:0]         f_moves_q, f_moves_2_q;
    reg [KERNELS-1:0]     f_has, f_has_q, f_turn_q;
    reg                   f_init_q;
    reg [KERNELS*CNT_W-1:0] f_block_q;
    reg [SMS-1:0]         f_open_q;
    reg                   f_shape;              // blocks of live kernels stand, from 1
    reg                   f_block;              // the SM of the open block is offered to its kernel
    reg                   f_hot, f_stays;       // want_i is one-hot or none; moves only with moves_i
    reg                   f_pick_right;
    wire [CNT_W-1:0]      f_size;               // of a block of turn_q
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) f_u_size (.sel_i(turn_q), .data_i(block_o), .data_o(f_size));
    reg [KERNELS-1:0]     f_at;
    integer f;
    always @(posedge clk_i) begin
        f_past_q    <= 1'b1;
        f_runs_q    <= !rst_ni ? 2'd0 : f_runs_q == 2'd2 ? 2'd2 : f_runs_q + 2'd1;
        f_want_q    <= want_i;
        f_moves_q   <= moves_i;
        f_moves_2_q <= f_moves_q;
        f_has_q     <= f_has;
        f_turn_q    <= turn_q;
        f_block_q   <= block_o;
        f_init_q    <= !rst_ni || init_i;
        f_open_q    <= keep_o & {SMS{rst_ni && !init_i}};
    end
    always @* begin
        f_has   = {KERNELS{1'b0}};
        f_hot   = 1'b1;
        f_stays = 1'b1;
        f_pick_right = !(|pick_sm_o) || f_runs_q == 2'd2;
        f_at    = {KERNELS{1'b0}};
        f_shape = 1'b1;
        f_block = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1)
            f_shape = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                      && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
        for (f = 0; f < SMS; f = f + 1) begin
            f_at    = want_i[f*KERNELS +: KERNELS];
            f_hot   = f_hot && !(f_at & (f_at - K_ONE));
            f_stays = f_stays && (f_moves_q[f] || f_at == f_want_q[f*KERNELS +: KERNELS]);
            f_pick_right = f_pick_right && (!pick_sm_o[f]
                           || (f_at == K_ONE << pick_kid_o && !f_moves_q[f] && !f_moves_2_q[f]));
            f_block = f_block && (!open_o[f] || (f_at == turn_q && settled_o[f]));
            if (cand_i[f] && settled_o[f]) f_has = f_has | (f_at & live_i);
        end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_hot:   assume (f_hot);
        in_stays: assume (f_init_q || f_runs_q == 2'd0 || f_stays);
        in_shape: assume (f_shape);
        // The SM of an open block is the only candidate, and its offer stands.
        in_kept:  assume (!(|open_o) || !(cand_i & ~open_o));
        in_fixed: assume (!rst_ni || !(keep_o & moves_i));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                both: cover (rst_ni && |pick_sm_o && pick_kid_o == 1'b1 && f_turn_q == K_ONE && |f_has);
                rest: cover (rst_ni && |pick_sm_o && pick_kid_o == 1'b1 && |open_o && !(|keep_o) && &live_i);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        // What is picked has been offered to this kernel for two edges.
        offered: assert (f_pick_right);
        settle:  assert (settled_o == (~f_moves_q & ~f_moves_2_q & {SMS{f_runs_q == 2'd2}}));
        inv_one: assert (stood_q == (~f_moves_q & {SMS{f_runs_q != 2'd0}}));
    end
    always @* if (f_past_q && f_runs_q != 2'd0) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || load_i);
        alive:    assert (!(|pick_sm_o) || |(live_i & (K_ONE << pick_kid_o)));
        work:     assert (!(load_i && |(f_has & turn_q)) || |pick_sm_o);
        size:     assert (!(|(live_i & turn_q)) || block_q == f_size);
        inv_turn: assert (turn_q == K_ONE << kid_q && kid_q < KERNELS);
        // A kernel with a candidate waits a cycle if there is one other.
        passes:   assert (f_init_q || |f_open_q || !(|(f_has_q & ~f_turn_q)) || (|(f_has_q & ~f_turn_q & turn_q)));
        stays:    assert (f_init_q || (|(f_has_q & ~f_turn_q) && !(|f_open_q)) || turn_q == f_turn_q);
        inv_open: assert (f_block);
        follows:  assert (!(|open_o && load_i && cand_i == open_o && |(turn_q & live_i)) || pick_sm_o == open_o);
    end
`endif
endmodule
`default_nettype wire
