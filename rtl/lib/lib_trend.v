// lib_trend - decides which of two kernels gets one CTA more, from how busy an SM's pipelines were.
//
// Contract  A sample is the sum of the reports since clear_i. A decision computes the utilisations u of SP and LD/ST: in
//           1024ths, rounded down, at most 1023; SP of eight units, LD/ST of one. If no u is below its history, nothing is
//           raised. Else the pipeline with the smaller u / history of those below is critical (tie: SP). who_o: the
//           kernel with the greater SP / LD/ST history if SP is critical, the smaller if LD/ST is (tie: earlier_i); one
//           without LD/ST use has the greatest. Then his <- (his + u)/2, of the SM and of kernel 0; kernel 1's is the
//           rest. The first decision sets the histories and raises nothing. From 65504 cycles on nothing is added.
//           Inputs: SP <= 8, LD/ST <= 1 per cycle, a part <= the whole, reports 0 without add_i.
// Timing    done_o 114 cycles after the edge with go_i, raise_o and who_o with it.
// Size      182 flops, one adder of 21 bits.
// Users     limit_smk.   Source  [SMK Eq. 2 to 4]; non-restoring division, multiplication from the highest digit.
`default_nettype none
module lib_trend (
    input  wire       clk_i,
    input  wire       anew_i,                   // clears histories, aborts a decision
    input  wire       clear_i,                  // clears the sample
    input  wire       add_i,                    // a report of the observed SM:
    input  wire [4:0] cycles_i,                 // cycles; unit-cycles
    input  wire [6:0] sp_i,                     // of SP,
    input  wire [6:0] sp_part_i,                // of SP for kernel 0,
    input  wire [4:0] ldst_i,                   // of LD/ST,
    input  wire [4:0] ldst_part_i,              // of LD/ST for kernel 0
    output wire       empty_o,                  // the sample has no cycles
    output wire       full_o,                   // add_i must be 0: no more counts
    input  wire       go_i,                     // starts a decision; never while busy_o
    input  wire       earlier_i,                // kernel (0, 1) that was there first
    output wire       busy_o,
    output wire       done_o,
    output wire       raise_o,
    output wire       who_o
);
    // Steps: 0 u of SP, 1 u of LD/ST; 2 compares u / history of both, 3 of both kernels SP / LD/ST, then updates the
    // history of LD/ST; 4 that of SP, 5 of kernel 0's SP, 6 of its LD/ST. A division (all but 2 and 3) goes LOAD, RUN,
    // TAKE, KEEP.
    localparam [2:0] IDLE = 3'd0, LOAD = 3'd1, RUN = 3'd2, TAKE = 3'd3, KEEP = 3'd4;
    reg [2:0]  state_q, step_q;
    reg [4:0]  at_q;                            // cycle of RUN
    reg [15:0] cycles_q, ldst_q, ldst_part_q;   // the sample
    reg [18:0] sp_q, sp_part_q;
    reg        known_q;                         // there is a history:
    reg [9:0]  his_sp_q, his_ldst_q;            // the SM's,
    reg [9:0]  sp0_q, ldst0_q;                  // kernel 0's
    reg [9:0]  first_q, quot_q;                 // u of SP; of LD/ST, or what was divided last
    reg [20:0] acc_q;                           // remainder; or difference of products
    reg        full_q;                          // u is 1 or more
    reg        sp_low_q, ldst_low_q;            // u is below its history; from step 3 on ldst_low_q: LD/ST is critical
    reg        who_q;

    // The sample.
    always @(posedge clk_i) begin
        cycles_q    <= (cycles_q + {11'd0, cycles_i & {5{add_i}}}) & {16{!clear_i}};
        sp_q        <= (sp_q + {12'd0, sp_i}) & {19{!clear_i}};
        sp_part_q   <= (sp_part_q + {12'd0, sp_part_i}) & {19{!clear_i}};
        ldst_q      <= (ldst_q + {11'd0, ldst_i}) & {16{!clear_i}};
        ldst_part_q <= (ldst_part_q + {11'd0, ldst_part_i}) & {16{!clear_i}};
    end
    assign full_o = &cycles_q[15:5];

    // Sequence of a decision.
    wire product = step_q[2:1] == 2'd1;
    wire run     = state_q == RUN;
    wire keep    = state_q == KEEP;
    wire divide  = run && !product;
    wire minus_i = run && product && at_q[0];   // a product's digit: the first factor's is added, then the other's subtracted
    wire start   = at_q == 5'd0;
    wire tail    = at_q == (product ? 5'd19 : 5'd10);
    wire ends    = keep || (run && tail && step_q == 3'd2);
    wire update  = keep && (step_q[2] || step_q[1]);
    reg [2:0] state_d;
    always @*
        case (state_q)
            IDLE:    state_d = go_i ? LOAD : IDLE;
            LOAD:    state_d = RUN;
            RUN:     state_d = !tail ? RUN : (step_q == 3'd2) ? LOAD : TAKE;
            TAKE:    state_d = KEEP;
            default: state_d = done_o ? IDLE : LOAD;
        endcase
    always @(posedge clk_i) begin
        state_q <= anew_i ? IDLE : state_d;
        step_q  <= (step_q + {2'd0, ends}) & {3{state_q != IDLE && !done_o && !anew_i}};
        at_q    <= (at_q + 5'd1) & {5{run && !tail && !anew_i}};
        known_q <= (known_q || done_o) && !anew_i;
    end

    // One adder: divisor, or a history that a digit selects. A sign decides whether the divisor is added or subtracted.
    reg  [9:0]  his;
    reg  [18:0] num;
    always @* begin
        case (step_q)
            3'd1, 3'd3: his = his_ldst_q;
            3'd2:       his = his_sp_q;
            3'd5:       his = sp0_q;
            3'd6:       his = ldst0_q;
            default:    his = his_sp_q;
        endcase
        if (run) his = at_q[0] ? his_sp_q : his_ldst_q;
        case (step_q)
            3'd1:       num = {ldst_q, 3'd0};
            3'd2, 3'd3: num = 19'd0;
            3'd5:       num = sp_part_q;
            3'd6:       num = {ldst_part_q, 3'd0};
            default:    num = sp_q;
        endcase
    end
    wire        digit = run ? product && (step_q[0] ? (at_q[0] ? ldst0_q[9] : sp0_q[9])
                                                    : (at_q[0] ? quot_q[9] : first_q[9]))
                            : keep && known_q;
    wire        minus = run ? (product ? at_q[0] : !acc_q[20]) : !update;
    wire        twice = run ? (product ? !at_q[0] : !start) : update && !known_q;
    wire [20:0] x     = twice ? {acc_q[19:0], 1'b0} : acc_q;
    wire [20:0] y     = divide ? {2'd0, cycles_q, 3'd0} : {11'd0, his & {10{digit}}};
    wire [20:0] sum   = x + (y ^ {21{minus}}) + {20'd0, minus};
    wire        bit_d = !sum[20] || full_q;     // of the quotient
    wire        turn  = minus_i && !step_q[0];  // factors are rotated to their next digit
    wire        turn0 = minus_i && step_q[0];

    always @(posedge clk_i) begin
        acc_q  <= (state_q == LOAD) ? {2'd0, num} : (state_q == TAKE) ? {11'd0, quot_q} : sum;
        full_q <= divide && (full_q || (start && !sum[20]));
        if ((divide && !start) || turn) begin
            quot_q  <= {quot_q[8:0], divide ? bit_d : quot_q[9]};
            first_q <= {first_q[8:0], divide ? quot_q[9] : first_q[9]};
        end
        if (keep && step_q == 3'd3) his_ldst_q <= sum[10:1];
        if (keep && step_q == 3'd4) his_sp_q   <= sum[10:1];
        if (turn0 || (keep && step_q == 3'd5)) sp0_q   <= turn0 ? {sp0_q[8:0], sp0_q[9]}     : sum[10:1];
        if (turn0 || (keep && step_q == 3'd6)) ldst0_q <= turn0 ? {ldst0_q[8:0], ldst0_q[9]} : sum[10:1];
    end

    // The verdict. Kernel 1's history is the SM's minus kernel 0's: so SP / LD/ST of kernel 0 is above that of kernel 1
    // exactly if it is above that of the SM.
    wire above = !acc_q[20] && |acc_q;
    wire equal = !(|acc_q);
    wire none0 = !(|ldst0_q);                   // no LD/ST for kernel 0,
    wire none1 = ldst0_q == his_ldst_q;         // nor for kernel 1
    wire most0 = (none0 != none1) ? none0 : above;
    always @(posedge clk_i) begin
        if (keep && step_q == 3'd0) sp_low_q <= sum[20];
        if (keep && step_q == 3'd1) ldst_low_q <= sum[20];
        else if (state_q == LOAD && step_q == 3'd3) ldst_low_q <= ldst_low_q && (!sp_low_q || above);
        if (state_q == TAKE && step_q == 3'd3)
            who_q <= (none0 == none1 && equal) ? earlier_i : most0 == ldst_low_q;
    end

    assign empty_o = !(|cycles_q);
    assign busy_o  = state_q != IDLE;
    assign done_o  = keep && step_q == 3'd6;
    assign raise_o = known_q && (sp_low_q || ldst_low_q);
    assign who_o   = who_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg       f_past_q = 1'b0, f_anew_q;        // past: a cycle with anew_i is over
    reg [7:0] f_age_q, f_at;                    // cycles since the decision began: counted, and by the state
    always @(posedge clk_i) begin
        f_past_q <= f_past_q || anew_i;
        f_anew_q <= anew_i;
        f_age_q  <= (busy_o && !done_o && !anew_i) ? f_age_q + 8'd1 : 8'd0;
    end
    always @* begin
        case (step_q)
            3'd0: f_at = 8'd0;
            3'd1: f_at = 8'd14;
            3'd2: f_at = 8'd28;
            3'd3: f_at = 8'd49;
            3'd4: f_at = 8'd72;
            3'd5: f_at = 8'd86;
            default: f_at = 8'd100;
        endcase
        case (state_q)
            IDLE:    f_at = 8'd0;
            LOAD:    f_at = f_at;
            RUN:     f_at = f_at + 8'd1 + {3'd0, at_q};
            default: f_at = f_at + 8'd9 + {5'd0, state_q} + (product ? 8'd9 : 8'd0);
        endcase
    end
    wire signed [21:0] f_by = {3'd0, cycles_q, 3'd0};       // divisor
    wire signed [21:0] f_rest = {acc_q[20], acc_q};
    always @* if (f_past_q) begin
        in_go:     assume (!(busy_o && go_i));
        in_clear:  assume (!busy_o || (!clear_i && !add_i));
        in_full:   assume (!full_o || !add_i);
        in_zero:   assume (add_i || {sp_i, sp_part_i, ldst_i, ldst_part_i} == 24'd0);
    end
    always @* if (f_past_q) begin
        forgets:   assert (!f_anew_q || (!busy_o && !known_q));
        in_time:   assert (f_age_q == f_at);
        latest:    assert (f_age_q <= 8'd113 && (!done_o || f_age_q == 8'd113));
        inv_at:    assert (at_q <= 5'd19 && (state_q == RUN || at_q == 5'd0));
        inv_step:  assert (step_q <= 3'd6 && (state_q != IDLE || step_q == 3'd0));
        inv_run:   assert (state_q <= KEEP && (!divide || at_q <= 5'd10));
        inv_prod:  assert (step_q != 3'd2 || state_q <= RUN);
        inv_turn:  assert (!turn || product);
        // Of a division: the remainder is between -divisor and divisor, before its first cycle below 2^19.
        inv_rest:  assert (!divide || start || full_q || (f_rest < f_by && f_rest + f_by >= 0));
        inv_first: assert (!(divide && start) || acc_q < 21'd524288);
        needs:     assert (!raise_o || known_q);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                counts: cover (!anew_i && cycles_q == 16'd32 && sp_q == 19'd254 && !empty_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
