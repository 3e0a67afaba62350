// lib_room - of each SM, the CTAs of one kernel that still fit: free amounts over the needs of a CTA, the least of the fields.
//
// Contract  While on_i is high, n_o of an SM with known_o is the highest n for which n CTAs of need_i fit into free_i of the
//           same cycle. A booking or a release of a CTA of this kernel changes n_o by one. After one of another kernel, and
//           when on_i rises, the SM is counted anew: it is not known meanwhile. One lib_times serves all SMs; the lowest SM
//           that is not known enters it first. A count during which anything is booked or released on its SM is discarded.
// Timing    one SM enters per cycle: an SM that enters lib_times in cycle t is known from t + CNT_W + 1 on. So all SMs are
//           known SMS + CNT_W cycles after on_i rises, if no count is discarded.
// Size      SMS * (2*CNT_W + 1) flops, lib_times, a multiplexer of amount words.
// Users     place_room.   Source  own.
`default_nettype none
module lib_room #(
    parameter SMS   = 28,                       // 1..256
    parameter AMT_W = 59,                       // bits of an amount word, guards included
    parameter CNT_W = 4                         // bits of n_o: enough for the CTA slots of an SM
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 on_i,           // a kernel is counted; low: no SM is known
    input  wire [SMS-1:0]       enable_i,       // SM s is counted; constant while on_i is high
    input  wire [AMT_W-1:0]     guard_i,        // the guard bits of an amount word (disp_fit_sm)
    input  wire [AMT_W-1:0]     need_i,         // resources of a CTA of the kernel; constant while on_i is high
    input  wire [SMS*AMT_W-1:0] free_i,         // free amounts of SM s
    input  wire [SMS-1:0]       took_i,         // a CTA of the kernel is booked on SM s at this clock edge
    input  wire [SMS-1:0]       gave_i,         // a CTA of the kernel is released; never on an SM of took_i
    input  wire [SMS-1:0]       other_i,        // a CTA of another kernel is booked or released
    output wire [SMS*CNT_W-1:0] n_o,            // CTAs that fit; valid with known_o
    output wire [SMS-1:0]       known_o,
    output wire                 busy_o          // an SM is not known
);
    localparam [SMS-1:0]   ONE     = 1;
    localparam [CNT_W-1:0] CNT_ONE = 1;

    reg  [SMS*CNT_W-1:0]  n_q;
    reg  [SMS-1:0]        known_q;
    reg  [CNT_W*SMS-1:0]  at_q;                 // SM whose word is in stage j of lib_times, one-hot or zero: discarded
    wire [SMS-1:0]        event_sm = took_i | gave_i | other_i;
    reg  [SMS-1:0]        staged;               // SMs of all stages
    wire [SMS-1:0]        want   = enable_i & ~known_q & ~staged;
    wire [SMS-1:0]        enters = want & (~want + ONE);
    wire [SMS-1:0]        leaves = at_q[(CNT_W - 1)*SMS +: SMS] & ~event_sm;
    wire [AMT_W-1:0]      word;
    wire [CNT_W-1:0]      n;
    integer j;
    always @* begin
        staged = {SMS{1'b0}};
        for (j = 0; j < CNT_W; j = j + 1) staged = staged | at_q[j*SMS +: SMS];
    end

    lib_mux1h #(.N(SMS), .W(AMT_W)) u_word (.sel_i(enters), .data_i(free_i), .data_o(word));
`ifdef FORMAL
    wire [CNT_W*CNT_W-1:0] f_n;
    wire [CNT_W-1:0]       f_sure;
`endif
    lib_times #(.AMT_W(AMT_W), .CNT_W(CNT_W)) u_times (
        .clk_i(clk_i), .guard_i(guard_i), .free_i(word), .need_i(need_i), .n_o(n)
`ifdef FORMAL
        , .f_n_o(f_n), .f_sure_o(f_sure)
`endif
    );

    integer s, r;
    always @(posedge clk_i)
        if (!rst_ni || !on_i) begin
            known_q <= {SMS{1'b0}};
            at_q    <= {CNT_W*SMS{1'b0}};
        end else begin
            known_q <= (known_q & ~other_i) | leaves;
            at_q[0 +: SMS] <= enters & ~event_sm;
            for (r = 1; r < CNT_W; r = r + 1)
                at_q[r*SMS +: SMS] <= at_q[(r - 1)*SMS +: SMS] & ~event_sm;
        end
    always @(posedge clk_i)                     // valid with known_q; reset, because place_room compares all of them
        for (s = 0; s < SMS; s = s + 1)
            if (!rst_ni)        n_q[s*CNT_W +: CNT_W] <= {CNT_W{1'b0}};
            else if (leaves[s])      n_q[s*CNT_W +: CNT_W] <= n;
            else if (took_i[s]) n_q[s*CNT_W +: CNT_W] <= n_q[s*CNT_W +: CNT_W] - CNT_ONE;
            else if (gave_i[s]) n_q[s*CNT_W +: CNT_W] <= n_q[s*CNT_W +: CNT_W] + CNT_ONE;

    assign n_o     = n_q;
    assign known_o = known_q;
    assign busy_o  = on_i && |(enable_i & ~known_q);

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg  f_past_q = 1'b0, f_on_q = 1'b0, f_knew_q;
    wire f_rules, f_right;
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [SMS-1:0] f_known = known_q >> f_s;
    formal_room_events #(.SMS(SMS), .AMT_W(AMT_W), .CNT_W(CNT_W)) u_rules (
        .clk_i(clk_i), .rst_ni(rst_ni), .on_i(on_i), .enable_i(enable_i), .guard_i(guard_i), .need_i(need_i), .free_i(free_i),
        .took_i(took_i), .gave_i(gave_i), .other_i(other_i), .ok_o(f_rules)
    );
    formal_room_counts #(.SMS(SMS), .AMT_W(AMT_W), .CNT_W(CNT_W)) u_counts (
        .s_i(f_s), .on_i(on_i), .guard_i(guard_i), .need_i(need_i), .free_i(free_i), .n_i(n_q), .known_i(known_q), .at_i(at_q),
        .stage_n_i(f_n), .sure_i(f_sure), .ok_o(f_right)
    );
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_on_q   <= rst_ni && on_i;
        f_knew_q <= rst_ni && on_i && busy_o && !(|other_i);
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS);
    end
    always @* if (f_past_q) begin
        in_events: assume (f_rules);
    end
    always @* if (f_past_q) begin
        right:   assert (f_right);
        off:     assert (f_on_q || !(|known_q || |at_q));
        enabled: assert (!(f_on_q && on_i) || !((known_q | staged) & ~enable_i));
        lowest:  assert (!(|want) || (|enters && !(enters & ~want) && !(enters & (enters - ONE))));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                all:   cover (rst_ni && on_i && &known_q && n_q[CNT_W-1:0] > 1);
                anew:  cover (rst_ni && on_i && f_knew_q && f_known[0] && f_s == SMS - 1 && !known_q[0] && |gave_i);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
