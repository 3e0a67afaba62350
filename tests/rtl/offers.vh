// offers.vh - what lib_offers does, in integers: include it in a bench that has SMS, KERNELS, live, cand, load,
// rst_n and init. The bench sets next_of, then calls choose, looks at sm, next, young and moved, and calls pass.
    integer age [0:SMS-1];                      // edges an offer has stood, at most 2
    integer of [0:SMS-1], next_of [0:SMS-1];    // its kernel, now and behind this edge; -1: none
    integer kernel = 0, sm_turn = 0;            // whose turn it is; the SM after the one picked last
    integer sm, next;                           // the SM that is picked, -1: none; whose turn is next
    reg     young, moved;                       // an offer has not stood for two edges; one is to change
    integer o_s, o_n, o_k;
    reg [KERNELS-1:0] o_has;                    // kernels that could be picked for
    initial for (o_s = 0; o_s < SMS; o_s = o_s + 1) begin
        age[o_s] = 0; of[o_s] = -1; next_of[o_s] = -1;
    end
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
            next = kernel;
            for (o_k = KERNELS - 1; o_k > 0; o_k = o_k - 1)
                if (o_has[(kernel + o_k) % KERNELS]) next = (kernel + o_k) % KERNELS;
        end
    endtask
    task pass;                                  // the edge
        begin
            if (!rst_n || init) sm_turn = 0;
            else if (sm >= 0) sm_turn = (sm + 1) % SMS;
            kernel = (!rst_n || init) ? 0 : next;
            for (o_s = 0; o_s < SMS; o_s = o_s + 1) begin
                age[o_s] = (!rst_n || next_of[o_s] != of[o_s]) ? 0 : age[o_s] < 2 ? age[o_s] + 1 : 2;
                of[o_s] = rst_n ? next_of[o_s] : -1;
            end
        end
    endtask
