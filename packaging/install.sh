#!/bin/sh
# Installs swarmd for you, without root: the files go to ~/.local/share/swarmd/VERSION, the commands
# swarm and swarmd to ~/.local/bin, and their manual to ~/.local/share/man. Run the one of a newer
# version to upgrade.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
version=$(cat "$here/VERSION")
data=${XDG_DATA_HOME:-$HOME/.local/share}
share=$data/swarmd
manual=$data/man/man1
bin=$HOME/.local/bin

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

# Everything from here is read before the files can be replaced.
main() {
  case ${1-} in
    '') ;;
    -h | --help)
      echo 'Usage: ./install.sh'
      sed -n '2,4s/^# //p' "$0"
      exit 0
      ;;
    *) fail "unknown argument: $1; see: ./install.sh --help" ;;
  esac
  [ "$here" != "$share/$version" ] || fail "this is the installed copy; run it from the archive"
  [ -x "$here/runtime/bin/java" ] || has_java ||
    fail 'Java 17 or newer was not found; install it, set JAVA_HOME, or take the archive with its own runtime (linux-x64)'
  for name in swarm swarmd; do
    if [ -e "$bin/$name" ] && ! is_ours "$bin/$name"; then
      fail "$bin/$name is not swarmd's, so nothing was changed; move it away first"
    fi
  done

  mkdir -p "$share" "$bin"
  copy=$share/.$version.$$
  trap 'rm -rf "$copy"' EXIT
  mkdir "$copy"
  (cd "$here" && tar cf - .) | (cd "$copy" && tar xf -)
  # A version that is there already is replaced: it may be a build of the same number.
  if [ -e "$share/$version" ]; then
    mv "$share/$version" "$copy.old"
    trap 'rm -rf "$copy" "$copy.old"' EXIT
  fi
  mv "$copy" "$share/$version"
  rm -rf "$copy.old"
  link "$version" "$share/current"
  for name in swarm swarmd; do
    link "$share/current/bin/$name" "$bin/$name"
  done
  link_manual
  echo "installed swarmd $version in $share/$version"
  prepare_start
  hand_over
  advise
}

has_java() {
  java=java
  [ ! -x "${JAVA_HOME:-/nowhere}/bin/java" ] || java=$JAVA_HOME/bin/java
  found=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p;' | head -n 1) || return 1
  [ "${found:-0}" -ge 17 ]
}

is_ours() {
  case $(readlink "$1" 2>/dev/null) in
    "$share"/*) return 0 ;;
  esac
  return 1
}

# In one step, so that a hook that starts at this moment finds the old or the new one.
link() {
  ln -s "$1" "$2.$$"
  if ! mv -fT "$2.$$" "$2" 2>/dev/null; then # macOS has no -T
    rm -f "$2"
    mv -f "$2.$$" "$2"
  fi
}

# The pages of this version, and no longer those that only an older one had.
link_manual() {
  mkdir -p "$manual"
  for page in "$manual"/swarm*.1; do
    ! is_ours "$page" || rm -f "$page"
  done
  for page in "$share/$version"/share/man/man1/*.1; do
    name=${page##*/}
    if [ -e "$manual/$name" ]; then
      echo "left: $manual/$name, which is not swarmd's"
    else
      ln -s "$share/current/share/man/man1/$name" "$manual/$name"
    fi
  done
}

# Archives the programs' classes, so that the first start is as quick as the tenth. The runtime of
# swarmd's own comes with such archives.
prepare_start() {
  [ ! -x "$here/runtime/bin/java" ] && [ "${SWARMD_ARCHIVE-}" != off ] || return 0
  echo 'preparing the first start, which takes a few seconds'
  "$bin/swarm" archive-classes || echo 'the first start will take longer; see: swarm doctor' >&2
}

# A running daemon finishes what it does, and the new one takes over.
hand_over() {
  [ -S "${SWARMD_SOCKET:-${SWARMD_HOME:-$HOME/.swarmd}/swarmd.sock}" ] || return 0
  "$bin/swarm" daemon restart || echo 'the old daemon still runs; restart it with: swarm daemon restart' >&2
}

advise() {
  case :$PATH: in
    *:"$bin":*) ;;
    *) echo "add it to your PATH: export PATH=\"$bin:\$PATH\"" ;;
  esac
  for old in "$share"/*; do
    [ -h "$old" ] || [ "$old" = "$share/$version" ] || echo "still there: $old (to remove it: rm -r '$old')"
  done
  echo 'next  swarm demo, then: swarm install claude'
}

main "$@"
