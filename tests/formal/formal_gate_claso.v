// formal_gate_claso - the contract of gate_claso for one kernel of constant size on a constant machine: it has as many
// credits as CTAs left, and they can be spent. The kernel is any entry; the other entries are unconstrained, before, after
// and at the same time. SMs may be reassigned. Inputs f_... are its own registers.
//
// The claims hold for runs in which, since reset, parameters and sizes were constant, no busy entry was launched again, and no
// pick was of an entry that is not busy (f_case).
// Users  gate_claso.
`default_nettype none
module formal_gate_claso #(
    parameter SMS      = 2,
    parameter KERNELS  = 2,
    parameter X_W      = 4,
    parameter Y_W      = 1,
    parameter Z_W      = 1,
    parameter CNT_W    = 1,
    parameter CREDIT_W = 4,
    parameter GLOB_W   = 4,
    parameter FREE_W   = 6,
    parameter LOW_W    = 3,
    parameter COVER    = 0,                                     // 1: proves that all credits are spent; 0: their sums
    parameter SIZE_W   = X_W + Y_W + Z_W + CNT_W,               // derived: never set
    parameter KID_W    = (KERNELS > 1) ? $clog2(KERNELS) : 1    // derived: never set
) (
    input wire                            clk_i,
    input wire                            rst_ni,
    input wire                            en_i,
    input wire                            init_i,
    input wire [2:0]                      param_p_a_i,
    input wire [2:0]                      param_p_l_i,
    input wire [KERNELS-1:0]              start_i,
    input wire [KERNELS-1:0]              stop_i,
    input wire [KERNELS-1:0]              ask_i,
    input wire [SIZE_W-1:0]               size_i,               // { x, y, z, CTAs per block } of the requested kernel
    input wire [SMS-1:0]                  want_valid_i,
    input wire [SMS-1:0]                  ok_i,
    input wire                            alone_i,
    input wire [SMS-1:0]                  pick_sm_i,
    input wire [KERNELS-1:0]              pick_kid_i,           // one-hot or none
    input wire [KERNELS-1:0]              pend_i,
    input wire [KERNELS-1:0]              open_i,
    input wire [KERNELS-1:0]              calc_i,
    input wire                            write_i,
    input wire                            close_i,
    input wire [KID_W-1:0]                want_kid_i,
    input wire                            by_glob_i,
    input wire [CREDIT_W-1:0]             levels_i,
    input wire                            tight_i,              // every SM is about to receive a whole level of credits
    input wire [SMS*KERNELS*CREDIT_W-1:0] local_i,
    input wire [KERNELS*GLOB_W-1:0]       glob_i,
    input wire [KERNELS*FREE_W-1:0]       free_i,
    input wire [KERNELS-1:0]              low_0_i,
    input wire [KERNELS-1:0]              some_i,
    input wire                            kept_i                // the request to lib_share has stood so far
);
    localparam [KERNELS-1:0] K_ONE = 1;
    (* anyconst *) reg [7:0] f_k;           // any entry
    (* anyconst *) reg [2:0] f_pa, f_pl;
    (* anyconst *) reg [X_W-1:0]   f_x;
    (* anyconst *) reg [Y_W-1:0]   f_y;
    (* anyconst *) reg [Z_W-1:0]   f_z;
    (* anyconst *) reg [CNT_W-1:0] f_b;
    reg  [9:0]  f_left_q;               // its blocks not picked yet
    reg         f_tight_q;              // its SMs have a whole level of credits each
    reg         f_on_q;                 // launched
    wire [9:0]  f_blocks = (f_x * f_y * f_z + f_b - 1) / f_b;
    wire        f_pend   = |((pend_i >> f_k) & K_ONE), f_open = |((open_i >> f_k) & K_ONE);
    wire        f_start  = |((start_i >> f_k) & K_ONE), f_stop = |((stop_i >> f_k) & K_ONE);
    wire        f_mine   = |((calc_i >> f_k) & K_ONE);
    wire        f_pick   = |((pick_kid_i >> f_k) & K_ONE);
    wire        f_ready  = f_on_q && !f_pend && !f_open;
    wire        f_let    = f_on_q && !f_pend && f_open;
    wire [X_W-1:0]      f_ask_x;
    wire [Y_W-1:0]      f_ask_y;
    wire [Z_W-1:0]      f_ask_z;
    wire [CNT_W-1:0]    f_ask_b;
    assign {f_ask_x, f_ask_y, f_ask_z, f_ask_b} = size_i;
    reg                 f_past_q = 1'b0;
    always @(posedge clk_i) f_past_q <= 1'b1;
    reg         f_stops;                // an SM is refused although the gate is open
    wire [FREE_W-1:0]   f_free = free_i >> (f_k*FREE_W);
    wire [GLOB_W-1:0]   f_glob = glob_i >> (f_k*GLOB_W);
    reg  [9:0] f_far, f_near;          // sums over SMs of credits above and within the levels
    reg  [CREDIT_W-1:0] f_have;
    reg         f_some;                 // an SM is allowed a block
    reg         f_full;                 // no credit is spent down to the levels
    reg  [SMS-1:0] f_none;              // SM g has no credit
    integer g;
    always @* begin
        f_far  = 0;
        f_near = 0;
        f_some = 1'b0;
        f_full = 1'b1;
        f_stops = 1'b0;
        for (g = 0; g < SMS; g = g + 1) begin
            f_have = local_i >> ((g*KERNELS + f_k)*CREDIT_W);
            f_none[g] = f_have == 0;
            f_far  = f_far  + ((f_have > levels_i) ? f_have - levels_i : 0);
            f_near = f_near + ((f_have > levels_i) ? levels_i : f_have);
            f_some = f_some || (|f_have && (|f_free || f_have > levels_i || |f_glob));
            f_stops = f_stops || (want_valid_i[g] && want_kid_i == f_k && !close_i && !ok_i[g]);
            f_full = f_full && (!(|f_have) || f_have > levels_i);
        end
    end
    always @(posedge clk_i)
        if (!rst_ni || init_i) f_on_q <= 1'b0;
        else begin
            if (f_start || f_stop) f_on_q <= f_start && !f_stop;
            if (write_i && f_mine) begin
                f_left_q  <= f_blocks;
                f_tight_q <= tight_i;
            end else if (f_pick) f_left_q <= f_left_q - 1'b1;
        end
    always @* begin
        assume (|f_x && |f_y && |f_z && |f_b);
        assume (f_k < KERNELS);
    end
    // Whenever it is requested, this kernel has its size: gate_any asserts that a launched one has some.
    wire f_sized = !(|((ask_i >> f_k) & K_ONE)) || (f_ask_x == f_x && f_ask_y == f_y && f_ask_z == f_z && f_ask_b == f_b);
    // A busy entry is not launched again, and no pick is of an entry that is not busy.
    wire f_busy  = (!f_pick || (f_ready && (f_tight_q || |f_left_q)) || (f_let && |f_left_q))
                && !(f_start && f_on_q && (f_pend || |f_left_q));
    reg  f_case_q;
    wire f_case  = f_case_q && en_i && param_p_a_i == f_pa && param_p_l_i == f_pl && !init_i && f_sized && f_busy;
    always @(posedge clk_i) f_case_q <= !rst_ni || f_case;
    generate if (COVER) begin : g_cover
        always @* if (f_past_q && rst_ni && f_case) begin
            last:   cover (f_ready && f_left_q == 1 && f_pick && f_tight_q && by_glob_i);
            shared: cover (alone_i && f_pick && ok_i[0] && ok_i[SMS-1]);
        end
    end else begin : g_sums
        always @* if (f_past_q && f_case) begin
            inv_kept: assert (!f_mine || kept_i);
            inv_on:   assert (f_on_q || !f_pend);
            honest:   assert (!f_pick || f_let || |f_free || (!(|(pick_sm_i & f_none)) && (!by_glob_i || |f_glob)));
            exact:    assert (!(f_ready && f_tight_q) || f_free + f_far + f_glob == f_left_q);
            enough:   assert (!f_ready || f_free + f_far + f_glob >= f_left_q);
            inv_end:  assert (!(f_ready && f_tight_q) || !(&f_free));
            inv_low:  assert (!f_ready || |((low_0_i >> f_k) & K_ONE) == !(|f_free[LOW_W-1:0]));
            inv_some: assert (!f_ready || |((some_i >> f_k) & K_ONE) == |f_free);
            inv_full: assert (!(f_ready && |f_free) || f_full);
            inv_near: assert (!f_ready || &f_free || f_near >= f_glob || f_near >= f_left_q);
            no_more:  assert (!(f_pick && f_tight_q) || |f_left_q);
            let:      assert (!f_let || !f_stops);
            alive:    assert (!f_ready || !(|f_left_q) || f_some);
        end
    end endgenerate
endmodule
`default_nettype wire
