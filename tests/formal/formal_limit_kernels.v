// formal_limit_kernels - what the dispatcher guarantees every limit policy about the kernels in the pool and the machine.
//
// order_ok_o: of two kernels one ranks before the other, none are in a circle, and the order stays; a kernel that enters
//             the pool may rank anywhere
// tmax_ok_o:  T_max of a kernel in the pool is at least 1 and stays, also at the edge at which the kernel leaves the pool
// block_ok_o: no block has more than SLOTS CTAs, that of a kernel in the pool has at least 1
// sms_ok_o:   SMs are enabled or disabled only while the pool is empty, and one is enabled while it is not
// amts_ok_o:  guard_i is constant and has the MSB; amounts and capacity are 0 where it is 1; those of a kernel in the pool,
//             and the capacity while the pool is not empty, stay; the capacity has at most SLOTS slots
// A user that lacks some of the inputs ties them to 0 and ignores the results that they belong to.
// Users  limit_any asserts it of the dispatcher; limit_lcs and the checkers of limit_smc and limit_smk rely on it.
`default_nettype none
module formal_limit_kernels #(
    parameter SMS     = 3,
    parameter SLOTS   = 3,
    parameter KERNELS = 2,
    parameter AMT_W   = 6,
    parameter CNT_W   = $clog2(SLOTS + 1)               // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,
    input  wire [KERNELS-1:0]         busy_i,
    input  wire [KERNELS*KERNELS-1:0] before_i,
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,
    input  wire [KERNELS*CNT_W-1:0]   block_i,
    input  wire [SMS-1:0]             sm_enable_i,
    input  wire [AMT_W-1:0]           cap_i, guard_i,
    input  wire [KERNELS*AMT_W-1:0]   amt_i,
    output wire                       order_ok_o, tmax_ok_o, block_ok_o, sms_ok_o, amts_ok_o
);
    reg                       past_q = 1'b0;
    reg [KERNELS-1:0]         busy_q;                   // none after a reset
    reg [KERNELS*KERNELS-1:0] before_q;
    reg [KERNELS*CNT_W-1:0]   tmax_q;
    reg [SMS-1:0]             enable_q;
    reg [AMT_W-1:0]           cap_q, guard_q;
    reg [KERNELS*AMT_W-1:0]   amt_q;
    reg                       order, tmax, block, amts;
    wire [CNT_W-1:0]          slots = cap_i[AMT_W-2 -: CNT_W];
    integer i, j;
    always @(posedge clk_i) begin
        past_q <= 1'b1;
        busy_q <= busy_i & {KERNELS{rst_ni}};
        {before_q, tmax_q, enable_q, cap_q, guard_q, amt_q} <= {before_i, tmax_i, sm_enable_i, cap_i, guard_i, amt_i};
    end
    always @* begin
        order = 1'b1;
        tmax  = 1'b1;
        block = 1'b1;
        amts  = guard_i == guard_q && guard_i[AMT_W-1] && !(cap_i & guard_i) && slots <= SLOTS
             && (cap_i == cap_q || !(|busy_i && |busy_q));
        for (i = 0; i < KERNELS; i = i + 1) begin
            tmax  = tmax && (!busy_i[i] || |tmax_i[i*CNT_W +: CNT_W])
                 && (!busy_q[i] || tmax_i[i*CNT_W +: CNT_W] == tmax_q[i*CNT_W +: CNT_W]);
            block = block && block_i[i*CNT_W +: CNT_W] <= SLOTS && (!busy_i[i] || |block_i[i*CNT_W +: CNT_W]);
            amts  = amts && !(amt_i[i*AMT_W +: AMT_W] & guard_i)
                 && (!busy_q[i] || amt_i[i*AMT_W +: AMT_W] == amt_q[i*AMT_W +: AMT_W]);
            order = order && !before_i[i*KERNELS + i];
            for (j = 0; j < KERNELS; j = j + 1)
                if (busy_i[i] && busy_i[j]) begin
                    order = order && (i == j || before_i[i*KERNELS + j] != before_i[j*KERNELS + i]);
                    if (busy_q[i] && busy_q[j])
                        order = order && before_i[i*KERNELS + j] == before_q[i*KERNELS + j];
                    if (before_i[i*KERNELS + j])        // what is before j is before i
                        order = order && !(before_i[j*KERNELS +: KERNELS] & busy_i & ~before_i[i*KERNELS +: KERNELS]);
                end
        end
    end
    assign order_ok_o = !past_q || order;
    assign tmax_ok_o  = !past_q || tmax;
    assign block_ok_o = !past_q || block;
    assign sms_ok_o   = !past_q || ((sm_enable_i == enable_q || !(|{busy_i, busy_q})) && (|sm_enable_i || !(|busy_i)));
    assign amts_ok_o  = !past_q || amts;
endmodule
`default_nettype wire
