// sas_regs - register words of the task unit: the parallel loop, its distribution, start and status.
//
// Contract  Implements block SAS of rtl/task/registers.txt. It refuses a write (wr_err_o, nothing changes) to an unknown
//           or read-only word, while a loop is busy, of a stride or edge of 0, and the start of a loop
//           of which a level is empty or whose first tile lies outside of it. That FIRST is the
//           lower bound of a tile is the host's duty. A loop is busy from its start to two cycles after rest_i.
// Timing    The bus presents a word for a check (wr_err_o) and asserts wr_valid_i in the next cycle; the edge of
//           wr_valid_i writes it. Reads and errors are combinational; start_o is high in the cycle after the write.
// Size      LEVELS * 5*W + TASKS_W + SMS + CONTEXTS + 5 flops; per level three comparisons of W bits.
// Users     sas_unit.   Not modelled: values wider than their field lose the upper bits.
`default_nettype none
module sas_regs #(
    parameter SMS      = 4,                         // 1..32
    parameter CONTEXTS = 16,                        // thread contexts of an SM, 1..32
    parameter DEPTH    = 4,                         // indices of a context's queue, shown in SHAPE
    parameter LEVELS   = 3,                         // nested loops, 1..4
    parameter W        = 16,                        // bits of a bound, 1..16
    parameter TASKS_W  = 16                         // bits of param_tasks_o, 1..16
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,          // synchronous, active low

    input  wire                    wr_valid_i,      // only if wr_err_o was low for this word a cycle ago
    input  wire [11:0]             wr_addr_i,
    input  wire [31:0]             wr_data_i,
    output wire                    wr_err_o,        // the write would be refused
    input  wire [11:0]             rd_addr_i,
    output wire [31:0]             rd_data_o,       // 0 with rd_err_o
    output wire                    rd_err_o,

    output wire                    start_o,
    output wire                    param_whole_o,
    output wire [TASKS_W-1:0]      param_tasks_o,
    output wire [LEVELS*W-1:0]     loop_lower_o,    // level l at [l*W +: W]; 0: outermost
    output wire [LEVELS*W-1:0]     loop_upper_o,
    output wire [LEVELS*W-1:0]     loop_stride_o,
    output wire [LEVELS*W-1:0]     loop_edge_o,
    output wire [LEVELS*W-1:0]     loop_first_o,
    output wire [SMS*CONTEXTS-1:0] live_o,          // context c of SM s at s*CONTEXTS + c

    input  wire                    rest_i,          // every context has had piece_none_o
    output wire                    busy_o
);
    `include "words_sas.vh"
    localparam V = LEVELS*W;
    localparam [31:0] N_SMS = SMS, N_CONTEXTS = CONTEXTS, N_LEVELS = LEVELS, N_DEPTH = DEPTH;  // sliced below
    localparam [W-1:0] ONE = 1;

    reg                start_q, busy_q, done_q, rest_q, whole_q;
    reg [TASKS_W-1:0]  tasks_q;
    reg [CONTEXTS-1:0] context_q;
    reg [SMS-1:0]      sm_q;
    reg [V-1:0]        lower_q, upper_q, stride_q, edge_q, first_q;

    assign start_o       = start_q;
    assign param_whole_o = whole_q;
    assign param_tasks_o = tasks_q;
    assign loop_lower_o  = lower_q;
    assign loop_upper_o  = upper_q;
    assign loop_stride_o = stride_q;
    assign loop_edge_o   = edge_q;
    assign loop_first_o  = first_q;
    assign busy_o        = busy_q;

    // Decodes the word and checks whether it accepts the value now. LOWER..FIRST: five rows of four words, one per level.
    wire              wr_in   = wr_addr_i[11:WORD_W+2] == ROW && wr_addr_i[1:0] == 2'd0;
    wire [WORD_W-1:0] wr_word = wr_addr_i[WORD_W+1:2];
    wire              level   = wr_word >= W_LOWER;
    wire              there   = !level || {30'd0, wr_word[1:0]} < N_LEVELS;
    wire [3:0]        wr_row  = wr_word[WORD_W-1:2];
    wire              zero    = wr_data_i[W-1:0] == {W{1'b0}}
                             && (wr_row == W_STRIDE[WORD_W-1:2] || wr_row == W_EDGE[WORD_W-1:2]);
    wire [LEVELS-1:0] flaw;                         // level l is empty or FIRST is outside of its bounds
    wire              start   = wr_word == W_CTRL && wr_data_i[CTRL_START_BIT];
    wire              write   = wr_valid_i && wr_in;

    assign wr_err_o = !(wr_in && WRITABLE[wr_word] && there && !busy_q && !zero && !(start && |flaw));

    always @(posedge clk_i)
        if (!rst_ni) begin
            start_q   <= 1'b0;
            busy_q    <= 1'b0;
            done_q    <= 1'b0;
            rest_q    <= 1'b0;
            whole_q   <= 1'b0;
            tasks_q   <= {TASKS_W{1'b0}};
            context_q <= {CONTEXTS{1'b1}};
            sm_q      <= {SMS{1'b1}};
        end else begin
            start_q <= write && start;
            rest_q  <= rest_i && !start_q && !(write && start);     // rest_i still belongs to the previous loop
            busy_q  <= (write && start) || (busy_q && !rest_q);
            done_q  <= !(write && start) && (done_q || (busy_q && rest_q));
            if (write)
                case (wr_word)
                W_MODE:           whole_q   <= wr_data_i[MODE_WHOLE_BIT];
                W_TRIAL:          tasks_q   <= wr_data_i[TASKS_W-1:0];
                W_CONTEXT_ENABLE: context_q <= wr_data_i[CONTEXTS-1:0];
                W_SM_ENABLE:      sm_q      <= wr_data_i[SMS-1:0];
                default:          ;
                endcase
        end

    genvar l;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            localparam [31:0] LEVEL = l;
            wire [W-1:0] lower = lower_q[l*W +: W], upper = upper_q[l*W +: W], first = first_q[l*W +: W];
            assign flaw[l] = lower >= upper || first < lower || first >= upper;
            always @(posedge clk_i)
                if (!rst_ni) begin
                    lower_q[l*W +: W]  <= {W{1'b0}};
                    upper_q[l*W +: W]  <= ONE;
                    stride_q[l*W +: W] <= ONE;
                    edge_q[l*W +: W]   <= ONE;
                    first_q[l*W +: W]  <= {W{1'b0}};
                end else if (write && wr_word[1:0] == LEVEL[1:0])
                    case (wr_row)
                    W_LOWER[WORD_W-1:2]:  lower_q[l*W +: W]  <= wr_data_i[W-1:0];
                    W_UPPER[WORD_W-1:2]:  upper_q[l*W +: W]  <= wr_data_i[W-1:0];
                    W_STRIDE[WORD_W-1:2]: stride_q[l*W +: W] <= wr_data_i[W-1:0];
                    W_EDGE[WORD_W-1:2]:   edge_q[l*W +: W]   <= wr_data_i[W-1:0];
                    W_FIRST[WORD_W-1:2]:  first_q[l*W +: W]  <= wr_data_i[W-1:0];
                    default:              ;
                    endcase
        end
        for (l = 0; l < SMS; l = l + 1) begin : g_sm
            assign live_o[l*CONTEXTS +: CONTEXTS] = context_q & {CONTEXTS{sm_q[l]}};
        end
    endgenerate

    // Reads.
    wire [WORD_W-1:0] rd_word = rd_addr_i[WORD_W+1:2];
    wire [31:0]       rd_l    = {30'd0, rd_word[1:0]};
    wire              rd_ok   = rd_addr_i[11:WORD_W+2] == ROW && rd_addr_i[1:0] == 2'd0 && READABLE[rd_word]
                             && (rd_word < W_LOWER || rd_l < N_LEVELS);
    reg [31:0] rd_data;
    always @* begin
        rd_data = 32'd0;
        case (rd_word)
        W_ID:             rd_data = ID_RESET;
        W_SHAPE:          begin
                              rd_data[SHAPE_DEPTH_LSB +: SHAPE_DEPTH_W]       = N_DEPTH[SHAPE_DEPTH_W-1:0];
                              rd_data[SHAPE_LEVELS_LSB +: SHAPE_LEVELS_W]     = N_LEVELS[SHAPE_LEVELS_W-1:0];
                              rd_data[SHAPE_CONTEXTS_LSB +: SHAPE_CONTEXTS_W] = N_CONTEXTS[SHAPE_CONTEXTS_W-1:0];
                              rd_data[SHAPE_SMS_LSB +: SHAPE_SMS_W]           = N_SMS[SHAPE_SMS_W-1:0];
                          end
        W_STATUS:         begin
                              rd_data[STATUS_BUSY_BIT]  = busy_q;
                              rd_data[STATUS_DONE_BIT]  = done_q;
                              rd_data[STATUS_ERROR_BIT] = |flaw;
                          end
        W_MODE:           rd_data[MODE_WHOLE_BIT] = whole_q;
        W_TRIAL:          rd_data[TASKS_W-1:0]    = tasks_q;
        W_CONTEXT_ENABLE: rd_data[CONTEXTS-1:0]   = context_q;
        W_SM_ENABLE:      rd_data[SMS-1:0]        = sm_q;
        default:          ;
        endcase
        case (rd_word[WORD_W-1:2])
        W_LOWER[WORD_W-1:2]:  rd_data[W-1:0] = lower_q[rd_l*W +: W];
        W_UPPER[WORD_W-1:2]:  rd_data[W-1:0] = upper_q[rd_l*W +: W];
        W_STRIDE[WORD_W-1:2]: rd_data[W-1:0] = stride_q[rd_l*W +: W];
        W_EDGE[WORD_W-1:2]:   rd_data[W-1:0] = edge_q[rd_l*W +: W];
        W_FIRST[WORD_W-1:2]:  rd_data[W-1:0] = first_q[rd_l*W +: W];
        default:              ;
        endcase
    end
    assign rd_data_o = rd_data & {32{rd_ok}};
    assign rd_err_o  = !rd_ok;

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam ALL_W = 1 + TASKS_W + CONTEXTS + SMS + 5*V;
    reg f_ended_q = 1'b0;                           // a loop has ended
    reg f_past_q = 1'b0, f_after_q = 1'b0, f_still_q, f_busy_q, f_start_q, f_rest_q, f_rested_q, f_done_q;
    reg [11:0]      f_addr_q;
    reg [31:0]      f_data_q, f_word_q;
    reg [ALL_W-1:0] f_all_q;
    wire [ALL_W-1:0] f_all = {whole_q, tasks_q, context_q, sm_q, lower_q, upper_q, stride_q, edge_q, first_q};
    wire f_same = rd_addr_i == f_addr_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_after_q <= rst_ni;
        f_still_q <= rst_ni && !write;
        f_start_q <= rst_ni && write && wr_addr_i == 12'h008 && wr_data_i[0];
        f_busy_q  <= busy_o;
        f_ended_q <= f_ended_q || done_q;
        f_rest_q  <= rst_ni && rest_i;
        f_rested_q <= rest_q;
        f_done_q  <= done_q;
        f_all_q   <= f_all;
        {f_addr_q, f_data_q} <= {wr_addr_i, wr_data_i};
        f_word_q  <= {{32-W{1'b0}}, wr_data_i[W-1:0]};
    end
    wire [LEVELS-1:0] f_zero, f_wrong;
    genvar f;
    generate
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            wire [W-1:0] f_lo = loop_lower_o[f*W +: W], f_up = loop_upper_o[f*W +: W], f_fi = loop_first_o[f*W +: W];
            assign f_zero[f]  = loop_stride_o[f*W +: W] == 0 || loop_edge_o[f*W +: W] == 0;
            assign f_wrong[f] = !(f_lo <= f_fi && f_fi < f_up);
        end
    endgenerate
    wire f_bounds = f_addr_q[11:2] >= 10'h010 && f_addr_q[11:2] < 10'h024;
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    always @* if (f_past_q) begin
        in_look:  assume (!write || !wr_err_o);
        in_stood: assume (!wr_valid_i || {wr_addr_i, wr_data_i} == {f_addr_q, f_data_q});
        in_clear: assume (!wr_valid_i || !f_start_q);   // a bus write takes more than a cycle
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                again: cover (rst_ni && start_o && f_ended_q && whole_q && !(&context_q) && |f_all[V-1:0]);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        nonzero:   assert (!(|f_zero));
        sound:     assert (!(start_o && |f_wrong) && (!busy_o || !(|f_wrong)));
        starts:    assert (start_o == f_start_q && (!start_o || (busy_o && !f_busy_q)));
        stands:    assert (!(f_after_q && f_busy_q && !f_start_q) || f_all == f_all_q);
        refused:   assert (!f_still_q || f_all == f_all_q);
        read_back: assert (!(f_after_q && !f_still_q && f_bounds && f_same) || rd_data_o == f_word_q);
        rests:     assert (!rest_q || (f_rest_q && !start_o));
        ends:      assert (!(f_after_q && f_busy_q && !f_start_q) || (busy_o == !f_rested_q && done_q == f_rested_q));
        one:       assert (!(busy_o && done_q) && (!(f_after_q && f_done_q) || done_q || busy_o));
        silent:    assert (!rd_err_o || rd_data_o == 32'd0);
    end
`endif
endmodule
`default_nettype wire
