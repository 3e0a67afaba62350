// limit_lcs - lazy CTA scheduling: the first CTA to finish sets how many CTAs the SM may hold.
//
// Param     rounding reset 0 max 2: of the instruction ratio, to whole blocks, 0 down, 1 up, 2 to the nearest.
// Param     scope reset 0 max 1: who decides, 0 each SM for itself, 1 the lowest enabled SM that counts.
// Contract  When a kernel's first CTA on an SM finishes, T_new = sum / max of the instructions that the kernel's CTAs on
//           that SM have issued, that CTA included; rounded once, to whole blocks; at least one block, at most T_max; T_max
//           if all counts are 0. T_new holds until the kernel's next launch; before the first completion there is no
//           limit. While T_new is computed, ok_o is low for that kernel on that SM. A counter about to overflow freezes
//           all counters of its kernel on its SM, which preserves their ratios, and sets sat_o. With
//           scope 1 and every counting SM disabled, no SM decides and there is no limit.
// Timing    a pipeline that accepts a decision per cycle: ok_o applies T_new LAST + 1 edges after the completion's,
//           for any number of slots and decisions in flight.
// Size      per counting SM SLOTS*INST_W + KERNELS*T_W flops and SLOTS adders of INST_W bits; in all
//           a lib_ratio and (lib_ratio's stages + 1)*(KERNELS + SM_W) more.
// Users     limit_bank; needs a greedy warp scheduler.   Source  [LCS §4.1, §4.3, Fig. 7 and 10].
`default_nettype none
module limit_lcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter COUNTED = SMS,    // own: SMs with counters, 1..SMS; SM s applies T_new of SM s mod COUNTED
    parameter INST_W  = 16,     // own: bits of a count of warp instructions, 8..24
    parameter LAST    = (SLOTS > 16) ? $clog2(SLOTS) + $clog2(SLOTS + 1) + 2 : 11,  // own: pipeline stage of T_new,
                                                                // at least clog2(SLOTS) + CNT_W + 2
                                                                // (11: those of 16 slots, so that fewer
                                                                // slots decide in as many cycles)
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // the POLICY register selects this policy
    input  wire                         init_i,         // clears all state; only while no kernel is busy
    input  wire [1:0]                   param_rounding_i,
    input  wire                         param_scope_i,

    input  wire [KERNELS-1:0]           start_i,        // kernel k enters the pool at this clock edge
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // CTAs per block of kernel k, 1 or more
    input  wire [KID_W-1:0]             want_kid_i,     // kernel that all SMs are asked about
    input  wire [SMS*CNT_W-1:0]         ahead_i,        // CTAs of that kernel on SM s plus its next block, minus 1: at most
                                                        // SLOTS where the fit stage agrees; elsewhere the sum may wrap, and
                                                        // ok_o is ignored
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // per SM, bit k*SLOTS+c: slot c holds a CTA of kernel k
    output wire [SMS-1:0]               ok_o,           // SM s may take one more CTA of that kernel
    input  wire [SMS-1:0]               sm_enable_i,    // the host lets SM s receive CTAs
    output wire [KERNELS-1:0]           sat_o,          // a counter of kernel k has saturated since its launch

    input  wire [SMS-1:0]               book_sm_i,      // SM at which a CTA is booked, one-hot or zero
    input  wire [SLOT_W-1:0]            book_slot_i,    // its slot
    input  wire [SMS-1:0]               done_sm_i,      // SM whose CTA is released, one-hot or zero
    input  wire [KERNELS-1:0]           done_khot_i,    // its kernel, one-hot; zero: the slot was not in use

    input  wire                         mon_evt_i,      // the monitors report: counts since the previous report
    input  wire [SMS*SLOTS*7-1:0]       mon_inst_i,     // warp instructions issued, per CTA slot
    output wire                         busy_o          // a register changes at this clock edge
);
    localparam LEVELS = $clog2(SLOTS);
    localparam KNOWN  = LEVELS + CNT_W + 2;             // stage at which lib_ratio has T_new
    localparam SM_W   = (COUNTED > 1) ? $clog2(COUNTED) : 1;
    localparam T_W    = $clog2(SLOTS + 2);              // bits of T_new: 0..SLOTS and WAITS
    localparam [T_W-1:0]     WAITS  = {T_W{1'b1}};
    localparam [COUNTED-1:0] SM_ONE = 1;

    generate
        if (COUNTED < 1 || COUNTED > SMS || INST_W < 8 || INST_W > 24 || LAST < KNOWN) begin : g_check
            limit_lcs_needs_COUNTED_1_to_SMS_INST_W_8_to_24_and_LAST_of_its_slots u_stop ();
        end
    endgenerate

    reg [COUNTED*SLOTS*INST_W-1:0] inst_q;      // warp instructions issued by the CTA in each slot
    reg [COUNTED*KERNELS*T_W-1:0]  tnew_q;      // 0: not decided, WAITS: being computed
    reg [KERNELS-1:0]              sat_q;
    reg [COUNTED-1:0]              read_q;      // SM of a first completion, one-hot or zero,
    reg [SLOTS-1:0]                member_q;    // and the slots of its kernel on that SM
    // Decisions in flight: stage 0 is that of read_q, later ones are in lib_ratio.
    reg [(LAST+1)*KERNELS-1:0]     khot_q;      // per stage its kernel, one-hot or zero
    reg [LAST*SM_W-1:0]            sm_q;        // per stage from 1 on its SM

    wire [1:0]         rounding = param_rounding_i;
    wire               alone    = param_scope_i;           // one SM decides for all
    wire [COUNTED-1:0] on       = sm_enable_i[COUNTED-1:0];
    wire [COUNTED-1:0] decides  = (on & (~on + SM_ONE)) | {COUNTED{!alone}};

    // Which slots count and which kernels are frozen. A report adds less than 2^7, so only a counter whose
    // upper bits are all 1 can overflow at the next report.
    wire [COUNTED*KERNELS-1:0] open;            // kernel undecided; 0 without a report, or a completion on this SM
    wire [COUNTED*KERNELS-1:0] full;            // undecided, and a counter of it about to overflow; 0 without a report
    genvar e;
    generate
        for (e = 0; e < COUNTED; e = e + 1) begin : g_sm
            reg [SLOTS-1:0]   near, counts;     // slots whose counter is about to overflow; slots that count
            reg [KERNELS-1:0] undecided, frozen;
            integer k, c, j;
            always @* begin
                near      = {SLOTS{1'b0}};
                counts    = {SLOTS{1'b0}};
                undecided = {KERNELS{1'b0}};
                frozen    = {KERNELS{1'b0}};
                if (en_i && (mon_evt_i || done_sm_i[e]))    // lets simulators skip the loops
                    for (k = 0; k < KERNELS; k = k + 1)
                        undecided[k] = !(|tnew_q[(e*KERNELS + k)*T_W +: T_W]);
                if (en_i && mon_evt_i) begin
                    for (c = 0; c < SLOTS; c = c + 1)
                        near[c] = &inst_q[(e*SLOTS + c)*INST_W + 7 +: INST_W - 7];
                    for (k = 0; k < KERNELS; k = k + 1) begin
                        frozen[k] = undecided[k] && |(near & map_i[(e*KERNELS + k)*SLOTS +: SLOTS]);
                        counts    = counts | (map_i[(e*KERNELS + k)*SLOTS +: SLOTS] & {SLOTS{undecided[k] && !frozen[k]}});
                    end
                end
            end
            assign open[e*KERNELS +: KERNELS] = undecided;
            assign full[e*KERNELS +: KERNELS] = frozen;
            // A CTA that starts clears its slot's count; counts of free slots are don't care.
            always @(posedge clk_i) begin
                if (mon_evt_i)
                    for (j = 0; j < SLOTS; j = j + 1)
                        if (counts[j])
                            inst_q[(e*SLOTS + j)*INST_W +: INST_W]
                                <= inst_q[(e*SLOTS + j)*INST_W +: INST_W]
                                 + {{(INST_W-7){1'b0}}, mon_inst_i[(e*SLOTS + j)*7 +: 7]};
                if (book_sm_i[e])
                    for (j = 0; j < SLOTS; j = j + 1)
                        if (book_slot_i == j[SLOT_W-1:0])
                            inst_q[(e*SLOTS + j)*INST_W +: INST_W] <= {INST_W{1'b0}};
                if (!rst_ni || init_i) inst_q[e*SLOTS*INST_W +: SLOTS*INST_W] <= {SLOTS*INST_W{1'b0}};
            end
        end
    endgenerate
    reg [KERNELS-1:0] sat;
    integer s;
    always @* begin
        sat = {KERNELS{1'b0}};
        if (en_i && mon_evt_i)
            for (s = 0; s < COUNTED; s = s + 1) sat = sat | full[s*KERNELS +: KERNELS];
    end

    // Detects a kernel's first completion on a deciding SM.
    reg [COUNTED-1:0] mark;
    reg [SLOTS-1:0]   member;
    integer r, q;
    always @* begin
        mark   = {COUNTED{1'b0}};
        member = {SLOTS{1'b0}};
        if (en_i && |done_sm_i)
            for (r = 0; r < COUNTED; r = r + 1)
                if (done_sm_i[r]) begin
                    mark[r] = decides[r] && |(done_khot_i & open[r*KERNELS +: KERNELS]);
                    for (q = 0; q < KERNELS; q = q + 1)
                        member = member | (map_i[(r*KERNELS + q)*SLOTS +: SLOTS] & {SLOTS{done_khot_i[q]}});
                end
    end

    // Reads its counts before a CTA that starts in a slot clears them.
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
    wire [KERNELS-1:0] ends = khot_q[LAST*KERNELS +: KERNELS];      // T_new of this kernel is written
    lib_enc1h #(.N(COUNTED)) u_sm (.hot_i(read_q), .bin_o(read_sm));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax (
        .sel_i(khot_q[(KNOWN-1)*KERNELS +: KERNELS]), .data_i(tmax_i), .data_o(tmax)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block (
        .sel_i(khot_q[(KNOWN-1)*KERNELS +: KERNELS]), .data_i(block_i), .data_o(block)
    );
    lib_ratio #(.N(SLOTS), .W(INST_W)) u_ratio (
        .clk_i(clk_i), .run_i(busy_o), .data_i(row), .rounding_i(rounding),
        .most_i(tmax), .block_i(block), .count_o(count)
    );
    // Delays the result to stage LAST, so that latency does not depend on SLOTS.
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
    reg [COUNTED-1:0] heard;                    // SMs that apply the decision at the last stage
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
            khot_q   <= {(LAST+1)*KERNELS{1'b0}};
            sat_q    <= {KERNELS{1'b0}};
            for (n = 0; n < COUNTED; n = n + 1) tnew_q[n*KERNELS*T_W +: KERNELS*T_W] <= {KERNELS*T_W{1'b0}};
        end else begin
            read_q   <= mark;
            member_q <= member;
            khot_q   <= {khot_q[LAST*KERNELS-1:0], done_khot_i & {KERNELS{|mark}}}
                      & ~{(LAST+1){start_i}};
            sat_q    <= (sat_q | sat) & ~start_i;
            if (|start_i || |ends || |mark)     // lets simulators skip the loop
                for (n = 0; n < COUNTED; n = n + 1)
                    for (m = 0; m < KERNELS; m = m + 1)
                        if (start_i[m])
                            tnew_q[(n*KERNELS + m)*T_W +: T_W] <= {T_W{1'b0}};
                        else if (ends[m] && heard[n] && (!(|tnew_q[(n*KERNELS + m)*T_W +: T_W])
                                                         || &tnew_q[(n*KERNELS + m)*T_W +: T_W]))
                            tnew_q[(n*KERNELS + m)*T_W +: T_W] <= tnew;
                        else if (mark[n] && done_khot_i[m])
                            tnew_q[(n*KERNELS + m)*T_W +: T_W] <= WAITS;
        end
    always @(posedge clk_i)
        sm_q <= (sm_q << SM_W) | {{(LAST-1)*SM_W{1'b0}}, read_sm};

    reg [SMS-1:0] ok;
    reg [T_W-1:0] most;                         // T_new of one SM for the kernel that SMs are asked about
    integer a, b;
    always @* begin
        most = {T_W{1'b0}};
        ok   = {SMS{1'b0}};
        if (en_i)                               // the bank masks a policy that is not selected
            for (a = 0; a < SMS; a = a + 1) begin
                most = {T_W{1'b0}};
                for (b = 0; b < KERNELS; b = b + 1)
                    if (want_kid_i == b[KID_W-1:0]) most = most | tnew_q[((a % COUNTED)*KERNELS + b)*T_W +: T_W];
                ok[a] = !(|most)
                     || !(&most) && {{(T_W-CNT_W+1){1'b0}}, ahead_i[a*CNT_W +: CNT_W]} < {1'b0, most};
            end
    end

    assign ok_o     = ok;
    assign sat_o    = sat_q;
    assign busy_o   = |khot_q;

    wire unused = &{1'b0, map_i, book_sm_i, done_sm_i, sm_enable_i, mon_inst_i};
`ifdef FORMAL
    wire f_events_ok, f_block_ok;
    formal_limit_kernels #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(CNT_W + 1)) u_kernels (
        .clk_i(clk_i), .rst_ni(rst_ni), .busy_i({KERNELS{1'b0}}), .before_i({KERNELS*KERNELS{1'b0}}), .tmax_i(tmax_i),
        .block_i(block_i), .sm_enable_i(sm_enable_i), .cap_i({CNT_W+1{1'b0}}), .guard_i({CNT_W+1{1'b0}}),
        .amt_i({KERNELS*(CNT_W+1){1'b0}}),
        .block_ok_o(f_block_ok), .order_ok_o(), .tmax_ok_o(), .sms_ok_o(), .amts_ok_o()
    );
    reg [KERNELS*CNT_W-1:0] f_block_q;          // the checker samples blocks a cycle later than T_max
    always @(posedge clk_i) f_block_q <= block_i;
    formal_limit_lcs #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .COUNTED(COUNTED), .INST_W(INST_W),
        .LAST(LAST)
    ) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .en_i(en_i), .init_i(init_i), .rounding_i(rounding),
        .alone_i(alone), .start_i(start_i), .tmax_i(tmax_i), .block_i(f_block_q),
        .want_kid_i(want_kid_i), .ahead_i(ahead_i), .map_i(map_i), .ok_i(ok_o),
        .sm_enable_i(sm_enable_i), .sat_i(sat_o), .book_sm_i(book_sm_i),
        .book_slot_i(book_slot_i), .done_sm_i(done_sm_i), .done_khot_i(done_khot_i),
        .mon_evt_i(mon_evt_i), .mon_inst_i(mon_inst_i), .busy_i(busy_o),
        .inst_i(inst_q), .tnew_i(tnew_q), .read_i(read_q), .khot_i(khot_q), .sm_i(sm_q), .events_ok_o(f_events_ok)
    );
    always @* in_events: assume (f_events_ok);
    always @* in_block:  assume (f_block_ok);
`endif
endmodule
`default_nettype wire
