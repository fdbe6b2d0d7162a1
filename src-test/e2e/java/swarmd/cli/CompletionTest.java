package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;

/** Completion in the real shells, with the installed program. */
final class CompletionTest {
  private static RunningDaemon daemon;
  private static Path folder;

  @BeforeAll
  static void start() throws IOException {
    daemon = RunningDaemon.start();
    folder = Files.createDirectory(daemon.root().resolve("shells"));
    swarm("task", "add", "write the parser", "sweep");
    swarm("task", "claim", "1", "--agent", "ann lee");
    for (Shell shell : Shell.values()) {
      Files.writeString(shell.script(), swarm("completion", shell.name()));
    }
    Files.writeString(folder.resolve("some-file"), "");
  }

  private static String swarm(String... words) {
    Result result = run(daemon.environment(), RunningDaemon.swarmCommand(words));
    assertThat(result.exit()).as(result.err()).isZero();
    return result.out();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  /** Each prints a line for each candidate of a command line; those with descriptions show them. */
  enum Shell {
    bash {
      @Override
      List<String> complete(String line, Map<String, String> environment) {
        return lines(
            environment,
            "bash",
            "--norc",
            "-c",
            """
            source %s
            line=%s
            read -ra COMP_WORDS <<<"$line"
            case $line in *' ') COMP_WORDS+=('') ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _swarm swarm
            [ ${#COMPREPLY[@]} -eq 0 ] || printf '%%s\\n' "${COMPREPLY[@]}"
            """
                .formatted(script(), quoted(line)));
      }
    },
    zsh {
      /** In a pseudo terminal, since zsh completes nowhere else; its matches are printed. */
      @Override
      List<String> complete(String line, Map<String, String> environment) {
        try {
          Files.writeString(
              folder.resolve(".zshrc"),
              """
              PS1=
              autoload -Uz compinit; compinit -u -D
              source %s
              compadd() {
                if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
                local -a hits texts
                (( $@[(I)-d] )) && texts=("${(@P)${@[$[${@[(i)-d]}+1]]}}")
                builtin compadd -A hits -D texts "$@"
                local i
                for (( i = 1; i <= $#hits; i++ )); do print -r -- "match:${texts[$i]:-$hits[$i]}:"; done
              }
              capture() { zle complete-word; print -r -- end-of-matches; exit }
              zle -C complete-word complete-word _main_complete
              zle -N capture
              bindkey '^I' capture
              print ready-now
              """
                  .formatted(script()));
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        return lines(
                environment,
                "zsh",
                "-f",
                "-c",
                """
                zmodload zsh/zpty
                zpty z 'ZDOTDIR=%s zsh -i'
                zpty -r z out '*ready-now*'
                zpty -n -w z %s$'\\t'
                out=
                while [[ $out != *end-of-matches* ]] && zpty -r z part; do out+=$part; done
                print -r -- "$out"
                """
                    .formatted(folder, quoted(line)))
            .stream()
            .filter(found -> found.contains("match:"))
            .map(found -> found.replaceFirst(".*match:", "").replaceFirst(":\\r?$", ""))
            .toList();
      }
    },
    fish {
      @Override
      List<String> complete(String line, Map<String, String> environment) {
        return lines(
            environment,
            "fish",
            "--no-config",
            "-c",
            "source %s; complete -C %s".formatted(script(), quoted(line)));
      }
    };

    Path script() {
      return folder.resolve("completion." + name());
    }

    /** The candidates of a command line in this environment. */
    abstract List<String> complete(String line, Map<String, String> environment);

    private static String quoted(String line) {
      return "'" + line + "'";
    }

    private static List<String> lines(Map<String, String> environment, String... command) {
      Result result = run(environment, command);
      assertThat(result.err()).isEmpty();
      return result.out().lines().toList();
    }
  }

  private static Result run(Map<String, String> environment, String... command) {
    Map<String, String> all = new TreeMap<>(environment);
    Path programs = Path.of(RunningDaemon.swarmCommand()[0]).toAbsolutePath().getParent();
    all.put("PATH", programs + File.pathSeparator + System.getenv("PATH"));
    all.put("HOME", folder.toString());
    return Programs.run(folder, all, command);
  }

  private static List<String> complete(Shell shell, String line) {
    assumeTrue(Programs.exist(shell.name()), shell.name() + " is not installed");
    return shell.complete(line, daemon.environment());
  }

  @ParameterizedTest
  @EnumSource
  void every_shell_completes_commands_options_and_choices(Shell shell) {
    assertThat(complete(shell, "swarm sta")).anyMatch(found -> found.startsWith("status"));
    assertThat(complete(shell, "swarm task ")).anyMatch(found -> found.startsWith("reopen"));
    assertThat(complete(shell, "swarm task list --rev"))
        .anyMatch(found -> found.startsWith("--reverse"));
    assertThat(complete(shell, "swarm mode start ra")).containsExactly("ralph");
    assertThat(complete(shell, "swarm daemon re")).singleElement().asString().startsWith("restart");
    assertThat(complete(shell, "swarm task add --from some"))
        .anyMatch(found -> found.startsWith("some-file"));
  }

  @ParameterizedTest
  @EnumSource
  void every_shell_completes_the_tasks_of_the_daemon(Shell shell) {
    List<String> tasks = complete(shell, "swarm task show ");

    assertThat(tasks).hasSize(2);
    assertThat(tasks.get(0)).startsWith("2");
    assertThat(tasks.get(1)).startsWith("1");
    if (shell != Shell.bash) { // which shows no descriptions
      assertThat(tasks.get(1)).contains("write the parser");
    }
    assertThat(complete(shell, "swarm task list --agent a")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void without_a_daemon_commands_are_completed_and_none_is_started(Shell shell) throws IOException {
    assumeTrue(Programs.exist(shell.name()), shell.name() + " is not installed");
    Path home = folder.resolve("away");
    Map<String, String> away = new TreeMap<>(daemon.environment());
    away.put("SWARMD_HOME", home.toString());
    away.remove("SWARMD_SOCKET");

    assertThat(shell.complete("swarm task reo", away)).containsExactly("reopen");
    assertThat(shell.complete("swarm task show 1", away)).isEmpty();
    assertThat(home).doesNotExist();
  }

  @Test
  void a_name_with_a_space_is_quoted_for_bash() {
    assertThat(complete(Shell.bash, "swarm task list --agent a")).containsExactly("ann\\ lee");
  }
}
