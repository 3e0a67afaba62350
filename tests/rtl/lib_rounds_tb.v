// lib_rounds_tb - SMs serve their kernels in turn, and nothing starves.
//
// TEST RATIONALE  Against the turn of offers.vh and, per SM, the kernels that have had theirs there (rounds.vh): a kernel
//   that was picked or refused on an SM is passed over while an awake one has had neither. Candidates come as the
//   dispatcher registers them. Then stages that accept one kernel on one SM only: it is picked there within two rounds,
//   and the bench fails if it is not.
// params: SMS=3, SLOTS=2, KERNELS=2; SMS=3, SLOTS=2, KERNELS=2, BLOCKS=0; SMS=5, KERNELS=4, BLOCKS=0; SMS=28, KERNELS=4
`default_nettype none
module lib_rounds_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3, BLOCKS = 1;
    `include "rounds.vh"
    lib_rounds #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .BLOCKS(BLOCKS)) dut (
        .clk_i(clk), .rst_ni(rst_n && en), .init_i(init), .live_i(live),
        .param_block_i(block), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta), .block_o(blocks),
        .rest_o(rests), .keep_o(keep), .pick_head_o(head),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .agree_i(agree), .cand_i(cand), .load_i(load),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .stands_i(stands), .change_i(change), .busy_o(busy)
    );
endmodule
`default_nettype wire
