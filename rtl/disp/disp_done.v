// disp_done - takes one completion per cycle and says which kernel and slot it frees.
//
// Contract  ready_o is one-hot inside valid_i, round-robin over the SMs; a report stands until
//           its ready. A report of a slot that is not in use is taken too, and raises bad_o.
// Timing    combinational from valid_i and slot_i; the turn moves with every report taken.
// Size      SMS flops.
// Users     disp_top.
// Source    textbook.
`default_nettype none
module disp_done #(
    parameter SMS     = 28,                                 // 1..64
    parameter SLOTS   = 8,                                  // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                  // kernel table entries, 1..16
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1     // derived: never set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,       // synchronous, active low

    input  wire [SMS-1:0]         valid_i,      // SM s reports a finished CTA
    input  wire [SMS*SLOT_W-1:0]  slot_i,       // in this slot
    output wire [SMS-1:0]         ready_o,

    input  wire [KERNELS*SMS-1:0] kid_i,        // bit k*SMS+s: that slot holds kernel k
    output wire                   take_o,       // a report is taken: ready_o says whose,
    output wire [KERNELS-1:0]     take_kid_o,   // of this kernel, one-hot or none,
    output wire [SLOT_W-1:0]      take_slot_o,  // in this slot
    output wire                   bad_o         // taken, but the slot was not in use
);
    reg [KERNELS-1:0] take_kid;

    lib_rr_arb #(.N(SMS)) u_turn (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .req_i(valid_i), .adv_i(1'b1), .gnt_o(ready_o)
    );
    lib_mux1h #(.N(SMS), .W(SLOT_W)) u_slot (
        .sel_i(ready_o), .data_i(slot_i), .data_o(take_slot_o)
    );

    integer k;
    always @*
        for (k = 0; k < KERNELS; k = k + 1)
            take_kid[k] = |(kid_i[k*SMS +: SMS] & ready_o);

    assign take_o     = |valid_i;
    assign take_kid_o = take_kid;
    assign bad_o      = take_o && !(|take_kid);

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0;
    always @(posedge clk_i) f_past_q <= 1'b1;
    always @* begin
        assume (f_past_q || !rst_ni);
        if (f_past_q) begin
            one_hot:  assert (!(ready_o & (ready_o - 1'b1)) && !(ready_o & ~valid_i));
            no_idle:  assert (take_o == |ready_o);
            bad_none: assert (bad_o == (take_o && !(|take_kid_o)));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                contend: cover (rst_ni && ready_o[SMS-1] && valid_i[0] && take_kid_o[0]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
