#!/bin/bash
# Writes the reference of what a policy may see, docs/rtl/inputs.md, from rtl/STAGE/ports.txt and rtl/disp/monitors.txt.
#
#   rtl/gen_inputs.sh          prints it
#   rtl/gen_inputs.sh --take   writes it to docs/rtl/inputs.md
#
# `tests/docs/run.sh --generated` compares.
set -eu
cd "$(dirname "$0")/.."
case ${1-} in '' | --take) ;; *) echo "rtl/gen_inputs.sh: found '$1'; allowed is --take" >&2 && exit 2 ;; esac

facts() { # of a stage, without policies
    awk -v stage="$1" -f rtl/gen/policy.awk rtl/disp/monitors.txt "rtl/$1/ports.txt"
}
page() {
    cat <<'END'
# What a policy sees

`rtl/gen_inputs.sh --take` writes this page from `rtl/STAGE/ports.txt` and `rtl/disp/monitors.txt`; a test compares it.
[stages.md](stages.md) has the rules for policies, [policy.md](../policy.md) shows how to write one.

**Every input is optional**: the bank of the stage has it, and a policy declares those that it uses. What drives an input that no
policy of a bank declares is removed in synthesis. The golden model reads the same values in `disp_view_t` and `disp_edge_t`
(`sim_c/policy/policy.h`), an arbiter's in `arb_in_t`.

- **Cycle**: in cycle t a policy sees `t`, the state before clock edge t, which ends the cycle; `t-1`, the state a cycle
  earlier, through a register; or the event of `edge t`, which changes the state from cycle t+1 on, or of `edge t-1`.
- **State** includes every CTA booked or released at an earlier edge. The CTA that waits in the booking register counts in
  `resident_i` and `ahead_i` only.
- **Unit**: a *flag* is a bit, one per SM, kernel or slot where the range says so; *kernel* is an entry of the kernel table and
  *SM* an SM, both binary if the range has `KID_W`, else one-hot.

**A policy must admit a CTA on an empty SM eventually (simplest: always admit on an empty SM), else the run deadlocks**: a kernel
with CTAs left that no SM takes never ends. `ctadel run` then names the stage that refuses: `limit mine refuses kernel 'mmul' on
all 2 SMs, 15 CTAs left`.
END
    for stage in place limit gate arb; do
        facts $stage | awk -v stage=$stage -f rtl/gen/inputs.awk
    done
}
if [ "${1-}" = --take ]; then page >docs/rtl/inputs.md; else page; fi
