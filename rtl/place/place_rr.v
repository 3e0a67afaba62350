// place_rr - baseline placement: CTAs in linear order, SMs round-robin.
//
// Contract  Asks all SMs about the kernel that ranks first of those with CTAs left: the one of highest priority, of equal
//           ones the longest-launched. Its next CTA goes to the first candidate after the SM picked last, in cyclic order.
// Timing    one pick per cycle; three idle cycles when the kernel changes.
// Size      SMS + KERNELS + KID_W + 2 flops.
// Users     place_bank.   Source  [LCS Fig. 3], the baseline of all papers.
`default_nettype none
module place_rr #(
    parameter SMS     = 28,                                     // 1..256
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    output wire                       busy_o        // a register changes without a pick
);
    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire [KID_W-1:0]   cur_kid;
    wire               held;                        // cand_i answers about this kernel
    wire               moves;
    wire [SMS-1:0]     gnt;
    wire               go = en_i && load_i && held;

    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );
    lib_rr_arb #(.N(SMS)) u_turn (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(cand_i), .adv_i(go), .gnt_o(gnt)
    );

    // All SMs answer about one kernel.
    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_sm_o    = gnt & {SMS{go}};
    assign pick_kid_o   = cur_kid;
    assign busy_o       = en_i && moves;


`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_same_q = 1'b0;
    reg [1:0]                 f_en_q = 2'd0;    // selected in the last two cycles
    reg [KID_W-1:0]           f_want_q, f_want_2_q;     // want_kid_o of these cycles
    reg [KERNELS-1:0]         f_live_q;
    reg [KERNELS*KERNELS-1:0] f_before_q;
    reg [SMS-1:0]             f_cand_q, f_pick_q;
    reg                       f_load_q;
    wire [KERNELS-1:0]        f_live = live_i >> cur_kid;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_en_q     <= {f_en_q[0], 1'b1} & {2{rst_ni && en_i}};
        f_want_q   <= cur_kid;
        f_want_2_q <= f_want_q;
        f_same_q   <= rst_ni && !init_i && !(|pick_sm_o) && !busy_o && en_i;
        f_live_q   <= live_i;
        f_before_q <= before_i;
        f_cand_q   <= cand_i;
        f_load_q   <= load_i;
        f_pick_q   <= pick_sm_o;
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
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    always @* if (f_past_q) in_order: assume (f_order);
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && pick_sm_o[SMS-1] && pick_kid_o == 1'b1 && cand_i[0]);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || (load_i && en_i));
        agreed:   assert (!(|pick_sm_o) || (&f_en_q && &want_valid_o && f_live[0]
                                            && pick_kid_o == cur_kid && want_kid_o == cur_kid
                                            && cur_kid == f_want_q && cur_kid == f_want_2_q));
        work:     assert (!(en_i && load_i && held && |cand_i) || |pick_sm_o);
        wanted:   assert (want_valid_o == {SMS{|cur}});
        again:    assert (!(f_same_q && en_i && live_i == f_live_q && before_i == f_before_q
                            && cand_i == f_cand_q && load_i == f_load_q) || pick_sm_o == f_pick_q);
    end
`endif
endmodule
`default_nettype wire
