// offers.vh - what lib_offers does, in integers: include it in a bench that has SMS, SLOTS, KERNELS, live, cand, load,
// rst_n, init and one. The bench sets next_of, then calls choose, looks at sm, next, young and moved, calls
// compare_blocks with what the module says, and calls pass.
    localparam CNT_W = $clog2(SLOTS + 1);
    reg [4:0] block = 1;                        // the parameter: CTAs of a 2-D kernel that go together
    reg [KERNELS-1:0] two_d = 0, final_cta = 0;
    reg [KERNELS*CNT_W-1:0] tmax = {KERNELS{{{CNT_W-1{1'b0}}, 1'b1}}};
    integer age [0:SMS-1];                      // edges an offer has stood, at most 2
    integer of [0:SMS-1], next_of [0:SMS-1];    // its kernel, now and behind this edge; -1: none
    integer kernel = 0, sm_turn = 0;            // whose turn it is; the SM after the one picked last
    integer sm, next;                           // the SM that is picked, -1: none; whose turn is next
    integer open_sm = -1, left = 0, rest;       // where a block is open, CTAs of it to go, now and behind this edge
    integer second = 0;                         // picks inside a block, so far
    reg     young, moved;                       // an offer has not stood for two edges; one is to change
    integer o_s, o_n, o_k;
    reg [KERNELS-1:0] o_has;                    // kernels that could be picked for
    initial for (o_s = 0; o_s < SMS; o_s = o_s + 1) begin
        age[o_s] = 0; of[o_s] = -1; next_of[o_s] = -1;
    end
    function integer size(input integer k);     // CTAs of kernel k in a block
        begin
            size = block > SLOTS ? SLOTS : block;
            if (size > tmax[k*CNT_W +: CNT_W]) size = tmax[k*CNT_W +: CNT_W];
            if (size < 1 || !two_d[k]) size = 1;
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
            sm = -1; young = 0; moved = 0; o_has = 0;
            for (o_s = 0; o_s < SMS; o_s = o_s + 1) begin
                young = young || age[o_s] < 2;
                moved = moved || next_of[o_s] != of[o_s];
                o_n = (sm_turn + o_s) % SMS;
                if (sm < 0 && cand[o_n] && may[o_n] && age[o_n] == 2 && of[o_n] == kernel && live[kernel])
                    sm = o_n;
                if (cand[o_s] && may[o_s] && age[o_s] == 2 && of[o_s] >= 0) o_has[of[o_s]] = live[of[o_s]];
            end
            if (!load) sm = -1;
            if (sm >= 0 && open_sm >= 0) second = second + 1;
            rest = (sm >= 0) ? (open_sm >= 0 ? left : final_cta[kernel] ? 1 : size(kernel)) - 1
                 : live[kernel] ? left : 0;
            next = kernel;
            for (o_k = KERNELS - 1; o_k > 0 && rest == 0; o_k = o_k - 1)
                if (o_has[(kernel + o_k) % KERNELS]) next = (kernel + o_k) % KERNELS;
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
    task pass;                                  // the edge
        begin
            if (!rst_n || init) sm_turn = 0;
            else if (sm >= 0) sm_turn = (sm + 1) % SMS;
            kernel = (!rst_n || init) ? 0 : next;
            left = (!rst_n || init) ? 0 : rest;
            open_sm = left == 0 ? -1 : sm >= 0 ? sm : open_sm;
            for (o_s = 0; o_s < SMS; o_s = o_s + 1) begin
                age[o_s] = (!rst_n || next_of[o_s] != of[o_s]) ? 0 : age[o_s] < 2 ? age[o_s] + 1 : 2;
                of[o_s] = rst_n ? next_of[o_s] : -1;
            end
        end
    endtask
