// lib_param - one parameter register of a policy, on the host's register bus.
//
// Contract  value_o is RESET after reset, then the value the host wrote last, 0..MAX. The register refuses a write
//           (wr_ok_o low, value kept) to another address, of a value above MAX, or while lock_i is
//           high: a parameter is stable while a kernel runs.
// Timing    wr_ok_o, rd_ok_o and rd_data_o are combinational. The bus presents a word for a check (wr_ok_o) and asserts
//           wr_valid_i in the next cycle, unless the word was refused; the edge of wr_valid_i writes value_o.
// Size      W flops, a comparison with MAX.
// Users     place_bank, limit_bank, gate_bank.   Source  own.
`default_nettype none
module lib_param #(
    parameter        W     = 8,                 // bits of the value, 1..32: as many as MAX needs
    parameter [31:0] RESET = 0,                 // at most MAX
    parameter [31:0] MAX   = 255,               // greatest value, from 1
    parameter [11:0] ADDR  = 12'h800            // byte address, a multiple of 4
) (
    input  wire         clk_i,
    input  wire         rst_ni,                 // synchronous, active low
    input  wire         lock_i,                 // a kernel is busy

    input  wire         wr_valid_i,             // only if some register asserted wr_ok_o a cycle ago,
    input  wire [11:0]  wr_addr_i,              // or the write belongs to another module
    input  wire [31:0]  wr_data_i,
    output wire         wr_ok_o,                // this register accepts the word
    input  wire [11:0]  rd_addr_i,
    output wire [31:0]  rd_data_o,              // 0 unless rd_ok_o
    output wire         rd_ok_o,                // the address is this register's

    output wire [W-1:0] value_o
);
    localparam [31:0] BELOW = 32'd1 << (W - 1); // BELOW <= MAX < 2 * BELOW
    generate
        if (W < 1 || W > 32 || RESET > MAX || MAX < 1 || MAX < BELOW || MAX - BELOW >= BELOW) begin : g_check
            lib_param_needs_RESET_up_to_MAX_and_W_the_bits_of_MAX u_stop ();
        end
    endgenerate

    reg  [W-1:0] value_q;
    wire         wr_hit = wr_addr_i == ADDR;
    reg  [31:0]  word;                          // the value, zero-extended
    always @* begin
        word        = 32'd0;
        word[W-1:0] = value_q;
    end

    assign value_o   = value_q;
    assign wr_ok_o   = wr_hit && !lock_i && wr_data_i <= MAX;
    assign rd_ok_o   = rd_addr_i == ADDR;
    assign rd_data_o = word & {32{rd_ok_o}};

    always @(posedge clk_i)
        if (!rst_ni)                   value_q <= RESET[W-1:0];
        else if (wr_valid_i && wr_hit) value_q <= wr_data_i[W-1:0];

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg          f_past_q = 1'b0, f_run_q, f_write_q;
    reg  [W-1:0] f_value_q;
    reg  [31:0]  f_data_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni;
        f_write_q <= wr_valid_i && wr_ok_o;
        f_value_q <= value_q;
        f_data_q  <= wr_data_i;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_look: assume (!(rst_ni && wr_valid_i && wr_hit) || wr_ok_o);
    end
    always @* if (f_past_q) begin
        at_reset: assert (f_run_q || word == RESET);
        most:     assert (word <= MAX);
        written:  assert (!(f_run_q && f_write_q) || word == f_data_q);
        keeps:    assert (!f_run_q || f_write_q || value_q == f_value_q);
        refused:  assert (!wr_ok_o || (wr_addr_i == ADDR && wr_data_i <= MAX && !lock_i));
        taken:    assert (wr_ok_o || wr_addr_i != ADDR || wr_data_i > MAX || lock_i);
        read:     assert (rd_ok_o == (rd_addr_i == ADDR) && rd_data_o == (rd_ok_o ? word : 32'd0));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                full:   cover (rst_ni && word == MAX && RESET != MAX && rd_ok_o);
                locked: cover (rst_ni && wr_hit && !wr_ok_o && wr_data_i <= MAX);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
