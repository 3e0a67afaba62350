// place_bcs - block CTA scheduling: consecutive CTAs of a 2-D kernel go to one SM together.
//
// Param     block reset 2 max 16: CTAs of a 2-D kernel that go to an SM together.
// Contract  Serves the first kernel by rank with CTAs left and visits SMs round-robin, as place_rr does, but places
//           blocks (lib_blocks); the last CTA of a grid may be a block of its own. A block starts only
//           on an SM that has room for all of it and then holds at most T_max CTAs of the kernel;
//           until the block is complete, only its CTAs are placed, also if a kernel that ranks before is launched.
// Timing    one pick per cycle, within a block and between blocks; three idle cycles when the
//           kernel changes.
// Size      2*SMS + KERNELS + KID_W + 3*CNT_W + 2 flops, a comparison of a slot count per SM.
// Users     place_bank.   Source  BCS with delayed assignment [LCS §4.2].
`default_nettype none
module place_bcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [4:0]                 param_block_i,

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS-1:0]         final_i,      // one CTA of kernel k is left to dispatch
    output wire [KERNELS*CNT_W-1:0]   block_o,      // CTAs per block of kernel k, 1 or more; the last CTA
                                                    // of a grid (final_i) is a block of one
    input  wire [SMS*CNT_W-1:0]       resident_i,   // CTAs on SM s of the previous cycle's kernel
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    output wire [CNT_W-1:0]           rest_o,       // CTAs of the open block still to pick after this edge, on
                                                    // each SM of keep_o
    output wire [SMS-1:0]             keep_o,       // SMs of the open block, of a cluster several; zero: none is open

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    output wire                       pick_head_o,  // the picked CTA is the first of a block
    output wire                       busy_o        // a register changes without a pick
);
    localparam [CNT_W-1:0] ONE = 1;

    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire               held;                        // cand_i answers about this kernel
    wire               moves;
    reg  [SMS-1:0]     room;
    wire [KID_W-1:0]   cur_kid;
    wire [CNT_W-1:0]   tmax_d, block_d;
    reg  [CNT_W-1:0]   cur_tmax_q, cur_block_q;     // T_max and block of the kernel of the previous cycle
    wire [SMS-1:0]     gnt, open;
    wire               go = en_i && load_i && held;

    wire [KERNELS*2*CNT_W-1:0] shapes;
    genvar g;
    generate
        for (g = 0; g < KERNELS; g = g + 1) begin : g_shape
            assign shapes[g*2*CNT_W +: 2*CNT_W] = {tmax_i[g*CNT_W +: CNT_W],
                                                   block_o[g*CNT_W +: CNT_W]};
        end
    endgenerate

    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(|rest_o),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );
    lib_mux1h #(.N(KERNELS), .W(2*CNT_W)) u_shape (
        .sel_i(cur), .data_i(shapes), .data_o({tmax_d, block_d})
    );
    always @(posedge clk_i) begin
        cur_tmax_q  <= tmax_d  | {{(CNT_W - 1){1'b0}}, !(|cur)};
        cur_block_q <= block_d | {{(CNT_W - 1){1'b0}}, !(|cur)};
    end
    lib_rr_arb #(.N(SMS)) u_turn (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(cand_i), .adv_i(go), .gnt_o(gnt)
    );

    // SMs are asked about the first CTA of a block; the others follow without a new answer. disp_issue masks
    // the block's SM for two cycles after its last CTA, so no outdated answer is used.
    wire [CNT_W-1:0] need = |(cur & final_i) ? ONE : cur_block_q;
    wire [CNT_W-1:0] most = cur_tmax_q - need;      // most CTAs on an SM before the block
    integer s;
    always @*
        for (s = 0; s < SMS; s = s + 1)
            room[s] = resident_i[s*CNT_W +: CNT_W] <= most;

    lib_blocks #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_blocks (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .param_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .block_o(block_o),
        .pick_i(go && |cand_i), .pick_sm_i(pick_sm_o), .size_i(need), .live_i(held),
        .open_o(open), .rest_o(rest_o), .keep_o(keep_o)
    );

    // All SMs answer about one kernel.
    assign want_valid_o = room & {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_sm_o    = gnt & {SMS{go}};
    assign pick_kid_o   = cur_kid;
    assign pick_head_o  = !(|open);
    assign busy_o       = en_i && moves;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_pick_q, f_open_q;
    reg                 f_live_q;               // the kernel had CTAs left to dispatch
    reg [KERNELS-1:0]   f_cur_q;
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [SMS*CNT_W-1:0] f_cnt  = resident_i >> (f_s * CNT_W);
    wire [CNT_W:0]       f_held = {1'b0, f_cnt[CNT_W-1:0]};
    wire [SMS-1:0]       f_want = want_valid_o >> f_s;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni && !init_i;
        f_pick_q  <= |pick_sm_o;
        f_open_q  <= |open;
        f_live_q  <= |(cur & live_i);
        f_cur_q   <= cur;
    end
    reg  [KERNELS-1:0] f_oldest;                // the live kernel that ranks first
    reg                f_order;                 // exactly one kernel is that
    integer f;
    always @* begin
        f_order = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_oldest[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
            f_order     = f_order && !before_i[f*KERNELS + f];
        end
        f_order = f_order && !(f_oldest & (f_oldest - 1'b1)) && (|f_oldest || !(|live_i));
    end
    reg  f_shape;                               // T_max between 1 and SLOTS
    reg  [CNT_W-1:0] f_tmax, f_block, f_tmax_q, f_size_q;       // of cur; in the previous cycle
    integer i;
    always @* begin
        f_shape  = 1'b1;
        f_tmax   = 1;                           // 1 if no kernel is live
        f_block  = 1;
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_shape  = f_shape && (!(live_i[i] || cur[i]) || |tmax_i[i*CNT_W +: CNT_W]);
            if (cur[i]) begin
                f_tmax  = tmax_i[i*CNT_W +: CNT_W];
                f_block = block_o[i*CNT_W +: CNT_W];
            end
        end
    end
    always @(posedge clk_i) begin
        f_tmax_q <= f_tmax;
        f_size_q <= f_block;
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS);
    end
    // The policy changes only while no kernel is busy; candidates come from disp_issue.
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_shape: assume (f_shape);
        in_kept:  assume (!(|open) || !(cand_i & ~open));
        in_stays: assume (!(|open && f_live_q) || en_i);
    end
    always @* if (f_past_q) begin
        stays:    assert (!(|open && f_live_q) || cur == f_cur_q);
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || (load_i && en_i));
        agreed:   assert (!(|pick_sm_o) || (pick_kid_o == want_kid_o && |cur));
        work:     assert (!(en_i && load_i && held && |cand_i) || |pick_sm_o);
        whole:    assert (!f_want[0] || f_held + {1'b0, need} <= {1'b0, cur_tmax_q});
        alone:    assert (need == (|(cur & final_i) ? ONE : f_size_q) || !f_run_q);
        some:     assert (!(|cur) || (|need && need <= cur_tmax_q && need <= cur_block_q));
        follows:  assert (!(|open && held && load_i && en_i && cand_i == open) || pick_sm_o == open);
        inside:   assert (!(en_i && |open) || !(pick_sm_o & ~open));
        inv_held: assert (!(|open) || held == |(cur & live_i));
        of_cur:   assert (!f_run_q || (cur_tmax_q == f_tmax_q && cur_block_q == f_size_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                second: cover (rst_ni && |open && pick_sm_o[SMS-1] && f_pick_q && f_open_q);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
