// issue_bits - control bits: decides for each warp of a sub-core whether its oldest instruction may issue, from what a compiler
// wrote into the instructions.
//
// Contract  Per warp: a stall counter, a yield flag, six dependence counters. ok_o: stall and yield are over, every counter of
//           the wait mask is 0, DEPBAR's counter is at most n, and no counter that the instruction reserves has 60 or more:
//           up to two reservations may be in Control, and the instruction itself makes up to two, so none wraps.
//           A counter is its reservations less its releases; no register is compared, so a wrong control word is a wrong result.
// Timing    head_i -> ok_o combinational. An instruction of stall s that issues in cycle t allows its warp's next one from cycle
//           t + max(s, 1) on; with yield not in t + 1. Stall 12 to 15 without yield counts as 2, stall 0 with yield as 45.
//           Reservations count one cycle late: ok_o includes them in t + 2. Releases at edge t count in t + 1.
//           A cycle with hold_i does not count for stall and yield: what stands in the stages behind issue is as late as the
//           next issue, so that the distance that the compiler chose remains. Reservations and releases go on.
// Size      WARPS * 44 + 6 flops, an adder per counter.   Users  issue_sub.
// Source    Huerta et al., MICRO 2025, section 4. The limit of 60 is own: the paper does not say what a full counter does.
//           Assumed: hold_i. The paper says that an instruction in Allocate stops what is behind it, not that stalls stand still.
`default_nettype none
module issue_bits #(
    parameter WARPS   = 16,             // warps of the sub-core, 1..64
    parameter READS   = 2,              // instructions per cycle that have read their sources, 1..8
    parameter WRITES  = 2,              // results per cycle, 1..8
    parameter WARP_W  = WARPS > 1 ? $clog2(WARPS) : 1,      // derived: never set
    parameter HEAD_W  = 27,             // never set, nor the next two
    parameter READ_W  = 3,
    parameter WRITE_W = 3
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,        // synchronous, active low

    input  wire [WARPS-1:0]          start_i,       // warp starts: no stall and no yield from the next cycle on
    input  wire [WARPS*HEAD_W-1:0]   head_i,        // slice w, of the oldest instruction of warp w:
                                                    //   3:0  stall           4      yield
                                                    //   7:5  write counter   10:8   read counter    (6, 7: none)
                                                    // 16:11  wait mask       17     DEPBAR.LE
                                                    // 20:18  its counter     26:21  its n
    input  wire [WARPS-1:0]          gnt_i,         // warp that issues, one-hot or zero, of ok_o; may depend on ok_o
    input  wire                      hold_i,        // the sub-core stands still behind Allocate: no gnt_i
    input  wire [READS-1:0]          read_evt_i,    // an instruction has read its sources
    input  wire [READS*WARP_W-1:0]   read_warp_i,   // its warp
    input  wire [READS*READ_W-1:0]   read_tag_i,    // its read counter
    input  wire [WRITES-1:0]         write_evt_i,   // a result is written
    input  wire [WRITES*WARP_W-1:0]  write_warp_i,
    input  wire [WRITES*WRITE_W-1:0] write_tag_i,   // write counter of its instruction

    output reg  [WARPS-1:0]          ok_o,          // warp's oldest instruction may issue
    output reg  [WARPS-1:0]          idle_o         // all counters are 0, nothing of the warp is in Control
`ifdef FORMAL
    , output wire                    f_rules_o      // the events are as assumed
`endif
);
    localparam EVTS   = READS + WRITES;
    localparam GONE_W = $clog2(EVTS + 1);
    localparam [5:0] ONE = 1;
    localparam [WARPS-1:0] W_ONE = 1;

    generate
        if (WARPS < 1 || WARPS > 64) begin : g_check
            issue_bits_needs_WARPS_from_1_to_64 u_stop ();
        end
        if (READS < 1 || READS > 8 || WRITES < 1 || WRITES > 8) begin : g_check_events
            issue_bits_needs_READS_and_WRITES_from_1_to_8 u_stop ();
        end
    endgenerate

    reg [WARPS*6-1:0]  stall_q, stall_d;        // cycles until the stall is over
    reg [WARPS-1:0]    yield_q;
    reg [WARPS*36-1:0] count_q, count_d;        // counter k of warp w at [w*36 + k*6 +: 6]
    reg [WARPS-1:0]    ctl_q;                   // warp whose instruction is in Control, one-hot or zero
    reg [5:0]          ctl_tags_q;              // its read and write counter; read only with ctl_q, so not reset

    reg [HEAD_W-1:5]  head;
    reg [WARPS*6-1:0] tags;
    reg [5:0] some, high, takes;                // per counter: not 0; 60 or more; reserved by the instruction
    reg [5:0] picks, left;                      // DEPBAR's counter; its value
    integer w, k;
    always @*
        for (w = 0; w < WARPS; w = w + 1) begin
            head  = head_i[w*HEAD_W + 5 +: HEAD_W - 5];
            takes = (ONE << head[7:5]) | (ONE << head[10:8]);
            picks = ONE << head[20:18];
            left  = 6'd0;
            for (k = 0; k < 6; k = k + 1) begin
                some[k] = |count_q[w*36 + k*6 +: 6];
                high[k] = &count_q[w*36 + k*6 + 2 +: 4];
                left    = left | (count_q[w*36 + k*6 +: 6] & {6{picks[k]}});
            end
            ok_o[w]   = !(|stall_q[w*6 +: 6]) && !yield_q[w] && !(|(head[16:11] & some)) && !(|(takes & high))
                      && !(head[17] && left > head[26:21]);
            idle_o[w] = !(|some) && !ctl_q[w];
            tags[w*6 +: 6] = head[10:5];
        end

    // One less than the stall, because the next cycle is the first one after the issue.
    reg [4:0] wait_for;                         // yield, stall
    integer u;
    always @*
        for (u = 0; u < WARPS; u = u + 1) begin
            wait_for = head_i[u*HEAD_W +: 5];
            if (!gnt_i[u])              stall_d[u*6 +: 6] = stall_q[u*6 +: 6] - {5'b0, |stall_q[u*6 +: 6] && !hold_i};
            else if (wait_for == 5'd0)  stall_d[u*6 +: 6] = 6'd0;
            else if (wait_for == 5'd16) stall_d[u*6 +: 6] = 6'd44;
            else if (wait_for > 5'd11 && wait_for < 5'd16) stall_d[u*6 +: 6] = 6'd1;
            else                        stall_d[u*6 +: 6] = {2'b0, wait_for[3:0] - 4'd1};
        end

    wire [5:0] tags_d;
    lib_mux1h #(.N(WARPS), .W(6)) u_tags (.sel_i(gnt_i), .data_i(tags), .data_o(tags_d));

    // Both kinds of events release a counter. Their warps and counters are decoded once for all warps.
    wire [EVTS-1:0]        evt      = {write_evt_i, read_evt_i};
    wire [EVTS*WARP_W-1:0] evt_warp = {write_warp_i, read_warp_i};
    wire [EVTS*3-1:0]      evt_tag  = {write_tag_i, read_tag_i};
    reg  [EVTS*WARPS-1:0]  evt_hot;
    reg  [EVTS*6-1:0]      tag_hot;
    integer e;
    always @*
        for (e = 0; e < EVTS; e = e + 1) begin
            evt_hot[e*WARPS +: WARPS] = evt[e] ? W_ONE << evt_warp[e*WARP_W +: WARP_W] : {WARPS{1'b0}};
            tag_hot[e*6 +: 6]         = ONE << evt_tag[e*3 +: 3];
        end

    wire [5:0] ctl_read = ONE << ctl_tags_q[5:3], ctl_write = ONE << ctl_tags_q[2:0];
    reg [1:0] more;
    reg [GONE_W-1:0] gone;
    integer v, c, g;
    always @*
        for (v = 0; v < WARPS; v = v + 1)
            for (c = 0; c < 6; c = c + 1) begin
                more = {1'b0, ctl_q[v] && ctl_read[c]} + {1'b0, ctl_q[v] && ctl_write[c]};
                gone = {GONE_W{1'b0}};
                for (g = 0; g < EVTS; g = g + 1)
                    gone = gone + {{GONE_W-1{1'b0}}, evt_hot[g*WARPS + v] && tag_hot[g*6 + c]};
                count_d[v*36 + c*6 +: 6] = count_q[v*36 + c*6 +: 6] + {4'b0, more} - {{6-GONE_W{1'b0}}, gone};
            end

    integer s;
    always @(posedge clk_i)
        if (!rst_ni) begin
            stall_q <= {WARPS*6{1'b0}};
            yield_q <= {WARPS{1'b0}};
            count_q <= {WARPS*36{1'b0}};
            ctl_q   <= {WARPS{1'b0}};
        end else begin
            count_q <= count_d;
            ctl_q   <= gnt_i;
            for (s = 0; s < WARPS; s = s + 1) begin
                stall_q[s*6 +: 6] <= start_i[s] ? 6'd0 : stall_d[s*6 +: 6];
                yield_q[s]        <= (gnt_i[s] && head_i[s*HEAD_W + 4]) || (hold_i && yield_q[s] && !start_i[s]);
            end
        end
    always @(posedge clk_i) ctl_tags_q <= tags_d;

`ifdef FORMAL
    parameter F_TOP = 0;                                    // 1: this module is the top of the proof
    (* anyconst *) reg [WARP_W-1:0] f_w;                    // any warp
    localparam [WARP_W:0] F_LAST = WARPS;
    reg  f_init_q = 1'b0;
    wire [WARPS*HEAD_W-1:0] f_heads  = head_i >> (f_w*HEAD_W);
    wire [WARPS*36-1:0]     f_counts = count_q >> (f_w*36);
    wire [WARPS*6-1:0]      f_stalls = stall_q >> (f_w*6);
    wire [HEAD_W-1:0] f_head = f_heads[HEAD_W-1:0];
    wire              f_issue = gnt_i[f_w];
    wire [5:0] f_gap = (f_head[3:0] > 11 && !f_head[4]) ? 6'd2 : (f_head[3:0] == 0 && f_head[4]) ? 6'd45 : {2'b0, f_head[3:0]};
    reg  [5:0] f_age_q, f_gap_q;                            // cycles since the last issue without hold_i, up to 63; its stall
    reg        f_yield_q;                                   // and its yield
    reg        f_new_q;                                     // the last edge ended the cycle of an issue
    reg  [6*7-1:0] f_due_q, f_due;                          // per counter: reserved by instructions issued, less released
    reg  [6*2-1:0] f_late_q, f_late;                        // the part of it that was reserved at the last edge
    reg  [6*2-1:0] f_ctl;                                   // what Control adds
    reg  [6:0]     f_seen, f_gone;                          // the part that ok_o includes; releases at this edge
    reg            f_held, f_named;                         // releases are due; they name warps
    reg            f_small, f_equal, f_free;                // none wraps; counters are right; they allow the issue
    wire           f_over = f_age_q >= f_gap_q && !(f_yield_q && f_age_q == 1);
    integer        i, j;
    always @* begin
        f_due   = f_due_q;
        f_late  = {6*2{1'b0}};
        f_ctl   = {6*2{1'b0}};
        f_small = 1'b1;
        f_equal = 1'b1;
        f_held  = 1'b1;
        f_named = 1'b1;
        f_free  = 1'b1;
        f_seen  = 7'd0;
        f_gone  = 7'd0;
        for (j = 0; j < EVTS; j = j + 1)
            if (evt[j] && evt_warp[j*WARP_W +: WARP_W] >= F_LAST) f_named = 1'b0;
        for (i = 0; i < 6; i = i + 1) begin
            f_late[i*2 +: 2] = {1'b0, f_issue && f_head[7:5] == i} + {1'b0, f_issue && f_head[10:8] == i};
            f_ctl[i*2 +: 2]  = {1'b0, ctl_read[i]} + {1'b0, ctl_write[i]};
            f_gone = 7'd0;
            for (j = 0; j < EVTS; j = j + 1)
                if (evt[j] && evt_warp[j*WARP_W +: WARP_W] == f_w && evt_tag[j*3 +: 3] == i) f_gone = f_gone + 7'd1;
            if (f_gone > f_due_q[i*7 +: 7]) f_held = 1'b0;
            f_due[i*7 +: 7] = f_due_q[i*7 +: 7] + {5'b0, f_late[i*2 +: 2]} - f_gone;
            f_seen = f_due_q[i*7 +: 7] - {5'b0, f_late_q[i*2 +: 2]};
            if (f_due_q[i*7 +: 7] > 63) f_small = 1'b0;
            if ({1'b0, f_counts[i*6 +: 6]} != f_seen) f_equal = 1'b0;
            if ((f_head[11 + i] && f_seen != 0) || (f_head[17] && f_head[20:18] == i && f_seen > {1'b0, f_head[26:21]})
                || ((f_head[7:5] == i || f_head[10:8] == i) && f_seen >= 60)) f_free = 1'b0;
        end
    end
    assign f_rules_o = f_held && f_named;

    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_due_q   <= rst_ni ? f_due : {6*7{1'b0}};
        f_late_q  <= rst_ni ? f_late : {6*2{1'b0}};
        f_age_q   <= (!rst_ni || start_i[f_w]) ? 6'd63 : f_issue ? 6'd1 : (hold_i || f_age_q == 63) ? f_age_q : f_age_q + 6'd1;
        f_gap_q   <= (!rst_ni || start_i[f_w]) ? 6'd0 : f_issue ? f_gap : f_gap_q;
        f_new_q   <= rst_ni && f_issue;
        f_yield_q <= rst_ni && !start_i[f_w] && (f_issue ? f_head[4] : f_yield_q);
    end
    always @* begin
        assume (f_init_q || !rst_ni);                       // every run begins in reset
        assume (f_w < F_LAST);
        in_events: assume (!f_init_q || f_rules_o);
        in_gnt:    assume (!f_init_q || !(gnt_i & ((gnt_i - W_ONE) | ~ok_o)));
        in_hold:   assume (!f_init_q || !(hold_i && |gnt_i));
        in_start:  assume (!f_init_q || !(start_i & (gnt_i | ~idle_o)));
        if (f_init_q) begin
            exact:   assert (ok_o[f_w] == (f_over && f_free));
            counted: assert (f_equal);
            no_wrap: assert (f_small);
            idle:    assert (idle_o[f_w] == !(|f_due_q || f_new_q));
            inv_stall: assert (f_stalls[5:0] == (f_gap_q > f_age_q ? f_gap_q - f_age_q : 6'd0) && f_age_q != 0);
            inv_yield: assert (yield_q[f_w] == (f_yield_q && f_age_q == 1) && f_gap_q <= 45);
            inv_ctl:   assert (!(ctl_q & (ctl_q - W_ONE)) && ctl_q[f_w] == f_new_q
                               && f_late_q == (f_ctl & {12{ctl_q[f_w]}}));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_init_q) begin
                soonest: cover (f_issue && f_age_q == 2 && f_gap_q == 2 && |f_due_q);
                stands:  cover (hold_i && f_yield_q && f_age_q == 1 && !f_new_q);
                shared:  cover (f_gone == EVTS && f_due_q[5*7 +: 7] == EVTS && |f_late_q[11:10]);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
