// sas_sched_tb - sas_sched: one SM's contexts work on loop spaces, with a slow tiler.
//
// TEST RATIONALE  An index may be lost, duplicated or late. So the bench counts each index
//   of a space when a context gets it; contexts take random time, are always ready or never ask; some are
//   disabled on the way and keep their queue; no waiting context is skipped. With every context
//   waiting there is an index per cycle, and neighbours of a row go to neighbouring contexts. Loops by index
//   and by whole tiles alternate.
// params: CONTEXTS=1, DEPTH=2; CONTEXTS=3, DEPTH=3, SEED=2; CONTEXTS=16, SEED=3
// params: CONTEXTS=5, DEPTH=8, SEED=4
`default_nettype none
module sas_sched_tb;
    parameter CONTEXTS = 4, DEPTH = 4, LOOPS = 120, SEED = 1;
    localparam LEVELS = 2, W = 8, V = LEVELS*W, SIDE = 24;
    reg clk = 0, rst_n = 0, whole = 0, evt = 0, none = 0;
    reg  [V-1:0] stride = {LEVELS{8'd1}}, tile_lower = 0, tile_upper = 0;
    reg  [CONTEXTS-1:0] allow = {CONTEXTS{1'b1}}, want = 0;
    wire ask;
    wire [CONTEXTS-1:0] valid, gone, off;
    wire [CONTEXTS*V-1:0] lower, upper;
    sas_sched #(.CONTEXTS(CONTEXTS), .DEPTH(DEPTH), .LEVELS(LEVELS), .W(W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .param_whole_i(whole), .loop_stride_i(stride), .allow_i(allow),
        .ask_o(ask), .tile_evt_i(evt), .tile_lower_i(tile_lower), .tile_upper_i(tile_upper), .none_i(none),
        .want_i(want), .piece_valid_o(valid), .piece_none_o(gone), .piece_off_o(off),
        .piece_lower_o(lower), .piece_upper_o(upper)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- the space 0..rows x 0..cols and its tiles, a column of them ------------------------------
    integer seen [0:SIDE*SIDE-1], rows, cols, high, row, delay, sr, sc;
    integer busy [0:CONTEXTS-1], waited [0:CONTEXTS-1], masked [0:CONTEXTS-1];
    integer c, i, j, t, style, took, done, all, got, first, last_row, last_col, order;
    reg masks;
    reg [CONTEXTS-1:0] want_d;                          // inputs change as whole vectors
    task tiler;                                         // an answer comes some cycles after the ask
        begin
            evt = 0;
            if (ask && !none && row < rows) begin
                if (delay > 0) delay = delay - 1;
                else begin
                    evt = 1;
                    tile_lower = row;                   // level 0 the row, level 1 the column
                    tile_upper = {cols[W-1:0], (row + high > rows) ? rows[W-1:0] : row[W-1:0] + high[W-1:0]};
                    row   = row + high;
                    delay = (style == 0) ? 0 : rnd(4);
                end
            end else if (row >= rows) none = 1;
        end
    endtask
    task take(input integer of);                        // its piece: an index, or a tile to iterate
        begin
            got = 0;
            for (i = lower[of*V +: W]; i < upper[of*V +: W]; i = i + sr)
                for (j = lower[of*V + W +: W]; j < upper[of*V + W +: W]; j = j + sc) begin
                    check(i < rows && j < cols && i % sr == 0 && j % sc == 0, "inside", i, j);
                    seen[i*SIDE + j] = seen[i*SIDE + j] + 1;
                    check(seen[i*SIDE + j] == 1, "once", seen[i*SIDE + j], 1);
                    got  = got + 1;
                    done = done + 1;
                end
            check(whole ? got > 0 : got == 1, "a piece", got, 1);
            if (!whole && style == 0 && order >= 0) begin    // neighbours in a row, context by context
                check(of == order % CONTEXTS, "context", of, order % CONTEXTS);
                check(i - sr == (order / ((cols + sc - 1) / sc)) * sr
                      && j - sc == (order % ((cols + sc - 1) / sc)) * sc, "in turn", j - sc, order);
                order = order + 1;
            end
        end
    endtask

    initial begin
        repeat (2) @(negedge clk);
        for (t = 0; t < LOOPS; t = t + 1) begin
            style = rnd(4);                             // 0: all wait at all times
            whole = rnd(3) == 0;
            masks = style == 3;
            sr    = 1 + rnd(2); sc = 1 + rnd(3);
            rows  = 1 + rnd(SIDE - 1); cols = 1 + rnd(SIDE - 1);
            high  = sr * (1 + rnd(4));
            if (style == 0) high = sr * ((rows + sr - 1) / sr);
            stride = {sc[W-1:0], sr[W-1:0]};
            row = 0; delay = 0; done = 0; took = 0; first = -1; none = 0; evt = 0; order = -1;
            all = ((rows + sr - 1) / sr) * ((cols + sc - 1) / sc);
            for (i = 0; i < SIDE*SIDE; i = i + 1) seen[i] = 0;
            for (c = 0; c < CONTEXTS; c = c + 1) begin busy[c] = rnd(4); waited[c] = 0; masked[c] = 0; end
            allow = {CONTEXTS{1'b1}};
            if (style == 0) begin                       // and the first one is context 0
                rst_n = 0;
                order = 0;
                for (c = 0; c < CONTEXTS; c = c + 1) busy[c] = 0;
                @(negedge clk) ;
            end
            rst_n = 1;
            #1;
            while (!(&gone) && took < 20000) begin
                for (c = 0; c < CONTEXTS; c = c + 1) want_d[c] = busy[c] == 0;
                want = want_d;
                #1 tiler;
                #1 check(!(valid & gone) && !(off & (valid | gone | allow)), "one answer", off, 0);
                check(!(|gone) || (none && !evt), "none", gone, 0);
                if (first < 0 && |valid) first = took;
                for (c = 0; c < CONTEXTS; c = c + 1) begin
                    masked[c] = allow[c] ? 0 : masked[c] + 1;
                    waited[c] = (want[c] && !valid[c] && allow[c] && !gone[c]) ? waited[c] + dut.push : 0;
                    check(waited[c] <= CONTEXTS, "not passed over", waited[c], CONTEXTS);
                    if (busy[c] > 0) busy[c] = busy[c] - 1;
                    else if (valid[c]) begin
                        take(c);
                        busy[c] = (style == 0) ? 0 : rnd(style == 1 ? 3 : 40);
                    end
                    if (gone[c]) busy[c] = 1;
                end
                if (masks && rnd(20) == 0) begin
                    allow = $random(seed);
                    if (CONTEXTS > 1 && rnd(2)) allow = 1'b1 << rnd(CONTEXTS);
                    if (allow == 0) allow = 1;
                end
                took  = took + 1;
                cycle = cycle + 1;
                @(negedge clk) ;
            end
            check(done == all, "every index", done, all);
            if (style == 0 && !whole && CONTEXTS > 2)
                check(took - first <= all + 3, "an index per cycle", took - first, all);
            want = 0; evt = 0;
            repeat (rnd(3)) @(negedge clk) check(&gone && valid == 0, "nothing follows", valid, 0);
        end
        finish;
    end
endmodule
`default_nettype wire
