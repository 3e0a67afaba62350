// formal_limit_smc - the contract of limit_smc, for any SM; inputs after sm_enable_i are its own registers.
//
// Of the inputs it assumes the order of launches, T_max and enabled SMs of formal_limit_kernels.
// Users  limit_smc.
`default_nettype none
module formal_limit_smc #(
    parameter SMS     = 3,
    parameter SLOTS   = 2,
    parameter KERNELS = 2,
    parameter F_TOP   = 0,                                      // 1: limit_smc is the top of the proof
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1),                      // derived: never set
    parameter SM_W    = $clog2(SMS + 1)                         // derived: never set
) (
    input wire                       clk_i,
    input wire                       rst_ni,
    input wire                       run_i,             // selected, neither in reset nor in init
    input wire [KERNELS-1:0]         busy_i,
    input wire [KERNELS*KERNELS-1:0] before_i,
    input wire [KERNELS*CNT_W-1:0]   tmax_i,
    input wire [KID_W-1:0]           want_kid_i,
    input wire [SMS*CNT_W-1:0]       ahead_i,
    input wire [SMS-1:0]             ok_i,
    input wire [SMS-1:0]             sm_enable_i,
    input wire [KERNELS-1:0]         a_i, b_i,          // the pair
    input wire [CNT_W-1:0]           tmax_a_i, tmax_b_i, block_a_i, block_b_i,
    input wire [2:0]                 state_i,
    input wire [1:0]                 try_i,
    input wire                       first_i,
    input wire [SMS-1:0]             own_i,
    input wire [SMS-1:0]             at_i,              // word visited by the count or the assignment of SMs
    input wire [SM_W-1:0]            sms_i, left_i,     // SMs counted so far; left to assign
    input wire                       walked_i,          // the last word is visited
    input wire                       in_time_i,         // step_q is a step of the decision
    input wire [CNT_W-1:0]           n_a_i, n_b_i,
    input wire                       stop_a_i, stop_b_i,
    output wire                      ok_o               // the assumptions about the inputs hold
);
    localparam [2:0] ST_NONE = 3'd0, ST_COUNT = 3'd1, ST_DEAL = 3'd2, ST_WINDOW = 3'd3, ST_DECIDE = 3'd4,
                     ST_SETTLED = 3'd6;
    localparam [1:0] TO_CTAS = 2'd0, TO_UP = 2'd2, TO_DOWN = 2'd3;
    localparam [KERNELS-1:0] K_ONE = 1;
    localparam [SMS-1:0]     SM_ONE = 1;
    localparam [31:0]        SLOTS_32 = SLOTS;
    localparam [CNT_W-1:0]   MOST = SLOTS_32[CNT_W-1:0];
    (* anyconst *) reg [7:0] f_s;               // any SM
    reg f_past_q = 1'b0;
    wire [SMS-1:0]       f_own  = own_i >> f_s, f_ok = ok_i >> f_s;
    wire [SMS*CNT_W-1:0] f_cnt  = ahead_i >> (f_s*CNT_W);
    wire [KERNELS-1:0]   f_kid  = K_ONE << want_kid_i;
    wire [CNT_W-1:0]     f_a    = (tmax_a_i < MOST) ? tmax_a_i : MOST, f_b = (tmax_b_i < MOST) ? tmax_b_i : MOST;
    wire                 f_runs = state_i > ST_DEAL;        // SMs are assigned
    wire                 f_many = |(sm_enable_i & (sm_enable_i - SM_ONE));
    wire [SMS-1:0]       f_mine = own_i & sm_enable_i, f_others = ~own_i & sm_enable_i;
    wire [SMS-1:0]       f_below = (at_i & (~at_i + SM_ONE)) - SM_ONE;     // visited before this word
    function [SM_W:0] f_number(input [SMS-1:0] set);
        integer f_i;
        begin
            f_number = {SM_W+1{1'b0}};
            for (f_i = 0; f_i < SMS; f_i = f_i + 1) f_number = f_number + set[f_i];
        end
    endfunction
    wire [SM_W:0]        f_half = (f_number(sm_enable_i) + 1'b1) >> 1;
    wire                 f_order, f_tmax, f_sms;
    formal_limit_kernels #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(CNT_W + 1)) u_kernels (
        .clk_i(clk_i), .rst_ni(rst_ni), .busy_i(busy_i), .before_i(before_i), .tmax_i(tmax_i),
        .block_i({KERNELS*CNT_W{1'b0}}), .sm_enable_i(sm_enable_i), .cap_i({CNT_W+1{1'b0}}), .guard_i({CNT_W+1{1'b0}}),
        .amt_i({KERNELS*(CNT_W+1){1'b0}}),
        .order_ok_o(f_order), .tmax_ok_o(f_tmax), .sms_ok_o(f_sms), .block_ok_o(), .amts_ok_o()
    );
    assign ok_o = f_order && f_tmax && f_sms;
    always @(posedge clk_i) f_past_q <= 1'b1;
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS);
    end
    always @* if (f_past_q && run_i) begin
        legal:    assert (state_i <= ST_SETTLED);
        pair:     assert (!(a_i & (a_i - K_ONE)) && !(b_i & (b_i - K_ONE)) && !(a_i & b_i) && (!(|b_i) || |a_i));
        alone:    assert (state_i != ST_NONE || !(|b_i));
        inv_pair: assert (state_i == ST_NONE || |b_i);
        // 1 <= n <= T_max, and each kernel of the pair has an SM.
        quota:    assert (!f_runs || (|n_a_i && n_a_i <= f_a && |n_b_i && n_b_i <= f_b));
        both:     assert (!f_runs || !f_many || (|f_mine && |f_others));
        // An SM accepts only its owner's CTAs, below n or within a block.
        mine_of:  assert (!(f_runs && f_ok[0]) || f_kid == (f_own[0] ? a_i : b_i));
        below:    assert (!(f_runs && f_ok[0]) || f_cnt[CNT_W-1:0] < (f_own[0] ? n_a_i : n_b_i)
                          || f_cnt[CNT_W-1:0] < (f_own[0] ? block_a_i : block_b_i));
        whole:    assert (state_i != ST_NONE || f_ok[0] == (f_kid == a_i));
        waits:    assert ((state_i != ST_COUNT && state_i != ST_DEAL) || !(|ok_i));
        ends_in:  assert (state_i != ST_DECIDE || in_time_i);
        inv_own:  assert (state_i == ST_NONE || !(own_i & ~sm_enable_i));
        inv_walk: assert ((state_i == ST_COUNT || state_i == ST_DEAL) == |at_i && (!walked_i || &(at_i | f_below)));
        inv_sms:  assert (state_i != ST_COUNT || (sms_i == f_number(sm_enable_i & f_below) && !(|own_i)));
        inv_deal: assert (state_i != ST_DEAL || (f_number(own_i) + left_i == f_half
                          && (left_i == 0 || own_i == (sm_enable_i & f_below))));
        inv_keep: assert (state_i < ST_WINDOW || state_i > ST_DECIDE || !f_many
                          || ((try_i != TO_UP || |(own_i & (own_i - SM_ONE)))
                              && (try_i != TO_DOWN || |(f_others & (f_others - SM_ONE)))));
        inv_one:  assert (f_many || state_i < ST_WINDOW || state_i == ST_SETTLED || try_i < TO_UP);
        inv_n:    assert (!(state_i == ST_WINDOW || state_i == ST_DECIDE) || try_i != TO_CTAS || first_i
                          || ((stop_a_i || n_a_i < f_a) && (stop_b_i || n_b_i < f_b)));
        inv_try:  assert (!first_i || try_i != TO_CTAS || state_i <= ST_DEAL || !(stop_a_i || stop_b_i));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                full: cover (rst_ni && state_i == ST_WINDOW && n_a_i == MOST && |(f_mine & (f_mine - SM_ONE)));
            end
        end
    endgenerate
endmodule
`default_nettype wire
