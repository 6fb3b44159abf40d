# shellcheck shell=bash
# Installation and removal.

icon_sizes=(16 32 48 128)
# The links by whose names other programs start a command: relative paths below PREFIX/bin.
program_links=(tactile-askpass pinentry-tactile)
menu_entries=(tactile tactile-button tactile-polkit-agent)
# A unit of systemd, which is not enabled.
unit=tactile-polkit-agent.service

# Prints the installed files, one pair per line: a path below PREFIX, and the file in this checkout.
installed_files() {
  local size page
  for size in "${icon_sizes[@]}"; do
    printf '%s %s\n' "share/icons/hicolor/${size}x$size/apps/tactile.png" \
      "assets/icons/tactile-$size.png"
  done
  printf '%s %s\n' share/icons/hicolor/scalable/apps/tactile.svg assets/tactile.svg
  for page in "${manual_pages[@]}"; do
    printf '%s %s\n' "share/man/man1/$page.1" "Documentation/man/$page.1"
  done
}

# Prints the installed completion scripts, one pair per line: a path below PREFIX, and the shell.
installed_completions() {
  printf '%s %s\n' share/bash-completion/completions/tactile bash \
    share/zsh/site-functions/_tactile zsh share/fish/vendor_completions.d/tactile.fish fish
}

# Installs the completion scripts, which the installed program prints.
install_completions() {
  local target shell script
  while read -r target shell; do
    script=$("$1/bin/tactile" --generate-completion-script "$shell")
    install -D -m 644 /dev/stdin "$1/$target" <<<"$script"
  done < <(installed_completions)
}

install_all() {
  local prefix target source
  prefix=$(resolved "${1:-$HOME/.local}")
  if [[ $prefix == *[\"\$\`\\%]* ]]; then
    fail "PREFIX contains characters that are not allowed in a desktop entry (\" \$ \` \\ %): $prefix;" \
      "choose another PREFIX"
  fi
  need_directory "$prefix"
  need_packages "${build_packages[@]}"
  need_swift
  build_ordered
  install -D -m 755 -s "$(release_directory)/tactile" "$prefix/bin/tactile"
  for target in "${program_links[@]}"; do ln -sfn tactile "$prefix/bin/$target"; done
  while read -r target source; do
    install -D -m 644 "$source" "$prefix/$target"
  done < <(installed_files)
  install_completions "$prefix"
  local name entry
  for name in "${menu_entries[@]}"; do
    entry=$(<"assets/$name.desktop")
    install -D -m 644 /dev/stdin "$prefix/share/applications/$name.desktop" \
      <<<"${entry//Exec=tactile/"Exec=\"$prefix/bin/tactile\""}"
  done
  entry=$(<"assets/$unit")
  install -D -m 644 /dev/stdin "$prefix/share/systemd/user/$unit" \
    <<<"${entry//ExecStart=tactile/"ExecStart=\"$prefix/bin/tactile\""}"
  refresh_caches "$prefix"
  log "installed $prefix/bin/tactile, the links ${program_links[*]}, its menu entries, manual pages and shell" \
    "completions"
  log "to start the desktop button with your session: mkdir -p ~/.config/autostart &&" \
    "ln -s $prefix/share/applications/tactile-button.desktop ~/.config/autostart/; for the authentication" \
    "agent, the same with tactile-polkit-agent.desktop, or systemctl --user enable tactile-polkit-agent"
  if [[ :$PATH: != *":$prefix/bin:"* ]]; then
    log "note: $prefix/bin is not in PATH; add it to start the program as 'tactile'"
  fi
  if command -v zsh >/dev/null; then
    log "note: zsh needs a line in ~/.zshrc for the completions, unless $prefix/share/zsh/site-functions is" \
      "in its fpath; see Documentation/Manual.md"
  fi
}

uninstall_all() {
  local prefix target targets=()
  prefix=$(resolved "${1:-$HOME/.local}")
  while read -r target _; do
    if [[ -e $prefix/$target || -L $prefix/$target ]]; then targets+=("$prefix/$target"); fi
  done < <(
    printf '%s\n' bin/tactile "${program_links[@]/#/bin/}"
    printf 'share/applications/%s.desktop\n' "${menu_entries[@]}"
    printf 'share/systemd/user/%s\n' "$unit"
    installed_files
    installed_completions
  )
  if ((${#targets[@]} == 0)); then
    log "nothing to remove: tactile is not installed in $prefix"
    return
  fi
  rm -f "${targets[@]}"
  refresh_caches "$prefix"
  remove_empty_directories "$prefix"
  log "removed tactile from $prefix"
}

# Removes the directories that the installation may have created, if they are empty.
remove_empty_directories() {
  local directory
  for directory in "$1/bin" "$1/share/applications" "$1/share/systemd/user" "$1"/share/icons/hicolor/*/apps \
    "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/share/zsh/site-functions" \
    "$1/share/fish/vendor_completions.d"; do
    if [[ -d $directory ]]; then
      (cd "$1" && rmdir -p --ignore-fail-on-non-empty "${directory#"$1"/}")
    fi
  done
}

# Updates the desktop's caches of menu entries and icons, if they exist.
refresh_caches() {
  if [[ -d $1/share/applications ]] && command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$1/share/applications" || true
  fi
  if [[ -f $1/share/icons/hicolor/index.theme ]] && command -v gtk-update-icon-cache >/dev/null; then
    gtk-update-icon-cache -q -t "$1/share/icons/hicolor" || true
  fi
}
