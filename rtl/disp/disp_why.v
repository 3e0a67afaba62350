// disp_why - why an SM gets no CTA: for each kernel, the first refusal of each SM when SMs were last asked about it.
//
// Contract  cause_o[(s*KERNELS + k)*CAUSE_W +: CAUSE_W]: why SM s could not take a CTA of kernel k; 0: it could, or
//           known_o[k] is 0: SMs have not been asked about kernel k, or it has no CTA left. Bits, in the order in which
//           the causes are examined:
//             0 a block of CTAs is open            6 registers           }
//             1 the SM is off                      7 threads             } too few are free on the SM; bits 4 to 8
//             2 the SM is another partition's      8 warps               } may be set together, else at most one bit
//             3 place does not use the SM now      9 limit refuses         is set
//             4 slots                            } 10 gate refuses
//             5 bytes of shared memory           } 11 masked: picked in this cycle or the last, or the answer
//                                                     is void because another SM was picked
// Timing    with on_i, cause_o shows the answers of this cycle after its edge. known_o of a kernel just launched may rise a
//           cycle before the question about it: some place policies name kernel 0 while none has CTAs left.
// Size      none in a dispatcher that is built: disp_top instantiates it with WHY=1, for waves, lockstep and the
//           message of a deadlock.
// Users     disp_top.   Source  own.   Not modelled: reasons of policies, which their own registers show.
`default_nettype none
module disp_why #(
    parameter SMS     = 28,                     // 1..256
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CAUSE_W = 12                                      // derived: never set
) (
    input  wire               clk_i,
    input  wire               rst_ni,           // synchronous, active low
    input  wire               init_i,           // forget all answers
    input  wire [KERNELS-1:0] start_i,          // kernel k is launched at this edge

    input  wire [KERNELS-1:0] live_i,           // kernel k is in the pool and has CTAs left to dispatch

    input  wire               on_i,             // record the answers of this cycle
    input  wire               sure_i,           // what the next CTAs of kernel kid_i need is known
    input  wire [KID_W-1:0]   kid_i,            // kernel that the answers are about
    input  wire               open_i,           // a block of CTAs is open after this clock edge
    input  wire [SMS-1:0]     sm_enable_i,
    input  wire [SMS-1:0]     may_i,            // SM s is enabled and serves the kernel: partitions
    input  wire [SMS-1:0]     place_ok_i,
    input  wire [SMS*5-1:0]   lack_i,           // from bit 4 down: slots, shared memory, registers, threads, warps
    input  wire [SMS-1:0]     limit_ok_i,
    input  wire [SMS-1:0]     gate_ok_i,
    input  wire [SMS-1:0]     masked_i,

    output wire [KERNELS-1:0] known_o,
    output wire [SMS*KERNELS*CAUSE_W-1:0] cause_o
);
    localparam [KERNELS-1:0] KID_ONE = 1;

    reg [KERNELS-1:0]             known_q;
    reg [SMS*KERNELS*CAUSE_W-1:0] cause_q;      // guarded by known_q: not reset
    reg [KERNELS-1:0]             live_q;       // live_i a cycle ago: guarded by on_i
    // Answers are about the question of the previous cycle. If place allowed no SM to answer, there was no question.
    wire [KERNELS-1:0]            about  = KID_ONE << kid_i & live_q;
    wire                          asked  = on_i && sure_i && |about && |(sm_enable_i & place_ok_i);
    wire [KERNELS-1:0]            record = about & {KERNELS{asked}};

    assign known_o = known_q;
    assign cause_o = cause_q;

    always @(posedge clk_i)
        if (!rst_ni || init_i) known_q <= {KERNELS{1'b0}};
        else if (on_i)         known_q <= (known_q | record) & live_i;
        else                   known_q <= known_q & ~start_i;
    always @(posedge clk_i) live_q <= live_i;

    // The cause is computed inside the if so that simulators skip it while nothing is recorded. Cause 11 (masked)
    // stays until the next question; in a recorded cycle without one it becomes cause 3: place does not use the SM.
    integer s, k;
    always @(posedge clk_i)
        if (asked) begin
            for (k = 0; k < KERNELS; k = k + 1)
                if (record[k])
                    for (s = 0; s < SMS; s = s + 1)
                        cause_q[(s*KERNELS + k)*CAUSE_W +: CAUSE_W]
                            <= open_i               ? 12'h001
                             : !sm_enable_i[s]      ? 12'h002
                             : !may_i[s]            ? 12'h004
                             : !place_ok_i[s]       ? 12'h008
                             : |lack_i[s*5 +: 5]    ? {3'd0, lack_i[s*5], lack_i[s*5 + 1], lack_i[s*5 + 2],
                                                       lack_i[s*5 + 3], lack_i[s*5 + 4], 4'd0}
                             : !limit_ok_i[s]       ? 12'h200
                             : !gate_ok_i[s]        ? 12'h400
                             : masked_i[s]          ? 12'h800 : 12'h000;
        end else if (on_i)
            for (k = 0; k < SMS*KERNELS; k = k + 1)
                if (cause_q[k*CAUSE_W + 11]) cause_q[k*CAUSE_W +: CAUSE_W] <= 12'h008;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s;               // any SM,
    (* anyconst *) reg [3:0] f_k;               // any kernel
    reg f_past_q = 1'b0, f_on_q, f_kept_q;      // in the last cycle an answer about it was recorded; none was
    reg f_other_q;                              // in the last cycle an answer about another kernel was recorded
    reg f_known_q, f_fits_q, f_agree_q, f_free_q;
    reg [CAUSE_W-1:0] f_cause_q;
    wire [KERNELS-1:0] f_mine = KID_ONE << f_k;
    wire [SMS*KERNELS*CAUSE_W-1:0] f_causes = cause_o >> ((f_s*KERNELS + f_k)*CAUSE_W);
    wire [CAUSE_W-1:0] f_cause = f_causes[CAUSE_W-1:0];
    wire [SMS*5-1:0]   f_lacks = lack_i >> (f_s*5);
    wire [SMS-1:0]     f_enable = sm_enable_i >> f_s, f_place = place_ok_i >> f_s, f_limit = limit_ok_i >> f_s;
    wire [SMS-1:0]     f_gate = gate_ok_i >> f_s, f_masked = masked_i >> f_s;
    wire [SMS-1:0]     f_may = may_i >> f_s;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_on_q    <= rst_ni && !init_i && asked && kid_i == f_k;
        f_kept_q  <= rst_ni && !init_i && !(asked && kid_i == f_k) && !on_i && !(|(start_i & f_mine));
        f_other_q <= rst_ni && !init_i && asked && kid_i != f_k;
        f_known_q <= |(known_o & f_mine & (live_i | {KERNELS{!on_i}}));
        f_cause_q <= f_cause;
        f_fits_q  <= !(|f_lacks[4:0]);
        f_agree_q <= f_enable[0] && f_may[0] && f_place[0] && f_limit[0] && f_gate[0];
        f_free_q  <= !open_i && !f_masked[0];
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* assume (f_s < SMS && f_k < KERNELS);
    always @* if (f_past_q) begin
        none:   assert (!f_on_q || (f_cause == 0) == (f_fits_q && f_agree_q && f_free_q));
        one:    assert (!f_on_q || !(f_cause & (f_cause - 1'b1)) || !(f_cause & ~12'h1f0));
        kept:   assert (!(f_kept_q || f_other_q) || (f_cause == f_cause_q && |(known_o & f_mine) == f_known_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                several: cover (f_on_q && f_cause == 12'h1f0);
                refused: cover (f_on_q && f_cause == 12'h800 && f_s != 0 && f_k != 0);
                begins:  cover (f_on_q && !(|(known_o & f_mine)));
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
