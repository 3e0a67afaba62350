// place_gpcs - clusters of CTAs: GPCs take one cluster each, in turn; its CTAs go to different SMs of the GPC.
//
// Param     count reset 1 max 16: GPCs that take turns, numbers 0 to count-1 of the registers GPC; 0: as 16.
// Param     first reset 0 max 15: GPC that has the turn first after init; from count on: GPC 0.
// Contract  Asks all SMs about the first kernel by rank with CTAs left, as place_rr does. A GPC can take the next cluster, of K
//           CTAs, if K of its SMs agree, each to one CTA. The GPC in turn takes it if it can, then the next one has the turn.
//           The CTAs go to the K agreeing SMs that follow, in cyclic order, the SM that this GPC used last. A kernel
//           without clusters has clusters of one CTA. From the first CTA of a cluster to its last one no other CTA is picked.
//           Before the first cluster of a kernel it is checked that its grid consists of whole clusters and that a GPC has K
//           enabled SMs; else never_o, and the dispatcher aborts the kernel.
// Timing    a GPC is examined per cycle. Its cluster can leave three cycles later, or behind the cluster before it, one
//           CTA per cycle. A GPC is not examined while a cluster is under way to it. 33 cycles without a CTA in the booking
//           register are needed for the check of a kernel with clusters.
// Size      3 * SMS + 5 * (SMS + 15)/16 + KERNELS + KID_W + 76 flops, a comparison with four bits of two numbers per SM.
// Users     place_bank.   Source  [CLUSTERSIM]: turns, different SMs, the SM after the last one; the rest is own.
//           Not modelled: clusters in partitions, under gates.
`default_nettype none
module place_gpcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the coordinates
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [4:0]                 param_count_i,
    input  wire [3:0]                 param_first_i,
    input  wire [SMS-1:0]             sm_enable_i,  // the host lets SM s receive CTAs
    input  wire [SMS*4-1:0]           gpc_i,        // GPC of SM s; constant while a kernel is busy
    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire [KERNELS*17-1:0]      cluster_i,    // cluster of kernel k: { its CTAs; its sizes less 1: z, y, x }; the
                                                    // grid is a multiple of it, or the policy says never_o
    output wire                       gangs_o,      // places clusters: a kernel with clusters may be launched
    output wire [KERNELS-1:0]         never_o,      // no CTA of kernel k can be placed: it is to be aborted
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel
    output wire                       all_sms_o,    // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire [CNT_W-1:0]           rest_o,       // CTAs of the open block still to pick after this edge, on
                                                    // each SM of keep_o
    output wire [SMS-1:0]             keep_o,       // SMs of the open block, of a cluster several; zero: none is open
    output wire [SMS-1:0]             plan_o,       // SMs that may become keep_o without a new answer
    output wire                       planned_o,    // CTAs that were admitted are picked later than a cycle after the answer

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick

    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    input  wire [X_W-1:0]             grid_x_i,     // grid of the kernel of next_x_i, in CTAs
    input  wire [Y_W-1:0]             grid_y_i,     // rows of that grid
    input  wire [Z_W-1:0]             grid_z_i,     // planes of that grid
    output wire                       busy_o        // a register changes without a pick
);
    localparam PART = 16, PARTS = (SMS + PART - 1)/PART;
    localparam [SMS-1:0] ONE = 1;
    localparam [5:0] BITS = 6'd32;                  // steps of the check: bits of a grid size

    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire [KID_W-1:0]   cur_kid;
    wire               held, moves, open_d;
    wire [16:0]        shape;
    reg  [16:0]        shape_q;                     // cluster of the kernel of the previous cycle: not reset, guarded by held
    wire [4:0]         ctas = shape_q[16:12];
    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(open_d),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );
    lib_mux1h #(.N(KERNELS), .W(17)) u_shape (.sel_i(cur), .data_i(cluster_i), .data_o(shape));
    always @(posedge clk_i) shape_q <= shape;

    // The check of a kernel with clusters, from the highest bit of the grid sizes down.
    reg  [5:0]  step_q;
    reg         sound_q;                            // the kernel was checked
    reg         roomy_q;                            // a GPC has enough SMs
    reg  [11:0] left_q;                             // remainders of the bits so far: z, y, x
    wire        single = ctas == 5'd1;
    wire        check  = en_i && held && !single && !sound_q;
    wire        go     = en_i && held && (single || sound_q);
    wire        ripe   = check && step_q == BITS;
    wire [4:0]  at     = 5'd31 - step_q[4:0];
    wire [31:0] size_x = {{(32 - X_W){1'b0}}, grid_x_i}, size_y = {{(32 - Y_W){1'b0}}, grid_y_i}, size_z = {{(32 - Z_W){1'b0}}, grid_z_i};
    // Remainder of the bits so far and one more, by size + 1.
    function [3:0] modulo(input [3:0] rest, input more, input [3:0] size);
        reg [4:0] all;
        begin
            all    = {rest, more};
            modulo = all > {1'b0, size} ? all[3:0] - size - 4'd1 : all[3:0];
        end
    endfunction
    wire [11:0] so_far = left_q & {12{|step_q}};
    wire [3:0]  x_left = modulo(so_far[3:0], size_x[at], shape_q[3:0]);
    wire [3:0]  y_left = modulo(so_far[7:4], size_y[at], shape_q[7:4]);
    wire [3:0]  z_left = modulo(so_far[11:8], size_z[at], shape_q[11:8]);
    assign never_o = cur & {KERNELS{ripe && (!roomy_q || |left_q)}};

    // GPCs under examination: those of the last cycle, with their SMs, and those of the cycle before, with these counted.
    reg              near_q, far_q;                 // there is one
    reg  [3:0]       near_gpc_q, far_gpc_q;
    reg  [SMS-1:0]   near_sms_q, far_sms_q;         // not reset, as the counts
    reg  [PARTS*5-1:0] count_q;
    reg              open_q;                        // a cluster is open,
    reg  [3:0]       gpc_q;                         // in this GPC,
    reg  [4:0]       more_q;                        // with so many CTAs to pick
    reg  [SMS-1:0]   after_q;                       // SM s follows the SM that its GPC used last
    reg              begun_q;                       // a GPC has had the turn since init
    reg  [3:0]       turn_q;
    reg  [4:0]       tried_q;                       // GPCs examined since the last event
    reg  [2:0]       event_q;                       // events of the last three cycles

    wire [4:0]       count = |param_count_i ? param_count_i : 5'd16;
    wire [3:0]       last  = count[3:0] - 4'd1;
    wire [3:0]       first = param_first_i <= last ? param_first_i : 4'd0;
    wire [3:0]       turn  = begun_q ? turn_q : first;
    wire [3:0]       gpc   = check ? step_q[3:0] : turn;
    reg  [SMS-1:0]   here, mine;                    // SMs of this GPC, of the open cluster's
    reg  [PARTS*5-1:0] sums;
    reg  [8:0]       total;
    integer s, p;
    always @* begin
        {here, mine} = {2*SMS{1'b0}};
        if (en_i)                                   // a simulation passes over the loop while another policy is selected
            for (s = 0; s < SMS; s = s + 1) begin
                here[s] = gpc_i[s*4 +: 4] == gpc;
                mine[s] = gpc_i[s*4 +: 4] == gpc_q;
            end
        sums  = {PARTS*5{1'b0}};
        total = 9'd0;
        if (near_q)
            for (s = 0; s < SMS; s = s + 1) sums[s/PART*5 +: 5] = sums[s/PART*5 +: 5] + {4'd0, near_sms_q[s]};
        for (p = 0; p < PARTS; p = p + 1) total = total + {4'd0, count_q[p*5 +: 5]};
    end

    wire [SMS-1:0] ahead     = cand_i & after_q;
    wire [SMS-1:0] ahead_neg = ~ahead + ONE, cand_neg = ~cand_i + ONE;
    wire           picks  = open_q && held && en_i && load_i;
    wire           ends   = picks && more_q == 5'd1;
    wire           enough = far_q && total >= {4'd0, ctas};
    wire           loads  = go && enough && (!open_q || ends);
    wire           stalls = go && enough && !loads;
    wire           scans  = go && tried_q != count;
    wire           busy_gpc = (near_q && near_gpc_q == gpc) || (far_q && far_gpc_q == gpc) || (open_q && gpc_q == gpc)
                           || |(here & book_sm_i);
    wire           takes  = check ? !step_q[5] && !step_q[4] && step_q[3:0] <= last
                                  : scans && !busy_gpc && !(stalls && near_q);
    assign open_d    = loads || (open_q && !ends && held && en_i);
    assign pick_sm_o = (|ahead ? ahead & ahead_neg : cand_i & cand_neg) & {SMS{picks}};
    assign keep_o    = loads ? far_sms_q : cand_i & ~pick_sm_o & {SMS{open_d}};
    assign rest_o    = {{(CNT_W - 1){1'b0}}, open_d};
    assign planned_o = open_q || (go && (near_q || far_q));
    assign plan_o    = ((near_sms_q & {SMS{near_q}}) | (far_sms_q & {SMS{far_q}})) & {SMS{go}};

    always @(posedge clk_i)
        if (!rst_ni || init_i || !en_i) begin
            step_q  <= 6'd0;
            {sound_q, near_q, far_q, open_q, begun_q} <= 5'd0;
            after_q <= {SMS{1'b0}};
            tried_q <= 5'd0;
            event_q <= 3'd0;
        end else begin
            step_q  <= (check && !(|book_sm_i) && !ripe) ? step_q + 6'd1 : 6'd0;
            sound_q <= held && (sound_q || (ripe && roomy_q && !(|left_q)));
            near_q  <= (stalls && near_q) || takes;
            far_q   <= stalls || (near_q && (go || check));
            open_q  <= open_d;
            if (picks) after_q <= (after_q & ~mine) | (mine & (|ahead ? ahead ^ ahead_neg : cand_i ^ cand_neg));
            begun_q <= begun_q || (go && takes);
            event_q <= {event_q[1:0], change_i};
            tried_q <= (!go || loads || |event_q) ? 5'd0 : tried_q + {4'd0, takes};
        end
    always @(posedge clk_i) begin                   // guarded by the bits above: not reset
        if (check) begin
            left_q  <= {z_left, y_left, x_left};
            roomy_q <= |step_q && (roomy_q || enough);
        end
        if (go && takes) turn_q <= turn == last ? 4'd0 : turn + 4'd1;
        if (takes) begin
            near_gpc_q <= gpc;
            near_sms_q <= here & (check ? sm_enable_i : agree_i);
        end
        if (!stalls) begin
            far_gpc_q <= near_gpc_q;
            far_sms_q <= near_sms_q;
            count_q   <= sums;
        end
        if (loads) gpc_q <= far_gpc_q;
        if (loads) more_q <= ctas;
        else if (picks) more_q <= more_q - 5'd1;
    end

    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_kid_o   = cur_kid;
    assign all_sms_o    = 1'b1;
    assign gangs_o      = 1'b1;
    assign busy_o       = en_i && (moves || check || scans || near_q || far_q || open_q || |event_q);

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_g;                   // any GPC
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_planned_q, f_checked_q;     // checked: the check went on a cycle ago
    reg [SMS-1:0]     f_keep_q;                     // keep_o a cycle ago
    reg [SMS*4-1:0]   f_gpc_q;
    reg [KERNELS*17-1:0] f_cluster_q;
    reg [4:0]         f_picked_q, f_count_q;        // picked: CTAs of the open cluster
    reg [SMS-1:0]     f_enable_q, f_after_q, f_mine_q;
    reg [SMS-1:0]     f_of_near, f_of_far;          // enabled SMs of the GPCs under examination
    reg [8:0]         f_own, f_set, f_far, f_room;  // enabled SMs of f_g; SMs left for the open cluster; enough ones; enabled in a GPC
    reg [KERNELS-1:0] f_oldest;
    reg               f_order, f_inside, f_fits, f_shapes, f_shaped;
    wire [8:0]        f_many = {4'd0, ctas};
    // In the proof a grid size has at most five bits.
    wire              f_whole = size_x[4:0] % (shape_q[3:0] + 5'd1) == 5'd0 && size_y[4:0] % (shape_q[7:4] + 5'd1) == 5'd0
                             && size_z[4:0] % (shape_q[11:8] + 5'd1) == 5'd0;
    integer f, g;
    always @* begin
        {f_set, f_far, f_own} = 27'd0;
        {f_of_near, f_of_far} = {2*SMS{1'b0}};
        {f_inside, f_order, f_shapes, f_shaped, f_fits} = 5'b11110;
        for (f = 0; f < SMS; f = f + 1) begin
            f_set  = f_set + cand_i[f];
            f_of_near[f] = sm_enable_i[f] && gpc_i[f*4 +: 4] == near_gpc_q;
            f_of_far[f]  = sm_enable_i[f] && gpc_i[f*4 +: 4] == far_gpc_q;
            f_far  = f_far + far_sms_q[f];
            f_own  = f_own + (sm_enable_i[f] && gpc_i[f*4 +: 4] == f_g);
            f_inside = f_inside && (!open_q || !cand_i[f] || gpc_i[f*4 +: 4] == gpc_q)
                    && (!near_q || !near_sms_q[f] || gpc_i[f*4 +: 4] == near_gpc_q)
                    && (!far_q || !far_sms_q[f] || gpc_i[f*4 +: 4] == far_gpc_q);
        end
        for (g = 0; g < 16; g = g + 1) begin
            f_room = 9'd0;
            for (f = 0; f < SMS; f = f + 1) f_room = f_room + (sm_enable_i[f] && gpc_i[f*4 +: 4] == g);
            f_fits = f_fits || (g < count && f_room >= f_many);
        end
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_oldest[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
            f_order     = f_order && !before_i[f*KERNELS + f];
            f_shaped    = f_shaped && (!live_i[f] || cluster_i[f*17 +: 17] == f_cluster_q[f*17 +: 17]);     // while it is live
            f_shapes    = f_shapes && cluster_i[f*17 + 12 +: 5] >= 5'd1 && cluster_i[f*17 + 12 +: 5] <= 5'd16;
        end
        f_order = f_order && !(f_oldest & (f_oldest - 1'b1)) && (|f_oldest || !(|live_i));
    end
    always @(posedge clk_i) begin
        f_past_q    <= 1'b1;
        f_run_q     <= rst_ni && en_i && !init_i;
        {f_keep_q, f_planned_q} <= {keep_o, planned_o};
        f_gpc_q     <= gpc_i;
        f_cluster_q <= cluster_i;
        f_checked_q <= check && !(|book_sm_i);
        f_count_q   <= param_count_i;
        {f_enable_q, f_after_q, f_mine_q} <= {sm_enable_i, after_q, mine};
        f_picked_q  <= loads ? 5'd0 : f_picked_q + {4'd0, picks};
    end
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    always @* if (f_past_q) begin
        in_order:  assume (f_order && f_shapes);
        in_still:  assume (!(|live_i) || (gpc_i == f_gpc_q && f_shaped && sm_enable_i == f_enable_q && !init_i));
        in_count:  assume (param_count_i <= 5'd16 && (!(|live_i) || param_count_i == f_count_q));
        // Behind an edge with a block open, its SMs are the candidates.
        in_keep:   assume (!open_q || !f_run_q || cand_i == f_keep_q);
        in_book:   assume (!(book_sm_i & (book_sm_i - 1'b1)));
        one_hot:   assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable:  assert (!(|pick_sm_o) || (load_i && en_i && |(cur & live_i)));
        // A pick is of the open cluster, and while CTAs of it are left there are as many SMs for them.
        works:     assert (!(open_q && held && en_i && load_i) || |pick_sm_o);
        gang:      assert (!open_q || !held || f_set >= {4'd0, more_q});
        counts:    assert (!open_q || !held || (|more_q && f_picked_q + more_q == ctas));
        one_gpc:   assert (!held || !en_i || f_inside);
        apart:     assert (!go || ((!near_q || !far_q || near_gpc_q != far_gpc_q) && (!open_q || ((!near_q || near_gpc_q != gpc_q)
                                                                                    && (!far_q || far_gpc_q != gpc_q)))));
        opens:     assert (|rest_o == open_d && (!(|keep_o) || open_d));
        planned:   assert ((!(|(plan_o & cand_i)) || !open_q) && (!(|pick_sm_o) || (planned_o && (f_planned_q || !f_run_q))));
        // A kernel is placed only if its clusters fit a GPC.
        fits:      assert (!(go && !single) || f_fits);
        rightly:   assert (!(|never_o) || f_own < f_many || {1'b0, f_g} >= count || |left_q);     // whichever GPC f_g is
        passes:    assert (!(ripe && !(|never_o)) || (f_fits && !(|left_q)));
        inv_total: assert (!far_q || total == f_far);
        inv_steps: assert (step_q <= BITS && (!(|step_q) || f_checked_q || !check));
        inv_roomy: assert (!check || !(|step_q) || !roomy_q || f_fits);
        inv_near:  assert (!check || !near_q || (near_sms_q == f_of_near && near_gpc_q <= last));
        inv_far:   assert (!check || !far_q || (far_sms_q == f_of_far && far_gpc_q <= last));
        inv_seen:  assert (!check || f_own < f_many || {1'b0, f_g} >= count || step_q <= {2'd0, f_g} + 6'd2 || roomy_q);
        inv_turn:  assert (!check || {1'b0, f_g} >= count || ((step_q != {2'd0, f_g} + 6'd1 || (near_q && near_gpc_q == f_g))
                                                            && (step_q != {2'd0, f_g} + 6'd2 || (far_q && far_gpc_q == f_g))));
        inv_shape: assert (!held || !en_i || shape_q == shape);
        memory:    assert (!f_run_q || !((after_q ^ f_after_q) & ~f_mine_q));   // that of other GPCs stays
        never_one: assert (!(|never_o) || (never_o == cur && !go));
    end
`endif
endmodule
`default_nettype wire
