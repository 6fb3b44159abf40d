# shellcheck shell=bash
# Installation and removal.

application_id=org.example.tactile
icon_sizes=(16 32 48 128)
# The links by whose names other programs start a command: relative paths below PREFIX/bin.
program_links=(tactile-askpass pinentry-tactile)
# The agents have no menu entries: a user starts them with the session, by a link to the entry or by the unit.
agents=(tactile-ask-password-agent tactile-polkit-agent)
# The pages for users of the program, which refer to each other, and for the rest to the sources.
installed_documents=(Manual.md DesktopButton.md Security.md Accessibility.md)
menu_entries=(tactile tactile-button "${agents[@]}")

# Prints the installed files, one pair per line: a path below PREFIX, and the file in this checkout.
installed_files() {
  local size page
  for size in "${icon_sizes[@]}"; do
    printf '%s %s\n' "share/icons/hicolor/${size}x$size/apps/tactile.png" \
      "assets/icons/tactile-$size.png"
  done
  printf '%s %s\n' share/icons/hicolor/scalable/apps/tactile.svg assets/tactile.svg \
    "share/metainfo/$application_id.metainfo.xml" assets/tactile.metainfo.xml \
    share/man/man1/pinentry-tactile.1 Documentation/man/tactile-pinentry.1
  for page in "${installed_documents[@]}"; do printf 'share/doc/tactile/%s Documentation/%s\n' "$page" "$page"; done
  for page in "${manual_pages[@]}"; do
    printf '%s %s\n' "share/man/man1/$page.1" "Documentation/man/$page.1"
  done
}

# Prints the installed files that contain the command of the program, one pair per line, like `installed_files`.
installed_entries() {
  local name
  for name in "${menu_entries[@]}"; do printf 'share/applications/%s.desktop assets/%s.desktop\n' "$name" "$name"; done
  for name in "${agents[@]}"; do printf 'share/systemd/user/%s.service assets/%s.service\n' "$name" "$name"; done
}

# Prints the installed completion scripts, one pair per line: a path below PREFIX, and the shell.
installed_completions() {
  printf '%s %s\n' share/bash-completion/completions/tactile bash \
    share/zsh/site-functions/_tactile zsh share/fish/vendor_completions.d/tactile.fish fish
}

# place_files PREFIX COMMAND: writes all files below PREFIX. COMMAND starts the program in menu entries and units.
place_files() {
  local target source text program=$1/bin/tactile
  install -D -m 755 -s "$(release_directory)/tactile" "$program"
  for target in "${program_links[@]}"; do ln -sfn tactile "$1/bin/$target"; done
  while read -r target source; do
    install -D -m 644 "$source" "$1/$target"
  done < <(installed_files)
  while read -r target source; do
    text=$(<"$source")
    text=${text//Exec=tactile/"Exec=$2"}
    install -D -m 644 /dev/stdin "$1/$target" <<<"${text//ExecStart=tactile/"ExecStart=$2"}"
  done < <(installed_entries)
  # The program prints the scripts. A shell reads them, so they need no line that names it.
  while read -r target source; do
    text=$("$program" --generate-completion-script "$source")
    install -D -m 644 /dev/stdin "$1/$target" <<<"${text#'#!/bin/bash'$'\n'}"
  done < <(installed_completions)
}

install_all() {
  local prefix
  prefix=$(resolved "${1:-$HOME/.local}")
  if [[ $prefix == *[\"\$\`\\%]* ]]; then
    fail "PREFIX contains characters that are not allowed in a desktop entry (\" \$ \` \\ %): $prefix;" \
      "choose another PREFIX"
  fi
  need_directory "$prefix"
  need_packages "${build_packages[@]}"
  need_swift
  build_ordered
  place_files "$prefix" "\"$prefix/bin/tactile\""
  refresh_caches "$prefix"
  log "installed $prefix/bin/tactile, the links ${program_links[*]}, its menu entries, manual pages, the manual" \
    "$prefix/share/doc/tactile/Manual.md and shell completions"
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
    installed_files
    installed_entries
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
  for directory in "$1/bin" "$1/share/applications" "$1"/share/icons/hicolor/*/apps \
    "$1/share/man/man1" "$1/share/doc/tactile" "$1/share/metainfo" "$1/share/systemd/user" \
    "$1/share/bash-completion/completions" "$1/share/zsh/site-functions" "$1/share/fish/vendor_completions.d"; do
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
