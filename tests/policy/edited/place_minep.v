// place_minep - the oldest kernel, SMs from a chosen one on, all alike after an idle report.
//
// Param     first reset 1 max 255: SM that is preferred, and those behind it.
// Param     t_idle reset 8 max 16: idle cycles of SM 0 in a report from which no SM is preferred.
// Contract  The next CTA goes to the lowest candidate from SM `first` on, else to the lowest of all.
// Timing    one pick per cycle; a report counts from the next cycle on.
// Size      1 + KERNELS + KID_W + 2 flops.
// Users     place_bank.   Source  own: an example of a policy with parameters and a monitor.
`default_nettype none
module place_minep #(
    parameter SMS     = 28,                                     // 1..256
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [7:0]                 param_first_i,
    input  wire [4:0]                 param_t_idle_i,
    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    input  wire                       mon_evt_i,    // the monitors report: counts since the previous report
    input  wire [SMS*5-1:0]           mon_idle_i,   // cycles with no thread to execute, the pipeline not stalled ([DYNCTA
                                                    // §4.1], C_idle)
    output wire                       busy_o        // a register changes without a pick
);
    localparam [SMS-1:0] ONE = 1;
    wire [KERNELS-1:0] cur;                         // longest launched, one-hot or none
    wire [KID_W-1:0]   cur_kid;
    wire               held, moves;
    reg                idle_q;                      // the last report said so of SM 0
    wire [SMS-1:0]     wanted = cand_i & ({SMS{1'b1}} << param_first_i);
    wire [SMS-1:0]     among  = (|wanted && !idle_q) ? wanted : cand_i;

    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );
    always @(posedge clk_i)
        if (!rst_ni || init_i)       idle_q <= 1'b0;
        else if (en_i && mon_evt_i)  idle_q <= mon_idle_i[4:0] >= param_t_idle_i;

    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_sm_o    = among & (~among + ONE) & {SMS{en_i && load_i && held}};
    assign pick_kid_o   = cur_kid;
    assign busy_o       = en_i && (moves || mon_evt_i);
    wire unused = &{1'b0, mon_idle_i};              // of SM 0 only

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg                f_past_q = 1'b0;
    reg  [KERNELS-1:0] f_oldest;                // live, and launched before every other live one
    reg                f_order;                 // that is exactly one
    integer f;
    always @(posedge clk_i) f_past_q <= 1'b1;
    always @* begin
        f_order = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_oldest[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
            f_order     = f_order && !before_i[f*KERNELS + f];
        end
        f_order = f_order && !(f_oldest & (f_oldest - 1'b1)) && (|f_oldest || !(|live_i));
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) in_order: assume (f_order);
    always @* if (f_past_q && rst_ni) begin
        one_hot: assert (!(pick_sm_o & (pick_sm_o - ONE)) && !(pick_sm_o & ~cand_i));
        front:   assert (!(|pick_sm_o) || idle_q || !(|wanted) || |(pick_sm_o & wanted));
    end
    generate if (F_TOP) begin : g_cover
        always @* picked: cover (rst_ni && |pick_sm_o && |wanted && |(cand_i & ~wanted));
    end endgenerate
`endif
endmodule
`default_nettype wire
