// lib_trend - which of two kernels should get more of an SM, from how busy its pipelines were.
//
// Contract  A sample is what was added since clear_i. A decision compares its utilisations u of SP and LD/ST
//           with their history: if neither has fallen, nothing is raised; else the pipeline with the smaller
//           u/his of those that have (tie: SP) is critical. who_o is the kernel whose history of SP/LDST is
//           greater if that is SP, smaller if it is LD/ST (tie: earlier_i); one without LD/ST has the greatest.
//           Then his <- (his + u)/2, of the SM and of both kernels; the first decision sets them, raises
//           nothing. u: 1024ths, of LD/ST of one unit, of SP of eight, at most 1023. Of 65504 cycles on
//           nothing is added. In: no more than 8 of SP and 1 of LD/ST a cycle, a part no more than the whole.
// Timing    done_o in the 132nd cycle behind the edge with go_i, raise_o and who_o with it.
// Size      188 flops, one adder of 20 bits.
// Users     limit_smk.   Source  [SMK Eq. 2 to 4]; restoring division, multiplication by addition.
`default_nettype none
module lib_trend (
    input  wire       clk_i,
    input  wire       anew_i,                   // no history, no decision
    input  wire       clear_i,                  // no sample
    input  wire       add_i,                    // a report:
    input  wire [4:0] cycles_i,                 // so many passed; in these so many unit-cycles
    input  wire [6:0] sp_i,                     // of SP,
    input  wire [6:0] sp_part_i,                // for kernel 0,
    input  wire [4:0] ldst_i,                   // of LD/ST,
    input  wire [4:0] ldst_part_i,              // for kernel 0
    output wire       empty_o,                  // no cycle in the sample
    input  wire       go_i,                     // decide: not while busy_o
    input  wire       earlier_i,                // the kernel that was launched first
    output wire       busy_o,
    output wire       done_o,
    output wire       raise_o,
    output wire       who_o
);
    localparam [2:0] IDLE = 3'd0, LOAD = 3'd1, RUN = 3'd2, TAKE = 3'd3, KEEP = 3'd4, BACK = 3'd5,
                     LESS = 3'd6, LAST = 3'd7;
    // Steps: 0 u of SP, 1 of LD/ST; 2 which is critical; 3 whom it takes; then for the history 4 u of SP and
    // 5 kernel 0's, 6 u of LD/ST and 7 kernel 0's; of kernel 1 it is the rest.
    reg [2:0]  state_q, step_q;
    reg [4:0]  at_q;                            // cycle of RUN
    reg [15:0] cycles_q, ldst_q, ldst_part_q;   // the sample
    reg [18:0] sp_q, sp_part_q;
    reg        known_q;                         // there is a history:
    reg [9:0]  his_sp_q, his_ldst_q;            // the SM's,
    reg [9:0]  sp0_q, ldst0_q, sp1_q, ldst1_q;  // and the kernels'
    reg [9:0]  first_q, quot_q;                 // u of the SM; what was divided last
    reg [19:0] acc_q;                           // the rest; or the upper half of a difference of products
    reg        bit_q;                           // lowest bit of the dividend; or: a bit of the lower half is 1
    reg        full_q;                          // u is 1 or more
    reg        raise_q, ldst_low_q, who_q;

    // The sample.
    wire add = add_i && !(&cycles_q[15:5]);
    always @(posedge clk_i) begin
        cycles_q    <= (cycles_q + {11'd0, cycles_i & {5{add}}}) & {16{!clear_i}};
        sp_q        <= (sp_q + {12'd0, sp_i & {7{add}}}) & {19{!clear_i}};
        sp_part_q   <= (sp_part_q + {12'd0, sp_part_i & {7{add}}}) & {19{!clear_i}};
        ldst_q      <= (ldst_q + {11'd0, ldst_i & {5{add}}}) & {16{!clear_i}};
        ldst_part_q <= (ldst_part_q + {11'd0, ldst_part_i & {5{add}}}) & {16{!clear_i}};
    end

    // Where the decision stands.
    wire product = !step_q[2] && step_q[1];
    wire is_ldst = step_q[2] ? step_q[1] : step_q[0];
    wire is_part = step_q[2] && step_q[0];
    wire run     = state_q == RUN;
    wire divide  = run && !product;
    wire minus_i = run && product && at_q[0];   // a product's digit: of the first added, of the other subtracted
    wire tail    = at_q == (product ? 5'd19 : 5'd10);
    wire ends    = (run && product && tail) || (state_q == KEEP && !is_part) || state_q == LAST;
    reg [2:0] state_d;
    always @* begin
        state_d = state_q + 3'd1;
        case (state_q)
            IDLE:    state_d = go_i ? LOAD : IDLE;
            RUN:     state_d = !tail ? RUN : product ? LOAD : TAKE;
            KEEP:    state_d = is_part ? BACK : LOAD;
            LAST:    state_d = (&step_q) ? IDLE : LOAD;
            default: state_d = state_q + 3'd1;
        endcase
    end
    always @(posedge clk_i) begin
        state_q <= anew_i ? IDLE : state_d;
        step_q  <= (step_q + {2'd0, ends}) & {3{state_q != IDLE && !anew_i}};
        at_q    <= (at_q + 5'd1) & {5{run && !tail && !anew_i}};
        known_q <= (known_q || done_o) && !anew_i;
    end

    // The operands of the adder.
    reg  [9:0]  his;
    reg  [15:0] digits;                         // the factor whose digits count
    wire [15:0] ldst = is_part ? ldst_part_q : ldst_q;
    wire [18:0] num  = is_ldst ? {ldst, 3'd0} : is_part ? sp_part_q : sp_q;
    always @* begin
        digits = 16'd0;
        case ({product, product ? at_q[0] : is_part, product ? step_q[0] : is_ldst})
            3'b000: his = his_sp_q;
            3'b001: his = his_ldst_q;
            3'b010: his = (state_q == LAST) ? sp1_q : sp0_q;
            3'b011: his = (state_q == LAST) ? ldst1_q : ldst0_q;
            3'b100: begin his = his_ldst_q; digits[9:0] = first_q; end
            3'b101: begin his = ldst1_q;    digits[9:0] = sp0_q;   end
            3'b110: begin his = his_sp_q;   digits[9:0] = quot_q;  end
            default: begin his = ldst0_q;   digits[9:0] = sp1_q;   end
        endcase
    end
    wire        digit = digits[at_q[4:1]] || !product;
    wire        minus = divide || minus_i || state_q == LESS;
    wire [19:0] x     = divide ? {acc_q[18:0], bit_q} : acc_q;
    wire [19:0] y     = divide          ? {1'b0, cycles_q, 3'd0}
                      : state_q == LESS ? {10'd0, quot_q} : {10'd0, his & {10{digit}}};
    wire [20:0] sum   = {1'b0, x} + {1'b0, y ^ {20{minus}}} + {20'd0, minus};
    wire        goes  = sum[20];                // what is subtracted is not more
    wire [9:0]  kept  = known_q ? sum[10:1] : acc_q[9:0];

    always @(posedge clk_i) begin
        case (state_q)
            LOAD:    acc_q <= {2'd0, num[18:1]} & {20{!product}};
            TAKE:    acc_q <= {10'd0, quot_q};
            BACK:    acc_q <= {10'd0, first_q};
            KEEP:    acc_q <= acc_q;
            default: acc_q <= minus_i ? {sum[19], sum[19:1]} : (divide && !goes) ? x : sum[19:0];
        endcase
        bit_q  <= (state_q == LOAD) ? num[0] && !product : product && (bit_q || (minus_i && sum[0]));
        full_q <= divide && (full_q || (goes && at_q == 5'd0));
        if (divide) quot_q <= {quot_q[8:0], goes || full_q};
        if (state_q == TAKE && !is_part && step_q != 3'd1) first_q <= quot_q;
        if (state_q == KEEP && step_q == 3'd4) his_sp_q   <= kept;
        if (state_q == KEEP && step_q == 3'd5) sp0_q      <= kept;
        if (state_q == KEEP && step_q == 3'd6) his_ldst_q <= kept;
        if (state_q == KEEP && step_q == 3'd7) ldst0_q    <= kept;
        if (state_q == LAST && !is_ldst)       sp1_q      <= kept;
        if (state_q == LAST && is_ldst)        ldst1_q    <= kept;
    end

    // The verdict, from the sign of a difference of products a cycle behind it.
    wire sp_low   = first_q < his_sp_q;
    wire ldst_low = quot_q < his_ldst_q;
    wire above    = !acc_q[19] && (|acc_q[18:0] || bit_q);
    wire equal    = !(|acc_q) && !bit_q;
    wire none0    = !(|ldst0_q);
    wire none1    = !(|ldst1_q);
    wire first    = (none0 != none1) ? none0 : above;   // kernel 0 has more SP for its LD/ST
    always @(posedge clk_i)
        if (state_q == LOAD && step_q == 3'd3) begin
            raise_q    <= known_q && (sp_low || ldst_low);
            ldst_low_q <= ldst_low && (!sp_low || above);
        end else if (state_q == LOAD && step_q == 3'd4)
            who_q <= (none0 == none1 && equal) ? earlier_i : first == ldst_low_q;

    assign empty_o = !(|cycles_q);
    assign busy_o  = state_q != IDLE;
    assign done_o  = state_q == LAST && &step_q;
    assign raise_o = raise_q;
    assign who_o   = who_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg       f_past_q = 1'b0, f_anew_q;
    reg [7:0] f_age_q, f_at;                    // cycles since the decision began: counted, and by the state
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_anew_q <= anew_i;
        f_age_q  <= (busy_o && !done_o && !anew_i) ? f_age_q + 8'd1 : 8'd0;
    end
    always @* begin
        case (step_q)
            3'd0: f_at = 8'd0;
            3'd1: f_at = 8'd14;
            3'd2: f_at = 8'd28;
            3'd3: f_at = 8'd49;
            3'd4: f_at = 8'd70;
            3'd5: f_at = 8'd84;
            3'd6: f_at = 8'd101;
            default: f_at = 8'd115;
        endcase
        case (state_q)
            IDLE:    f_at = 8'd0;
            LOAD:    f_at = f_at;
            RUN:     f_at = f_at + 8'd1 + {3'd0, at_q};
            default: f_at = f_at + 8'd9 + {5'd0, state_q};
        endcase
    end
    wire [18:0] f_by = {cycles_q, 3'd0};        // what is divided by
    always @* assume (f_past_q || anew_i);      // every run begins anew
    always @* if (f_past_q) begin
        in_go:     assume (!(busy_o && go_i));
        in_clear:  assume (!busy_o || (!clear_i && !add_i));
    end
    always @* if (f_past_q) begin
        forgets:   assert (!f_anew_q || (!busy_o && !known_q));
        in_time:   assert (f_age_q == f_at);
        latest:    assert (f_age_q <= 8'd131 && (!done_o || f_age_q == 8'd131));
        inv_at:    assert (at_q <= 5'd19 && (state_q == RUN || at_q == 5'd0));
        inv_step:  assert (state_q != IDLE || step_q == 3'd0);
        inv_run:   assert (!divide || at_q <= 5'd10);
        inv_part:  assert (state_q < BACK || is_part);
        inv_prod:  assert (!product || state_q <= RUN);
        inv_rest:  assert (!divide || at_q == 5'd0 || full_q || acc_q < {1'b0, f_by});
        needs:     assert (!(f_at > 8'd49 && raise_o) || known_q);
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
