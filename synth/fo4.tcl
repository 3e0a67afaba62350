# Delay along a chain of inverters of the library STA_LIB, each of which drives four; for library.sh.
read_liberty $env(STA_LIB)
set_cmd_units -time ns
if {$env(STA_FO4) ne ""} {
    read_verilog $env(STA_FO4)
    link_design fo4
    create_clock -name edge -period 1000
    set_input_delay 0 -clock edge [get_ports a]
    set_output_delay 0 -clock edge [get_ports y]
    report_checks -path_delay max -digits 6
}
