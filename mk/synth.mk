# Costs: synthesis, timing and power of the Verilog, netlists that stand for it, and the tables of the pages; included by
# ../Makefile.

SYNTH_ARGS ?= --sms 4 --slots 4
synth: build $(BUILD)/.setup-synth ## measure area, timing and power of every policy (SYNTH_ARGS="--sms 16 --slots 8": larger, long); installs opensta
	$(Q)$(BUILD)/ctadel synth all $(SYNTH_ARGS) --out $(BUILD)/synth

equiv: build $(BUILD)/.setup-synth ## prove each module's netlist equal to its RTL (long)
	$(Q)synth/equiv.sh

gates: $(BUILD)/ctadel-gates ## co-simulate kernels on the netlist of the dispatcher, in lockstep with the golden C (long)
	$(Q)tests/synth/gates.sh

fpga: $(BUILD)/.setup-fpga ## place and route dispatcher and task unit on an iCE40, synthesise them for Xilinx; installs nextpnr
	$(Q)synth/fpga.sh

synth-readme: synth ## rewrite the tables of costs in README.md and docs/area.md, and synth/costs.csv
	$(Q)synth/readme.sh costs --take $(BUILD)/synth/synth.csv

libraries-readme: build $(BUILD)/.setup-synth ## rewrite the table of docs/area.md that compares libraries: LIBERTIES="F.lib.gz ..." (long)
	$(Q)BUILD=$(BUILD) synth/libraries.sh $(LIBERTIES)
	$(Q)synth/readme.sh libraries --take $(BUILD)/libraries/libraries.csv

# Runs the experiment PARETO, then synthesises its policies at the size of its machine; both resume where they stopped.
PARETO ?= pareto
pareto: build $(BUILD)/.setup-synth $(BUILD)/.setup-charts ## measure speed-up of each policy against its area; picture in build/pareto (PARETO=smk: of mixes, in build/smk; PARETO=pareto_qv100: on 80 SMs, hours; PARETO_ARGS="--workloads vadd,stn")
	$(Q)$(BUILD)/ctadel sweep $(PARETO) $(PARETO_ARGS) --out $(BUILD)/$(PARETO)
	$(Q)$(BUILD)/ctadel synth $$($(BUILD)/ctadel report $(PARETO) --designs) --no-power --out $(BUILD)/$(PARETO)/synth
	$(Q)$(BUILD)/ctadel report $(PARETO) --synth $(BUILD)/$(PARETO)/synth/synth.csv --out $(BUILD)/$(PARETO)

pareto-readme: pareto ## rewrite the table of README.md, and table and picture of docs/area.md, from make pareto (PARETO=smk: those of mixes)
	$(Q)synth/readme.sh $(PARETO) --take $(BUILD)/$(PARETO)/pareto.csv

growth: build $(BUILD)/.setup-synth $(BUILD)/.setup-charts ## rewrite the table and picture of docs/synthesis.md: area and clock against SMs and slots (GROWTH_SIZES="4x8 14x8": quicker; long)
	$(Q)BUILD=$(BUILD) synth/growth.sh $(GROWTH_SIZES)
	$(Q)synth/readme.sh growth --take $(BUILD)/growth/growth.csv

task-readme: build $(BUILD)/.setup-synth ## rewrite the table of docs/rtl/task.md: area and clock of the task unit's parts (TASK_ARGS="--liberty F.lib.gz --mhz 1000")
	$(Q)BUILD=$(BUILD) TASK_ARGS="$(TASK_ARGS)" synth/task.sh
	$(Q)synth/readme.sh task --take $(BUILD)/task/task.csv

issue-readme: build $(BUILD)/.setup-synth ## rewrite the table of docs/rtl/issue.md: area and clock of control bits and scoreboards (ISSUE_SIZES="16:bits,regs1 48:bits"; long)
	$(Q)BUILD=$(BUILD) ISSUE_ARGS="$(ISSUE_ARGS)" synth/issue.sh $(ISSUE_SIZES)
	$(Q)synth/readme.sh issue --take $(BUILD)/issue/issue.csv

synth-test: build $(BUILD)/.setup-synth ## test synthesis: small designs against their reference, and wrong input
	$(Q)tests/synth/run.sh
