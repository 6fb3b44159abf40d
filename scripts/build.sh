# shellcheck shell=bash
# Flags of the debug and release builds, and the start of the program.

# No debugger or editor uses this build, so it has no debug information and a reduced index. The package
# manager finds tests by the rest of the index.
debug_flags=(
  --explicit-target-dependency-import-check error -Xswiftc -gnone
  -Xswiftc -index-ignore-system-modules
)
# Whole-module builds take a sixth less time, but every later change rebuilds the whole module.
if [[ ${TACTILE_BUILD:-} == once ]]; then
  debug_flags+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
fi
# A separate directory, so that release and debug builds can run at the same time. `-z now` binds library
# functions at launch: lazy binding saves the registers on the stack, with parts of a password in them.
# The program loads no plug-ins, so its symbols are not exported, which saves 0.5 MB. Identical functions are
# merged, which saves 0.9 MB: no code compares addresses of functions, but a backtrace may name another
# function with the same code. The C++ library is linked statically, because the search for
# its symbols is half of the work of the dynamic linker: a start takes a tenth less processor time, and 0.5 MB less
# memory. utf8proc is, too, because Debian 12 and 13 have different versions of it. Without incremental code generation and
# without a build identifier, the stripped program contains no hash of the path of this checkout.
release_flags=(
  -c release --scratch-path .build/optimized --static-swift-stdlib --disable-local-rpath
  --explicit-target-dependency-import-check error -Xswiftc -use-ld=lld
  -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none
  -Xlinker "-L$root/.build/static" --pkg-config-path "$root/.build/static"
)

# Packed relative relocations save 1.2 MB. Loaders before glibc 2.36 do not support them.
if is_at_least 2.36 "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)"; then
  release_flags+=(-Xlinker -z -Xlinker pack-relative-relocs)
fi

build_debug() { swift build --build-tests "${debug_flags[@]}"; }

# build_release PRODUCT [FLAG...]: if `symbol_order` is the path of a list, the functions in it are next to each other.
build_release() {
  local order=()
  if [[ -n ${symbol_order:-} ]]; then
    order=(-Xlinker "--symbol-ordering-file=$symbol_order" -Xlinker --no-warn-symbol-ordering)
  fi
  log "building $1, release"
  prefer_static_libraries
  swift build "${release_flags[@]}" "${order[@]}" "${@:2}" --product "$1"
}

# Creates the directory .build/static, which the linker searches first: it has the static C++ library and utf8proc.
prefer_static_libraries() {
  local compiler library name
  mkdir -p .build/static
  for compiler in c++ g++ gcc clang++; do
    library=$(command -v "$compiler" >/dev/null && "$compiler" -print-file-name=libstdc++.a) || continue
    if [[ $library == /* ]]; then
      ln -sf "$library" .build/static/libstdc++.a
      break
    fi
  done
  [[ -e .build/static/libstdc++.a ]] || log "no static C++ library found; the program uses the shared one"
  link_static_library .build/static libutf8proc utf8proc
  # Unlike pkg-config, the package manager passes the directories of the system to the linker, before all others.
  while read -r name; do
    printf 'Name: %s\nDescription: %s\nVersion: %s\nLibs: %s\nCflags: %s\n' "$name" "$name" \
      "$(pkg-config --modversion "$name")" "$(pkg-config --libs "$name")" "$(pkg-config --cflags "$name")" \
      >".build/static/$name.pc"
  done < <(sed -n 's/.*pkgConfig: "\([^"]*\)".*/\1/p' Package.swift)
}

# link_static_library DIRECTORY MODULE NAME: adds a static library to a directory that the linker searches, if the system
# has it. MODULE is its name for pkg-config.
link_static_library() {
  local library
  library=$(pkg-config --variable=libdir "$2")/lib$3.a
  if [[ -e $library ]]; then ln -sf "$library" "$1/"; else log "$library does not exist; the program uses the shared one"; fi
}

release_directory() { swift build "${release_flags[@]}" --show-bin-path; }

# Builds and starts the program with the given options. Without options and without a display, runs the tour.
start() {
  local program status=3
  need_packages "${build_packages[@]}"
  need_swift
  build_release tactile
  if [[ -n ${DISPLAY:-} ]] || (($# > 0)); then
    program=$(release_directory)/tactile
    status=0
    # Paths in options are relative to the caller's directory.
    (cd "$caller" && "$program" "$@") || status=$?
  fi
  # Exit status 3: no display. With options, the program has reported it.
  if ((status == 3 && $# == 0)); then
    log "no display found; running the tour on a virtual display"
    tour "$root/.build/tour"
  else
    exit "$status"
  fi
}
