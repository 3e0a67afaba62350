// limit_dyncta_model.vh - model of limit_dyncta at a clock edge, with a list of CTAs per SM, oldest first, for
// limit_dyncta_tb, whose inputs it reads. On SM s n[s] CTAs run; those from list[s*SLOTS + n[s]] on are paused.
    integer list [0:SMS*SLOTS-1];
    integer held [0:SMS-1], n [0:SMS-1], idle [0:SMS-1], mem [0:SMS-1];
    reg [SLOTS-1:0] live [0:SMS-1];
    integer verdict [0:SMS-1];
    integer most, since, phase, at, gone_sm, gone_slot;
    // at: word of SMs whose counts are read; WORDS: none, the n of the last word are updated; above: idle
    reg freeing, fresh;                                     // freeing: paused CTAs run; fresh: launched an edge ago
    integer s, i, k;
    task anew(input integer big);
        begin
            since = 0; at = WORDS + 1;
            for (s = 0; s < SMS; s = s + 1) begin
                n[s] = (big < 2) ? 1 : big / 2;
                idle[s] = 0; mem[s] = 0;
            end
        end
    endtask
    task drop(input integer sm, input integer slot);
        begin
            k = 0;
            for (i = 0; i < held[sm]; i = i + 1)
                if (list[sm*SLOTS + i] != slot) begin
                    list[sm*SLOTS + k] = list[sm*SLOTS + i];
                    k = k + 1;
                end
            held[sm] = k;
        end
    endtask
    function integer least(input [31:0] v, input integer limit);
        least = (v < limit) ? v : limit;
    endfunction
    task decide(input integer word);
        for (s = 0; s < SMS; s = s + 1) begin
            if (s / WORD == word - 1) begin
                if (verdict[s] > 0 && n[s] < most) n[s] = n[s] + 1;
                if (verdict[s] < 0 && n[s] > 1) n[s] = n[s] - 1;
            end
            if (s / WORD == word) begin
                verdict[s] = (idle[s] >= t_idle || mem[s] < t_mem_l) ? 1 : (mem[s] >= t_mem_h) ? -1 : 0;
                idle[s] = 0;
                mem[s] = 0;
            end
        end
    endtask
    task model;                                             // applies the last clock edge
        reg walked;
        begin
            if (gone_sm >= 0) drop(gone_sm, gone_slot);
            gone_sm = -1;
            for (s = 0; s < SMS; s = s + 1) begin
                if (done_sm[s] && |done_khot) begin
                    gone_sm = s;
                    gone_slot = done_slot;
                    live[s][done_slot] = 0;
                end
                if (pick_sm[s]) begin
                    list[s*SLOTS + held[s]] = pick_slot;
                    held[s] = held[s] + 1;
                    live[s][pick_slot] = 1;
                end
            end
            walked = at <= WORDS;
            if (fresh) anew(most);
            else if (walked) begin
                decide(at);
                at = at + 1;
            end
            if (mon_evt) begin
                phase = phase + mon_cycles;
                if (phase >= (freeing ? 256 : release_t)) begin
                    phase = 0;
                    freeing = !freeing;
                end
            end
            if (mon_evt && !fresh) begin
                since = least(since + mon_cycles, 65535);
                for (s = 0; s < SMS; s = s + 1) begin
                    if (idle[s] < 32) idle[s] = idle[s] + mon_idle[s*5 +: 5];
                    if (mem[s] < 1024) mem[s] = mem[s] + mon_mem[s*5 +: 5];
                end
                if (!walked && since >= window) begin
                    since = 0;
                    at = 0;
                end
            end
            fresh = |start;
            for (k = 0; k < KERNELS; k = k + 1) if (start[k]) most = least(tmax[k*CNT_W +: CNT_W], SLOTS);
        end
    endtask
