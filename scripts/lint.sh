# shellcheck shell=bash
# Format, shell scripts and language.

swift_sources=(Package.swift Sources Tests Tools Examples Benchmarks)
shell_scripts=(run.sh .ci/run Benchmarks/button.sh Benchmarks/Peers/build.sh scripts/*.sh)

# The linter shellcheck reads each script alone: it does not know that run.sh sets `-e`, and that its scripts share variables.
lint() {
  need_packages git python3
  need_swift
  swift format lint --strict --recursive --parallel "${swift_sources[@]}"
  for script in "${shell_scripts[@]}"; do bash -n "$script"; done
  if command -v shellcheck >/dev/null; then shellcheck --exclude=SC2034,SC2154,SC2164 "${shell_scripts[@]}"; fi
  python3 -c 'import ast, sys; [ast.parse(open(path).read(), path) for path in sys.argv[1:]]' scripts/*.py
  scripts/check-language.sh
  log "no findings in the Swift sources, shell scripts and language"
}
