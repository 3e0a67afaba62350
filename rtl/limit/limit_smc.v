// limit_smc - SMC: gives two kernels disjoint SMs and searches their CTAs per SM, then the split of the SMs.
//
// Param     window_cycles reset 8192 max 32767: cycles of a window, whose first quarter does not count.
// Contract  The pair A, B is the two kernels of the pool that rank first. A owns the lowest enabled SMs, at first half of
//           them (rounded up), B the others. An SM accepts up to n CTAs of its owner (at least one block) and none of
//           other kernels. Step 1: n falls from T_max by one per window while the kernel issues over 1/64 more warp
//           instructions than in its best window. Step 2: the split moves by one SM per window, A's share growing first,
//           while a / best_a + b / best_b grows. A kernel without a partner has every SM; a new pair restarts.
// Timing    ok_o from registers. A window ends with the report that reaches its length; the decision applies
//           DRAIN + 4 edges later, DRAIN + 2*COUNT_W + 2 for the split, one more to reverse direction. At the start SMs
//           are counted, then assigned, a word of neighbours per cycle: 2*STEPS cycles at most, in which ok_o is low.
// Size      SMS + STEPS + 2*KERNELS + 8*COUNT_W + 2*CNT_W + 2*SM_W + 37 flops, lib_quota, two adder trees of 7-bit
//           reports, four addends a stage.
// Users     limit_bank.   Source  [SMK §4.3] (Wu).
`default_nettype none
module limit_smc #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter STEPS   = 16,     // own: words of SMs at most, 1 or more
    parameter COUNT_W = 22,     // own: bits of a count of warp instructions, 10..23; must hold a report of all SMs
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,           // synchronous, active low
    input  wire                       en_i,             // the POLICY register selects this policy
    input  wire                       init_i,           // clears all state; only while no kernel is busy
    input  wire [14:0]                param_window_cycles_i,

    input  wire [KERNELS-1:0]         busy_i,           // kernel k is in the pool and has not ended
    input  wire [KERNELS*KERNELS-1:0] before_i,         // bit k*KERNELS+j: j ranks before k; valid if both are busy
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,           // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS*CNT_W-1:0]   block_i,          // CTAs per block of kernel k, 1 or more
    input  wire [KID_W-1:0]           want_kid_i,       // kernel that all SMs are asked about
    input  wire [SMS*CNT_W-1:0]       ahead_i,          // CTAs of that kernel on SM s plus its next block, minus 1: at most
                                                        // SLOTS where the fit stage agrees; elsewhere the sum may wrap, and
                                                        // ok_o is ignored
    output wire [SMS-1:0]             ok_o,             // SM s may take one more CTA of that kernel
    input  wire [SMS-1:0]             sm_enable_i,      // the host lets SM s receive CTAs
    output wire [KERNELS-1:0]         part_o,           // the limit confines kernel k to a subset of the SMs

    input  wire                       mon_evt_i,        // the monitors report: counts since the previous report
    input  wire [4:0]                 mon_cycles_i,     // cycles counted, 0..16
    input  wire [SMS*7-1:0]           mon_issued_i,     // warp instructions issued by the SM
    output wire                       all_sms_o,        // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire                       busy_o            // a register changes at this clock edge
);
    localparam [2:0] ST_NONE = 3'd0, ST_COUNT = 3'd1, ST_DEAL = 3'd2, ST_WINDOW = 3'd3, ST_DECIDE = 3'd4,
                     ST_TURN = 3'd5, ST_SETTLED = 3'd6;
    localparam [1:0] TO_CTAS = 2'd0, TO_HERE = 2'd1, TO_UP = 2'd2, TO_DOWN = 2'd3;   // what the window measures
    localparam DRAIN   = 8;                     // edges until lib_sum has emptied
    localparam SUM_W   = 7 + 2*((SMS <= 4) ? 1 : (SMS <= 16) ? 2 : (SMS <= 64) ? 3 : 4);    // of lib_sum
    localparam P_W     = 2*COUNT_W + 1;
    // Steps of a decision. For n, A is judged at LIMIT_B and B at JUDGE_B.
    localparam [5:0] MUL = DRAIN, JUDGE = DRAIN + 2*COUNT_W, APPLY = JUDGE + 6'd1,
                     LIMIT_B = DRAIN + 1, JUDGE_B = DRAIN + 2, APPLY_N = DRAIN + 3;
    localparam SM_W    = $clog2(SMS + 1);       // of a number of SMs
    localparam WORD_W  = $clog2((SMS + STEPS - 1)/STEPS + 1);
    localparam [SM_W:0]      ONE_MORE = 1;
    localparam [SMS-1:0]     SM_ONE  = 1;
    localparam [KERNELS-1:0] K_ONE   = 1;
    localparam [CNT_W-1:0]   CNT_ONE = 1;
    localparam [31:0]        SLOTS_32 = SLOTS;
    localparam [CNT_W-1:0]   MOST    = SLOTS_32[CNT_W-1:0];

    reg [KERNELS-1:0] a_q, b_q;                 // the pair, each one-hot or zero
    reg [2:0]         state_q;
    reg [1:0]         try_q;
    reg [SMS-1:0]     own_q;                    // SMs that A owns
    reg [SM_W-1:0]    sms_q;                    // enabled SMs counted so far
    reg [15:0]        time_q;                   // cycles of the window
    reg [5:0]         step_q;                   // step of a decision
    reg [COUNT_W-1:0] count_a_q, count_b_q, best_a_q, best_b_q;
    reg [CNT_W-1:0]   n_a_q, n_b_q;
    reg               stop_a_q, stop_b_q;       // the search of n has ended
    reg               first_q;                  // the first window of a search
    reg               better_a_q, better_b_q;   // the window was better; for the split: better_a_q
    reg [P_W-1:0]     acc_q, value_q;           // sum of products being computed; the best one so far

    // The pair.
    wire [KERNELS-1:0] a_d, b_d;
    lib_first #(.KERNELS(KERNELS)) u_a (.set_i(busy_i), .before_i(before_i), .hot_o(a_d));
    lib_first #(.KERNELS(KERNELS)) u_b (.set_i(busy_i & ~a_d), .before_i(before_i), .hot_o(b_d));
    wire anew = a_d != a_q || b_d != b_q;
    wire [CNT_W-1:0] tmax_a, tmax_b, block_a, block_b;
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax_a (.sel_i(a_q), .data_i(tmax_i), .data_o(tmax_a));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax_b (.sel_i(b_q), .data_i(tmax_i), .data_o(tmax_b));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block_a (.sel_i(a_q), .data_i(block_i), .data_o(block_a));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block_b (.sel_i(b_q), .data_i(block_i), .data_o(block_b));

    // The SMs at the border of the split. The highest of a set is the lowest of the mirrored set.
    wire run = rst_ni && !init_i && en_i;
    wire [SMS-1:0] mine = own_q & sm_enable_i, others = ~own_q & sm_enable_i;
    wire [SMS-1:0] low  = others & (~others + SM_ONE);      // goes to A next
    wire [SMS-1:0] take_r, high;                            // high goes to B next
    wire [SMS-1:0] high_r = take_r & (~take_r + SM_ONE);
    genvar m;
    generate
        for (m = 0; m < SMS; m = m + 1) begin : g_mirror
            assign take_r[m] = mine[SMS-1-m];
            assign high[m]   = high_r[SMS-1-m];
        end
    endgenerate
    wire can_up   = |(others & ~low);           // B keeps an SM
    wire can_down = |(mine & ~high);

    // The first split: counts the enabled SMs, then assigns the first half to A.
    wire              walks, walked;
    wire [SMS-1:0]    at, first_half;
    wire [WORD_W-1:0] members;                  // enabled SMs of the word visited
    wire [SM_W:0]     sms = {1'b0, sms_q} + {{(SM_W + 1 - WORD_W){1'b0}}, members};
    wire [SM_W:0]     half = (sms + ONE_MORE) >> 1;
    wire              counted = state_q == ST_COUNT && walked, dealt = state_q == ST_DEAL && walked;
`ifdef FORMAL
    wire [SM_W-1:0] f_left;
`endif
    lib_quota #(.N(SMS), .QUOTA_W(SM_W), .STEPS(STEPS)) u_quota (
        .clk_i(clk_i), .rst_ni(run && (!anew || |b_d)), .go_i(anew || counted), .quota_i(half[SM_W-1:0]),
        .set_i(sm_enable_i), .at_o(at), .hit_o(first_half), .count_o(members), .busy_o(walks), .last_o(walked)
`ifdef FORMAL
        , .f_left_o(f_left)
`endif
    );
    wire unused_half = &{1'b0, half, at, walks};

    // Sums a report's instructions over the enabled SMs of each kernel.
    wire window = state_q == ST_WINDOW;
    wire counts = window && mon_evt_i && time_q >= {3'd0, param_window_cycles_i[14:2]};
    wire clear  = !run || anew;
    reg  [SMS*7-1:0] issued_a, issued_b;
    integer s;
    always @* begin
        issued_a = {SMS*7{1'b0}};
        issued_b = {SMS*7{1'b0}};
        if (counts)                             // lets simulators skip the loop
            for (s = 0; s < SMS; s = s + 1) begin
                issued_a[s*7 +: 7] = mon_issued_i[s*7 +: 7] & {7{mine[s]}};
                issued_b[s*7 +: 7] = mon_issued_i[s*7 +: 7] & {7{others[s]}};
            end
    end
    wire [SUM_W-1:0] sum_a, sum_b;
    wire             arrives, arrives_b;        // equal: both trees have the same depth
    lib_sum #(.N(SMS), .W(7)) u_sum_a (
        .clk_i(clk_i), .clear_i(clear), .take_i(counts), .data_i(issued_a), .valid_o(arrives), .sum_o(sum_a)
    );
    lib_sum #(.N(SMS), .W(7)) u_sum_b (
        .clk_i(clk_i), .clear_i(clear), .take_i(counts), .data_i(issued_b), .valid_o(arrives_b), .sum_o(sum_b)
    );
    wire [COUNT_W:0] more_a = {1'b0, count_a_q} + {{COUNT_W-SUM_W+1{1'b0}}, sum_a};
    wire [COUNT_W:0] more_b = {1'b0, count_b_q} + {{COUNT_W-SUM_W+1{1'b0}}, sum_b};

    // The end of a window.
    wire [15:0] time_d = time_q + {11'd0, mon_cycles_i};
    wire        ends   = window && mon_evt_i && time_d >= {1'b0, param_window_cycles_i};
    wire        ctas   = try_q == TO_CTAS;
    wire        decide = state_q == ST_DECIDE;
    wire        settle_n = decide && ctas && step_q == APPLY_N;
    wire        settle_s = decide && !ctas && step_q == APPLY;

    // Step 1: a count of more than 65/64 of the best is better.
    wire [COUNT_W-1:0] best   = (step_q == LIMIT_B) ? best_b_q : best_a_q;
    wire [COUNT_W:0]   beat   = {1'b0, best} + {7'd0, best[COUNT_W-1:6]};
    wire [COUNT_W-1:0] rival  = (step_q == JUDGE_B) ? count_b_q : count_a_q;
    wire               passes = {1'b0, rival} > acc_q[COUNT_W:0] || first_q;
    wire               last_a = stop_a_q || !better_a_q || n_a_q == CNT_ONE;
    wire               last_b = stop_b_q || !better_b_q || n_b_q == CNT_ONE;

    // Step 2: count_a * best_b + count_b * best_a by shift and add: one bit of a, then one of b, MSB first.
    wire               odd  = step_q[0];
    wire [COUNT_W-1:0] term = odd ? best_a_q & {COUNT_W{count_b_q[COUNT_W-1]}}
                                  : best_b_q & {COUNT_W{count_a_q[COUNT_W-1]}};
    wire [P_W-1:0]     acc  = (odd ? acc_q : acc_q << 1) + {{(COUNT_W + 1){1'b0}}, term};

    // Step 2: moves the split, reverses direction or takes the last move back.
    wire here_q = try_q == TO_HERE;
    wire up     = settle_s && (here_q ? can_up : better_a_q ? try_q == TO_UP && can_up : try_q == TO_DOWN);
    wire down   = (state_q == ST_TURN && can_down)
               || (settle_s && (here_q ? !can_up && can_down
                                       : better_a_q ? try_q == TO_DOWN && can_down : try_q == TO_UP));
    wire undo   = settle_s && !here_q && !better_a_q;
    wire opens  = dealt || settle_n || ((up || down) && !undo);

    always @(posedge clk_i)
        if (!run) begin
            a_q     <= {KERNELS{1'b0}};
            b_q     <= {KERNELS{1'b0}};
            state_q <= ST_NONE;
        end else begin
            a_q <= a_d;
            b_q <= b_d;
            if (anew) state_q <= |b_d ? ST_COUNT : ST_NONE;
            else if (counted) state_q <= ST_DEAL;
            else if (opens) state_q <= ST_WINDOW;
            else if (ends) state_q <= ST_DECIDE;
            else if (undo && try_q == TO_UP && first_q) state_q <= ST_TURN;
            else if (settle_s || state_q == ST_TURN) state_q <= ST_SETTLED;
        end
    // All below is guarded by state_q: not reset.
    always @(posedge clk_i)
        if (anew) begin
            own_q <= {SMS{1'b0}};
            sms_q <= {SM_W{1'b0}};
        end else if (state_q == ST_COUNT) sms_q <= sms[SM_W-1:0];
        else if (state_q == ST_DEAL) own_q <= own_q | first_half;
        else if (up) own_q <= own_q | low;
        else if (down) own_q <= own_q & ~high;
    always @(posedge clk_i) begin
        if (opens) time_q <= 16'd0;
        else if (window && mon_evt_i) time_q <= time_d;
        step_q <= decide ? step_q + 6'd1 : 6'd0;
        if (state_q == ST_DEAL) begin
            try_q   <= TO_CTAS;
            first_q <= 1'b1;
        end else if (settle_n) begin
            try_q   <= last_a && last_b ? TO_HERE : TO_CTAS;
            first_q <= 1'b0;
        end else if (settle_s) begin
            first_q <= here_q;
            if (here_q) try_q <= can_up ? TO_UP : TO_DOWN;
        end else if (state_q == ST_TURN) try_q <= TO_DOWN;
    end
    always @(posedge clk_i) begin
        if (opens) begin
            count_a_q <= {COUNT_W{1'b0}};
            count_b_q <= {COUNT_W{1'b0}};
        end else if (arrives) begin
            count_a_q <= more_a[COUNT_W-1:0] | {COUNT_W{more_a[COUNT_W]}};
            count_b_q <= more_b[COUNT_W-1:0] | {COUNT_W{more_b[COUNT_W]}};
        end else if (decide && !ctas && step_q >= MUL) begin
            if (odd) count_b_q <= count_b_q << 1;
            else     count_a_q <= count_a_q << 1;
        end
        if (decide && ctas) begin
            acc_q <= {{(P_W - COUNT_W - 1){1'b0}}, beat};
            if (step_q == LIMIT_B) better_a_q <= passes;
            if (step_q == JUDGE_B) better_b_q <= passes;
        end else if (decide) begin
            if (step_q < MUL) acc_q <= {P_W{1'b0}};
            else if (step_q < JUDGE) acc_q <= acc;
            if (step_q == JUDGE) better_a_q <= acc_q > value_q;
        end
        if (settle_s && (here_q || better_a_q)) value_q <= acc_q;
    end
    always @(posedge clk_i)
        if (state_q == ST_DEAL) begin
            n_a_q    <= (tmax_a < MOST) ? tmax_a : MOST;
            n_b_q    <= (tmax_b < MOST) ? tmax_b : MOST;
            stop_a_q <= 1'b0;
            stop_b_q <= 1'b0;
        end else if (settle_n) begin
            stop_a_q <= last_a;
            stop_b_q <= last_b;
            if (!stop_a_q && better_a_q) best_a_q <= count_a_q;
            if (!stop_b_q && better_b_q) best_b_q <= count_b_q;
            if (!stop_a_q) n_a_q <= !better_a_q ? n_a_q + CNT_ONE : last_a ? n_a_q : n_a_q - CNT_ONE;
            if (!stop_b_q) n_b_q <= !better_b_q ? n_b_q + CNT_ONE : last_b ? n_b_q : n_b_q - CNT_ONE;
        end

    wire splits = state_q == ST_COUNT || state_q == ST_DEAL;
    // A block is allowed even if it is larger than n.
    wire [CNT_W-1:0]   top_a = (n_a_q < block_a) ? block_a : n_a_q;
    wire [CNT_W-1:0]   top_b = (n_b_q < block_b) ? block_b : n_b_q;
    reg  [SMS-1:0]     ok;
    reg  [KERNELS-1:0] kid;
    integer o;
    always @* begin
        ok  = {SMS{1'b0}};
        kid = {KERNELS{1'b0}};
        if (en_i) begin                         // the bank masks a policy that is not selected
            kid = K_ONE << want_kid_i;
            for (o = 0; o < SMS; o = o + 1)
                ok[o] = (state_q == ST_NONE) ? |(kid & a_q)
                      : !splits && |(kid & (own_q[o] ? a_q : b_q))
                        && ahead_i[o*CNT_W +: CNT_W] < (own_q[o] ? top_a : top_b);
        end
    end
    assign ok_o   = ok;
    assign part_o = (a_q | b_q) & {KERNELS{|b_q}};
    // A report within a window changes only counts, on which no output depends until the window ends.
    assign all_sms_o = 1'b1;
    assign busy_o = en_i && (anew || splits || decide || state_q == ST_TURN || ends);

    wire unused = &{1'b0, arrives_b};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    wire f_inputs_ok;
    formal_limit_smc #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .F_TOP(F_TOP)) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .run_i(run), .busy_i(busy_i), .before_i(before_i),
        .tmax_i(tmax_i), .want_kid_i(want_kid_i), .ahead_i(ahead_i), .ok_i(ok_o), .sm_enable_i(sm_enable_i),
        .a_i(a_q), .b_i(b_q), .tmax_a_i(tmax_a), .tmax_b_i(tmax_b), .block_a_i(block_a), .block_b_i(block_b),
        .state_i(state_q), .try_i(try_q), .first_i(first_q), .own_i(own_q), .at_i(at), .sms_i(sms_q), .left_i(f_left), .walked_i(walked),
        .in_time_i(step_q <= (ctas ? APPLY_N : APPLY)), .n_a_i(n_a_q), .n_b_i(n_b_q), .stop_a_i(stop_a_q),
        .stop_b_i(stop_b_q), .ok_o(f_inputs_ok)
    );
    always @* in_rules: assume (f_inputs_ok);
`endif
endmodule
`default_nettype wire
