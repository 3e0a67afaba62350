// lib_offers - kernels in turn: all SMs are asked about one kernel in a cycle, and about another in the next.
//
// Contract  want_o: the kernel that the SMs are asked about. A cycle later the stages answer (agree_i), another cycle
//           later the SMs that agreed and may be picked for it (mine_i) are candidates: one of them is picked, the
//           first after the SM picked last, in cyclic order. The turn passes in every cycle to the next awake
//           kernel, by table entry; while blocks of several CTAs go (lib_blocks), in every second. While a block is
//           open its SM is the only candidate, and the kernel after its own is asked about. Without BLOCKS none is.
//           A kernel is awake if it has CTAs left, until no SM agrees; then until something changes (change_i), or a
//           CTA of it is booked, which may leave a last one that goes by itself.
// Timing    one pick per cycle while the SMs that agree on each awake kernel are three or more; a candidate of a
//           kernel waits 2 * KERNELS cycles at most, beside blocks.
// Size      4 * KERNELS + 2 flops, one round-robin arbiter; with BLOCKS CNT_W + 1 flops more, and lib_blocks.
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
    input  wire                   init_i,       // the turn and the SMs from the start
    input  wire [4:0]             param_block_i,    // as lib_blocks has it
    input  wire [KERNELS-1:0]     live_i,       // kernel k has CTAs left
    input  wire [KERNELS-1:0]     two_d_i,      // it is 2-D
    input  wire [KERNELS*CNT_W-1:0] tmax_i,     // so many of its CTAs fill an empty SM
    input  wire [KERNELS-1:0]     final_i,      // its next CTA is the last of its grid
    output wire [KERNELS*CNT_W-1:0] block_o,    // CTAs in a block of it, from 1
    input  wire                   change_i,     // an SM may agree behind this edge that did not
    input  wire [KERNELS-1:0]     stands_i,     // a pick of this kernel stands to be booked, one-hot or none

    output wire [KERNELS-1:0]     want_o,       // the kernel that is asked about, one-hot
    output wire [KID_W-1:0]       want_kid_o,   // its number
    output wire [KERNELS-1:0]     asked_o,      // that of a cycle ago, if it had CTAs left: the answers are about it
    output wire [KERNELS-1:0]     awake_o,
    input  wire [SMS-1:0]         agree_i,      // SM s is one of its own, and the stages agree

    output wire [KERNELS-1:0]     turn_o,       // the kernel that candidates are about, one-hot or none:
                                                // it had CTAs left all along
    input  wire [SMS-1:0]         mine_i,       // candidates, that may be picked for it
    input  wire                   load_i,       // a pick is possible in this cycle
    output wire [SMS-1:0]         pick_sm_o,    // one-hot or none
    output wire [KID_W-1:0]       pick_kid_o,   // number of turn_o
    output wire [SMS-1:0]         open_o,       // a block is open on this SM, one-hot or none
    output wire [CNT_W-1:0]       rest_o,       // behind this edge so many CTAs of a block go
    output wire [SMS-1:0]         keep_o,       // here next, one-hot; 0: none
    output wire                   busy_o        // a register here may change within three edges, without a pick
);
    localparam [KERNELS-1:0] K_ONE = 1;
    localparam [CNT_W-1:0]   ONE   = 1;

    reg  [KERNELS-1:0] ask_q, asked_q, turn_q;  // one-hot; the latter two may be none
    reg                twice_q;                 // so it was in the cycle before
    reg  [KERNELS-1:0] idle_q;                  // no SM agreed on it
    reg                change_q;                // something changed at the last edge
    reg                stale_q;                 // since it was asked about, what goes next of asked_q may have
    wire [SMS-1:0]     gnt;
    wire [SMS-1:0]     mine  = mine_i & {SMS{|(turn_q & live_i)}};
    wire [KERNELS-1:0] awake = live_i & (~idle_q | {KERNELS{change_q}});

    function [KERNELS-1:0] after(input [KERNELS-1:0] set, input [KERNELS-1:0] at);  // the next of a set, itself last
        reg [KERNELS-1:0] higher;
        begin
            higher = set & ~(at | (at - K_ONE));
            after  = |higher ? higher & (~higher + K_ONE) : set & (~set + K_ONE);
        end
    endfunction

    // Which kernel is asked about. Answers that meet an open block are lost: so a block's kernel is asked about in
    // two cycles, in case the first begins one, and the next kernel's are the first to count behind it.
    reg  several;                               // a kernel has blocks of more than one CTA
    integer k;
    always @* begin
        several = 1'b0;
        for (k = 0; k < KERNELS; k = k + 1)
            several = several || (live_i[k] && block_o[k*CNT_W +: CNT_W] != ONE);
    end
    wire               goes_on = |rest_o;       // a block does
    wire               stay    = several && !twice_q && |(ask_q & awake);
    wire [KERNELS-1:0] from    = goes_on ? turn_q : ask_q;
    wire [KERNELS-1:0] follow  = after(awake, from);
    wire [KERNELS-1:0] ask     = !(|awake) || (stay && !goes_on) ? ask_q : follow;
    wire [KERNELS-1:0] turn    = goes_on ? turn_q : asked_q & live_i;
    wire [KERNELS-1:0] none    = asked_q & {KERNELS{!(|agree_i) && !stale_q}};
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            ask_q    <= K_ONE;
            asked_q  <= {KERNELS{1'b0}};
            turn_q   <= {KERNELS{1'b0}};
            twice_q  <= 1'b0;
            idle_q   <= {KERNELS{1'b0}};
            change_q <= 1'b0;
        end else begin
            ask_q    <= ask;
            asked_q  <= ask_q & live_i;
            turn_q   <= turn;
            twice_q  <= goes_on ? ask == ask_q : stay;
            idle_q   <= (idle_q | none) & ~stands_i & {KERNELS{!change_q}};
            change_q <= change_i;
        end
    always @(posedge clk_i) stale_q <= |(ask_q & stands_i);

    lib_rr_arb #(.N(SMS)) u_sm (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(mine), .adv_i(load_i), .gnt_o(gnt)
    );

    generate
        if (BLOCKS != 0) begin : g_blocks
            // A block of the kernel whose turn it is begins, or goes on. Its size has stood since before it had CTAs
            // left.
            wire [CNT_W-1:0] block;
            reg  [CNT_W-1:0] block_q;           // CTAs in a block of turn_q; guarded by it: not reset
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
    assign asked_o   = asked_q;
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
    reg                   f_goes_q;             // a block was open
    reg [5:0]             f_awake_q;            // kernel f_k was awake, and no other woke or ended, in the last six cycles
    reg [KERNELS-1:0]     f_were_q, f_lived_q;  // awake, with CTAs left a cycle ago
    wire                  f_new_set = |(awake & ~f_were_q) || |(f_lived_q & ~live_i);
    reg [2:0]             f_run_q;              // cycles that the turn is the same, no block goes on
    reg [KERNELS*CNT_W-1:0] f_block_q;
    reg                   f_shape;              // blocks of live kernels stand, from 1
    reg                   f_open_q;
    reg [4:0]             f_wait_q;             // turns of others since that of f_k, in cycles with f_awake_q
    reg [4:0]             f_way;                // entries between f_k and that whose turn was last
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
            // While a kernel stays awake, the turn does not stay with another, nor with one whose block ends, and passes
            // to it before others have had it for long. Six cycles of history: proven of the module alone.
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
        // What is picked was asked about two cycles ago, or its block is open.
        asked:    assert (turn_q == f_ask_2_q || (f_goes_q && turn_q == f_turn_q));
        follows:  assert (!(|open_o && load_i && mine_i == open_o && |(turn_q & live_i)) || pick_sm_o == open_o);
    end
    always @* if (f_past_q) begin
        inv_hot:  assert (!(turn_q & (turn_q - K_ONE)) && !(asked_q & (asked_q - K_ONE))
                          && !(ask_q & (ask_q - K_ONE)) && |ask_q && asked_q == f_ask_q);
        inv_open: assert (!(|open_o) || |turn_q);
        wakes:    assert (!(|(live_i & f_hot)) || f_awake || !change_q);
    end
`endif
endmodule
`default_nettype wire
