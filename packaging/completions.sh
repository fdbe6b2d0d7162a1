#!/bin/sh
# usage: completions.sh DIST OUT
# Writes what `swarm completion` prints to where each shell looks for it below /usr.
set -eu

dist=$1
out=$2
work=$(mktemp -d /tmp/swc.XXXXXX)
export SWARMD_HOME="$work/h" HOME="$work" SWARMD_ARCHIVE=off
unset SWARMD_SOCKET SWARMD_JAVA_OPTS 2>/dev/null || :
trap '"$dist/bin/swarm" daemon stop >/dev/null; rm -rf "$work"' EXIT

write() {
  mkdir -p "$out/${2%/*}"
  "$dist/bin/swarm" completion "$1" >"$out/$2" 2>"$work/err" || {
    cat "$work/err" >&2
    exit 1
  }
}

write bash share/bash-completion/completions/swarm
write zsh share/zsh/vendor-completions/_swarm
write fish share/fish/vendor_completions.d/swarm.fish
