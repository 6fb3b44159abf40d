# shellcheck shell=bash
# Comparison with programs of other toolkits.

# Writes only the table to standard output.
bench() {
  local directory=$root/.build/bench
  prepare_bench "$directory" >&2
  cd "$caller"
  "$directory/Meter" --program "$directory/tactile" --peer-build-dir "$directory" \
    --peer-source-dir "$root/Benchmarks/Peers" "$@"
}

prepare_bench() {
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  build_release Meter
  build_ordered
  Benchmarks/Peers/build.sh "$1"
  # Without symbols, as they are installed.
  install -m 755 -s -t "$1" "$(release_directory)/tactile" "$(release_directory)/Meter"
}
