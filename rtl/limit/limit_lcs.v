// limit_lcs - lazy CTA scheduling: the first CTA to finish shows how many CTAs keep the SM busy.
//
// Param     rounding reset 0 max 2: of the instruction ratio, to whole blocks, 0 down, 1 up, 2 to the nearest.
// Param     scope reset 0 max 1: who decides, 0 each SM for itself, 1 the lowest enabled SM that counts.
// Contract  T_new = sum of inst / max inst over a kernel's CTAs on an SM when the first of them completes, that one
//           included, rounded once, to whole blocks; at least one, at most those up to T_max, and these if all
//           are 0. Held until the kernel's next launch. Before the completion there is no limit; while
//           T_new is computed the SM takes no CTA of that kernel. A counter about to overflow freezes
//           all counters of its kernel on its SM, which preserves their ratios, and sets sat_o. With
//           scope 1 and every SM that counts disabled, no SM decides and there is no limit.
// Timing    a pipeline: ok_o follows T_new LAST + 1 edges after the completion's, whatever else is decided and
//           however many slots there are; a decision may begin in every cycle.
// Size      per SM that counts SLOTS*INST_W + KERNELS*T_W flops and SLOTS adders of INST_W bits, in all
//           a lib_ratio and (lib_ratio's stages + 1)*(KERNELS + SM_W) more.
// Users     limit_bank; wants a greedy warp scheduler.   Source  [LCS §4.1, §4.3, Fig. 7 and 10].
`default_nettype none
module limit_lcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter COUNTED = SMS,    // own: SMs that count, 1..SMS; SM s obeys SM s mod COUNTED
    parameter INST_W  = 16,     // own: bits of a count of warp instructions, 8..24
    parameter LAST    = 11,     // own: stage at which T_new is known, from clog2(SLOTS) + CNT_W + 2 on
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // this policy is in use
    input  wire                         init_i,         // start over, no kernel is busy
    input  wire [1:0]                   param_rounding_i,
    input  wire                         param_scope_i,

    input  wire [KERNELS-1:0]           start_i,        // kernel k is launched at this edge
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // so many of its CTAs fill an empty SM,
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // so many go together
    input  wire [SMS*KID_W-1:0]         want_kid_i,     // to this kernel,
    input  wire [SMS*CNT_W-1:0]         ahead_i,        // of which so many are there before the
                                                        // last of the block that goes next
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // SM s, bit k*SLOTS+c: k stands in slot c
    output wire [SMS-1:0]               ok_o,           // SM s may take one more of that kernel
    input  wire [SMS-1:0]               sm_enable_i,    // the host lets SM s receive CTAs
    output wire [KERNELS-1:0]           sat_o,          // kernel k saturated a counter since launch

    input  wire [SMS-1:0]               pick_sm_i,      // one-hot or none: a CTA enters this SM,
    input  wire [SLOT_W-1:0]            pick_slot_i,    // in this slot
    input  wire [SMS-1:0]               done_sm_i,      // one-hot or none: a CTA left this SM,
    input  wire [KERNELS-1:0]           done_kid_i,     // of this kernel, one-hot; none: no CTA,

    input  wire                         mon_evt_i,      // counts since the last event:
    input  wire [SMS*SLOTS*7-1:0]       mon_inst_i,     // instructions issued per CTA slot
    output wire                         busy_o          // a register here changes at this edge
);
    localparam LEVELS = $clog2(SLOTS);
    localparam KNOWN  = LEVELS + CNT_W + 2;             // stage at which its count is
    localparam SM_W   = (COUNTED > 1) ? $clog2(COUNTED) : 1;
    localparam T_W    = $clog2(SLOTS + 2);              // bits of T_new, 0 and one number above SLOTS
    localparam [T_W-1:0]     WAITS  = {T_W{1'b1}};
    localparam [COUNTED-1:0] SM_ONE = 1;

    generate
        if (COUNTED < 1 || COUNTED > SMS || INST_W < 8 || INST_W > 24 || LAST < KNOWN) begin : g_check
            limit_lcs_needs_COUNTED_1_to_SMS_INST_W_8_to_24_and_LAST_of_its_slots u_stop ();
        end
    endgenerate

    reg [COUNTED*SLOTS*INST_W-1:0] inst_q;      // issued by the CTA in each slot
    reg [COUNTED*KERNELS*T_W-1:0]  tnew_q;      // 0: not decided, WAITS: being computed
    reg [KERNELS-1:0]              sat_q;
    reg [COUNTED-1:0]              read_q;      // SM of the completion an edge ago, one-hot or none,
    reg [SLOTS-1:0]                member_q;    // and the slots of its kernel there then
    // Decisions under way, stage 0 that of read_q, stage 1 and up those in lib_ratio.
    reg [(LAST+1)*KERNELS-1:0]     kid_q;       // the kernel, one-hot or none
    reg [LAST*SM_W-1:0]            sm_q;        // the SM, from stage 1 on

    wire [1:0]         rounding = param_rounding_i;
    wire               alone    = param_scope_i;           // one SM decides for all:
    wire [COUNTED-1:0] on       = sm_enable_i[COUNTED-1:0];
    wire [COUNTED-1:0] decides  = (on & (~on + SM_ONE)) | {COUNTED{!alone}};

    // Which slots count, and which kernels are frozen: a report adds less than 2^7, so a counter whose
    // upper bits are all 1 may overflow at the next, and no other may.
    reg [COUNTED*SLOTS-1:0]   watch;
    reg [COUNTED*KERNELS-1:0] open, full;       // kernel not decided; a counter of it is full
    reg [SLOTS-1:0]           near;
    reg [KERNELS-1:0]         sat;
    integer s, k, c;
    always @* begin
        watch = {COUNTED*SLOTS{1'b0}};
        open  = {COUNTED*KERNELS{1'b0}};
        full  = {COUNTED*KERNELS{1'b0}};
        near  = {SLOTS{1'b0}};
        sat   = {KERNELS{1'b0}};
        if (en_i && (mon_evt_i || |done_sm_i))  // a simulator need not look otherwise
            for (s = 0; s < COUNTED; s = s + 1) begin
                for (c = 0; c < SLOTS; c = c + 1)
                    near[c] = &inst_q[(s*SLOTS + c)*INST_W + 7 +: INST_W - 7];
                for (k = 0; k < KERNELS; k = k + 1) begin
                    open[s*KERNELS + k] = !(|tnew_q[(s*KERNELS + k)*T_W +: T_W]);
                    full[s*KERNELS + k] = |(near & map_i[(s*KERNELS + k)*SLOTS +: SLOTS]);
                    sat[k] = sat[k] | (mon_evt_i & open[s*KERNELS + k] & full[s*KERNELS + k]);
                    watch[s*SLOTS +: SLOTS] = watch[s*SLOTS +: SLOTS]
                        | (map_i[(s*KERNELS + k)*SLOTS +: SLOTS]
                           & {SLOTS{mon_evt_i && open[s*KERNELS + k] && !full[s*KERNELS + k]}});
                end
            end
    end

    // A first completion.
    reg [COUNTED-1:0] mark;
    reg [SLOTS-1:0]   member;
    integer r, q;
    always @* begin
        mark   = {COUNTED{1'b0}};
        member = {SLOTS{1'b0}};
        if (en_i && |done_sm_i)
            for (r = 0; r < COUNTED; r = r + 1) begin
                mark[r] = decides[r] && done_sm_i[r] && |(done_kid_i & open[r*KERNELS +: KERNELS]);
                for (q = 0; q < KERNELS; q = q + 1)
                    member = member | (map_i[(r*KERNELS + q)*SLOTS +: SLOTS]
                                       & {SLOTS{done_sm_i[r] && done_kid_i[q]}});
            end
    end

    // Its counts, before a CTA that enters a slot clears them.
    reg [SLOTS*INST_W-1:0] row;
    integer x, y;
    always @* begin
        row = {SLOTS*INST_W{1'b0}};
        if (|read_q)
            for (x = 0; x < COUNTED; x = x + 1)
                row = row | (inst_q[x*SLOTS*INST_W +: SLOTS*INST_W] & {SLOTS*INST_W{read_q[x]}});
        for (y = 0; y < SLOTS; y = y + 1)
            row[y*INST_W +: INST_W] = row[y*INST_W +: INST_W] & {INST_W{member_q[y]}};
    end

    wire [SM_W-1:0]  read_sm;
    wire [CNT_W-1:0] tmax, block, count;
    wire [KERNELS-1:0] ends = kid_q[LAST*KERNELS +: KERNELS];       // T_new of it is known
    lib_enc1h #(.N(COUNTED)) u_sm (.hot_i(read_q), .bin_o(read_sm));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax (
        .sel_i(kid_q[(KNOWN-1)*KERNELS +: KERNELS]), .data_i(tmax_i), .data_o(tmax)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block (
        .sel_i(kid_q[(KNOWN-1)*KERNELS +: KERNELS]), .data_i(block_i), .data_o(block)
    );
    lib_ratio #(.N(SLOTS), .W(INST_W)) u_ratio (
        .clk_i(clk_i), .run_i(busy_o), .data_i(row), .rounding_i(rounding),
        .most_i(tmax), .block_i(block), .count_o(count)
    );
    // With fewer slots the count is known earlier; it stands in line until LAST.
    wire [(LAST-KNOWN+1)*CNT_W-1:0] line;
    assign line[CNT_W-1:0] = count;
    genvar g;
    generate
        for (g = 0; g < LAST - KNOWN; g = g + 1) begin : g_line
            reg [CNT_W-1:0] line_q;
            always @(posedge clk_i) line_q <= line[g*CNT_W +: CNT_W];
            assign line[(g+1)*CNT_W +: CNT_W] = line_q;
        end
    endgenerate
    reg [T_W-1:0]     tnew;
    reg [COUNTED-1:0] heard;                    // SMs that the decision at the last stage is for
    integer h;
    always @* begin
        tnew = {T_W{1'b0}};
        tnew[CNT_W-1:0] = line[(LAST-KNOWN)*CNT_W +: CNT_W];
        for (h = 0; h < COUNTED; h = h + 1)
            heard[h] = alone || sm_q[(LAST-1)*SM_W +: SM_W] == h[SM_W-1:0];
    end

    integer n, m;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            read_q   <= {COUNTED{1'b0}};
            member_q <= {SLOTS{1'b0}};
            kid_q    <= {(LAST+1)*KERNELS{1'b0}};
            tnew_q   <= {COUNTED*KERNELS*T_W{1'b0}};
            sat_q    <= {KERNELS{1'b0}};
        end else begin
            read_q   <= mark;
            member_q <= member;
            kid_q    <= {kid_q[LAST*KERNELS-1:0], done_kid_i & {KERNELS{|mark}}}
                      & ~{(LAST+1){start_i}};
            sat_q    <= (sat_q | sat) & ~start_i;
            for (n = 0; n < COUNTED; n = n + 1)
                for (m = 0; m < KERNELS; m = m + 1)
                    if (start_i[m])
                        tnew_q[(n*KERNELS + m)*T_W +: T_W] <= {T_W{1'b0}};
                    else if (ends[m] && heard[n] && (!(|tnew_q[(n*KERNELS + m)*T_W +: T_W])
                                                     || &tnew_q[(n*KERNELS + m)*T_W +: T_W]))
                        tnew_q[(n*KERNELS + m)*T_W +: T_W] <= tnew;
                    else if (mark[n] && done_kid_i[m])
                        tnew_q[(n*KERNELS + m)*T_W +: T_W] <= WAITS;
        end
    always @(posedge clk_i)
        sm_q <= (sm_q << SM_W) | {{(LAST-1)*SM_W{1'b0}}, read_sm};

    // A CTA that enters starts from 0; what an empty slot holds does not matter.
    integer i, j;
    always @(posedge clk_i) begin
        for (i = 0; i < COUNTED; i = i + 1) begin
            if (mon_evt_i)
                for (j = 0; j < SLOTS; j = j + 1)
                    if (watch[i*SLOTS + j])
                        inst_q[(i*SLOTS + j)*INST_W +: INST_W]
                            <= inst_q[(i*SLOTS + j)*INST_W +: INST_W]
                             + {{(INST_W-7){1'b0}}, mon_inst_i[(i*SLOTS + j)*7 +: 7]};
            if (pick_sm_i[i])
                for (j = 0; j < SLOTS; j = j + 1)
                    if (pick_slot_i == j[SLOT_W-1:0])
                        inst_q[(i*SLOTS + j)*INST_W +: INST_W] <= {INST_W{1'b0}};
        end
        if (!rst_ni || init_i) inst_q <= {COUNTED*SLOTS*INST_W{1'b0}};
    end

    reg [SMS-1:0] ok;
    reg [T_W-1:0] most;
    integer a, b;
    always @* begin
        most = {T_W{1'b0}};
        ok   = {SMS{1'b0}};
        if (en_i)                               // the bank ignores a policy that is not in use
            for (a = 0; a < SMS; a = a + 1) begin
                most = {T_W{1'b0}};
                for (b = 0; b < KERNELS; b = b + 1)
                    most = most | (tnew_q[((a % COUNTED)*KERNELS + b)*T_W +: T_W]
                                   & {T_W{want_kid_i[a*KID_W +: KID_W] == b[KID_W-1:0]}});
                ok[a] = !(|most)
                     || !(&most) && {{(T_W-CNT_W+1){1'b0}}, ahead_i[a*CNT_W +: CNT_W]} < {1'b0, most};
            end
    end

    assign ok_o     = ok;
    assign sat_o    = sat_q;
    assign busy_o   = |kid_q;

    wire unused = &{1'b0, map_i, pick_sm_i, done_sm_i, sm_enable_i, mon_inst_i};
`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    generate if (F_TOP) begin : g_alone
        reg [KERNELS*CNT_W-1:0] f_block_q;      // the checker has blocks a cycle later than T_max
        always @(posedge clk_i) f_block_q <= block_i;
        formal_limit_lcs #(
            .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .COUNTED(COUNTED), .INST_W(INST_W),
            .LAST(LAST)
        ) u_formal (
            .clk_i(clk_i), .rst_ni(rst_ni), .en_i(en_i), .init_i(init_i), .rounding_i(rounding),
            .alone_i(alone), .start_i(start_i), .tmax_i(tmax_i), .block_i(f_block_q),
            .want_kid_i(want_kid_i), .ahead_i(ahead_i), .map_i(map_i), .ok_i(ok_o),
            .sm_enable_i(sm_enable_i), .sat_i(sat_o), .pick_sm_i(pick_sm_i),
            .pick_slot_i(pick_slot_i), .done_sm_i(done_sm_i), .done_kid_i(done_kid_i),
            .mon_evt_i(mon_evt_i), .mon_inst_i(mon_inst_i), .busy_i(busy_o),
            .inst_i(inst_q), .tnew_i(tnew_q), .read_i(read_q), .kid_i(kid_q), .sm_i(sm_q)
        );
    end endgenerate
`endif
endmodule
`default_nettype wire
