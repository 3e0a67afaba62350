// disp_walk - walks each kernel's grid cluster by cluster, x fastest, and shows the next CTA.
//
// Contract  start_i[k] sets kernel k to (0,0,0), CTA 0; step_i[k] advances it by one CTA: through its cluster, then to the
//           next cluster, both in linear order. With clusters of one CTA the number of a CTA is its linear id.
//           last_o: the CTA of kernel sel_i is the last of its grid; final_o[k]: that of kernel k is. A
//           step from the last CTA wraps the coordinates to 0 and leaves count_o at the number of CTAs. Grids that do not
//           consist of whole clusters are not walked to their end.
// Timing    sel_i -> next_*_o, last_o combinational. No multiplier: flops hold, per coordinate, whether it is at
//           its last value; the walk computes that one step ahead, without a carry chain. Only the
//           number of the CTA wraps, past 2^LID_W CTAs.
// Size      KERNELS * (X_W+Y_W+Z_W+LID_W+15) flops, with CLUSTERS 0 12 less each; one adder of each width for all kernels.
// Users     disp_host.
`default_nettype none
module disp_walk #(
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter X_W     = 24,                     // bits of a coordinate and a grid size, x; 1..31
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32,                     // bits of the number of a CTA
    parameter CLUSTERS = 1                      // 0: every cluster is one CTA
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,     // synchronous, active low
    input  wire                     init_i,     // sets every kernel to its first CTA

    input  wire [KERNELS-1:0]       start_i,    // kernel launched at this edge, one-hot or zero
    input  wire [2:0]               start_one_i,    // its grid has one CTA in { z, y, x }
    input  wire [KERNELS-1:0]       step_i,     // kernel to advance: a subset of sel_i, or zero
    input  wire [KERNELS-1:0]       sel_i,      // one-hot: kernel whose CTA the outputs show

    input  wire [X_W-1:0]           grid_x_i,   // grid of kernel sel_i, in CTAs, >= 1
    input  wire [Y_W-1:0]           grid_y_i,
    input  wire [Z_W-1:0]           grid_z_i,
    input  wire [KERNELS*17-1:0]    cluster_i,  // cluster of kernel k: { its CTAs; its sizes less 1: z, y, x }

    output wire [X_W-1:0]           next_x_o,
    output wire [Y_W-1:0]           next_y_o,
    output wire [Z_W-1:0]           next_z_o,
    output wire [LID_W-1:0]         next_lid_o,
    output wire                     last_o,
    output wire [KERNELS-1:0]       final_o,    // the next CTA of kernel k is the last of its grid
    output wire [KERNELS*LID_W-1:0] count_o     // CTAs walked since each kernel's start
`ifdef FORMAL
    , input wire [KERNELS*(X_W+Y_W+Z_W)-1:0] f_grid_i   // grids of all kernels, { z, y, x } each
    , output wire [KERNELS-1:0]     f_run_o     // kernel k walks its grid, and the grid has not changed
`endif
);
    localparam IN_W  = (CLUSTERS != 0) ? 12 : 0;    // bits of the coordinates within a cluster
    localparam POS_W = IN_W + X_W + Y_W + Z_W + LID_W + 3;
    localparam LID_AT = X_W + Y_W + Z_W;
    localparam [X_W-1:0]   X_ONE   = 1;
    localparam [Y_W-1:0]   Y_ONE   = 1;
    localparam [Z_W-1:0]   Z_ONE   = 1;
    localparam [LID_W-1:0] LID_ONE = 1;

    reg [KERNELS*POS_W-1:0] pos_q;              // per kernel { within its cluster z, y, x; z, y, x is at its last value; lid, z, y, x }
    wire [POS_W-1:0]        pos;
    wire                    x_end, y_end, z_end;

    lib_mux1h #(.N(KERNELS), .W(POS_W)) u_pos (.sel_i(sel_i), .data_i(pos_q), .data_o(pos));
    assign {z_end, y_end, x_end, next_lid_o, next_z_o, next_y_o, next_x_o} = pos[POS_W-IN_W-1:0];

    // Within the cluster: whether a coordinate is at its last value, the way back to the first one, and the next position.
    wire        x_in_end, y_in_end, z_in_end;
    wire [3:0]  x_size, y_size, z_size;         // less 1
    wire [11:0] in_d;
    generate
        if (CLUSTERS != 0) begin : g_in
            wire [16:0] shape;
            wire [3:0]  x_in, y_in, z_in;
            lib_mux1h #(.N(KERNELS), .W(17)) u_shape (.sel_i(sel_i), .data_i(cluster_i), .data_o(shape));
            assign {z_in, y_in, x_in} = pos[POS_W-1 -: 12];
            assign {z_size, y_size, x_size} = shape[11:0];
            assign {z_in_end, y_in_end, x_in_end} = {z_in == z_size, y_in == y_size, x_in == x_size};
            assign in_d = !x_in_end ? {z_in, y_in, x_in + 4'd1}
                        : !y_in_end ? {z_in, y_in + 4'd1, 4'd0}
                        : !z_in_end ? {z_in + 4'd1, 8'd0} : 12'd0;
            wire unused = &{1'b0, shape[16:12]};
        end else begin : g_one
            assign {z_in_end, y_in_end, x_in_end, z_size, y_size, x_size, in_d} = {3'b111, 24'd0};
            wire unused = &{1'b0, cluster_i, in_d};
        end
    endgenerate
    wire crosses = x_in_end && y_in_end && z_in_end;  // the next CTA begins a cluster

    // at + 2 == size without a carry chain: compares, per bit, the carry that the sum would need with the one there is.
    function near(input [31:0] at, input [31:0] size);
        near = (at ^ 32'd2 ^ size) == ((at & ~size) | (32'd2 & (at | ~size))) << 1;
    endfunction

    // A coordinate stays, advances, begins the grid anew, or returns to the first value of its cluster, which is the last
    // one of the grid only in a cluster of one CTA in this direction.
    wire x_back = x_in_end && !crosses, y_back = x_in_end && y_in_end && !crosses;
    wire [X_W-1:0] x_inc = next_x_o + X_ONE;
    wire [Y_W-1:0] y_inc = next_y_o + Y_ONE;
    wire [Z_W-1:0] z_inc = next_z_o + Z_ONE;
    wire [31:0]    x_first = {{(32 - X_W){1'b0}}, next_x_o} - {28'd0, x_size};
    wire [31:0]    y_first = {{(32 - Y_W){1'b0}}, next_y_o} - {28'd0, y_size};
    wire [31:0]    z_first = {{(32 - Z_W){1'b0}}, next_z_o} - {28'd0, z_size};
    wire           x_near  = near({{(32 - X_W){1'b0}}, next_x_o}, {{(32 - X_W){1'b0}}, grid_x_i});
    wire           y_near  = near({{(32 - Y_W){1'b0}}, next_y_o}, {{(32 - Y_W){1'b0}}, grid_y_i});
    wire           z_near  = near({{(32 - Z_W){1'b0}}, next_z_o}, {{(32 - Z_W){1'b0}}, grid_z_i});
    wire           y_moves = crosses && x_end, z_moves = y_moves && y_end;    // to the next row, plane of clusters
    wire           y_steps = (x_in_end && !y_in_end) || y_moves, y_returns = y_back || (crosses && !x_end);
    wire           z_steps = (x_in_end && y_in_end && !z_in_end) || z_moves, z_returns = crosses && !z_moves;
    wire           x_end_d = x_back ? x_end && !(|x_size) : x_end ? grid_x_i == X_ONE : x_near;
    wire           y_end_d = y_returns ? y_end && !(|y_size)
                           : !y_steps ? y_end
                           : y_end ? grid_y_i == Y_ONE : y_near;
    wire           z_end_d = z_returns ? z_end && !(|z_size)
                           : z_steps ? z_near : z_end;      // don't care past the last CTA
    wire [X_W-1:0] x_d   = x_back ? x_first[X_W-1:0] : x_end ? {X_W{1'b0}} : x_inc;
    wire [Y_W-1:0] y_d   = y_returns ? y_first[Y_W-1:0] : !y_steps ? next_y_o : y_end ? {Y_W{1'b0}} : y_inc;
    wire [Z_W-1:0] z_d   = z_returns ? z_first[Z_W-1:0] : !z_steps ? next_z_o : z_end ? {Z_W{1'b0}} : z_inc;
    wire unused_first = &{1'b0, x_first, y_first, z_first};

    assign last_o = x_end && y_end && z_end;

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            assign final_o[k] = &pos_q[k*POS_W + LID_AT + LID_W +: 3];
            assign count_o[k*LID_W +: LID_W] = pos_q[k*POS_W + LID_AT +: LID_W];
            always @(posedge clk_i)
                if (!rst_ni || init_i || start_i[k])
                    pos_q[k*POS_W +: POS_W-IN_W] <= {start_one_i, {(POS_W - IN_W - 3){1'b0}}};
                else if (step_i[k])
                    pos_q[k*POS_W +: POS_W-IN_W] <= {z_end_d, y_end_d, x_end_d,
                                                     next_lid_o + LID_ONE, z_d, y_d, x_d};
            if (CLUSTERS != 0) begin : g_within
                always @(posedge clk_i)
                    if (!rst_ni || init_i || start_i[k]) pos_q[k*POS_W + POS_W-1 -: 12] <= 12'd0;
                    else if (step_i[k])                  pos_q[k*POS_W + POS_W-1 -: 12] <= in_d;
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam G_W = X_W + Y_W + Z_W;
    localparam [KERNELS-1:0] F_ONE = 1;
    reg f_past_q = 1'b0, f_still_q = 1'b0;
    reg [KERNELS*POS_W-1:0] f_pos_q;
    reg [KERNELS*G_W-1:0]   f_grid_q;
    reg [KERNELS*17-1:0]    f_cluster_q;
    reg [KERNELS-1:0]       f_run_q, f_end_q;   // kernel k is walking; it has walked all CTAs
    reg [KERNELS-1:0]       f_same;             // the host may write another grid once the kernel was aborted
    wire [KERNELS-1:0]      f_run = f_run_q & f_same;
    integer f;
    always @*
        for (f = 0; f < KERNELS; f = f + 1)
            f_same[f] = f_grid_i[f*G_W +: G_W] == f_grid_q[f*G_W +: G_W] && cluster_i[f*17 +: 17] == f_cluster_q[f*17 +: 17];
    assign f_run_o = f_run;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_still_q <= rst_ni && !init_i && !(|start_i) && !(|step_i);
        f_pos_q   <= pos_q;
        f_grid_q  <= f_grid_i;
        f_cluster_q <= cluster_i;
        f_run_q   <= (start_i | (f_run & ~(step_i & {KERNELS{last_o}}))) & {KERNELS{rst_ni && !init_i}};
        f_end_q   <= ((f_end_q & f_same) | (step_i & {KERNELS{last_o}})) & ~start_i & {KERNELS{rst_ni && !init_i}};
    end
    // Per kernel: its grid at the inputs, its start, a grid that is not 0, its position, the outputs, the end of its walk.
    wire [KERNELS-1:0] f_at, f_starts, f_some, f_inside, f_order, f_ends, f_shown, f_ending, f_final, f_all, f_whole, f_within, f_shaped;
    wire [KERNELS-1:0] f_sound = f_run & f_shaped;      // its grid consists of whole clusters
    genvar h;
    generate
        for (h = 0; h < KERNELS; h = h + 1) begin : g_each
            wire [POS_W-1:0] f_pos = pos_q[h*POS_W +: POS_W];
            wire [G_W-1:0]   f_grid = f_grid_i[h*G_W +: G_W];
            wire [X_W-1:0]   f_gx  = f_grid[X_W-1:0], f_x = f_pos[X_W-1:0];
            wire [Y_W-1:0]   f_gy  = f_grid[X_W +: Y_W], f_y = f_pos[X_W +: Y_W];
            wire [Z_W-1:0]   f_gz  = f_grid[X_W + Y_W +: Z_W], f_z = f_pos[X_W + Y_W +: Z_W];
            wire [LID_W-1:0] f_lid = f_pos[LID_AT +: LID_W], f_ctas = f_gx * f_gy * f_gz;
            wire             f_sel = sel_i == F_ONE << h;       // the outputs show the kernel's CTA
            assign f_at[h]     = !f_sel || {grid_z_i, grid_y_i, grid_x_i} == f_grid;
            assign f_some[h]   = |f_gx && |f_gy && |f_gz;
            assign f_starts[h] = !start_i[h] || (f_some[h] && start_one_i == {f_gz == Z_ONE, f_gy == Y_ONE, f_gx == X_ONE});
            assign f_inside[h] = f_x < f_gx && f_y < f_gy && f_z < f_gz;
            // The CTA's cluster, and its place in it; numbers of both in linear order.
            wire [3:0]  f_cx = (CLUSTERS != 0) ? cluster_i[h*17 +: 4] : 4'd0, f_cy = (CLUSTERS != 0) ? cluster_i[h*17 + 4 +: 4] : 4'd0;
            wire [3:0]  f_cz = (CLUSTERS != 0) ? cluster_i[h*17 + 8 +: 4] : 4'd0;
            wire [4:0]  f_nx = f_cx + 5'd1, f_ny = f_cy + 5'd1, f_nz = f_cz + 5'd1;
            wire [11:0] f_in = (CLUSTERS != 0) ? f_pos[POS_W-1 -: 12] : 12'd0;
            wire [LID_W+3:0] f_box  = f_nx * f_ny * f_nz;
            wire [LID_W+3:0] f_far  = ((f_z / f_nz) * (f_gy / f_ny) + f_y / f_ny) * (f_gx / f_nx) + f_x / f_nx;
            wire [LID_W+3:0] f_near = (f_in[11:8] * f_ny + f_in[7:4]) * f_nx + f_in[3:0];
            assign f_within[h] = f_in[3:0] == f_x % f_nx && f_in[7:4] == f_y % f_ny && f_in[11:8] == f_z % f_nz;
            assign f_shaped[h] = f_gx % f_nx == 0 && f_gy % f_ny == 0 && f_gz % f_nz == 0;
            assign f_order[h]  = {4'd0, f_lid} == f_far * f_box + f_near;
            assign f_ends[h]   = f_pos[LID_AT + LID_W +: 3] == {f_z == f_gz - Z_ONE, f_y == f_gy - Y_ONE, f_x == f_gx - X_ONE};
            assign f_shown[h]  = !f_sel || {next_lid_o, next_z_o, next_y_o, next_x_o} == f_pos[LID_AT+LID_W-1:0];
            assign f_ending[h] = !f_sel || last_o == (f_lid == f_ctas - LID_ONE);
            assign f_final[h]  = final_o[h] == (f_lid == f_ctas - LID_ONE);
            assign f_all[h]    = f_lid == f_ctas;
            assign f_whole[h]  = f_gx == 2 && f_gy == 2 && f_gz == 1 && (CLUSTERS == 0 || f_cy == 4'd1);
        end
    endgenerate
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_step:  assume (!(|step_i) || (step_i == sel_i && !(sel_i & (sel_i - F_ONE)) && !(start_i & step_i)));
        in_run:   assume (!(step_i & ~f_run));
        in_grid:  assume (&f_at);
        in_start: assume (&f_starts);
        wrap:     assert (!(|(step_i & f_shaped) && last_o)
                          || {x_d, y_d, z_d} == {G_W{1'b0}});
        still:    assert (!f_still_q || pos_q == f_pos_q);
        inv_some: assert (!(f_run & ~f_some));
        inside:   assert (!(f_sound & ~f_inside));
        order:    assert (!(f_sound & ~f_order));
        within:   assert (!(f_sound & ~f_within));
        inv_end:  assert (!(f_sound & ~f_ends));
        shown:    assert (&f_shown);
    end
    generate
        if (F_TOP) begin : g_alone
            always @* if (f_past_q) begin
                ending:  assert (!(f_sound & ~f_ending));
                final:   assert (!(f_sound & ~f_final));
                all:     assert (!(f_end_q & f_same & f_shaped & ~f_all));
                inv_one: assert (!(f_run_q & f_end_q));
                whole:   cover (|(f_end_q & f_same & f_shaped & f_whole));
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
