// issue_sub - issue logic of one sub-core: the warps whose operands allow it compete, an arbiter selects one.
//
// Contract  A warp competes if it is valid, offered, of a live CTA, and its unit says ok: issue_bits if REGS is 0, else
//           issue_regs. Pausing and the order of warps are those of arb_top, as is the policy, arb_bank. gnt_o is one-hot or
//           zero; every grant issues, and the unit includes it from the next cycle on.
// Timing    the grant of cycle t, from head_i, offer_i and paused_i of cycle t, reaches the unit in cycle t and gnt_o after its
//           clock edge. In that next cycle head_i and offer_i are already those of the warp's next instruction.
// Size      the unit + arb_ctx + the policy + WARPS + 1 flops; the longest path passes the unit and the policy.
// Users     the benches.
// Source    Huerta et al., MICRO 2025, section 5.1; docs/rtl/issue.md; rtl/gen_bank.sh writes arb_bank around one policy.
`default_nettype none
module issue_sub #(
    parameter WARPS     = 16,           // warps of the sub-core, 2..64
    parameter SLOTS     = 8,            // CTA slots of the SM, 1 or more
    parameter KERNELS   = 4,            // kernel table entries, 1..16
    parameter REGS      = 0,            // 0: control bits; else a scoreboard of so many registers, 2..1024
    parameter CONSUMERS = 63,           // of the scoreboard: consumers of a register at most: 1, 3, 7, 15, 31 or 63
    parameter READS     = 2,            // instructions per cycle that have read their sources, 1..8
    parameter WRITES    = 2,            // results per cycle, 1..8
    parameter WARP_W    = WARPS > 1 ? $clog2(WARPS) : 1,    // derived: never set, nor the others
    parameter SLOT_W    = SLOTS > 1 ? $clog2(SLOTS) : 1,
    parameter KID_W     = KERNELS > 1 ? $clog2(KERNELS) : 1,
    parameter REG_W     = REGS > 1 ? $clog2(REGS) : 1,
    parameter HEAD_W    = REGS > 0 ? 5*(REG_W + 1) : 27,
    parameter READ_W    = REGS > 0 ? 4*(REG_W + 1) : 3,
    parameter WRITE_W   = REGS > 0 ? REG_W + 1 : 3
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,                // synchronous, active low

    input  wire [2:0]                scheds_i,              // sub-cores of the SM: 1, 2 or 4; constant

    input  wire                      cta_start_evt_i,       // a CTA starts; at most one per cycle
    input  wire [SLOT_W-1:0]         cta_start_slot_i,
    input  wire [KID_W-1:0]          cta_start_kid_i,
    input  wire [WARPS-1:0]          cta_start_warps_i,     // its warps on this sub-core, idle and not offered; may be zero
    input  wire [SLOT_W-1:0]         cta_start_partner_i,   // slot of its block's leader; its own slot: no block
    input  wire                      cta_end_evt_i,         // a CTA finishes; at most one per cycle
    input  wire [SLOT_W-1:0]         cta_end_slot_i,        // never the slot that starts in the same cycle

    input  wire [WARPS-1:0]          valid_i,               // warp is resident and has not ended
    input  wire [WARPS-1:0]          offer_i,               // its oldest instruction is in the buffer, its unit can take it, and
                                                            // the warp is not at a barrier: all but its operands
    input  wire [WARPS*HEAD_W-1:0]   head_i,                // slice w: what the unit reads of that instruction
    input  wire [WARPS-1:0]          load_i,                // it is a load through the L1D
    input  wire [WARPS-1:0]          longlat_i,             // warp waits for memory or at a barrier;
                                                            // set while valid_i is clear: the warp does not exist
    input  wire [WARPS-1:0]          victim_evt_i,          // this warp hit an L1 victim tag
    input  wire [SLOTS-1:0]          paused_i,              // CTA is paused: its warps rank below all others
    input  wire                      hold_i,                // the sub-core stands still: no warp competes, and control bits
                                                            // count no stall and no yield

    input  wire [READS-1:0]          read_evt_i,            // an instruction has read its sources
    input  wire [READS*WARP_W-1:0]   read_warp_i,           // its warp
    input  wire [READS*READ_W-1:0]   read_tag_i,            // its read counter, or its source fields
    input  wire [WRITES-1:0]         write_evt_i,           // a result is written
    input  wire [WRITES*WARP_W-1:0]  write_warp_i,
    input  wire [WRITES*WRITE_W-1:0] write_tag_i,           // write counter of its instruction, or its destination field

    output wire [KERNELS-1:0]        asks_o,                // kernels with a competing warp, combinational; zero
                                                            // unless the policy's kernels take turns
    input  wire [KERNELS-1:0]        serve_i,               // arb_sm's answer to asks_o of all sub-cores

    output wire [WARPS-1:0]          ok_o,                  // combinational: operands of head_i allow the issue
    output wire [WARPS-1:0]          idle_o,                // nothing of the warp is pending in the unit
    output wire [WARPS-1:0]          gnt_o,                 // registered; one-hot or zero
    output wire                      gnt_valid_o            // registered; gnt_o is not zero
);
    wire [SLOTS-1:0]        live;
    wire [SLOTS*WARPS-1:0]  warps;
    wire [SLOTS*SLOTS-1:0]  older;
    wire [SLOTS*KID_W-1:0]  kid;
    wire [SLOTS*SLOT_W-1:0] partner;
    wire [SLOT_W-1:0]       start_lead, end_heir;
    wire [WARPS-1:0]        ready, pool, held, gnt_d;
    wire                    yield, any, still;
    wire [WARPS-1:0]        start = cta_start_warps_i & {WARPS{cta_start_evt_i}};
    wire [WARPS-1:0]        offer = offer_i & {WARPS{!hold_i}};
`ifdef FORMAL
    wire                    f_rules;
`endif

    generate
        if (REGS == 0) begin : g_bits
            issue_bits #(.WARPS(WARPS), .READS(READS), .WRITES(WRITES)) u_unit (
                .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .head_i(head_i), .gnt_i(gnt_d), .hold_i(hold_i),
                .read_evt_i(read_evt_i), .read_warp_i(read_warp_i), .read_tag_i(read_tag_i),
                .write_evt_i(write_evt_i), .write_warp_i(write_warp_i), .write_tag_i(write_tag_i),
`ifdef FORMAL
                .f_rules_o(f_rules),
`endif
                .ok_o(ok_o), .idle_o(idle_o));
        end else begin : g_regs
            issue_regs #(.WARPS(WARPS), .READS(READS), .WRITES(WRITES), .REGS(REGS), .CONSUMERS(CONSUMERS)) u_unit (
                .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .head_i(head_i), .gnt_i(gnt_d),
                .read_evt_i(read_evt_i), .read_warp_i(read_warp_i), .read_tag_i(read_tag_i),
                .write_evt_i(write_evt_i), .write_warp_i(write_warp_i), .write_tag_i(write_tag_i),
`ifdef FORMAL
                .f_rules_o(f_rules),
`endif
                .ok_o(ok_o), .idle_o(idle_o));
        end
    endgenerate

    arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_ctx (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_start_kid_i(cta_start_kid_i), .cta_start_warps_i(cta_start_warps_i),
        .cta_start_partner_i(cta_start_partner_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .valid_i(valid_i), .ready_i(offer & ok_o), .paused_i(paused_i),
        .live_o(live), .warps_o(warps), .older_o(older), .kid_o(kid), .partner_o(partner),
        .start_lead_o(start_lead), .end_heir_o(end_heir),
        .ready_o(ready), .pool_o(pool), .held_o(held), .yield_o(yield));

    arb_bank #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_bank (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .live_i(live), .warps_i(warps), .older_i(older), .kid_i(kid), .partner_i(partner),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_start_warps_i(cta_start_warps_i), .cta_start_lead_i(start_lead),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i), .cta_end_heir_i(end_heir),
        .scheds_i(scheds_i), .longlat_i(longlat_i), .victim_evt_i(victim_evt_i),
        .valid_i(valid_i), .ready_i(ready), .load_i(load_i), .pool_i(pool), .held_i(held), .yield_i(yield),
        .serve_i(serve_i), .asks_o(asks_o), .gnt_o(gnt_d), .any_o(any), .still_o(still));

    reg  [WARPS-1:0] gnt_q;
    reg              gnt_valid_q;
    always @(posedge clk_i)
        if (!rst_ni) begin
            gnt_q       <= {WARPS{1'b0}};
            gnt_valid_q <= 1'b0;
        end else begin
            gnt_q       <= gnt_d;
            gnt_valid_q <= any;
        end
    assign gnt_o       = gnt_q;
    assign gnt_valid_o = gnt_valid_q;

    // The unit counts in every cycle, so a policy that could skip one is of no use here.
    wire unused = &{1'b0, still};

`ifdef FORMAL
    localparam [SLOT_W:0] LAST = SLOTS;
    localparam [WARPS-1:0] ONE = 1;
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg  [2:0]       f_scheds_q;
    reg              f_init_q = 1'b0, f_run_q;          // run: the last edge was not a reset
    reg  [WARPS-1:0] f_asked_q, f_in_a_q, f_in_b_q;     // sampled at the last edge
    reg              f_hold_a_q, f_hold_b_q, f_shut_q;  // shut: a warp was offered and not ok
    wire [WARPS-1:0] f_absent = (longlat_i & ~valid_i) & (~(longlat_i & ~valid_i) + ONE);  // the first warp that does not exist
    reg  [WARPS-1:0] f_absent_q;
    reg  [WARPS-1:0] f_owned, f_gone, f_in_a, f_in_b;   // warps of: any CTA, the ending one, a, b
    integer i;
    always @* begin
        f_owned = {WARPS{1'b0}};
        f_gone  = {WARPS{1'b0}};
        f_in_a  = {WARPS{1'b0}};
        f_in_b  = {WARPS{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps[i*WARPS +: WARPS];
            if (cta_end_evt_i && cta_end_slot_i == i) f_gone = warps[i*WARPS +: WARPS];
            if (f_a == i) f_in_a = warps[i*WARPS +: WARPS];
            if (f_b == i) f_in_b = warps[i*WARPS +: WARPS];
        end
    end
    always @(posedge clk_i) begin
        f_init_q   <= 1'b1;
        f_scheds_q <= scheds_i;
        f_run_q    <= rst_ni;
        f_absent_q <= f_absent;
        f_asked_q  <= offer & ok_o & valid_i & f_owned;
        f_in_a_q   <= f_in_a;
        f_in_b_q   <= f_in_b;
        f_hold_a_q <= paused_i[f_a];
        f_hold_b_q <= paused_i[f_b];
        f_shut_q   <= |(offer_i & valid_i & f_in_b & ~ok_o);
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_a < LAST && f_b < LAST && f_a != f_b);
        in_scheds: assume ((scheds_i == 1 || scheds_i == 2 || scheds_i == 4) && (!f_init_q || scheds_i == f_scheds_q));
        in_slots: assume (cta_start_slot_i < LAST && cta_end_slot_i < LAST
                          && cta_start_partner_i < LAST);
        in_exist: assume (!f_init_q || !f_run_q || f_absent == f_absent_q);
        in_fresh: assume (!cta_start_evt_i || !live[cta_start_slot_i]);
        in_masks: assume (!cta_start_evt_i || !(cta_start_warps_i & f_owned & ~f_gone));
        in_start: assume (!f_init_q || !(start & (offer_i | ~idle_o)));
        in_events: assume (!f_init_q || f_rules);
        if (f_init_q) begin
            reset:   assert (f_run_q || !gnt_o);
            one_hot: assert (!(gnt_o & (gnt_o - ONE)));
            flagged: assert (gnt_valid_o == |gnt_o);
            asked:   assert (!f_run_q || !(gnt_o & ~f_asked_q));
            no_idle: assert (!f_run_q || (|gnt_o) == (|f_asked_q));      // with arb_gto
            pausing: assert (!(f_run_q && f_hold_a_q && |(gnt_o & f_in_a_q)
                               && !f_hold_b_q && |(f_asked_q & f_in_b_q)));
            granted: cover (f_run_q && |(gnt_o & f_in_a_q) && f_hold_a_q && f_shut_q && !f_hold_b_q);
        end
    end
`endif
endmodule
`default_nettype wire
