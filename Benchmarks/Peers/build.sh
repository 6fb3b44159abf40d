#!/usr/bin/env bash
# build.sh DIRECTORY [NAME]: builds the benchmark's programs whose libraries are installed in DIRECTORY, or
# only the program NAME.
#
# Programs that cannot be built are skipped silently: the benchmark reports what is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
directory=$1
only=${2:-}
mkdir -p "$directory"

c_compiler=${CC:-$(command -v cc || command -v clang)}
cpp_compiler=${CXX:-$(command -v c++ || command -v clang++)}
# The headers of GTK and Qt use declarations that they have deprecated.
flags=(-O2 -Wall -Wextra -Wno-deprecated-declarations)

# is_stale SOURCE TARGET: succeeds if TARGET is to be built and is missing or older than SOURCE.
is_stale() { [[ (-z $only || $only == "${2##*/}") && (! -e $2 || $1 -nt $2) ]]; }

# build NAME SOURCE LIBRARY...: compiles SOURCE with the flags of pkg-config for the libraries.
build() {
  local name=$1 source=$here/$2 compiler=$c_compiler libraries
  shift 2
  is_stale "$source" "$directory/$name" || return 0
  libraries=$(pkg-config --cflags --libs "$@" 2>/dev/null) || return 0
  if [[ $source == *.cpp ]]; then compiler="$cpp_compiler -std=c++17 -fPIC"; fi
  # shellcheck disable=SC2086
  $compiler "${flags[@]}" "$source" -o "$directory/$name" $libraries -lm
}

build baseline baseline.c x11 cairo-xlib
build blink blink.c x11 cairo
build gtk3 gtk3.c gtk+-3.0
build gtk4 gtk4.c libadwaita-1
build qml qml.cpp Qt6Quick Qt6QuickControls2
if command -v fltk-config >/dev/null && is_stale "$here/fltk.cpp" "$directory/fltk"; then
  # shellcheck disable=SC2046
  $cpp_compiler "${flags[@]}" "$here/fltk.cpp" -o "$directory/fltk" $(fltk-config --cxxflags --ldflags)
fi

observer=$here/../Observers/allocations.c
if is_stale "$observer" "$directory/allocations.so"; then
  "$c_compiler" "${flags[@]}" -shared -fPIC "$observer" -o "$directory/allocations.so"
fi
