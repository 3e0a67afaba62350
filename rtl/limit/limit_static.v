// limit_static - at most n CTAs of a kernel on an SM, n set by the host.
//
// Param     0 reset 1 max 31: n, most CTAs of a kernel resident on one SM.
// Contract  ok_o[s] = SM s would hold at most n CTAs of the kernel it is offered to, or no more than a
//           block of them: a kernel whose blocks are larger than n runs with one block per SM.
// Timing    combinational from the registered counts and the parameter.
// Size      no flops; one comparison of a slot count per SM.
// Users     limit_bank.   Source  the static sweeps of 000 Fig. 5 and 001 Fig. 1.
`default_nettype none
module limit_static #(
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
    localparam [31:0] SLOTS_32 = SLOTS;

    // An n above SLOTS limits nothing; clipped once, the compare per SM is CNT_W bits wide.
    wire [31:0]      n    = (params_i[31:0] < SLOTS_32) ? params_i[31:0] : SLOTS_32;
    wire [CNT_W-1:0] most = n[CNT_W-1:0];
    reg  [SMS-1:0]   ok;
    reg  [CNT_W-1:0] block;                     // of the kernel the SM is offered to

    integer s, k;
    always @*
        for (s = 0; s < SMS; s = s + 1) begin
            block = {CNT_W{1'b0}};
            for (k = 0; k < KERNELS; k = k + 1)
                if (want_kid_i[s*KID_W +: KID_W] == k[KID_W-1:0])
                    block = block | block_i[k*CNT_W +: CNT_W];
            ok[s] = ahead_i[s*CNT_W +: CNT_W] < ((block < most) ? most : block);
        end

    assign ok_o     = ok;
    assign paused_o = {SMS*SLOTS{1'b0}};
    assign busy_o   = 1'b0;

    // The count per SM is kept by disp_fit, so no event needs to be followed here.
    wire unused = &{1'b0, clk_i, rst_ni, en_i, init_i, params_i, start_i, two_d_i, tmax_i,
                    want_valid_i, map_i, pick_sm_i, pick_kid_i, pick_slot_i, done_sm_i,
                    done_kid_i, done_slot_i, mon_evt_i, mon_cycles_i, mon_active_i, mon_idle_i,
                    mon_mem_i, mon_sp_busy_i, mon_ldst_busy_i, mon_inst_i, n};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [SMS*CNT_W-1:0] f_cnt = ahead_i >> (f_s * CNT_W);
    wire [CNT_W-1:0]     f_res = f_cnt[CNT_W-1:0];
    wire [SMS*KID_W-1:0]     f_kid    = want_kid_i >> (f_s * KID_W);
    wire [KERNELS*CNT_W-1:0] f_blocks = block_i >> (f_kid[KID_W-1:0] * CNT_W);
    wire [CNT_W-1:0]         f_block  = f_blocks[CNT_W-1:0];
    wire [SMS-1:0]       f_want = want_valid_i >> f_s;
    wire                 f_on  = f_want[0];      // a count is meant only where one is asked for
    always @* begin
        assume (f_s < SMS);
        in_res: assume (!rst_ni || !f_on || f_res <= SLOTS);
        below:  assert (!f_on || !(ok[f_s] && f_res < SLOTS) || f_res < params_i[31:0] || f_res < f_block);
        first:  assert (!f_on || f_res >= f_block || ok[f_s]);
        above:  assert (!f_on || ok[f_s] || f_res >= params_i[31:0] || f_res == SLOTS);
        pauses: assert (!(|paused_o) && !busy_o);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* held: cover (&want_valid_i && !ok_o[0] && ok_o[SMS-1] && params_i[31:0] == 32'd2);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
