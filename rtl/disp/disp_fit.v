// disp_fit - resource tracker: which SMs have room for a CTA of the kernel they want.
//
// Contract  fit_o[s] is what disp_fit_sm says of SM s. This stage alone keeps an SM from being
//           over-allocated. A pick gets the lowest-numbered free slot of its SM.
// Timing    fit_o, map_o follow the registers, resident_o a cycle later; pick_slot_o follows
//           pick_sm_i in the same cycle; picks and releases at an edge show after it.
// Size      SMS * disp_fit_sm.
// Users     disp_top.   Not modelled: SMs of different capacity.
`default_nettype none
module disp_fit #(
    parameter SMS     = 28,                     // 1..256
    parameter SLOTS   = 8,                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter AMT_W   = 54,                     // bits of an amount word, guards included
    parameter [AMT_W-1:0] GUARD = 0,            // the guard bits of an amount word
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low

    input  wire                         init_i,         // everything free, amounts from cap_i
    input  wire [AMT_W-1:0]             cap_i,
    input  wire [4:0]                   cap_slots_i,    // usable slots per SM; > SLOTS means all

    input  wire [KERNELS*AMT_W-1:0]     amt_i,          // what a CTA of each kernel takes
    input  wire [SMS*KID_W-1:0]         want_kid_i,     // SM s is asked about this kernel:
    output wire [SMS-1:0]               fit_o,          // a CTA of it fits,
    output wire [SMS-1:0]               next_o,         // and will behind this edge
    output wire [SMS*CNT_W-1:0]         resident_o,     // so many CTAs of what was asked about a cycle
                                                        // ago were there then
    output wire [SMS*KERNELS*SLOTS-1:0] map_o,          // SM s, bit k*SLOTS+c: kernel k in slot c

    input  wire [SMS-1:0]               pick_sm_i,      // one-hot: a CTA goes here
    output wire [SLOT_W-1:0]            pick_slot_o,    // into this slot

    input  wire [SMS*SLOT_W-1:0]        done_slot_i,    // slot each SM reports
    output wire [KERNELS*SMS-1:0]       done_kid_o,     // bit k*SMS+s: it holds kernel k
    input  wire [SMS-1:0]               free_sm_i,      // a CTA leaves this SM, one-hot or none,
                                                        // never the SM of a pick,
    input  wire [SLOT_W-1:0]            free_slot_i,    // from this slot,
    input  wire [KERNELS-1:0]           free_kid_i      // of this kernel, one-hot; none: no CTA
);
    localparam [KERNELS-1:0] KID_ONE = 1;

    reg  [SLOTS-1:0]     usable_q;
    wire [SMS*SLOTS-1:0] slot;
    wire [SLOTS-1:0]     pick_slot;
    wire [AMT_W-1:0]     free_amt;

    always @(posedge clk_i)
        if (!rst_ni)
            usable_q <= {SLOTS{1'b0}};
        else if (init_i)
            usable_q <= ~({SLOTS{1'b1}} << cap_slots_i);

    lib_mux1h #(.N(SMS), .W(SLOTS)) u_slot (
        .sel_i(pick_sm_i), .data_i(slot), .data_o(pick_slot)
    );
    lib_enc1h #(.N(SLOTS)) u_enc (.hot_i(pick_slot), .bin_o(pick_slot_o));
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_free (
        .sel_i(free_kid_i), .data_i(amt_i), .data_o(free_amt)
    );

    genvar s, k;
    generate
        for (s = 0; s < SMS; s = s + 1) begin : g_sm
            wire [KERNELS-1:0] done_kid;
            disp_fit_sm #(
                .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)
            ) u_sm (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .init_i(init_i), .cap_i(cap_i), .usable_i(usable_q),
                .amt_i(amt_i),
                .want_i(KID_ONE << want_kid_i[s*KID_W +: KID_W]),
                .fit_o(fit_o[s]), .next_o(next_o[s]), .resident_o(resident_o[s*CNT_W +: CNT_W]),
                .map_o(map_o[s*KERNELS*SLOTS +: KERNELS*SLOTS]),
                .pick_i(pick_sm_i[s]), .slot_o(slot[s*SLOTS +: SLOTS]),
                .done_slot_i(done_slot_i[s*SLOT_W +: SLOT_W]), .done_kid_o(done_kid),
                .free_i(free_sm_i[s]), .free_slot_i(free_slot_i),
                .free_kid_i(free_kid_i), .free_amt_i(free_amt)
            );
            for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
                assign done_kid_o[k*SMS + s] = done_kid[k];
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg                     f_past_q = 1'b0;
    reg [KERNELS*AMT_W-1:0] f_amt_q;
    reg                     f_moved, f_wide;    // a resident kernel's word changed; a guard is set
    reg [KERNELS-1:0]       f_kid;              // kernel of what leaves
    reg [SLOTS-1:0]         f_row;
    localparam [SLOTS-1:0]  F_ONE = 1;
    integer i, j;
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_amt_q  <= amt_i;
    end
    always @* begin
        f_moved = 1'b0;
        f_wide  = 1'b0;
        f_kid   = {KERNELS{1'b0}};
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_wide   = f_wide || |(amt_i[i*AMT_W +: AMT_W] & GUARD);
            for (j = 0; j < SMS; j = j + 1) begin
                f_row    = map_o >> ((j*KERNELS + i)*SLOTS);
                f_kid[i] = f_kid[i] || (free_sm_i[j] && |(f_row & (F_ONE << free_slot_i)));
                f_moved  = f_moved || (|f_row
                        && amt_i[i*AMT_W +: AMT_W] != f_amt_q[i*AMT_W +: AMT_W]);
            end
        end
    end
    reg f_far;                                  // a wanted kernel is none of the table
    always @* begin
        f_far = 1'b0;
        for (i = 0; i < SMS; i = i + 1)
            f_far = f_far || want_kid_i[i*KID_W +: KID_W] >= KERNELS;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_amt:  assume (!f_moved && !f_wide && !(cap_i & GUARD) && !f_far);
        in_pick: assume (!(pick_sm_i & (pick_sm_i - 1'b1)) && !(init_i && |pick_sm_i)
                         && !(pick_sm_i & ~fit_o));
        in_free: assume (!(free_sm_i & (free_sm_i - 1'b1)) && !(free_kid_i & ~f_kid)
                         && !(free_kid_i & (free_kid_i - 1'b1)) && !(free_sm_i & pick_sm_i));
    end
    always @* if (f_past_q) begin
        slot_free: assert (!(rst_ni && |pick_sm_i) || |pick_slot);
        slot_one:  assert (!(pick_slot & ~usable_q) && !(pick_slot & (pick_slot - F_ONE)));
        inv_thermo: assert (!(usable_q & (usable_q + F_ONE)));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                shared: cover (rst_ni && |pick_sm_i && |free_kid_i && pick_slot[1]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
