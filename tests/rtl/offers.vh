// offers.vh - what lib_offers does, in integers: include it in a bench that has SMS, SLOTS, KERNELS, live, cand, load,
// agree, change, stands, rst_n, init and one. The bench calls choose, looks at sm, turn and awake, calls compare_blocks
// with what the module says, and calls pass.
    localparam CNT_W = $clog2(SLOTS + 1);
    reg [4:0] block = 1;                        // the parameter: CTAs of a 2-D kernel that go together
    reg [KERNELS-1:0] two_d = 0, final_cta = 0;
    reg [KERNELS*CNT_W-1:0] tmax = {KERNELS{{{CNT_W-1{1'b0}}, 1'b1}}};
    reg [KERNELS-1:0] awake, idle = 0;          // may find an SM; no SM agreed
    integer ask = 0, asked = -1, turn = -1;     // kernels asked about, answered about, picked for; -1: none
    reg     twice = 0, stale = 0, changed = 0;  // asked a second time; what goes next may differ; since the last edge
    integer sm_turn = 0;                        // the SM after the one picked last
    integer sm;                                 // the SM that is picked, -1: none
    integer open_sm = -1, left = 0, rest;       // where a block is open, CTAs of it to go, now and behind this edge
    integer second = 0, naps = 0;               // picks inside a block; cycles in which all kernels with CTAs left sleep
    integer o_s, o_n, o_k, o_ask;
    reg     o_several, o_stay;
    function integer size(input integer k);     // CTAs of kernel k in a block
        begin
            size = block > SLOTS ? SLOTS : block;
            if (size > tmax[k*CNT_W +: CNT_W]) size = tmax[k*CNT_W +: CNT_W];
            if (size < 1 || !two_d[k]) size = 1;
        end
    endfunction
    function integer after(input [KERNELS-1:0] set, input integer k);   // the next of a set, k itself last
        begin
            after = k;
            for (o_k = KERNELS - 1; o_k > 0; o_k = o_k - 1)
                if (set[(k + o_k) % KERNELS]) after = (k + o_k) % KERNELS;
        end
    endfunction
    task new_kernels;                           // sometimes: other kernels, another size of blocks
        begin
            if ($unsigned($random(seed)) % 40 == 0) begin
                live  = 0;                      // sizes stand while a kernel has CTAs left
                block = $unsigned($random(seed)) % 4 ? 1 + $unsigned($random(seed)) % 3 : $random(seed);
                two_d = $random(seed) | $random(seed);
                for (o_k = 0; o_k < KERNELS; o_k = o_k + 1)
                    tmax[o_k*CNT_W +: CNT_W] = 1 + $unsigned($random(seed)) % SLOTS;
            end
            final_cta = $random(seed) & $random(seed) & $random(seed);
        end
    endtask
    task choose(input [SMS-1:0] may);           // SMs that may be picked, of the candidates
        begin
            awake = live & (changed ? {KERNELS{1'b1}} : ~idle);
            naps  = naps + (|live && !(|awake));
            sm    = -1;
            if (load && turn >= 0) if (live[turn])
                for (o_s = SMS - 1; o_s >= 0; o_s = o_s - 1) begin
                    o_n = (sm_turn + o_s) % SMS;
                    if (cand[o_n] && may[o_n]) sm = o_n;
                end
            if (sm >= 0 && open_sm >= 0) second = second + 1;
            rest = 0;
            if (sm >= 0) rest = (open_sm >= 0 ? left : final_cta[turn] ? 1 : size(turn)) - 1;
            else if (turn >= 0) if (live[turn]) rest = left;
        end
    endtask
    task compare_blocks(input [SMS-1:0] keep, input [CNT_W-1:0] rests, input head, input [KERNELS*CNT_W-1:0] blocks);
        begin
            check(rests === rest, "CTAs of the block to go", rests, rest);
            check(keep === (rest == 0 ? 0 : one << (sm >= 0 ? sm : open_sm)), "SM of the block", keep, rest);
            check(head === (open_sm < 0), "begins a block", head, open_sm);
            for (o_k = 0; o_k < KERNELS; o_k = o_k + 1)
                check(blocks[o_k*CNT_W +: CNT_W] === size(o_k), "size of a block", blocks, size(o_k));
        end
    endtask
    task pass(input [SMS-1:0] agrees);          // the edge; agrees: SMs of its own that agree on `asked`
        begin
            o_several = 0;
            for (o_k = 0; o_k < KERNELS; o_k = o_k + 1) o_several = o_several || (live[o_k] && size(o_k) > 1);
            o_stay = o_several && !twice && awake[ask];
            o_ask  = awake == 0 ? ask : rest > 0 ? after(awake, turn) : o_stay ? ask : after(awake, ask);
            if (asked >= 0 && !(|agrees) && !stale) idle[asked] = 1;
            idle   = changed ? 0 : idle & ~stands;
            stale  = stands[ask];
            twice  = rest > 0 ? o_ask == ask : o_stay;
            if (rest == 0) turn = asked < 0 ? -1 : live[asked] ? asked : -1;
            asked  = live[ask] ? ask : -1;
            ask    = o_ask;
            changed = change;
            if (sm >= 0) sm_turn = (sm + 1) % SMS;
            left = rest;
            open_sm = left == 0 ? -1 : sm >= 0 ? sm : open_sm;
            if (!rst_n || init) begin
                ask = 0; asked = -1; turn = -1; twice = 0; idle = 0; changed = 0; sm_turn = 0; left = 0; open_sm = -1;
            end
        end
    endtask
