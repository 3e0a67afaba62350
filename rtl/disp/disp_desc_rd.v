// disp_desc_rd - read multiplexer of the kernel table's register words.
//
// Contract  Implements the reads of block KERNEL of rtl/disp/registers.txt. An address without an entry or word, and a
//           write-only word, answer 0 and rd_err_o. COMPLETED = ISSUED - CTAs in flight.
// Timing    combinational from the address: selects the entry's row first, then the word.
// Size      KERNELS-to-1 multiplexers of all fields of an entry.
// Users     disp_desc.
`default_nettype none
module disp_desc_rd #(
    parameter KERNELS   = 4,                            // kernel table entries, 1..16
    parameter X_W       = 24,                           // bits of the grid sizes
    parameter Y_W       = 16,
    parameter Z_W       = 16,
    parameter LID_W     = 32,                           // bits of a CTA count, <= 32
    parameter WARPS_W   = 7,                            // bits of the resource amounts of a CTA
    parameter THREADS_W = 12,
    parameter REGS_W    = 14,
    parameter SMEM_W    = 17,
    parameter OUT_W     = 8,                            // bits of a count of CTAs in flight
    parameter SLOTS     = 8,                            // CTA slots per SM, 1 or more
    parameter CNT_W  = $clog2(SLOTS + 1),                                   // derived: never set
    parameter GRID_W = X_W + Y_W + Z_W,                                     // derived: never set
    parameter AMT_W  = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5    // derived: never set
) (
    input  wire [11:0]               rd_addr_i,
    output wire [31:0]               rd_data_o,         // 0 with rd_err_o
    output wire                      rd_err_o,

    input  wire [KERNELS*GRID_W-1:0] grid_i,            // { z, y, x }
    input  wire [KERNELS*AMT_W-1:0]  amt_i,             // amount words, see disp_fit_sm
    input  wire [KERNELS-1:0]        two_d_i, borrow_i,
    input  wire [KERNELS*8-1:0]      stream_i,
    input  wire [KERNELS*CNT_W-1:0]  tmax_i,
    input  wire [KERNELS*3-1:0]      priority_i,
    input  wire [KERNELS-1:0]        busy_i,            // state of each entry
    input  wire [KERNELS-1:0]        live_i,
    input  wire [KERNELS-1:0]        done_i,
    input  wire [KERNELS-1:0]        aborted_i,
    input  wire [KERNELS-1:0]        sat_i,             // a counter of the limit has saturated
    input  wire [KERNELS*LID_W-1:0]  count_i,           // CTAs issued
    input  wire [KERNELS*OUT_W-1:0]  out_i              // and not yet released
);
    localparam [KERNELS-1:0] ONE = 1;

    `include "words_kernel.vh"
    localparam [31:0] ROW_W = 10 - WORD_W;              // address bits of an entry

    wire [ROW_W-1:0]   rd_row = rd_addr_i[11:WORD_W+2] - ROW;
    wire [WORD_W-1:0]  rd_word = rd_addr_i[WORD_W+1:2];
    wire               rd_in  = rd_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, rd_row} < KERNELS
                             && rd_addr_i[1:0] == 2'd0 && READABLE[rd_word];
    wire [KERNELS-1:0] rd_hot = (ONE << rd_row) & {KERNELS{rd_in}};
    wire [AMT_W-1:0]   rd_amt;
    wire [GRID_W-1:0]  rd_grid;
    wire [7:0]         rd_stream;
    wire [LID_W-1:0]   rd_count;
    wire [OUT_W-1:0]   rd_out;
    wire [CNT_W-1:0]   rd_tmax;
    wire [2:0]         rd_priority;
    reg  [31:0]        rd_data;

    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_rd_amt (
        .sel_i(rd_hot), .data_i(amt_i), .data_o(rd_amt)
    );
    lib_mux1h #(.N(KERNELS), .W(GRID_W)) u_rd_grid (
        .sel_i(rd_hot), .data_i(grid_i), .data_o(rd_grid)
    );
    lib_mux1h #(.N(KERNELS), .W(8)) u_rd_stream (
        .sel_i(rd_hot), .data_i(stream_i), .data_o(rd_stream)
    );
    lib_mux1h #(.N(KERNELS), .W(LID_W)) u_rd_count (
        .sel_i(rd_hot), .data_i(count_i), .data_o(rd_count)
    );
    lib_mux1h #(.N(KERNELS), .W(OUT_W)) u_rd_out (
        .sel_i(rd_hot), .data_i(out_i), .data_o(rd_out)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_rd_tmax (
        .sel_i(rd_hot), .data_i(tmax_i), .data_o(rd_tmax)
    );
    lib_mux1h #(.N(KERNELS), .W(3)) u_rd_priority (
        .sel_i(rd_hot), .data_i(priority_i), .data_o(rd_priority)
    );

    // Fields are placed into a word of zeros.
    reg [31:0] rd_issued, rd_flight;
    always @* begin
        rd_issued = 32'd0;
        rd_flight = 32'd0;
        rd_data   = 32'd0;
        rd_issued[LID_W-1:0] = rd_count;
        rd_flight[OUT_W-1:0] = rd_out;
        case (rd_word)
        W_GRID_X:    rd_data[X_W-1:0]       = rd_grid[X_W-1:0];
        W_GRID_Y:    rd_data[Y_W-1:0]       = rd_grid[X_W +: Y_W];
        W_GRID_Z:    rd_data[Z_W-1:0]       = rd_grid[X_W + Y_W +: Z_W];
        W_THREADS:   rd_data[THREADS_W-1:0] = rd_amt[WARPS_W+1 +: THREADS_W];
        W_WARPS:     rd_data[WARPS_W-1:0]   = rd_amt[WARPS_W-1:0];
        W_REGS:      rd_data[REGS_W-1:0]    = rd_amt[WARPS_W+THREADS_W+2 +: REGS_W];
        W_SMEM:      rd_data[SMEM_W-1:0]    = rd_amt[WARPS_W+THREADS_W+REGS_W+3 +: SMEM_W];
        W_FLAGS:     begin
                         rd_data[FLAGS_TWO_D_BIT]  = |(two_d_i & rd_hot);
                         rd_data[FLAGS_BORROW_BIT] = |(borrow_i & rd_hot);
                     end
        W_STREAM:    rd_data[7:0]           = rd_stream;
        W_STATUS:    begin
                         rd_data[STATUS_STATE_LSB +: STATUS_STATE_W] =
                             {|(~live_i & (busy_i | done_i) & rd_hot), |((live_i | done_i) & rd_hot)};
                         rd_data[STATUS_ABORTED_BIT] = |(aborted_i & rd_hot);
                         rd_data[STATUS_FULL_BIT]    = |(sat_i & rd_hot);
                     end
        W_ISSUED:    rd_data                = rd_issued;
        W_COMPLETED: rd_data                = rd_issued - rd_flight;
        W_TMAX:      rd_data[CNT_W-1:0]     = rd_tmax;
        W_PRIORITY:  rd_data[2:0]           = rd_priority;
        default:     rd_data                = 32'd0;
        endcase
    end
    assign rd_data_o = rd_data & {32{rd_in}};
    assign rd_err_o  = !rd_in;

    // No register shows the guard bits of an amount word.
    wire unused = &{1'b0, rd_amt};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_k;               // any entry
    (* anyconst *) reg [WORD_W-1:0] f_word;     // any word
    wire [31:0] f_row = {26'd0, ROW} + f_k;
    wire        f_there = f_k < KERNELS && rd_addr_i == {f_row[ROW_W-1:0], f_word, 2'd0};
    wire [KERNELS*GRID_W-1:0] f_grids  = grid_i >> (f_k*GRID_W);
    wire [KERNELS*AMT_W-1:0]  f_amts   = amt_i >> (f_k*AMT_W);
    wire [KERNELS*LID_W-1:0]  f_counts = count_i >> (f_k*LID_W);
    wire [KERNELS*OUT_W-1:0]  f_outs   = out_i >> (f_k*OUT_W);
    wire [31:0]               f_issued = f_counts[LID_W-1:0], f_flight = f_outs[OUT_W-1:0];
    wire [KERNELS-1:0]        f_hot = ONE << f_k;
    wire [KERNELS*8-1:0]      f_stream = stream_i >> (f_k*8);
    wire [KERNELS*CNT_W-1:0]  f_tmaxs  = tmax_i >> (f_k*CNT_W);
    wire [KERNELS*3-1:0]      f_levels = priority_i >> (f_k*3);
    wire [KERNELS-1:0]        f_full   = sat_i >> f_k, f_done = done_i >> f_k;
    wire [KERNELS-1:0]        f_busy   = busy_i >> f_k, f_live = live_i >> f_k;
    wire [X_W-1:0]       f_x;
    wire [Y_W-1:0]       f_y;
    wire [Z_W-1:0]       f_z;
    wire [WARPS_W-1:0]   f_warps;
    wire [THREADS_W-1:0] f_threads;
    wire [REGS_W-1:0]    f_regs;
    wire [SMEM_W-1:0]    f_smem;
    wire [4:0]           f_guard;
    wire [CNT_W-1:0]     f_slots;
    assign {f_z, f_y, f_x} = f_grids[GRID_W-1:0];
    assign {f_guard[4], f_slots, f_guard[3], f_smem, f_guard[2], f_regs, f_guard[1], f_threads, f_guard[0], f_warps}
        = f_amts[AMT_W-1:0];
    always @* begin
        silent:  assert (!rd_err_o || rd_data_o == 32'd0);
        answers: assert (!f_there || rd_err_o == !READABLE[f_word]);
        nowhere: assert (rd_err_o || (rd_addr_i[1:0] == 2'd0 && rd_addr_i[11:WORD_W+2] >= ROW));
        grid_x:  assert (!(f_there && f_word == W_GRID_X)    || rd_data_o == f_x);
        grid_y:  assert (!(f_there && f_word == W_GRID_Y)    || rd_data_o == f_y);
        grid_z:  assert (!(f_there && f_word == W_GRID_Z)    || rd_data_o == f_z);
        threads: assert (!(f_there && f_word == W_THREADS)   || rd_data_o == f_threads);
        warps:   assert (!(f_there && f_word == W_WARPS)     || rd_data_o == f_warps);
        regs:    assert (!(f_there && f_word == W_REGS)      || rd_data_o == f_regs);
        smem:    assert (!(f_there && f_word == W_SMEM)      || rd_data_o == f_smem);
        flags:   assert (!(f_there && f_word == W_FLAGS)     || rd_data_o == {|(borrow_i & f_hot), |(two_d_i & f_hot)});
        stream:  assert (!(f_there && f_word == W_STREAM)    || rd_data_o == f_stream[7:0]);
        t_max:   assert (!(f_there && f_word == W_TMAX)      || rd_data_o == f_tmaxs[CNT_W-1:0]);
        level:   assert (!(f_there && f_word == W_PRIORITY)  || rd_data_o == f_levels[2:0]);
        issued:  assert (!(f_there && f_word == W_ISSUED)    || rd_data_o == f_issued);
        ended:   assert (!(f_there && f_word == W_COMPLETED) || rd_data_o + f_flight == f_issued);
        full:    assert (!(f_there && f_word == W_STATUS)    || rd_data_o[STATUS_FULL_BIT] == f_full[0]);
        drains:  assert (!(f_there && f_word == W_STATUS && f_busy[0] && !f_done[0])
                         || rd_data_o[STATUS_STATE_LSB +: STATUS_STATE_W] == (f_live[0] ? 1 : 2));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* last: cover (f_there && f_k == KERNELS - 1 && f_word == W_TMAX && !rd_err_o && |rd_data_o);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
