// limit_any - a limit policy that may answer anything its contract allows; for proofs.
//
// It stands for every limit policy there is or will be: what is proven with it of the dispatcher does
// not depend on the policy. It also states, as assertions, what the dispatcher promises a policy.
//
// Param     any reset 0 max 1: a register on which its answers depend.
// Users  build/rtl/any/limit_bank.v, tests/formal/proofs_disp.txt.
`default_nettype none
module limit_any #(
    parameter SMS     = 28,                                     // 1..64
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // this policy is in use
    input  wire                         init_i,         // start over, no kernel is busy
    input  wire                         param_any_i,

    input  wire [KERNELS-1:0]           start_i,        // kernel k is launched at this edge
    input  wire [KERNELS-1:0]           busy_i,         // it has not ended,
    input  wire [KERNELS-1:0]           two_d_i,        // it is 2-D,
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // so many of its CTAs fill an empty SM,
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // so many go together
    input  wire [SMS-1:0]               want_valid_i,   // SM s is offered,
    input  wire [SMS*KID_W-1:0]         want_kid_i,     // to this kernel,
    input  wire [SMS*CNT_W-1:0]         ahead_i,        // of which so many are there before the
                                                        // last of the block that goes next
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // SM s, bit k*SLOTS+c: k stands in slot c
    output wire [SMS-1:0]               ok_o,           // SM s may take one more of that kernel
    output wire [SMS*SLOTS-1:0]         paused_o,       // CTA slot ranks below the others
    input  wire [SMS-1:0]               sm_enable_i,    // the host lets SM s receive CTAs
    output wire [KERNELS-1:0]           sat_o,          // kernel k saturated a counter since launch

    input  wire [SMS-1:0]               pick_sm_i,      // one-hot or none: a CTA enters this SM,
    input  wire [KID_W-1:0]             pick_kid_i,     // of this kernel,
    input  wire [SLOT_W-1:0]            pick_slot_i,    // in this slot
    input  wire [SMS-1:0]               done_sm_i,      // one-hot or none: a CTA left this SM,
    input  wire [KERNELS-1:0]           done_kid_i,     // of this kernel, one-hot; none: no CTA,
    input  wire [SLOT_W-1:0]            done_slot_i,    // in this slot

    input  wire                         mon_evt_i,      // the monitors report
    output wire                         busy_o          // a register here changes at this edge
);
    (* anyseq *) reg [SMS-1:0] f_ok;
    (* anyseq *) reg           f_busy;
    (* anyseq *) reg [SMS*SLOTS-1:0] f_paused;
    (* anyseq *) reg [KERNELS-1:0] f_sat;
    localparam SEEN_W = SMS + SMS*KID_W + SMS*CNT_W + SMS*KERNELS*SLOTS + 1 + KERNELS
                      + 2*KERNELS*CNT_W + SMS + KERNELS;
    reg f_past_q = 1'b0, f_moved_q;             // a register of a policy may have changed
    reg [SMS-1:0] f_ok_q;
    reg [SEEN_W-1:0] f_seen_q;
    wire [SEEN_W-1:0] f_seen = {want_valid_i, want_kid_i, ahead_i, map_i, param_any_i, two_d_i,
                                  tmax_i, block_i, sm_enable_i, busy_i};
    wire f_event = init_i || |start_i || |pick_sm_i || |done_sm_i;
    wire f_other = f_seen != f_seen_q;          // it is asked something else
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_moved_q <= !rst_ni || f_busy || f_event;
        f_ok_q    <= f_ok;
        f_seen_q  <= f_seen;
    end
    // docs/rtl/stages.md, rule 2: an answer moves with an event or while the policy is busy; a
    // policy that has come to rest is woken by an event, and a report that moves it makes it busy.
    always @* if (f_past_q) begin
        assume (f_ok == f_ok_q || f_moved_q || f_other);
        assume (!f_busy || f_moved_q || f_event || f_other || mon_evt_i);
    end
    assign paused_o = f_paused;
    assign sat_o  = f_sat;
    assign ok_o   = f_ok;
    assign busy_o = f_busy;

    wire          f_events_ok;
    formal_limit_events #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .SEL_W(1)) u_events (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .sel_i(en_i),
        .start_i(start_i), .tmax_i(tmax_i), .map_i(map_i),
        .pick_sm_i(pick_sm_i), .pick_kid_i(pick_kid_i), .pick_slot_i(pick_slot_i),
        .done_sm_i(done_sm_i), .done_kid_i(done_kid_i), .done_slot_i(done_slot_i),
        .ok_o(f_events_ok)
    );

    // What every policy of the stage may rely on.
    always @* if (f_past_q && rst_ni) begin
        events:   assert (f_events_ok && !(init_i && |pick_sm_i));
    end
endmodule
`default_nettype wire
