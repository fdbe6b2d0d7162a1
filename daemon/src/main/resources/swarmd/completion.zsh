#compdef swarm
# Completion of swarm for zsh:  source <(swarm completion zsh)

_swarm() {
  local found line value
  local -a typed candidates
  typed=("${(@)words[2,CURRENT]}")
  found=$("${words[1]}" __complete "${(@)typed}" 2>/dev/null) || found=$(_swarm_offline "${(@)typed}")
  case $found in
    :files) _files ;;
    :folders) _files -/ ;;
    ?*)
      for line in "${(@f)found}"; do
        value=${line%%$'\t'*}
        candidates+=("${value//:/\\:}${${line#"$value"}/$'\t'/:}")
      done
      _describe -V swarm candidates
      ;;
  esac
}

# Commands and options, while no daemon runs.
_swarm_offline() {
  local where='' word rest table=$'\n'$_swarm_words$'\n'
  while (( $# > 1 )); do
    [[ $table == *$'\n'"$where$1 |"* ]] && where="$where$1 "
    shift
  done
  rest=${table#*$'\n'"$where|"}
  for word in ${=${rest%%$'\n'*}}; do
    [[ $word == ${(b)1}* ]] && print -r -- "$word"
  done
}

_swarm_words='@WORDS@'

# As a file in fpath, this is the body of _swarm when it is first called.
if [[ ${funcstack[1]-} == _swarm ]]; then
  _swarm "$@"
  return
fi
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u }
compdef _swarm swarm
