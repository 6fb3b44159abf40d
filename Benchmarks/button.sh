#!/usr/bin/env bash
# button.sh PROGRAM [ROUNDS]: compares a drag of the desktop button with that of a minimal C program
# (Peers/override.c) on one virtual display: the time from a motion of the pointer to the new position of the
# window, and the processor time of the drag. Prints a line for each round, and the median ratio.
set -euo pipefail
program=$(realpath "$1")
rounds=${2:-5}
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
directory=$(mktemp -d)
processes=()
finish() {
  kill "${processes[@]}" 2>/dev/null || true
  rm -rf "$directory"
}
trap finish EXIT
cc -O2 -o "$directory/override" "$here/Peers/override.c" -lX11
cc -O2 -o "$directory/moves" "$here/Observers/moves.c" -lX11 -lXtst
export HOME=$directory XDG_CONFIG_HOME=$directory XDG_STATE_HOME=$directory XDG_CACHE_HOME=$directory
exec 3>"$directory/number"
Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 >/dev/null 2>&1 &
processes+=($!)
until [[ -s $directory/number ]]; do sleep 0.1; done
DISPLAY=:$(<"$directory/number")
export DISPLAY
openbox >/dev/null 2>&1 &
processes+=($!)
sleep 1
"$program" button >/dev/null &
button=$!
processes+=("$button")
sleep 2
"$directory/override" &
override=$!
processes+=("$override")
sleep 0.5
# ticks PID: prints the processor time of a process in hundredths of a second.
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
# drag PID X Y: prints the median latency in microseconds and the processor time of 300 motions.
drag() {
  local before result
  before=$(ticks "$1")
  result=$("$directory/moves" "$2" "$3" 300)
  printf '%s %s\n' "${result%% *}" "$(($(ticks "$1") - before))"
}
ratios=()
for ((round = 1; round <= rounds; round++)); do
  # The window of the C program stays where the last drag has left it.
  kill "$override"
  "$directory/override" &
  override=$!
  processes+=("$override")
  sleep 0.3
  read -r base baseTime < <(drag "$override" 650 350)
  "$program" button --move right
  sleep 1
  read -r own ownTime < <(drag "$button" 1248 400)
  ratio=$(awk "BEGIN { printf \"%.2f\", $own / $base }")
  ratios+=("$ratio")
  printf 'round %d: tactile %d µs, %d0 ms CPU; XMoveWindow %d µs, %d0 ms CPU; ratio %s\n' "$round" "$own" \
    "$ownTime" "$base" "$baseTime" "$ratio"
done
printf 'median ratio: %s\n' "$(printf '%s\n' "${ratios[@]}" | sort -n | sed -n "$(((rounds + 1) / 2))p")"
