// disp_regs - register words of the dispatcher as a whole: control, policy, capacities, counters.
//
// Contract  Implements block DISP of rtl/disp/registers.txt. It refuses a write (wr_err_o, nothing changes)
//           to an unknown or read-only word, of a policy that is not built, of POOL outside 1..KERNELS,
//           and of CTRL.INIT, POLICY, POOL or SM_ENABLE while a kernel is busy. Capacities take
//           effect at the next init.
// Timing    The bus presents a word for a check (wr_err_o) and asserts wr_valid_i in the next cycle, unless the word
//           was refused; the edge of wr_valid_i writes it. Reads, errors and init_o are combinational. A
//           counter shows an event two edges later.
// Size      SMS + KERNELS*2 + 32 + 10 + 2 * amounts + 132 flops.
// Users     disp_host.   Not modelled: values wider than their field lose the upper bits.
`default_nettype none
module disp_regs #(
    parameter SMS       = 28,                           // 1..256
    parameter SLOTS     = 8,                            // CTA slots per SM, 1 or more
    parameter KERNELS   = 4,                            // kernel table entries, 1..16
    parameter WARPS_W   = 7,                            // bits of the resource amounts of an SM
    parameter THREADS_W = 12,
    parameter REGS_W    = 14,
    parameter SMEM_W    = 17,
    parameter CNT_W = $clog2(SLOTS + 1),                                    // derived: never set
    parameter AMT_W = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5     // derived: never set
) (
    input  wire               clk_i,
    input  wire               rst_ni,               // synchronous, active low

    input  wire               wr_valid_i,           // only if wr_err_o was low for this word a cycle ago
    input  wire [11:0]        wr_addr_i,
    input  wire [31:0]        wr_data_i,
    output wire               wr_err_o,             // the write would be refused
    input  wire [11:0]        rd_addr_i,
    output wire [31:0]        rd_data_o,            // 0 with rd_err_o
    output wire               rd_err_o,

    output wire               init_o,               // init: frees all slots, loads the capacities
    output wire [AMT_W-1:0]   cap_o,                // capacity that init_o loads: amount word, see disp_fit_sm
    output wire [SMS-1:0]     sm_enable_o,
    output wire [7:0]         place_o,              // index of the selected place policy
    output wire [7:0]         limit_o,
    output wire [15:0]        gate_o,               // bit g: gate policy g is selected
    output wire [4:0]         pool_o,               // kernels that run at once, 1..KERNELS

    input  wire [7:0]         place_count_i,        // built policies: constants
    input  wire [7:0]         limit_count_i,
    input  wire [15:0]        gate_mask_i,

    input  wire [KERNELS-1:0] busy_i,
    input  wire               sleep_i,
    input  wire [KERNELS-1:0] fin_i,                // kernel k ends at this clock edge
    output wire [KERNELS-1:0] clear_o,              // the host clears the DONE state of kernel k
    output wire               irq_o,
    input  wire [3:0]         count_i,              // increments of the PERF counters: { bad done, kernel,
                                                    // completed, issued }
    output wire [AMT_W-1:0]   held_o,               // cap_o of the last init
    output wire               anew_o                // policies clear their state: init, or a write to POLICY
);
    `include "words_disp.vh"
    localparam [31:0] SM_WORDS = (SMS + 31) / 32;
    localparam [31:0] N_KERNELS = KERNELS, N_SLOTS = SLOTS, N_SMS = SMS;   // sliced below

    reg [KERNELS-1:0]   irq_q, irq_enable_q;
    reg [7:0]           place_q, limit_q;
    reg [15:0]          gate_q;
    reg [4:0]           pool_q;
    reg [SMS-1:0]       sm_enable_q;
    reg [CAP_SLOTS_BITS-1:0] cap_slots_q;
    reg [WARPS_W-1:0]   cap_warps_q;
    reg [THREADS_W-1:0] cap_threads_q;
    reg [REGS_W-1:0]    cap_regs_q;
    reg [SMEM_W-1:0]    cap_smem_q;
    reg [AMT_W-1:0]     held_q;
    reg [4*32-1:0]      perf_q;
    reg [3:0]           count_q;

    assign place_o     = place_q;
    assign limit_o     = limit_q;
    assign gate_o      = gate_q;
    assign pool_o      = pool_q;
    assign sm_enable_o = sm_enable_q;
    assign held_o      = held_q;
    // A capacity above SLOTS is SLOTS.
    wire [CNT_W-1:0] cap_slots = (cap_slots_q < N_SLOTS[CAP_SLOTS_BITS-1:0]) ? cap_slots_q[CNT_W-1:0]
                                                                             : N_SLOTS[CNT_W-1:0];
    assign cap_o = {1'b0, cap_slots, 1'b0, cap_smem_q, 1'b0, cap_regs_q, 1'b0, cap_threads_q, 1'b0, cap_warps_q};
    assign irq_o       = |(irq_q & irq_enable_q);

    // Decodes the word and checks whether it accepts the value now.
    wire               wr_in    = wr_addr_i[11:WORD_W+2] == ROW && wr_addr_i[1:0] == 2'd0;
    wire [WORD_W-1:0]  wr_word  = wr_addr_i[WORD_W+1:2];
    wire [WORD_W-1:0]  wr_smw   = wr_word - W_SM_ENABLE;
    wire               is_sm    = wr_smw < SM_WORDS[WORD_W-1:0];
    wire               wr_init  = wr_data_i[CTRL_INIT_BIT];
    wire [POLICY_PLACE_W-1:0] wr_place = wr_data_i[POLICY_PLACE_LSB +: POLICY_PLACE_W];
    wire [POLICY_LIMIT_W-1:0] wr_limit = wr_data_i[POLICY_LIMIT_LSB +: POLICY_LIMIT_W];
    wire [POLICY_GATES_W-1:0] wr_gates = wr_data_i[POLICY_GATES_LSB +: POLICY_GATES_W];
    wire               built    = wr_place < place_count_i && wr_limit < limit_count_i
                               && !(|(wr_gates & ~gate_mask_i));
    reg wr_ok;
    always @* begin
        wr_ok = WRITABLE[wr_word];
        if (wr_smw < SM_ENABLE_WORDS) wr_ok = is_sm && !(|busy_i);
        case (wr_word)
        W_CTRL:     wr_ok = !(wr_init && |busy_i);
        W_POLICY:   wr_ok = built && !(|busy_i);
        W_POOL:     wr_ok = |wr_data_i && wr_data_i <= N_KERNELS && !(|busy_i);
        default:    ;
        endcase
    end
    wire write = wr_valid_i && wr_in;

    assign wr_err_o = !(wr_in && wr_ok);
    // init_o drives the whole dispatcher: its decode is registered in the check cycle, off the path of wr_valid_i.
    reg ctrl_q, policy_q;
    always @(posedge clk_i) begin
        ctrl_q   <= wr_in && wr_word == W_CTRL && wr_init;
        policy_q <= wr_in && wr_word == W_POLICY;
    end
    assign init_o   = wr_valid_i && ctrl_q;
    assign anew_o   = wr_valid_i && (ctrl_q || policy_q);
    assign clear_o  = wr_data_i[KERNELS-1:0] & {KERNELS{write && wr_word == W_IRQ_STATUS}};

    always @(posedge clk_i)
        if (!rst_ni)     held_q <= {AMT_W{1'b0}};
        else if (init_o) held_q <= cap_o;

    always @(posedge clk_i)
        if (!rst_ni) begin
            irq_q         <= {KERNELS{1'b0}};
            count_q       <= 4'd0;
            irq_enable_q  <= {KERNELS{1'b0}};
            place_q       <= 8'd0;
            limit_q       <= 8'd0;
            gate_q        <= 16'd0;
            pool_q        <= N_KERNELS[4:0];
            cap_slots_q   <= {CAP_SLOTS_BITS{1'b0}};
            cap_warps_q   <= {WARPS_W{1'b0}};
            cap_threads_q <= {THREADS_W{1'b0}};
            cap_regs_q    <= {REGS_W{1'b0}};
            cap_smem_q    <= {SMEM_W{1'b0}};
        end else begin
            irq_q   <= ((irq_q & ~clear_o) | fin_i) & {KERNELS{!init_o}};
            count_q <= count_i & {4{!init_o}};
            if (write)
                case (wr_word)
                W_IRQ_ENABLE:  irq_enable_q  <= wr_data_i[KERNELS-1:0];
                W_POLICY:      {gate_q, limit_q, place_q} <= {wr_gates, wr_limit, wr_place};
                W_POOL:        pool_q        <= wr_data_i[4:0];
                W_CAP_SLOTS:   cap_slots_q   <= wr_data_i[CAP_SLOTS_BITS-1:0];
                W_CAP_WARPS:   cap_warps_q   <= wr_data_i[WARPS_W-1:0];
                W_CAP_THREADS: cap_threads_q <= wr_data_i[THREADS_W-1:0];
                W_CAP_REGS:    cap_regs_q    <= wr_data_i[REGS_W-1:0];
                W_CAP_SMEM:    cap_smem_q    <= wr_data_i[SMEM_W-1:0];
                default:       ;
                endcase
        end

    genvar p;
    generate
        if (SLOTS >= 1 << CAP_SLOTS_BITS || SLOTS >= 1 << SHAPE_SLOTS_W) begin : g_check
            disp_regs_needs_CAP_SLOTS_and_SHAPE_SLOTS_of_registers_txt_to_hold_SLOTS u_stop ();
        end
        for (p = 0; p < SMS; p = p + 32) begin : g_enable
            localparam TOP = (SMS - p < 32) ? SMS - p : 32;
            localparam [31:0] WORD = p / 32;
            always @(posedge clk_i)
                if (!rst_ni) sm_enable_q[p +: TOP] <= {TOP{1'b1}};
                else if (write && is_sm && wr_smw == WORD[WORD_W-1:0])
                    sm_enable_q[p +: TOP] <= wr_data_i[TOP-1:0];
        end
        for (p = 0; p < 4; p = p + 1) begin : g_perf
            always @(posedge clk_i)
                if (!rst_ni || init_o)
                    perf_q[p*32 +: 32] <= 32'd0;
                else if (count_q[p])
                    perf_q[p*32 +: 32] <= perf_q[p*32 +: 32] + 32'd1;
        end
    endgenerate

    // Reads.
    wire [WORD_W-1:0] rd_word = rd_addr_i[WORD_W+1:2];
    wire [WORD_W-1:0] rd_smw  = rd_word - W_SM_ENABLE;
    wire       rd_sm   = rd_smw < SM_WORDS[WORD_W-1:0];
    wire       rd_in   = READABLE[rd_word] && (rd_sm || rd_smw >= SM_ENABLE_WORDS);
    reg [31:0] rd_data;
    reg [8*32-1:0] rd_enable;

    always @* begin
        rd_data   = 32'd0;
        rd_enable = {8*32{1'b0}};
        rd_enable[SMS-1:0] = sm_enable_q;
        if (rd_sm) rd_data = rd_enable[rd_smw[2:0]*32 +: 32];
        case (rd_word)
        W_ID:          rd_data = ID_RESET;
        W_SHAPE:       begin
                           rd_data[SHAPE_KERNELS_LSB +: SHAPE_KERNELS_W] = N_KERNELS[SHAPE_KERNELS_W-1:0];
                           rd_data[SHAPE_SLOTS_LSB +: SHAPE_SLOTS_W]     = N_SLOTS[SHAPE_SLOTS_W-1:0];
                           rd_data[SHAPE_SMS_LSB +: SHAPE_SMS_W]         = N_SMS[SHAPE_SMS_W-1:0];
                       end
        W_STATUS:      begin
                           rd_data[STATUS_BUSY_LSB +: KERNELS] = busy_i;
                           rd_data[STATUS_ASLEEP_BIT]          = sleep_i;
                       end
        W_IRQ_STATUS:  rd_data[KERNELS-1:0]   = irq_q;
        W_IRQ_ENABLE:  rd_data[KERNELS-1:0]   = irq_enable_q;
        W_POLICY:      begin
                           rd_data[POLICY_PLACE_LSB +: POLICY_PLACE_W] = place_q;
                           rd_data[POLICY_LIMIT_LSB +: POLICY_LIMIT_W] = limit_q;
                           rd_data[POLICY_GATES_LSB +: POLICY_GATES_W] = gate_q;
                       end
        W_POOL:        rd_data[4:0]           = pool_q;
        W_CAP_SLOTS:   rd_data[CAP_SLOTS_BITS-1:0] = cap_slots_q;
        W_CAP_WARPS:   rd_data[WARPS_W-1:0]   = cap_warps_q;
        W_CAP_THREADS: rd_data[THREADS_W-1:0] = cap_threads_q;
        W_CAP_REGS:    rd_data[REGS_W-1:0]    = cap_regs_q;
        W_CAP_SMEM:    rd_data[SMEM_W-1:0]    = cap_smem_q;
        W_PERF_ISSUED:    rd_data = perf_q[0*32 +: 32];
        W_PERF_COMPLETED: rd_data = perf_q[1*32 +: 32];
        W_PERF_KERNELS:   rd_data = perf_q[2*32 +: 32];
        W_PERF_BADDONE:   rd_data = perf_q[3*32 +: 32];
        default:       ;
        endcase
    end
    wire rd_ok = rd_in && rd_addr_i[11:WORD_W+2] == ROW && rd_addr_i[1:0] == 2'd0;
    assign rd_data_o = rd_data & {32{rd_ok}};
    assign rd_err_o  = !rd_ok;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam [AMT_W-1:0] F_GUARD = {1'b1, {CNT_W{1'b0}}, 1'b1, {SMEM_W{1'b0}}, 1'b1, {REGS_W{1'b0}},
                                      1'b1, {THREADS_W{1'b0}}, 1'b1, {WARPS_W{1'b0}}};
    localparam ALL_W = 32 + KERNELS + SMS + 5 + CAP_SLOTS_BITS + 2*AMT_W;
    reg  f_past_q = 1'b0, f_still_q = 1'b0, f_after_q = 1'b0, f_init_q, f_busy_q;
    wire [ALL_W-1:0] f_all = {gate_q, limit_q, place_q, pool_q, irq_enable_q, sm_enable_q, cap_slots_q,
                              cap_o, held_q};
    reg  [SMS-1:0]   f_enable_q;
    reg  [AMT_W-1:0] f_cap_q, f_held_q;
    reg  [ALL_W-1:0]   f_all_q;
    reg  [31:0]        f_policy_q;
    reg  [4:0]         f_pool_q;
    reg  [KERNELS-1:0] f_irq_q, f_fin_q, f_clear_q;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_after_q  <= rst_ni;
        f_still_q  <= rst_ni && (!wr_valid_i || !wr_in);
        f_init_q   <= init_o;
        f_busy_q   <= |busy_i;
        f_all_q    <= f_all;
        f_policy_q <= {gate_q, limit_q, place_q};
        f_pool_q   <= pool_q;
        f_enable_q <= sm_enable_q;
        f_cap_q    <= cap_o;
        f_held_q   <= held_q;
        f_irq_q    <= irq_q;
        f_fin_q    <= fin_i;
        f_clear_q  <= clear_o;
    end
    reg [11:0] f_addr_q;
    reg [31:0] f_data_q;
    reg  [31:0] f_built_q;
    wire [31:0] f_built = {place_count_i, limit_count_i, gate_mask_i};  // the set of built policies is constant
    always @(posedge clk_i) {f_addr_q, f_data_q, f_built_q} <= {wr_addr_i, wr_data_i, f_built};
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_look:  assume (!(wr_valid_i && wr_in) || wr_ok);
        in_stood: assume (!wr_valid_i || {wr_addr_i, wr_data_i} == {f_addr_q, f_data_q});
        in_built: assume (f_built == f_built_q && |place_count_i && |limit_count_i);
    end
    generate
        if (F_TOP) begin : g_alone
            always @* if (f_past_q) begin
                chosen: cover (rst_ni && limit_q == 8'd1 && gate_q == 16'd2 && irq_o);
                inited: cover (rst_ni && init_o && |cap_smem_q);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        built_only: assert (place_q < place_count_i && limit_q < limit_count_i
                            && !(gate_q & ~gate_mask_i));
        pool:       assert (|pool_q && pool_q <= KERNELS);
        idle_init:  assert (!(init_o && |busy_i));
        asked_init: assert (init_o == (write && wr_word == W_CTRL && wr_init));
        refused:    assert (!f_still_q || f_all == f_all_q);
        busy_keeps: assert (!(f_after_q && f_busy_q) || (f_policy_q == {gate_q, limit_q, place_q} && f_pool_q == pool_q
                                                         && f_enable_q == sm_enable_q));
        loaded:     assert (!f_after_q || held_q == (f_init_q ? f_cap_q : f_held_q));
        starts:     assert (anew_o == (init_o || (write && wr_word == W_POLICY)));
        slots:      assert (!(held_q & F_GUARD) && cap_o[AMT_W-2 -: CNT_W] <= SLOTS
                            && held_q[AMT_W-2 -: CNT_W] <= SLOTS);
        irq_law:    assert (!f_after_q || f_init_q
                            || irq_q == ((f_irq_q & ~f_clear_q) | f_fin_q));
        silent_err: assert (!rd_err_o || rd_data_o == 32'd0);
    end
`endif
endmodule
`default_nettype wire
