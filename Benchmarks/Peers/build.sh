#!/usr/bin/env bash
# build.sh FOLDER: builds there all that the benchmark needs and whose libraries are installed.
#
# What cannot be built is left out without a word: the benchmark tells what is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
mkdir -p "$folder"

c_compiler=${CC:-$(command -v cc || command -v clang)}
cpp_compiler=${CXX:-$(command -v c++ || command -v clang++)}
# GTK's and Qt's own headers use what they have deprecated.
flags=(-O2 -Wall -Wextra -Wno-deprecated-declarations)

# Whether something has to be built: SOURCE is newer than TARGET.
is_stale() { [[ ! -e $2 || $1 -nt $2 ]]; }

# build NAME SOURCE LIBRARY...: compiles SOURCE with what pkg-config says of the libraries.
build() {
  local name=$1 source=$here/$2 compiler=$c_compiler libraries
  shift 2
  is_stale "$source" "$folder/$name" || return 0
  libraries=$(pkg-config --cflags --libs "$@" 2>/dev/null) || return 0
  if [[ $source == *.cpp ]]; then compiler="$cpp_compiler -std=c++17 -fPIC"; fi
  # shellcheck disable=SC2086
  $compiler "${flags[@]}" "$source" -o "$folder/$name" $libraries -lm
}

build floor floor.c x11 cairo-xlib
build blink blink.c x11 cairo
build gtk3 gtk3.c gtk+-3.0
build gtk4 gtk4.c libadwaita-1
build qml qml.cpp Qt6Quick Qt6QuickControls2
if command -v fltk-config >/dev/null && is_stale "$here/fltk.cpp" "$folder/fltk"; then
  # shellcheck disable=SC2046
  $cpp_compiler "${flags[@]}" "$here/fltk.cpp" -o "$folder/fltk" $(fltk-config --cxxflags --ldflags)
fi

observer=$here/../Observers/allocations.c
if is_stale "$observer" "$folder/allocations.so"; then
  "$c_compiler" "${flags[@]}" -shared -fPIC "$observer" -o "$folder/allocations.so"
fi
