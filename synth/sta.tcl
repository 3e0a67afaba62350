# Timing and, with STA_POWER, the power of every instance with idle nets (still) and with each net toggling. Wires
# have no load, the clock is ideal, ports have no input or output delay, and paths from
# reset are false.
read_liberty $env(STA_LIB)
set_cmd_units -time ns -power W
read_verilog $env(STA_NET)
link_design $env(STA_TOP)
set inputs {}
foreach port [all_inputs] {
    if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port }
}
if {[llength $inputs] < [llength [all_inputs]]} {
    create_clock -name clk -period $env(STA_NS) [get_ports clk_i]
} else {
    create_clock -name clk -period $env(STA_NS)
}
set_input_delay 0 -clock clk $inputs
set_output_delay 0 -clock clk [all_outputs]
foreach port $inputs {
    if {[get_property $port full_name] eq "rst_ni"} { set_false_path -from $port }
}
report_checks -path_delay max -group_count 4000 -digits 3
foreach {rate file} {0 still 1 toggling} {
    if {$file ni $env(STA_POWER)} continue
    set_power_activity -global -activity $rate -duty 0.5
    report_power -instances [get_cells *] -digits 6 > $env(STA_OUT)/$file.txt
}
