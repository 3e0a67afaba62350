// lib_offers - kernels in turn: SMs are asked about one kernel in a cycle, and about the next one in the next cycle.
//
// Contract  want_o names the kernel that SMs are asked about. In the next cycle the stages answer (asked_o, agree_i). One
//           cycle later the SMs that agreed are candidates (turn_o, mine_i): the first one after the SM picked last, in
//           cyclic order, is picked. want_o moves to the next awake kernel, in cyclic order of table entries, in every
//           cycle; in every second one while some kernel has blocks of several CTAs. While a block is open (lib_blocks),
//           its SM is the only candidate, and want_o names the kernel after the block's. BLOCKS = 0: no block is ever open.
//           A kernel with CTAs left is awake until no SM agrees (lib_awake).
// Timing    one pick per cycle while three or more SMs agree on each awake kernel. A kernel that stays awake waits for
//           fewer than 2 * KERNELS turns of others; the end of a block counts as a turn.
// Size      2 * KERNELS + 1 flops, one lib_awake, one round-robin arbiter; with BLOCKS CNT_W + 1 flops more, and lib_blocks.
// Users     lib_rounds, place_spatial.   Source  [SMK §3.2]: CTAs of both kernels are issued in turn.
`default_nettype none
module lib_offers #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter BLOCKS  = 1,                                      // 0: each CTA goes by itself
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,       // synchronous, active low
    input  wire                   init_i,       // names kernel 0 and forgets the last picked SM; only while no kernel is busy
    input  wire [4:0]             param_block_i,    // param_i of lib_blocks
    input  wire [KERNELS-1:0]     live_i,       // kernel k has CTAs left to dispatch
    input  wire [KERNELS-1:0]     two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0] tmax_i,     // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS-1:0]     final_i,      // one CTA of kernel k is left to dispatch
    output wire [KERNELS*CNT_W-1:0] block_o,    // CTAs per block of kernel k, 1 or more
    input  wire                   change_i,     // a stage's answer may change for a reason other than a pick
    input  wire [KERNELS-1:0]     stands_i,     // kernel of the pick that waits to be booked, one-hot or zero

    output wire [KERNELS-1:0]     want_o,       // kernel that SMs are asked about, one-hot
    output wire [KID_W-1:0]       want_kid_o,   // the same as a number
    output wire [KERNELS-1:0]     asked_o,      // the previous cycle's kernel, if it has CTAs left: the stages answer about it
    output wire [KERNELS-1:0]     awake_o,      // kernels that take turns
    input  wire [SMS-1:0]         agree_i,      // the other stages accept SM s for asked_o; under place_spatial it is also
                                                // assigned to that kernel

    output wire [KERNELS-1:0]     turn_o,       // kernel that the candidates are for, one-hot; zero: none, or it has no CTA
                                                // left
    input  wire [SMS-1:0]         mine_i,       // candidates that may be picked for it
    input  wire                   load_i,       // the booking register can take a pick
    output wire [SMS-1:0]         pick_sm_o,    // selected SM: one-hot, a subset of mine_i; or zero
    output wire [KID_W-1:0]       pick_kid_o,   // turn_o as a number
    output wire [SMS-1:0]         open_o,       // SM of the block that is open in this cycle, one-hot or zero
    output wire [CNT_W-1:0]       rest_o,       // CTAs of the open block still to pick after this edge
    output wire [SMS-1:0]         keep_o,       // SM of the open block after this edge, one-hot; zero: no block is open
    output wire                   busy_o        // a register may change within three edges without a pick
);
    localparam [KERNELS-1:0] K_ONE = 1;
    localparam [CNT_W-1:0]   ONE   = 1;

    reg  [KERNELS-1:0] ask_q, turn_q;           // kernel of the question, of the candidates: one-hot; turn_q may be zero
    reg                twice_q;                 // ask_q was named in the previous cycle too
    wire [KERNELS-1:0] asked, awake;
    wire [SMS-1:0]     gnt;
    wire [SMS-1:0]     mine  = mine_i & {SMS{|(turn_q & live_i)}};

    lib_awake #(.SMS(SMS), .KERNELS(KERNELS)) u_awake (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i), .live_i(live_i), .ask_i(ask_q), .asked_o(asked), .agree_i(agree_i),
        .change_i(change_i), .stands_i(stands_i), .awake_o(awake)
    );

    function [KERNELS-1:0] after(input [KERNELS-1:0] set, input [KERNELS-1:0] at);  // the first kernel of set after `at`
        reg [KERNELS-1:0] higher;
        begin
            higher = set & ~(at | (at - K_ONE));
            after  = |higher ? higher & (~higher + K_ONE) : set & (~set + K_ONE);
        end
    endfunction

    // Selects the kernel to ask about. Answers that arrive while a block is open are discarded. So each kernel is named
    // in two consecutive cycles: if a block begins with the answers to the first question, only those to the second, about
    // the same kernel, are discarded. During a block the kernel after the block's own is named, so that the first answers
    // used after the block are about that kernel.
    reg  several;                               // a kernel has blocks of more than one CTA
    integer k;
    always @* begin
        several = 1'b0;
        for (k = 0; k < KERNELS; k = k + 1)
            several = several || (live_i[k] && block_o[k*CNT_W +: CNT_W] != ONE);
    end
    wire               goes_on = |rest_o;       // a block is open after this edge
    wire               stay    = several && !twice_q && |(ask_q & awake);
    wire [KERNELS-1:0] from    = goes_on ? turn_q : ask_q;
    wire [KERNELS-1:0] follow  = after(awake, from);
    wire [KERNELS-1:0] ask     = !(|awake) || (stay && !goes_on) ? ask_q : follow;
    wire [KERNELS-1:0] turn    = goes_on ? turn_q : asked & live_i;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            ask_q   <= K_ONE;
            turn_q  <= {KERNELS{1'b0}};
            twice_q <= 1'b0;
        end else begin
            ask_q   <= ask;
            turn_q  <= turn;
            twice_q <= goes_on ? ask == ask_q : stay;
        end

    lib_rr_arb #(.N(SMS)) u_sm (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(mine), .adv_i(load_i), .gnt_o(gnt)
    );

    generate
        if (BLOCKS != 0) begin : g_blocks
            // Begins or continues a block of kernel turn_q. block_o of a kernel is constant while it has CTAs left.
            wire [CNT_W-1:0] block;
            reg  [CNT_W-1:0] block_q;           // CTAs per block of turn_q; guarded by turn_q: not reset
            lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block (
                .sel_i(turn), .data_i(block_o), .data_o(block)
            );
            always @(posedge clk_i) block_q <= block;
            lib_blocks #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_blocks (
                .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
                .param_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .block_o(block_o),
                .pick_i(load_i && |mine), .pick_sm_i(pick_sm_o),
                .size_i(|(turn_q & final_i) ? ONE : block_q), .live_i(|(turn_q & live_i)),
                .open_o(open_o), .rest_o(rest_o), .keep_o(keep_o)
            );
`ifdef FORMAL
            wire [CNT_W-1:0] f_size;            // of a block of turn_q
            lib_mux1h #(.N(KERNELS), .W(CNT_W)) f_u_size (.sel_i(turn_q), .data_i(block_o), .data_o(f_size));
            reg f_ran_q = 1'b0;
            always @(posedge clk_i) f_ran_q <= rst_ni && !init_i;
            always @* if (f_ran_q)
                size: assert (!(|(live_i & turn_q)) || block_q == f_size);
`endif
        end else begin : g_single
            wire unused = &{1'b0, param_block_i, two_d_i, tmax_i, final_i};
            assign block_o = {KERNELS{ONE}};
            assign open_o  = {SMS{1'b0}};
            assign rest_o  = {CNT_W{1'b0}};
            assign keep_o  = {SMS{1'b0}};
        end
    endgenerate
    lib_enc1h #(.N(KERNELS)) u_want (.hot_i(ask_q), .bin_o(want_kid_o));
    lib_enc1h #(.N(KERNELS)) u_kid (.hot_i(turn_q), .bin_o(pick_kid_o));

    assign want_o    = ask_q;
    assign asked_o   = asked;
    assign awake_o   = awake;
    assign turn_o    = turn_q;
    assign pick_sm_o = gnt & {SMS{load_i}};
    assign busy_o    = |awake;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_k;               // any kernel
    wire [KERNELS-1:0] f_hot = K_ONE << f_k;
    reg f_past_q = 1'b0;
    reg [2:0]             f_runs_q = 3'd0;      // edges out of reset, at most 4
    reg [KERNELS-1:0]     f_ask_q, f_ask_2_q, f_turn_q, f_last_q;   // f_last_q: the last turn that was one
    reg                   f_change_q;           // change_i a cycle ago
    reg                   f_goes_q;             // a block stayed open after the last edge
    reg [5:0]             f_awake_q;            // kernel f_k was awake, and no other woke or ended, in the last six cycles
    reg [KERNELS-1:0]     f_were_q, f_lived_q;  // awake, with CTAs left a cycle ago
    wire                  f_new_set = |(awake & ~f_were_q) || |(f_lived_q & ~live_i);
    reg [2:0]             f_run_q;              // cycles with the same turn and no open block
    reg [KERNELS*CNT_W-1:0] f_block_q;
    reg                   f_shape;              // blocks of live kernels are constant, 1 or more
    reg                   f_open_q;
    reg [4:0]             f_wait_q;             // turns of others since that of f_k, in cycles with f_awake_q
    reg [4:0]             f_way;                // entries from f_k to f_last_q, in cyclic order
    wire                  f_new = |turn_q && turn_q != f_last_q || (f_open_q && !(|open_o));
    integer f;
    wire f_on    = rst_ni && !init_i;
    wire f_awake = |(awake & f_hot);
    always @(posedge clk_i) begin
        f_past_q    <= 1'b1;
        f_runs_q    <= !f_on ? 3'd0 : f_runs_q == 3'd4 ? 3'd4 : f_runs_q + 3'd1;
        f_ask_q     <= ask_q & live_i & {KERNELS{f_on}};
        f_ask_2_q   <= f_ask_q & live_i & {KERNELS{f_on}};
        f_turn_q    <= turn_q & {KERNELS{f_on}};
        f_goes_q    <= f_on && goes_on;
        f_change_q  <= f_on && change_i;
        f_awake_q   <= {f_awake_q[4:0], 1'b1} & {6{f_on && f_awake && !f_new_set}};
        f_lived_q   <= live_i;
        f_were_q    <= awake;
        f_wait_q    <= (!f_on || !(&f_awake_q) || turn_q == f_hot) ? 5'd0 : f_wait_q + {4'd0, f_new};
        f_last_q    <= !f_on ? {KERNELS{1'b0}} : |turn_q ? turn_q : f_last_q;
        f_open_q    <= f_on && |open_o;
        f_block_q   <= block_o;
        f_run_q     <= (!f_on || goes_on || turn != turn_q || !(|turn)) ? 3'd0 : f_run_q + {2'd0, f_run_q != 3'd7};
    end
    always @* begin
        f_way   = 5'd0;
        f_shape = 1'b1;
        for (f = 1; f < KERNELS; f = f + 1)
            if (f_last_q == ((f_hot << f) | (f_hot >> (KERNELS - f)))) f_way = f;
        for (f = 0; f < KERNELS; f = f + 1)
            f_shape = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                      && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_k < KERNELS);
    end
    always @* if (f_past_q) begin
        in_shape: assume (f_shape);
        // The SM of an open block is the only candidate.
        in_kept:  assume (!(|open_o) || !(mine_i & ~open_o));
    end
    generate
        if (F_TOP) begin : g_top
            // While a kernel stays awake, others have at most 2*f_way + 1 turns before it does, no other keeps the turn for
            // more than 4 edges without a block, and the turn passes on when a block ends. Proved for the module alone,
            // because of the six cycles of history.
            always @* if (f_past_q && f_runs_q != 3'd0 && &f_awake_q && f_last_q != f_hot) begin
                waits:  assert (f_wait_q <= 2*f_way + 5'd1);
                short:  assert (f_run_q <= 3'd4 || turn_q == f_hot);
                behind: assert (!(f_open_q && !(|open_o)) || turn_q != f_last_q);
            end
            always @* if (f_past_q) begin
                both: cover (rst_ni && |pick_sm_o && turn_q == 2 && f_turn_q == K_ONE && f_runs_q[2]);
                rest: cover (rst_ni && |pick_sm_o && turn_q == 2 && |open_o && !(|keep_o) && &live_i);
                idle: cover (rst_ni && &live_i && !(|awake));
            end
        end
    endgenerate
    always @* if (f_past_q && f_runs_q != 3'd0) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~mine_i));
        loadable: assert (!(|pick_sm_o) || load_i);
        alive:    assert (!(|pick_sm_o) || |(live_i & turn_q));
        work:     assert (!(load_i && |(turn_q & live_i) && |mine_i) || |pick_sm_o);
        // SMs were asked about the picked kernel two cycles ago, or its block is open.
        answers:  assert (turn_q == f_ask_2_q || (f_goes_q && turn_q == f_turn_q));
        follows:  assert (!(|open_o && load_i && mine_i == open_o && |(turn_q & live_i)) || pick_sm_o == open_o);
    end
    always @* if (f_past_q) begin
        inv_hot:  assert (!(turn_q & (turn_q - K_ONE)) && !(asked & (asked - K_ONE))
                          && !(ask_q & (ask_q - K_ONE)) && |ask_q && asked == f_ask_q);
        inv_open: assert (!(|open_o) || |turn_q);
        wakes:    assert (!(|(live_i & f_hot)) || f_awake || !f_change_q);
    end
`endif
endmodule
`default_nettype wire
