// limit_lcs_model.vh - model of limit_lcs at a clock edge, with a division, for limit_lcs_tb, whose inputs it reads.
// ok_o of SM s follows tnew[s % COUNTED]; sat_o is `saturated`; busy_o: a due_kid is a kernel.
    // A decision: the sum and maximum are taken at the completion, T_new is due LATENCY edges later.
    localparam LATENCY = 12;
    integer count [0:SMS*SLOTS-1], tnew [0:SMS*KERNELS-1];         // tnew -1: being computed
    integer due_kid [0:LATENCY-1], due_sm [0:LATENCY-1], due_t [0:LATENCY-1];   // kid -1: none
    integer sum, max, s, k, c, t, e, decider, first_kid, first_sm;
    reg     is_full;
    reg [KERNELS-1:0] saturated;
    task forget;
        begin
            for (e = 0; e < LATENCY; e = e + 1) due_kid[e] = -1;
            for (e = 0; e < SMS*KERNELS; e = e + 1) tnew[e] = 0;
            saturated = 0;
        end
    endtask
    task report;                                // reports count before a completion at the same edge
        for (s = 0; s < COUNTED; s = s + 1)
            for (k = 0; k < KERNELS; k = k + 1)
                if (tnew[s*KERNELS + k] == 0) begin
                    is_full = 0;
                    for (c = 0; c < SLOTS; c = c + 1)
                        if (map[(s*KERNELS + k)*SLOTS + c])
                            is_full = is_full || count[s*SLOTS + c] >= FULL;
                    saturated[k] = saturated[k] || is_full;
                    for (c = 0; c < SLOTS; c = c + 1)
                        if (map[(s*KERNELS + k)*SLOTS + c] && !is_full)
                            count[s*SLOTS + c] = count[s*SLOTS + c] + inst[(s*SLOTS + c)*7 +: 7];
                end
    endtask
    task divide;                                // t: the decision of kernel k on SM s
        begin
            sum = 0; max = 0;
            for (c = 0; c < SLOTS; c = c + 1)
                if (map[(s*KERNELS + k)*SLOTS + c]) begin
                    sum = sum + count[s*SLOTS + c];
                    if (count[s*SLOTS + c] > max) max = count[s*SLOTS + c];
                end
            t = tmax[k*CNT_W +: CNT_W];
            if (t > SLOTS) t = SLOTS;
            c = block[k*CNT_W +: CNT_W];
            t = t / c;                          // in blocks
            max = max * c;
            if (max > 0) begin
                e = (rounding == 0) ? sum / max
                  : (rounding == 1) ? (sum + max - 1) / max : (2*sum + max) / (2*max);
                if (e < t) t = e;
            end
            t = (t < 1 ? 1 : t) * c;
        end
    endtask
    task complete;                              // starts a decision if it is a first completion
        begin
            first_kid = -1;
            decider = -1;
            for (s = COUNTED - 1; s >= 0; s = s - 1) if (enable[s]) decider = s;
            for (s = 0; s < COUNTED; s = s + 1)
                for (k = 0; k < KERNELS; k = k + 1)
                    if (done[s] && done_khot[k] && (!alone || s == decider)
                        && tnew[s*KERNELS + k] == 0) begin
                        divide;
                        first_kid = k; first_sm = s;
                    end
        end
    endtask
    task advance;
        begin
            e = LATENCY - 1;
            if (due_kid[e] >= 0)
                for (s = 0; s < COUNTED; s = s + 1)
                    if ((alone || s == due_sm[e]) && tnew[s*KERNELS + due_kid[e]] <= 0)
                        tnew[s*KERNELS + due_kid[e]] = due_t[e];
            for (e = LATENCY - 1; e > 0; e = e - 1) begin
                due_kid[e] = due_kid[e-1]; due_sm[e] = due_sm[e-1]; due_t[e] = due_t[e-1];
            end
            due_kid[0] = first_kid; due_sm[0] = first_sm; due_t[0] = t;
            if (first_kid >= 0 && tnew[first_sm*KERNELS + first_kid] == 0)
                tnew[first_sm*KERNELS + first_kid] = -1;
        end
    endtask
    task model;                                 // applies one edge, then updates the resident CTAs
        begin
            if (mon) report;
            complete;
            advance;
            for (k = 0; k < KERNELS; k = k + 1)
                if (start[k]) begin
                    saturated[k] = 0;
                    for (s = 0; s < COUNTED; s = s + 1) tnew[s*KERNELS + k] = 0;
                    for (e = 0; e < LATENCY; e = e + 1) if (due_kid[e] == k) due_kid[e] = -1;
                end
            for (s = 0; s < SMS; s = s + 1) begin
                if (pick[s]) count[s*SLOTS + pick_slot] = 0;
                for (k = 0; k < KERNELS; k = k + 1) begin
                    if (done[s] && done_khot[k]) map[(s*KERNELS + k)*SLOTS + done_slot] = 0;
                    if (pick[s] && pick_kid == k) map[(s*KERNELS + k)*SLOTS + pick_slot] = 1;
                end
            end
            if (!rst_n || init) forget;
        end
    endtask
