# shellcheck shell=bash
# The Debian package and the archive for other distributions. Both are the same for each build of a commit in any directory,
# by the same versions of the tools. So their functions are not in the order that `record_order` measures: each measurement
# gives another one.

package_tools=(dpkg-dev xz-utils zstd)
# The libraries that are opened on first use, one per line: file name, Debian package, purpose.
optional_libraries='libdbus-1.so.3 libdbus-1-3 settings of the desktop, and screen readers
libpangocairo-1.0.so.0 libpangocairo-1.0-0 complex scripts
libsecret-1.so.0 libsecret-1-0 the keyring
libzxcvbn.so.0 libzxcvbn0 the strength of passwords
librsvg-2.so.2 librsvg2-2 SVG icons of actions'

# Builds the package and prints its path.
package() {
  need_packages "${build_packages[@]}" "${package_tools[@]}"
  need_swift
  build_release tactile
  make_package
}

# Builds the archive and prints its path. libsodium and libXpresent have different versions in other distributions.
archive() {
  need_packages "${build_packages[@]}" "${package_tools[@]}"
  need_swift
  mkdir -p .build/static/archive
  link_static_library .build/static/archive libsodium sodium
  link_static_library .build/static/archive xpresent Xpresent
  build_release tactile -Xlinker "-L$root/.build/static/archive"
  make_archive
}

# Prints the version of the program. Fails if the metadata of its releases does not contain it.
packaged_version() {
  local version
  version=$(sed -n 's/^let version = "\(.*\)"/\1/p' Sources/Tactile/CommandLine/TactileCommand.swift)
  grep -q "<release version=\"$version\"" assets/tactile.metainfo.xml ||
    fail "assets/tactile.metainfo.xml has no release $version; add it"
  printf '%s\n' "$version"
}

# Prints the time of all packaged files, in seconds since 1970.
packaged_time() { printf '%s\n' "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"; }

# Fails if the built program would not start on Debian 12 and 13.
need_portable() {
  local program libc
  program=$(release_directory)/tactile
  ! readelf -d "$program" | grep -E 'NEEDED.*(utf8proc|stdc\+\+)' >&2 ||
    fail "$program is linked to shared libraries whose versions differ between distributions; install the static ones"
  libc=$(readelf -V "$program" | grep -o 'GLIBC_2\.[0-9]*' | sort -V | tail -n 1)
  is_at_least "${libc#GLIBC_}" 2.36 ||
    fail "$program needs ${libc/_/ }, which Debian 12 does not have; build it on Debian 12 (bookworm)"
}

# Makes a package of the built program and prints its path.
make_package() (
  umask 022
  need_portable
  version=$(packaged_version)
  SOURCE_DATE_EPOCH=$(packaged_time)
  export SOURCE_DATE_EPOCH
  directory=$root/.build/package
  tree=$directory/debian/tactile
  documents=$tree/usr/share/doc/tactile
  file=$directory/tactile_$version-1_$(dpkg --print-architecture).deb
  rm -rf "$directory"
  place_files "$tree/usr" tactile
  mv "$tree/usr/share/zsh/site-functions" "$tree/usr/share/zsh/vendor-completions"
  install -D -m 644 CHANGELOG.md "$documents/changelog"
  install -m 644 assets/debian/copyright -t "$documents"
  install -D -m 644 assets/debian/lintian-overrides "$tree/usr/share/lintian/overrides/tactile"
  install -D -m 755 assets/debian/{postinst,prerm} -t "$tree/DEBIAN"
  {
    printf 'tactile (%s-1) unstable; urgency=medium\n\n  * See changelog.gz for the changes.\n\n' "$version"
    printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' assets/debian/control)" \
      "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } >"$documents/changelog.Debian"
  gzip -9n "$documents"/changelog* "$tree"/usr/share/man/man1/*
  # dpkg-shlibdeps reads this file.
  printf 'Source: tactile\n\nPackage: tactile\nArchitecture: any\n' >"$directory/debian/control"
  {
    printf 'Package: tactile\nVersion: %s-1\nArchitecture: %s\n' "$version" "$(dpkg --print-architecture)"
    # As dpkg-gencontrol counts, which does not depend on the file system.
    find "$tree/usr" -printf '%y %s\n' |
      awk '{ total += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print "Installed-Size: " total }'
    cd "$directory" && dpkg-shlibdeps -O "$tree/usr/bin/tactile" | sed -n 's/^shlibs:Depends=/Depends: /p'
    cat "$root/assets/debian/control"
  } >"$tree/DEBIAN/control"
  cd "$tree"
  find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums
  chmod 644 DEBIAN/control DEBIAN/md5sums
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$file" >&2
  printf '%s\n' "$file"
)

# Makes an archive of the built program and prints its path.
make_archive() (
  umask 022
  need_portable
  version=$(packaged_version)
  name=tactile-$version-$(uname -m)
  tree=$root/.build/archive/$name
  rm -rf "$root/.build/archive"
  place_files "$tree" tactile
  # The program is in PATH, but systemd requires its path.
  sed -i 's|^ExecStart=tactile|ExecStart=%h/.local/bin/tactile|' "$tree"/share/systemd/user/*.service
  install -D -m 644 LICENSE assets/debian/copyright -t "$tree/share/doc/tactile"
  for library in libsodium-dev libxpresent-dev; do
    install -m 644 "/usr/share/doc/$library/copyright" "$tree/share/doc/tactile/copyright.$library"
  done
  (cd "$tree" && find bin share -not -type d) | LC_ALL=C sort >"$tree/files"
  install -m 755 scripts/check-libraries.sh "$tree/check"
  install -m 644 assets/archive.md "$tree/README.md"
  {
    required_libraries "$tree/bin/tactile"
    printf '%s\n' "$optional_libraries"
  } >"$tree/libraries"
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(packaged_time)" -C "${tree%/*}" -c "$name" |
    zstd -q -19 -T2 -o "$tree.tar.zst"
  printf '%s\n' "$tree.tar.zst"
)

# Prints the libraries that a program is linked to, one per line: file name, Debian package, "required".
required_libraries() {
  local library package
  while read -r library; do
    package=$(dpkg -S "*/$library" | sed -n '1s/:.*//p')
    printf '%s %s required\n' "$library" "$package"
  done < <(readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
}
