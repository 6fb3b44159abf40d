# shellcheck shell=bash
# Format, shell scripts and language.

swift_sources=(Package.swift Sources Tests Tools Examples Benchmarks)
shell_scripts=(run.sh .ci/run Benchmarks/button.sh Benchmarks/Peers/build.sh scripts/*.sh Tests/PolkitMachine/machine.sh assets/debian/{postinst,prerm})

# The linter shellcheck reads each script alone: it does not know that run.sh sets `-e`, and that its scripts share variables.
lint() {
  need_packages git python3
  need_swift
  lint_format
  for script in "${shell_scripts[@]}"; do bash -n "$script"; done
  if command -v shellcheck >/dev/null; then shellcheck --exclude=SC2034,SC2154,SC2164 "${shell_scripts[@]}"; fi
  python3 -c 'import ast, sys; [ast.parse(open(path).read(), path) for path in sys.argv[1:]]' scripts/*.py
  scripts/check-language.sh
  log "no findings in the Swift sources, shell scripts and language"
}

# Checks the format of the Swift files that changed since the last check without findings: that of all files takes 20 s of
# processor time.
lint_format() {
  local stamp=.build/format-checked newer=() changed
  mkdir -p .build
  { swift --version 2>&1 && cat .swift-format; } >"$stamp.new"
  if cmp -s "$stamp" "$stamp.new"; then newer=(-newer "$stamp"); fi
  mapfile -t changed < <(find "${swift_sources[@]}" -name '*.swift' "${newer[@]}")
  if ((${#changed[@]})); then swift format lint --strict --parallel "${changed[@]}"; fi
  mv "$stamp.new" "$stamp"
}
