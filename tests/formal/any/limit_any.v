// limit_any - a limit policy that may give any answer its contract allows; for proofs.
//
// It stands for every possible limit policy: what is proven of the dispatcher with it holds
// for any policy. Its assertions state what the dispatcher guarantees to a policy.
//
// Param     any reset 0 max 1: a register on which its answers depend.
// Users  build/rtl/any/limit_bank.v, tests/formal/proofs_disp.txt.
`default_nettype none
module limit_any #(
    parameter SMS     = 28,                                     // 1..64
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter AMT_W   = 59,                                     // bits of an amount word, guards included
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // the POLICY register selects this policy
    input  wire                         init_i,         // clears all state; only while no kernel is busy
    input  wire                         param_any_i,

    input  wire [AMT_W-1:0]             cap_i,          // capacity of an empty SM: slots, shared memory, registers,
                                                        // threads, warps, each below a guard bit of 0
    input  wire [AMT_W-1:0]             guard_i,        // constant: the guard bits of an amount word
    input  wire [KERNELS-1:0]           start_i,        // kernel k enters the pool at this clock edge
    input  wire [KERNELS-1:0]           busy_i,         // kernel k is in the pool and has not ended
    input  wire [KERNELS*KERNELS-1:0]   before_i,       // bit k*KERNELS+j: j ranks before k; valid if both are busy
    input  wire [KERNELS*AMT_W-1:0]     amt_i,          // resources of a CTA of kernel k, as cap_i
    input  wire [KERNELS-1:0]           two_d_i,        // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // CTAs per block of kernel k, 1 or more
    input  wire [SMS-1:0]               want_valid_i,   // SM s may be picked for the kernel below
    input  wire [KID_W-1:0]             want_kid_i,     // kernel that all SMs are asked about
    input  wire [SMS*CNT_W-1:0]         ahead_i,        // CTAs of that kernel on SM s plus its next block, minus 1: at most
                                                        // SLOTS where the fit stage agrees; elsewhere the sum may wrap, and
                                                        // ok_o is ignored
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // per SM, bit k*SLOTS+c: slot c holds a CTA of kernel k
    output wire [SMS-1:0]               ok_o,           // SM s may take one more CTA of that kernel
    output wire [SMS*SLOTS-1:0]         paused_o,       // bit s*SLOTS+c: this CTA's warps rank below all others
    input  wire [SMS-1:0]               sm_enable_i,    // the host lets SM s receive CTAs
    output wire [KERNELS-1:0]           sat_o,          // a counter of kernel k has saturated since its launch

    input  wire [SMS-1:0]               book_sm_i,      // SM at which a CTA is booked, one-hot or zero
    input  wire [KID_W-1:0]             book_kid_i,     // its kernel
    input  wire [SLOT_W-1:0]            book_slot_i,    // its slot
    input  wire [SMS-1:0]               done_sm_i,      // SM whose CTA is released, one-hot or zero
    input  wire [KERNELS-1:0]           done_khot_i,    // its kernel, one-hot; zero: the slot was not in use
    input  wire [SLOT_W-1:0]            done_slot_i,    // its slot

    input  wire                         mon_evt_i,      // the monitors report: counts since the previous report
    output wire                         busy_o          // a register changes at this clock edge
);
    (* anyseq *) reg [SMS-1:0] f_ok;
    (* anyseq *) reg           f_busy;
    (* anyseq *) reg [SMS*SLOTS-1:0] f_paused;
    (* anyseq *) reg [KERNELS-1:0] f_sat;
    localparam SEEN_W = SMS + KID_W + SMS*CNT_W + SMS*KERNELS*SLOTS + 1 + KERNELS
                      + 2*KERNELS*CNT_W + SMS + KERNELS;
    reg f_past_q = 1'b0, f_moved_q;             // a register of a policy may have changed
    reg [SMS-1:0] f_ok_q;
    reg [SEEN_W-1:0] f_seen_q;
    wire [SEEN_W-1:0] f_seen = {want_valid_i, want_kid_i, ahead_i, map_i, param_any_i, two_d_i,
                                  tmax_i, block_i, sm_enable_i, busy_i};
    wire f_event = init_i || |start_i || |book_sm_i || |done_sm_i;
    wire f_other = f_seen != f_seen_q;          // its inputs changed
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_moved_q <= !rst_ni || f_busy || f_event;
        f_ok_q    <= f_ok;
        f_seen_q  <= f_seen;
    end
    // docs/rtl/stages.md, rule 2: an answer changes only with an event or while the policy is busy; an
    // idle policy changes only with an event, and a report that changes it makes it busy.
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
        .book_sm_i(book_sm_i), .book_kid_i(book_kid_i), .book_slot_i(book_slot_i),
        .done_sm_i(done_sm_i), .done_khot_i(done_khot_i), .done_slot_i(done_slot_i),
        .ok_o(f_events_ok)
    );
    wire          f_order, f_tmax, f_block, f_sms, f_amts;
    formal_limit_kernels #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W)) u_kernels (
        .clk_i(clk_i), .rst_ni(rst_ni), .busy_i(busy_i), .before_i(before_i), .tmax_i(tmax_i), .block_i(block_i),
        .sm_enable_i(sm_enable_i), .cap_i(cap_i), .guard_i(guard_i), .amt_i(amt_i),
        .order_ok_o(f_order), .tmax_ok_o(f_tmax), .block_ok_o(f_block), .sms_ok_o(f_sms), .amts_ok_o(f_amts)
    );

    // Guaranteed to every policy of the stage.
    always @* if (f_past_q) begin
        in_rules: assert (f_order && f_tmax && f_sms && f_amts);
        in_block: assert (f_block);
    end
    always @* if (f_past_q && rst_ni) begin
        in_events: assert (f_events_ok && !(init_i && |book_sm_i));
    end
endmodule
`default_nettype wire
