// disp_done - accepts one CTA completion per cycle and names the kernel and slot to release.
//
// Contract  ready_o is one-hot inside valid_i, round-robin over the SMs; an SM holds its report until
//           ready. A report of a slot that is not in use is accepted too and raises bad_o.
// Timing    valid_i -> ready_o combinational, for one SM at most every other cycle. The accepted report
//           is at freed_* in the next cycle, so a later report sees earlier ones already released.
// Size      2 * SMS + KERNELS + SLOT_W flops.
// Users     disp_top.
// Source    textbook.
`default_nettype none
module disp_done #(
    parameter SMS     = 28,                                 // 1..256
    parameter SLOTS   = 8,                                  // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                  // kernel table entries, 1..16
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1     // derived: never set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,       // synchronous, active low

    input  wire [SMS-1:0]         valid_i,      // SM s reports a finished CTA
    input  wire [SMS*SLOT_W-1:0]  slot_i,       // its slot
    output wire [SMS-1:0]         ready_o,

    input  wire [SMS*KERNELS-1:0] khot_i,       // bit s*KERNELS+k: slot_i of SM s holds a CTA of kernel k
    output wire                   busy_o,       // a report is accepted, or was in the previous cycle
    output wire [SMS-1:0]         freed_sm_o,   // SM whose CTA is released, one-hot or zero
    output wire [KERNELS-1:0]     freed_khot_o, // its kernel, one-hot; zero: the slot was not in use
    output wire [SLOT_W-1:0]      freed_slot_o, // its slot
    output wire                   bad_o         // the report named a slot that is not in use
);
    reg [SMS-1:0]     sm_q;                     // whose report was accepted
    reg [KERNELS-1:0] khot_q;
    reg [SLOT_W-1:0]  slot_q;
    wire [SMS-1:0]    turn;
    wire [SLOT_W-1:0] take_slot;
    wire [KERNELS-1:0] take_khot;

    // The SM granted in the previous cycle is last in the order: the arbiter picks it only if no other SM
    // reports, and then the turn stays. So it is masked after the arbiter, off the critical path.
    lib_rr_arb #(.N(SMS)) u_turn (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .req_i(valid_i), .adv_i(1'b1), .gnt_o(turn)
    );
    assign ready_o = turn & ~sm_q;
    lib_mux1h #(.N(SMS), .W(SLOT_W)) u_slot (
        .sel_i(ready_o), .data_i(slot_i), .data_o(take_slot)
    );

    lib_mux1h #(.N(SMS), .W(KERNELS)) u_khot (
        .sel_i(ready_o), .data_i(khot_i), .data_o(take_khot)
    );

    always @(posedge clk_i)
        if (!rst_ni) begin
            sm_q  <= {SMS{1'b0}};
            khot_q <= {KERNELS{1'b0}};
        end else begin
            sm_q  <= ready_o;
            khot_q <= take_khot;
        end
    always @(posedge clk_i) slot_q <= take_slot;    // guarded by sm_q: not reset

    assign busy_o      = |ready_o || |sm_q;
    assign freed_sm_o  = sm_q;
    assign freed_khot_o = khot_q;
    assign freed_slot_o = slot_q;
    assign bad_o       = |sm_q && !(|khot_q);

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0;
    reg [SMS-1:0]     f_ready_q;                // accepted a cycle ago, and the kernels shown for it
    reg [KERNELS-1:0] f_kid_q, f_kid;
    reg [SLOT_W-1:0]  f_slot_q, f_slot;
    integer f;
    always @* begin
        f_kid  = {KERNELS{1'b0}};
        f_slot = {SLOT_W{1'b0}};
        for (f = 0; f < SMS*KERNELS; f = f + 1)
            if (ready_o[f / KERNELS] && khot_i[f]) f_kid[f % KERNELS] = 1'b1;
        for (f = 0; f < SMS; f = f + 1)
            if (ready_o[f]) f_slot = slot_i[f*SLOT_W +: SLOT_W];
    end
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_ready_q <= ready_o & {SMS{rst_ni}};
        f_kid_q   <= f_kid & {KERNELS{rst_ni}};
        f_slot_q  <= f_slot;
    end
    always @* begin
        assume (f_past_q || !rst_ni);
        if (f_past_q) begin
            one_hot:  assert (!(ready_o & (ready_o - 1'b1)) && !(ready_o & ~valid_i));
            no_idle:  assert (|ready_o || !(|(valid_i & ~f_ready_q)));
            taken:    assert (sm_q == f_ready_q && khot_q == f_kid_q);
            slot:     assert (!(|sm_q) || slot_q == f_slot_q);
            apart:    assert (!(ready_o & f_ready_q));
            left:     assert (freed_sm_o == f_ready_q && freed_khot_o == f_kid_q
                              && (!(|f_ready_q) || freed_slot_o == f_slot_q));
            busy:     assert (busy_o == (|ready_o || |f_ready_q));
            bad_none: assert (bad_o == (|f_ready_q && !(|f_kid_q)));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                contend: cover (rst_ni && ready_o[SMS-1] && valid_i[0] && freed_khot_o[0]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
