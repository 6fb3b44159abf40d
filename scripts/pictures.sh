# shellcheck shell=bash
# Screenshots, animated images and golden images.

tour() {
  [[ -n $1 ]] || usage_error "missing directory for the screenshots: ./run.sh tour DIR"
  local directory
  directory=$(resolved "$1")
  need_directory "$directory"
  need_packages "${build_packages[@]}" "${screen_packages[@]}" "${panel_packages[@]}"
  need_swift
  build_release tactile
  build_release Tour
  "$(release_directory)/Tour" "$directory" "$(release_directory)/tactile"
}

# Records the window, the desktop button and the gallery in use, and encodes the frames as lossless animated images.
film() {
  local directory option program
  need_packages "${build_packages[@]}" "${screen_packages[@]}" "${panel_packages[@]}" webp
  need_swift
  for program in tactile Gallery Tour; do build_release "$program"; done
  for option in --film --button-film --gallery-film; do
    program=tactile
    if [[ $option == --gallery-film ]]; then program=Gallery; fi
    directory=$(mktemp -d)
    "$(release_directory)/Tour" "$option" "$directory" "$(release_directory)/$program"
    img2webp "$directory/frames" >/dev/null
    rm -rf "$directory"
  done
  log "wrote tour.webp, button.webp and gallery.webp in assets, and gallery.png for the documentation of Controls"
}

bless() {
  local image count=0
  while IFS= read -r image; do
    mv -v "$image" "${image%.new.png}.png"
    count=$((count + 1))
  done < <(find Tests Sources -name '*.new.png')
  find Tests Sources -name '*.diff.png' -delete
  log "accepted $count new golden images; review them before committing"
}
