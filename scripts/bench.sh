# shellcheck shell=bash
# Comparison with programs of other toolkits.

# Writes only the table to standard output.
bench() {
  local directory=$root/.build/bench argument
  for argument; do
    case $argument in
    -h | --help)
      bench_help
      return
      ;;
    esac
  done
  prepare_bench "$directory" >&2
  cd "$caller"
  "$directory/Meter" --program "$directory/tactile" --peer-build-dir "$directory" \
    --peer-source-dir "$root/Benchmarks/Peers" "$@"
}

# Prints the options as the documentation shows them, because the help of the program would need a release build.
bench_help() {
  sed -n 's/^    \(\.\/run\.sh bench .* #.*\)/\1/p' Benchmarks/README.md
  echo 'Benchmarks/README.md describes the programs and the rows.'
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
