# shellcheck shell=bash
# Order of the functions in an installed or measured program.
#
# The functions that a start calls are next to each other: the kernel maps 64 KB of code at a time, so that saves 1 to
# 2 MB of memory. The code of a drag of the desktop button comes first, because after each motion most of it is no
# longer in the caches of the processor: this saves an eighth of the latency.

order_packages=(xvfb xauth openbox valgrind)

# Builds the program for use, with its functions in order. Without the tools that record the order, builds it as it is.
build_ordered() {
  build_release tactile
  if (need_packages "${order_packages[@]}") && record_order "$(release_directory)/tactile"; then
    symbol_order=$root/.build/symbol-order.txt build_release tactile
  else
    log "the functions of the program are not ordered, which costs 2 MB of memory: it needs ${order_packages[*]}"
  fi
}

# Writes the names of the functions that a drag of the desktop button calls, and then of those that the starts of a
# window, a dialog and the button call, to .build/symbol-order.txt. Fails if the program cannot be profiled.
record_order() {
  local profiles program command drag starts
  log "recording the functions that a start and a drag call, about a minute"
  profiles=$(mktemp -d)
  program=$profiles/program
  # Old versions of valgrind end with an error about debug information of DWARF 5. Symbols stay.
  strip --strip-debug -o "$program" "$1"
  for command in '--theme light' 'askpass --theme light Password:' 'button --theme light'; do
    # shellcheck disable=SC2086
    profile "$profiles/start-${command%% *}" 'exec timeout --preserve-status 15 "$@"' "$program" $command &
  done
  clang -O2 -o "$profiles/moves" Benchmarks/Observers/moves.c -lX11 -lXtst
  # Without the start.
  # shellcheck disable=SC2016
  profile "$profiles/drag" '
    "$@" &
    until "$program" button --hide; do
      kill -0 $! || exit 1
      sleep 1
    done
    "$program" button --show
    sleep 5
    callgrind_control --zero $!
    "${output%/*}/moves" 1248 400 20
    "$program" button --quit || kill $!
    wait $!' "$program" button --theme light
  wait
  drag=$(called_functions "$1" "$profiles/drag")
  starts=$(called_functions "$1" "$profiles"/start-*)
  rm -rf "$profiles"
  [[ -n $drag && -n $starts ]] || return 1
  { printf '%s\n' "$drag" && { grep -vxF "$drag" <<<"$starts" || true; }; } >.build/symbol-order.txt
}

# profile FILE COMMANDS PROGRAM [ARGUMENT...]: runs shell commands on a virtual display, whose arguments profile the
# program.
profile() {
  env HOME="${1%/*}" XDG_STATE_HOME= output="$1" program="$3" \
    xvfb-run -a -s '-screen 0 1280x800x24' bash -c "openbox & $2" profile \
    valgrind --tool=callgrind --demangle=no --callgrind-out-file="$1" "${@:3}" >/dev/null 2>&1 || true
}

# called_functions PROGRAM PROFILE...: prints the functions of a program that profiles contain. A name that several
# functions have is left out, since the linker would move all of them, with the libraries that they belong to.
called_functions() {
  LC_ALL=C comm -12 \
    <(sed -nE "s/^c?fn=\([0-9]+\) ([^']*).*/\1/p" "${@:2}" | LC_ALL=C sort -u) \
    <(nm "$1" | awk '$2 ~ /[tTwW]/ { print $3 }' | LC_ALL=C sort | uniq -u)
}
