// limit_tmax - no limit: an SM holds as many CTAs as fit (T_max).
//
// Contract  ok_o and paused_o are constants: always, never.
// Timing    none.   Size  none.
// Users     limit_bank.   Source  the baseline of all five papers.
`default_nettype none
module limit_tmax #(
    parameter SMS     = 28,                                     // 1..256
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
    input  wire [16*32-1:0]             params_i,       // parameter p at [p*32 +: 32]

    input  wire [KERNELS-1:0]           start_i,        // kernel k is launched at this edge
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

    input  wire                         mon_evt_i,      // counts since the last event:
    input  wire [4:0]                   mon_cycles_i,   // cycles, 0..16; of them
    input  wire [SMS*5-1:0]             mon_active_i,   // with a warp issued
    input  wire [SMS*5-1:0]             mon_idle_i,     // with no warp to issue, not stalled
    input  wire [SMS*5-1:0]             mon_mem_i,      // with every warp waiting for memory
    input  wire [SMS*5-1:0]             mon_sp_busy_i,
    input  wire [SMS*5-1:0]             mon_ldst_busy_i,
    input  wire [SMS*SLOTS*7-1:0]       mon_inst_i,     // instructions issued per CTA slot
    output wire                         busy_o          // a register here changes at this edge
);
    assign ok_o     = {SMS{1'b1}};
    assign paused_o = {SMS*SLOTS{1'b0}};
    assign sat_o    = {KERNELS{1'b0}};
    assign busy_o   = 1'b0;

    // Whatever fits is welcome: nothing needs to be known.
    wire unused = &{1'b0, clk_i, rst_ni, en_i, init_i, params_i, start_i, two_d_i, tmax_i, block_i,
                    want_valid_i, want_kid_i, ahead_i, map_i, pick_sm_i, pick_kid_i, pick_slot_i,
                    done_sm_i, done_kid_i, done_slot_i, mon_evt_i, mon_cycles_i, mon_active_i,
                    mon_idle_i, mon_mem_i, mon_sp_busy_i, mon_ldst_busy_i, mon_inst_i,
                    sm_enable_i};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    always @* begin
        free:   assert (&ok_o && !(|paused_o) && !busy_o);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* asked: cover (|ahead_i);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
