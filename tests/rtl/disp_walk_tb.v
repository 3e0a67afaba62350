// disp_walk_tb - disp_walk: the CTAs of grids and clusters of every shape, against six nested loops.
//
// TEST RATIONALE  Ends of rows, planes and grids can be wrong, and the module finds an end one CTA
//   ahead: so short grids with sizes of 1 and 2 on every axis, in fields so narrow that the largest
//   size fills them, and rows long enough to carry out of a byte. Kernels step in turn and restart
//   in the middle of a grid. Clusters of 1 to 16 CTAs, where the grid holds a multiple of them.
// params: KERNELS=3, X_W=2, Y_W=2, Z_W=2, LID_W=6; KERNELS=1, X_W=9, Y_W=1, Z_W=3, LID_W=13
// params: KERNELS=4, SIZE=300, CYCLES=16000, SEED=4; KERNELS=16, X_W=3, Y_W=3, Z_W=1, LID_W=5, SEED=2
// params: KERNELS=3, X_W=6, Y_W=5, Z_W=5, LID_W=16, CYCLES=40000, SEED=3; KERNELS=3, X_W=3, CLUSTERS=0
`default_nettype none
module disp_walk_tb;
    parameter KERNELS = 4, X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32;
    parameter CLUSTERS = 1, SIZE = 7, CYCLES = 5000, SEED = 1;        // SIZE: the largest, if the field holds it
    reg clk = 0, rst_n = 0, init = 0;
    reg  [KERNELS-1:0] start = 0, step = 0, sel = 1;
    reg  [2:0] start_one = 0;
    reg  [X_W-1:0] grid_x = 1;
    reg  [Y_W-1:0] grid_y = 1;
    reg  [Z_W-1:0] grid_z = 1;
    wire [X_W-1:0] next_x;
    wire [Y_W-1:0] next_y;
    wire [Z_W-1:0] next_z;
    wire [LID_W-1:0] next_lid;
    wire last;
    wire [KERNELS-1:0] finals;
    wire [KERNELS*LID_W-1:0] count;
    reg  [KERNELS*17-1:0] cluster = 0;
    disp_walk #(.KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W), .CLUSTERS(CLUSTERS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .start_i(start), .start_one_i(start_one),
        .step_i(step), .sel_i(sel), .grid_x_i(grid_x), .grid_y_i(grid_y), .grid_z_i(grid_z), .cluster_i(cluster),
        .next_x_o(next_x), .next_y_o(next_y), .next_z_o(next_z), .next_lid_o(next_lid),
        .last_o(last), .final_o(finals), .count_o(count)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    function integer size(input integer bits);  // of a grid, in a field of so many bits
        integer most;
        begin
            most = (bits < 9) ? (1 << bits) - 1 : SIZE;
            case (rnd(5))
            0: size = 1;
            1: size = most;
            2: size = (most > 1) ? 2 : 1;
            default: size = 1 + rnd(most);
            endcase
        end
    endfunction

    // --- the walk of each kernel; gx of 0: it has none --------------------------------------------
    integer gx [0:KERNELS-1], gy [0:KERNELS-1], gz [0:KERNELS-1];
    integer x [0:KERNELS-1], y [0:KERNELS-1], z [0:KERNELS-1], n [0:KERNELS-1];
    integer k, s, c, grids = 0;
    integer cx [0:KERNELS-1], cy [0:KERNELS-1], cz [0:KERNELS-1];      // sizes of its clusters
    task move(input integer of);                // x, y, z follow from the number of the CTA
        integer in, box, at;
        begin
            n[of] = n[of] + 1;
            in = n[of] % (cx[of]*cy[of]*cz[of]);
            box = n[of] / (cx[of]*cy[of]*cz[of]);
            x[of] = box % (gx[of]/cx[of]) * cx[of] + in % cx[of];
            at = box / (gx[of]/cx[of]);
            y[of] = at % (gy[of]/cy[of]) * cy[of] + in / cx[of] % cy[of];
            z[of] = at / (gy[of]/cy[of]) * cz[of] + in / (cx[of]*cy[of]);
            if (n[of] == gx[of]*gy[of]*gz[of]) begin gx[of] = 0; grids = grids + 1; end
        end
    endtask
    task launch(input integer of);
        begin
            gx[of] = size(X_W); gy[of] = size(Y_W); gz[of] = size(Z_W);
            if (SIZE > 255 && rnd(2)) begin gx[of] = 255 + rnd(4); gy[of] = 1 + rnd(2); gz[of] = 1 + rnd(2); end
            cx[of] = 1; cy[of] = 1; cz[of] = 1;
            if (CLUSTERS != 0 && rnd(3) > 0) begin
                cx[of] = 1 + rnd(4); cy[of] = 1 + rnd(3); cz[of] = 1 + rnd(2);
                if (rnd(8) == 0) begin cx[of] = rnd(2) ? 16 : 1; cy[of] = cx[of] == 1 && rnd(2) ? 16 : 1; cz[of] = cx[of]*cy[of] == 1 ? 16 : 1; end
                gx[of] = gx[of] - gx[of] % cx[of]; gy[of] = gy[of] - gy[of] % cy[of]; gz[of] = gz[of] - gz[of] % cz[of];
                if (gx[of] == 0) begin gx[of] = size(X_W); cx[of] = 1; end
                if (gy[of] == 0) begin gy[of] = size(Y_W); cy[of] = 1; end
                if (gz[of] == 0) begin gz[of] = size(Z_W); cz[of] = 1; end
            end
            c = cx[of]*cy[of]*cz[of];
            cluster[of*17 +: 17] = {c[4:0], cz[of][3:0] - 4'd1, cy[of][3:0] - 4'd1, cx[of][3:0] - 4'd1};
            x[of] = 0; y[of] = 0; z[of] = 0; n[of] = 0;
            start = 1 << of;
            start_one = {gz[of] == 1, gy[of] == 1, gx[of] == 1};
        end
    endtask
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) begin gx[k] = 0; n[k] = 0; cx[k] = 1; cy[k] = 1; cz[k] = 1; end
        repeat (2) @(negedge clk);
        while (cycle < CYCLES) begin
            rst_n = cycle > 0 && rnd(CYCLES/2) > 0;
            init  = rnd(CYCLES/2) == 0;
            start = 0; start_one = 0; step = 0;
            s = rnd(KERNELS);
            sel = 1 << s;
            grid_x = gx[s]; grid_y = gy[s]; grid_z = gz[s];
            k = rnd(KERNELS);
            if (gx[s] > 0 && rnd(4) > 0) step = sel;
            if (!(step[k]) && (gx[k] == 0 || rnd(SIZE > 255 ? 10000 : 500) == 0)) launch(k);
            #1;
            for (c = 0; c < KERNELS; c = c + 1)
                if (cycle > 0 && !start[c] && gx[c] > 0)
                    check(finals[c] === (x[c] == gx[c] - 1 && y[c] == gy[c] - 1 && z[c] == gz[c] - 1), "last of each",
                          finals[c], n[c]);
            for (c = 0; c < KERNELS; c = c + 1)
                if (cycle > 0 && !start[c])
                    check(count[c*LID_W +: LID_W] === n[c][LID_W-1:0], "CTAs", count[c*LID_W +: LID_W], n[c]);
            if (gx[s] > 0 && !start[s]) begin
                check(next_x === x[s] && next_y === y[s] && next_z === z[s], "CTA", next_x, x[s]);
                check(next_lid === n[s][LID_W-1:0], "number of the CTA", next_lid, n[s]);
                check(last === (x[s] == gx[s] - 1 && y[s] == gy[s] - 1 && z[s] == gz[s] - 1), "last",
                      last, n[s]);
            end
            if (step[s]) move(s);
            if (init || !rst_n)
                for (c = 0; c < KERNELS; c = c + 1) begin gx[c] = 0; n[c] = 0; end
            @(negedge clk) cycle = cycle + 1;
        end
        check(grids > (SIZE > 255 ? 4 : 20), "grids walked", grids, 20);
        finish;
    end
endmodule
`default_nettype wire
