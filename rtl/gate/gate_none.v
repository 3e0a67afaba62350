// gate_none - no gate: every issuance the other stages agree on is allowed.
//
// Contract  ok_o is a constant: always.
// Timing    none.   Size  none.
// Users     gate_bank.   Source  the baseline of all five papers.
`default_nettype none
module gate_none #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the grid sizes
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // this policy is in use
    input  wire                 init_i,         // start over, no kernel is busy
    input  wire [16*32-1:0]     params_i,       // parameter p at [p*32 +: 32]

    input  wire [KERNELS-1:0]   start_i,        // kernel k is launched at this edge
    output wire [KERNELS-1:0]   ask_o,          // one-hot or none: how large is kernel k?
    input  wire [X_W-1:0]       ask_x_i,        // x * y * z CTAs
    input  wire [Y_W-1:0]       ask_y_i,
    input  wire [Z_W-1:0]       ask_z_i,
    input  wire [CNT_W-1:0]     ask_block_i,    // that go so many together
    input  wire [SMS-1:0]       sm_enable_i,    // the host lets SM s receive CTAs
    input  wire [SMS-1:0]       want_valid_i,   // SM s is offered,
    input  wire [SMS*KID_W-1:0] want_kid_i,     // to this kernel
    output wire [SMS-1:0]       ok_o,           // SM s may be issued a block of that kernel
    output wire                 alone_o,        // ok_o is void if there is a pick now, or was a cycle ago
    output wire [SMS-1:0]       drain_o,        // SM s is to run empty and then be off

    input  wire [SMS-1:0]       pick_sm_i,      // one-hot or none: a block began on this SM,
    input  wire [KID_W-1:0]     pick_kid_i,     // of this kernel, a cycle ago
    input  wire [SMS-1:0]       done_sm_i,      // one-hot or none: a CTA left this SM,
    input  wire [KERNELS-1:0]   done_kid_i,     // of this kernel, one-hot; none: no CTA

    input  wire                 mon_evt_i,      // counts since the last event:
    input  wire [4:0]           mon_cycles_i,   // cycles, 0..16; of them
    input  wire [SMS*5-1:0]     mon_active_i,   // with a warp issued
    output wire                 busy_o,         // a register here changes at this edge
    input  wire [KERNELS-1:0]   stop_i          // kernel k is aborted at this edge
);
    assign ok_o    = {SMS{1'b1}};
    assign ask_o   = {KERNELS{1'b0}};
    assign alone_o = 1'b0;
    assign drain_o = {SMS{1'b0}};
    assign busy_o  = 1'b0;

    // Every issuance is allowed: nothing needs to be known.
    wire unused = &{1'b0, stop_i, clk_i, rst_ni, en_i, init_i, params_i, start_i, ask_x_i, ask_y_i,
                    ask_z_i, ask_block_i, sm_enable_i, want_valid_i, want_kid_i, pick_sm_i,
                    pick_kid_i, done_sm_i, done_kid_i, mon_evt_i, mon_cycles_i,
                    mon_active_i};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    always @* begin
        open:   assert (&ok_o && !(|drain_o) && !(|ask_o) && !alone_o && !busy_o);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* asked: cover (|want_valid_i);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
