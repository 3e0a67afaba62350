// gate_any - a gate that may give any answer its contract allows; for proofs.
//
// It stands for every possible gate: what is proven of the dispatcher with it holds for
// any gate. Its assertions state what the dispatcher guarantees to a gate.
//
// Param     any reset 0 max 1: a register on which its answers depend.
// Users  build/rtl/any/gate_bank.v, tests/formal/proofs_disp.txt.
`default_nettype none
module gate_any #(
    parameter SMS     = 28,                                     // 1..64
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the grid sizes
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // the POLICY register selects this policy
    input  wire                 init_i,         // clears all state; only while no kernel is busy
    input  wire                 param_any_i,

    input  wire [KERNELS-1:0]   start_i,        // kernel k enters the pool at this clock edge
    output wire [KERNELS-1:0]   ask_o,          // kernel whose grid is requested, one-hot or zero
    input  wire [X_W-1:0]       ask_x_i,        // its grid, in CTAs
    input  wire [Y_W-1:0]       ask_y_i,
    input  wire [Z_W-1:0]       ask_z_i,
    input  wire [CNT_W-1:0]     ask_block_i,    // CTAs per block of that kernel
    input  wire [SMS-1:0]       sm_enable_i,    // the host lets SM s receive CTAs
    input  wire [SMS-1:0]       want_valid_i,   // SM s may be picked for the kernel below
    input  wire [KID_W-1:0]     want_kid_i,     // kernel that all SMs are asked about in this cycle
    output wire [SMS-1:0]       ok_o,           // SM s may receive a block of that kernel
    output wire                 alone_o,        // ok_o is void if a CTA of that kernel is picked now or was a cycle ago
    output wire [SMS-1:0]       drain_o,        // SM s receives no CTA and is powered off once empty

    input  wire [SMS-1:0]       pick_sm_i,      // SM at which a block's first CTA was picked, one-hot or zero
    input  wire [KID_W-1:0]     pick_kid_i,     // its kernel; the pick was in the previous cycle
    input  wire [SMS-1:0]       done_sm_i,      // SM whose CTA is released, one-hot or zero
    input  wire [KERNELS-1:0]   done_khot_i,    // its kernel, one-hot; zero: the slot was not in use

    input  wire                 mon_evt_i,      // the monitors report: counts since the previous report
    output wire                 busy_o,         // a register changes at this clock edge
    input  wire [KERNELS-1:0]   stop_i          // kernel k is aborted at this clock edge
);
    (* anyseq *) reg [SMS-1:0] f_ok;
    (* anyseq *) reg           f_busy;
    (* anyseq *) reg [SMS-1:0] f_drain;
    (* anyseq *) reg           f_alone;
    (* anyseq *) reg [KERNELS-1:0] f_ask;
    localparam SEEN_W = SMS + KID_W + 1 + SMS;
    reg f_past_q = 1'b0, f_moved_q;             // a register of a policy may have changed
    reg [SMS-1:0] f_ok_q;
    wire [SMS-1:0] f_answered;
    formal_gate_picks #(.SMS(SMS), .KID_W(KID_W)) u_picks (
        .clk_i(clk_i), .run_i(rst_ni && !init_i && en_i), .ok_i(f_ok & want_valid_i), .alone_i(f_alone),
        .want_kid_i(want_kid_i), .pick_sm_i(pick_sm_i), .pick_kid_i(pick_kid_i), .may_o(f_answered)
    );
    reg [SEEN_W-1:0] f_seen_q;
    wire [SEEN_W-1:0] f_seen = {want_valid_i, want_kid_i, param_any_i, sm_enable_i};
    wire f_event = init_i || |start_i || |pick_sm_i || |done_sm_i || mon_evt_i;
    wire f_other = f_seen != f_seen_q;          // its inputs changed
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_moved_q <= !rst_ni || f_busy || f_event;
        f_ok_q    <= f_ok & {SMS{rst_ni && !init_i}};
        f_seen_q  <= f_seen;
    end
    // docs/rtl/stages.md, rule 2: an answer changes only with an event or while the policy is busy; an
    // idle policy changes only with an event, and a report that changes it makes it busy.
    always @* if (f_past_q) begin
        assume (f_ok == f_ok_q || f_moved_q || f_other);
        assume (!f_busy || f_moved_q || f_event || f_other);
        assume (f_busy || !mon_evt_i || !en_i);
        assume (!(f_ask & (f_ask - 1'b1)));
    end
    assign drain_o = f_drain;
    assign ok_o   = f_ok;
    assign ask_o  = f_ask;
    assign alone_o = f_alone;
    assign busy_o = f_busy;

    // Guaranteed to every policy of the stage.
    always @* if (f_past_q && rst_ni) begin
        in_pick:  assert (!(pick_sm_i & (pick_sm_i - 1'b1)) && (!en_i || !(pick_sm_i & ~f_answered)));
        no_pick:  assert (!(init_i && |pick_sm_i));
        one_done: assert (!(done_sm_i & (done_sm_i - 1'b1)) && !(done_khot_i & (done_khot_i - 1'b1)));
        in_kids:  assert (!(|pick_sm_i) || pick_kid_i < KERNELS);
        // The descriptor of a busy entry is stable (disp_desc), so its values at the launch hold.
        sizes:    assert (!en_i || !(|(f_ask & start_i))
                          || (|ask_x_i && |ask_y_i && |ask_z_i && |ask_block_i && ask_block_i <= SLOTS));
    end
endmodule
`default_nettype wire
