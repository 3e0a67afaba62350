#!/bin/bash
# save_file.sh - the GTKWave save file of a template in waves/, for models of given sizes.
#
#   SMS=32 SLOTS=16 KERNELS=4 WARPS=64 FILTERS=build/waves rtl/gen/save_file.sh waves/NAME.gtkw.in >build/waves/NAME.gtkw
#
# A template is a save file with sizes by the names that they have in rtl/: SMS, SLOTS, KERNELS, WARPS (those of an SM), and the
# bits of a number of an SM, of a slot, of a kernel (SM_W, SLOT_W, KID_W), of a number of slots (CNT_W), of SMs (SMS_W), of
# gate_claso's global credits (GLOB_W), and words of SMs that policies visit at once (WORD SMs, WORDS of them). Numbers work, too: a file that GTKWave saved is a template.
#   path[SMS-1:0]               a signal with its range
#   #{name} path[RANGE][BITS]   a row of bits: from+:count as in Verilog, one bit, or from+:count:step for every step-th bit
#   ^1 NAME.filter              a filter, in $FILTERS unless the name is a path
#   %each s SMS  ...  %end      the lines between them for s = 0 to SMS - 1, in which <s> stands for the number; can be nested
set -u
template=$1 sizes='SMS SLOTS KERNELS WARPS SM_W SLOT_W KID_W CNT_W SMS_W GLOB_W WORD WORDS'
die() { echo "$template:$1: $2" >&2; exit 2; }
bits() { # of a number of n things
    local n=$1 w=1
    while [ $((1 << w)) -lt "$n" ]; do w=$((w + 1)); done
    echo "$w"
}
# shellcheck disable=SC2034  # templates name them
SM_W=$(bits "$SMS") SLOT_W=$(bits "$SLOTS") KID_W=$(bits "$KERNELS") CNT_W=$(bits $((SLOTS + 1)))
# shellcheck disable=SC2034
WORD=$(((SMS + 15) / 16)) WORDS=$(((SMS + (SMS + 15) / 16 - 1) / ((SMS + 15) / 16)))
# shellcheck disable=SC2034
SMS_W=$(bits $((SMS + 1))) GLOB_W=$(bits $((7 * SMS + 1)))

# Evaluates an expression of sizes, numbers and the turns of %each.
value() { # line number, expression: sets REPLY
    local name
    for name in ${2//[^A-Za-z_]/ }; do
        case " $sizes $turns" in
        *" $name "*) ;;
        *) die "$1" "found '$name' in '$2'; allowed are $sizes, and letters of %each" ;;
        esac
    done
    REPLY=$(($2))
}

# The bits of one word "path[range][BITS]" of a row, each as GTKWave wants it: counted from the left.
row() { # line number, word
    local from count step path msb i out=''
    if [[ $2 =~ ^\([0-9]+\) ]]; then
        printf ' %s' "$2"
        return
    fi
    [[ $2 =~ ^([a-z][^:]*)\[([^:]*):0\]\[(.*)\]$ ]] || die "$1" "found '$2'; allowed is path[msb:0][BITS]"
    path=${BASH_REMATCH[1]} msb=${BASH_REMATCH[2]}
    IFS=: read -r from count step <<<"${BASH_REMATCH[3]/+:/:}"
    value "$1" "$msb"; msb=$REPLY
    value "$1" "$from"; from=$REPLY
    value "$1" "${count:-1}"; count=$REPLY
    value "$1" "${step:-1}"; step=$REPLY
    [ $((from + (count - 1) * step)) -le "$msb" ] || die "$1" "'$2' takes bits beyond $msb"
    for ((i = count - 1; i >= 0; i--)); do out+=" ($((msb - from - i * step)))${path}[$msb:0]"; done
    printf '%s' "$out"
}

line() { # line number, text
    local text=$2 word
    while [[ $text =~ ^([^<]*)\<([^>]*)\>(.*)$ ]]; do
        value "$1" "${BASH_REMATCH[2]}"
        text=${BASH_REMATCH[1]}$REPLY${BASH_REMATCH[3]}
    done
    case $text in
    '#'*)
        printf '%s' "${text%%\}*}}"
        for word in ${text#*\} }; do row "$1" "$word"; done
        echo
        ;;
    '^'*/*) echo "$text" ;;
    '^'*) echo "${text% *} $FILTERS/${text#* }" ;;
    [a-z]*)
        if [[ $text =~ ^(.*)\[([^]:]*):0\]$ ]]; then
            value "$1" "${BASH_REMATCH[2]}"
            text="${BASH_REMATCH[1]}[$REPLY:0]"
        fi
        echo "$text"
        ;;
    *) echo "$text" ;;
    esac
}

# Lines first to last - 1 of the template.
some() { # first, last
    local at=$1 end depth name times turn
    while [ "$at" -lt "$2" ]; do
        if [[ ${lines[at]} =~ ^%each\ ([a-z])\ (.*)$ ]]; then
            name=${BASH_REMATCH[1]} depth=1 end=$at
            value $((at + 1)) "${BASH_REMATCH[2]}"
            times=$REPLY
            while [ "$depth" -gt 0 ]; do
                end=$((end + 1))
                [ "$end" -lt "$2" ] || die $((at + 1)) '%each without %end'
                case ${lines[end]} in %each*) depth=$((depth + 1)) ;; %end) depth=$((depth - 1)) ;; esac
            done
            turns+="$name "
            for ((turn = 0; turn < times; turn++)); do
                printf -v "$name" %d "$turn"
                some $((at + 1)) "$end"
            done
            turns=${turns%"$name "}
            at=$end
        else line $((at + 1)) "${lines[at]}"; fi
        at=$((at + 1))
    done
}
turns=''
mapfile -t lines <"$template"
some 0 ${#lines[@]}
