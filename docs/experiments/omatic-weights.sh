#!/bin/sh
# The OMatic report's table of weights, played again: each of its five rows
# against desdemona. Prints one line a row, as omatic-weights.md has it.
#
#   docs/experiments/omatic-weights.sh            50 games a row, 0.2 s a move
#   GAMES=10 TIME=2s docs/experiments/omatic-weights.sh    as in the report
#
# PLYWOOD names the command, if it is not the one in the path.
set -eu
plywood=${PLYWOOD:-plywood}
games=${GAMES:-50}
time=${TIME:-200ms}

echo "| weights | won, drawn, lost | score |"
echo "|---|---|---|"
for weights in 1:20:60:100:1 2:20:60:100:2 2:10:30:50:2 2:15:60:100:2 2:15:50:100:2; do
    $plywood match othello "omatic-id[weights=$weights]" desdemona \
        --games "$games" --time "$time" --opening-moves 4 --seed 1 |
        sed -n "s/^[0-9]* games*: \([0-9]*\) won, \([0-9]*\) drawn, \([0-9]*\) lost; score \(.*\) %, between \(.*\) and \(.*\)/| $weights | \1, \2, \3 | \4 % (\5 to \6) |/p"
done
