# Completion of swarm for fish:  swarm completion fish | source

function __swarm_complete
    set -l program (commandline -opc)[1]
    set -l typed (commandline -opc)[2..-1] (commandline -ct)
    set -l found ($program __complete $typed 2>/dev/null)
    or set found (__swarm_offline $typed)
    switch "$found[1]"
        case ':files'
            __fish_complete_path (commandline -ct)
        case ':folders'
            __fish_complete_directories (commandline -ct) ''
        case '*'
            string join \n -- $found
    end
end

# Commands and options, while no daemon runs.
function __swarm_offline
    set -l path ''
    for word in $argv[1..-2]
        if string match -q -- "$path$word |*" $__swarm_words
            set path "$path$word "
        end
    end
    for line in $__swarm_words
        if string match -q -- "$path|*" $line
            string split ' ' -- (string replace -- "$path|" '' $line)
        end
    end
end

set -g __swarm_words (string split \n -- '@WORDS@')

complete -c swarm -f -k -a '(__swarm_complete)'
