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

# Records the window in use and encodes the frames as a lossless animated image.
film() {
  local directory
  need_packages "${build_packages[@]}" "${screen_packages[@]}" "${panel_packages[@]}" webp
  need_swift
  build_release tactile
  build_release Tour
  local option
  for option in --film --button-film; do
    directory=$(mktemp -d)
    "$(release_directory)/Tour" "$option" "$directory" "$(release_directory)/tactile"
    img2webp "$directory/frames" >/dev/null
    rm -rf "$directory"
  done
  log "wrote assets/tour.webp and assets/button.webp"
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
