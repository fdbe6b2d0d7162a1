# Completion of swarm for bash:  source <(swarm completion bash)

_swarm() {
  local typed=("${COMP_WORDS[@]:1:COMP_CWORD}") word=${COMP_WORDS[COMP_CWORD]} found line value
  COMPREPLY=()
  found=$("$1" __complete "${typed[@]}" 2>/dev/null) || found=$(_swarm_offline "${typed[@]}")
  case $found in
    :files)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    :folders)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      ;;
    ?*)
      while IFS= read -r line; do
        printf -v value %q "${line%%$'\t'*}"
        COMPREPLY+=("${value//\\,/,}")
      done <<<"$found"
      ;;
  esac
}

# Commands and options, while no daemon runs.
_swarm_offline() {
  local path='' word rest table=$'\n'$_swarm_words$'\n'
  while [ $# -gt 1 ]; do
    case $table in
      *$'\n'"$path$1 |"*) path="$path$1 " ;;
    esac
    shift
  done
  rest=${table#*$'\n'"$path|"}
  for word in ${rest%%$'\n'*}; do
    case $word in
      "${1-}"*) printf '%s\n' "$word" ;;
    esac
  done
}

_swarm_words='@WORDS@'

complete -F _swarm swarm
